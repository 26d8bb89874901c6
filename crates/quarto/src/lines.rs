//! Which lines are complete, which are one piece short, and what follows for
//! the pieces that can be given.

use crate::{Piece, Pieces, Position, Rules};

/// Counts the pieces on every line at once.
///
/// A set of cells is looked up in two halves, and the two counts, three bits a
/// line, are added. There are at most 19 lines of four cells, so 57 bits and
/// no carry from one line into the next.
#[derive(Clone, PartialEq, Eq)]
pub struct Lines {
    counts: [[u64; 256]; 2],
    properties: usize,
}

/// The lowest of the three bits of every line.
const ONES: u64 = 0o111_1111_1111_1111_1111;

/// The pieces without and with each property.
const SHARING: [[u16; 2]; 4] = [
    [0x5555, 0xaaaa],
    [0x3333, 0xcccc],
    [0x0f0f, 0xf0f0],
    [0x00ff, 0xff00],
];

impl Lines {
    /// Prepares the tables, 4 KiB.
    pub fn new(rules: &Rules) -> Lines {
        let lines = rules.line_masks();
        let count = |cells: u16| {
            lines.iter().enumerate().fold(0u64, |counts, (i, line)| {
                counts | u64::from((line & cells).count_ones()) << (3 * i)
            })
        };
        Lines {
            counts: [
                std::array::from_fn(|cells| count(cells as u16)),
                std::array::from_fn(|cells| count((cells as u16) << 8)),
            ],
            properties: usize::from(rules.properties()),
        }
    }

    /// The number of cells of a set on each line, three bits a line.
    #[inline]
    fn on_lines(&self, cells: u16) -> u64 {
        let [low, high] = cells.to_le_bytes();
        self.counts[0][usize::from(low)] + self.counts[1][usize::from(high)]
    }

    /// Whether some line has four pieces that share a counted property.
    #[inline]
    pub fn is_complete(&self, position: &Position) -> bool {
        let occupied = self.on_lines(position.occupied());
        let full = occupied >> 2 & ONES;
        if full == 0 {
            return false;
        }
        let shared = (0..self.properties).fold(0, |shared, property| {
            let with = self.on_lines(position.with_property(property));
            shared | with >> 2 | (occupied - with) >> 2
        });
        shared & full != 0
    }

    /// How many lines have an empty cell and three pieces that share a
    /// counted property.
    #[inline]
    pub fn threats(&self, position: &Position) -> u32 {
        let occupied = self.on_lines(position.occupied());
        let shared = (0..self.properties).fold(0, |shared, property| {
            let with = self.on_lines(position.with_property(property));
            shared | three(with) | three(occupied - with)
        });
        let full = occupied >> 2;
        (shared & !full & ONES).count_ones()
    }

    /// The pieces with which some line can be completed at once, whether or
    /// not they can still be given.
    #[inline]
    pub fn completing(&self, position: &Position) -> Pieces {
        let occupied = self.on_lines(position.occupied());
        let open = !(occupied >> 2) & ONES;
        let mut pieces = 0;
        for (property, sharing) in SHARING.iter().enumerate().take(self.properties) {
            let with = self.on_lines(position.with_property(property));
            for (count, sharing) in [occupied - with, with].into_iter().zip(sharing) {
                if three(count) & open != 0 {
                    pieces |= sharing;
                }
            }
        }
        Pieces(pieces)
    }

    /// Whether `piece` completes a line somewhere on the board.
    #[inline]
    pub fn completes(&self, position: &Position, piece: Piece) -> bool {
        self.completing(position).contains(piece)
    }
}

/// The lines that hold exactly three: 3 is `0b011` and 4 is `0b100`, so the
/// two low bits are both set only for 3. Only the lowest bits mean anything.
#[inline]
fn three(counts: u64) -> u64 {
    counts & counts >> 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, testing};

    #[test]
    fn counts_and_definition_agree_on_complete_lines() {
        let seed = 0x11e5;
        for rules in testing::all_rules() {
            let lines = Lines::new(&rules);
            for position in testing::random_positions(&rules, 40, seed) {
                assert!(!lines.is_complete(&position), "{position}");
                let next = testing::moves(&position);
                for after in next.into_iter().filter_map(|turn| position.after(turn)) {
                    assert_eq!(
                        lines.is_complete(&after),
                        after.complete_line(&rules).is_some(),
                        "{after} under {rules}, seed {seed:#x}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_piece_completes_if_placing_it_somewhere_ends_the_game() {
        let seed = 0xe4d;
        for rules in testing::all_rules() {
            let lines = Lines::new(&rules);
            for position in testing::random_positions(&rules, 40, seed) {
                let Some(piece) = position.hand() else {
                    continue;
                };
                let ends = position.empty_squares().any(|square| {
                    let after = position.after(Move::Place(square)).unwrap();
                    after.complete_line(&rules).is_some()
                });
                assert_eq!(
                    lines.completes(&position, piece),
                    ends,
                    "{position} under {rules}, seed {seed:#x}"
                );
            }
        }
    }
}
