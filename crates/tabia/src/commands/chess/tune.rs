//! `tabia chess tune`: weights from games, from play, for us or for others.

mod elsewhere;
mod engine;
mod fingerprint;
mod outputs;
mod report;

use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde::{Deserialize, Serialize};
use tabia_chess::contest::{Opening, random_openings, read_openings};
use tabia_chess::eval::seed::Ranges;
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::tune::{
    GameDuel, Lessons, MethodKind, Plan, Session, Teacher, Thinking, player_of, quiescent_choices,
    space, static_choices, taught, warnings, weights_of,
};
use tabia_kernel::search::Stop;
use tabia_kernel::tune::{
    Choices, HistoryOptions, Logistic, Mutation, Parameter, Precedence, Space, SpsaStep,
    Tournament, checkpoint,
};

use super::data::{Data, DataOptions, Judge};
use crate::alone::claim;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::EntryOptions;
use crate::numbers::{self, MOST_GAMES, within};
use crate::{output, progress};
pub(crate) use elsewhere::TournamentOptions;
use outputs::Outputs;
use report::Report;

/// Which openings tournaments of weights are played from, here or elsewhere.
const OPENINGS_SEED: u64 = 1;

/// Tune weights on games, by tournaments, or the options of another engine.
///
/// The default is the paper's evolutionary algorithm with its history, which
/// scores players by the masters' moves they predict one ply deep. With
/// --trial tournament players are scored by games among themselves. A fifth of
/// the games is held out, and the report says how the weights do there.
///
/// With --checkpoint the run is saved as it goes; the same command continues
/// it, to the same bits as if it had never stopped, on any number of threads.
#[derive(Args)]
#[command(after_help = "\
Examples:\n  \
tabia chess tune --games games.pgn.zst --out weights.json --plots plots\n  \
tabia chess tune --games games.pgn --method texel --profile full --out full.json\n  \
tabia chess tune --games games.pgn --method texel --profile full --teacher 2000 --out full.json\n  \
tabia chess tune --games games.pgn --trial tournament --think depth:6 --generations 50\n  \
tabia chess tune --games games.pgn --trial tournament --nats nats://server:4222\n  \
tabia chess tune --engine toga2 --options 'Futility Margin,Delta Margin' --method spsa")]
pub(crate) struct Tune {
    #[command(flatten)]
    data: DataOptions,
    /// Features to weigh: seed38, base33 or full
    #[arg(long, default_value_t = Profile::Seed38)]
    profile: Profile,
    #[command(flatten)]
    pub(super) plan: PlanOptions,
    /// What players are scored by
    #[arg(long, value_enum, default_value_t = TrialKind::Static)]
    trial: TrialKind,
    /// Start from `hand`, `shipped` or a file of weights, instead of at random
    #[arg(long, value_name = "WEIGHTS")]
    start: Option<String>,
    /// With texel or joint: learn from a search of so many nodes for each
    /// position as well as from the results of games
    #[arg(long, value_name = "NODES", value_parser = numbers::nodes())]
    teacher: Option<u64>,
    /// What the teacher searches with: `hand`, `shipped` or a file of weights
    /// of the full profile
    #[arg(
        long,
        value_name = "WEIGHTS",
        default_value = "shipped",
        requires = "teacher"
    )]
    taught_by: String,
    /// How much the result of the game counts beside the teacher, 0 to 1
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.3,
        requires = "teacher",
        value_parser = numbers::share(),
    )]
    result_share: f64,
    /// With exchanges: gradient methods run so many times, each time with the
    /// lines of exchanges that the weights learnt so far lead to
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=1000_u32))]
    refresh: u32,
    #[command(flatten)]
    duel: DuelOptions,
    #[command(flatten)]
    engine: engine::EngineOptions,
    #[command(flatten)]
    outputs: Outputs,
    /// Save the run here as it goes, and continue from here
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Threads; all cores by default. The result does not depend on it
    #[arg(long, value_name = "N", value_parser = numbers::threads::<usize>())]
    threads: Option<usize>,
    /// Have workers on other machines play the games of --trial tournament or
    /// --engine tabia, by this NATS server. The result is the same
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    #[command(flatten)]
    entry: EntryOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// Games of tournaments.
#[derive(Args, Clone)]
pub(crate) struct DuelOptions {
    /// In tournaments: depth:6 or nodes:2000 for each move
    #[arg(long, value_name = "LIMIT", default_value = "depth:6")]
    think: Thinking,
    /// In tournaments: each player meets so many others; 0: all of them
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = within(0..=1000_usize))]
    opponents: usize,
}

