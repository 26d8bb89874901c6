//! A game, turn by turn.

use std::fmt;
use std::str::FromStr;

use tabia_kernel::rules::Side;
use thiserror::Error;

use super::notation::{ReadFullError, ReadTurnError};
use super::position::{End, FullPosition};
use super::turn::Turn;

/// A game from some position on, with all turns since.
///
/// The text is that of the paper: the turns with a semicolon after each
/// second one. A game from elsewhere than the start has the position in
/// brackets in front.
///
/// ```
/// use tabia_darkchess::Record;
///
/// let record: Record = "b5(k) d8(P); d7(R) d4(p); c7(G)".parse()?;
/// assert_eq!(record.turns().len(), 5);
/// assert_eq!(record.to_string(), "b5(k) d8(P); d7(R) d4(p); c7(G)");
/// # Ok::<(), tabia_darkchess::ReadRecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The first position and that after each turn: one more than turns.
    positions: Vec<FullPosition>,
    turns: Vec<Turn>,
}

/// Why a text is no game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadRecordError {
    /// The bracket in front is not closed.
    #[error("game {0:?}: the position in front has no closing bracket")]
    NoBracket(String),
    /// The first position cannot be read.
    #[error(transparent)]
    Position(#[from] ReadFullError),
    /// A turn cannot be read or is not legal.
    #[error("turn {number}: {error}")]
    Turn {
        /// From 1.
        number: usize,
        /// What is wrong with it.
        error: Box<ReadTurnError>,
    },
    /// The game was over before this turn.
    #[error("turn {number}, {text:?}: the game is over in {position}")]
    Over {
        /// From 1.
        number: usize,
        /// The turn.
        text: String,
        /// Where.
        position: Box<FullPosition>,
    },
}

impl Record {
    /// A game that begins at a position.
    #[must_use]
    pub fn new(start: FullPosition) -> Record {
        Record {
            positions: vec![start],
            turns: Vec::new(),
        }
    }

    /// Where the game stands.
    #[must_use]
    pub fn position(&self) -> &FullPosition {
        self.positions.last().expect("the first is never removed")
    }

    /// The positions from the first to the last.
    #[must_use]
    pub fn positions(&self) -> &[FullPosition] {
        &self.positions
    }

    /// The turns so far.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// Adds a turn that is legal in a game that goes on.
    pub fn push(&mut self, turn: Turn) {
        debug_assert_eq!(self.position().end(), None);
        let next = self.position().after(turn);
        self.positions.push(next);
        self.turns.push(turn);
    }

    /// Takes the last turn back, and returns it.
    pub fn pop(&mut self) -> Option<Turn> {
        let turn = self.turns.pop()?;
        self.positions.pop();
        Some(turn)
    }

    /// How the game has ended, or `None` while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.position().end()
    }

    /// The colour of the player who has, or had, the first turn; `None` while
    /// nothing is flipped.
    #[must_use]
    pub fn first(&self) -> Option<Side> {
        self.positions[0]
            .to_move()
            .or_else(|| Some(self.positions.get(1)?.to_move()?.other()))
    }

    /// Whether the player who had the first turn of this record moves next.
    #[must_use]
    pub fn is_firsts_turn(&self) -> bool {
        self.turns.len().is_multiple_of(2)
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let from_start = self.positions[0] == FullPosition::START;
        if !from_start {
            write!(f, "[{}]", self.positions[0])?;
        }
        for (i, (position, &turn)) in self.positions.iter().zip(&self.turns).enumerate() {
            let before = match (i, from_start) {
                (0, true) => "",
                (0, false) => " ",
                (i, _) if i % 2 == 0 => "; ",
                _ => " ",
            };
            write!(f, "{before}{}", position.write_turn(turn))?;
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = ReadRecordError;

    fn from_str(text: &str) -> Result<Record, ReadRecordError> {
        let (start, turns) = match text.trim_start().strip_prefix('[') {
            None => (FullPosition::START, text),
            Some(rest) => {
                let (position, turns) = rest
                    .split_once(']')
                    .ok_or_else(|| ReadRecordError::NoBracket(text.to_owned()))?;
                (position.parse()?, turns)
            }
        };
        let mut record = Record::new(start);
        let words = turns
            .split(|c: char| c.is_whitespace() || c == ';')
            .filter(|word| !word.is_empty());
        for (number, word) in (1..).zip(words) {
            if record.end().is_some() {
                return Err(ReadRecordError::Over {
                    number,
                    text: word.to_owned(),
                    position: Box::new(*record.position()),
                });
            }
            let turn =
                record
                    .position()
                    .read_turn(word)
                    .map_err(|error| ReadRecordError::Turn {
                        number,
                        error: Box::new(error),
                    })?;
            record.push(turn);
        }
        Ok(record)
    }
}
