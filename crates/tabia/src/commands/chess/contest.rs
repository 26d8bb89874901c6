//! What matches and tournaments share: options, the run, the tally.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_chess::contest::{
    Adjudication, Control, Finished, Opening, Task, random_openings, read_openings, run,
};
use tabia_chess::engines::EngineSpec;
use tabia_chess::pgn::{Game, GameResult, write_game};
use tabia_kernel::arena::schedule::Pairing;
use tabia_kernel::arena::{Ended, GameResult as Rated, Pairs, Tally};

use super::store::{Row, Store};
use crate::interrupt::Work;
use crate::progress;

/// How games are played.
#[derive(Args, Clone)]
pub(crate) struct ContestOptions {
    /// Seconds and increment (2+0.02), nodes:5000, depth:6 or movetime:0.1
    #[arg(long, default_value = "2+0.02")]
    pub(crate) control: Control,
    /// Openings: .pgn or .epd, also packed as .zst or .zip; without, random ones
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// The order of openings, or which random ones
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// Games at the same time; with a clock no more than there are cores
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<usize>,
    /// MiB of hash table for engines that can be told
    #[arg(long, value_name = "MIB", default_value_t = 16)]
    pub(crate) hash: u32,
    /// Play every game to its end by the rules
    #[arg(long)]
    pub(crate) no_adjudication: bool,
    /// Keep games in this SQLite file; a run that is started again continues
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Write the games to this file when done
    #[arg(long, value_name = "FILE")]
    pub(crate) pgn: Option<PathBuf>,
}

/// Everything that games depend on: the key of a run in the store.
#[derive(Serialize)]
struct Settings<'a> {
    players: &'a [EngineSpec],
    kind: &'static str,
    control: String,
    openings: Option<String>,
    seed: u64,
    adjudication: bool,
}

/// Games to be played.
pub(crate) struct Contest {
    pub(crate) players: Vec<EngineSpec>,
    /// Round robin, gauntlet or match: part of a run's identity.
    pub(crate) kind: &'static str,
    pub(crate) games: Vec<Pairing>,
    pub(crate) options: ContestOptions,
}

/// A game that has been played.
#[derive(Clone, Copy)]
pub(crate) struct Outcome {
    pub(crate) pairing: Pairing,
    pub(crate) number: usize,
    pub(crate) result: GameResult,
    /// Why one of them lost by misbehaving: who, and whether by time.
    pub(crate) fault: Option<(usize, bool)>,
}

/// What came of a contest.
pub(crate) struct Results {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) interrupted: bool,
}

impl ContestOptions {
    /// Games at a time: one for each core, for clocks' sake.
    fn concurrency(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.concurrency.unwrap_or(cores).max(1)
    }

    fn read_openings(&self, pairs: usize) -> anyhow::Result<Vec<Opening>> {
        match &self.openings {
            Some(path) => Ok(read_openings(path, self.seed)?),
            None => Ok(random_openings(pairs.max(1), self.seed)),
        }
    }
}

impl Contest {
    /// Plays what has not been played yet. `enough` is asked after each game.
    pub(crate) fn run(
        &self,
        mut enough: impl FnMut(&[Outcome]) -> bool,
    ) -> anyhow::Result<Results> {
        let pairs = 1 + self.games.iter().map(|g| g.opening).max().unwrap_or(0);
        let openings = self.options.read_openings(pairs)?;
        let store = Store::open(self.options.db.as_deref(), &self.settings()?)?;
        let known = store.games()?;
        let mut outcomes: Vec<Outcome> = known
            .iter()
            .filter_map(|row| Some(outcome(row, *self.games.get(row.number)?)))
            .collect();
        let done: HashSet<usize> = outcomes.iter().map(|o| o.number).collect();
        let tasks: Vec<Task> = self
            .games
            .iter()
            .enumerate()
            .filter(|(number, _)| !done.contains(number))
            .map(|(number, game)| Task {
                number,
                players: [game.first, game.second],
                opening: openings[game.opening % openings.len()].clone(),
            })
            .collect();

        let work = Work::begin();
        let mut failure = None;
        if !enough(&outcomes) {
            let bar = progress::bar(self.games.len() as u64, "playing");
            bar.set(outcomes.len() as u64);
            let rules = match self.options.no_adjudication {
                true => Adjudication::never(),
                false => Adjudication::default(),
            };
            run(
                &self.players,
                tasks,
                self.options.control,
                &rules,
                self.options.concurrency(),
                work.stop(),
                |finished| {
                    let row = self.row(&finished);
                    let names = finished.task.players.map(|p| self.players[p].name.as_str());
                    if let Err(error) = store.add(&row, names) {
                        failure = Some(error);
                        return false;
                    }
                    outcomes.push(outcome(&row, self.games[row.number]));
                    bar.set(outcomes.len() as u64);
                    !enough(&outcomes)
                },
            );
        }
        if let Some(error) = failure {
            return Err(error);
        }
        if let Some(path) = &self.options.pgn {
            let text: String = store.games()?.into_iter().map(|row| row.pgn).collect();
            fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
        }
        outcomes.sort_by_key(|o| o.number);
        Ok(Results {
            outcomes,
            interrupted: work.is_interrupted(),
        })
    }

