//! The paper on tuning a chess evaluation, theirs beside ours.

mod paper;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_chess::eval::seed::{HAND_SET, NAMES, Ranges};
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::pgn::{PgnError, Reader, open};
use tabia_chess::tune::{
    GameDuel, Lessons, MethodKind, Plan, SelfPlay, Session, Thinking, space, weights_of,
};
use tabia_desk::runs::{score_plot, weights_plot};
use tabia_kernel::arena::Strength;
use tabia_kernel::search::Stop;
use tabia_kernel::tune::Tournament;

use super::Reproduced;
use super::machine::Circumstances;
use super::report::{Report, Section};
use crate::commands::chess::compare::{Comparison, Settings};
use crate::commands::chess::data::Data;
use crate::commands::chess::tune::TrialKind;
use crate::interrupt::Work;
use crate::{output, progress};

/// What the chess part of the report is made from.
#[derive(Args)]
pub(crate) struct ChessOptions {
    /// Chess: learn from these games, .pgn or .pgn.zst, instead of our own
    #[arg(long, value_name = "FILE")]
    chess_games: Option<PathBuf>,
}

/// How large the experiment is.
struct Size {
    own_games: u64,
    own_nodes: u64,
    positions: usize,
    players: usize,
    generations: u64,
    seeds: u64,
    pairs: u64,
    nodes: u64,
    tournament: (usize, u64, u32),
}

const QUICK: Size = Size {
    own_games: 40,
    own_nodes: 150,
    positions: 300,
    players: 8,
    generations: 10,
    seeds: 2,
    pairs: 2,
    nodes: 200,
    tournament: (4, 2, 2),
};

const WHOLE: Size = Size {
    own_games: 400,
    own_nodes: 2_000,
    positions: 4_000,
    players: 20,
    generations: 100,
    seeds: 5,
    pairs: 20,
    nodes: 1_000,
    tournament: (10, 12, 3),
};

