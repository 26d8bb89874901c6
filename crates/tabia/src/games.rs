//! Matches: many games at once, and what they come to.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use serde::Serialize;
use tabia_kernel::arena::Tally;
use tabia_kernel::search::Stop;

use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// The games of a match.
pub(crate) struct Series<'a> {
    /// How many.
    pub(crate) games: u32,
    /// What they are called: games, rounds.
    pub(crate) called: &'a str,
    /// How many at once.
    pub(crate) threads: usize,
    /// The file for their records.
    pub(crate) record: Option<&'a Path>,
}

impl Series<'_> {
    /// Plays games 0, 1, 2, …, until Ctrl-C; then writes the records of those
    /// that were finished and tells of them, in order, with the seconds taken.
    /// A game that is stopped is `None`.
    pub(crate) fn play<Played: Send>(
        &self,
        game: impl Fn(usize, &Stop) -> anyhow::Result<Option<Played>> + Sync,
        records: impl FnOnce(&[Played]) -> String,
        tell: impl FnOnce(&[Played], f64) -> anyhow::Result<()>,
    ) -> anyhow::Result<Ending> {
        // Before any game is played for nothing.
        if let Some(path) = self.record {
            output::try_file(path)?;
        }
        let work = Work::begin();
        let start = Instant::now();
        let games = play_all(self.games as usize, self.threads, work.stop(), |number| {
            game(number, work.stop())
        })?;
        let seconds = start.elapsed().as_secs_f64();
        let interrupted = work.is_interrupted();
        drop(work);
        if let Some(path) = self.record {
            output::file(path, records(&games))?;
        }
        tell(&games, seconds)?;
        if interrupted {
            let (played, all, called) = (games.len(), self.games, self.called);
            eprintln!("interrupted after {played} of {all} {called}");
            return Ok(Ending::Interrupted);
        }
        Ok(Ending::Done)
    }
}

/// Plays games 0, 1, 2, …, several at once; those that were finished, in
/// order. A game that is stopped returns `None`, and none follows it.
fn play_all<Played: Send>(
    games: usize,
    threads: usize,
    stop: &Stop,
    game: impl Fn(usize) -> anyhow::Result<Option<Played>> + Sync,
) -> anyhow::Result<Vec<Played>> {
    let bar = progress::bar(games as u64, "playing");
    let next = AtomicUsize::new(0);
    let played: Mutex<Vec<(usize, anyhow::Result<Played>)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || stop.is_requested() {
                        break;
                    }
                    let Some(finished) = game(number).transpose() else {
                        break;
                    };
                    let failed = finished.is_err();
                    let mut played = played.lock().expect("no game panics while it holds this");
                    played.push((number, finished));
                    bar.set(played.len() as u64);
                    if failed {
                        break;
                    }
                }
            });
        }
    });
    let mut played = played.into_inner().expect("no game panicked");
    played.sort_by_key(|&(number, _)| number);
    played.into_iter().map(|(_, finished)| finished).collect()
}

/// What games came to for player A; the keys are a contract.
#[derive(Serialize)]
pub(crate) struct Counts {
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
    win_interval: [f64; 2],
    loss_interval: [f64; 2],
}

impl From<Tally> for Counts {
    fn from(all: Tally) -> Counts {
        let (score, win) = (all.interval(), all.win_interval());
        let loss = all.reversed().win_interval();
        Counts {
            games: all.games(),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            score: all.score(),
            score_interval: [score.lo, score.hi],
            win_interval: [win.lo, win.hi],
            loss_interval: [loss.lo, loss.hi],
        }
    }
}

/// What the games came to for a level in each of its two roles and together,
/// as columns; without draws where a game has none.
pub(crate) fn by_role(level: &str, roles: [(&str, Tally); 2], draws: bool) -> String {
    let [(_, one), (_, other)] = roles;
    let row = |name: &str, counts: [&str; 3]| {
        let counts = [(counts[0], true), (counts[1], draws), (counts[2], true)];
        let shown = counts.iter().filter(|(_, shown)| *shown);
        let shown = shown.map(|&(count, _)| count.to_owned());
        [name.to_owned()].into_iter().chain(shown).collect()
    };
    let mut rows = vec![row(&format!("Level {level}"), ["Wins", "Draws", "Losses"])];
    for (name, t) in roles.into_iter().chain([("together", one + other)]) {
        let counts = [t.wins, t.draws, t.losses].map(|count| count.to_string());
        rows.push(row(name, [&counts[0], &counts[1], &counts[2]]));
    }
    columns(&rows)
}

/// The shares of wins, losses and points of player A, and how sure they are.
pub(crate) fn shares(all: Tally) -> String {
    format!(
        "Wins   {:5.1} %  (95 %: {})\n\
         Losses {:5.1} %  (95 %: {})\n\
         Score  {:5.1} %  (95 %: {})\n",
        100.0 * all.win_rate(),
        all.win_interval(),
        100.0 * all.reversed().win_rate(),
        all.reversed().win_interval(),
        100.0 * all.score(),
        all.interval(),
    )
}

/// The longest that players A and B thought about one turn, in seconds.
pub(crate) fn longest(turns: impl Iterator<Item = [f64; 2]>) -> [f64; 2] {
    turns.fold([0.0, 0.0], |[a, b], [x, y]| {
        [f64::max(a, x), f64::max(b, y)]
    })
}

/// A seed that nobody asked for; it is told, so that the game can come again.
pub(crate) fn seed_by_the_clock() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |since| since.as_millis() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_come_in_order_whatever_the_threads() {
        for threads in [1, 4] {
            let played = play_all(50, threads, &Stop::new(), |number| {
                Ok(Some(number * number))
            });
            let played = played.expect("no game fails");
            assert_eq!(played, (0..50).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stopped_game_ends_the_match() {
        let stop = Stop::new();
        let played = play_all(50, 1, &stop, |number| Ok((number < 7).then_some(number)));
        assert_eq!(played.expect("no game fails").len(), 7);
    }

    #[test]
    fn a_game_that_fails_is_the_answer() {
        let played = play_all(50, 2, &Stop::new(), |number| match number {
            7 => anyhow::bail!("a damaged table"),
            _ => Ok(Some(number)),
        });
        assert_eq!(played.unwrap_err().to_string(), "a damaged table");
    }
}
