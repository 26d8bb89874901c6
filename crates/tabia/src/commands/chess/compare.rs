//! `tabia chess compare`: methods and feature sets on the same data.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::tune::{
    GameDuel, Lessons, MethodKind, Plan, Session, Thinking, player_of, quiescent_choices, space,
    static_choices, weights_of,
};
use tabia_draw::plot::{Axis, Plot, Series};
use tabia_kernel::arena::{Pairs, Strength};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_kernel::tune::{Choices, Logistic};

use super::data::{Data, DataOptions, Judge, Quality, Source};
use super::tune::{PlanOptions, TrialKind};
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// Tune with several methods on the same data, budget and seeds.
///
/// Every method starts from nothing, once for each seed, and may look at as
/// many positions as --players times --generations times --positions; gradient
/// methods stop earlier, where nothing is left to gain. What is compared is
/// the match with the masters' moves on games held out, with intervals over
/// seeds; paired differences answer the paper's claims: does the history help,
/// do the new features help? With --match-pairs, games between the weights say
/// the same in Elo.
#[derive(Args)]
#[command(after_help = "\
Example: tabia chess compare --games games.pgn.zst --seeds 5 --plot compare.svg")]
pub(crate) struct Compare {
    #[command(flatten)]
    data: DataOptions,
    #[command(flatten)]
    plan: PlanOptions,
    /// Methods to compare, separated by commas
    #[arg(
        long,
        value_name = "METHODS",
        value_delimiter = ',',
        default_value = "evolution,\
        evolution-plain,differential,cma,spsa,texel,softmax"
    )]
    methods: Vec<MethodKind>,
    /// Feature sets to compare, separated by commas
    #[arg(
        long,
        value_name = "PROFILES",
        value_delimiter = ',',
        default_value = "seed38,base33"
    )]
    profiles: Vec<Profile>,
    /// What players are scored by: static or quiescence
    #[arg(long, value_enum, default_value_t = TrialKind::Static)]
    trial: TrialKind,
    /// How many seeds, at least 2
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = within(2..=1000_u64))]
    seeds: u64,
    /// Pairs of games between the weights of each claim, for each seed
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0..=100_000_u64))]
    match_pairs: u64,
    /// Nodes for each move of these games
    #[arg(long, value_name = "N", default_value_t = 2_000, value_parser = numbers::nodes())]
    match_nodes: u64,
    /// Draw the results here, as SVG
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// What came of it. The keys are a contract.
#[derive(Serialize)]
pub(crate) struct Comparison {
    pub(crate) rows: Vec<Line>,
    pub(crate) claims: Vec<Claim>,
    pub(crate) hand_set: Quality,
    pub(crate) seeds: u64,
    pub(crate) budget: u64,
    pub(crate) data: Source,
    pub(crate) seconds: f64,
}

/// One method with one feature set.
#[derive(Serialize)]
pub(crate) struct Line {
    pub(crate) method: String,
    pub(crate) profile: String,
    /// Share of moves predicted after exchanges, mean and 95 % over seeds.
    pub(crate) quiescence_match: Spread,
    /// The same from static scores.
    pub(crate) static_match: Spread,
    /// Texel's error.
    pub(crate) error: Spread,
    /// Tasks spent, mean over seeds.
    pub(crate) tasks: f64,
    /// Seconds, mean over seeds.
    pub(crate) seconds: f64,
    /// Static match on the training positions by tasks spent, first seed.
    #[serde(skip)]
    pub(crate) course: Vec<(f64, f64)>,
    #[serde(skip)]
    pub(crate) weights: Vec<Weights>,
}

/// A difference, seed by seed.
#[derive(Serialize)]
pub(crate) struct Claim {
    pub(crate) claim: &'static str,
    /// In the trial's own share of moves, held out.
    pub(crate) difference: Spread,
    /// In Elo, if games were played.
    pub(crate) elo: Option<[f64; 3]>,
    pub(crate) games: u64,
}

/// A mean and where it lies with 95 % confidence.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Spread {
    pub(crate) mean: f64,
    pub(crate) lo: f64,
    pub(crate) hi: f64,
}

