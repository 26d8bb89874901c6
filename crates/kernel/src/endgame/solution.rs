//! The values of a class, as the builders make them.

use super::Index;
use crate::rules::Score;

/// What is known of one index.
///
/// The two top bits say which kind it is, the others hold a distance or what
/// a builder has to remember of an open position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell(u16);

const KIND: u16 = 0xc000;
const OPEN: u16 = 0x0000;
const WIN: u16 = 0x4000;
const LOSS: u16 = 0x8000;
const HOLE: u16 = 0xc000;
/// In an open cell: some conversion does not lose.
const SAVED: u16 = 0x2000;
/// In an open cell: the number of moves not yet known to lose.
const COUNT: u16 = 0x1fff;

impl Cell {
    pub(super) const HOLE: Cell = Cell(HOLE);

    /// Undecided, with so many moves that may save it; `saved` if a
    /// conversion does.
    pub(super) fn open(moves: usize, saved: bool) -> Cell {
        assert!(moves <= usize::from(COUNT), "{moves} moves in a position");
        Cell(OPEN | moves as u16 | if saved { SAVED } else { 0 })
    }

    /// # Panics
    ///
    /// On a distance of 16,384 or more.
    pub(super) fn win(distance: u16) -> Cell {
        assert!(distance < !KIND, "a win in {distance} plies");
        Cell(WIN | distance)
    }

    /// # Panics
    ///
    /// On a distance of 16,384 or more.
    pub(super) fn loss(distance: u16) -> Cell {
        assert!(distance < !KIND, "a loss in {distance} plies");
        Cell(LOSS | distance)
    }

    #[inline]
    pub(super) fn is_open(self) -> bool {
        self.0 & KIND == OPEN
    }

    /// Takes one off the moves that may save an open position, and returns
    /// whether it is lost now.
    #[inline]
    pub(super) fn lose_a_move(&mut self) -> bool {
        debug_assert!(self.is_open() && self.0 & COUNT > 0);
        self.0 -= 1;
        self.0 == OPEN
    }

    /// The distance of a win or loss.
    #[inline]
    pub(super) fn distance(self) -> Option<u16> {
        let decided = matches!(self.0 & KIND, WIN | LOSS);
        decided.then_some(self.0 & !KIND)
    }

    pub(super) fn outcome(self) -> Outcome {
        match self.0 & KIND {
            WIN => Outcome::Win(self.0 & !KIND),
            LOSS => Outcome::Loss(self.0 & !KIND),
            OPEN => Outcome::Draw,
            _ => Outcome::Hole,
        }
    }
}

/// What a table says about one index, for the side to move.
///
/// Distances are plies to the next conversion, or to the end where none
/// follows, the winner hurrying and the loser delaying.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It wins, at this distance.
    Win(u16),
    /// Neither side can force anything.
    Draw,
    /// It loses, at this distance.
    Loss(u16),
    /// No position has this index.
    Hole,
}

impl Outcome {
    /// The value; `None` for a hole.
    #[must_use]
    pub fn score(self) -> Option<Score> {
        match self {
            Outcome::Win(_) => Some(Score::WIN),
            Outcome::Draw => Some(Score::DRAW),
            Outcome::Loss(_) => Some(Score::LOSS),
            Outcome::Hole => None,
        }
    }

    /// The distance of a win or loss.
    #[must_use]
    pub fn distance(self) -> Option<u16> {
        match self {
            Outcome::Win(distance) | Outcome::Loss(distance) => Some(distance),
            Outcome::Draw | Outcome::Hole => None,
        }
    }
}

/// A class, solved.
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    cells: Vec<Cell>,
}

impl Solution {
    pub(super) fn new(cells: Vec<Cell>) -> Solution {
        Solution { cells }
    }

    /// The number of indices.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.cells.len() as u64
    }

    /// Whether there is no index.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// What is known of an index.
    ///
    /// # Panics
    ///
    /// If there is no such index.
    #[must_use]
    #[inline]
    pub fn outcome(&self, i: Index) -> Outcome {
        self.cells[i.0 as usize].outcome()
    }

    /// All distances, by index; those of draws and holes are 0.
    #[must_use]
    pub fn distances(&self) -> Vec<u16> {
        let outcomes = self.outcomes();
        outcomes.map(|o| o.distance().unwrap_or(0)).collect()
    }

    /// All outcomes, by index.
    pub fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.cells.iter().map(|cell| cell.outcome())
    }
}

impl std::fmt::Debug for Solution {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Solution of {} indices", self.len())
    }
}