/// What was found. The keys are a contract.
#[derive(Serialize)]
pub(super) struct Found {
    system: &'static str,
    circumstances: Circumstances,
    games: String,
    comparison: Comparison,
    supervised: Difference,
    unsupervised: Difference,
    improved: bool,
    /// The ranges of Table 1, and weights found within them.
    table_1: Vec<Weight>,
    remarks: [&'static str; paper::REMARKS.len()],
    seconds: f64,
    #[serde(skip)]
    score: String,
    #[serde(skip)]
    weights: String,
}

/// A weight of the paper's Table 1.
#[derive(Serialize)]
struct Weight {
    name: &'static str,
    paper_low: i16,
    paper_high: i16,
    hand_set: i16,
    /// The mean over seeds, by the paper's algorithm.
    supervised: f64,
    unsupervised: i16,
}

/// Weights of seed38 against weights of base33, tuned alike.
#[derive(Serialize)]
struct Difference {
    paper_from: u32,
    paper_to: u32,
    elo: f64,
    elo_interval: [f64; 2],
    games: u64,
}

/// Repeats the experiment; `None` if stopped.
pub(super) fn reproduce(options: &ChessOptions, quick: bool) -> anyhow::Result<Option<Found>> {
    let size = if quick { QUICK } else { WHOLE };
    let start = Instant::now();
    let work = Work::begin();
    let stop = work.stop();

    let (games, what) = match &options.chess_games {
        Some(path) => {
            let mut games = Vec::new();
            for game in Reader::new(open(path)?) {
                match game {
                    Ok(game) => games.push(game),
                    Err(PgnError::Broken(_)) => {}
                    Err(PgnError::Io(error)) => {
                        return Err(error).with_context(|| format!("{}", path.display()));
                    }
                }
            }
            (games, path.display().to_string())
        }
        None => {
            let _spinner = progress::spinner("playing games to learn from");
            let play = SelfPlay {
                weights: Weights::shipped(Profile::Full),
                nodes: size.own_nodes,
                seed: 1,
            };
            let games = play.games(1..size.own_games + 1, stop);
            let what = format!(
                "{} games of the engine against itself, {} nodes a move",
                size.own_games, size.own_nodes
            );
            (games, what)
        }
    };
    if stop.is_requested() {
        return Ok(None);
    }
    let data = Data::of_games(&games, &what, size.positions, 1)?;
    let plan = Plan {
        rounds: size.generations,
        players: size.players,
        ..Plan::default()
    };
    let settings = Settings {
        plan: plan.clone(),
        ranges: Ranges::Seed,
        trial: TrialKind::Static,
        methods: vec![
            MethodKind::Evolution,
            MethodKind::EvolutionPlain,
            MethodKind::Differential,
            MethodKind::Cma,
            MethodKind::Texel,
            MethodKind::Softmax,
        ],
        profiles: vec![Profile::Seed38, Profile::Base33],
        seeds: size.seeds,
        match_pairs: size.pairs,
        match_nodes: size.nodes,
    };
    let Some(comparison) = settings.compare(&data, stop)? else {
        return Ok(None);
    };
    let claim = comparison
        .claims
        .iter()
        .find(|c| c.claim.contains("base33"));
    let [elo, lo, hi] = claim.and_then(|c| c.elo).unwrap_or([0.0; 3]);
    let supervised = Difference {
        paper_from: paper::SUPERVISED.0,
        paper_to: paper::SUPERVISED.1,
        elo,
        elo_interval: [lo, hi],
        games: claim.map_or(0, |c| c.games),
    };

    // The tournament form, for both feature sets.
    let (players, generations, depth) = size.tournament;
    let plan = Plan {
        rounds: generations,
        players,
        ..Plan::default()
    };
    let Some(seed38) = unsupervised(&plan, Profile::Seed38, depth, stop) else {
        return Ok(None);
    };
    let Some(base33) = unsupervised(&plan, Profile::Base33, depth, stop) else {
        return Ok(None);
    };
    let chosen = |session: &Session, profile| weights_of(profile, &session.best());
    let pairs = size.pairs * size.seeds;
    let [ours, theirs] = [
        chosen(&seed38, Profile::Seed38),
        chosen(&base33, Profile::Base33),
    ];
    let duel = GameDuel::new(ours.profile(), Thinking::Nodes(size.nodes), Vec::new());
    let Some(played) = duel.pairs(&ours, &theirs, pairs, MATCH_SEED, stop) else {
        return Ok(None);
    };
    let Strength { elo, lo, hi } = played.strength();
    let mut evolved = comparison.rows.iter().filter(|row| !row.course.is_empty());
    let improved =
        evolved.all(|row| row.course.last().map(|p| p.1) >= row.course.first().map(|p| p.1));
    Ok(Some(Found {
        system: "chess",
        table_1: table_1(&comparison, &chosen(&seed38, Profile::Seed38)),
        remarks: paper::REMARKS,
        circumstances: Circumstances::now(),
        games: what,
        unsupervised: Difference {
            paper_from: paper::UNSUPERVISED.0,
            paper_to: paper::UNSUPERVISED.1,
            elo,
            elo_interval: [lo, hi],
            games: 2 * played.pairs(),
        },
        supervised,
        improved,
        score: score_plot(&seed38),
        weights: weights_plot(&seed38),
        comparison,
        seconds: start.elapsed().as_secs_f64(),
    }))
}

/// Table 1 with what tuning made of it.
fn table_1(comparison: &Comparison, unsupervised: &Weights) -> Vec<Weight> {
    let evolved = comparison.rows.iter().find(|row| {
        row.method == MethodKind::Evolution.to_string()
            && row.profile == Profile::Seed38.to_string()
    });
    let tuned = evolved.map_or(&[][..], |row| &row.weights);
    let ranges = Ranges::Seed.of_weights();
    let weight = |(i, range): (usize, std::ops::RangeInclusive<i16>)| {
        let sum: f64 = tuned.iter().map(|w| f64::from(w.values()[i])).sum();
        Weight {
            name: NAMES[i],
            paper_low: *range.start(),
            paper_high: *range.end(),
            hand_set: HAND_SET[i],
            supervised: sum / tuned.len().max(1) as f64,
            unsupervised: unsupervised.values()[i],
        }
    };
    ranges.into_iter().enumerate().map(weight).collect()
}

/// Which openings the match is played from.
const MATCH_SEED: u64 = 99;

/// The paper's algorithm with a tournament as its trial; `None` if stopped.
fn unsupervised(plan: &Plan, profile: Profile, depth: u32, stop: &Stop) -> Option<Session> {
    let duel = GameDuel::new(profile, Thinking::Depth(depth), Vec::new());
    let trial = Tournament::round_robin(duel).opponents(4);
    let mut session = Session::new(plan.clone(), space(profile, Ranges::Seed), None, true);
    let bar = progress::bar(plan.rounds, "playing tournaments");
    while !session.is_over() {
        if stop.is_requested() {
            return None;
        }
        session.step(&Lessons::Trial(&trial));
        bar.set(session.log().len() as u64);
    }
    Some(session)
}

impl Reproduced for Found {
    const NAME: &'static str = "chess";