/// The method and its parameters.
#[derive(Args, Clone)]
pub(crate) struct PlanOptions {
    /// evolution, evolution-plain, differential, cma, spsa, texel, softmax, joint
    #[arg(long, default_value_t = MethodKind::Evolution)]
    pub(crate) method: MethodKind,
    /// Generations (Gmax), or at most so many steps of a gradient method
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = within(1..=1_000_000_u64))]
    pub(crate) generations: u64,
    /// Players (N)
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within(2..=1000_usize))]
    pub(crate) players: usize,
    /// Out of 100 places, how many are filled from the history (Pr)
    #[arg(
        long,
        value_name = "PERCENT",
        default_value_t = 10.0,
        value_parser = within(0.0..=100.0_f64),
    )]
    pub(crate) history_percent: f64,
    /// How many players the history holds
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within(0..=10_000_usize))]
    pub(crate) history_size: usize,
    /// Selections a player has to pass to enter the history when it leaves
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = within(0..=1_000_000_u32))]
    pub(crate) history_selections: u32,
    /// Players that come back leave the history
    #[arg(long)]
    pub(crate) history_take_out: bool,
    /// Probability of each weight to be changed by a mutation
    #[arg(long, value_name = "P", default_value_t = 0.1, value_parser = numbers::share())]
    pub(crate) mutation_rate: f64,
    /// Standard deviation of a change, as a share of the weight's range
    #[arg(long, value_name = "SHARE", default_value_t = 0.1, value_parser = numbers::positive())]
    pub(crate) mutation_width: f64,
    /// Who survives of players with equal scores
    #[arg(long, value_enum, default_value_t = Equals::Older)]
    pub(crate) equals: Equals,
    /// Of moves with equal scores the first is the choice, not one by lot
    #[arg(long)]
    pub(crate) first_of_equals: bool,
    /// Draw so many positions anew for each generation
    #[arg(long, value_name = "N", value_parser = within(1..=100_000_000_usize))]
    pub(crate) resample: Option<usize>,
    /// Gradient methods: how strongly weights are held to where they start,
    /// so that features the games say little about stay sensible; 1e-8 is a
    /// useful order of magnitude
    #[arg(long, value_name = "STRENGTH", default_value_t = 0.0, value_parser = within(0.0..=1e9))]
    pub(crate) anchor: f64,
    /// With spsa: each weight is moved so far that a typical score changes by
    /// this, each option of an engine by this; without, by a twentieth of its range
    #[arg(long, value_name = "SIZE", value_parser = numbers::positive())]
    pub(crate) step: Option<f64>,
    /// With spsa: how far weights follow one game won, in steps (R_end)
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = numbers::positive())]
    pub(crate) gain: f64,
    /// Ranges of weights: the paper's, or with room for either sign
    #[arg(long, value_enum, default_value_t = RangeKind::Seed)]
    pub(crate) ranges: RangeKind,
    /// Where the method's random numbers come from
    #[arg(long, default_value_t = 1, value_parser = numbers::seed())]
    pub(crate) seed: u64,
}

