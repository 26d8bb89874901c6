//! Games of our own, for who has none.

use cozy_chess::Color;
use rayon::prelude::*;
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

use crate::contest::balanced_opening;
use crate::eval::Weights;
use crate::pgn::{Game, GameResult};
use crate::search::{Engine, Limits};
use crate::tune::Quiescence;
use crate::{End, Position, Value};

/// A game is given up at this many hundredths of a pawn.
const LOST: i32 = 1_200;
/// Longer games are drawn.
const LONGEST: usize = 300;

/// Games of the engine against itself, each from a random opening of its own.
///
/// A game depends on these and on its number alone, so that many can be played
/// by several threads, machines or runs and put together afterwards.
///
/// ```
/// use tabia_chess::eval::{Profile, Weights};
/// use tabia_chess::tune::SelfPlay;
/// use tabia_kernel::search::Stop;
///
/// let play = SelfPlay { weights: Weights::shipped(Profile::Full), nodes: 50, seed: 1 };
/// let game = play.game(7, &Stop::new()).expect("nobody stopped it");
/// assert_eq!(game.tag("Event"), Some("Tabia 7"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct SelfPlay {
    /// What both sides play with.
    pub weights: Weights,
    /// The nodes they look at for each move.
    pub nodes: u64,
    /// Where the openings come from.
    pub seed: u64,
}

impl SelfPlay {
    /// The game of this number; `None` if stopped.
    ///
    /// # Panics
    ///
    /// When there is no memory for a table of 1 MiB.
    #[must_use]
    pub fn game(&self, number: u64, stop: &Stop) -> Option<Game> {
        let mut random = Seeded::of_part(self.seed, number);
        let opening = balanced_opening(&mut random, &mut Quiescence::new(&self.weights));
        let mut engine = Engine::with_mebibytes(&self.weights, 1).expect("one MiB is to be had");
        let mut position = Position::new(opening.start.clone());
        opening.moves.iter().for_each(|&m| position.play(m));
        let mut moves = opening.moves;
        let limits = Limits {
            nodes: Some(self.nodes),
            ..Limits::default()
        };
        let result = loop {
            let side = position.board().side_to_move();
            match position.end() {
                Some(End::Checkmate) => break won_by(!side),
                Some(_) => break GameResult::Draw,
                None if moves.len() >= LONGEST => break GameResult::Draw,
                None => {}
            }
            let outcome = engine.search(&position, &limits, stop, &mut |_| {});
            // A search that was cut short is none that comes again.
            if stop.is_requested() {
                return None;
            }
            match outcome.value {
                Value::Centipawns(score) if score <= -LOST => break won_by(!side),
                _ => {}
            }
            let best = outcome.best.expect("the game is not over");
            position.play(best);
            moves.push(best);
        };
        let tag = |name: &str, value: String| (name.to_owned(), value);
        Some(Game {
            tags: vec![
                // An event each: what is held out is held out by event.
                tag("Event", format!("Tabia {number}")),
                tag("White", "Tabia".to_owned()),
                tag("Black", "Tabia".to_owned()),
            ],
            start: opening.start,
            moves,
            result: Some(result),
            line: 0,
        })
    }

    /// The games of these numbers, in their order, on all threads; ends before
    /// the first that was stopped.
    #[must_use]
    pub fn games(&self, numbers: std::ops::Range<u64>, stop: &Stop) -> Vec<Game> {
        let numbers: Vec<u64> = numbers.collect();
        let played: Vec<Option<Game>> = numbers
            .into_par_iter()
            .with_max_len(1)
            .map(|number| self.game(number, stop))
            .collect();
        played.into_iter().map_while(|game| game).collect()
    }
}

fn won_by(side: Color) -> GameResult {
    match side {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Profile;

    #[test]
    fn games_repeat_and_end_whoever_plays_them() {
        let play = SelfPlay {
            weights: Weights::shipped(Profile::Full),
            nodes: 60,
            seed: 9,
        };
        let games = play.games(1..5, &Stop::new());
        assert_eq!(games.len(), 4);
        assert_eq!(games[2..], play.games(3..5, &Stop::new()));
        for (i, game) in games.iter().enumerate() {
            assert!(game.moves.len() > 10 && game.result.is_some());
            assert!(games[..i].iter().all(|other| other.moves != game.moves));
        }
        let stop = Stop::new();
        stop.request();
        assert!(play.games(1..3, &stop).is_empty());
        // Also in the middle of a search that would take for ever.
        let deep = SelfPlay {
            nodes: u64::MAX,
            ..play
        };
        let stop = Stop::new();
        std::thread::scope(|scope| {
            let stopper = stop.clone();
            scope.spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(50));
                stopper.request();
            });
            assert!(deep.games(1..3, &stop).is_empty());
        });
    }
}
