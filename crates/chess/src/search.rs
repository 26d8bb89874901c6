//! The search: what to play, and what it is worth.
//!
//! [`Engine`] deepens iteratively with principal-variation search, shares one
//! table between its threads, and knows the usual ways to be done earlier:
//! null moves, futility in both directions, late-move reductions and pruning,
//! exchanges, singular extensions. With one thread and a limit of depth or
//! nodes it is repeatable from [`new_game`](Engine::new_game) on; with several,
//! or with time, it is not.

mod clock;
mod history;
mod keys;
mod margins;
mod picker;
mod reductions;
mod strength;
mod worker;

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Duration;

use cozy_chess::Move;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tabia_kernel::search::Stop;

use crate::eval::{Evaluator, Weights};
use crate::position::{Position, legal_moves};
use crate::score::{INFINITE, Value, mated_in};
use crate::table::Table;
use clock::Clock;
use worker::{Memory, RootMove, Shared, Worker};

pub use clock::{ClockLimits, Limits};
pub use margins::{Margin, Margins};
pub use strength::Strength;

/// What is known after an iteration, for one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Info {
    /// The depth reached, in plies.
    pub depth: u32,
    /// The longest line looked at.
    pub deepest: u32,
    /// The place among several lines, from 1.
    pub place: usize,
    /// The score for the side to move.
    pub value: Value,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub permille_used: usize,
    /// The line of best play.
    pub line: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The best move; `None` if there is no legal one.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub value: Value,
    /// The last depth that was completed.
    pub depth: u32,
    /// Nodes visited by all threads.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The best moves with their lines, best first: as many as were asked for.
    pub lines: Vec<(Value, Vec<Move>)>,
}

/// Tells a search that pondering has ended.
#[derive(Clone, Default)]
pub struct PonderHit(Arc<AtomicBool>);

impl PonderHit {
    /// A handle that has not been used.
    #[must_use]
    pub fn new() -> PonderHit {
        PonderHit::default()
    }

    /// The opponent has made the move that was expected.
    pub fn happened(&self) {
        self.0.store(true, std::sync::atomic::Ordering::Relaxed);
    }

    /// Whether it has been said so.
    #[must_use]
    pub fn has_happened(&self) -> bool {
        self.0.load(std::sync::atomic::Ordering::Relaxed)
    }
}

/// A player: an evaluation, a table, and a number of threads.
///
/// ```
/// use tabia_chess::eval::{Profile, Weights};
/// use tabia_chess::search::{Engine, Limits};
/// use tabia_chess::{Position, Value};
/// use tabia_kernel::search::Stop;
///
/// let mut engine = Engine::new(&Weights::shipped(Profile::Full));
/// let mate = Position::new("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1".parse()?);
/// let limits = Limits { depth: Some(4), ..Limits::default() };
/// let outcome = engine.search(&mate, &limits, &Stop::new(), &mut |_| {});
/// assert_eq!(outcome.value, Value::Mate(1));
/// assert_eq!(outcome.best.map(|m| m.to_string()).as_deref(), Some("a1a8"));
/// # Ok::<(), cozy_chess::FenParseError>(())
/// ```
pub struct Engine {
    weights: Weights,
    margins: Margins,
    table: Table,
    memories: Vec<Memory>,
    /// The threads beside that of whoever searches, from the first search with
    /// several on: new ones for each would begin on the clock.
    helpers: Option<ThreadPool>,
    multi_pv: usize,
}

/// The size of a table unless told otherwise, in MiB.
pub const DEFAULT_HASH: usize = 16;

/// Bytes of stack that are plenty for a search of any depth.
pub const STACK: usize = 16 << 20;

impl Engine {
    /// An engine with one thread and a table of [`DEFAULT_HASH`] MiB.
    ///
    /// # Panics
    ///
    /// When there is not even so much memory.
    #[must_use]
    pub fn new(weights: &Weights) -> Engine {
        Engine::with_mebibytes(weights, DEFAULT_HASH).expect("a small table fits in memory")
    }

