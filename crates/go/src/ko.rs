//! Ko: who takes first, how far it is to the end, what threats decide it; and
//! what superko makes of it.
//!
//! All of it is exact search on the whole region, so threats that other parts
//! of it hold count as they should (the paper's Fig. 3).
//!
//! **Threats.** Neither side may retake a ko at once, but a side that has a
//! threat in store may spend it instead, whereupon it may. Endless play is good
//! for the defender. The question is how many threats the attacker must have
//! to win if the defender has none, or the defender to hold if the attacker has
//! none.
//!
//! **Approach moves.** There is no ko rule, both sides retake for ever; a side
//! wins if the other plays elsewhere often enough. In a direct ko that is once.
//! Each time more is an approach move.
//!
//! **Superko** (situational): no move may bring back a board with the same side
//! to move. A pass is always legal.

use std::cell::Cell;
use std::collections::HashSet;
use std::time::Instant;

use tabia_kernel::search::{Dfpn, Limits, Stop, Verdict};

use crate::EyeProblem;
use crate::life::position::{Played, Position};
use crate::life::question::{Goal, Key, Question};
use crate::life::scene::Scene;
use crate::life::{Aim, Spent};
use crate::mask::{Mask, Wide};
use crate::one_eye::Mover;

/// More threats or approach moves are not counted.
const MOST: u8 = 4;

/// A fight for a ko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KoFight {
    /// Who wins if nobody has a threat: he takes first, the other needs the
    /// first threat.
    pub takes_first: Mover,
    /// Threats that the attacker needs if the defender has none; `None` if
    /// [`KoFight::MOST`] are not enough.
    pub attacker_threats: Option<u8>,
    /// Threats that the defender needs if the attacker has none.
    pub defender_threats: Option<u8>,
    /// Approach moves that the attacker has to make; 0 in a direct ko, `None`
    /// if there are more than [`KoFight::MOST`].
    pub attacker_approach: Option<u8>,
    /// Approach moves that the defender has to make.
    pub defender_approach: Option<u8>,
}

impl KoFight {
    /// More threats or approach moves than this are not counted.
    pub const MOST: u8 = MOST;
}

/// The worth of a problem under superko.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SuperkoValue {
    /// The defender makes the eye, or lives.
    Reached,
    /// The stones stay without two eyes. Not for one eye.
    Stands,
    /// The attacker wins.
    Lost,
}

impl SuperkoValue {
    /// `eye` and `none`; or `alive`, `seki` and `dead`.
    #[must_use]
    pub const fn name(self, aim: Aim) -> &'static str {
        match (aim, self) {
            (Aim::OneEye, SuperkoValue::Reached) => "eye",
            (Aim::OneEye, _) => "none",
            (Aim::TwoEyes, SuperkoValue::Reached) => "alive",
            (Aim::TwoEyes, SuperkoValue::Stands) => "seki",
            (Aim::TwoEyes, SuperkoValue::Lost) => "dead",
        }
    }
}

/// What a question about a ko may cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct KoOptions {
    /// Size of the table.
    pub memory_mib: usize,
    /// What it may cost: so much time together, so many nodes for each search;
    /// for superko, nodes are positions on all paths.
    pub limits: Limits,
}

impl Default for KoOptions {
    fn default() -> KoOptions {
        KoOptions {
            memory_mib: 300,
            limits: Limits::NONE,
        }
    }
}

/// Says how a ko is fought, where one decides. `None` if the budget was spent.
///
/// ```
/// use tabia_go::{Aim, KoOptions, Mover, ko_fight, read_problem};
/// use tabia_kernel::search::Stop;
///
/// let sgf = b"(;SZ[9]AB[af:ag][bf][bh][cf][df:dh]AW[ae:ee][ef:ei][ch][di]\
///     TR[af:ag][bf][cf][df:dh]MA[ah:ai][bg:bi][cg][ci])";
/// let problem = read_problem(sgf)?;
/// let (first, options) = (Mover::Attacker, KoOptions::default());
/// let fight = ko_fight(&problem, Aim::OneEye, first, &options, &Stop::new()).expect("no limit");
/// assert_eq!(fight.takes_first, Mover::Attacker);
/// assert_eq!(fight.defender_threats, Some(1));
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
#[must_use]
pub fn ko_fight(
    problem: &EyeProblem,
    aim: Aim,
    first: Mover,
    options: &KoOptions,
    stop: &Stop,
) -> Option<KoFight> {
    match aim.places(problem) {
        0..=64 => Ring::<u64>::new(problem, aim, options, stop).fight(problem, first),
        65..=128 => Ring::<u128>::new(problem, aim, options, stop).fight(problem, first),
        _ => Ring::<Wide>::new(problem, aim, options, stop).fight(problem, first),
    }
    .ok()
}

/// What a problem is worth under situational superko without threats from
/// outside. `None` if the budget was spent.
///
/// What can be had without any ko rule can be had under superko too, because
/// it is had without repeating anything; only what is left open is searched,
/// along all paths. Cost: exponential in the length of the fight.
#[must_use]
pub fn under_superko(
    problem: &EyeProblem,
    aim: Aim,
    first: Mover,
    options: &KoOptions,
    stop: &Stop,
) -> Option<SuperkoValue> {
    match aim.places(problem) {
        0..=64 => Ring::<u64>::new(problem, aim, options, stop).superko(problem, first),
        65..=128 => Ring::<u128>::new(problem, aim, options, stop).superko(problem, first),
        _ => Ring::<Wide>::new(problem, aim, options, stop).superko(problem, first),
    }
    .ok()
}

