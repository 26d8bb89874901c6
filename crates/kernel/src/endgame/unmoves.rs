//! Solving a class backward from what is decided.

use super::passes::{PATIENCE, value_after};
use super::solution::Cell;
use super::{Finished, Index, Retract, Solution, Tabular};
use crate::rules::{Score, Side};

/// Solves one class by un-moves from decided positions.
///
/// One look forward at every position finds the ends, the conversions that
/// win, and how many moves may save it. From then on each newly decided
/// position is looked at once, backward: before a lost one the other side
/// wins, and before a won one it has a move less. Distances are taken in
/// order, so the first to decide a position gives its distance.
///
/// The classes that conversions lead to are read from `done`. Returns `None`
/// if `go_on` said no, which is asked now and then.
///
/// Cost: O(positions × moves) time and a scan of two bytes for each index and
/// distance; two bytes for each index.
pub fn by_unmoves<G: Retract>(
    g: &G,
    c: G::Class,
    done: &impl Finished<G::Class>,
    go_on: &dyn Fn() -> bool,
) -> Option<Solution> {
    let mut build = Build {
        g,
        c,
        balanced: g.is_balanced(c),
        cells: Vec::new(),
        moves: Vec::new(),
        indices: Vec::new(),
        told: Vec::new(),
    };
    build.look_forward(done, go_on)?;
    let mut distance = 0;
    // The next distance may be empty only before the conversions, at 1.
    while build.look_back(distance, go_on)? || distance < 1 {
        distance += 1;
    }
    Some(Solution::new(build.cells))
}

struct Build<'a, G: Tabular> {
    g: &'a G,
    c: G::Class,
    balanced: bool,
    cells: Vec<Cell>,
    // Buffers, used again at every position.
    moves: Vec<G::Move>,
    indices: Vec<Index>,
    told: Vec<(Index, Side)>,
}

impl<G: Retract> Build<'_, G> {
    /// Decides what ends and conversions decide, at distances 0 and 1, and
    /// counts the moves of the rest.
    fn look_forward(
        &mut self,
        done: &impl Finished<G::Class>,
        go_on: &dyn Fn() -> bool,
    ) -> Option<()> {
        let size = usize::try_from(self.g.size(self.c)).expect("a class fits in memory");
        self.cells.reserve_exact(size);
        for index in 0..size {
            if index.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            let cell = match self.g.state(self.c, Index(index as u64)) {
                None => Cell::HOLE,
                Some(s) => self.first_look(s, done),
            };
            self.cells.push(cell);
        }
        Some(())
    }

    fn first_look(&mut self, mut s: G::State, done: &impl Finished<G::Class>) -> Cell {
        let g = self.g;
        let us = g.to_move(&s);
        if let Some(end) = g.payoff(&s) {
            return match end.seen_by(us) {
                score if score > Score::DRAW => Cell::win(0),
                score if score < Score::DRAW => Cell::loss(0),
                _ => Cell::open(0, true),
            };
        }
        self.moves.clear();
        self.indices.clear();
        g.moves(&s, &mut self.moves);
        let (mut staying, mut saved) = (0, false);
        for &m in &self.moves {
            if g.converts(&s, m) {
                let u = g.play(&mut s, m);
                let score = value_after(g, &s, done).across(g.to_move(&s), us);
                g.undo(&mut s, m, u);
                if score == Score::WIN {
                    return Cell::win(1);
                }
                saved |= score == Score::DRAW;
            } else if self.balanced {
                staying += 1;
            } else {
                let u = g.play(&mut s, m);
                self.indices.push(self.index(&s));
                g.undo(&mut s, m, u);
            }
        }
        if !self.balanced {
            self.indices.sort_unstable();
            self.indices.dedup();
            staying = self.indices.len();
        }
        if staying == 0 && !saved {
            Cell::loss(1)
        } else {
            Cell::open(staying, saved)
        }
    }

    #[inline]
    fn index(&self, s: &G::State) -> Index {
        let (class, i) = self.g.locate(s).expect("a position of the class");
        debug_assert_eq!(class, self.c);
        i
    }

    /// Goes back from every position decided at this distance, and returns
    /// whether there was one.
    fn look_back(&mut self, distance: u16, go_on: &dyn Fn() -> bool) -> Option<bool> {
        let mut any = false;
        for index in 0..self.cells.len() {
            if index.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            let cell = self.cells[index];
            if cell.distance() == Some(distance) {
                any = true;
                self.spread(Index(index as u64), cell, distance + 1);
            }
        }
        Some(any)
    }

    /// Tells those before a newly decided position.
    fn spread(&mut self, i: Index, cell: Cell, distance: u16) {
        let score = cell.outcome().score().expect("a decided position");
        self.told.clear();
        let us = self.g.predecessors_at(self.c, i, &mut self.told);
        if !self.balanced {
            self.told.sort_unstable();
            self.told.dedup();
        }
        for &(Index(i), side) in &self.told {
            let cell = &mut self.cells[i as usize];
            if !cell.is_open() {
                continue;
            }
            if score.across(us, side) == Score::WIN {
                *cell = Cell::win(distance);
            } else if cell.lose_a_move() {
                *cell = Cell::loss(distance);
            }
        }
    }
}