    /// An engine with one thread and a table of this size, at least 1 MiB.
    ///
    /// # Errors
    ///
    /// When there is not so much memory.
    pub fn with_mebibytes(weights: &Weights, mebibytes: usize) -> io::Result<Engine> {
        let margins = Margins::default();
        Ok(Engine {
            weights: weights.clone(),
            table: Table::with_mebibytes(mebibytes.max(1))?,
            memories: vec![Memory::new(Evaluator::new(weights), &margins)],
            margins,
            helpers: None,
            multi_pv: 1,
        })
    }

    /// Replaces the table by an empty one of this size, at least 1 MiB.
    ///
    /// # Errors
    ///
    /// When there is not so much memory; the old table stays.
    pub fn set_hash(&mut self, mebibytes: usize) -> io::Result<()> {
        self.table = Table::with_mebibytes(mebibytes.max(1))?;
        Ok(())
    }

    /// Searches with this many threads from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        let (weights, margins) = (&self.weights, &self.margins);
        self.memories.resize_with(threads.max(1), || {
            Memory::new(Evaluator::new(weights), margins)
        });
        self.helpers = None;
    }

    /// Reports this many best lines from now on, at least one.
    pub fn set_multi_pv(&mut self, lines: usize) {
        self.multi_pv = lines.max(1);
    }

    /// Plays with these weights from now on, and forgets what others led to.
    pub fn set_weights(&mut self, weights: &Weights) {
        self.weights = weights.clone();
        for memory in &mut self.memories {
            memory.evaluator = Evaluator::new(weights);
        }
        self.new_game();
    }

    /// Searches with these numbers from now on, and forgets what others led to.
    pub fn set_margins(&mut self, margins: &Margins) {
        self.margins = margins.clone();
        for memory in &mut self.memories {
            memory.set_margins(margins);
        }
        self.new_game();
    }

    /// The weights it plays with.
    #[must_use]
    pub fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Forgets everything: what follows is as with a new engine.
    pub fn new_game(&mut self) {
        self.table.clear();
        for memory in &mut self.memories {
            memory.histories.clear();
        }
    }

    /// Forgets what the table knows, and no more.
    pub fn clear_hash(&mut self) {
        self.table.clear();
    }

    /// Searches a position until a limit is reached or `stop` is requested.
    ///
    /// `report` is called after every iteration, once for each line. Limits
    /// of nodes are kept exactly with one thread and nearly with several. If
    /// there is a legal move, at least one is looked at, whatever the limits.
    pub fn search(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        self.search_pondering(position, limits, stop, &PonderHit::new(), report)
    }

    /// As [`search`](Engine::search), on the opponent's time if
    /// [`Limits::ponder`] is set, until `hit` happens.
    pub fn search_pondering(
        &mut self,
        position: &Position,
        limits: &Limits,
        stop: &Stop,
        hit: &PonderHit,
        report: &mut dyn FnMut(&Info),
    ) -> Outcome {
        let clock = Clock::new(limits, hit.clone());
        let root_moves = root_moves(position, limits);
        if root_moves.is_empty() {
            return no_move(position, &clock);
        }
        self.table.grow_older();
        self.get_helpers();
        let halt = AtomicBool::new(false);
        let nodes: Vec<AtomicU64> = self.memories.iter().map(|_| AtomicU64::new(0)).collect();
        let table = &self.table;
        let shared = Shared {
            table,
            clock: &clock,
            limits,
            stop,
            halt: &halt,
            nodes: &nodes,
            multi_pv: self.multi_pv,
        };
        let board = position.board();
        let keys = position.keys();
        let (main, helpers) = self
            .memories
            .split_first_mut()
            .expect("there is at least one thread");
        let mut lead = |root_moves| {
            let worker = Worker::new(0, &shared, main, keys, root_moves);
            let result = worker.deepen(board, &mut |progress| {
                report(&Info {
                    depth: progress.depth as u32,
                    deepest: progress.root_move.deepest as u32,
                    place: progress.place + 1,
                    value: Value::of(progress.score),
                    nodes: shared.total_nodes(),
                    time: clock.elapsed(),
                    permille_used: table.permille_used(),
                    line: progress.root_move.line.to_vec(),
                });
            });
            halt.store(true, std::sync::atomic::Ordering::Relaxed);
            result
        };
        let (mut root_moves, depth) = match &self.helpers {
            None => lead(root_moves),
            Some(pool) => pool.in_place_scope(|scope| {
                for (i, memory) in helpers.iter_mut().enumerate() {
                    let (shared, root_moves) = (&shared, root_moves.clone());
                    scope.spawn(move |_| {
                        let worker = Worker::new(i + 1, shared, memory, keys, root_moves);
                        worker.deepen(board, &mut |_| {});
                    });
                }
                lead(root_moves)
            }),
        };
        // A line that the last iteration did not reach has its old score.
        let score_of = |root: &RootMove| match root.score {
            score if score > -INFINITE => score,
            _ => root.previous,
        };
        root_moves[1..].sort_by_key(|root| -score_of(root));
        let value_of = |root: &RootMove| Value::of(score_of(root));
        let best = &root_moves[0];
        Outcome {
            best: Some(best.first),
            ponder: best.line.get(1).copied(),
            value: value_of(best),
            depth: depth as u32,
            nodes: shared.total_nodes(),
            time: clock.elapsed(),
            lines: root_moves[..self.multi_pv.min(root_moves.len())]
                .iter()
                .map(|root| (value_of(root), root.line.to_vec()))
                .collect(),
        }
    }

    /// Sees to the threads that help. If the system has none to give, the search
    /// does without.
    fn get_helpers(&mut self) {
        let count = self.memories.len() - 1;
        if count > 0 && self.helpers.is_none() {
            let pool = ThreadPoolBuilder::new()
                .num_threads(count)
                .stack_size(STACK);
            self.helpers = pool.thread_name(|i| format!("helper {i}")).build().ok();
        }
    }
}

