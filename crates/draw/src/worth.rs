//! What a move is worth, as a colour and a word.

use crate::palette::{DRAW, LOSS, WIN};

/// What a move is worth to the side that makes it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Worth {
    /// It wins: green.
    Win,
    /// It draws: yellow.
    Draw,
    /// It loses: red.
    Loss,
}

impl Worth {
    pub(crate) fn colour(self) -> &'static str {
        match self {
            Worth::Win => WIN,
            Worth::Draw => DRAW,
            Worth::Loss => LOSS,
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Worth::Win => "wins",
            Worth::Draw => "draws",
            Worth::Loss => "loses",
        }
    }
}
