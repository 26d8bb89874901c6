//! Kos that no number of threats saves: the defender takes and retakes, but can
//! never finish, since he would have to fill his own liberties; or the attacker
//! need not begin before he has taken all threats away, as with bent four in the
//! corner.
//!
//! The game with *n* threats is [`Goal::FightWaiting`]: the defender may spend
//! one to retake at once, the attacker, who has none, may take one away instead
//! of passing. A group is dead if the attacker wins this game for every *n*.
//!
//! **For every n, by finitely many questions.** Let X be the positions with the
//! defender to move, not banned, that the attacker wins for every *n*. Then from
//! each of X he can force that the stones are captured, or that the defender
//! spends a threat and is in X again, or that he himself takes a threat away at a
//! position that he wins if there is none left ([`Goal::Fight`]), and is in X
//! again.
//!
//! - *Whatever X has this property, all of it is won for every n*: either the
//!   stones are captured, or a threat is gone, and there were only *n*. Without
//!   any the defender cannot retake, and where the attacker would take one away
//!   he wins by assumption.
//! - *The positions won for every n have it.* More threats never help the
//!   attacker: after he has taken one away the defender passes, and the position
//!   is the old one with fewer. So the sets won with *n* shrink as *n* grows, and
//!   as positions are finitely many they are the same from some *n* on; a
//!   strategy for one threat more than that leads back to them.
//!
//! So X is the largest set with the property. It is found from above: every
//! position where a threat is spent or taken away counts as won, those that were
//! met are examined, the ones that turn out lost count as lost, and all is begun
//! anew, until none is lost. What is lost under too favourable an assumption is
//! lost; what is won in the end is won by a set with the property.

use std::cell::RefCell;
use std::collections::HashSet;

use tabia_kernel::search::{Dfpn, Limits, Problem, Step, Stop, Verdict};

use super::Spent;
use super::position::Position;
use super::question::{Goal, Key, Question};
use super::scene::Scene;
use crate::mask::Mask;
use crate::one_eye::Mover;

/// With so many threats most kos that threats save are saved.
const FEW: i8 = 3;

/// What is needed to ask.
pub(crate) struct Threats<'a, 's, M> {
    pub(crate) scene: &'s Scene<M>,
    /// Memory for the questions here.
    pub(crate) memory_mib: usize,
    pub(crate) limits: Limits,
    pub(crate) stop: &'a Stop,
    /// Answers all other questions.
    pub(crate) ask: &'a dyn Fn(Question<'s, M>) -> Result<bool, Spent>,
}

impl<'s, M: Mask> Threats<'_, 's, M> {
    /// Whether the attacker wins however many threats the defender has.
    pub(crate) fn are_useless(&self, fight: Question<'s, M>) -> Result<bool, Spent> {
        if let Some(verdict) = fight.seen {
            return Ok(verdict == Verdict::Yes);
        }
        let at = fight.at;
        for number in 0..=FEW {
            let store = -number;
            let goal = Goal::FightWaiting;
            if !(self.ask)(Question::new(self.scene, goal, Position { store, ..at }))? {
                return Ok(false);
            }
        }
        let at = Position { store: 0, ..at };
        // Most need no waiting, which has many more positions.
        Ok(self.holds(at, false)? || self.holds(at, true)?)
    }

    fn holds(&self, root: Position<M>, waits: bool) -> Result<bool, Spent> {
        let mut lost = HashSet::new();
        loop {
            let marks = Marks {
                dfpn: Dfpn::with_mebibytes(self.memory_mib.max(1)),
                waits,
                lost,
                met: RefCell::default(),
            };
            if !self.wins(root, &marks)? {
                return Ok(false);
            }
            let mut examined = HashSet::new();
            let mut found = Vec::new();
            loop {
                let fresh: Vec<Position<M>> = (marks.met.borrow().difference(&examined))
                    .copied()
                    .collect();
                if fresh.is_empty() {
                    break;
                }
                for at in fresh {
                    examined.insert(at);
                    if !self.goes_on(at, &marks)? {
                        found.push(at);
                    }
                }
            }
            if found.is_empty() {
                return Ok(true);
            }
            lost = marks.lost;
            lost.extend(found);
        }
    }

    /// Whether the attacker wins on where a threat is spent, or where he takes
    /// one away.
    fn goes_on(&self, at: Position<M>, marks: &Marks<M>) -> Result<bool, Spent> {
        if at.mover == Mover::Defender {
            return self.wins(at, marks);
        }
        Ok((self.ask)(Question::new(self.scene, Goal::Fight, at))?
            && self.wins(at.passed(), marks)?)
    }

    fn wins(&self, at: Position<M>, marks: &Marks<M>) -> Result<bool, Spent> {
        let question = Question::new(self.scene, Goal::Fight, at);
        let endless = Endless { question, marks };
        let report = marks.dfpn.solve(endless, self.limits, self.stop);
        Ok(report.outcome.ok_or(Spent)?.verdict == Verdict::Yes)
    }
}

/// What is supposed of positions where a threat is spent, with the defender to
/// move, or taken away, with the attacker to move.
struct Marks<M: Mask> {
    /// What was found out under these suppositions.
    dfpn: Dfpn<Key<M>>,
    /// Whether the attacker may take threats away.
    waits: bool,
    /// Those that the attacker does not win.
    lost: HashSet<Position<M>>,
    /// Those that were supposed to be won.
    met: RefCell<HashSet<Position<M>>>,
}

/// Does the attacker force that the stones are captured or that a threat is gone,
/// as far as the marks let that count?
#[derive(Clone, Copy)]
struct Endless<'m, 's, M: Mask> {
    question: Question<'s, M>,
    marks: &'m Marks<M>,
}

impl<'m, 's, M: Mask> Endless<'m, 's, M> {
    fn on(&self, question: Question<'s, M>) -> Endless<'m, 's, M> {
        let marks = self.marks;
        Endless { question, marks }
    }

    /// Where a threat is gone.
    fn marked(&self, at: Position<M>) -> Endless<'m, 's, M> {
        let is_lost = self.marks.lost.contains(&at);
        if !is_lost {
            self.marks.met.borrow_mut().insert(at);
        }
        // Its key must not be that of the same position played on.
        let goal = Goal::FightWaiting;
        self.on(self.question.supposed(goal, at, Verdict::from(!is_lost)))
    }
}

impl<M: Mask> Problem for Endless<'_, '_, M> {
    type Key = Key<M>;

    fn key(&self) -> Key<M> {
        self.question.key()
    }

    fn at_sight(&self) -> Option<Verdict> {
        self.question.at_sight()
    }

    fn if_repeated(&self) -> Verdict {
        self.question.if_repeated()
    }

    fn estimate(&self) -> (u32, u32) {
        self.question.estimate()
    }

    fn expand(&self, parts: &mut Vec<Self>) -> Step {
        let mut moves = Vec::new();
        let step = self.question.expand(&mut moves);
        if let Step::Solved(_) = step {
            return step;
        }
        parts.extend(moves.into_iter().map(|next| self.on(next)));
        let at = self.question.at;
        match at.mover {
            Mover::Defender if at.ko != 0 => {
                parts.push(self.marked(Position { ko: 0, ..at }));
            }
            Mover::Attacker if at.ko == 0 && self.marks.waits => {
                let here = self.marked(at);
                // A move that does not win is none.
                if here.question.seen == Some(Verdict::Yes) {
                    parts.push(here);
                }
            }
            _ => {}
        }
        step
    }
}