    fn settings(&self) -> anyhow::Result<String> {
        let settings = Settings {
            players: &self.players,
            kind: self.kind,
            control: self.options.control.to_string(),
            openings: self
                .options
                .openings
                .as_ref()
                .map(|p| p.display().to_string()),
            seed: self.options.seed,
            adjudication: !self.options.no_adjudication,
        };
        Ok(serde_json::to_string(&settings)?)
    }

    fn row(&self, finished: &Finished) -> Row {
        let Finished { task, played } = finished;
        let [white, black] = task.players.map(|p| self.players[p].name.clone());
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let game = Game {
            tags: vec![
                tag("Event", format!("Tabia {}", self.kind)),
                tag("Round", (task.number + 1).to_string()),
                tag("White", white),
                tag("Black", black),
                tag("TimeControl", self.options.control.to_string()),
                tag("Termination", played.termination.to_string()),
            ],
            start: task.opening.start.clone(),
            moves: played.moves.clone(),
            result: Some(played.result),
            line: 0,
        };
        Row {
            number: task.number,
            result: played.result,
            termination: played.termination.word().to_owned(),
            at_fault: played.termination.at_fault().map(|side| side as usize),
            pgn: write_game(&game, &played.comments),
        }
    }
}

fn outcome(row: &Row, pairing: Pairing) -> Outcome {
    let player = |side: usize| [pairing.first, pairing.second][side];
    Outcome {
        pairing,
        number: row.number,
        result: row.result,
        fault: row
            .at_fault
            .map(|side| (player(side), row.termination == "time")),
    }
}

impl Results {
    /// What a rating needs to know.
    pub(crate) fn rated(&self) -> Vec<Rated> {
        let each = self.outcomes.iter();
        each.map(|o| Rated {
            first: o.pairing.first,
            second: o.pairing.second,
            ended: match o.result {
                GameResult::White => Ended::First,
                GameResult::Draw => Ended::Draw,
                GameResult::Black => Ended::Second,
            },
        })
        .collect()
    }

    /// How often a player lost on time, and by crashes or illegal moves.
    pub(crate) fn faults(&self, player: usize) -> (u64, u64) {
        let by = |time: bool| {
            let each = self.outcomes.iter();
            each.filter(|o| o.fault == Some((player, time))).count() as u64
        };
        (by(true), by(false))
    }
}

/// Points of a player in a game.
fn points(outcome: &Outcome, player: usize) -> f64 {
    let white = outcome.result.points();
    match outcome.pairing.first == player {
        true => white,
        false => 1.0 - white,
    }
}

/// The games of player 0 against player 1: a tally, and pairs as far as both
/// games of an opening have been played.
pub(crate) fn between(outcomes: &[Outcome]) -> (Tally, Pairs) {
    let mut tally = Tally::default();
    let mut by_opening: std::collections::BTreeMap<usize, Vec<f64>> = Default::default();
    for outcome in outcomes {
        let points = points(outcome, 0);
        match points {
            p if p > 0.5 => tally.wins += 1,
            p if p < 0.5 => tally.losses += 1,
            _ => tally.draws += 1,
        }
        by_opening
            .entry(outcome.pairing.opening)
            .or_default()
            .push(points);
    }
    let mut pairs = Pairs::default();
    for points in by_opening.values() {
        if let [first, second] = points[..] {
            pairs.count(first, second);
        }
    }
    (tally, pairs)
}