    fn seeds(&self) -> String {
        let seeds = self.comparison.seeds;
        format!("1 to {seeds} for tuning, 1 for games to learn from, 99 for matches")
    }

    /// Whether tuning did what tuning has to do: raise the score it raises.
    fn holds(&self) -> bool {
        self.improved
    }

    fn report(&self) -> Report {
        let row = |name: &str, d: &Difference| {
            vec![
                name.to_owned(),
                format!("{} → {}", d.paper_from, d.paper_to),
                format!("{:+}", i64::from(d.paper_to) - i64::from(d.paper_from)),
                output::elo_interval([d.elo, d.elo_interval[0], d.elo_interval[1]]),
                d.games.to_string(),
            ]
        };
        let headings = ["Learning", "Paper", "gain", "Ours, Elo (95 %)", "Games"];
        let claims = vec![
            headings.map(str::to_owned).to_vec(),
            row("supervised", &self.supervised),
            row("unsupervised", &self.unsupervised),
        ];
        let c = &self.comparison;
        Report::new("Tuning a chess evaluation (Prasad, Sairam, Bhavana Sri, Siva Krishna)")
            .section(
                Section::new("The claim: five new features make the engine stronger")
                    .text(
                        "The paper states ratings before and after its features 34 to 38 were \
                         added and gives no games. Here the 33 features and the 38 are tuned \
                         alike and then play each other at equal nodes; what is given is the \
                         difference in Elo between the two, with its interval, and no rating.",
                    )
                    .table("Elo gained by the new features", claims),
            )
            .section(
                Section::new("Methods on the same data, budget and seeds")
                    .text(format!(
                        "Learnt from: {}; {} games to learn from, {} held out {}; {} seeds; at \
                         most {} positions times players for each run.",
                        self.games,
                        c.data.training_games,
                        c.data.held_out_games,
                        c.data.split,
                        c.seeds,
                        output::grouped(c.budget)
                    ))
                    .table("Moves predicted on games held out", c.table())
                    .table("The paper's claims, as differences", c.claims_table())
                    .figure("chess-methods", "Score by effort", c.plot()),
            )
            .section(
                Section::new("Algorithm 1 with tournaments, generation by generation")
                    .figure("chess-score", "Score in the tournament", self.score.clone())
                    .figure("chess-weights", "Weights", self.weights.clone()),
            )
            .section(self.ranges())
            .section(remarks())
            .section(self.made())
    }
}

impl Found {
    /// Table 1.
    fn ranges(&self) -> Section {
        let heading = [
            "",
            "Feature",
            "low",
            "high",
            "by hand",
            "supervised",
            "unsupervised",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for (i, weight) in self.table_1.iter().enumerate() {
            rows.push(vec![
                (i + 1).to_string(),
                weight.name.to_owned(),
                weight.paper_low.to_string(),
                weight.paper_high.to_string(),
                weight.hand_set.to_string(),
                format!("{:.0}", weight.supervised),
                weight.unsupervised.to_string(),
            ]);
        }
        Section::new("Ranges of weights (Table 1)")
            .text(
                "The paper prints the ranges within which its algorithm looks, and no weights that \
                 it found. Beside them: ours set by hand, the mean of those that the same \
                 algorithm found here from games, and those of the last tournament.",
            )
            .table("The paper's ranges, and weights", rows)
    }

    fn made(&self) -> Section {
        Section::new("Circumstances").text(format!(
            "{}, in {}.",
            self.circumstances.made(""),
            output::duration(self.seconds)
        ))
    }
}

fn remarks() -> Section {
    Section::new("Remarks on the paper").remarks(&paper::REMARKS)
}
