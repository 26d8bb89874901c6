//! Solving a class by passes over all of its positions.

use super::solution::Cell;
use super::{Finished, Index, Solution, Tabular};
use crate::rules::Score;

/// How many positions are looked at between two questions whether to go on.
pub(super) const PATIENCE: usize = 1 << 16;

/// Solves one class by passing over it until nothing changes.
///
/// The `d`-th pass decides the positions at distance `d`, looking at each open
/// position's moves. It needs no un-moves, at the price of one pass for each
/// distance.
///
/// The classes that conversions lead to are read from `done`. Returns `None`
/// if `go_on` said no, which is asked now and then.
///
/// Cost: O(passes × positions × moves) time, two bytes for each index.
pub fn by_passes<G: Tabular>(
    g: &G,
    c: G::Class,
    done: &impl Finished<G::Class>,
    go_on: &dyn Fn() -> bool,
) -> Option<Solution> {
    let size = usize::try_from(g.size(c)).expect("a class fits in memory");
    let mut cells = vec![Cell::open(0, false); size];
    let mut moves = Vec::new();
    // Ends are at distance 0 and conversions at 1: a pass without change only
    // means the end after those two.
    for distance in 0.. {
        let mut changed = false;
        for index in 0..size {
            if index.is_multiple_of(PATIENCE) && !go_on() {
                return None;
            }
            if !cells[index].is_open() {
                continue;
            }
            let Some(mut s) = g.state(c, Index(index as u64)) else {
                cells[index] = Cell::HOLE;
                continue;
            };
            let decided = match g.payoff(&s) {
                Some(end) => match end.seen_by(g.to_move(&s)) {
                    score if score > Score::DRAW => Some(Cell::win(0)),
                    score if score < Score::DRAW => Some(Cell::loss(0)),
                    _ => None,
                },
                None if distance == 0 => None,
                None => {
                    moves.clear();
                    g.moves(&s, &mut moves);
                    decide(g, &mut s, &moves, done, &cells, distance)
                }
            };
            if let Some(cell) = decided {
                cells[index] = cell;
                changed = true;
            }
        }
        if !changed && distance >= 1 {
            break;
        }
    }
    Some(Solution::new(cells))
}

/// The cell of a position that is decided in this pass. A child counts if an
/// earlier pass decided it.
fn decide<G: Tabular>(
    g: &G,
    s: &mut G::State,
    moves: &[G::Move],
    done: &impl Finished<G::Class>,
    cells: &[Cell],
    distance: u16,
) -> Option<Cell> {
    let mut lost = true;
    for &m in moves {
        let converts = g.converts(s, m);
        let us = g.to_move(s);
        let u = g.play(s, m);
        let score = if converts {
            value_after(g, s, done)
        } else {
            let (_, i) = g.locate(s).expect("a move within the class");
            let child = cells[i.0 as usize];
            match child.distance() {
                Some(d) if d < distance => child.outcome().score().expect("a decided position"),
                _ => Score::DRAW,
            }
        };
        let score = score.across(g.to_move(s), us);
        g.undo(s, m, u);
        if score == Score::WIN {
            return Some(Cell::win(distance));
        }
        lost &= score == Score::LOSS;
    }
    lost.then(|| Cell::loss(distance))
}

/// The value of a position that a conversion led to, for its side to move.
#[inline]
pub(super) fn value_after<G: Tabular>(
    g: &G,
    s: &G::State,
    done: &impl Finished<G::Class>,
) -> Score {
    match g.payoff(s) {
        Some(end) => match end.seen_by(g.to_move(s)) {
            score if score > Score::DRAW => Score::WIN,
            score if score < Score::DRAW => Score::LOSS,
            _ => Score::DRAW,
        },
        None => {
            let (c, i) = g.locate(s).expect("a game that goes on has a class");
            done.value(c, i)
        }
    }
}
