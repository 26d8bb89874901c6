//! The solver's board: what each line still can become.
//!
//! Four pieces make a line when they share the value of a property. Eight
//! *values*, the two of each property, fit one byte: bit `i` says that
//! property `i` is present, bit `4 + i` that it is absent. A line is two bytes:
//! the values common to its pieces, and their number. Placing a piece
//! intersects the first and adds one to the second, for the lines through the
//! cell. A line with three pieces is *hot* in its common values: whoever is
//! given a piece with one of them can complete it. A full line has no common
//! value, or the game would be over; so a line with common values is one that
//! can still be completed.

use crate::bytes::Bytes;
use crate::canonical::SPREAD;
use crate::{Position, Rules};

/// Constants of one rule set.
pub(crate) struct Tables<V> {
    /// 0xff for the lines through each cell.
    through: [V; 16],
    /// Values of each piece in every byte.
    values: [V; 16],
    /// Pieces that have none of these values.
    safe: [u16; 256],
    /// The cells of any of the lines 0..10, and of any of the lines 10...
    cover: [Vec<u16>; 2],
    /// Common values of an empty line, 0 past the last line.
    start: V,
    /// Pieces on an empty line, 4 past the last line.
    start_count: V,
    /// Pieces with the same counted properties, for each piece.
    alike: [u16; 16],
    counted: u8,
}

/// How many lines the first table of `Tables::cover` is for.
const FIRST_LINES: usize = 10;

impl<V: Bytes> Tables<V> {
    pub(crate) fn new(rules: &Rules) -> Self {
        let lines = rules.line_masks();
        let counted = rules.counted();
        let row = |f: &dyn Fn(usize) -> u8| V::load(&std::array::from_fn(f));
        let cover = |lines: &[u16]| {
            (0..1usize << lines.len())
                .map(|set| {
                    (0..lines.len())
                        .filter(|line| set >> line & 1 != 0)
                        .fold(0, |cells, line| cells | lines[line])
                })
                .collect()
        };
        Tables {
            through: std::array::from_fn(|cell| {
                row(&|i| {
                    lines
                        .get(i)
                        .map_or(0, |&line| if line >> cell & 1 != 0 { 0xff } else { 0 })
                })
            }),
            values: std::array::from_fn(|piece| V::splat(values_of(piece, counted))),
            safe: std::array::from_fn(|hot| {
                (0..16)
                    .filter(|&piece| values_of(piece, counted) & hot as u8 == 0)
                    .fold(0, |set, piece| set | 1 << piece)
            }),
            cover: [cover(&lines[..FIRST_LINES]), cover(&lines[FIRST_LINES..])],
            start: row(&|i| {
                if i < lines.len() {
                    counted | counted << 4
                } else {
                    0
                }
            }),
            start_count: row(&|i| if i < lines.len() { 0 } else { 4 }),
            alike: std::array::from_fn(|piece| {
                (0..16)
                    .filter(|other| (piece ^ other) as u8 & counted == 0)
                    .fold(0, |set, other| set | 1 << other)
            }),
            counted,
        }
    }

    /// Pieces that complete no line hot in `hot`.
    #[inline(always)]
    pub(crate) fn safe(&self, hot: u8) -> u16 {
        self.safe[usize::from(hot)]
    }

    /// The cells of the lines whose bits are set in `lines`.
    #[inline(always)]
    fn cover(&self, lines: u32) -> u16 {
        let first = self.cover[0][lines as usize & ((1 << FIRST_LINES) - 1)];
        if self.cover[1].len() == 1 {
            first
        } else {
            first | self.cover[1][(lines >> FIRST_LINES) as usize]
        }
    }

    /// `pieces` without those that are like an earlier one in all that counts.
    #[inline(always)]
    pub(crate) fn distinct(&self, pieces: u16) -> u16 {
        if self.counted == 0b1111 {
            return pieces;
        }
        let (mut rest, mut chosen) = (pieces, 0);
        while rest != 0 {
            let piece = rest.trailing_zeros() as usize;
            chosen |= 1 << piece;
            rest &= !self.alike[piece];
        }
        chosen
    }
}

