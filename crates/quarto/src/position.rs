//! Positions and their text.

use std::fmt;

use crate::{Piece, Pieces, Rules, Square};

/// The board and the piece in hand.
///
/// With a piece in hand the side to move places it; without one it must give
/// one, or the game is over. Whose turn it is follows from the number of
/// pieces placed. The text is sixteen cells row by row, a hex digit or `.`,
/// then a slash and the piece in hand or `-`:
///
/// ```
/// use tabia_quarto::{Position, Rules};
/// let position = Position::read("0d4.15....96..87/b", &Rules::lines())?;
/// assert_eq!(position.placed(), 9);
/// assert_eq!(position.to_string(), "0d4.15....96..87/b");
/// # Ok::<(), tabia_quarto::ReadPositionError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    occupied: u16,
    /// Cells whose piece has property `i`, for each of the four.
    with_property: [u16; 4],
    on_board: Pieces,
    hand: Option<Piece>,
}

/// Why a text is not a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadPositionError {
    /// Not sixteen cells, a slash and a hand.
    #[error(
        "`{text}` is not a position: expected 16 cells, `/` and the piece in hand or `-`, found {found}"
    )]
    Form {
        /// The whole text.
        text: String,
        /// What was there instead.
        found: String,
    },
    /// A cell that is neither a hex digit nor `.`.
    #[error("cell {cell} holds `{found}`: expected a hex digit or `.`")]
    Cell {
        /// The cell.
        cell: Square,
        /// What it holds.
        found: char,
    },
    /// A hand that is neither a hex digit nor `-`.
    #[error("the piece in hand is `{0}`: expected a hex digit or `-`")]
    Hand(String),
    /// One piece on two cells.
    #[error("piece {piece} is on {first} and again on {second}")]
    Twice {
        /// The piece.
        piece: Piece,
        /// Where it stands first.
        first: Square,
        /// Where it stands again.
        second: Square,
    },
    /// The piece in hand is on the board.
    #[error("piece {piece} is in hand but stands on {cell}")]
    HandOnBoard {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        cell: Square,
    },
    /// Somebody has completed a line already.
    #[error("the game is over: {} share a property", Cells(*.line))]
    Complete {
        /// The cells of the line.
        line: u16,
    },
}

/// Shows a set of cells as `a1 b1 c1 d1`.
struct Cells(u16);

impl fmt::Display for Cells {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = Square::all()
            .filter(|cell| self.0 >> cell.index() & 1 != 0)
            .map(|cell| cell.to_string())
            .collect();
        f.write_str(&names.join(" "))
    }
}

impl Default for Position {
    fn default() -> Self {
        Position::EMPTY
    }
}

impl Position {
    /// The start of the game: nothing placed, nothing in hand.
    pub const EMPTY: Position = Position {
        occupied: 0,
        with_property: [0; 4],
        on_board: Pieces(0),
        hand: None,
    };

    /// How many pieces stand on the board.
    pub fn placed(&self) -> usize {
        self.on_board.len()
    }

    /// The piece to place, if one has been given.
    pub fn hand(&self) -> Option<Piece> {
        self.hand
    }

    /// The occupied cells, one bit each.
    pub fn occupied(&self) -> u16 {
        self.occupied
    }

    /// The cells whose piece has property `bit`.
    pub fn with_property(&self, bit: usize) -> u16 {
        self.with_property[bit]
    }

    /// The pieces on the board.
    pub fn on_board(&self) -> Pieces {
        self.on_board
    }

    /// The pieces that can still be given: neither on the board nor in hand.
    pub fn remaining(&self) -> Pieces {
        let rest = Pieces(!self.on_board.0);
        self.hand.map_or(rest, |piece| rest.without(piece))
    }

    /// The empty cells.
    pub fn empty_squares(&self) -> impl Iterator<Item = Square> + use<> {
        let occupied = self.occupied;
        Square::all().filter(move |cell| occupied >> cell.index() & 1 == 0)
    }

