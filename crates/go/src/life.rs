//! Life and death of an enclosed group, solved.
//!
//! The diagram is that of a one-eye problem: triangles (TR) mark the crucial
//! stones, crosses (MA) the region. Attacker stones outside the region are safe
//! for ever. What is different:
//!
//! - Empty points outside are liberties that the attacker may fill, one a move;
//!   his stones there are safe. The defender never plays there. An area of empty
//!   points that no attacker stone borders belongs to the region.
//! - The crucial stones *live* when they do so by Benson's condition: two vital
//!   areas for each block, even if the defender never plays again.
//! - They are *captured* when one of them is.
//! - Two passes in a row end the game; the stones *stand*.
//!
//! Moves are all legal points of the region, for the attacker the points
//! outside that are next to crucial stones, and pass; suicide is illegal. Five
//! reachability games on the graph of positions (board, mover, just passed)
//! give the answer for a first mover:
//!
//! - U: no ko rule, endless play is good for the attacker. Can the defender
//!   force that the stones live?
//! - K: no ko rule, endless play is good for the defender. Can the attacker
//!   force that they are captured?
//! - K2: the same, but the defender may not retake a ko at once.
//! - S: no ko rule, endless play is good for the attacker. Can the defender
//!   force that the stones live or stand?
//!
//! - F: as K2, and the attacker may not retake at once either; a threat lifts the
//!   ban. Can he force that they are captured, however many threats the defender
//!   has, if he himself has none? A pass of a banned side does not end play, and
//!   the attacker may take threats away ([`threats`]).
//!
//! `alive` is U; `dead` is K, or K2 and F: there is a ko, but the defender can
//! never finish it, or has to fight it without threats; `ko` is K2 and neither;
//! `seki` is S and neither U nor K2: they are never captured and have no two eyes;
//! `rep` is what is left, saved only by endless repetition.

mod eye_region;
mod piece;
pub(crate) mod position;
pub(crate) mod question;
mod regions;
pub(crate) mod scene;
pub(crate) mod threats;

use std::cell::Cell;
use std::time::Instant;

use tabia_kernel::search::{Dfpn, Limits, Stop, Verdict};

use crate::mask::{Mask, Wide};
use crate::one_eye::Mover;
use crate::{EyeProblem, Point};
pub use eye_region::{EyeCount, EyeRegion, Turn};
use position::Position;
use question::{Goal, Key, Question};
use regions::Regions;
pub use scene::Aim;
use scene::Scene;
use threats::Threats;

/// What becomes of a group, from the defender's best to his worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fate {
    /// It lives without having to fight a ko.
    Alive,
    /// It has no two eyes but cannot be captured.
    Seki,
    /// Endless repetition saves it.
    Rep,
    /// It is captured if the attacker wins a ko.
    Ko,
    /// It is captured.
    Dead,
}

impl Fate {
    /// `alive`, `seki`, `rep`, `ko` or `dead`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Fate::Alive => "alive",
            Fate::Seki => "seki",
            Fate::Rep => "rep",
            Fate::Ko => "ko",
            Fate::Dead => "dead",
        }
    }
}

/// What comes of it when one side moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LifeAnswer {
    /// What becomes of the group.
    pub fate: Fate,
    /// All first moves that keep it, `None` for a pass; none at all if it lives
    /// to begin with. The attacker's pass keeps a group dead only where no stone
    /// does: he may wait with the ko until all threats are gone. Not filled in
    /// unless asked for.
    pub moves: Vec<Option<Point>>,
    /// Whether all first moves were looked at; those listed keep it anyway.
    pub all_moves: bool,
}

/// Answers and what they cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LifeReport {
    /// With the defender to move first; `None` if not asked for, or if the
    /// budget was spent.
    pub defender_first: Option<LifeAnswer>,
    /// With the attacker to move first.
    pub attacker_first: Option<LifeAnswer>,
    /// Whether everything asked for was answered.
    pub complete: bool,
    /// The pieces that the group and safe stones cut the region into, where an
    /// eye may come to be, if there are two or more of them.
    pub regions: Vec<EyeRegion>,
    /// Positions expanded; one is counted each time.
    pub nodes: u64,
    /// Moves played in the search.
    pub played: u64,
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LifeOptions {
    /// Size of the table.
    pub memory_mib: usize,
    /// Who moves first; `None` asks for both.
    pub first: Option<Mover>,
    /// Whether to find all first moves that keep the answer.
    pub moves: bool,
    /// Whether to add up the eyes of the region's pieces before the whole is
    /// searched. Answers do not depend on it.
    pub regions: bool,
    /// What it may cost: so much time together, so many nodes for each question.
    /// A limit of depth means nothing.
    pub limits: Limits,
}

