//! The questions that the search answers.

use tabia_kernel::search::{Problem, Step, Verdict};

use super::position::{Played, Position};
use super::scene::{Aim, Scene};
use crate::mask::Mask;
use crate::one_eye::Mover;

/// What is asked. "Reached": the eye is made, or the stones live.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Goal {
    /// Does the defender force that it is reached? No ko rule.
    Reach,
    /// Does he force that it is reached or play ends by two passes? No ko
    /// rule.
    Stand,
    /// Does the attacker force his win? No ko rule.
    Win,
    /// The same where the defender may not retake a ko at once.
    WinByKo,
    /// The same where neither may, but a threat lifts the ban; threats are in
    /// store. Two passes end play only if neither of the two was banned from a
    /// ko: who is banned waits, and then retakes.
    Fight,
    /// The same where the attacker, instead of passing, may take away one of the
    /// defender's threats while there are any.
    FightWaiting,
    /// Does the attacker force his win, with second moves in store? No ko
    /// rule.
    Hurry,
    /// Does the defender force what [`Goal::Stand`] asks for, with second moves
    /// in store?
    HurryToStand,
}

impl Goal {
    /// The side that wants the answer to be Yes and must get somewhere: a
    /// repetition means No.
    pub(crate) fn side(self) -> Mover {
        match self {
            Goal::Reach | Goal::Stand | Goal::HurryToStand => Mover::Defender,
            Goal::Win | Goal::WinByKo | Goal::Hurry => Mover::Attacker,
            Goal::Fight | Goal::FightWaiting => Mover::Attacker,
        }
    }

    /// Whether it is a fight for a ko with threats in store.
    fn is_fight(self) -> bool {
        matches!(self, Goal::Fight | Goal::FightWaiting)
    }

    /// The answer if a side gets what it wants.
    fn if_won_by(self, side: Mover) -> Verdict {
        Verdict::from(self.side() == side)
    }

    /// The winner if play ends by two passes.
    fn two_passes(self, aim: Aim) -> Mover {
        match (aim, self) {
            (Aim::OneEye, _) | (Aim::TwoEyes, Goal::Reach) => Mover::Attacker,
            (Aim::TwoEyes, _) => Mover::Defender,
        }
    }

    /// Whether who captures a ko cannot be answered at once.
    fn binds(self, capturer: Mover) -> bool {
        match self {
            Goal::WinByKo => capturer == Mover::Attacker,
            Goal::Fight | Goal::FightWaiting => true,
            _ => false,
        }
    }
}

/// A position and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Question<'s, M> {
    pub(crate) scene: &'s Scene<M>,
    pub(crate) goal: Goal,
    pub(crate) at: Position<M>,
    /// The answer, where it can be seen.
    pub(crate) seen: Option<Verdict>,
    /// What either side has to do at least, roughly: the defender, the
    /// attacker.
    outlook: (u8, u8),
}

/// All that an answer depends on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Key<M> {
    at: Position<M>,
    goal: Goal,
}

impl<'s, M: Mask> Question<'s, M> {
    pub(crate) fn new(scene: &'s Scene<M>, goal: Goal, at: Position<M>) -> Question<'s, M> {
        let mut question = Question {
            scene,
            goal,
            at,
            seen: None,
            outlook: (1, 1),
        };
        question.look();
        question
    }

    /// A question whose answer is known.
    fn won_by(&self, side: Mover) -> Question<'s, M> {
        Question {
            seen: Some(self.goal.if_won_by(side)),
            ..*self
        }
    }

    /// A position of which the answer is supposed.
    pub(super) fn supposed(&self, goal: Goal, at: Position<M>, answer: Verdict) -> Self {
        Question {
            goal,
            at,
            seen: Some(answer),
            ..*self
        }
    }

    /// Looks for an answer.
    fn look(&mut self) {
        let scene = self.scene;
        if self.at.is_reached(scene) {
            self.seen = Some(self.goal.if_won_by(Mover::Defender));
            return;
        }
        let space = self.at.eye_space(scene);
        // With one eye at most, and no other point that safe stones are not
        // next to, the attacker fills all other points, each of which is next
        // to safe stones, and in the end the eye. Whatever the defender does,
        // he can only help.
        let too_small = match scene.aim {
            Aim::OneEye => space.is_empty(),
            Aim::TwoEyes => space.is_empty() || space.without_least().is_empty(),
        };
        // Unless a ko rule binds him too, and there may be a ko at the eye.
        let is_bound = self.goal.is_fight() && (self.at.ko != 0 || space.meets(self.at.att));
        if too_small && !is_bound {
            self.seen = Some(self.goal.if_won_by(Mover::Attacker));
            return;
        }
        // Two eyes have a point each that are not neighbours.
        if scene.aim == Aim::TwoEyes && self.goal == Goal::Reach && space.count() == 2 {
            let one = scene.shape.near(space.least());
            if one.meets(space) {
                self.seen = Some(Verdict::No);
                return;
            }
        }
        let room = space.count();
        let liberties = self.at.empties(scene) & scene.shape.around(self.at.attached(scene));
        let work = match (scene.aim, self.goal) {
            (Aim::OneEye, _) | (_, Goal::Reach) => room,
            _ => room + liberties.count(),
        };
        self.outlook = (1 + u8::from(room > 6), work.clamp(1, 40) as u8);
    }