    /// What stands on `square`.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let bit = square.index();
        (self.occupied >> bit & 1 != 0).then(|| {
            let bits = (0..4).fold(0, |bits, property| {
                bits | (self.with_property[property] >> bit & 1) << property
            });
            Piece::new(bits as u8)
        })
    }

    /// Puts `piece` on the empty `square`; the hand is left alone.
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        debug_assert!(
            self.occupied >> square.index() & 1 == 0,
            "{square} is taken"
        );
        debug_assert!(!self.on_board.contains(piece), "{piece} is on the board");
        self.occupied |= 1 << square.index();
        for (property, cells) in self.with_property.iter_mut().enumerate() {
            *cells |= u16::from(piece.bits() >> property & 1) << square.index();
        }
        self.on_board = self.on_board.with(piece);
    }

    /// Places the piece in hand on `square`.
    pub(crate) fn place(&mut self, square: Square) {
        let piece = self.hand.take().expect("a piece in hand");
        self.put(square, piece);
    }

    /// Gives `piece` to the opponent.
    pub(crate) fn give(&mut self, piece: Piece) {
        debug_assert!(self.hand.is_none() && !self.on_board.contains(piece));
        self.hand = Some(piece);
    }

    /// The position after `turn`, if it is possible here: the square empty
    /// and a piece in hand, or the piece free and the hand empty.
    pub fn after(&self, turn: crate::Move) -> Option<Position> {
        let mut next = *self;
        match (turn, self.hand) {
            (crate::Move::Place(square), Some(_)) if self.piece_at(square).is_none() => {
                next.place(square);
            }
            (crate::Move::Give(piece), None) if self.remaining().contains(piece) => {
                next.give(piece);
            }
            _ => return None,
        }
        Some(next)
    }

    /// The position in which the piece on `square` was in hand, whatever has
    /// been given since.
    pub(crate) fn before(&self, square: Square) -> Option<Position> {
        let piece = self.piece_at(square)?;
        let cell = 1 << square.index();
        Some(Position {
            occupied: self.occupied & !cell,
            with_property: self.with_property.map(|cells| cells & !cell),
            on_board: self.on_board.without(piece),
            hand: Some(piece),
        })
    }

    /// The first line whose four pieces share a counted property, if any.
    pub fn complete_line(&self, rules: &Rules) -> Option<u16> {
        rules.line_masks().into_iter().find(|&line| {
            self.occupied & line == line
                && (0..usize::from(rules.properties())).any(|property| {
                    let with = self.with_property[property] & line;
                    with == line || with == 0
                })
        })
    }

    /// Reads a position text and refuses what cannot be on a board while the
    /// game goes on.
    pub fn read(text: &str, rules: &Rules) -> Result<Position, ReadPositionError> {
        let form = |found: String| ReadPositionError::Form {
            text: text.to_owned(),
            found,
        };
        let (cells, hand) = text
            .split_once('/')
            .ok_or_else(|| form("no `/`".to_owned()))?;
        let count = cells.chars().count();
        if count != 16 {
            return Err(form(format!("{count} cells")));
        }
        let mut position = Position::EMPTY;
        for (cell, found) in Square::all().zip(cells.chars()) {
            if found == '.' {
                continue;
            }
            let piece = Piece::read(found.encode_utf8(&mut [0; 4]))
                .ok_or(ReadPositionError::Cell { cell, found })?;
            if let Some(first) = position.square_of(piece) {
                return Err(ReadPositionError::Twice {
                    piece,
                    first,
                    second: cell,
                });
            }
            position.put(cell, piece);
        }
        if hand != "-" {
            let piece = Piece::read(hand).ok_or_else(|| ReadPositionError::Hand(hand.into()))?;
            if let Some(cell) = position.square_of(piece) {
                return Err(ReadPositionError::HandOnBoard { piece, cell });
            }
            position.hand = Some(piece);
        }
        match position.complete_line(rules) {
            Some(line) => Err(ReadPositionError::Complete { line }),
            None => Ok(position),
        }
    }

    /// Where `piece` stands.
    fn square_of(&self, piece: Piece) -> Option<Square> {
        Square::all().find(|&cell| self.piece_at(cell) == Some(piece))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for cell in Square::all() {
            match self.piece_at(cell) {
                Some(piece) => write!(f, "{piece}")?,
                None => f.write_str(".")?,
            }
        }
        match self.hand {
            Some(piece) => write!(f, "/{piece}"),
            None => f.write_str("/-"),
        }
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
