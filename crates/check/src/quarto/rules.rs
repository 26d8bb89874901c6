//! The rule options and what completes a line.

use std::fmt;

use super::position::{Board, cells};

/// Which sets of four cells count as lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Four rows, four columns, two diagonals.
    Lines,
    /// The ten lines and the nine 2×2 squares.
    Squares,
    /// Four rows, four columns and the eight diagonals that wrap around.
    Torus,
}

/// The rule options a certificate speaks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Which sets of four cells count as lines.
    pub family: Family,
    /// How many properties of a piece count: its lowest bits, 1 to 4.
    pub properties: u8,
    /// Whether completing a line loses instead of winning.
    pub misere: bool,
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let family = match self.family {
            Family::Lines => "lines",
            Family::Squares => "squares",
            Family::Torus => "torus",
        };
        let plural = if self.properties == 1 { "y" } else { "ies" };
        write!(f, "{family}, {} propert{plural}", self.properties)?;
        if self.misere {
            write!(f, ", misère")?;
        }
        Ok(())
    }
}

impl Family {
    /// The lines as sets of cells, cell `4 * row + column` being bit that many.
    pub(super) fn lines(self) -> Vec<u16> {
        let line = |cell_of: &dyn Fn(usize) -> usize| {
            (0..4).fold(0u16, |line, step| line | 1 << cell_of(step))
        };
        let mut lines = Vec::new();
        for i in 0..4 {
            lines.push(line(&|step| 4 * i + step));
            lines.push(line(&|step| 4 * step + i));
        }
        let shifts = if self == Family::Torus { 0..4 } else { 0..1 };
        for shift in shifts {
            lines.push(line(&|step| 4 * step + (step + shift) % 4));
            lines.push(line(&|step| 4 * step + (3 - step + shift) % 4));
        }
        if self == Family::Squares {
            for (row, column) in (0..9).map(|i| (i / 3, i % 3)) {
                let corner = 4 * row + column;
                lines.push(line(&|step| corner + 4 * (step / 2) + step % 2));
            }
        }
        lines
    }
}

/// The rules with the tables that answer questions about lines quickly.
pub(super) struct Referee {
    pub(super) rules: Rules,
    /// How many properties count, as a loop bound.
    pub(super) properties: usize,
    /// For every set of cells the cells outside it that would complete a line.
    completing: Box<[u16]>,
    /// Whether a set of cells contains a whole line, as a set of sets.
    whole: Box<[u64]>,
    /// `sharing[p][v]` are the pieces whose property `p` has value `v`.
    sharing: [[u16; 2]; 4],
    /// For every piece all pieces with the same counted properties.
    alike: [u16; 16],
}

impl Referee {
    pub(super) fn new(rules: Rules) -> Referee {
        let mut completing = vec![0u16; 1 << 16].into_boxed_slice();
        let mut whole = vec![0u64; 1 << 10].into_boxed_slice();
        for line in rules.family.lines() {
            // Every superset of the line, as the line and a part of the rest.
            for_each_subset(!line, |rest| {
                let set = line | rest;
                whole[usize::from(set >> 6)] |= 1 << (set & 63);
                for cell in cells(line) {
                    completing[usize::from(set & !(1 << cell))] |= 1 << cell;
                }
            });
        }
        let pieces = |wanted: &dyn Fn(u8) -> bool| {
            (0..16)
                .filter(|&piece| wanted(piece))
                .fold(0, |set, piece| set | 1 << piece)
        };
        let counted = (1u8 << rules.properties) - 1;
        Referee {
            rules,
            properties: usize::from(rules.properties),
            completing,
            whole,
            sharing: std::array::from_fn(|property| {
                std::array::from_fn(|value| {
                    pieces(&|piece| usize::from(piece >> property & 1) == value)
                })
            }),
            alike: std::array::from_fn(|one| pieces(&|other| (one as u8 ^ other) & counted == 0)),
        }
    }