/// Where kos are fought.
struct Ring<'p, M> {
    options: &'p KoOptions,
    stop: &'p Stop,
    scene: Scene<M>,
    dfpn: Dfpn<Key<M>>,
    nodes: Cell<u64>,
    began: Instant,
}

/// The situations of a path: the defender's stones, the attacker's, the mover.
type Path<M> = HashSet<(M, M, Mover)>;

impl<'p, M: Mask> Ring<'p, M> {
    fn new(problem: &EyeProblem, aim: Aim, options: &'p KoOptions, stop: &'p Stop) -> Ring<'p, M> {
        Ring {
            options,
            stop,
            scene: Scene::new(problem, aim),
            dfpn: Dfpn::with_mebibytes(options.memory_mib),
            nodes: 0.into(),
            began: Instant::now(),
        }
    }

    fn ask(&self, goal: Goal, at: Position<M>) -> Result<bool, Spent> {
        let question = Question::new(&self.scene, goal, at);
        let limits = self.options.limits.after(self.began.elapsed());
        let report = self.dfpn.solve(question, limits, self.stop);
        Ok(report.outcome.ok_or(Spent)?.verdict == Verdict::Yes)
    }

    fn fight(&self, problem: &EyeProblem, first: Mover) -> Result<KoFight, Spent> {
        let root = self.scene.root(problem, first);
        let with = |store: i8| Position { store, ..root };
        let wins = |balance: i8| self.ask(Goal::Fight, with(balance));
        let least = |holds: &dyn Fn(i8) -> Result<bool, Spent>| {
            for number in 0..=MOST {
                if holds(number as i8)? {
                    return Ok(Some(number));
                }
            }
            Ok(None)
        };
        let attacker_threats = least(&wins)?;
        let defender_threats = least(&|number| wins(-number).map(|won| !won))?;
        let moves_in_a_row = |goal: Goal| {
            let needed = least(&|number| self.ask(goal, with(number)))?;
            Ok(needed.map(|number: u8| number.saturating_sub(1)))
        };
        Ok(KoFight {
            takes_first: match attacker_threats {
                Some(0) => Mover::Attacker,
                _ => Mover::Defender,
            },
            attacker_threats,
            defender_threats,
            attacker_approach: moves_in_a_row(Goal::Hurry)?,
            defender_approach: moves_in_a_row(Goal::HurryToStand)?,
        })
    }

    fn superko(&self, problem: &EyeProblem, first: Mover) -> Result<SuperkoValue, Spent> {
        let root = self.scene.root(problem, first);
        let mut path = Path::new();
        path.insert((root.def, root.att, root.mover));
        let mut holds = |goal: Goal| self.holds(root, false, goal, &mut path);
        if holds(Goal::Reach)? {
            return Ok(SuperkoValue::Reached);
        }
        if self.scene.aim == Aim::TwoEyes && holds(Goal::Stand)? {
            return Ok(SuperkoValue::Stands);
        }
        Ok(SuperkoValue::Lost)
    }

    /// Whether the defender gets what the goal asks for, given the path to
    /// here.
    fn holds(
        &self,
        at: Position<M>,
        passed: bool,
        goal: Goal,
        path: &mut Path<M>,
    ) -> Result<bool, Spent> {
        self.nodes.set(self.nodes.get() + 1);
        let Limits { nodes, time, .. } = self.options.limits;
        let is_spent = nodes.is_some_and(|limit| self.nodes.get() > limit)
            || time.is_some_and(|limit| self.began.elapsed() > limit)
            || self.stop.is_requested();
        if is_spent || path.len() > DEEPEST {
            return Err(Spent);
        }
        if self.ask(goal, at)? {
            return Ok(true);
        }
        if self.ask(Goal::Win, at)? {
            return Ok(false);
        }
        let defends = at.mover == Mover::Defender;
        // What the mover wants: `defends`. He needs one move that gives it.
        let mut next = Vec::new();
        for place in at.choices(&self.scene).places() {
            match at.play(&self.scene, place, false) {
                Played::Illegal => {}
                Played::Captures => return Ok(false),
                Played::On(after) => next.push(after),
            }
        }
        for after in next {
            let situation = (after.def, after.att, after.mover);
            if !path.insert(situation) {
                continue;
            }
            let held = self.holds(after, false, goal, path);
            path.remove(&situation);
            if held? == defends {
                return Ok(defends);
            }
        }
        if passed {
            // Two passes.
            let stands = self.scene.aim == Aim::TwoEyes && goal == Goal::Stand;
            return Ok(stands);
        }
        let after = at.passed();
        let situation = (after.def, after.att, after.mover);
        let fresh = path.insert(situation);
        let held = self.holds(after, true, goal, path);
        if fresh {
            path.remove(&situation);
        }
        held
    }
}

/// Situations on a path that are followed.
const DEEPEST: usize = 1_000;
