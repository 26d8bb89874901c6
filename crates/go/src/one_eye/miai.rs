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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_problem;

    /// Whether pairs alone settle a problem with this side first.
    fn settles(sgf: &str, mover: Mover) -> bool {
        let problem = read_problem(sgf.as_bytes()).expect("a problem");
        let shape = Shape::<u64>::new(&problem);
        let at = Position::root(&problem, &shape, mover);
        let (safe, attached) = (at.safe(&shape), at.attached(&shape));
        let eye_space = at.eye_space(safe, attached, &shape);
        assert!(!eye_space.is_empty(), "settled without pairs");
        rules_out_eyes(&at, &shape, safe, eye_space)
    }

    /// Three points in a row on the edge, of which none touches a safe stone.
    const THREE: &str =
        "(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";

    /// The same in the corner, open on the right to safe stones at two points.
    const OPEN: &str = "(;SZ[9]AB[ac:dc]AW[ad:dd][ea:ed]TR[ac:dc]MA[aa:db])";

    #[test]
    fn without_safe_stones_nearby_nothing_is_paired() {
        assert!(!settles(THREE, Mover::Defender));
        assert!(!settles(THREE, Mover::Attacker));
    }

    #[test]
    fn pairs_reach_only_their_neighbours() {
        assert!(!settles(OPEN, Mover::Defender));
    }

    #[test]
    fn a_pair_beside_an_eye_spoils_it() {
        // A corner point whose two neighbours both touch safe stones.
        let corner = "(;SZ[9]AB[bb]AW[ca:cc][ac:bc]TR[bb]MA[aa:ba][ab])";
        assert!(settles(corner, Mover::Defender));
        assert!(settles(corner, Mover::Attacker));
    }

    #[test]
    fn a_single_point_serves_only_him_who_moves_first() {
        // A corner point with a single empty neighbour, which touches a safe stone.
        let corner = "(;SZ[9]AB[ab:bb]AW[ac:bc][ca:cc]TR[ab:bb]MA[aa:ba])";
        assert!(!settles(corner, Mover::Defender));
        assert!(settles(corner, Mover::Attacker));
    }
}
