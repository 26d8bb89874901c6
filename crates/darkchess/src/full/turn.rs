//! What a player decides, and what comes of it.

use std::fmt;

use tabia_kernel::rules::Side;

use crate::game::Move;
use crate::piece::Kind;
use crate::square::Square;

/// What a player decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// To turn over the piece on this square.
    Flip(Square),
    /// To step or to take.
    Move(Move),
}

/// What happens in a player's turn, the outcome of a flip included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// A piece is turned over, and this is it.
    Flip(Square, Side, Kind),
    /// A piece steps or takes.
    Move(Move),
}

impl Turn {
    /// What the player decided.
    #[must_use]
    pub const fn action(self) -> Action {
        match self {
            Turn::Flip(square, _, _) => Action::Flip(square),
            Turn::Move(m) => Action::Move(m),
        }
    }
}

impl fmt::Display for Action {
    /// `b5`, or `b2-b1` for steps and captures alike: whether something is
    /// taken depends on the position.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Flip(square) => write!(f, "{square}"),
            Action::Move(m) => write!(f, "{}-{}", m.from, m.to),
        }
    }
}
