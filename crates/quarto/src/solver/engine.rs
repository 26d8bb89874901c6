//! Questions, and the threads that answer them.

use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use tabia_kernel::search::Stop;

use super::SolverOptions;
use super::crew::Crew;
use super::search::Search;
use super::table::{Entry, Table};
use crate::board::{Board, Tables};
use crate::bytes::{self, Bytes, Narrow, Wide};
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
    lines: Box<dyn Lines>,
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

/// What depends on how wide the vectors of lines are and on what this
/// processor can do with them.
trait Lines: Send + Sync {
    /// Whether the piece in hand completes a line somewhere.
    fn completes(&self, position: &Position) -> bool;
    /// Replies of the placer that do not lose at once, `None` if he wins.
    fn replies(&self, position: &Position, misere: bool) -> Option<u32>;
    /// The answer for the side to move, or `None` if stopped.
    fn ask(
        &self,
        engine: &Engine,
        position: &Position,
        question: Question,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool>;
}

fn lines(rules: &Rules, fast: bool) -> Box<dyn Lines> {
    let narrow = rules.shape() != Shape::Squares;
    match (narrow, fast) {
        (true, true) => Box::new(Tables::<Narrow<true>>::new(rules)),
        (true, false) => Box::new(Tables::<Narrow<false>>::new(rules)),
        (false, true) => Box::new(Tables::<Wide<true>>::new(rules)),
        (false, false) => Box::new(Tables::<Wide<false>>::new(rules)),
    }
}

impl<V: Bytes + Send + Sync> Lines for Tables<V> {
    fn completes(&self, position: &Position) -> bool {
        position
            .hand()
            .is_some_and(|hand| Board::of(position, self).completes(self, hand.index()) != 0)
    }

    fn replies(&self, position: &Position, misere: bool) -> Option<u32> {
        let hand = position.hand()?.index();
        let board = Board::of(position, self);
        let completing = board.completes(self, hand);
        if misere {
            return Some((board.empty() & !completing).count_ones());
        }
        (completing == 0).then(|| super::search::replies(self, &board, hand))
    }

    fn ask(
        &self,
        engine: &Engine,
        position: &Position,
        question: Question,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool> {
        let (threads, table) = engine.resources(position);
        let crew = Crew::new(stop, deadline, threads);
        let work = || {
            let mut search = Search {
                tables: self,
                canonical: engine.canonical,
                table,
                crew: &crew,
                nodes: 0,
                total: &engine.nodes,
                told: 0,
                stopped: false,
            };
            let board = Board::of(position, self);
            let hand = position.hand().map(|piece| piece.index());
            let answer = match (engine.misere, question.win) {
                (false, true) => search.root::<true>(&board, hand, question.limit),
                (false, false) => search.root::<false>(&board, hand, question.limit),
                (true, true) => search.misere_root::<true>(&board, hand, question.limit),
                (true, false) => search.misere_root::<false>(&board, hand, question.limit),
            };
            search.tell();
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

/// Tables of the sizes of `TIERS` and one of all the memory; the small ones
/// are touched, the large one when it is used.
fn tables(memory_mib: usize) -> io::Result<Vec<Table>> {
    let small = TIERS.map(|(mib, _)| Ok(Table::new(mib.min(memory_mib))?.touched()));
    small.into_iter().chain([Table::new(memory_mib)]).collect()
}

impl Engine {
    pub(super) fn new(rules: &Rules, options: SolverOptions) -> io::Result<Engine> {
        Ok(Engine {
            lines: lines(rules, bytes::is_fast()),
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
        self.lines.completes(position)
    }

    /// Replies of the placer that do not lose at once, `None` if he wins.
    pub(super) fn replies(&self, position: &Position) -> Option<u32> {
        self.lines.replies(position, self.misere)
    }

    /// The answer for the side to move, or `None` if stopped.
    pub(super) fn ask(
        &self,
        position: &Position,
        question: Question,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool> {
        self.lines.ask(self, position, question, deadline, stop)
    }

    /// At most so many of the entries that cost most.
    pub(super) fn dearest(&self, most: usize) -> Vec<Entry> {
        self.tables[self.tier.load(Relaxed)].dearest(most)
    }

    /// Takes entries over, into the largest table.
    pub(super) fn learn(&self, entries: &[Entry]) {
        let largest = self.tables.len() - 1;
        self.tier.store(largest, Relaxed);
        for &Entry { key, known, effort } in entries {
            self.tables[largest].store(key, known, 1 << effort);
        }
    }

    /// How many threads, and which table, `position` is worth.
    fn resources(&self, position: &Position) -> (usize, &Table) {
        let placed = position.placed();
        let threads = if placed > THREADS_UNTIL || self.misere {
            1
        } else {
            self.threads
        };
        let needed = TIERS.iter().take_while(|&&(_, from)| placed < from).count();
        let tier = self.tier.fetch_max(needed, Relaxed).max(needed);
        (threads, &self.tables[tier])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_position;
    use tabia_kernel::random::Seeded;

    #[test]
    fn any_processor_searches_the_same_tree() {
        let options = SolverOptions {
            threads: 1,
            memory_mib: 8,
            book: false,
        };
        println!("seed 11");
        let mut random = Seeded::new(11);
        for shape in [Shape::Lines, Shape::Squares, Shape::Torus] {
            let rules = Rules::new(shape, 4, false).expect("rules");
            let new = || Engine::new(&rules, options).expect("memory");
            let (best, mut portable) = (new(), new());
            portable.lines = lines(&rules, false);
            for _ in 0..20 {
                let position = random_position(&rules, 8, &mut random).expect("a position");
                for question in [Question::WIN, Question::HOLD] {
                    let answers = [&best, &portable]
                        .map(|engine| engine.ask(&position, question, None, &Stop::default()));
                    assert_eq!(answers[0], answers[1], "{position}");
                    assert_eq!(best.nodes(), portable.nodes(), "{position}");
                }
            }
        }
    }
}
