//! The one-eye problem, solved.

mod decomposition;
mod inquiry;
mod kos;
mod miai;
mod position;
mod proof;
mod question;
mod relaxed;
mod rooms;
pub(crate) mod shape;
mod split;

use std::sync::atomic::{AtomicU64, Ordering};

use tabia_kernel::search::{Dfpn, Limits, Outcome, Stop, Verdict};
use thiserror::Error;

pub use decomposition::{Decomposition, Piece, decompose};
use inquiry::Inquiry;
pub use position::Mover;
use position::Position;
use proof::Prover;
use question::{Goal, Key, Question, Scene, WIN_BY_KO};
pub use rooms::{Room, rooms_after};
use shape::Shape;

use crate::mask::{Mask, Wide};
use crate::{EyeProblem, Point, Writer};

/// How positions are taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Method {
    /// Not at all: every legal move is tried.
    Plain,
    /// Dynamic decomposition: wherever fixed stones separate points.
    #[default]
    Dds,
    /// Relaxed decomposition: also where attacker stones are as good as safe.
    Rds,
}

/// What can be had, from the defender's best to his worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Class {
    /// The defender gets an eye without having to fight a ko.
    Eye,
    /// He gets none, but endless repetition saves him.
    Rep,
    /// The attacker wins if he wins a ko.
    Ko,
    /// The attacker wins.
    None,
}

impl Class {
    /// `eye`, `rep`, `ko` or `none`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Class::Eye => "eye",
            Class::Rep => "rep",
            Class::Ko => "ko",
            Class::None => "none",
        }
    }
}

/// What comes of it when one side moves first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// What can be had.
    pub class: Class,
    /// All first moves that keep it, `None` for a pass; none at all if there
    /// is an eye to begin with. Not filled in unless asked for.
    pub moves: Vec<Option<Point>>,
}

/// Answers and what they cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeReport {
    /// With the defender to move first; `None` if not asked for, or if the
    /// budget was spent.
    pub defender_first: Option<Answer>,
    /// With the attacker to move first.
    pub attacker_first: Option<Answer>,
    /// Whether everything asked for was answered.
    pub complete: bool,
    /// Positions expanded; one is counted each time.
    pub nodes: u64,
    /// Moves played in the search.
    pub played: u64,
    /// Positions that fell apart, of those expanded.
    pub splits: u64,
}

/// How to solve.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EyeOptions {
    /// How positions are taken apart.
    pub method: Method,
    /// Whether to look for answers that can be seen: no room for an eye, an
    /// eye at the next move.
    pub knowledge: bool,
    /// Size of the table.
    pub memory_mib: usize,
    /// Who moves first; `None` asks for both.
    pub first: Option<Mover>,
    /// Whether to find all first moves that keep the answer.
    pub moves: bool,
    /// What each side's answer may cost. A limit of depth means nothing.
    pub limits: Limits,
    /// How many threads search. Answers do not depend on it; nodes do, and
    /// with several of them vary from run to run.
    pub threads: usize,
}

impl Default for EyeOptions {
    fn default() -> EyeOptions {
        EyeOptions {
            method: Method::default(),
            knowledge: true,
            memory_mib: 300,
            first: None,
            moves: true,
            limits: Limits::NONE,
            threads: 1,
        }
    }
}

/// Why nothing was solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("stopped")]
struct Spent;

/// Solves a one-eye problem.
///
/// ```
/// use tabia_go::{Class, EyeOptions, read_problem, solve_eye};
/// use tabia_kernel::search::Stop;
///
/// let sgf = b"(;SZ[9]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]TR[ab:bb][ca:cb]MA[aa:ba])";
/// let problem = read_problem(sgf)?;
/// let report = solve_eye(&problem, &EyeOptions::default(), &Stop::new());
/// let answer = report.attacker_first.expect("no limit");
/// assert_eq!(answer.class, Class::Eye);
/// assert_eq!(answer.moves.len(), 3); // both points and a pass
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
#[must_use]
pub fn solve_eye(problem: &EyeProblem, options: &EyeOptions, stop: &Stop) -> EyeReport {
    match shape::places(problem) {
        0..=64 => Solver::<u64>::new(problem, options, stop).solve(),
        65..=128 => Solver::<u128>::new(problem, options, stop).solve(),
        _ => Solver::<Wide>::new(problem, options, stop).solve(),
    }
}

/// Whether the crucial stones have an eye already. Searches nothing.
#[must_use]
pub fn has_eye(problem: &EyeProblem) -> bool {
    fn found<M: Mask>(problem: &EyeProblem) -> bool {
        let shape = Shape::<M>::new(problem);
        Position::root(problem, &shape, Mover::Defender).has_eye(&shape)
    }
    match shape::places(problem) {
        0..=64 => found::<u64>(problem),
        65..=128 => found::<u128>(problem),
        _ => found::<Wide>(problem),
    }
}

