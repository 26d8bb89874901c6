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
    /// The lowest bit of each line that there is.
    all: u64,
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
            all: ONES & ((1 << (3 * lines.len())) - 1),
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

    /// Whether no line can be completed any more, so that the game is drawn.
    ///
    /// A line is alive as long as its pieces share a counted property and
    /// enough pieces with that property are left for its empty cells. Each
    /// line is looked at by itself, so positions that are drawn for want of
    /// pieces for two lines at once are not recognised.
    #[inline]
    pub fn is_dead(&self, position: &Position) -> bool {
        let occupied = self.on_lines(position.occupied());
        let left = Pieces(!position.on_board().0);
        for (property, sharing) in SHARING.iter().enumerate().take(self.properties) {
            let with = self.on_lines(position.with_property(property));
            let without = occupied - with;
            for (others, sharing) in [with, without].into_iter().zip(sharing) {
                let supply = Pieces(left.0 & sharing).len();
                let alive = !at_least(others, 1) & at_least(occupied, 4 - supply.min(4));
                if alive & self.all != 0 {
                    return false;
                }
            }
        }
        true
    }

    /// The empty cells on which `piece` completes a line.
    #[inline]
    pub fn completing_cells(&self, position: &Position, piece: Piece) -> u16 {
        position.empty_squares().fold(0, |cells, square| {
            let mut after = *position;
            after.put(square, piece);
            cells | u16::from(self.is_complete(&after)) << square.index()
        })
    }
}

/// The lines that hold exactly three: 3 is `0b011` and 4 is `0b100`, so the
/// two low bits are both set only for 3. Only the lowest bits mean anything.
#[inline]
fn three(counts: u64) -> u64 {
    counts & counts >> 1
}

/// The lines that hold `n` or more, for `n` up to 4. Only the lowest bits mean
/// anything.
#[inline]
fn at_least(counts: u64, n: usize) -> u64 {
    let [one, two, four] = [counts, counts >> 1, counts >> 2];
    match n {
        0 => ONES,
        1 => one | two | four,
        2 => two | four,
        3 => one & two | four,
        _ => four,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Move, testing};

    #[test]
    fn a_position_is_dead_if_each_line_lacks_pieces_or_a_shared_property() {
        let seed = 0xdead;
        let mut dead = 0;
        for rules in testing::all_rules() {
            let lines = Lines::new(&rules);
            for position in testing::random_positions(&rules, 40, seed) {
                let alive = rules.line_masks().into_iter().any(|line| {
                    let on_line: Vec<Piece> = crate::Square::all()
                        .filter(|cell| line >> cell.index() & 1 != 0)
                        .filter_map(|cell| position.piece_at(cell))
                        .collect();
                    (0..rules.properties()).any(|property| {
                        [0, 1].into_iter().any(|value| {
                            let has = |piece: &Piece| piece.bits() >> property & 1 == value;
                            let left = Pieces(!position.on_board().0).filter(has).count();
                            on_line.iter().all(has)
                                && left + on_line.len() >= 4
                                && on_line.len() < 4
                        })
                    })
                });
                dead += u32::from(!alive);
                assert_eq!(
                    lines.is_dead(&position),
                    !alive,
                    "{position} under {rules}, seed {seed:#x}"
                );
            }
        }
        assert!(dead > 100, "the sample holds dead positions: {dead}");
    }

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
                let ends = position.empty_squares().fold(0, |cells, square| {
                    let after = position.after(Move::Place(square)).unwrap();
                    cells | u16::from(after.complete_line(&rules).is_some()) << square.index()
                });
                assert_eq!(
                    (
                        lines.completes(&position, piece),
                        lines.completing_cells(&position, piece)
                    ),
                    (ends != 0, ends),
                    "{position} under {rules}, seed {seed:#x}"
                );
            }
        }
    }
}
