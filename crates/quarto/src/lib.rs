//! Quarto: the rules, the paper's player, and a solver for the whole game.

pub mod canonical;
mod piece;
mod position;
mod rules;
pub mod symmetries;

pub use piece::{Piece, Pieces, Square};
pub use position::{Position, ReadPositionError};
pub use rules::{Rules, RulesError, Shape};

/// Half a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Put the piece in hand on a square. Keeps the turn.
    Place(Square),
    /// Choose the opponent's next piece. Ends the turn.
    Give(Piece),
}