impl Default for LifeOptions {
    fn default() -> LifeOptions {
        LifeOptions {
            memory_mib: 300,
            first: None,
            moves: true,
            regions: true,
            limits: Limits::NONE,
        }
    }
}

/// Solves a problem of life and death. See the command's help, or the head of
/// this file, for what is asked exactly.
///
/// Where the region is in pieces, the eyes of each are found by themselves and
/// added up; that settles most such problems. Cost otherwise: df-pn over all
/// legal moves.
///
/// ```
/// use tabia_go::{Fate, LifeOptions, read_problem, solve_life};
/// use tabia_kernel::search::Stop;
///
/// // Three points in a row on the edge, surrounded.
/// let sgf = b"(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
/// let report = solve_life(&read_problem(sgf)?, &LifeOptions::default(), &Stop::new());
/// assert_eq!(report.defender_first.expect("no limit").fate, Fate::Alive);
/// assert_eq!(report.attacker_first.expect("no limit").fate, Fate::Dead);
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
#[must_use]
pub fn solve_life(problem: &EyeProblem, options: &LifeOptions, stop: &Stop) -> LifeReport {
    match Aim::TwoEyes.places(problem) {
        0..=64 => Solver::<u64>::new(problem, options, stop).solve(),
        65..=128 => Solver::<u128>::new(problem, options, stop).solve(),
        _ => Solver::<Wide>::new(problem, options, stop).solve(),
    }
}

/// The budget was spent.
pub(crate) struct Spent;

/// A yes or no, unless the budget was spent.
type Answerer<'a, 's, M> = &'a dyn Fn(Question<'s, M>) -> Result<bool, Spent>;

/// What becomes of a group at a position, given as the question for each goal.
/// For one eye [`Fate::Alive`] is an eye.
pub(crate) fn fate<'s, M: Mask>(
    question: &dyn Fn(Goal) -> Question<'s, M>,
    lives: Answerer<'_, 's, M>,
    dies: Answerer<'_, 's, M>,
    threats: &Threats<'_, 's, M>,
) -> Result<Fate, Spent> {
    let is_life = threats.scene.aim == Aim::TwoEyes;
    if lives(question(Goal::Reach))? {
        return Ok(Fate::Alive);
    }
    if dies(question(Goal::Win))? {
        return Ok(Fate::Dead);
    }
    if (threats.ask)(question(Goal::WinByKo))? {
        let is_dead = is_life && threats.are_useless(question(Goal::FightWaiting))?;
        return Ok(if is_dead { Fate::Dead } else { Fate::Ko });
    }
    if is_life && (threats.ask)(question(Goal::Stand))? {
        return Ok(Fate::Seki);
    }
    Ok(Fate::Rep)
}

struct Solver<'p, M> {
    problem: &'p EyeProblem,
    options: &'p LifeOptions,
    stop: &'p Stop,
    scene: Scene<M>,
    dfpn: Dfpn<Key<M>>,
    regions: Option<Regions<M>>,
    nodes: Cell<u64>,
    played: Cell<u64>,
    began: Instant,
}

