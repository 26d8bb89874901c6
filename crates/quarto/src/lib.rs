//! Quarto: the rules, the paper's player, and a solver for the whole game.
//!
//! ```
//! use tabia_kernel::rules::Score;
//! use tabia_kernel::search::Stop;
//! use tabia_quarto::{Position, Rules, Solver, SolverOptions};
//!
//! let rules = Rules::lines();
//! let position = Position::read("....3c1..d.92.a./f", &rules)?;
//! let options = SolverOptions {
//!     threads: 1,
//!     memory_mib: 16,
//!     ..SolverOptions::default()
//! };
//! let solver = Solver::new(rules, options).expect("16 MiB");
//! assert_eq!(solver.value(&position, &Stop::new()), Some(Score::WIN));
//! # Ok::<(), tabia_quarto::ReadPositionError>(())
//! ```

mod board;
mod book;
mod bytes;
pub mod canonical;
mod census;
pub mod certificate;
mod classes;
mod game;
mod heuristic;
mod level;
mod lines;
mod perfect;
mod piece;
mod player;
mod position;
mod record;
mod rules;
mod sample;
pub mod solver;
pub mod symmetries;
#[cfg(test)]
mod testing;
mod tuning;

pub use book::{Book, ReadBookError};
pub use census::{Census, MOST_PLACED, count_classes};
pub use game::{IllegalMove, Quarto, ReadMoveError};
pub use heuristic::{FEATURE_NAMES, FEATURES, Heuristic, Weights};
pub use level::{Level, ReadLevelError};
pub use lines::Lines;
pub use perfect::{Chosen, Perfect};
pub use piece::{Piece, Pieces, Square};
pub use player::{Choice, PaperPlayer, PlayerOptions, WIN};
pub use position::{Position, ReadPositionError};
pub use record::{Outcome, ReadRecordError, Record};
pub use rules::{Rules, RulesError, Shape};
pub use sample::random_position;
pub use solver::{RatedMove, RecallError, Solution, Solver, SolverOptions};
pub use tuning::{Errors, TooFew, Tuned, tune};

/// Half a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Put the piece in hand on a square. Keeps the turn.
    Place(Square),
    /// Choose the opponent's next piece. Ends the turn.
    Give(Piece),
}

impl std::fmt::Display for Move {
    /// The cell, `d1`, or the piece, a hex digit.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Move::Place(square) => square.fmt(f),
            Move::Give(piece) => piece.fmt(f),
        }
    }
}
