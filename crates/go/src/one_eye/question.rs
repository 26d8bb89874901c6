//! The questions that the search answers.

use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

use tabia_kernel::search::{Problem, Step, Verdict};

use super::position::{Attack, Mover, Position};
use super::shape::Shape;
use super::{Method, kos, miai, relaxed, split};
use crate::mask::Mask;

/// What is asked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Goal {
    /// Does the defender force an eye, where endless play means that there is
    /// none?
    Eye,
    /// Does the attacker force his win against a defender who may not retake
    /// a ko at once, where endless play means that he does not?
    WinByKo(Threats),
    /// Does the attacker force his win, retaking allowed to both, where
    /// endless play means that he does not?
    Win,
    /// The same where the defender makes at most so many moves.
    WinWithin(u8),
}

/// What helps the defender in a ko, from elsewhere. See [`kos`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Threats {
    /// How often he may retake at once after all.
    pub(crate) retakes: u8,
    /// Whether he may also leave it to the attacker to move, as often as he
    /// likes.
    pub(crate) waits: bool,
}

/// The question for a class: no help from elsewhere.
pub(crate) const WIN_BY_KO: Goal = Goal::WinByKo(Threats {
    retakes: 0,
    waits: false,
});

impl Goal {
    /// The side that wants the answer to be Yes. It is the one that must get
    /// somewhere: a repetition means No.
    pub(crate) fn side(self) -> Mover {
        match self {
            Goal::Eye => Mover::Defender,
            Goal::WinByKo(_) | Goal::Win | Goal::WinWithin(_) => Mover::Attacker,
        }
    }

    /// A number for each goal.
    fn code(self) -> u32 {
        match self {
            Goal::Eye => 0,
            Goal::Win => 1,
            Goal::WinWithin(moves) => 2 | u32::from(moves) << 3,
            Goal::WinByKo(threats) => {
                4 | u32::from(threats.waits) | u32::from(threats.retakes) << 3
            }
        }
    }

    /// The answer if the defender gets what he wants.
    pub(crate) fn if_eye(self) -> Verdict {
        Verdict::from(self == Goal::Eye)
    }
}

/// What all questions of a search have in common.
pub(crate) struct Scene<M> {
    pub(crate) shape: Shape<M>,
    pub(crate) method: Method,
    pub(crate) knowledge: bool,
    /// Whether kos in several pieces are taken apart too.
    pub(crate) sums_kos: bool,
    /// Positions that fell apart.
    pub(crate) splits: AtomicU64,
}

impl<M> Scene<M> {
    /// Counts a position that fell apart.
    pub(crate) fn count_split(&self) {
        self.splits.fetch_add(1, Ordering::Relaxed);
    }
}

/// A position and what is asked of it.
#[derive(Clone, Copy)]
pub(crate) struct Question<'s, M> {
    pub(crate) scene: &'s Scene<M>,
    pub(crate) goal: Goal,
    pub(crate) at: Position<M>,
    /// How it is to be looked at.
    pub(crate) view: View,
    /// The answer, where it can be seen.
    pub(crate) seen: Option<Verdict>,
    /// How it comes up. No part of the key.
    pub(crate) by: By,
    /// Stones that the nearest eye lacks, and points where one may come to be:
    /// what either side has to do at least, roughly.
    pub(crate) outlook: (u8, u8),
}

/// How a question is to be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum View {
    /// In pieces, if the position falls apart.
    Apart,
    /// Not in pieces, though it may fall apart.
    Whole,
    /// As a ko in one piece, with threats in the others, so many in each. See
    /// [`kos`].
    KoIn {
        /// The number of the piece.
        piece: u8,
        /// Threats in each other piece.
        threats: u8,
    },
}

/// How a question comes up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum By {
    /// By a stone.
    Stone(u16),
    /// By a pass.
    Pass,
    /// By looking at a part of the position, or at the same position otherwise.
    Part,
}

