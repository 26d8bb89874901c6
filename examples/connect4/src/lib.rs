//! Connect Four: all that it takes to add a game to Tabia.
//!
//! ```
//! use tabia_connect4::ConnectFour;
//! use tabia_desk::Simple as _;
//! use tabia_kernel::rules::{Notation as _, Score};
//! use tabia_kernel::search::{Limits, Solver, Stop};
//! use tabia_kernel::symmetry::Folded;
//!
//! let game = ConnectFour::under("5x4")?;
//! let three_in_a_row = game.read_state("xo/xo/xo//")?;
//! let solver = Solver::new(Folded(game), 1);
//! let solved = solver.solve(&three_in_a_row, Limits::NONE, &Stop::new());
//! assert_eq!((solved.value, solved.distance), (Score::WIN, Some(1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

use tabia_desk::{About, Simple, Variant};
use tabia_draw::grid::{Cell, Grid};
use tabia_kernel::rules::{Game, Notation, Payoff, Side};
use tabia_kernel::symmetry::{Group, Permutation, Structure, Symmetric, automorphisms};

/// The rules: how large the board is, and the maps of its columns.
#[derive(Debug)]
pub struct ConnectFour {
    columns: usize,
    rows: usize,
    maps: Group,
}

/// A bit for each square, column by column from the bottom, with one above
/// each column that is always empty, so that no four goes around the edge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    /// The stones of the side to move.
    own: u64,
    all: u64,
}

/// The column in which a stone falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column(u8);

impl ConnectFour {
    /// The place of a column's lowest bit.
    fn shift(&self, column: usize) -> usize {
        column * (self.rows + 1)
    }

    fn height(&self, s: &Position, column: usize) -> usize {
        (s.all >> self.shift(column)).trailing_ones() as usize
    }

    fn has_four(&self, stones: u64) -> bool {
        let steps = [1, self.rows, self.rows + 1, self.rows + 2];
        steps.into_iter().any(|step| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) != 0
        })
    }

    /// Whose stone lies on a square.
    fn stone(&self, s: &Position, (column, row): Cell) -> Option<Side> {
        let bit = 1 << (self.shift(column) + row);
        let owner = match s.own & bit {
            0 => self.to_move(s).other(),
            _ => self.to_move(s),
        };
        (s.all & bit != 0).then_some(owner)
    }
}

impl Game for ConnectFour {
    type State = Position;
    type Move = Column;
    type Undo = Position;
    type Key = u64;

    fn to_move(&self, s: &Position) -> Side {
        Side::BOTH[s.all.count_ones() as usize % 2]
    }

    fn payoff(&self, s: &Position) -> Option<Payoff> {
        let full = s.all.count_ones() as usize == self.columns * self.rows;
        match self.has_four(s.own ^ s.all) {
            true => Some(Payoff::win_for(self.to_move(s).other())),
            false => full.then_some(Payoff::DRAW),
        }
    }

    /// The middle first, where stones are worth most.
    fn moves(&self, s: &Position, out: &mut Vec<Column>) {
        let middle = (self.columns - 1) / 2;
        let from_there = (0..self.columns).map(|i| match i % 2 {
            0 => middle - i / 2,
            _ => middle + i.div_ceil(2),
        });
        let open = from_there.filter(|&c| self.height(s, c) < self.rows);
        out.extend(open.map(|c| Column(c as u8)));
    }

    fn play(&self, s: &mut Position, m: Column) -> Position {
        let before = *s;
        s.own ^= s.all;
        s.all |= s.all + (1 << self.shift(m.0.into()));
        before
    }

    fn undo(&self, s: &mut Position, _: Column, before: Position) {
        *s = before;
    }

    /// A column's bits are its own stones and, above them, how high it is.
    fn key(&self, s: &Position) -> u64 {
        let bottom: u64 = (0..self.columns).map(|c| 1 << self.shift(c)).sum();
        s.own + s.all + bottom
    }
}

impl Symmetric for ConnectFour {
    type Map = Permutation;

    fn maps(&self) -> &[Permutation] {
        self.maps.members()
    }

