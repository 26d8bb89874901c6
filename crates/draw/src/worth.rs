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
    /// The colour of every picture.
    pub(crate) fn colour(self) -> &'static str {
        match self {
            Worth::Win => WIN,
            Worth::Draw => DRAW,
            Worth::Loss => LOSS,
        }
    }

    /// `wins`, `draws`, `loses`.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Worth::Win => "wins",
            Worth::Draw => "draws",
            Worth::Loss => "loses",
        }
    }

    /// `win`, `draw`, `loss`: the name in classes and in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Worth::Win => "win",
            Worth::Draw => "draw",
            Worth::Loss => "loss",
        }
    }
}