impl Spread {
    /// Of some values, by Student's distribution.
    pub(crate) fn of(values: &[f64]) -> Spread {
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        let squares: f64 = values.iter().map(|x| (x - mean).powi(2)).sum();
        let half = match values.len() {
            0 | 1 => f64::INFINITY,
            count => student(count - 1) * (squares / (n - 1.0) / n).sqrt(),
        };
        Spread {
            mean,
            lo: mean - half,
            hi: mean + half,
        }
    }

    fn percent(&self) -> String {
        let [mean, lo, hi] = [self.mean, self.lo, self.hi].map(|x| 100.0 * x);
        format!("{mean:.2} ({lo:.2} to {hi:.2})")
    }
}

/// The quantile of Student's distribution that leaves 2.5 % above it.
fn student(degrees: usize) -> f64 {
    const TABLE: [f64; 10] = [
        12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
    ];
    match TABLE.get(degrees.wrapping_sub(1)) {
        Some(&quantile) => quantile,
        // Good to three digits from eleven on.
        None => 1.96 + 2.4 / degrees as f64 + 3.0 / (degrees * degrees) as f64,
    }
}

/// What is tuned on.
struct Prepared<'d> {
    judge: Judge<'d>,
    results: Logistic,
    choices: Choices,
}

impl Compare {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        if self.trial == TrialKind::Tournament {
            bail!("compare scores by moves: --trial static or quiescence");
        }
        // Before anything is compared for nothing.
        if let Some(path) = &self.plot {
            output::try_file(path)?;
        }
        let work = Work::begin();
        let Some(comparison) = self.compare(work.stop())? else {
            eprintln!("interrupted: nothing was compared");
            return Ok(Ending::Interrupted);
        };
        if let Some(path) = &self.plot {
            output::file(path, comparison.plot())?;
        }
        if self.json {
            output::json(&comparison)?;
        } else {
            output::stdout().write_all(comparison.text().as_bytes())?;
        }
        Ok(Ending::Done)
    }

    fn compare(&self, stop: &Stop) -> anyhow::Result<Option<Comparison>> {
        let start = Instant::now();
        let Some(data) = self.data.read(stop)? else {
            return Ok(None);
        };
        let settings = Settings {
            plan: self.plan.plan(),
            ranges: self.plan.ranges.ranges(),
            trial: self.trial,
            methods: self.methods.clone(),
            profiles: self.profiles.clone(),
            seeds: self.seeds,
            match_pairs: self.match_pairs,
            match_nodes: self.match_nodes,
        };
        let found = settings.compare(&data, stop)?;
        Ok(found.map(|found| Comparison {
            seconds: start.elapsed().as_secs_f64(),
            ..found
        }))
    }
}

/// What is compared; also what `tabia reproduce chess` asks for.
pub(crate) struct Settings {
    pub(crate) plan: Plan,
    pub(crate) ranges: tabia_chess::eval::seed::Ranges,
    pub(crate) trial: TrialKind,
    pub(crate) methods: Vec<MethodKind>,
    pub(crate) profiles: Vec<Profile>,
    pub(crate) seeds: u64,
    pub(crate) match_pairs: u64,
    pub(crate) match_nodes: u64,
}

impl Settings {
    /// Tunes with every method, profile and seed; `None` if stopped.
    pub(crate) fn compare(&self, data: &Data, stop: &Stop) -> anyhow::Result<Option<Comparison>> {
        let bar = progress::bar(
            self.methods.len() as u64 * self.profiles.len() as u64 * self.seeds,
            "tuning",
        );
        let mut rows = Vec::new();
        for &profile in &self.profiles {
            let prepared = self.prepare(data, profile)?;
            for &method in &self.methods {
                let Some(line) = self.line(&prepared, profile, method, stop) else {
                    return Ok(None);
                };
                rows.push(line);
                bar.set(rows.len() as u64 * self.seeds);
            }
        }
        let claims = self.claims(&rows, stop);
        if stop.is_requested() {
            return Ok(None);
        }
        let first = self.profiles.first().copied().unwrap_or(Profile::Seed38);
        Ok(Some(Comparison {
            hand_set: Judge::new(data, first)?.judge(&Weights::hand_set(first)),
            rows,
            claims,
            seeds: self.seeds,
            budget: self.budget(data.moves.len()),
            data: data.source.clone(),
            seconds: 0.0,
        }))
    }

