//! Miai: two points of which the attacker is sure to get one.
//!
//! Whenever the defender takes one point of a pair, the attacker takes the
//! other; if no two pairs share a point he can keep that up for all of them at
//! once. With a pair he can
//!
//! - join a block to safe stones, if both points touch both: the block is as
//!   good as safe, and may in turn be what other blocks are joined to;
//! - spoil an eye, if both points are beside it and touch stones that are safe
//!   or as good: one of his stones beside it is there for good.
//!
//! His answers are always legal, since they join safe stones, and he never has
//! to answer at two places, since a move takes one point. Otherwise he passes.
//! He plays at most once for each pair, so play ends whatever a repetition
//! means: where every eye is ruled out this way, the attacker wins.

use super::position::{Mover, Position};
use super::shape::Shape;
use crate::mask::Mask;

/// Whether the attacker, by pairs alone, lets no eye come to be at the points
/// where one might. With the attacker to move he has one point for free.
pub(crate) fn rules_out_eyes<M: Mask>(
    at: &Position<M>,
    shape: &Shape<M>,
    safe: M,
    eye_space: M,
) -> bool {
    let mut plan = Plan {
        pairs: Vec::new(),
        free: at.empties(),
        spare: at.mover == Mover::Attacker,
    };
    let firm = plan.join(at, shape, safe);
    let joints = at.empties() & shape.around(firm);
    let mut open = eye_space & !(firm | shape.around(firm));
    while !open.is_empty() {
        let beside = shape.near(open.least()) & joints;
        open = open.without_least();
        if !plan.gets_one_of(beside) {
            return false;
        }
    }
    true
}

/// Which points are paired.
struct Plan<M> {
    pairs: Vec<M>,
    /// Empty points in no pair.
    free: M,
    /// Whether the attacker has a move left to begin with.
    spare: bool,
}

impl<M: Mask> Plan<M> {
    /// Sees to it that the attacker gets one of these points, if possible.
    fn gets_one_of(&mut self, points: M) -> bool {
        if self.pairs.iter().any(|pair| pair.is_within(points)) {
            return true;
        }
        let free = points & self.free;
        let more = free.without_least();
        let pair = match (free.is_empty(), more.is_empty()) {
            (true, _) => return false,
            (false, false) => M::bit(free.least()) | M::bit(more.least()),
            (false, true) if self.spare => {
                self.spare = false;
                free
            }
            (false, true) => return false,
        };
        self.free &= !pair;
        self.pairs.push(pair);
        true
    }

    /// The attacker's stones that are safe or as good as safe.
    fn join(&mut self, at: &Position<M>, shape: &Shape<M>, safe: M) -> M {
        let empties = at.empties();
        let mut firm = safe;
        loop {
            let joints = empties & shape.around(firm);
            let mut loose = at.att & at.work & !firm;
            let before = firm;
            while !loose.is_empty() {
                let block = shape.flood(M::bit(loose.least()), at.att);
                loose &= !block;
                if self.gets_one_of(shape.around(block) & joints) {
                    firm |= block;
                }
            }
            if firm == before {
                return firm;
            }
        }
    }
}