/// The values of a piece, as the bits of a byte.
fn values_of(piece: usize, counted: u8) -> u8 {
    let piece = piece as u8;
    piece & counted | (!piece & counted) << 4
}

/// A board without a complete line, and the pieces that are nowhere yet.
#[derive(Clone, Copy)]
pub(crate) struct Board<V> {
    common: V,
    count: V,
    /// The four property masks, sixteen bits each.
    pub(crate) lanes: u64,
    pub(crate) occupied: u16,
    /// Pieces neither on the board nor in hand.
    pub(crate) rest: u16,
}

/// What placing one piece would do, cell by cell.
#[derive(Clone, Copy)]
pub(crate) struct Outlook<V> {
    /// Lines with three pieces: values hot now, hot still unless filled.
    three: V,
    /// Lines with two: values hot as soon as the piece joins them.
    two: V,
}

impl<V: Bytes> Board<V> {
    /// The board of `position`; its hand is not in `rest`.
    pub(crate) fn of(position: &Position, tables: &Tables<V>) -> Self {
        let mut board = Board {
            common: tables.start,
            count: tables.start_count,
            lanes: 0,
            occupied: 0,
            rest: position.remaining().0,
        };
        for square in crate::Square::all() {
            if let Some(piece) = position.piece_at(square) {
                board = board.place(tables, square.index(), piece.index());
            }
        }
        board
    }

    /// How many pieces stand on the board.
    #[inline(always)]
    pub(crate) fn placed(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// The same board once `piece` has been given.
    #[inline(always)]
    pub(crate) fn without(&self, piece: usize) -> Self {
        Board {
            rest: self.rest & !(1 << piece),
            ..*self
        }
    }

    /// The cells still free.
    #[inline(always)]
    pub(crate) fn empty(&self) -> u16 {
        !self.occupied
    }

    /// The board after `piece` has come to `cell`.
    #[inline(always)]
    pub(crate) fn place(&self, tables: &Tables<V>, cell: usize, piece: usize) -> Self {
        let through = tables.through[cell & 15];
        Board {
            common: self.common.outside(through)
                | (self.common & through & tables.values[piece & 15]),
            count: self.count.minus(through),
            lanes: self.lanes | SPREAD[piece & 15] << cell,
            occupied: self.occupied | 1 << cell,
            rest: self.rest,
        }
    }

    /// The values that complete a line somewhere.
    #[inline(always)]
    pub(crate) fn hot(&self) -> u8 {
        (self.common & self.count.equals(3)).union()
    }

    /// Whether no line can be completed any more.
    #[inline(always)]
    pub(crate) fn is_dead(&self) -> bool {
        self.common.nonzero() == 0
    }

    /// Prepares `hot_after` for `piece`, which completes nothing now.
    #[inline(always)]
    pub(crate) fn outlook(&self, tables: &Tables<V>, piece: usize) -> Outlook<V> {
        Outlook {
            three: self.common & self.count.equals(3),
            two: self.common & self.count.equals(2) & tables.values[piece & 15],
        }
    }

    /// Whether `piece` could complete a line on two or more of the empty
    /// cells if the others helped.
    #[inline(always)]
    pub(crate) fn threatens_twice(&self, tables: &Tables<V>, piece: usize) -> bool {
        let lines = (self.common & tables.values[piece & 15]).nonzero();
        let cells = tables.cover(lines) & self.empty();
        cells & cells.wrapping_sub(1) != 0
    }

    /// The empty cells on which `piece` completes a line.
    pub(crate) fn completes(&self, tables: &Tables<V>, piece: usize) -> u16 {
        let lines = (self.common & self.count.equals(3) & tables.values[piece & 15]).nonzero();
        tables.cover(lines) & self.empty()
    }
}

impl<V: Bytes> Outlook<V> {
    /// The hot values once the piece is on `cell`.
    #[inline(always)]
    pub(crate) fn hot_after(&self, tables: &Tables<V>, cell: usize) -> u8 {
        let through = tables.through[cell & 15];
        (self.three.outside(through) | (self.two & through)).union()
    }
}
