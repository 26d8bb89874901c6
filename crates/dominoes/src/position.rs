//! Positions and their text.

use std::fmt;

use tabia_kernel::rules::Side;

use crate::{Tile, Tiles};

/// Two open hands, the two ends of the chain, and who moves.
///
/// The ends are in no order, like the halves of a tile. The text is the first
/// hand, the second hand, the ends and the mover:
///
/// ```
/// use tabia_dominoes::Position;
/// let position = Position::read("01 12 | 33 45 | 0-5 first")?;
/// assert_eq!(position.ends().to_string(), "05");
/// assert_eq!(position.to_string(), "01 12 | 33 45 | 0-5 first");
/// # Ok::<(), tabia_dominoes::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) hands: [Tiles; 2],
    pub(crate) ends: Tile,
    pub(crate) to_move: Side,
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadPositionError {
    /// Not three parts.
    #[error(
        "`{text}` has {found} parts separated by `|`: expected three, as in `01 12 | 33 45 | 0-5 first`"
    )]
    Parts {
        /// The whole text.
        text: String,
        /// How many there are.
        found: usize,
    },
    /// A word in a hand that is no tile.
    #[error("`{text}` in the {hand} hand is not a tile: expected two digits from 0 to 6")]
    Tile {
        /// The word.
        text: String,
        /// `first` or `second`.
        hand: &'static str,
    },
    /// One tile in two places.
    #[error("tile {tile} is in the {first} hand and again in the {second}")]
    Twice {
        /// The tile.
        tile: Tile,
        /// `first` or `second`.
        first: &'static str,
        /// `first` or `second`.
        second: &'static str,
    },
    /// A third part without two words.
    #[error("`{0}` does not tell the ends and who moves: expected such as `0-5 first`")]
    Table(String),
    /// Ends that are no two numbers.
    #[error("`{0}` are no ends of a chain: expected two numbers from 0 to 6, as in `0-5`")]
    Ends(String),
    /// A mover that is nobody.
    #[error("`{0}` cannot move: expected `first` or `second`")]
    Mover(String),
    /// Both hands empty: the game would have ended before.
    #[error("both hands are empty: the game ends with the first empty hand")]
    Empty,
}

const NAMES: [&str; 2] = ["first", "second"];

impl Position {
    /// A position, if no tile is in both hands and not both are empty.
    #[must_use]
    pub fn new(hands: [Tiles; 2], ends: Tile, to_move: Side) -> Option<Position> {
        let [first, second] = hands.map(Tiles::bits);
        let possible = first & second == 0 && first | second != 0;
        possible.then_some(Position {
            hands,
            ends,
            to_move,
        })
    }

    /// The tiles of a side.
    #[must_use]
    pub fn hand(&self, side: Side) -> Tiles {
        self.hands[side as usize]
    }

    /// The two open ends, as the tile that shows them.
    #[must_use]
    pub fn ends(&self) -> Tile {
        self.ends
    }

    /// Who moves.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// Whether `side` has a tile that fits.
    #[must_use]
    #[inline]
    pub fn can_play(&self, side: Side) -> bool {
        let (a, b) = self.ends.halves();
        let hand = self.hand(side);
        !hand.showing(a).is_empty() || !hand.showing(b).is_empty()
    }

    /// Reads what [`Display`](fmt::Display) writes.
    pub fn read(text: &str) -> Result<Position, ReadPositionError> {
        let parts: Vec<&str> = text.split('|').collect();
        let &[first, second, table] = &parts[..] else {
            return Err(ReadPositionError::Parts {
                text: text.to_owned(),
                found: parts.len(),
            });
        };
        let mut hands = [Tiles::NONE; 2];
        for (at, text) in [first, second].into_iter().enumerate() {
            for word in text.split_whitespace() {
                let tile = Tile::read(word).ok_or_else(|| ReadPositionError::Tile {
                    text: word.to_owned(),
                    hand: NAMES[at],
                })?;
                if let Some(before) = hands.iter().position(|hand| hand.contains(tile)) {
                    return Err(ReadPositionError::Twice {
                        tile,
                        first: NAMES[before],
                        second: NAMES[at],
                    });
                }
                hands[at] = hands[at].with(tile);
            }
        }
        let words: Vec<&str> = table.split_whitespace().collect();
        let &[ends, mover] = &words[..] else {
            return Err(ReadPositionError::Table(table.trim().to_owned()));
        };
        let tile = ends
            .split_once('-')
            .filter(|(a, b)| a.len() == 1 && b.len() == 1)
            .and_then(|(a, b)| Tile::read(&format!("{a}{b}")))
            .ok_or_else(|| ReadPositionError::Ends(ends.to_owned()))?;
        let to_move = match mover {
            "first" => Side::First,
            "second" => Side::Second,
            _ => return Err(ReadPositionError::Mover(mover.to_owned())),
        };
        Position::new(hands, tile, to_move).ok_or(ReadPositionError::Empty)
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.hands;
        let (a, b) = self.ends.halves();
        let mover = NAMES[self.to_move as usize];
        write!(f, "{first} | {second} | {a}-{b} {mover}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_written_as_they_are_read() {
        for text in ["01 12 | 33 45 | 0-5 first", " | 06 | 3-3 second"] {
            assert_eq!(Position::read(text).unwrap().to_string(), text);
        }
        let turned = Position::read("21 10|54 33|5-0 first").unwrap();
        assert_eq!(turned.to_string(), "01 12 | 33 45 | 0-5 first");
    }

    #[test]
    fn errors_name_the_offending_text() {
        let complaint = |text: &str| Position::read(text).unwrap_err().to_string();
        assert_eq!(
            complaint("01 | 0-5 first"),
            "`01 | 0-5 first` has 2 parts separated by `|`: \
             expected three, as in `01 12 | 33 45 | 0-5 first`"
        );
        assert_eq!(
            complaint("01 | 07 | 0-5 first"),
            "`07` in the second hand is not a tile: expected two digits from 0 to 6"
        );
        assert_eq!(
            complaint("01 | 33 10 | 0-5 first"),
            "tile 01 is in the first hand and again in the second"
        );
        assert_eq!(
            complaint("01 | 33 | 0-5"),
            "`0-5` does not tell the ends and who moves: expected such as `0-5 first`"
        );
        for ends in ["05", "0-7", "0-", "0-55"] {
            let text = format!("01 | 33 | {ends} first");
            assert_eq!(
                complaint(&text),
                format!(
                    "`{ends}` are no ends of a chain: expected two numbers from 0 to 6, as in `0-5`"
                )
            );
        }
        assert_eq!(
            complaint("01 | 33 | 0-5 white"),
            "`white` cannot move: expected `first` or `second`"
        );
        assert_eq!(
            complaint("||0-5 first"),
            "both hands are empty: the game ends with the first empty hand"
        );
    }
}
