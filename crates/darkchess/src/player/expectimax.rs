//! Expectimax: the best action when chance deals the face-down pieces.
//!
//! A flip is a chance node, the mean over what may be revealed. Its bounds
//! follow Ballard's Star1 (*The \*-Minimax Search Procedure for Trees
//! Containing Chance Nodes*, 1983): as soon as the outcomes seen, with the
//! least or greatest value for all others, put the mean outside the window,
//! the rest is left out. Flips are what makes the tree wide, so they cost
//! [`FLIP_COST`] plies of depth; where less is left, and for pieces beside no
//! revealed one, a flip is taken for a pass.
//!
//! All arithmetic is in integers, a mean being rounded down, so that pruning
//! changes no value: a test compares with the plain recursion.

use tabia_kernel::search::Stop;

use super::endings::Endings;
use super::evaluation::{LIMIT, Value, Worths, estimate};
use crate::full::{Action, End, FullPosition, Turn};
use crate::game::Move;
use crate::material::Material;
use crate::square::{Square, beside, squares};

/// A win at the root; one later is worth a little less.
pub(super) const WIN: Value = 20_000;
/// What a win in the tables is worth at the root.
const TABLE_WIN: Value = 15_000;

/// How many plies of depth a flip costs.
pub(super) const FLIP_COST: i32 = 3;

/// A search under way.
pub(super) struct Search<'a> {
    endings: Option<&'a Endings>,
    stop: &'a Stop,
    /// Positions visited.
    pub(super) nodes: u64,
    limit: u64,
    /// Whether the budget is spent; values are then worthless.
    pub(super) ended: bool,
    worths: Vec<(Material, Worths)>,
    /// Lists of moves, one for each ply.
    lists: Vec<Vec<(Value, Move)>>,
    /// Whether branches are left out where they cannot matter; tests say no.
    pub(super) prunes: bool,
}

/// Entries of the cache of worths; a power of two.
const WORTHS: usize = 1 << 10;

