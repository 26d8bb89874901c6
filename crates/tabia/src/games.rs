//! Matches: many games at once, and what they come to.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use serde::Serialize;
use tabia_kernel::arena::Tally;
use tabia_kernel::search::Stop;

use crate::{output, progress};

/// Plays games 0, 1, 2, …, several at once; those that were finished, in
/// order. A game that is stopped returns `None`, and none follows it.
pub(crate) fn play_all<T: Send>(
    games: usize,
    threads: usize,
    stop: &Stop,
    game: impl Fn(usize) -> Option<T> + Sync,
) -> Vec<T> {
    let bar = progress::bar(games as u64, "playing");
    let next = AtomicUsize::new(0);
    let played: Mutex<Vec<(usize, T)>> = Mutex::new(Vec::new());
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, games.max(1)) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= games || stop.is_requested() {
                        break;
                    }
                    let Some(finished) = game(number) else { break };
                    let mut played = played.lock().expect("no game panics while it holds this");
                    played.push((number, finished));
                    bar.set(played.len() as u64);
                }
            });
        }
    });
    let mut played = played.into_inner().expect("no game panicked");
    played.sort_by_key(|&(number, _)| number);
    played.into_iter().map(|(_, finished)| finished).collect()
}

/// What a match came to for player A; the keys are a contract.
#[derive(Serialize)]
pub(crate) struct Report {
    a: String,
    b: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: f64,
    score_interval: [f64; 2],
    win_interval: [f64; 2],
    loss_interval: [f64; 2],
    seed: u64,
    seconds: f64,
}

impl Report {
    /// A report of these games between players with these names.
    pub(crate) fn new(a: String, b: String, all: Tally, seed: u64, seconds: f64) -> Report {
        let (score, win, loss) = (
            all.interval(),
            all.win_interval(),
            all.reversed().win_interval(),
        );
        Report {
            a,
            b,
            games: all.games(),
            wins: all.wins,
            draws: all.draws,
            losses: all.losses,
            score: all.score(),
            score_interval: [score.lo, score.hi],
            win_interval: [win.lo, win.hi],
            loss_interval: [loss.lo, loss.hi],
            seed,
            seconds,
        }
    }
}

/// The shares of wins, losses and points of player A, and how sure they are.
pub(crate) fn shares(all: Tally, seconds: f64) -> String {
    format!(
        "Wins   {:5.1} %  (95 %: {})\n\
         Losses {:5.1} %  (95 %: {})\n\
         Score  {:5.1} %  (95 %: {})\n\
         All games {}\n",
        100.0 * all.win_rate(),
        all.win_interval(),
        100.0 * all.reversed().win_rate(),
        all.reversed().win_interval(),
        100.0 * all.score(),
        all.interval(),
        output::duration(seconds)
    )
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
            let played = play_all(50, threads, &Stop::new(), |number| Some(number * number));
            assert_eq!(played, (0..50).map(|n| n * n).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_stopped_game_ends_the_match() {
        let stop = Stop::new();
        let played = play_all(50, 1, &stop, |number| (number < 7).then_some(number));
        assert_eq!(played.len(), 7);
    }
}
