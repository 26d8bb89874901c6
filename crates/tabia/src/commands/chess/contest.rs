//! What matches and tournaments share: options, the run, the tally.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabia_chess::contest::{
    Adjudication, Control, Finished, Opening, Record, Task, random_openings, read_openings, run,
};
use tabia_chess::engines::EngineSpec;
use tabia_chess::pgn::GameResult;
use tabia_kernel::arena::schedule::Pairing;
use tabia_kernel::arena::{Ended, GameResult as Rated, Pairs, Sprt, Tally, Verdict};

use super::store::Store;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// What games depend on beside the players.
#[derive(Args, Clone)]
pub(crate) struct GameOptions {
    /// Seconds and increment (2+0.02), nodes:5000, depth:6 or movetime:0.1
    #[arg(long, default_value = "2+0.02")]
    pub(crate) control: Control,
    /// Openings: .pgn or .epd, also packed as .zst or .zip; without, random ones
    #[arg(long, value_name = "FILE")]
    pub(crate) openings: Option<PathBuf>,
    /// The order of openings, or which random ones
    #[arg(long, default_value_t = 1, value_parser = numbers::seed())]
    pub(crate) seed: u64,
    /// MiB of hash table for engines that can be told
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = within(1..=65_536_u32))]
    pub(crate) hash: u32,
    /// Play every game to its end by the rules
    #[arg(long)]
    pub(crate) no_adjudication: bool,
}

/// How games are played, and where they are kept.
#[derive(Args, Clone)]
pub(crate) struct ContestOptions {
    #[command(flatten)]
    pub(crate) play: GameOptions,
    /// Games at the same time; with a clock no more than there are cores
    #[arg(long, value_name = "N", value_parser = numbers::threads::<usize>())]
    pub(crate) concurrency: Option<usize>,
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
        self.concurrency.unwrap_or(cores)
    }
}

impl GameOptions {
    /// The openings of so many pairs.
    pub(crate) fn read_openings(&self, pairs: usize) -> anyhow::Result<Vec<Opening>> {
        match &self.openings {
            Some(path) => Ok(read_openings(path, self.seed)?),
            None => {
                let _spinner = progress::spinner("looking for openings that are level");
                Ok(random_openings(pairs.max(1), self.seed))
            }
        }
    }
}

impl Contest {
    /// Plays what has not been played yet. `enough` is asked after each game.
    pub(crate) fn run(
        &self,
        mut enough: impl FnMut(&[Outcome]) -> bool,
    ) -> anyhow::Result<Results> {
        if let Some(path) = &self.options.pgn {
            output::try_file(path)?;
        }
        let pairs = 1 + self.games.iter().map(|g| g.opening).max().unwrap_or(0);
        let openings = self.options.play.read_openings(pairs)?;
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
            let rules = match self.options.play.no_adjudication {
                true => Adjudication::never(),
                false => Adjudication::default(),
            };
            run(
                &self.players,
                tasks,
                self.options.play.control,
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
        self.write_games(&store)?;
        outcomes.sort_by_key(|o| o.number);
        Ok(Results {
            outcomes,
            interrupted: work.is_interrupted(),
        })
    }

    /// Takes games that were played elsewhere, all of them.
    pub(crate) fn adopt(&self, games: &[Record]) -> anyhow::Result<Results> {
        let store = Store::open(self.options.db.as_deref(), &self.settings()?)?;
        let known: HashSet<usize> = store.games()?.iter().map(|row| row.number).collect();
        for game in games.iter().filter(|game| !known.contains(&game.number)) {
            let pairing = self.games[game.number];
            let names = [pairing.first, pairing.second];
            store.add(game, names.map(|p| self.players[p].name.as_str()))?;
        }
        self.write_games(&store)?;
        // A longer match with the same settings may be there too.
        let rows = store.games()?;
        let outcomes = rows
            .iter()
            .filter_map(|row| Some(outcome(row, *self.games.get(row.number)?)));
        Ok(Results {
            outcomes: outcomes.collect(),
            interrupted: false,
        })
    }

    /// Writes the file of games, if one is wanted.
    fn write_games(&self, store: &Store) -> anyhow::Result<()> {
        if let Some(path) = &self.options.pgn {
            let text: String = store.games()?.into_iter().map(|row| row.pgn).collect();
            output::file(path, text)?;
        }
        Ok(())
    }

    fn settings(&self) -> anyhow::Result<String> {
        let settings = Settings {
            players: &self.players,
            kind: self.kind,
            control: self.options.play.control.to_string(),
            openings: self
                .options
                .play
                .openings
                .as_ref()
                .map(|p| p.display().to_string()),
            seed: self.options.play.seed,
            adjudication: !self.options.play.no_adjudication,
        };
        Ok(serde_json::to_string(&settings)?)
    }

    fn row(&self, finished: &Finished) -> Record {
        let names = finished.task.players.map(|p| self.players[p].name.as_str());
        Record::of(finished, self.kind, names, self.options.play.control)
    }
}

fn outcome(row: &Record, pairing: Pairing) -> Outcome {
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

/// After how many games of a match, in the order of the schedule, a test is
/// decided; `None` if it is not.
///
/// Only pairs are looked at before which every other is complete: the test ends
/// at the same game however many were played at a time, and a short game does
/// not count before a long one that was begun earlier.
pub(crate) fn decided_after(sprt: &Sprt, outcomes: &[Outcome]) -> Option<usize> {
    let points: HashMap<usize, f64> = outcomes.iter().map(|o| (o.number, points(o, 0))).collect();
    let mut pairs = Pairs::default();
    for game in (0..).step_by(2) {
        pairs.count(*points.get(&game)?, *points.get(&(game + 1))?);
        if sprt.judge(&pairs) != Verdict::Open {
            return Some(game + 2);
        }
    }
    None
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_decided_in_the_order_of_the_schedule() {
        let outcome = |number: usize, wins: bool| Outcome {
            pairing: Pairing {
                first: number % 2,
                second: 1 - number % 2,
                opening: number / 2,
            },
            number,
            result: match wins == number.is_multiple_of(2) {
                true => GameResult::White,
                false => GameResult::Black,
            },
            fault: None,
        };
        let sprt = Sprt::new(0.0, 50.0);
        // Player 0 wins both games of three pairs in four.
        let mut games: Vec<Outcome> = (0..400).map(|n| outcome(n, n / 2 % 4 != 3)).collect();
        let games_needed = decided_after(&sprt, &games).expect("a decision");
        assert!((20..300).contains(&games_needed), "{games_needed}");
        assert_eq!(decided_after(&sprt, &games[..games_needed - 1]), None);
        // Games that ended early, and in any order, change nothing.
        games[games_needed..]
            .iter_mut()
            .for_each(|game| *game = outcome(game.number, false));
        games.reverse();
        assert_eq!(decided_after(&sprt, &games), Some(games_needed));
        games.retain(|game| game.number != 1);
        assert_eq!(decided_after(&sprt, &games), None);
    }
}
