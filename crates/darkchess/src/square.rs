//! The board: 32 squares as the bits of a word.
//!
//! Bit `8 r + c` is column `c + 1` of row `a`, `b`, `c` or `d`. A row is a
//! byte, so the flips of the board are one instruction each.

use std::fmt;

/// A square, such as `b5`: row `b`, second from the top, column 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// The square with this number, row by row from `a1`.
    ///
    /// # Panics
    ///
    /// On 32 and above.
    #[must_use]
    pub const fn new(number: u8) -> Square {
        assert!(number < 32, "the board has 32 squares");
        Square(number)
    }

    /// The number, row by row from `a1`.
    #[must_use]
    #[inline]
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// The square of a text such as `b5`.
    #[must_use]
    pub fn of_text(text: &str) -> Option<Square> {
        match *text.as_bytes() {
            [row @ b'a'..=b'd', column @ b'1'..=b'8'] => {
                Some(Square(8 * (row - b'a') + (column - b'1')))
            }
            _ => None,
        }
    }

    #[inline]
    pub(crate) const fn bit(self) -> u32 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let row = char::from(b'a' + self.0 / 8);
        write!(f, "{row}{}", self.0 % 8 + 1)
    }
}

/// The squares of a set, in order.
#[inline]
pub(crate) fn squares(mut set: u32) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let square = Square(set.trailing_zeros() as u8);
            set &= set - 1;
            square
        })
    })
}

const FIRST_COLUMN: u32 = 0x0101_0101;
const LAST_COLUMN: u32 = 0x8080_8080;

/// The squares one step from a set.
#[inline]
pub(crate) const fn beside(set: u32) -> u32 {
    set << 8 | set >> 8 | (set & !LAST_COLUMN) << 1 | (set & !FIRST_COLUMN) >> 1
}

/// The squares one step from each square.
pub(crate) const STEPS: [u32; 32] = {
    let mut steps = [0; 32];
    let mut square = 0;
    while square < 32 {
        steps[square] = beside(1 << square);
        square += 1;
    }
    steps
};

/// The squares seen along each row and column: up, right, down, left, so that
/// squares farther away have smaller numbers in the first and last.
const RAYS: [[u32; 4]; 32] = {
    let mut rays = [[0; 4]; 32];
    let mut square = 0;
    while square < 32 {
        let (row, column) = (square / 8, square % 8);
        let mut other = 0;
        while other < 32 {
            let (r, c) = (other / 8, other % 8);
            let bit = 1 << other;
            if c == column && r < row {
                rays[square][0] |= bit;
            } else if r == row && c > column {
                rays[square][1] |= bit;
            } else if c == column && r > row {
                rays[square][2] |= bit;
            } else if r == row && c < column {
                rays[square][3] |= bit;
            }
            other += 1;
        }
        square += 1;
    }
    rays
};

/// The squares of the row and the column of a square that are not beside it:
/// what a cannon there may ever take.
#[inline]
pub(crate) const fn lines(square: Square) -> u32 {
    let [up, right, down, left] = RAYS[square.number()];
    (up | right | down | left) & !STEPS[square.number()]
}

/// The squares strictly between two of a row or column.
pub(crate) const BETWEEN: [[u32; 32]; 32] = {
    let mut between = [[0; 32]; 32];
    let mut from = 0;
    while from < 32 {
        let mut ray = 0;
        while ray < 4 {
            let mut to = 0;
            while to < 32 {
                if RAYS[from][ray] >> to & 1 == 1 {
                    // Rays come in opposite pairs.
                    between[from][to] = RAYS[from][ray] & RAYS[to][(ray + 2) % 4];
                }
                to += 1;
            }
            ray += 1;
        }
        from += 1;
    }
    between
};

/// Where a jump from `from` over exactly one of the occupied squares lands on
/// an occupied one.
#[inline]
pub(crate) fn jumps(from: Square, occupied: u32) -> u32 {
    let [up, right, down, left] = RAYS[from.number()];
    let mut targets = 0;
    for ray in [right, down] {
        // The second lowest.
        let seen = ray & occupied;
        let behind = seen & seen.wrapping_sub(1);
        targets |= behind & behind.wrapping_neg();
    }
    for ray in [up, left] {
        // The second highest.
        let seen = ray & occupied;
        let behind = seen & !highest(seen);
        targets |= highest(behind);
    }
    targets
}

#[inline]
const fn highest(set: u32) -> u32 {
    if set == 0 {
        0
    } else {
        1 << (31 - set.leading_zeros())
    }
}

/// The symmetries of the board: nothing, top to bottom, left to right, and
/// the half turn. Each is its own inverse, and none but the first leaves any
/// square in place.
pub(crate) const SYMMETRIES: usize = 4;

/// The image of a set under a symmetry.
#[inline]
pub(crate) const fn image(set: u32, symmetry: usize) -> u32 {
    match symmetry {
        0 => set,
        1 => set.swap_bytes(),
        2 => set.reverse_bits().swap_bytes(),
        _ => set.reverse_bits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: &str) -> u32 {
        text.split_whitespace()
            .map(|name| Square::of_text(name).expect("a square").bit())
            .sum()
    }

    #[test]
    fn texts_round_trip() {
        for square in squares(u32::MAX) {
            assert_eq!(Square::of_text(&square.to_string()), Some(square));
        }
        for bad in ["", "a", "a0", "a9", "e1", "B5", "b55", "é"] {
            assert_eq!(Square::of_text(bad), None, "{bad}");
        }
    }

    #[test]
    fn steps_stay_on_the_board() {
        assert_eq!(beside(set("a1")), set("a2 b1"));
        assert_eq!(beside(set("a8")), set("a7 b8"));
        assert_eq!(beside(set("c4")), set("b4 d4 c3 c5"));
        assert_eq!(beside(set("d8")), set("d7 c8"));
    }

    #[test]
    fn jumps_need_exactly_one_piece_between() {
        let from = Square::of_text("b4").expect("a square");
        assert_eq!(jumps(from, set("b4 b5 b6")), set("b6"));
        assert_eq!(jumps(from, set("b4 b6 b8 b1")), set("b8"));
        assert_eq!(jumps(from, set("b4 b3 b2 b1")), set("b2"));
        assert_eq!(jumps(from, set("b4 c4 d4 a4")), set("d4"));
        assert_eq!(jumps(from, set("b4 b5")), 0);
        let from = Square::of_text("d8").expect("a square");
        assert_eq!(jumps(from, set("d8 c8 a8 d1 d2 d3")), set("a8 d2"));
    }

    #[test]
    fn symmetries_are_free_and_keep_steps() {
        for symmetry in 0..SYMMETRIES {
            for square in squares(u32::MAX) {
                let moved = image(square.bit(), symmetry);
                assert_eq!(image(moved, symmetry), square.bit());
                assert_eq!(moved == square.bit(), symmetry == 0);
                assert_eq!(beside(moved), image(beside(square.bit()), symmetry));
            }
        }
        assert_eq!(image(set("a1 b3"), 1), set("d1 c3"));
        assert_eq!(image(set("a1 b3"), 2), set("a8 b6"));
        assert_eq!(image(set("a1 b3"), 3), set("d8 c6"));
    }
}