/// Solves a one-eye problem and writes the proofs of its answers as SGF, a game
/// tree for each claim. `None` if something asked for was not answered.
///
/// Proofs take positions apart as [`Method::Dds`] does, whatever the method.
/// `tabia_check::go` describes and checks them.
#[must_use]
pub fn prove_eye(
    problem: &EyeProblem,
    options: &EyeOptions,
    stop: &Stop,
) -> (EyeReport, Option<String>) {
    let options = &EyeOptions {
        method: match options.method {
            Method::Rds => Method::Dds,
            method => method,
        },
        knowledge: true,
        ..*options
    };
    match shape::places(problem) {
        0..=64 => Solver::<u64>::new(problem, options, stop).solve_and_prove(),
        65..=128 => Solver::<u128>::new(problem, options, stop).solve_and_prove(),
        _ => Solver::<Wide>::new(problem, options, stop).solve_and_prove(),
    }
}

struct Solver<'p, M> {
    problem: &'p EyeProblem,
    options: &'p EyeOptions,
    stop: &'p Stop,
    scene: Scene<M>,
    dfpn: Dfpn<Key<M>>,
    nodes: AtomicU64,
    played: AtomicU64,
}

impl<'p, M: Mask> Solver<'p, M> {
    fn new(problem: &'p EyeProblem, options: &'p EyeOptions, stop: &'p Stop) -> Solver<'p, M> {
        Solver {
            problem,
            options,
            stop,
            scene: Scene {
                shape: Shape::new(problem),
                method: options.method,
                knowledge: options.knowledge,
                sums_kos: true,
                splits: 0.into(),
            },
            dfpn: Dfpn::with_mebibytes(options.memory_mib),
            nodes: 0.into(),
            played: 0.into(),
        }
    }

    fn solve_and_prove(mut self) -> (EyeReport, Option<String>) {
        // Proofs do not know how to.
        self.scene.sums_kos = false;
        let report = self.solve();
        let mut writer = Writer::new();
        let prover = Prover {
            problem: self.problem,
            scene: &self.scene,
            dfpn: &self.dfpn,
            stop: self.stop,
        };
        let class = |answer: &Option<Answer>| answer.as_ref().map(|answer| answer.class);
        let sides = [
            (Mover::Defender, class(&report.defender_first)),
            (Mover::Attacker, class(&report.attacker_first)),
        ];
        for (mover, class) in sides {
            let Some(class) = class else { continue };
            let root = Position::root(self.problem, &self.scene.shape, mover);
            for &(goal, verdict) in proof::claims(class) {
                if prover.prove(root, goal, verdict, &mut writer).is_err() {
                    return (report, None);
                }
            }
        }
        let proof = report.complete.then(|| writer.finish());
        (report, proof)
    }

    fn solve(&self) -> EyeReport {
        let asked = |mover: Mover| self.options.first.is_none_or(|first| first == mover);
        let sides: Vec<_> = [Mover::Defender, Mover::Attacker]
            .into_iter()
            .filter(|mover| asked(*mover))
            .map(|mover| Inquiry::new(self, mover))
            .collect();
        self.work_on(&sides);
        let of = |mover: Mover| {
            let side = sides.iter().find(|side| side.mover() == mover)?;
            side.answer(self).ok()
        };
        let (defender_first, attacker_first) = (of(Mover::Defender), of(Mover::Attacker));
        let answered = [&defender_first, &attacker_first].into_iter().flatten();
        EyeReport {
            complete: answered.count() == sides.len(),
            defender_first,
            attacker_first,
            nodes: self.nodes.load(Ordering::Relaxed),
            played: self.played.load(Ordering::Relaxed),
            splits: self.scene.splits.load(Ordering::Relaxed),
        }
    }

    /// What can be had at a position, given as the question for each goal.
    fn class<'s>(&'s self, question: &dyn Fn(Goal) -> Question<'s, M>) -> Result<Class, Spent> {
        let eye = self.ask(question(Goal::Eye))?;
        if eye.verdict == Verdict::Yes {
            return Ok(Class::Eye);
        }
        // If no repetition was needed, the attacker wins by himself.
        if !eye.by_repetition || self.ask(question(Goal::Win))?.verdict == Verdict::Yes {
            return Ok(Class::None);
        }
        match self.ask(question(WIN_BY_KO))?.verdict {
            Verdict::Yes => Ok(Class::Ko),
            Verdict::No => Ok(Class::Rep),
        }
    }

    fn ask(&self, question: Question<'_, M>) -> Result<Outcome, Spent> {
        // A single question is all there is to share out.
        let threads = match self.options.first {
            Some(_) if !self.options.moves => self.options.threads,
            _ => 1,
        };
        let limits = self.options.limits;
        let report = self.dfpn.solve_on(threads, question, limits, self.stop);
        self.nodes.fetch_add(report.nodes, Ordering::Relaxed);
        self.played.fetch_add(report.parts, Ordering::Relaxed);
        report.outcome.ok_or(Spent)
    }
}