    fn image(&self, s: &Position, f: &Permutation) -> Position {
        let column = (1 << self.rows) - 1;
        let carry = |stones: u64| {
            let moved = |c| (stones >> self.shift(c) & column) << self.shift(f.image(c));
            (0..self.columns).map(moved).sum()
        };
        let (own, all) = (carry(s.own), carry(s.all));
        Position { own, all }
    }

    fn image_of_move(&self, m: Column, f: &Permutation) -> Column {
        Column(f.image(m.0.into()) as u8)
    }

    fn preimage_of_move(&self, m: Column, f: &Permutation) -> Column {
        self.image_of_move(m, &f.inverse())
    }
}

/// What is wrong with a text, and where.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct ReadError(String);

impl Notation for ConnectFour {
    type ReadMoveError = ReadError;
    type ReadStateError = ReadError;

    fn write_move(&self, _: &Position, m: Column) -> String {
        char::from(b'a' + m.0).to_string()
    }

    fn read_move(&self, s: &Position, text: &str) -> Result<Column, ReadError> {
        self.move_named(s, text)
            .ok_or_else(|| ReadError(format!("`{text}` is no column with room in it")))
    }

    /// The columns from the left, each from the bottom: `x` is the first side.
    fn write_state(&self, s: &Position) -> String {
        let stones = |c| (0..self.rows).filter_map(move |r| self.stone(s, (c, r)));
        let column = |c| stones(c).map(|side| ['x', 'o'][side as usize]).collect();
        let columns: Vec<String> = (0..self.columns).map(column).collect();
        columns.join("/")
    }

    fn read_state(&self, text: &str) -> Result<Position, ReadError> {
        let columns: Vec<&str> = text.split('/').collect();
        if columns.len() != self.columns {
            let (found, expected) = (columns.len(), self.columns);
            let reason = format!("{found} columns with / between, not {expected}");
            return Err(ReadError(reason));
        }
        let mut stones = [0u64; 2];
        for (number, column) in columns.iter().enumerate() {
            for (row, letter) in column.chars().enumerate() {
                let side = "xo".find(letter).filter(|_| row < self.rows);
                let place = || format!("`{letter}` in column {}, row {}", number + 1, row + 1);
                let side = side.ok_or_else(|| ReadError(place()))?;
                stones[side] |= 1 << (self.shift(number) + row);
            }
        }
        let [first, second] = stones.map(u64::count_ones);
        if first.wrapping_sub(second) > 1 {
            let reason = format!("{first} x and {second} o do not take turns");
            return Err(ReadError(reason));
        }
        let own = stones[(first - second) as usize];
        if self.has_four(own) {
            let reason = "the side to move has four in a row already";
            return Err(ReadError(reason.to_owned()));
        }
        let all = stones[0] | stones[1];
        Ok(Position { own, all })
    }
}

impl Simple for ConnectFour {
    const EXAMPLE: &'static str = "xxo//ooxx/xooo/oxxxo//ox";

    fn about() -> About {
        let variant = |name, title| Variant { name, title };
        About {
            variants: vec![
                variant("7x6", "Seven columns of six"),
                variant("6x5", "Six columns of five"),
                variant("5x4", "Five columns of four"),
                variant("4x4", "Four columns of four"),
            ],
            ..About::new(
                "connect4",
                "Connect Four",
                "Stones fall. Four in a row win.",
            )
        }
    }

    fn under(rules: &str) -> Result<ConnectFour, String> {
        let size = if rules.is_empty() { "7x6" } else { rules };
        let size = size.split_once('x').map(|(c, r)| (c.parse(), r.parse()));
        let Some((Ok(columns @ 4..=8), Ok(rows @ 4..=7))) = size else {
            return Err("expected columns x rows, 4x4 to 8x7".into());
        };
        // Columns that lie side by side do so in the image.
        let board = Structure::new(columns).sets((1..columns).map(|c| [c - 1, c]));
        let maps = automorphisms(&board);
        Ok(ConnectFour {
            columns,
            rows,
            maps,
        })
    }

    fn start(&self) -> Position {
        Position { own: 0, all: 0 }
    }

    fn grid(&self, s: &Position) -> Grid {
        Grid::of(self.columns, self.rows, |cell| self.stone(s, cell)).falling()
    }

    fn cell(&self, s: &Position, m: Column) -> Cell {
        (m.0.into(), self.height(s, m.0.into()))
    }
}
