//! Questions, and the threads that answer them.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use tabia_kernel::search::Stop;

use super::SolverOptions;
use super::crew::Crew;
use super::search::Search;
use super::table::Table;
use crate::board::{Board, Tables};
use crate::bytes::{Bytes, Narrow, Wide};
use crate::canonical::Canonical;
use crate::{Position, Rules, Shape};

/// With more pieces placed a second thread has nothing to do.
const THREADS_UNTIL: usize = 5;
/// Sizes of the tables but the largest, in MiB, and from how many placed on
/// each is enough. The first fits the caches of a processor.
const TIERS: [(usize, usize); 2] = [(1, 6), (8, 4)];

/// A question that has the answer yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Question {
    win: bool,
    limit: usize,
}

impl Question {
    /// Does the side to move win?
    pub(super) const WIN: Question = Question {
        win: true,
        limit: 16,
    };
    /// Does the side to move at least draw?
    pub(super) const HOLD: Question = Question {
        win: false,
        limit: 16,
    };

    /// Is the game won with piece `limit` at the latest?
    pub(super) fn wins_by(limit: usize) -> Question {
        Question { win: true, limit }
    }

    /// Is the game not lost with piece `limit` or sooner?
    pub(super) fn holds_until(limit: usize) -> Question {
        Question { win: false, limit }
    }

    /// Is the score at least this? See [`super::search`].
    pub(super) fn at_least(score: i8) -> Question {
        if score > 0 {
            Question::wins_by((17 - score) as usize)
        } else {
            Question::holds_until((score + 16) as usize)
        }
    }
}

/// A table, the constants of the rules, and threads.
pub(super) struct Engine {
    lines: Lines,
    canonical: &'static Canonical,
    /// Touching fresh memory costs more than solving a small position, so
    /// only what needs a large table gets it, and all that follows until it
    /// is cleared. From small to large.
    tables: Vec<Table>,
    /// The largest of them that has been used.
    tier: AtomicUsize,
    threads: usize,
    misere: bool,
    nodes: AtomicU64,
}

/// Constants in vectors as wide as the number of lines asks.
enum Lines {
    Narrow(Box<Tables<Narrow>>),
    Wide(Box<Tables<Wide>>),
}

/// Tables of the sizes of `TIERS` and one of all the memory; the small ones
/// are touched, the large one when it is used.
fn tables(memory_mib: usize) -> io::Result<Vec<Table>> {
    let small = TIERS.map(|(mib, _)| Ok(Table::new(mib.min(memory_mib))?.touched()));
    small.into_iter().chain([Table::new(memory_mib)]).collect()
}

impl Engine {
    pub(super) fn new(rules: &Rules, options: SolverOptions) -> io::Result<Engine> {
        let lines = match rules.shape() {
            Shape::Lines | Shape::Torus => Lines::Narrow(Box::new(Tables::new(rules))),
            Shape::Squares => Lines::Wide(Box::new(Tables::new(rules))),
        };
        Ok(Engine {
            lines,
            canonical: Canonical::of(rules),
            tables: tables(options.memory_mib)?,
            tier: AtomicUsize::new(0),
            threads: options.threads.max(1),
            misere: rules.misere(),
            nodes: AtomicU64::new(0),
        })
    }

    pub(super) fn clear(&mut self) {
        for table in &mut self.tables[..=*self.tier.get_mut()] {
            table.clear();
        }
        self.tier = AtomicUsize::new(0);
        self.nodes = AtomicU64::new(0);
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// Whether the piece in hand completes a line somewhere.
    pub(super) fn completes(&self, position: &Position) -> bool {
        fn completes<V: Bytes>(tables: &Tables<V>, position: &Position) -> bool {
            position.hand().is_some_and(|hand| {
                Board::of(position, tables).completes(tables, hand.index()) != 0
            })
        }
        match &self.lines {
            Lines::Narrow(tables) => completes(tables, position),
            Lines::Wide(tables) => completes(tables, position),
        }
    }

    /// Replies of the placer that do not lose at once, `None` if he wins.
    pub(super) fn replies(&self, position: &Position) -> Option<u32> {
        fn replies<V: Bytes>(tables: &Tables<V>, position: &Position, misere: bool) -> Option<u32> {
            let hand = position.hand()?.index();
            let board = Board::of(position, tables);
            let completing = board.completes(tables, hand);
            if misere {
                return Some((board.empty() & !completing).count_ones());
            }
            (completing == 0).then(|| super::search::replies(tables, &board, hand))
        }
        match &self.lines {
            Lines::Narrow(tables) => replies(tables, position, self.misere),
            Lines::Wide(tables) => replies(tables, position, self.misere),
        }
    }

    /// The answer for the side to move, or `None` if stopped.
    pub(super) fn ask(
        &self,
        position: &Position,
        question: Question,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool> {
        match &self.lines {
            Lines::Narrow(tables) => self.ask_with(tables, position, question, deadline, stop),
            Lines::Wide(tables) => self.ask_with(tables, position, question, deadline, stop),
        }
    }

    fn ask_with<V: Bytes + Send + Sync>(
        &self,
        tables: &Tables<V>,
        position: &Position,
        question: Question,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool> {
        let threads = if position.placed() > THREADS_UNTIL || self.misere {
            1
        } else {
            self.threads
        };
        let needed = TIERS
            .iter()
            .take_while(|&&(_, from)| position.placed() < from)
            .count();
        let tier = self.tier.fetch_max(needed, Relaxed).max(needed);
        let table = &self.tables[tier];
        let crew = Crew::new(stop, deadline, threads);
        let work = || {
            let mut search = Search {
                tables,
                canonical: self.canonical,
                table,
                crew: &crew,
                nodes: 0,
                stopped: false,
            };
            let board = Board::of(position, tables);
            let hand = position.hand().map(|piece| piece.index());
            let answer = match (self.misere, question.win) {
                (false, true) => search.root::<true>(&board, hand, question.limit),
                (false, false) => search.root::<false>(&board, hand, question.limit),
                (true, true) => search.misere_root::<true>(&board, hand, question.limit),
                (true, false) => search.misere_root::<false>(&board, hand, question.limit),
            };
            self.nodes.fetch_add(search.nodes, Relaxed);
            crew.finish();
            (!search.stopped).then_some(answer)
        };
        if threads == 1 {
            return work();
        }
        std::thread::scope(|scope| {
            let helpers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut answer = work();
            for helper in helpers {
                answer = answer.or(helper.join().expect("a search does not panic"));
            }
            answer
        })
    }
}