/// All that an answer depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Key<M> {
    at: Position<M>,
    goal: Goal,
    view: View,
}

impl<M: Mask> Hash for Key<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.at.hash(state);
        let view = match self.view {
            View::Apart => 0,
            View::Whole => 1,
            View::KoIn { piece, threats } => 2 | u32::from(piece) << 2 | u32::from(threats) << 10,
        };
        state.write_u32(self.goal.code() << 16 | view);
    }
}

impl<'s, M: Mask> Question<'s, M> {
    /// A question about a position that nothing is known of yet.
    pub(crate) fn new(scene: &'s Scene<M>, goal: Goal, at: Position<M>) -> Question<'s, M> {
        let mut question = Question::bare(scene, goal, at);
        question.settle(true);
        question
    }

    /// A question about a position as it is: nothing cut off, no answer seen.
    pub(super) fn bare(scene: &'s Scene<M>, goal: Goal, at: Position<M>) -> Question<'s, M> {
        Question {
            scene,
            goal,
            at,
            view: View::Apart,
            seen: None,
            by: By::Part,
            outlook: (1, 1),
        }
    }

    /// A question whose answer is known.
    fn answered(scene: &'s Scene<M>, goal: Goal, at: Position<M>, verdict: Verdict) -> Self {
        Question {
            seen: Some(verdict),
            ..Question::bare(scene, goal, at)
        }
    }

    /// Looks for an answer, and cuts off what can play no part in it.
    fn settle(&mut self, may_have_eye: bool) {
        let shape = &self.scene.shape;
        if may_have_eye && self.at.has_eye(shape) {
            self.seen = Some(self.goal.if_eye());
            return;
        }
        let splits = self.scene.method != Method::Plain;
        if !self.scene.knowledge && !splits {
            return;
        }
        let safe = self.at.safe(shape);
        let attached = self.at.attached(shape);
        let eye_space = self.at.eye_space(safe, attached, shape);
        if self.scene.knowledge {
            // The attacker needs only pass from here on: no eye can come to
            // be, and the defender runs out of moves.
            if eye_space.is_empty() {
                self.seen = Some(self.goal.if_eye().other());
                return;
            }
            if self.at.mover == Mover::Defender && self.at.completes_eye(eye_space, shape) {
                self.seen = Some(self.goal.if_eye());
                return;
            }
            let room = u8::try_from(eye_space.count()).unwrap_or(u8::MAX);
            self.outlook = (self.at.nearest_eye(eye_space, shape), room);
        }
        if self.scene.method == Method::Rds
            && self.at.links.is_empty()
            && miai::rules_out_eyes(&self.at, shape, safe, eye_space)
        {
            self.seen = Some(self.goal.if_eye().other());
            return;
        }
        if splits && self.at.wide.is_empty() {
            split::look_for_unity(&mut self.at, shape);
            if kos::may_trim(self.goal) {
                split::trim(&mut self.at, shape, safe, attached, eye_space);
                if self.at.work.is_empty() {
                    self.seen = Some(self.goal.if_eye().other());
                }
            }
        }
    }

    /// The same question about another position, in which there is no eye
    /// yet: the defender did not move.
    pub(crate) fn about(&self, at: Position<M>) -> Question<'s, M> {
        let mut question = Question {
            scene: self.scene,
            goal: self.goal,
            at,
            view: View::Apart,
            seen: None,
            by: By::Part,
            outlook: (1, 1),
        };
        question.settle(false);
        question
    }

    /// The same question, not to be taken apart except by moves.
    pub(crate) fn as_a_whole(&self) -> Question<'s, M> {
        Question {
            view: View::Whole,
            by: By::Part,
            ..*self
        }
    }

    /// Whether the defender may not retake a ko at once.
    fn with_ko(&self) -> bool {
        matches!(self.goal, Goal::WinByKo(_))
    }

