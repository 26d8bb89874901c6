//! Eyes in one piece of the region, by itself.
//!
//! A piece is what the one block of all crucial stones and the safe stones cut
//! out of the region: nothing else is beside it. Stones outside it never leave
//! the board in the local game. What the other pieces do to it is only this:
//! whether the block breathes elsewhere. A [`View`] says what to suppose.

use tabia_kernel::search::{Problem, Step, Verdict};

use super::position::Position;
use super::scene::Scene;
use crate::mask::Mask;
use crate::one_eye::Mover;

/// What to suppose of the block's liberties elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum View {
    /// It has none. Eyes that can be had are had whatever happens elsewhere.
    Pessimistic,
    /// It has one for ever. Eyes that cannot be had can never be had.
    Optimistic,
}

/// A piece and what stands on it and beside it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Piece<M> {
    /// Its points.
    pub(crate) points: M,
    /// The defender's stones: those on it, and those beside it, which all
    /// belong to the one block.
    def: M,
    /// The attacker's: those on it, and those beside it, which are safe.
    att: M,
    pub(crate) mover: Mover,
}

impl<M: Mask> Piece<M> {
    /// The pieces of a position, if the crucial stones are all one block.
    pub(crate) fn cut(scene: &Scene<M>, at: &Position<M>) -> Option<Vec<Piece<M>>> {
        let shape = &scene.shape;
        let block = shape.flood(M::bit(shape.crucial.least()), at.def);
        if !shape.crucial.is_within(block) {
            return None;
        }
        let safe = shape.flood(shape.safe, at.att);
        let pieces = scene.pieces(shape.region & !(block | safe));
        let of = |points: M| {
            let seen = points | shape.around(points);
            Piece {
                points,
                def: at.def & seen,
                att: at.att & seen,
                mover: at.mover,
            }
        };
        Some(pieces.into_iter().map(of).collect())
    }

    /// The same with a side to move.
    pub(crate) fn with(self, mover: Mover) -> Piece<M> {
        Piece { mover, ..self }
    }

    /// The empty points.
    pub(crate) fn empties(&self) -> M {
        self.points & !(self.def | self.att)
    }

    /// The crucial block, as far as it is here or beside.
    fn block(&self, scene: &Scene<M>) -> M {
        scene.shape.flood(self.def & !self.points, self.def)
    }

    /// Whether the block has a liberty here.
    pub(crate) fn breathes(&self, scene: &Scene<M>) -> bool {
        let block = self.block(scene);
        scene.shape.around(block).meets(self.empties())
    }

    /// The points where an eye may still come to be.
    pub(crate) fn eye_space(&self, scene: &Scene<M>) -> M {
        let shape = &scene.shape;
        let safe = shape.flood(self.att & !self.points, self.att);
        self.points & !(safe | shape.around(safe) | self.block(scene))
    }

    /// What a stone of the mover leads to: `None` if it is illegal, and nothing
    /// but the position if it captures the block, which is `Err`.
    pub(crate) fn play(
        mut self,
        scene: &Scene<M>,
        place: usize,
        view: View,
    ) -> Option<Result<Piece<M>, ()>> {
        let shape = &scene.shape;
        let near = shape.near(place);
        let stone = M::bit(place);
        let defends = self.mover == Mover::Defender;
        match defends {
            true => self.def |= stone,
            false => self.att |= stone,
        }
        let liberties = self.empties();
        let (own, enemies) = match defends {
            true => (self.def, self.att),
            false => (self.att, self.def),
        };
        // A block of the colour with a stone beside the piece is the crucial
        // one, or safe.
        let breathes = |start: usize, among: M, is_def: bool| {
            let block = shape.flood(M::bit(start), among);
            let breathes = match (block.is_within(self.points), is_def, view) {
                (true, _, _) => shape.around(block).meets(liberties),
                (false, false, _) | (false, true, View::Optimistic) => true,
                (false, true, View::Pessimistic) => {
                    let whole = shape.flood(among & !self.points, among);
                    shape.around(whole).meets(liberties)
                }
            };
            (block, breathes)
        };
        let mut captured = M::NONE;
        for enemy in (near & enemies).places() {
            if captured.has(enemy) {
                continue;
            }
            let (block, lives) = breathes(enemy, enemies, !defends);
            if lives {
                continue;
            }
            if !block.is_within(self.points) {
                return Some(Err(()));
            }
            captured |= block;
        }
        if captured.is_empty() && !near.meets(liberties) && !breathes(place, own, defends).1 {
            return None;
        }
        match defends {
            true => self.att &= !captured,
            false => self.def &= !captured,
        }
        self.mover = self.mover.other();
        Some(Ok(self))
    }