impl<'p, M: Mask> Solver<'p, M> {
    fn new(problem: &'p EyeProblem, options: &'p LifeOptions, stop: &'p Stop) -> Solver<'p, M> {
        // A quarter of the memory for the pieces: they are small.
        let memory = match options.regions {
            true => options.memory_mib - options.memory_mib / 4,
            false => options.memory_mib,
        };
        let regions = || Regions::new(options.memory_mib / 4, options.limits);
        Solver {
            problem,
            options,
            stop,
            scene: Scene::new(problem, Aim::TwoEyes),
            dfpn: Dfpn::with_mebibytes(memory),
            regions: options.regions.then(regions),
            nodes: 0.into(),
            played: 0.into(),
            began: Instant::now(),
        }
    }

    /// What may still be spent.
    fn limits(&self) -> Limits {
        self.options.limits.after(self.began.elapsed())
    }

    fn solve(&self) -> LifeReport {
        let answer = |mover: Mover| match self.options.first {
            Some(first) if first != mover => Ok(None),
            _ => self.answer(mover).map(Some),
        };
        let defender_first = answer(Mover::Defender);
        let attacker_first = answer(Mover::Attacker);
        let root = self.scene.root(self.problem, Mover::Defender);
        let described = self.regions.as_ref().map(|regions| {
            let described = regions.describe(&self.scene, &root, self.stop);
            self.nodes.set(self.nodes.get() + regions.nodes());
            self.played.set(self.played.get() + regions.played());
            described
        });
        let is_whole = |answer: &Result<Option<LifeAnswer>, Spent>| match answer {
            Ok(answer) => answer.as_ref().is_none_or(|answer| answer.all_moves),
            Err(Spent) => false,
        };
        LifeReport {
            regions: described.unwrap_or_default(),
            complete: is_whole(&defender_first) && is_whole(&attacker_first),
            defender_first: defender_first.ok().flatten(),
            attacker_first: attacker_first.ok().flatten(),
            nodes: self.nodes.get(),
            played: self.played.get(),
        }
    }

    fn answer(&self, mover: Mover) -> Result<LifeAnswer, Spent> {
        let root = self.scene.root(self.problem, mover);
        if root.is_reached(&self.scene) {
            return Ok(LifeAnswer {
                fate: Fate::Alive,
                moves: Vec::new(),
                all_moves: true,
            });
        }
        let question = |goal| Question::new(&self.scene, goal, root);
        let fate = self.fate(&question)?;
        let mut answer = LifeAnswer {
            fate,
            moves: Vec::new(),
            all_moves: true,
        };
        if self.options.moves {
            // What is known is not thrown away when the budget is spent.
            answer.all_moves = self.find_moves(root, &mut answer).is_ok();
        }
        Ok(answer)
    }

    /// Adds the first moves that keep the answer.
    fn find_moves(&self, root: Position<M>, answer: &mut LifeAnswer) -> Result<(), Spent> {
        let question = |goal| Question::new(&self.scene, goal, root);
        let LifeAnswer { fate, moves, .. } = answer;
        for place in root.choices(&self.scene).places() {
            if question(Goal::Win).after(place).is_some()
                && *fate == self.fate(&|goal| question(goal).after(place).expect("legal"))?
            {
                let alike = self.scene.alike(place, root.att);
                moves.extend(alike.places().map(|place| Some(self.scene.point(place))));
                moves.sort_unstable();
            }
        }
        // A ko that the attacker begins when all threats are gone asks for no move
        // now.
        let waits = *fate == Fate::Dead && root.mover == Mover::Attacker && moves.is_empty();
        let passed = |goal| match waits {
            true => Question::new(&self.scene, goal, root.passed()),
            false => question(goal).after_pass(),
        };
        if *fate == self.fate(&passed)? {
            moves.push(None);
        }
        Ok(())
    }

    /// What becomes of the group at a position, given as the question for each
    /// goal.
    fn fate<'s>(&'s self, question: &dyn Fn(Goal) -> Question<'s, M>) -> Result<Fate, Spent> {
        let threats = Threats {
            scene: &self.scene,
            memory_mib: self.options.memory_mib / 4,
            limits: self.limits(),
            stop: self.stop,
            ask: &|question| self.ask(question),
        };
        let (lives, dies) = (|at| self.lives(at), |at| self.dies(at));
        fate(question, &lives, &dies, &threats)
    }

    /// Whether the group lives: by its regions, or else by search.
    fn lives(&self, question: Question<'_, M>) -> Result<bool, Spent> {
        if let (None, Some(regions)) = (question.seen, &self.regions)
            && let Some(lives) = regions.live(&self.scene, &question.at, self.stop)?
        {
            return Ok(lives);
        }
        self.ask(question)
    }

    /// Whether it is captured, the same way.
    fn dies(&self, question: Question<'_, M>) -> Result<bool, Spent> {
        if let (None, Some(regions)) = (question.seen, &self.regions)
            && regions.die(&self.scene, &question.at, self.stop)?
        {
            return Ok(true);
        }
        self.ask(question)
    }

    fn ask(&self, question: Question<'_, M>) -> Result<bool, Spent> {
        let report = self.dfpn.solve(question, self.limits(), self.stop);
        self.nodes.set(self.nodes.get() + report.nodes);
        self.played.set(self.played.get() + report.parts);
        let outcome = report.outcome.ok_or(Spent)?;
        Ok(outcome.verdict == Verdict::Yes)
    }
}
