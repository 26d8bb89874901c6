//! Depth-first proof-number search: yes/no questions.
//!
//! Where alpha-beta asks how much a position is worth, df-pn asks whether a
//! thing can be done, and always works on the part where the least is missing
//! (Nagai 2002). Questions are a [`Problem`]; moves and independent regions are
//! both just its parts.

mod at_least;
mod crowd;
mod problem;
mod table;
mod tree;

use std::hash::Hash;
use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::thread::{self, ScopedJoinHandle};
use std::time::Instant;

pub use at_least::AtLeast;
pub use problem::{Problem, Step, Verdict};

use super::{Limits, Stop};
use crowd::Crowd;
use table::{Known, Table, hash_of};
use tree::{Common, Found, Tree};

/// How many questions one thread takes apart before others join it.
const ALONE: u64 = 4096;

/// Answers questions, and remembers answers from one to the next.
///
/// The search descends to the part with the least proof or disproof number,
/// keeps what it learns in a bounded table under whole keys, and forgets what
/// was cheapest when the table is full. Repetition is treated exactly: what
/// rests on a repeated position is supposed at first, and verified before it is
/// given as the answer.
///
/// Cost: a question is expanded each time the search comes back to it; the
/// stack holds the parts of the questions on the path.
///
/// ```
/// use tabia_kernel::search::{Dfpn, Limits, Problem, Step, Stop, Verdict};
///
/// /// Take one, two or three; whoever takes the last wins. Can the first?
/// #[derive(Clone)]
/// struct Heap { left: u32, first: bool }
///
/// impl Problem for Heap {
///     type Key = (u32, bool);
///     fn key(&self) -> (u32, bool) { (self.left, self.first) }
///     fn expand(&self, parts: &mut Vec<Heap>) -> Step {
///         if self.left == 0 {
///             return Step::Solved(Verdict::from(!self.first));
///         }
///         for taken in 1..=self.left.min(3) {
///             parts.push(Heap { left: self.left - taken, first: !self.first });
///         }
///         if self.first { Step::Any } else { Step::All }
///     }
///     fn if_repeated(&self) -> Verdict { Verdict::No }
/// }
///
/// let dfpn = Dfpn::with_mebibytes(1);
/// for left in 0..20 {
///     let report = dfpn.solve(Heap { left, first: true }, Limits::NONE, &Stop::new());
///     let wins = report.outcome.expect("no limit").verdict == Verdict::Yes;
///     assert_eq!(wins, left % 4 != 0);
/// }
/// ```
#[derive(Debug)]
pub struct Dfpn<K> {
    table: Table<K>,
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Yes or no.
    pub verdict: Verdict,
    /// Whether repetition had a part in it. If not, the answer would be the
    /// same whatever repetition meant: play ends by itself.
    pub by_repetition: bool,
}

/// What a search found and spent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofReport {
    /// The answer, unless the budget was spent first.
    pub outcome: Option<Outcome>,
    /// Questions taken apart; one is counted each time.
    pub nodes: u64,
    /// Parts made, which for games is moves played.
    pub parts: u64,
}

impl<K: Copy + Eq + Hash> Dfpn<K> {
    /// With a table of at most so many mebibytes. It starts small and grows
    /// with what there is to remember.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Dfpn<K> {
        Dfpn {
            table: Table::with_bytes(mebibytes << 20),
        }
    }

    /// Answers a question, or spends the budget. A limit of depth means
    /// nothing here.
    pub fn solve<P>(&self, root: P, limits: Limits, stop: &Stop) -> ProofReport
    where
        P: Problem<Key = K> + Clone,
    {
        let nodes = AtomicU64::new(0);
        let common = Common {
            limits,
            stop,
            began: Instant::now(),
            nodes: &nodes,
        };
        let found = Tree::new(&self.table, root, None).run(&common);
        ProofReport {
            outcome: found.outcome,
            nodes: found.nodes,
            parts: found.parts,
        }
    }

    /// The same on several threads that share the table. The answer is the
    /// same; what it costs varies from run to run, and so may
    /// [`Outcome::by_repetition`], which tells of the way it was found.
    ///
    /// One thread begins, and the others join it once the question turns out
    /// not to be easy.
    pub fn solve_on<P>(&self, threads: usize, root: P, limits: Limits, stop: &Stop) -> ProofReport
    where
        K: Send,
        P: Problem<Key = K> + Clone + Send,
    {
        let easy = limits.nodes.is_some_and(|nodes| nodes <= ALONE);
        if threads <= 1 || easy {
            return self.solve(root, limits, stop);
        }
        let began = Instant::now();
        let mut report = self.solve(root.clone(), limits.or_nodes(ALONE), stop);
        if report.outcome.is_some() {
            return report;
        }
        let (crowd, nodes) = (Crowd::new(), AtomicU64::new(report.nodes));
        let common = Common {
            limits,
            stop,
            began,
            nodes: &nodes,
        };
        let all: Vec<_> = thread::scope(|scope| {
            let begin = |_| {
                let root = root.clone();
                let (crowd, common) = (&crowd, &common);
                scope.spawn(move || Tree::new(&self.table, root, Some(crowd)).run(common))
            };
            let running: Vec<_> = (0..threads).map(begin).collect();
            let join = |thread: ScopedJoinHandle<'_, Found>| match thread.join() {
                Ok(found) => found,
                Err(panic) => resume_unwind(panic),
            };
            running.into_iter().map(join).collect()
        });
        for found in all {
            report.outcome = report.outcome.or(found.outcome);
            report.nodes += found.nodes;
            report.parts += found.parts;
        }
        report
    }

    /// What has been found out about a question, for good.
    #[must_use]
    pub fn recall(&self, key: &K) -> Option<Outcome> {
        match self.table.get(key, hash_of(key))? {
            Known::Fact(verdict, by_repetition) => Some(Outcome {
                verdict,
                by_repetition,
            }),
            Known::Supposed | Known::Numbers(..) => None,
        }
    }

    /// The proof and disproof number of a question, as far as the search has
    /// come: how many positions have to be seen through, at least, before the
    /// answer is Yes, and before it is No. `None` if nothing is known of it, or
    /// no more.
    #[must_use]
    pub fn numbers(&self, key: &K) -> Option<(u32, u32)> {
        match self.table.get(key, hash_of(key))? {
            Known::Fact(Verdict::Yes, _) => Some((0, u32::MAX)),
            Known::Fact(Verdict::No, _) => Some((u32::MAX, 0)),
            Known::Numbers(proof, disproof) => Some((proof, disproof)),
            Known::Supposed => None,
        }
    }

    /// Forgets everything.
    pub fn forget(&self) {
        self.table.clear();
    }
}
