//! Positions of the one-eye game, and its rules.

use std::hash::{Hash, Hasher};

use super::shape::Shape;
use crate::mask::Mask;
use crate::{Colour, EyeProblem};

/// Who moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mover {
    /// The side that wants the eye.
    Defender,
    /// The side that wants to prevent it.
    Attacker,
}

impl Mover {
    /// The other side.
    #[must_use]
    pub const fn other(self) -> Mover {
        match self {
            Mover::Defender => Mover::Attacker,
            Mover::Attacker => Mover::Defender,
        }
    }
}

/// A position, or a part of one.
///
/// Stones outside `work` are fixed: those of the attacker are safe, those of
/// the defender belong to crucial blocks. Empty points outside `work` do not
/// count as liberties.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position<M> {
    /// The defender's stones.
    pub(crate) def: M,
    /// The attacker's.
    pub(crate) att: M,
    /// Where play goes on.
    pub(crate) work: M,
    /// For a piece behind an attacker's connection that the defender may
    /// break: where play goes on once he does. Empty otherwise. See
    /// [`relaxed`](super::relaxed).
    pub(crate) wide: M,
    /// The points of connections: in `work`, where they may be broken; outside,
    /// where the attacker is supposed to have a stone and may have none.
    pub(crate) links: M,
    /// The attacker always answers at the other end of a connection.
    pub(crate) mended: bool,
    pub(crate) mover: Mover,
    /// All crucial stones count as one block.
    pub(crate) united: bool,
    /// Crucial stones cannot be captured.
    pub(crate) immortal: bool,
    /// The point that the defender may not retake at once, plus one; 0 if
    /// there is none.
    pub(crate) ko: u16,
}

impl<M: Mask> Hash for Position<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.def.hash(state);
        self.att.hash(state);
        self.work.hash(state);
        if !self.links.is_empty() {
            self.wide.hash(state);
            self.links.hash(state);
        }
        let mover = u32::from(self.mover == Mover::Attacker);
        let flags = u32::from(self.united) << 1
            | u32::from(self.immortal) << 2
            | u32::from(self.mended) << 3;
        state.write_u32(mover | flags | u32::from(self.ko) << 4);
    }
}

/// What an attacker's move leads to.
pub(crate) enum Attack<M> {
    /// It is against the rules.
    Illegal,
    /// It captures crucial stones.
    Captures,
    /// Play goes on.
    On(Position<M>),
}

impl<M: Mask> Position<M> {
    /// The position of the problem.
    pub(crate) fn root(problem: &EyeProblem, shape: &Shape<M>, mover: Mover) -> Position<M> {
        let stones = |colour: Colour| {
            let board = problem.board();
            let points = shape.points().iter().enumerate();
            points
                .filter(|(_, point)| board.stone(**point) == Some(colour))
                .fold(M::NONE, |set, (place, _)| set | M::bit(place))
        };
        let defender = problem.defender();
        Position {
            def: stones(defender) | shape.crucial,
            att: stones(defender.other()) | shape.safe,
            work: shape.region,
            wide: M::NONE,
            links: M::NONE,
            mended: false,
            mover,
            united: shape.crucial.count() == 1,
            immortal: false,
            ko: 0,
        }
    }

    /// The empty points where play goes on.
    #[inline]
    pub(crate) fn empties(&self) -> M {
        self.work & !(self.def | self.att)
    }

    /// The defender's stones that are there for good.
    #[inline]
    pub(crate) fn anchors(&self) -> M {
        self.def & !self.work
    }

    /// The attacker's stones that are safe by themselves.
    #[inline]
    pub(crate) fn secured(&self) -> M {
        self.att & !self.work
    }

    /// The same with the other side to move.
    pub(crate) fn passed(mut self) -> Position<M> {
        self.mover = self.mover.other();
        self.ko = 0;
        self
    }

    /// The defender's block with this stone if it has no liberty.
    fn dead_defenders(&self, shape: &Shape<M>, stone: usize, liberties: M) -> Option<M> {
        let anchors = self.anchors();
        let mut block = M::bit(stone);
        let mut fresh = block;
        while !fresh.is_empty() {
            let place = fresh.least();
            fresh = fresh.without_least();
            let near = shape.near(place);
            if near.meets(liberties) {
                return None;
            }
            let mut next = near & self.def;
            if anchors.has(place) {
                if self.immortal {
                    return None;
                }
                if self.united {
                    next |= anchors;
                }
            }
            next &= !block;
            block |= next;
            fresh |= next;
        }
        Some(block)
    }

    /// Whether every crucial block has a liberty, as far as liberties count.
    pub(crate) fn crucial_blocks_breathe(&self, shape: &Shape<M>) -> bool {
        let liberties = self.empties() | shape.outside;
        let mut blocks = shape.crucial.places();
        blocks.all(|block| self.dead_defenders(shape, block, liberties).is_none())
    }

    /// The attacker's block with this stone if it is not safe and has no
    /// liberty.
    fn dead_attackers(&self, shape: &Shape<M>, stone: usize, liberties: M) -> Option<M> {
        let secured = self.secured();
        let mut block = M::bit(stone);
        let mut fresh = block;
        while !fresh.is_empty() {
            let near = shape.near(fresh.least());
            fresh = fresh.without_least();
            if near.meets(liberties | secured) {
                return None;
            }
            let next = near & self.att & !block;
            block |= next;
            fresh |= next;
        }
        Some(block)
    }