/// The legal moves, or those of them that the limits name.
fn root_moves(position: &Position, limits: &Limits) -> Vec<RootMove> {
    let mut moves = legal_moves(position.board());
    if moves.iter().any(|m| limits.moves.contains(m)) {
        moves.retain(|m| limits.moves.contains(m));
    }
    moves.into_iter().map(RootMove::new).collect()
}

/// Mate or stalemate is on the board.
fn no_move(position: &Position, clock: &Clock) -> Outcome {
    let value = if position.board().checkers().is_empty() {
        Value::Centipawns(0)
    } else {
        Value::of(mated_in(0))
    };
    Outcome {
        best: None,
        ponder: None,
        value,
        depth: 0,
        nodes: 0,
        time: clock.elapsed(),
        lines: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Profile;

    /// Needs stack for as many levels, each of four kilobytes or eight.
    fn descend(levels: usize) -> usize {
        let room = std::hint::black_box([levels; 512]);
        match levels {
            0 => 0,
            _ => descend(levels - 1) + std::hint::black_box(&room).len() / 512,
        }
    }

    #[test]
    fn helpers_are_kept_and_have_the_stack_of_a_search() {
        let mut engine = Engine::new(&Weights::shipped(Profile::Full));
        engine.set_threads(3);
        let limits = Limits {
            depth: Some(6),
            ..Limits::default()
        };
        let ids = |engine: &mut Engine| {
            engine.search(&Position::default(), &limits, &Stop::new(), &mut |_| {});
            let helpers = engine.helpers.as_ref().expect("two threads");
            helpers.broadcast(|_| std::thread::current().id())
        };
        let first = ids(&mut engine);
        assert_eq!(first.len(), 2);
        assert_eq!(ids(&mut engine), first);
        // Six to twelve of sixteen mebibytes, where two are usual.
        let helpers = engine.helpers.as_ref().expect("two threads");
        assert_eq!(helpers.install(|| descend(1_500)), 1_500);
        engine.set_threads(1);
        engine.search(&Position::default(), &limits, &Stop::new(), &mut |_| {});
        assert!(engine.helpers.is_none());
    }
}
