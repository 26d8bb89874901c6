//! Positions and rules, for one eye or two.

use super::scene::{Aim, Scene};
use crate::mask::Mask;
use crate::one_eye::Mover;

/// A position. The graph it lives on is the scene's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Position<M> {
    /// The defender's stones, crucial blocks included.
    pub(crate) def: M,
    /// The attacker's, the safe ones included.
    pub(crate) att: M,
    pub(crate) mover: Mover,
    /// The point that the mover may not retake at once, plus one; 0 if there
    /// is none.
    pub(crate) ko: u16,
    /// What a side has in store, where the question says so: threats (the
    /// attacker's if positive, the defender's if negative) or second moves.
    pub(crate) store: i8,
}

/// What a move leads to.
pub(crate) enum Played<M> {
    /// It is against the rules.
    Illegal,
    /// It captures crucial stones.
    Captures,
    /// Play goes on.
    On(Position<M>),
}

impl<M: Mask> Position<M> {
    /// Points without a stone: liberties, if next to a block.
    #[inline]
    pub(crate) fn empties(&self, scene: &Scene<M>) -> M {
        (scene.shape.region | scene.shape.outside) & !(self.def | self.att)
    }

    /// The empty points where the mover may think of playing. Of points that
    /// are all alike, the attacker fills the first.
    #[inline]
    pub(crate) fn choices(&self, scene: &Scene<M>) -> M {
        let region = scene.shape.region & !(self.def | self.att);
        match self.mover {
            Mover::Defender => region,
            Mover::Attacker => region | scene.first_fills(self.att),
        }
    }

    /// The same with the other side to move.
    pub(crate) fn passed(self) -> Position<M> {
        Position {
            mover: self.mover.other(),
            ko: 0,
            ..self
        }
    }

    /// What follows when the mover plays on an empty point. `binds`: the
    /// opponent may not retake a ko at once.
    pub(crate) fn play(mut self, scene: &Scene<M>, place: usize, binds: bool) -> Played<M> {
        let shape = &scene.shape;
        let near = shape.near(place);
        let defends = self.mover == Mover::Defender;
        let stone = M::bit(place);
        if defends {
            self.def |= stone;
        } else {
            self.att |= stone;
        }
        let liberties = self.empties(scene);
        let (own, enemies) = match defends {
            true => (self.def, self.att),
            false => (self.att, self.def),
        };
        let mut captured = M::NONE;
        for enemy in (near & enemies & !shape.safe).places() {
            if !captured.has(enemy)
                && let Some(block) = dead(scene, enemies, enemy, liberties)
            {
                captured |= block;
            }
        }
        if captured.meets(shape.crucial) {
            return Played::Captures;
        }
        if captured.is_empty()
            && !near.meets(liberties)
            && dead(scene, own, place, liberties).is_some()
        {
            return Played::Illegal;
        }
        self.ko = 0;
        if binds && captured.count() == 1 && !near.meets(own) && !near.meets(liberties) {
            self.ko = captured.least() as u16 + 1;
        }
        if defends {
            self.att &= !captured;
        } else {
            self.def &= !captured;
        }
        self.mover = self.mover.other();
        Played::On(self)
    }

    /// The defender's stones that belong to crucial blocks.
    pub(crate) fn attached(&self, scene: &Scene<M>) -> M {
        scene.shape.flood(scene.shape.crucial, self.def)
    }

    /// The points where an eye may still come to be: no safe stone stands
    /// there or beside, and no stone of the defender that will never leave.
    pub(crate) fn eye_space(&self, scene: &Scene<M>) -> M {
        let shape = &scene.shape;
        let safe = shape.flood(shape.safe, self.att);
        shape.region & !(safe | shape.around(safe) | self.attached(scene))
    }

    /// Whether the defender has what he aims for.
    pub(crate) fn is_reached(&self, scene: &Scene<M>) -> bool {
        match scene.aim {
            Aim::OneEye => self.has_eye(scene),
            Aim::TwoEyes => self.lives(scene),
        }
    }

    /// An empty point with nothing beside it but the one block of all crucial
    /// stones.
    fn has_eye(&self, scene: &Scene<M>) -> bool {
        let shape = &scene.shape;
        let mut spots = (shape.region & !(self.def | self.att)).places();
        let first = M::bit(shape.crucial.least());
        spots.any(|place| {
            let near = shape.near(place);
            near.is_within(self.def) && {
                let block = shape.flood(first, self.def);
                shape.crucial.is_within(block) && near.is_within(block)
            }
        })
    }

    /// Whether all crucial stones live even if the defender never plays again:
    /// Benson's condition (1976).
    ///
    /// An area is a connected set of points without the defender's stones. It
    /// is vital to a block if all its empty points are liberties of the block.
    /// Blocks live that have two vital areas each, all of whose borders are
    /// such blocks. Areas with safe stones are nobody's.
    fn lives(&self, scene: &Scene<M>) -> bool {
        let shape = &scene.shape;
        let lost = shape.safe | shape.outside;
        let open = (shape.region | lost) & !self.def;
        let inner = open & !shape.flood(lost, open);
        if inner.is_empty() || shape.flood(M::bit(inner.least()), inner) == inner {
            return false;
        }
        let empties = self.empties(scene);
        let mut areas = scene.pieces(inner);
        let mut blocks = scene.pieces(self.def);
        loop {
            let before = blocks.len();
            blocks.retain(|&block| {
                let liberties = shape.around(block);
                let is_vital = |area: &&M| (**area & empties).is_within(liberties);
                areas.iter().filter(is_vital).take(2).count() == 2
            });
            let living = blocks.iter().fold(M::NONE, |all, &block| all | block);
            if !shape.crucial.is_within(living) {
                return false;
            }
            if blocks.len() == before {
                return true;
            }
            areas.retain(|&area| !shape.around(area).meets(self.def & !living));
        }
    }
}

/// The block with this stone if it has no liberty and is not safe.
fn dead<M: Mask>(scene: &Scene<M>, stones: M, stone: usize, liberties: M) -> Option<M> {
    let shape = &scene.shape;
    let mut block = M::bit(stone);
    let mut fresh = block;
    while !fresh.is_empty() {
        let near = shape.near(fresh.least());
        fresh = fresh.without_least();
        if near.meets(liberties | (stones & shape.safe)) {
            return None;
        }
        let next = near & stones & !block;
        block |= next;
        fresh |= next;
    }
    Some(block)
}
