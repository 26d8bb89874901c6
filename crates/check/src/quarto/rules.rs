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

/// For each property and value the empty cells where a piece that has it would
/// complete a line by it. Properties that do not count have none.
pub(super) type Threats = [[u16; 2]; 4];

/// The rules with the tables that answer questions about lines quickly.
pub(super) struct Referee {
    pub(super) rules: Rules,
    /// All cells for properties that count, none for the others: a set without
    /// cells makes no line.
    counted: [u16; 4],
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
            counted: std::array::from_fn(|property| match property < rules.properties.into() {
                true => u16::MAX,
                false => 0,
            }),
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
        self.completed_by(&self.threats(board), piece)
    }

    /// The threats on a board.
    #[inline]
    pub(super) fn threats(&self, board: &Board) -> Threats {
        let mut threats = [[0; 2]; 4];
        for (property, (cells, &has)) in threats.iter_mut().zip(&board.has).enumerate() {
            let lacks = board.occupied & !has;
            *cells = [
                self.completed(property, lacks, board),
                self.completed(property, has, board),
            ];
        }
        threats
    }

    /// The threats on a board that came about by placing `piece` on `cell`:
    /// new ones arise only from the values that the piece has.
    #[inline(always)] // measured: 15% of a search
    pub(super) fn threats_after(
        &self,
        before: &Threats,
        board: &Board,
        cell: u32,
        piece: u8,
    ) -> Threats {
        let mut threats = *before;
        for (property, cells) in threats.iter_mut().enumerate() {
            let has = board.has[property];
            let lacks = board.occupied & !has;
            let [by_lacking, by_having] = [cells[0] & !(1 << cell), cells[1] & !(1 << cell)];
            *cells = match piece >> property & 1 {
                0 => [self.completed(property, lacks, board), by_having],
                _ => [by_lacking, self.completed(property, has, board)],
            };
        }
        threats
    }

    /// The empty cells that would complete a line with three of `sharers`.
    #[inline]
    fn completed(&self, property: usize, sharers: u16, board: &Board) -> u16 {
        self.completing[usize::from(sharers & self.counted[property])] & !board.occupied
    }

    /// The cells among `threats` where `piece` completes a line.
    #[inline]
    pub(super) fn completed_by(&self, threats: &Threats, piece: u8) -> u16 {
        (threats.iter().enumerate()).fold(0, |found, (property, cells)| {
            found | cells[usize::from(piece >> property & 1)]
        })
    }

    /// The pieces, on the board or not, that complete a line on some empty cell.
    #[inline]
    pub(super) fn completers(&self, threats: &Threats) -> u16 {
        let mut found = 0;
        for (cells, sharing) in threats.iter().zip(&self.sharing) {
            for value in 0..2 {
                found |= if cells[value] == 0 { 0 } else { sharing[value] };
            }
        }
        found
    }

    /// Whether some line on the board is complete.
    pub(super) fn is_over(&self, board: &Board) -> bool {
        (0..4).any(|property| {
            let has = board.has[property];
            self.is_whole(property, has) || self.is_whole(property, board.occupied & !has)
        })
    }

    /// Whether no line can be completed any more, whatever is placed where.
    #[inline]
    pub(super) fn is_dead(&self, board: &Board) -> bool {
        !(0..4).any(|property| {
            let has = board.has[property];
            self.is_whole(property, has | !board.occupied) || self.is_whole(property, !has)
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

    /// Whether `sharers` of a value of a property contain a whole line.
    #[inline]
    fn is_whole(&self, property: usize, sharers: u16) -> bool {
        let set = sharers & self.counted[property];
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
        let completers = referee.completers(&referee.threats(&board));
        for piece in 0..16 {
            let completes = referee.completing(&board, piece) != 0;
            assert_eq!(completers >> piece & 1 == 1, completes, "piece {piece}");
        }
        assert!(!referee.is_over(&board));
        assert!(referee.is_over(&board.without(9).with(3, 9)));
        assert!(!referee.is_over(&board.without(8).with(3, 8)));
    }
}
