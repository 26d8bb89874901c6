//! Squares and pieces, and sets of pieces.

use std::fmt;

/// A cell of the board, 0 to 15, row by row; `a1` is the top left one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// A piece, 0 to 15: bit 0 size, bit 1 colour, bit 2 shape, bit 3 hollow.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece(u8);

/// A set of pieces, one bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Pieces(pub u16);

impl Square {
    /// The cell with this index, row by row.
    ///
    /// # Panics
    /// If `index` is 16 or more.
    pub fn new(index: u8) -> Square {
        assert!(index < 16, "cell {index} is off the board");
        Square(index)
    }

    /// The index, row by row.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// All sixteen cells.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..16).map(Square)
    }

    /// Reads `a1` to `d4`.
    pub fn read(text: &str) -> Option<Square> {
        let &[column, row] = text.as_bytes() else {
            return None;
        };
        let column = column.to_ascii_lowercase().wrapping_sub(b'a');
        let row = row.wrapping_sub(b'1');
        (column < 4 && row < 4).then(|| Square(row * 4 + column))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.0 % 4) as char, self.0 / 4 + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Piece {
    /// The piece with this index.
    ///
    /// # Panics
    /// If `index` is 16 or more.
    pub fn new(index: u8) -> Piece {
        assert!(index < 16, "there is no piece {index}");
        Piece(index)
    }

    /// The index, which is also the four property bits.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The four property bits.
    pub fn bits(self) -> u8 {
        self.0
    }

    /// Reads one hex digit, as in a position text.
    pub fn read(text: &str) -> Option<Piece> {
        let &[digit] = text.as_bytes() else {
            return None;
        };
        Some(Piece((digit as char).to_digit(16)? as u8))
    }

    /// The properties in words, for people: `large dark round solid`.
    pub fn describe(self) -> String {
        let words = [
            ["small", "large"],
            ["light", "dark"],
            ["round", "square"],
            ["solid", "hollow"],
        ];
        let chosen: Vec<&str> = (0..4)
            .map(|bit| words[bit][usize::from(self.0 >> bit & 1)])
            .collect();
        chosen.join(" ")
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:x}", self.0)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Pieces {
    /// All sixteen pieces.
    pub const ALL: Pieces = Pieces(0xffff);

    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `piece` is among them.
    pub fn contains(self, piece: Piece) -> bool {
        self.0 >> piece.0 & 1 != 0
    }

    /// These and `piece`.
    pub fn with(self, piece: Piece) -> Pieces {
        Pieces(self.0 | 1 << piece.0)
    }

    /// These but for `piece`.
    pub fn without(self, piece: Piece) -> Pieces {
        Pieces(self.0 & !(1 << piece.0))
    }
}

impl Iterator for Pieces {
    type Item = Piece;

    fn next(&mut self) -> Option<Piece> {
        if self.0 == 0 {
            return None;
        }
        let piece = Piece(self.0.trailing_zeros() as u8);
        self.0 &= self.0 - 1;
        Some(piece)
    }
}

impl fmt::Debug for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}