    /// The question after a move of whoever is to move, `None` if illegal.
    pub(crate) fn after(&self, place: usize) -> Option<Question<'s, M>> {
        if self.at.ko == place as u16 + 1 {
            return None;
        }
        let binds = self.goal.binds(self.at.mover);
        match self.at.play(self.scene, place, binds) {
            Played::Illegal => None,
            Played::Captures => Some(self.won_by(Mover::Attacker)),
            Played::On(at) => Some(Question::new(self.scene, self.goal, at)),
        }
    }

    /// The question after a pass. The side that two passes suit passes next,
    /// so that for the other one a pass is as good as losing.
    pub(crate) fn after_pass(&self) -> Question<'s, M> {
        if self.passing_loses() {
            return self.won_by(self.goal.two_passes(self.scene.aim));
        }
        let takes_away = self.takes_threats_away() && !self.is_banned();
        let store = self.at.store + i8::from(takes_away);
        let at = self.at.passed();
        Question::new(self.scene, self.goal, Position { store, ..at })
    }

    fn passing_loses(&self) -> bool {
        self.at.mover != self.goal.two_passes(self.scene.aim)
            && !self.is_banned()
            && !self.takes_threats_away()
    }

    /// Whether the mover of a fight may not retake: his pass does not end play.
    fn is_banned(&self) -> bool {
        self.goal.is_fight() && self.at.ko != 0
    }

    /// Whether the mover's pass takes one of the defender's threats away.
    fn takes_threats_away(&self) -> bool {
        self.goal == Goal::FightWaiting && self.at.mover == Mover::Attacker && self.at.store < 0
    }

    /// Whether the mover may move twice in a row.
    fn may_hurry(&self) -> bool {
        let hurries = match self.goal {
            Goal::Hurry => Mover::Attacker,
            Goal::HurryToStand => Mover::Defender,
            _ => return false,
        };
        self.at.mover == hurries && self.at.store > 0
    }

    /// The same with the ban lifted by a threat, if the mover is banned and has
    /// one.
    fn after_threat(&self) -> Option<Question<'s, M>> {
        let spent = match self.at.mover {
            Mover::Attacker => 1,
            Mover::Defender => -1,
        };
        let has_one = self.goal.is_fight() && self.at.store.signum() == spent;
        (has_one && self.at.ko != 0).then(|| Question {
            at: Position {
                ko: 0,
                store: self.at.store - spent,
                ..self.at
            },
            ..*self
        })
    }
}

impl<M: Mask> Problem for Question<'_, M> {
    type Key = Key<M>;

    fn key(&self) -> Key<M> {
        Key {
            at: self.at,
            goal: self.goal,
        }
    }

    fn at_sight(&self) -> Option<Verdict> {
        self.seen
    }

    fn if_repeated(&self) -> Verdict {
        Verdict::No
    }

    fn estimate(&self) -> (u32, u32) {
        let (defence, attack) = (u32::from(self.outlook.0), u32::from(self.outlook.1));
        match self.goal.side() {
            Mover::Defender => (defence, attack),
            Mover::Attacker => (attack, defence),
        }
    }

    fn expand(&self, parts: &mut Vec<Self>) -> Step {
        if let Some(verdict) = self.seen {
            return Step::Solved(verdict);
        }
        for place in self.at.choices(self.scene).places() {
            let Some(next) = self.after(place) else {
                continue;
            };
            if self.may_hurry() && next.seen.is_none() {
                let at = Position {
                    mover: self.at.mover,
                    store: self.at.store - 1,
                    ..next.at
                };
                parts.push(Question { at, ..next });
            }
            parts.push(next);
        }
        parts.extend(self.after_threat());
        if !self.passing_loses() {
            parts.push(self.after_pass());
        }
        if self.at.mover == self.goal.side() {
            Step::Any
        } else {
            Step::All
        }
    }
}