/// What players are scored by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TrialKind {
    /// Moves predicted from static scores one ply deep
    Static,
    /// Moves predicted after exchanges
    Quiescence,
    /// Games among the players
    Tournament,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Equals {
    Older,
    Younger,
    Random,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum RangeKind {
    /// The paper's Table 1
    Seed,
    /// Room for either sign
    Wide,
}

impl RangeKind {
    pub(crate) fn ranges(self) -> Ranges {
        match self {
            RangeKind::Seed => Ranges::Seed,
            RangeKind::Wide => Ranges::Wide,
        }
    }
}

impl PlanOptions {
    /// The plan.
    pub(crate) fn plan(&self) -> Plan {
        Plan {
            method: self.method,
            rounds: self.generations,
            anchor: self.anchor,
            players: self.players,
            history: HistoryOptions {
                size: self.history_size,
                percent: self.history_percent,
                selections: self.history_selections,
                take_out: self.history_take_out,
            },
            mutation: Mutation {
                rate: self.mutation_rate,
                width: self.mutation_width,
            },
            precedence: match self.equals {
                Equals::Older => Precedence::Older,
                Equals::Younger => Precedence::Younger,
                Equals::Random => Precedence::Random,
            },
            resample: self.resample,
            first_of_equals: self.first_of_equals,
            seed: self.seed,
            ..Plan::default()
        }
    }

    /// SPSA's steps for weights whose features have these root mean squares;
    /// none for other methods.
    fn steps(&self, space: &Space, sizes: &[f64]) -> Vec<SpsaStep> {
        if self.method != MethodKind::Spsa {
            return Vec::new();
        }
        let weights = space.parameters().iter().zip(sizes);
        let step = |(weight, &size): (&Parameter, &f64)| SpsaStep {
            perturbation: match self.step {
                // What hardly ever comes up is not moved across its whole range.
                Some(step) => (step / size).min(weight.width() / 10.0),
                None => weight.width() / 20.0,
            },
            learning: self.gain,
        };
        weights.map(step).collect()
    }
}

/// The weights that an option names: `hand`, `shipped` or a file.
fn weights_named(option: &str, name: &str, profile: Profile) -> anyhow::Result<Weights> {
    let weights = match name {
        "hand" => Weights::hand_set(profile),
        "shipped" => Weights::shipped(profile),
        path => Weights::load(std::path::Path::new(path))
            .with_context(|| format!("{option}: weights {path}"))?,
    };
    if weights.profile() != profile {
        bail!(
            "{option} has weights of {}, not {profile}",
            weights.profile()
        );
    }
    Ok(weights)
}

/// Refuses rounds of more games than are to be kept; each player meets so many
/// others, or with 0 all of them.
fn ensure_playable(plan: &Plan, pairs: u32, opponents: usize) -> anyhow::Result<()> {
    // Parents and children.
    let field = match plan.method {
        MethodKind::Spsa => 2,
        _ => 2 * plan.players,
    };
    let met = match opponents {
        0 => field - 1,
        some => some.min(field - 1),
    };
    let games = field.saturating_mul(met).saturating_mul(pairs as usize);
    if games > MOST_GAMES as usize {
        bail!(
            "a round of {games} games is more than {MOST_GAMES}: fewer --players, --opponents \
             or --pairs"
        );
    }
    Ok(())
}

/// A run on disk: what it was started with, and how far it is.
#[derive(Serialize, Deserialize)]
pub(super) struct Saved {
    /// Everything that the result depends on, as text.
    pub(super) settings: String,
    /// How many times it has run to its end.
    pub(super) refreshed: u32,
    /// The weights that lines of exchanges were found with.
    pub(super) basis: Vec<f64>,
    pub(super) session: Session,
}

impl Tune {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build_global()
                .context("cannot start threads")?;
        }
        if self.engine.engine.is_some() {
            return engine::tune(&self);
        }
        if self.data.games.is_empty() {
            bail!("--games FILE or --engine PLAYER is needed");
        }
        let plan = self.plan.plan();
        if plan.method.is_gradient() && self.trial == TrialKind::Tournament {
            bail!(
                "{} learns from games that were played, not by playing",
                plan.method
            );
        }
        if self.trial == TrialKind::Tournament {
            let pairs = self.engine.pairs(plan.method);
            ensure_playable(&plan, pairs, self.duel.opponents)?;
        }
        if self.nats.is_some() && self.trial != TrialKind::Tournament {
            bail!("--nats: only games are played elsewhere, with --trial tournament or --engine");
        }
        self.outputs.try_out()?;
        let _alone = self.checkpoint.as_deref().map(claim).transpose()?;
        let work = Work::begin();
        let start = Instant::now();
        let Some(data) = self.data.read(work.stop())? else {
            return Ok(Ending::Interrupted);
        };
        let judge = Judge::new(&data, self.profile)?;
        let session = match self.tune(plan, &data, &judge, &work)? {
            Ok(session) => session,
            Err(ending) => return Ok(ending),
        };
        let seconds = start.elapsed().as_secs_f64();
        let report = self.report(&session, &data, &judge, seconds)?;
        self.outputs
            .write(self.profile, &session, &report.origin())?;
        if self.json {
            output::json(&report)?;
        } else {
            output::stdout().write_all(report.text().as_bytes())?;
        }
        if report.worse_than_start {
            eprintln!("warning: {}", report.fall());
        }
        Ok(Ending::Done)
    }

    /// Says that it was stopped, and how it goes on.
    fn stopped(&self) -> Ending {
        let again = match self.checkpoint {
            Some(_) => "the same command continues",
            None => "nothing was kept; --checkpoint FILE would",
        };
        eprintln!("interrupted: {again}");
        Ending::Interrupted
    }

    /// Runs the session to its end; an ending if it does not come to that, which
    /// has been reported.
    fn tune(
        &self,
        plan: Plan,
        data: &Data,
        judge: &Judge<'_>,
        work: &Work,
    ) -> anyhow::Result<Result<Session, Ending>> {
        let stop = work.stop();
        let space = space(self.profile, self.plan.ranges.ranges());
        let pairs = self.engine.pairs(plan.method);
        let plan = Plan {
            steps: self.plan.steps(&space, &judge.training().rows().sizes()),
            games: 2 * pairs,
            ..plan
        };
        let start = self.start_weights()?;
        let player = start.as_ref().map(player_of);
        let tournament = self.trial == TrialKind::Tournament;
        let openings = self.duel_openings()?;
        let teacher = self.teacher()?;
        let settings = format!(
            "{} {:?} {} {player:?} {} {} {} {:?} {} {}",
            self.profile,
            self.trial,
            serde_json::to_string(&plan)?,
            self.refresh,
            self.duel.think,
            self.duel.opponents,
            teacher
                .as_ref()
                .map(|t| (t.nodes, t.result_share, player_of(&t.weights))),
            fingerprint::of_data(data),
            fingerprint::of_openings(&openings),
        );
        // Exchanges depend on weights: those of the start or of the hand at
        // first, then what has been learnt.
        let first = start.unwrap_or_else(|| Weights::hand_set(self.profile));
        let mut saved = self.load(&settings, &space)?.unwrap_or_else(|| Saved {
            session: Session::new(plan.clone(), space.clone(), player.as_deref(), tournament),
            settings,
            refreshed: 0,
            basis: player_of(&first),
        });
        if let Some(url) = &self.nats {
            let openings = self.engine.openings.as_deref();
            let describe = |session: &Session| {
                elsewhere::describe_weights(session, self.profile, &self.duel, pairs, openings)
            };
            let played = elsewhere::play(&mut saved, describe, url, &self.entry, work)?;
            if let Err(ending) = played {
                return Ok(Err(ending));
            }
            if let Some(path) = &self.checkpoint {
                checkpoint::save(path, &saved)?;
            }
            return Ok(Ok(saved.session));
        }
        let Some(texel) = self.results(data, judge, teacher, player.as_deref(), stop)? else {
            return Ok(Err(self.stopped()));
        };
        let openings = openings.iter().map(Opening::board).collect();
        let duel = GameDuel::new(self.profile, self.duel.think, openings);
        let trial = Tournament::round_robin(duel).pairs(pairs);
        let trial = match self.duel.opponents {
            0 => trial,
            opponents => trial.opponents(opponents),
        };
        loop {
            let basis = weights_of(self.profile, &saved.basis);
            let choices = self.choices(data, &plan, &basis);
            let lessons = match (&choices, plan.method) {
                _ if tournament => Lessons::Trial(&trial),
                (_, MethodKind::Texel) | (None, _) => Lessons::Results(&texel),
                (Some(choices), MethodKind::Joint) => Lessons::Both(&texel, choices),
                (Some(choices), _) => Lessons::Moves(choices),
            };
            if !self.steps(&mut saved, &lessons, stop)? {
                return Ok(Err(self.stopped()));
            }
            saved.refreshed += 1;
            let exchanges = self.trial == TrialKind::Quiescence;
            if !(plan.method.is_gradient() && exchanges && saved.refreshed < self.refresh) {
                return Ok(Ok(saved.session));
            }
            // Texel's rows do not change, only the choices do.
            saved.basis = saved.session.best();
            saved.session = Session::new(plan.clone(), space.clone(), Some(&saved.basis), false);
        }
    }

    /// Steps a session to its end; `false` if stopped.
    fn steps(&self, saved: &mut Saved, lessons: &Lessons<'_>, stop: &Stop) -> anyhow::Result<bool> {
        let done = saved.session.log().len() as u64;
        let bar = progress::bar(saved.session.plan().rounds, "tuning").after(done);
        let (mut last, mut saving) = (Instant::now(), Duration::ZERO);
        while !saved.session.is_over() {
            saved.session.step(lessons);
            let log = saved.session.log();
            if let Some(entry) = log.last() {
                bar.set(log.len() as u64);
                bar.say(format!("tuning: score {:.5}", entry.best));
            }
            // Whoever is killed loses a second, unless saving takes long.
            let due = last.elapsed() > (20 * saving).max(Duration::from_secs(1));
            if stop.is_requested() || due || saved.session.is_over() {
                let start = Instant::now();
                if let Some(path) = &self.checkpoint {
                    checkpoint::save(path, saved)?;
                }
                (last, saving) = (Instant::now(), start.elapsed());
            }
            if stop.is_requested() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The run that was saved, if there is one with these settings.
    fn load(&self, settings: &str, space: &Space) -> anyhow::Result<Option<Saved>> {
        let Some(path) = self.checkpoint.as_ref().filter(|path| path.exists()) else {
            return Ok(None);
        };
        let saved: Saved = checkpoint::load(path)?;
        if saved.settings != settings || saved.session.space() != space {
            bail!(
                "{} is of a run with other settings or games; name another --checkpoint",
                path.display()
            );
        }
        eprintln!(
            "continuing {} after {} rounds",
            path.display(),
            saved.session.log().len()
        );
        Ok(Some(saved))
    }

    fn start_weights(&self) -> anyhow::Result<Option<Weights>> {
        match self.start.as_deref() {
            None if self.plan.method.is_gradient() => Ok(Some(Weights::hand_set(self.profile))),
            None => Ok(None),
            Some(name) => weights_named("--start", name, self.profile).map(Some),
        }
    }

    /// Texel's data with K fitted to where it starts. With the paper's ranges
    /// K is found together with the weights. `None` if stopped.
    fn results(
        &self,
        data: &Data,
        judge: &Judge<'_>,
        teacher: Option<Teacher>,
        start: Option<&[f64]>,
        stop: &Stop,
    ) -> anyhow::Result<Option<Logistic>> {
        let training = match teacher {
            None => judge.training().clone(),
            Some(teacher) => {
                let bar = progress::bar(data.results.len() as u64, "asking the teacher");
                let done = AtomicU64::new(0);
                let lessons = taught(&data.results, self.profile, &teacher, stop, &|count| {
                    let before = done.fetch_add(count as u64, Ordering::Relaxed);
                    bar.set(before + count as u64);
                });
                let Some(lessons) = lessons else {
                    return Ok(None);
                };
                if lessons.rows.is_empty() {
                    bail!("no quiet positions of finished games to ask the teacher about");
                }
                Logistic::new(lessons.rows, lessons.results, 0.01)
            }
        };
        let hand = Weights::hand_set(self.profile);
        let hand = player_of(&hand);
        let scale = training.fitted_scale(start.unwrap_or(&hand));
        Ok(Some(training.with_scale(scale).free_scale()))
    }

    /// The engine as a teacher, if one is wanted and of use.
    fn teacher(&self) -> anyhow::Result<Option<Teacher>> {
        let learns = matches!(self.plan.method, MethodKind::Texel | MethodKind::Joint);
        let Some(nodes) = self.teacher.filter(|_| learns) else {
            return Ok(None);
        };
        Ok(Some(Teacher {
            weights: weights_named("--taught-by", &self.taught_by, Profile::Full)?,
            nodes,
            result_share: self.result_share,
        }))
    }

    fn choices(&self, data: &Data, plan: &Plan, basis: &Weights) -> Option<Choices> {
        let _spinner = progress::spinner("making every move of every position");
        match (plan.method, self.trial) {
            (MethodKind::Texel, _) | (_, TrialKind::Tournament) => None,
            (_, TrialKind::Static) => Some(static_choices(&data.moves, self.profile)),
            (_, TrialKind::Quiescence) => Some(quiescent_choices(&data.moves, basis)),
        }
    }

    fn duel_openings(&self) -> anyhow::Result<Vec<Opening>> {
        Ok(match &self.engine.openings {
            _ if self.trial != TrialKind::Tournament => Vec::new(),
            Some(path) => read_openings(path, OPENINGS_SEED)?,
            None => random_openings(GameDuel::OPENINGS, OPENINGS_SEED),
        })
    }

    fn report(
        &self,
        session: &Session,
        data: &Data,
        judge: &Judge<'_>,
        seconds: f64,
    ) -> anyhow::Result<Report> {
        let best = session.best();
        let weights = weights_of(self.profile, &best);
        let last = session.log().last();
        let held_out = judge.judge(&weights);
        let hand_set = judge.judge(&Weights::hand_set(self.profile));
        // Who begins at random is to be better than nobody's work.
        let start = match &self.start {
            Some(name) => judge.judge(&weights_named("--start", name, self.profile)?),
            None => hand_set,
        };
        Ok(Report {
            profile: self.profile.to_string(),
            method: session.plan().method.to_string(),
            trial: self.trial,
            weights: weights.values().to_vec(),
            names: self.profile.feature_names(),
            rounds: session.log().len() as u64,
            tasks: last.map_or(0, |entry| entry.tasks),
            score: last.map_or(0.0, |entry| entry.best),
            worse_than_start: held_out.is_far_below(&start),
            began_with: self.start.clone(),
            held_out,
            hand_set,
            start,
            data: data.source.clone(),
            warnings: warnings(session.space(), &best, judge.training().rows()),
            seconds,
        })
    }
}