    fn budget(&self, positions: usize) -> u64 {
        self.plan.players as u64 * self.plan.rounds * positions as u64
    }

    fn prepare<'d>(&self, data: &'d Data, profile: Profile) -> anyhow::Result<Prepared<'d>> {
        let judge = Judge::new(data, profile)?;
        let hand = Weights::hand_set(profile);
        let values = player_of(&hand);
        let scale = judge.training().fitted_scale(&values);
        let choices = match self.trial {
            TrialKind::Quiescence => quiescent_choices(&data.moves, &hand),
            _ => static_choices(&data.moves, profile),
        };
        Ok(Prepared {
            results: judge.training().clone().with_scale(scale).free_scale(),
            judge,
            choices,
        })
    }

    /// One method with one profile over all seeds; `None` if stopped.
    fn line(
        &self,
        prepared: &Prepared<'_>,
        profile: Profile,
        method: MethodKind,
        stop: &Stop,
    ) -> Option<Line> {
        let start = Instant::now();
        let space = space(profile, self.ranges);
        let lessons = Lessons::Both(&prepared.results, &prepared.choices);
        let budget = self.budget(prepared.choices.len());
        let mut qualities: Vec<Quality> = Vec::new();
        let (mut weights, mut tasks, mut course) = (Vec::new(), Vec::new(), Vec::new());
        for seed in 1..=self.seeds {
            let plan = Plan {
                method,
                seed,
                // SPSA tries two players a round, so it gets more rounds.
                rounds: match method {
                    MethodKind::Spsa => self.plan.rounds * self.plan.players as u64 / 2,
                    _ => self.plan.rounds,
                },
                ..self.plan.clone()
            };
            // From nothing: population methods at random, gradient methods at
            // a random place too, so that seeds mean something to them.
            let nowhere = space.random(&mut Seeded::of_part(seed, 77));
            let given = method.is_gradient().then_some(nowhere.as_slice());
            let mut session = Session::new(plan, space.clone(), given, false);
            let spent = |session: &Session| session.log().last().map_or(0, |e| e.tasks);
            while !session.is_over() && spent(&session) < budget {
                if stop.is_requested() {
                    return None;
                }
                session.step(&lessons);
            }
            if seed == 1 && !method.is_gradient() {
                let log = session.log().iter();
                course = log.map(|e| (e.tasks as f64, e.best)).collect();
            }
            let found = weights_of(profile, &session.best());
            qualities.push(prepared.judge.judge(&found));
            tasks.push(spent(&session) as f64);
            weights.push(found);
        }
        let spread = |value: fn(&Quality) -> f64| {
            Spread::of(&qualities.iter().map(value).collect::<Vec<_>>())
        };
        Some(Line {
            method: method.to_string(),
            profile: profile.to_string(),
            quiescence_match: spread(|q| q.quiescence_match),
            static_match: spread(|q| q.static_match),
            error: spread(|q| q.error),
            tasks: tasks.iter().sum::<f64>() / tasks.len() as f64,
            seconds: start.elapsed().as_secs_f64() / self.seeds as f64,
            course,
            weights,
        })
    }

    /// The paper's claims, as far as the rows can tell.
    fn claims(&self, rows: &[Line], stop: &Stop) -> Vec<Claim> {
        let find = |method: MethodKind, profile: Profile| {
            let mut rows = rows.iter();
            rows.find(|row| row.method == method.name() && row.profile == profile.name())
        };
        let evolved = |profile| find(MethodKind::Evolution, profile);
        let pairs = [
            (
                "history helps (evolution with less without)",
                evolved(Profile::Seed38),
                find(MethodKind::EvolutionPlain, Profile::Seed38),
            ),
            (
                "the new features help (seed38 less base33)",
                evolved(Profile::Seed38),
                evolved(Profile::Base33),
            ),
        ];
        pairs
            .into_iter()
            .filter_map(|(claim, a, b)| self.claim(claim, a?, b?, stop))
            .collect()
    }

    /// What the rows and games between them say of a claim; `None` if stopped.
    fn claim(&self, claim: &'static str, a: &Line, b: &Line, stop: &Stop) -> Option<Claim> {
        let of = |line: &Line| match self.trial {
            TrialKind::Quiescence => line.quiescence_match,
            _ => line.static_match,
        };
        // Seeds of different methods have nothing in common but the data, so
        // the variances of both means add up.
        let (x, y) = (of(a), of(b));
        let half = ((x.hi - x.mean).powi(2) + (y.hi - y.mean).powi(2)).sqrt();
        let mean = x.mean - y.mean;
        let mut pairs = Pairs::default();
        let thinking = Thinking::Nodes(self.match_nodes);
        for (seed, (a, b)) in (0..).zip(a.weights.iter().zip(&b.weights)) {
            let duel = GameDuel::new(a.profile(), thinking, Vec::new());
            pairs += duel.pairs(a, b, self.match_pairs, seed, stop)?;
        }
        let Strength { elo, lo, hi } = pairs.strength();
        Some(Claim {
            claim,
            difference: Spread {
                mean,
                lo: mean - half,
                hi: mean + half,
            },
            elo: (pairs.pairs() > 0).then_some([elo, lo, hi]),
            games: 2 * pairs.pairs(),
        })
    }
}