impl<'a> Search<'a> {
    pub(super) fn new(endings: Option<&'a Endings>, limit: u64, stop: &'a Stop) -> Search<'a> {
        Search {
            endings,
            stop,
            nodes: 0,
            limit,
            ended: false,
            worths: vec![(Material::NONE, Worths::of(Material::NONE)); WORTHS],
            lists: Vec::new(),
            prunes: true,
        }
    }

    /// Ends the search at this number of positions.
    pub(super) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
    }

    /// The value of an action for the player who takes it, exact inside the
    /// window and a bound outside.
    pub(super) fn of_action(
        &mut self,
        position: &FullPosition,
        action: Action,
        depth: i32,
        alpha: Value,
        beta: Value,
    ) -> Value {
        match action {
            Action::Move(m) => {
                let next = position.after(Turn::Move(m));
                -self.value(&next, depth - 1, -beta, -alpha, 1)
            }
            Action::Flip(square) => self.flip(position, square, depth - FLIP_COST, alpha, beta, 1),
        }
    }

    /// The value of a position for the side to move.
    fn value(
        &mut self,
        position: &FullPosition,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        // 1. The budget.
        self.nodes += 1;
        if self.nodes >= self.limit || (self.nodes.is_multiple_of(1024) && self.stop.is_requested())
        {
            self.ended = true;
        }
        if self.ended {
            return 0;
        }
        // 2. What is known without looking ahead.
        match position.end() {
            Some(End::Draw) => return 0,
            Some(End::Won(_)) => return -(WIN - ply as Value),
            None => {}
        }
        if let Some(known) = self.endings.and_then(|endings| endings.value(position)) {
            return match known {
                0 => 0,
                win if win > 0 => TABLE_WIN - ply as Value - win,
                loss => -(TABLE_WIN - ply as Value) - loss,
            };
        }
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, ply);
        }
        // 3. Moves, captures of much by little first.
        let mut best = -WIN;
        let mut list = self.list(ply);
        self.order(position, true, &mut list);
        for &(_, m) in &list {
            let next = position.after(Turn::Move(m));
            let floor = if self.prunes { alpha.max(best) } else { -WIN };
            let value = -self.value(&next, depth - 1, -beta, -floor, ply + 1);
            best = best.max(value);
            if self.prunes && best >= beta {
                break;
            }
        }
        self.lists[ply] = list;
        if (self.prunes && best >= beta) || position.covered() == 0 {
            return best;
        }
        // 4. Flips, and the pass that stands for those that change nothing
        // near.
        let near = if depth >= FLIP_COST {
            position.covered() & beside(position.open().occupied())
        } else {
            0
        };
        if near != position.covered() {
            let floor = if self.prunes { alpha.max(best) } else { -WIN };
            let passed = position.passed();
            best = best.max(-self.value(&passed, depth - 1, -beta, -floor, ply + 1));
        }
        for square in squares(near) {
            if self.prunes && best >= beta {
                break;
            }
            let floor = if self.prunes { alpha.max(best) } else { -WIN };
            let value = self.flip(position, square, depth - FLIP_COST, floor, beta, ply + 1);
            best = best.max(value);
        }
        best
    }

    /// The mean over what a flip may reveal, rounded down; outcomes are
    /// searched to `depth`.
    fn flip(
        &mut self,
        position: &FullPosition,
        square: Square,
        depth: i32,
        alpha: Value,
        beta: Value,
        ply: usize,
    ) -> Value {
        let all = position.face_down();
        let total = all.elements() as Value;
        // Nobody can have won before all is revealed.
        let most = if (total - 1) * FLIP_COST > depth.max(0) {
            LIMIT
        } else {
            WIN
        };
        let mut sum = 0;
        let mut rest = total;
        for (side, kind, count) in all.groups() {
            let count = count as Value;
            rest -= count;
            // The mean is at most alpha if this outcome is at most `low`, and
            // at least beta if it is at least `high`.
            let low = ((alpha + 1) * total - sum - rest * most - 1).div_euclid(count);
            let high = -((sum - rest * most - beta * total).div_euclid(count));
            let (low, high) = if self.prunes {
                if low >= most {
                    return (sum + (count + rest) * most).div_euclid(total);
                }
                if high <= -most {
                    return (sum - (count + rest) * most).div_euclid(total);
                }
                (low.max(-most - 1), high.min(most + 1))
            } else {
                (-WIN, WIN)
            };
            let next = position.after(Turn::Flip(square, side, kind));
            let value = -self.value(&next, depth, -high, -low, ply);
            if self.ended {
                return 0;
            }
            sum += count * value;
            if self.prunes && value <= low {
                return (sum + rest * most).div_euclid(total);
            }
            if self.prunes && value >= high {
                return (sum - rest * most).div_euclid(total);
            }
        }
        sum.div_euclid(total)
    }

    /// Follows captures until none pays; standing still is allowed.
    fn quiesce(&mut self, position: &FullPosition, alpha: Value, beta: Value, ply: usize) -> Value {
        let mut best = estimate(position, &self.worths_of(position.alive()));
        if self.prunes && best >= beta {
            return best;
        }
        let mut list = self.list(ply);
        self.order(position, false, &mut list);
        for &(_, m) in &list {
            let next = position.after(Turn::Move(m));
            self.nodes += 1;
            let value = match next.end() {
                Some(End::Won(_)) => WIN - ply as Value,
                Some(End::Draw) => 0,
                None => {
                    let floor = if self.prunes { alpha.max(best) } else { -WIN };
                    -self.quiesce(&next, -beta, -floor, ply + 1)
                }
            };
            best = best.max(value);
            if self.prunes && best >= beta {
                break;
            }
        }
        self.lists[ply] = list;
        best
    }

    /// The empty list of a ply; it has to be put back.
    fn list(&mut self, ply: usize) -> Vec<(Value, Move)> {
        if self.lists.len() <= ply {
            self.lists.resize_with(ply + 1, Vec::new);
        }
        let mut list = std::mem::take(&mut self.lists[ply]);
        list.clear();
        list
    }

    /// Lists captures, those of much by little first, and then steps.
    fn order(&mut self, position: &FullPosition, steps: bool, list: &mut Vec<(Value, Move)>) {
        let worths = self.worths_of(position.alive());
        let worth = |square: Square| {
            let piece = position.piece(square);
            piece.map_or(0, |(side, kind)| worths.0[side as usize][kind.number()])
        };
        position.each_capture(|from, to| {
            list.push((16 * worth(to) - worth(from), Move { from, to }));
        });
        // Stable, so that equals stay in the order of the rules.
        list.sort_by_key(|&(score, _)| std::cmp::Reverse(score));
        if steps {
            position.each_step(|from, to| list.push((0, Move { from, to })));
        }
    }

    pub(super) fn worths_of(&mut self, alive: Material) -> Worths {
        let slot = (alive.code().0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize;
        let (known, worths) = &mut self.worths[slot];
        if *known != alive {
            *known = alive;
            *worths = Worths::of(alive);
        }
        *worths
    }
}
