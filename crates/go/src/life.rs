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
//! outside that are next to crucial stones, and pass; suicide is illegal. Four
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
//! `alive` is U; `dead` is K; `ko` is K2 and not K; `seki` is S and neither U
//! nor K2: they are never captured and have no two eyes; `rep` is what is left,
//! saved only by endless repetition.

mod eye_region;
mod piece;
pub(crate) mod position;
pub(crate) mod question;
mod regions;
pub(crate) mod scene;

use std::cell::Cell;

use tabia_kernel::search::{Dfpn, Limits, Stop, Verdict};

use crate::mask::{Mask, Wide};
use crate::one_eye::Mover;
use crate::{EyeProblem, Point};
pub use eye_region::{EyeCount, EyeRegion, Turn};
use question::{Goal, Key, Question};
use regions::Regions;
pub use scene::Aim;
use scene::Scene;

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
    /// to begin with. Not filled in unless asked for.
    pub moves: Vec<Option<Point>>,
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
    /// What each question may cost. A limit of depth means nothing.
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

struct Solver<'p, M> {
    problem: &'p EyeProblem,
    options: &'p LifeOptions,
    stop: &'p Stop,
    scene: Scene<M>,
    dfpn: Dfpn<Key<M>>,
    regions: Option<Regions<M>>,
    nodes: Cell<u64>,
    played: Cell<u64>,
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
        }
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
        LifeReport {
            regions: described.unwrap_or_default(),
            complete: defender_first.is_ok() && attacker_first.is_ok(),
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
            });
        }
        let question = |goal| Question::new(&self.scene, goal, root);
        let fate = self.fate(&question)?;
        let mut moves = Vec::new();
        if self.options.moves {
            for place in root.choices(&self.scene).places() {
                if question(Goal::Win).after(place).is_some()
                    && fate == self.fate(&|goal| question(goal).after(place).expect("legal"))?
                {
                    let alike = self.scene.alike(place, root.att);
                    moves.extend(alike.places().map(|place| Some(self.scene.point(place))));
                }
            }
            moves.sort_unstable();
            if fate == self.fate(&|goal| question(goal).after_pass())? {
                moves.push(None);
            }
        }
        Ok(LifeAnswer { fate, moves })
    }

    /// What becomes of the group at a position, given as the question for each
    /// goal.
    fn fate<'s>(&'s self, question: &dyn Fn(Goal) -> Question<'s, M>) -> Result<Fate, Spent> {
        if self.lives(question(Goal::Reach))? {
            return Ok(Fate::Alive);
        }
        if self.dies(question(Goal::Win))? {
            return Ok(Fate::Dead);
        }
        if self.ask(question(Goal::WinByKo))? {
            return Ok(Fate::Ko);
        }
        match self.ask(question(Goal::Stand))? {
            true => Ok(Fate::Seki),
            false => Ok(Fate::Rep),
        }
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
        let report = self.dfpn.solve(question, self.options.limits, self.stop);
        self.nodes.set(self.nodes.get() + report.nodes);
        self.played.set(self.played.get() + report.parts);
        let outcome = report.outcome.ok_or(Spent)?;
        Ok(outcome.verdict == Verdict::Yes)
    }
}
