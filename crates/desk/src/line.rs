//! A game as text: rules, start and moves.

use serde::{Deserialize, Serialize};

use crate::DeskError;

/// All that there is to a game in progress. It fits in a link.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// The variant, by its name in [`About::variants`](crate::About); empty
    /// for the usual one.
    #[serde(default)]
    pub rules: String,
    /// The position the game began with, or a deal; empty for the usual one.
    #[serde(default)]
    pub start: String,
    /// The moves. None contains a space.
    #[serde(default)]
    pub moves: Vec<String>,
}

impl Line {
    /// A line whose moves are parted by spaces.
    pub fn read(rules: &str, start: &str, moves: &str) -> Line {
        Line {
            rules: rules.trim().to_owned(),
            start: start.trim().to_owned(),
            moves: moves.split_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Refuses more moves than can be shown.
    pub(crate) fn within(&self, most: usize) -> Result<(), DeskError> {
        match self.moves.len() {
            moves if moves > most => Err(DeskError::TooLong { moves, most }),
            _ => Ok(()),
        }
    }
}