    /// The empty cells where `piece` would complete a line.
    #[inline]
    pub(super) fn completing(&self, board: &Board, piece: u8) -> u16 {
        let mut found = 0;
        for property in 0..self.properties {
            let has = board.has[property];
            let sharers = if piece >> property & 1 == 1 {
                has
            } else {
                board.occupied & !has
            };
            found |= self.completing[usize::from(sharers)];
        }
        found & !board.occupied
    }

    /// The pieces, on the board or not, that complete a line on some empty cell.
    #[inline]
    pub(super) fn completers(&self, board: &Board) -> u16 {
        let empty = !board.occupied;
        let mut found = 0;
        for property in 0..self.properties {
            let has = board.has[property];
            let lacks = board.occupied & !has;
            if self.completing[usize::from(lacks)] & empty != 0 {
                found |= self.sharing[property][0];
            }
            if self.completing[usize::from(has)] & empty != 0 {
                found |= self.sharing[property][1];
            }
        }
        found
    }

    /// Whether some line on the board is complete.
    pub(super) fn is_over(&self, board: &Board) -> bool {
        (0..self.properties).any(|property| {
            let has = board.has[property];
            self.is_whole(has) || self.is_whole(board.occupied & !has)
        })
    }

    /// Whether no line can be completed any more, whatever is placed where.
    #[inline]
    pub(super) fn is_dead(&self, board: &Board) -> bool {
        !(0..self.properties).any(|property| {
            let has = board.has[property];
            self.is_whole(has | !board.occupied) || self.is_whole(!has)
        })
    }

    /// One piece of `set` for each kind: pieces alike in all that counts are
    /// interchangeable.
    #[inline]
    pub(super) fn kinds(&self, set: u16) -> impl Iterator<Item = u8> {
        let mut rest = set;
        std::iter::from_fn(move || {
            let piece = rest.trailing_zeros();
            if piece >= 16 {
                return None;
            }
            rest &= !self.alike[piece as usize];
            Some(piece as u8)
        })
    }

    pub(super) fn are_alike(&self, one: u8, other: u8) -> bool {
        self.alike[usize::from(one)] >> other & 1 == 1
    }

    #[inline]
    fn is_whole(&self, set: u16) -> bool {
        self.whole[usize::from(set >> 6)] >> (set & 63) & 1 == 1
    }
}

fn for_each_subset(set: u16, mut visit: impl FnMut(u16)) {
    let mut subset = set;
    loop {
        visit(subset);
        if subset == 0 {
            return;
        }
        subset = (subset - 1) & set;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_has_its_number_of_lines() {
        for (family, expected) in [
            (Family::Lines, 10),
            (Family::Squares, 19),
            (Family::Torus, 16),
        ] {
            let mut lines = family.lines();
            lines.sort_unstable();
            lines.dedup();
            assert_eq!(lines.len(), expected, "{family:?}");
            assert!(lines.iter().all(|line| line.count_ones() == 4));
        }
    }

    #[test]
    fn three_alike_are_completed_by_a_fourth() {
        let rules = Rules {
            family: Family::Lines,
            properties: 4,
            misere: false,
        };
        let referee = Referee::new(rules);
        // 1, 3 and 5 on the first row share bit 0 set and bit 3 clear.
        let mut board = Board::EMPTY;
        for (cell, piece) in [(0, 1), (1, 3), (2, 5)] {
            board = board.without(piece).with(cell, piece);
        }
        assert_eq!(referee.completing(&board, 9), 1 << 3, "shares bit 0");
        assert_eq!(referee.completing(&board, 4), 1 << 3, "shares bit 3");
        assert_eq!(referee.completing(&board, 8), 0);
        let completers = referee.completers(&board);
        for piece in 0..16 {
            let completes = referee.completing(&board, piece) != 0;
            assert_eq!(completers >> piece & 1 == 1, completes, "piece {piece}");
        }
        assert!(!referee.is_over(&board));
        assert!(referee.is_over(&board.without(9).with(3, 9)));
        assert!(!referee.is_over(&board.without(8).with(3, 8)));
    }
}
