//! Games as data: what `tune` and `compare` learn from and are tested on.

use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::pgn::{Game, Part, Sample, SampleOptions, Sampler, Split, SplitBy, open};
use tabia_chess::tune::{Depth, match_rate, player_of, results};
use tabia_kernel::search::Stop;
use tabia_kernel::tune::Logistic;

use crate::numbers::{self, within};
use crate::progress;

/// Which games, and which positions of them.
#[derive(Args, Clone)]
pub(crate) struct DataOptions {
    /// Games: .pgn or .pgn.zst, one or several
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) games: Vec<PathBuf>,
    /// Positions to learn moves from (p)
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        value_parser = within(1..=100_000_000_usize),
    )]
    pub(crate) positions: usize,
    /// Positions to learn results from; the quiet ones of them are used
    #[arg(
        long,
        value_name = "N",
        default_value_t = 400_000,
        value_parser = within(1..=100_000_000_usize),
    )]
    pub(crate) results: usize,
    /// Positions to be tested on, from games that are held out
    #[arg(
        long,
        value_name = "N",
        default_value_t = 20_000,
        value_parser = within(1..=100_000_000_usize),
    )]
    pub(crate) held_out: usize,
    /// A fifth of the games is held out: by event, player or game
    #[arg(long, value_enum, default_value_t = By::Event)]
    pub(crate) split: By,
    /// Which fifth
    #[arg(long, value_name = "SEED", default_value_t = 0, value_parser = numbers::seed())]
    pub(crate) split_seed: u64,
    /// At most so many positions of one game
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = within(1..=10_000_usize))]
    pub(crate) from_game: usize,
    /// No positions before so many half moves
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = within(0..=10_000_usize))]
    pub(crate) after_ply: usize,
    /// Only the moves of players whose name contains this
    #[arg(long, value_name = "NAME")]
    pub(crate) by: Option<String>,
    /// Which positions are drawn
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = numbers::seed())]
    pub(crate) data_seed: u64,
}

/// What stays together when games are held out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum By {
    /// No tournament is in both parts
    Event,
    /// No held-out player has games in the other part
    Player,
    /// Every game for itself, for games of one event between two players
    Game,
}

/// Positions to learn from and to be tested on.
pub(crate) struct Data {
    /// For moves.
    pub(crate) moves: Vec<Sample>,
    /// For results.
    pub(crate) results: Vec<Sample>,
    /// For neither: for the test.
    pub(crate) held_out: Vec<Sample>,
    /// What was read.
    pub(crate) source: Source,
}

/// What was read, for reports.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Source {
    pub(crate) files: Vec<String>,
    pub(crate) games: u64,
    pub(crate) training_games: u64,
    pub(crate) held_out_games: u64,
    pub(crate) skipped: u64,
    pub(crate) split: String,
    pub(crate) seed: u64,
}

impl DataOptions {
    /// Reads the games twice: for training and for the test. `None` if
    /// stopped.
    pub(crate) fn read(&self, stop: &Stop) -> anyhow::Result<Option<Data>> {
        if self.games.is_empty() {
            bail!("--games FILE is needed");
        }
        let split = Split {
            by: match self.split {
                By::Event => SplitBy::Event,
                By::Player => SplitBy::Player,
                By::Game => SplitBy::Game,
            },
            seed: self.split_seed,
        };
        let options = |part, positions| SampleOptions {
            positions,
            from_game: self.from_game,
            after_ply: self.after_ply,
            by: self.by.clone(),
            split,
            part,
            seed: self.data_seed,
        };
        let spinner = progress::spinner("reading games");
        let wanted = self.positions.max(self.results);
        let mut training = Sampler::new(options(Part::Training, wanted));
        let mut test = Sampler::new(options(Part::HeldOut, self.held_out));
        for (part, sampler) in [("training", &mut training), ("held-out", &mut test)] {
            for path in &self.games {
                sampler
                    .read(open(path)?, |games| {
                        spinner.say(format!("{part} games: {games}"));
                        !stop.is_requested()
                    })
                    .with_context(|| format!("cannot read {}", path.display()))?;
            }
        }
        if stop.is_requested() {
            return Ok(None);
        }
        let (training, test) = (training.finish(), test.finish());
        for broken in &training.skipped.first {
            eprintln!("warning: skipped a game: {broken}");
        }
        if training.skipped.count > training.skipped.first.len() as u64 {
            eprintln!("warning: {} games skipped in all", training.skipped.count);
        }
        if training.positions.is_empty() || test.positions.is_empty() {
            bail!(
                "too few games: {} to learn from and {} held out",
                training.games_used,
                test.games_used
            );
        }
        let every = (training.positions.len() / self.positions).max(1);
        let thinned = training.positions.iter().step_by(every);
        let moves: Vec<Sample> = thinned.take(self.positions).cloned().collect();
        let mut results = training.positions;
        results.truncate(self.results);
        Ok(Some(Data {
            moves,
            results,
            held_out: test.positions,
            source: Source {
                files: self.games.iter().map(|p| p.display().to_string()).collect(),
                games: training.games,
                training_games: training.games_used,
                held_out_games: test.games_used,
                skipped: training.skipped.count,
                split: format!("by {:?}", self.split).to_lowercase(),
                seed: self.data_seed,
            },
        }))
    }
}

