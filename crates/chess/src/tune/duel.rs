//! Games between weights: the trial of unsupervised tuning.

use std::cell::RefCell;
use std::fmt;
use std::str::FromStr;

use cozy_chess::{Board, Color, Move};
use rayon::prelude::*;
use tabia_kernel::arena::Pairs;
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_kernel::tune::Duel;
use thiserror::Error;

use super::weights_of;
use crate::contest::random_moves;
use crate::eval::{Profile, Weights};
use crate::search::{Engine, Limits};
use crate::{End, Position, Value};

/// How long each side thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// `depth:6`: so many plies; the paper has six.
    Depth(u32),
    /// `nodes:2000`: so many nodes.
    Nodes(u64),
}

/// A text that does not say how long to think.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is neither depth:N nor nodes:N")]
pub struct ReadThinkingError(pub String);

impl FromStr for Thinking {
    type Err = ReadThinkingError;

    fn from_str(text: &str) -> Result<Thinking, ReadThinkingError> {
        let number = |word: &str| word.parse::<u64>().ok().filter(|&n| n > 0);
        let thinking = match text.split_once(':') {
            Some(("depth", word)) => number(word)
                .and_then(|n| u32::try_from(n).ok())
                .map(Thinking::Depth),
            Some(("nodes", word)) => number(word).map(Thinking::Nodes),
            _ => None,
        };
        thinking.ok_or_else(|| ReadThinkingError(text.to_owned()))
    }
}

impl fmt::Display for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Thinking::Depth(depth) => write!(f, "depth:{depth}"),
            Thinking::Nodes(nodes) => write!(f, "nodes:{nodes}"),
        }
    }
}

/// A game of our own engine against itself with other weights.
///
/// The same players, seed and openings give the same game. Games end by the
/// rules; or when both sides have thought for eight plies that one of them is
/// ten pawns ahead, which wins; or, as a draw, after 200 moves.
pub struct GameDuel {
    profile: Profile,
    thinking: Thinking,
    openings: Vec<Board>,
}

/// A decided game: both think so for so many plies.
const DECIDED: i32 = 1_000;
const DECIDED_PLIES: u32 = 8;
/// Longer games are drawn.
const LONGEST: usize = 400;

thread_local! {
    /// Engines are dear to make: each thread keeps two.
    static ENGINES: RefCell<Option<[Engine; 2]>> = const { RefCell::new(None) };
}

impl GameDuel {
    /// How many random openings tunings have that name none.
    pub const OPENINGS: usize = 500;

    /// Games of `profile` from these positions. Without any, games begin with
    /// eight random half moves.
    #[must_use]
    pub fn new(profile: Profile, thinking: Thinking, openings: Vec<Board>) -> GameDuel {
        GameDuel {
            profile,
            thinking,
            openings,
        }
    }

    fn opening(&self, seed: u64) -> Board {
        let mut random = Seeded::new(seed);
        match self.openings.is_empty() {
            false => self.openings[random.below(self.openings.len())].clone(),
            true => random_opening(&mut random),
        }
    }

    /// White's points of a game from the opening that belongs to `seed`.
    #[must_use]
    pub fn game(&self, white: &Weights, black: &Weights, seed: u64) -> f64 {
        let played = self.try_game(white, black, seed, &Stop::new());
        played.expect("nobody stops it")
    }

    /// The same, unless it is stopped.
    #[must_use]
    pub fn try_game(
        &self,
        white: &Weights,
        black: &Weights,
        seed: u64,
        stop: &Stop,
    ) -> Option<f64> {
        ENGINES.with_borrow_mut(|engines| {
            let engines = engines.get_or_insert_with(|| {
                [white, black].map(|weights| {
                    Engine::with_mebibytes(weights, 1).expect("one MiB is to be had")
                })
            });
            engines[0].set_weights(white);
            engines[1].set_weights(black);
            self.play(engines, seed, stop)
        })
    }

