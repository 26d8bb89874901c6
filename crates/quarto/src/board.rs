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

use crate::bytes::{Bytes, GROUP, Places};
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
    /// For each cell its line's byte in each group of lines.
    places: [[Places; GROUP]; 2],
    /// The cells of any of eight lines.
    cover: [[u16; 256]; 4],
    /// Common values of an empty line, 0 where there is no line.
    start: V,
    /// Pieces on an empty line, 4 where there is no line.
    start_count: V,
    /// Pieces with the same counted properties, for each piece.
    alike: [u16; 16],
    counted: u8,
}

impl<V: Bytes> Tables<V> {
    pub(crate) fn new(rules: &Rules) -> Self {
        let lines = in_groups(&rules.line_masks());
        assert!(lines[V::LINES..].iter().all(|&line| line == 0));
        let counted = rules.counted();
        let row = |f: &dyn Fn(u16) -> u8| V::load(&lines.map(f));
        let on = |line: u16, cell: usize| line >> cell & 1 != 0;
        Tables {
            through: std::array::from_fn(|cell| row(&|line| if on(line, cell) { 0xff } else { 0 })),
            places: [0, 16].map(|from| {
                [0, 4, 8, 12].map(|group| {
                    std::array::from_fn(|cell| {
                        let lines = &lines[from + group..][..GROUP];
                        let line = lines.iter().position(|&line| on(line, cell));
                        let none = || lines.iter().position(|&line| line == 0);
                        let place = line.or_else(none).expect("four lines fill the board");
                        (group + place) as u8
                    })
                })
            }),
            values: std::array::from_fn(|piece| V::splat(values_of(piece, counted))),
            safe: std::array::from_fn(|hot| {
                (0..16)
                    .filter(|&piece| values_of(piece, counted) & hot as u8 == 0)
                    .fold(0, |set, piece| set | 1 << piece)
            }),
            cover: std::array::from_fn(|eight| {
                std::array::from_fn(|set| {
                    (0..8)
                        .filter(|line| set >> line & 1 != 0)
                        .fold(0, |cells, line| cells | lines[8 * eight + line])
                })
            }),
            start: row(&|line| if line == 0 { 0 } else { counted | counted << 4 }),
            start_count: row(&|line| if line == 0 { 4 } else { 0 }),
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
        (0..V::LINES / 8).fold(0, |cells, eight| {
            cells | self.cover[eight][(lines >> (8 * eight)) as usize & 0xff]
        })
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

/// The lines in groups of four that have no cell in common, 0 in the gaps.
fn in_groups(lines: &[u16]) -> [u16; 32] {
    let mut grouped = [0; 32];
    for &line in lines {
        let group = grouped
            .chunks_mut(GROUP)
            .find(|group| group.contains(&0) && group.iter().all(|other| other & line == 0))
            .expect("room for every line");
        let gap = group.iter().position(|&other| other == 0);
        group[gap.expect("a gap")] = line;
    }
    grouped
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

    /// The values hot once `piece`, which completes nothing now, is on each
    /// of the cells. What is said of occupied cells means nothing.
    #[inline(always)]
    pub(crate) fn hot_after(&self, tables: &Tables<V>, piece: usize) -> [u8; 16] {
        // Lines with three pieces stay hot unless filled; lines with two
        // become so when the piece joins them.
        let three = self.common & self.count.equals(3);
        let two = self.common & self.count.equals(2) & tables.values[piece & 15];
        V::everywhere(three, two, &tables.places)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bytes::{Narrow, Wide, is_fast};
    use crate::{Shape, random_position};
    use tabia_kernel::random::Seeded;

    /// Hot values asked for all cells at once against placing and looking.
    fn check<V: Bytes>(rules: &Rules) {
        let tables = Tables::<V>::new(rules);
        let mut compared = 0;
        println!("seed 7");
        let mut random = Seeded::new(7);
        for placed in [2, 4, 6, 8] {
            for _ in 0..50 {
                let position = random_position(rules, placed, &mut random).expect("a position");
                let hand = position.hand().expect("a piece in hand").index();
                let board = Board::of(&position, &tables);
                let hot = board.hot_after(&tables, hand);
                for cell in (0..16).filter(|cell| board.empty() >> cell & 1 != 0) {
                    assert_eq!(hot[cell], board.place(&tables, cell, hand).hot());
                    compared += 1;
                }
            }
        }
        assert!(compared > 1_000, "only {compared} cells compared");
    }

    #[test]
    fn all_cells_at_once_are_as_hot_as_one_by_one() {
        for properties in [2, 4] {
            for shape in [Shape::Lines, Shape::Torus] {
                let rules = Rules::new(shape, properties, false).expect("rules");
                check::<Narrow<false>>(&rules);
                check::<Wide<false>>(&rules);
                if is_fast() {
                    check::<Narrow<true>>(&rules);
                    check::<Wide<true>>(&rules);
                }
            }
            let rules = Rules::new(Shape::Squares, properties, false).expect("rules");
            check::<Wide<false>>(&rules);
            if is_fast() {
                check::<Wide<true>>(&rules);
            }
        }
    }

    #[test]
    fn lines_of_a_group_have_no_cell_in_common() {
        for shape in [Shape::Lines, Shape::Torus, Shape::Squares] {
            let rules = Rules::new(shape, 4, false).expect("rules");
            let grouped = in_groups(&rules.line_masks());
            for group in grouped.chunks(GROUP) {
                let cells: u32 = group.iter().map(|line| line.count_ones()).sum();
                let union = group.iter().fold(0, |union, line| union | line);
                assert_eq!(cells, union.count_ones());
            }
            let mut lines: Vec<u16> = grouped.into_iter().filter(|&line| line != 0).collect();
            let mut given = rules.line_masks();
            lines.sort_unstable();
            given.sort_unstable();
            assert_eq!(lines, given);
        }
    }
}
