//! Checking a table forward: does every value follow from its moves'?

use thiserror::Error;

use super::passes::{PATIENCE, value_after};
use super::{Finished, Index, Tabular};
use crate::rules::Score;

/// A value that does not follow from those its moves lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("index {} says {stored:?}, its moves say {expected:?}", index.0)]
pub struct Mismatch {
    /// Where.
    pub index: Index,
    /// The points and, if it was checked, the distance in the table.
    pub stored: (i16, Option<u16>),
    /// What they should be.
    pub expected: (i16, Option<u16>),
}

/// Checks every position of a class against the positions that its moves lead
/// to, and returns how many there are; `None` if `go_on` said no, which is asked
/// now and then and told which share of the positions has been checked.
///
/// `done` has this class too. With `distances`, each distance has to follow as
/// well, and the check is a proof: what is won is won in finitely many plies,
/// and nobody can do better. Without, it finds every value that is wrong
/// alone, but not a ring of wins that only support each other. Beyond the
/// `horizon`, if there is one, everything counts as drawn; it needs distances.
///
/// # Errors
///
/// The first mismatch.
pub fn check_forward<G: Tabular>(
    g: &G,
    c: G::Class,
    done: &impl Finished<G::Class>,
    distances: Option<&[u16]>,
    horizon: Option<u16>,
    go_on: &dyn Fn(f64) -> bool,
) -> Result<Option<u64>, Mismatch> {
    debug_assert!(horizon.is_none() || distances.is_some());
    let mut moves = Vec::new();
    let mut checked = 0;
    let size = g.size(c);
    for index in 0..size {
        if index.is_multiple_of(PATIENCE as u64) && !go_on(index as f64 / size as f64) {
            return Ok(None);
        }
        let index = Index(index);
        let Some(mut s) = g.state(c, index) else {
            continue;
        };
        let mut best = Best::default();
        let us = g.to_move(&s);
        if let Some(end) = g.payoff(&s) {
            best.meet(end.seen_by(us).points().signum(), 0);
        } else {
            moves.clear();
            g.moves(&s, &mut moves);
            for &m in &moves {
                let converts = g.converts(&s, m);
                let u = g.play(&mut s, m);
                let (score, distance) = if converts {
                    (value_after(g, &s, done), 1)
                } else {
                    let (_, i) = g.locate(&s).expect("a move within the class");
                    let distance = distances.map_or(0, |all| all[i.0 as usize]);
                    (done.value(c, i), distance.saturating_add(1))
                };
                let score = score.across(g.to_move(&s), us);
                g.undo(&mut s, m, u);
                best.meet(score.points(), distance);
                if distances.is_none() && score == Score::WIN {
                    // Nothing is better, however far.
                    break;
                }
            }
        }
        if horizon.is_some_and(|horizon| best.distance > horizon) {
            best.points = Score::DRAW.points();
        }
        let value = done.value(c, index);
        let distance = |points: i16, distance: u16| {
            (distances.is_some() && points != Score::DRAW.points()).then_some(distance)
        };
        let stored_distance = distances.map_or(0, |all| all[index.0 as usize]);
        let stored = (value.points(), distance(value.points(), stored_distance));
        let expected = (best.points, distance(best.points, best.distance));
        if stored != expected {
            return Err(Mismatch {
                index,
                stored,
                expected,
            });
        }
        checked += 1;
    }
    Ok(Some(checked))
}

/// The best of what the moves offer: the winner hurries, the loser delays.
struct Best {
    points: i16,
    distance: u16,
}

impl Default for Best {
    fn default() -> Best {
        Best {
            points: i16::MIN,
            distance: 0,
        }
    }
}

impl Best {
    fn meet(&mut self, points: i16, distance: u16) {
        let better = match points - self.points.max(-2) {
            0 if points > 0 => distance < self.distance,
            0 => distance > self.distance,
            more => more > 0,
        };
        if better {
            *self = Best { points, distance };
        }
    }
}