    /// Pairs of games between two sets of weights, from openings that belong to
    /// `seed`, on all threads; `None` if stopped.
    #[must_use]
    pub fn pairs(
        &self,
        a: &Weights,
        b: &Weights,
        count: u64,
        seed: u64,
        stop: &Stop,
    ) -> Option<Pairs> {
        let pair = |number: u64| {
            let seed = Seeded::of_part(seed, number).bits();
            let first = self.try_game(a, b, seed, stop)?;
            Some((first, 1.0 - self.try_game(b, a, seed, stop)?))
        };
        let points: Option<Vec<(f64, f64)>> = (0..count).into_par_iter().map(pair).collect();
        let mut pairs = Pairs::default();
        points?.iter().for_each(|&(x, y)| pairs.count(x, y));
        Some(pairs)
    }

    fn play(&self, engines: &mut [Engine; 2], seed: u64, stop: &Stop) -> Option<f64> {
        let limits = match self.thinking {
            Thinking::Depth(depth) => Limits {
                depth: Some(depth),
                ..Limits::default()
            },
            Thinking::Nodes(nodes) => Limits {
                nodes: Some(nodes),
                ..Limits::default()
            },
        };
        let mut position = Position::new(self.opening(seed));
        let (mut decided, mut ahead) = (0, None);
        for _ in 0..LONGEST {
            let side = position.board().side_to_move();
            match position.end() {
                Some(End::Checkmate) => return Some(points_of(!side)),
                Some(_) => return Some(0.5),
                None => {}
            }
            let engine = &mut engines[side as usize];
            let outcome = engine.search(&position, &limits, stop, &mut |_| {});
            if stop.is_requested() {
                return None;
            }
            let best: Move = outcome.best.expect("the game is not over");
            let leader = match outcome.value {
                Value::Centipawns(score) if score.abs() < DECIDED => None,
                Value::Centipawns(score) if score > 0 => Some(side),
                Value::Mate(moves) if moves > 0 => Some(side),
                Value::Centipawns(_) | Value::Mate(_) => Some(!side),
            };
            decided = match (leader, ahead) {
                (Some(leader), Some(ahead)) if leader == ahead => decided + 1,
                (Some(_), _) => 1,
                (None, _) => 0,
            };
            ahead = leader;
            if let (Some(winner), DECIDED_PLIES) = (ahead, decided) {
                return Some(points_of(winner));
            }
            position.play(best);
        }
        Some(0.5)
    }
}

fn points_of(winner: Color) -> f64 {
    match winner {
        Color::White => 1.0,
        Color::Black => 0.0,
    }
}

/// The board after random half moves, where the game is not over.
fn random_opening(random: &mut Seeded) -> Board {
    loop {
        let (board, _) = random_moves(random);
        if board.generate_moves(|_| true) {
            return board;
        }
    }
}

impl Duel<Vec<f64>> for GameDuel {
    fn play(&self, first: &Vec<f64>, second: &Vec<f64>, seed: u64) -> f64 {
        let weights = |player: &[f64]| weights_of(self.profile, player);
        self.game(&weights(first), &weights(second), seed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sense_beats_nonsense_and_games_repeat() {
        let good = Weights::hand_set(Profile::Seed38);
        let upside_down: Vec<i16> = good.values().iter().map(|w| -w).collect();
        let bad = Weights::new(Profile::Seed38, upside_down).unwrap();
        let duel = GameDuel::new(Profile::Seed38, Thinking::Depth(3), Vec::new());
        let mut points = 0.0;
        for seed in 0..3 {
            let white = duel.game(&good, &bad, seed);
            assert_eq!(white, duel.game(&good, &bad, seed), "seed {seed}");
            points += white + (1.0 - duel.game(&bad, &good, seed));
        }
        assert!(points >= 5.5, "{points} of 6");
    }

    #[test]
    fn openings_follow_the_seed() {
        let duel = GameDuel::new(Profile::Seed38, Thinking::Nodes(100), Vec::new());
        assert_eq!(duel.opening(5), duel.opening(5));
        assert_ne!(duel.opening(5), duel.opening(6));
    }
}