    /// How many eyes there are even if the defender never plays here again,
    /// as long as the block is not captured: 0, 1, or 2 for more.
    ///
    /// Benson's condition with the block taken to live: eyes are the areas
    /// that are vital to it and bordered by living blocks only. A stone beside
    /// the piece belongs to the block or is safe, so a position lives by
    /// Benson's condition if and only if its pieces have two eyes together.
    pub(crate) fn eyes(&self, scene: &Scene<M>) -> u8 {
        let shape = &scene.shape;
        let lost = self.att & !self.points;
        let open = (self.points | lost) & !self.def;
        let inner = open & !shape.flood(lost, open);
        if inner.is_empty() {
            return 0;
        }
        let empties = self.empties();
        let vital = |areas: &[M], block: M| {
            let liberties = shape.around(block);
            let is_vital = |area: &&M| (**area & empties).is_within(liberties);
            areas.iter().filter(is_vital).take(2).count() as u8
        };
        let block = self.block(scene);
        let mut areas = scene.pieces(inner);
        let mut others = scene.pieces(self.def & !block);
        loop {
            let before = (others.len(), areas.len());
            others.retain(|&other| vital(&areas, other) == 2);
            let living = others.iter().fold(block, |all, &other| all | other);
            areas.retain(|&area| !shape.around(area).meets(self.def & !living));
            if before == (others.len(), areas.len()) {
                return vital(&areas, block);
            }
        }
    }
}

/// What is asked of a piece. There is no ko rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Want {
    /// Does the defender force so many eyes? Endless play is good for the
    /// attacker, who alone may pass: for the defender a pass would be the end.
    Eyes(View, u8),
    /// Does the attacker force that no more than so many points are left where
    /// an eye may come to be, even if the block has a liberty elsewhere? Endless
    /// play is good for the defender, who alone may pass.
    Room(u8),
}

impl Want {
    fn side(self) -> Mover {
        match self {
            Want::Eyes(..) => Mover::Defender,
            Want::Room(_) => Mover::Attacker,
        }
    }

    fn view(self) -> View {
        match self {
            Want::Eyes(view, _) => view,
            Want::Room(_) => View::Optimistic,
        }
    }
}

/// A piece and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Inquiry<'s, M> {
    scene: &'s Scene<M>,
    at: Piece<M>,
    want: Want,
    seen: Option<Verdict>,
    room: u32,
}

impl<'s, M: Mask> Inquiry<'s, M> {
    pub(crate) fn new(scene: &'s Scene<M>, at: Piece<M>, want: Want) -> Inquiry<'s, M> {
        let space = at.eye_space(scene);
        Inquiry {
            scene,
            at,
            want,
            seen: match want {
                Want::Eyes(_, wanted) => see_eyes(scene, &at, space, wanted),
                Want::Room(most) => see_room(scene, &at, space, most),
            },
            room: space.count().max(1),
        }
    }
}

fn see_eyes<M: Mask>(scene: &Scene<M>, at: &Piece<M>, space: M, wanted: u8) -> Option<Verdict> {
    // Each eye has an empty point with no safe stone beside it, and those of
    // two eyes are not neighbours.
    let is_crowded = match space.count() {
        0 => true,
        1 => wanted == 2,
        2 => wanted == 2 && scene.shape.near(space.least()).meets(space),
        _ => false,
    };
    if is_crowded {
        return Some(Verdict::No);
    }
    (at.eyes(scene) >= wanted).then_some(Verdict::Yes)
}

fn see_room<M: Mask>(scene: &Scene<M>, at: &Piece<M>, space: M, most: u8) -> Option<Verdict> {
    if space.count() <= most.into() {
        return Some(Verdict::Yes);
    }
    // An eye that is there keeps a point for ever; and if the defender only
    // passes, safe stones get no further than the block lets them.
    let shape = &scene.shape;
    let free = at.points & !at.block(scene);
    let reached = shape.flood(at.att & !at.points, free);
    let kept = space & !(reached | shape.around(reached));
    (kept.count() > most.into() || at.eyes(scene) > most).then_some(Verdict::No)
}

impl<M: Mask> Problem for Inquiry<'_, M> {
    type Key = (Piece<M>, Want);

    fn key(&self) -> (Piece<M>, Want) {
        (self.at, self.want)
    }

    fn at_sight(&self) -> Option<Verdict> {
        self.seen
    }

    fn if_repeated(&self) -> Verdict {
        Verdict::No
    }

    fn estimate(&self) -> (u32, u32) {
        let (defence, attack) = (1 + u32::from(self.room > 6), self.room.min(40));
        match self.want.side() {
            Mover::Defender => (defence, attack),
            Mover::Attacker => (attack, defence),
        }
    }

    fn expand(&self, parts: &mut Vec<Self>) -> Step {
        if let Some(verdict) = self.seen {
            return Step::Solved(verdict);
        }
        let part = |at| Inquiry::new(self.scene, at, self.want);
        for place in self.at.empties().places() {
            match self.at.play(self.scene, place, self.want.view()) {
                None => {}
                Some(Ok(next)) => parts.push(part(next)),
                Some(Err(())) => parts.push(Inquiry {
                    seen: Some(Verdict::No),
                    ..*self
                }),
            }
        }
        if self.at.mover == self.want.side() {
            return Step::Any;
        }
        parts.push(part(self.at.with(self.want.side())));
        Step::All
    }
}