    /// The position after the defender plays on an empty point; `None` if that
    /// is suicide.
    pub(crate) fn defend(mut self, shape: &Shape<M>, place: usize) -> Option<Position<M>> {
        let stone = M::bit(place);
        self.mover = Mover::Attacker;
        if self.links.meets(stone) {
            if self.mended {
                // The attacker answers at the other end.
                (self.mended, self.mover) = (false, Mover::Defender);
            } else {
                // From here on nothing is cut off.
                (self.work, self.wide) = (self.wide, M::NONE);
            }
            self.links &= !self.work;
        }
        self.def |= stone;
        let liberties = self.empties() | shape.outside;
        let mut captured = M::NONE;
        for enemy in (shape.near(place) & self.att & self.work).places() {
            if !captured.has(enemy)
                && let Some(block) = self.dead_attackers(shape, enemy, liberties)
            {
                captured |= block;
            }
        }
        if captured.is_empty()
            && !shape.near(place).meets(liberties)
            && self.dead_defenders(shape, place, liberties).is_some()
        {
            return None;
        }
        self.att &= !captured;
        self.ko = 0;
        Some(self)
    }

    /// What follows when the attacker plays on an empty point. `with_ko`: the
    /// defender may not retake at once.
    pub(crate) fn attack(mut self, shape: &Shape<M>, place: usize, with_ko: bool) -> Attack<M> {
        let stone = M::bit(place);
        self.att |= stone;
        if self.links.meets(stone) && self.mended {
            self.mended = false;
            self.links &= !self.work;
        } else if self.links.meets(stone) {
            // Connected. It stands as well for any move of his that lies
            // beyond: then the point is still empty, which is no worse for
            // the defender.
            self.work &= !stone;
            self.wide = M::NONE;
        }
        let liberties = self.empties() | shape.outside;
        let mut captured = M::NONE;
        for enemy in (shape.near(place) & self.def).places() {
            if !captured.has(enemy)
                && let Some(block) = self.dead_defenders(shape, enemy, liberties)
            {
                captured |= block;
            }
        }
        if captured.meets(self.anchors()) {
            return Attack::Captures;
        }
        // Where the attacker is only supposed to have a stone, the block may
        // not be captured after all. Being captured is the worse case for
        // the defender only if we do not go on from there.
        if !captured.is_empty() && shape.around(captured).meets(self.links & !self.work) {
            return Attack::Captures;
        }
        if captured.is_empty()
            && !shape.near(place).meets(liberties | self.secured())
            && self.dead_attackers(shape, place, liberties).is_some()
        {
            return Attack::Illegal;
        }
        self.def &= !captured;
        self.mover = Mover::Defender;
        self.ko = 0;
        if with_ko && captured.count() == 1 {
            let near = shape.near(place);
            let alone = !near.meets(self.att) && (near & self.empties()) == captured;
            if alone {
                self.ko = captured.least() as u16 + 1;
            }
        }
        Attack::On(self)
    }

    /// The defender's stones that belong to crucial blocks. They are there for
    /// good.
    pub(crate) fn attached(&self, shape: &Shape<M>) -> M {
        shape.flood(self.anchors(), self.def)
    }

    /// The attacker's stones that are safe.
    pub(crate) fn safe(&self, shape: &Shape<M>) -> M {
        shape.flood(self.secured(), self.att)
    }

    /// The block of all crucial stones, if they are one.
    pub(crate) fn main_block(&self, shape: &Shape<M>) -> Option<M> {
        if self.united {
            return Some(self.attached(shape));
        }
        let first = M::bit(shape.crucial.least());
        let block = shape.flood(first, self.def);
        shape.crucial.is_within(block).then_some(block)
    }

    /// Whether there is an eye: an empty point with nothing beside it but the
    /// block of all crucial stones.
    pub(crate) fn has_eye(&self, shape: &Shape<M>) -> bool {
        let mut surrounded = M::NONE;
        for place in self.empties().places() {
            if shape.near(place).is_within(self.def) {
                surrounded |= M::bit(place);
            }
        }
        if surrounded.is_empty() {
            return false;
        }
        let Some(block) = self.main_block(shape) else {
            return false;
        };
        let mut eyes = surrounded.places();
        eyes.any(|place| shape.near(place).is_within(block))
    }

    /// The points where an eye may still come to be. A safe stone beside a
    /// point rules it out for good, as does a stone of the defender on it that
    /// will never leave.
    pub(crate) fn eye_space(&self, safe: M, attached: M, shape: &Shape<M>) -> M {
        self.work & !(safe | shape.around(safe) | attached)
    }

    /// The least number of stones that the defender lacks around a point where
    /// an eye may come to be; a stone of the attacker counts for two.
    pub(crate) fn nearest_eye(&self, eye_space: M, shape: &Shape<M>) -> u8 {
        let lacks = |place: usize| {
            let missing = (shape.near(place) & !self.def) | M::bit(place);
            missing.count() - 1 + (missing & self.att).count()
        };
        let least = eye_space.places().map(lacks).min();
        least.map_or(1, |least| least.clamp(1, 8) as u8)
    }

    /// Whether the defender, to move, completes an eye at once. Looks only at
    /// points that lack one stone.
    pub(crate) fn completes_eye(&self, eye_space: M, shape: &Shape<M>) -> bool {
        let empties = self.empties();
        let mut tried = M::NONE;
        for place in (eye_space & !self.def).places() {
            let missing = shape.near(place) & !self.def;
            if missing.is_empty() || !missing.without_least().is_empty() {
                continue;
            }
            if !missing.is_within(empties & !tried) {
                continue;
            }
            tried |= missing;
            let last = missing.least();
            if self.ko == last as u16 + 1 {
                continue;
            }
            if self
                .defend(shape, last)
                .is_some_and(|next| next.has_eye(shape))
            {
                return true;
            }
        }
        false
    }
}