impl Data {
    /// Positions of games at hand, split by event.
    pub(crate) fn of_games(
        games: &[Game],
        what: &str,
        positions: usize,
        seed: u64,
    ) -> anyhow::Result<Data> {
        let draw = |part| {
            let mut sampler = Sampler::new(SampleOptions {
                positions,
                part,
                seed,
                ..SampleOptions::default()
            });
            games.iter().for_each(|game| sampler.offer(game));
            sampler.finish()
        };
        let (training, test) = (draw(Part::Training), draw(Part::HeldOut));
        if training.positions.is_empty() || test.positions.is_empty() {
            bail!("{} games are too few to hold some of them out", games.len());
        }
        Ok(Data {
            moves: training.positions.clone(),
            results: training.positions,
            held_out: test.positions,
            source: Source {
                files: vec![what.to_owned()],
                games: training.games,
                training_games: training.games_used,
                held_out_games: test.games_used,
                skipped: 0,
                split: "by event".to_owned(),
                seed,
            },
        })
    }
}

/// How good weights are on games that nothing was learnt from.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Quality {
    /// Share of moves predicted from static scores.
    pub(crate) static_match: f64,
    /// Share of moves predicted after exchanges.
    pub(crate) quiescence_match: f64,
    /// Texel's error, K fitted on the training part.
    pub(crate) error: f64,
    /// Positions whose moves were predicted.
    pub(crate) positions: u64,
    /// That K.
    pub(crate) scale: f64,
}

impl Quality {
    /// Whether it predicts fewer moves than another by more than chance explains,
    /// and results no better.
    pub(crate) fn is_far_below(&self, other: &Quality) -> bool {
        let [p, q] = [self, other].map(|quality| quality.quiescence_match);
        let variance = (p * (1.0 - p) + q * (1.0 - q)) / self.positions as f64;
        q - p > 1.96 * variance.sqrt() && self.error >= other.error
    }
}

/// Measures weights of one profile.
pub(crate) struct Judge<'d> {
    held_out: &'d [Sample],
    training: Logistic,
    test: Logistic,
}

impl<'d> Judge<'d> {
    pub(crate) fn new(data: &'d Data, profile: Profile) -> anyhow::Result<Judge<'d>> {
        let logistic = |samples: &[Sample], what: &str| {
            let data = results(samples, profile);
            if data.rows.is_empty() {
                bail!("no quiet positions of finished games among the {what} ones");
            }
            Ok(Logistic::new(data.rows, data.results, 0.01))
        };
        Ok(Judge {
            held_out: &data.held_out,
            training: logistic(&data.results, "training")?,
            test: logistic(&data.held_out, "held-out")?,
        })
    }

    /// The training part of the results.
    pub(crate) fn training(&self) -> &Logistic {
        &self.training
    }

    /// How good weights are.
    pub(crate) fn judge(&self, weights: &Weights) -> Quality {
        let values = player_of(weights);
        let scale = self.training.fitted_scale(&values);
        let rate = |depth| match_rate(self.held_out, weights, depth);
        let quiet = rate(Depth::Quiescence);
        Quality {
            static_match: rate(Depth::Static).mean(),
            quiescence_match: quiet.mean(),
            error: self.test.error(&values, scale),
            positions: quiet.tasks,
            scale,
        }
    }
}