    /// Whether the defender may leave a ko to the attacker.
    fn may_wait(&self) -> bool {
        matches!(self.goal, Goal::WinByKo(threats) if threats.waits)
    }

    /// The goal once the defender has played here; `None` if the rules of the
    /// goal do not let him.
    fn goal_after_defence(&self, place: usize) -> Option<Goal> {
        match self.goal {
            Goal::WinByKo(threats) if self.at.ko == place as u16 + 1 => {
                let retakes = threats.retakes.checked_sub(1)?;
                Some(Goal::WinByKo(Threats { retakes, ..threats }))
            }
            Goal::WinWithin(moves) => Some(Goal::WinWithin(moves.saturating_sub(1))),
            goal => Some(goal),
        }
    }

    /// The position after a move of whoever is to move, `None` if illegal.
    pub(crate) fn after(&self, place: usize) -> Option<Question<'s, M>> {
        let shape = &self.scene.shape;
        let mut next = match self.at.mover {
            Mover::Defender => {
                let goal = self.goal_after_defence(place)?;
                let next = self.at.defend(shape, place)?;
                if self.goal == Goal::WinWithin(0) {
                    // One move too many.
                    Question::answered(self.scene, goal, next, Verdict::No)
                } else {
                    Question::new(self.scene, goal, next)
                }
            }
            Mover::Attacker => match self.at.attack(shape, place, self.with_ko()) {
                Attack::Illegal => return None,
                Attack::Captures => {
                    let verdict = self.goal.if_eye().other();
                    Question::answered(self.scene, self.goal, self.at, verdict)
                }
                Attack::On(at) => self.about(at),
            },
        };
        next.by = By::Stone(place as u16);
        Some(next)
    }

    /// The position after a pass. The defender's pass is answered by the
    /// attacker's, which ends the game, so it is as good as losing.
    pub(crate) fn after_pass(&self) -> Question<'s, M> {
        let mut next = match self.at.mover {
            Mover::Defender => {
                Question::answered(self.scene, self.goal, self.at, self.goal.if_eye().other())
            }
            Mover::Attacker => self.about(self.at.passed()),
        };
        next.by = By::Pass;
        next
    }
}

impl<M: Mask> Problem for Question<'_, M> {
    type Key = Key<M>;

    fn key(&self) -> Key<M> {
        Key {
            at: self.at,
            goal: self.goal,
            view: self.view,
        }
    }

    fn at_sight(&self) -> Option<Verdict> {
        self.seen
    }

    fn if_repeated(&self) -> Verdict {
        Verdict::No
    }

    fn estimate(&self) -> (u32, u32) {
        let (lacks, room) = (u32::from(self.outlook.0), u32::from(self.outlook.1));
        match self.goal {
            Goal::Eye => (lacks, room),
            Goal::Win | Goal::WinByKo(_) | Goal::WinWithin(_) => (room, lacks),
        }
    }

    fn expand(&self, parts: &mut Vec<Self>) -> Step {
        if let Some(verdict) = self.seen {
            return Step::Solved(verdict);
        }
        match self.view {
            View::Apart => {
                let step = split::parts(self, parts).or_else(|| relaxed::parts(self, parts));
                if let Some(step) = step {
                    return step;
                }
            }
            View::KoIn { piece, threats } => {
                kos::fight_in(self, piece, threats, parts);
                return Step::All;
            }
            View::Whole => {}
        }
        for place in self.at.empties().places() {
            parts.extend(self.after(place));
        }
        if self.at.mended && self.at.mover == Mover::Defender {
            relaxed::answers_elsewhere(self, parts);
        }
        if self.at.mover == Mover::Attacker {
            parts.push(self.after_pass());
        } else if self.at.ko != 0 && self.may_wait() {
            parts.push(self.about(self.at.passed()));
        }
        if self.at.mover == self.goal.side() {
            Step::Any
        } else {
            Step::All
        }
    }
}