impl Comparison {
    /// The rows as a table.
    pub(crate) fn table(&self) -> Vec<Vec<String>> {
        let headings = [
            "Method",
            "Profile",
            "Match % (95 %)",
            "static % (95 %)",
            "Error",
            "Tasks",
            "Time",
        ];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        for row in &self.rows {
            rows.push(vec![
                row.method.clone(),
                row.profile.clone(),
                row.quiescence_match.percent(),
                row.static_match.percent(),
                format!("{:.5}", row.error.mean),
                output::grouped(row.tasks as u64),
                output::duration(row.seconds),
            ]);
        }
        let hand = &self.hand_set;
        rows.push(vec![
            "set by hand".to_owned(),
            self.rows
                .first()
                .map_or(String::new(), |r| r.profile.clone()),
            format!("{:.2}", 100.0 * hand.quiescence_match),
            format!("{:.2}", 100.0 * hand.static_match),
            format!("{:.5}", hand.error),
            String::new(),
            String::new(),
        ]);
        rows
    }

    /// The claims as a table.
    pub(crate) fn claims_table(&self) -> Vec<Vec<String>> {
        let headings = ["Claim", "Match, points of % (95 %)", "Elo (95 %)", "Games"];
        let mut rows = vec![headings.map(str::to_owned).to_vec()];
        for claim in &self.claims {
            let elo = claim.elo.map_or_else(String::new, output::elo_interval);
            rows.push(vec![
                claim.claim.to_owned(),
                claim.difference.percent(),
                elo,
                claim.games.to_string(),
            ]);
        }
        rows
    }

    fn text(&self) -> String {
        let mut text = format!(
            "{} seeds, {} tasks for each run, {} games to learn from, {} held out {}\n\n{}",
            self.seeds,
            output::grouped(self.budget),
            output::grouped(self.data.training_games),
            output::grouped(self.data.held_out_games),
            self.data.split,
            columns(&self.table())
        );
        if !self.claims.is_empty() {
            text += &format!("\n{}", columns(&self.claims_table()));
        }
        text + &format!("\n({})\n", output::duration(self.seconds))
    }

    /// Score on the training positions by tasks, first seed of each method.
    pub(crate) fn plot(&self) -> String {
        let mut plot = Plot::new(
            "Moves predicted, by positions looked at (first seed)",
            Axis::log("positions times players"),
            Axis::linear("share of training moves"),
        );
        for row in self.rows.iter().filter(|row| !row.course.is_empty()) {
            let every = row.course.len().div_ceil(60).max(1);
            let points = row.course.iter().step_by(every).copied();
            let name = format!("{} {}", row.method, row.profile);
            plot = plot.with(Series::new(&name, points));
        }
        plot.svg()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreads_are_students() {
        let spread = Spread::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
        // s = 1.5811, t = 2.776: half width 1.963.
        assert!((spread.mean - 3.0).abs() < 1e-12);
        assert!((spread.hi - 4.963).abs() < 1e-3, "{spread:?}");
        assert!(Spread::of(&[1.0]).hi.is_infinite());
        assert!((student(11) - 2.201).abs() < 5e-3 && (student(30) - 2.042).abs() < 5e-3);
    }
}
