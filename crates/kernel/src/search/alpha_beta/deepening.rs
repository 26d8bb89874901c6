//! Iterations, threads, and the search at the root.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use super::tree::{Found, Height, Shared, Worker, one_less};
use super::{AlphaBeta, MAX_DEPTH, Report, RootMove, TablePolicy, Wanted};
use crate::rules::{Bounds, Game, Score};
use crate::search::{Knowledge, Reach};

/// Shallower iterations are over before a thread has started.
const PARALLEL_DEPTH: u8 = 4;

impl<G, K> AlphaBeta<'_, G, K>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
    G::Key: Default + Send,
    K: Knowledge<G> + Clone + Send,
{
    /// Searches the position.
    #[must_use]
    pub fn run(&self, s: &G::State) -> Report<G::Move> {
        self.run_watched(s, |_| {})
    }

    /// Searches the position and shows what was found after each iteration.
    #[must_use]
    pub fn run_watched(
        &self,
        s: &G::State,
        mut watch: impl FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let g = self.game;
        if let Some(p) = g.payoff(s) {
            return Report::of_the_end(self.knowledge.worth(g, s, p));
        }
        if let Some(table) = self.table {
            table.next_search();
        }
        let threads = match self.policy {
            TablePolicy::Bounds => self.threads,
            TablePolicy::ValuesWithoutCutoffs => 1,
        };
        let shared = Shared {
            game: g,
            table: self.table,
            policy: self.policy,
            stop: &self.stop,
            // A time beyond the end of the clock is no limit.
            deadline: self.limits.time.and_then(|t| Instant::now().checked_add(t)),
            node_limit: self.limits.nodes.unwrap_or(u64::MAX),
            threads: threads as u64,
            nodes: AtomicU64::new(0),
            answered: AtomicBool::new(false),
            busy: Shared::<G>::busy_for(threads),
        };
        let mut workers: Vec<_> = (0..threads)
            .map(|_| Worker::new(&shared, self.knowledge.clone()))
            .collect();

        // Before the first iteration: what is known without looking ahead.
        let mut root = Root::new(g, &mut self.knowledge.clone(), s, self.wanted, self.window);
        let guess = self.knowledge.estimate(g, s);
        let guess = guess.clamp(root.certain.lo, root.certain.hi);
        let mut report = Report {
            value: Bounds::exact(guess),
            proven: root.certain,
            best: root.moves.first().copied(),
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 0,
            depth: 0,
            complete: false,
        };

        let deepest = self
            .limits
            .depth
            .map_or(Reach::UNLIMITED, |d| d.min(MAX_DEPTH));
        let mut depth = if self.deepening {
            1.min(deepest)
        } else {
            deepest
        };
        while depth > 0 {
            let answer = iterate(&mut workers, &root, s, depth);
            report.nodes = shared.nodes.load(Ordering::Relaxed);
            match answer {
                Ok(answer) => root.take(answer, depth, &mut report),
                Err(partial) => {
                    root.take_part(partial, &mut report);
                    break;
                }
            }
            watch(&report);
            if report.complete || depth == deepest {
                break;
            }
            depth = match depth {
                MAX_DEPTH => Reach::UNLIMITED,
                _ => depth + 1,
            };
        }
        if self.line && report.depth > 0 {
            report.line = self.best_play(&mut workers[0], s, &report);
            report.nodes = shared.nodes.load(Ordering::Relaxed);
        }
        report
    }

    /// Best play, found by searching each position on the way again; the
    /// table makes that short.
    fn best_play(
        &self,
        worker: &mut Worker<'_, G, K>,
        s: &G::State,
        report: &Report<G::Move>,
    ) -> Vec<G::Move> {
        let g = self.game;
        let mut line = Vec::new();
        let mut s = s.clone();
        // What is complete at this depth may have been so only deeper with
        // another number of threads; the line is that of the full depth.
        let mut depth = match report.complete {
            true => self
                .limits
                .depth
                .map_or(Reach::UNLIMITED, |d| d.min(MAX_DEPTH)),
            false => report.depth,
        };
        let mut next = report.best;
        worker.aborted = false;
        while let Some(m) = next {
            line.push(m);
            g.play(&mut s, m);
            depth = one_less(depth);
            if depth == 0 || g.payoff(&s).is_some() {
                break;
            }
            let root = Root::new(
                g,
                &mut self.knowledge.clone(),
                &s,
                Wanted::Move,
                Bounds::UNKNOWN,
            );
            worker.shared.answered.store(false, Ordering::Relaxed);
            let answer = worker.root(&root, &mut s.clone(), depth);
            worker.tell();
            next = answer.ok().and_then(|a| a.best).map(|i| root.moves[i]);
        }
        line
    }
}

/// Searches one depth with all workers; the first to finish answers.
fn iterate<G, K>(
    workers: &mut [Worker<'_, G, K>],
    root: &Root<G>,
    s: &G::State,
    depth: u8,
) -> Result<Answer, Partial>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
    G::Key: Default + Send,
    K: Knowledge<G> + Send,
{
    let shared = workers[0].shared;
    shared.answered.store(false, Ordering::Relaxed);
    let search = |worker: &mut Worker<'_, G, K>| {
        worker.aborted = false;
        let answer = worker.root(root, &mut s.clone(), depth);
        if answer.is_ok() {
            shared.answered.store(true, Ordering::Relaxed);
        }
        worker.tell();
        answer
    };
    let helpers_from = if depth < PARALLEL_DEPTH {
        workers.len()
    } else {
        1
    };
    let (main, helpers) = workers.split_at_mut(helpers_from.min(workers.len()));
    let mut answers = std::thread::scope(|scope| {
        let search = &search;
        let running: Vec<_> = helpers
            .iter_mut()
            .map(|worker| scope.spawn(move || search(worker)))
            .collect();
        let mut answers = vec![search(&mut main[0])];
        for helper in running {
            match helper.join() {
                Ok(answer) => answers.push(answer),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        answers
    });
    // Any complete answer is the answer; else the best of what was proved.
    let whole = answers.iter().position(Result::is_ok).unwrap_or(0);
    match answers.swap_remove(whole) {
        Ok(answer) => Ok(answer),
        Err(first) => Err(answers
            .into_iter()
            .filter_map(Result::err)
            .fold(first, |a, b| if b.proven_lo > a.proven_lo { b } else { a })),
    }
}

/// The position asked about.
struct Root<G: Game> {
    /// In the order that decides between moves of equal value.
    moves: Vec<G::Move>,
    /// Indices of `moves` in the order to search them.
    order: Vec<usize>,
    certain: Bounds,
    wanted: Wanted,
    window: Bounds,
}

/// What a finished search of the root found.
struct Answer {
    value: Bounds,
    height: Height,
    /// Index of the best move, unless none reaches the window.
    best: Option<usize>,
    /// With [`Wanted::EveryMove`], the value of each move in order.
    every: Vec<Found>,
}

/// What an unfinished search of the root is sure of.
struct Partial {
    proven_lo: Score,
    by: Option<usize>,
}

impl<G: Game> Root<G> {
    fn new<K: Knowledge<G>>(
        g: &G,
        knowledge: &mut K,
        s: &G::State,
        wanted: Wanted,
        window: Bounds,
    ) -> Self {
        let mut moves = Vec::new();
        g.moves(s, &mut moves);
        knowledge.order(g, s, &mut moves);
        Root {
            order: (0..moves.len()).collect(),
            moves,
            certain: knowledge.bounds(g, s),
            wanted,
            window,
        }
    }

    /// Puts a finished iteration into the report.
    fn take(&mut self, answer: Answer, depth: u8, report: &mut Report<G::Move>) {
        report.value = answer.value;
        report.depth = depth;
        report.best = answer.best.map(|i| self.moves[i]);
        report.complete = answer.height.is_proof();
        if report.complete {
            report.proven = report.proven.intersect(answer.value);
        }
        report.moves = answer
            .every
            .iter()
            .zip(&self.moves)
            .map(|(found, &action)| RootMove {
                action,
                value: found.score,
                proven: found.height.is_proof(),
            })
            .collect();
        if let Some(best) = answer.best {
            // Next time the best goes first.
            let place = self.order.iter().position(|&i| i == best);
            self.order[..=place.expect("order lists every move")].rotate_right(1);
        }
    }

    /// Puts what an unfinished iteration is sure of into the report.
    fn take_part(&self, partial: Partial, report: &mut Report<G::Move>) {
        if let Some(i) = partial.by
            && partial.proven_lo > report.proven.lo
        {
            report.proven.lo = partial.proven_lo;
            if partial.proven_lo > report.value.hi {
                report.best = Some(self.moves[i]);
            }
        }
    }
}

impl<M> Report<M> {
    fn of_the_end(worth: Score) -> Self {
        Report {
            value: Bounds::exact(worth),
            proven: Bounds::exact(worth),
            best: None,
            line: Vec::new(),
            moves: Vec::new(),
            nodes: 1,
            depth: 0,
            complete: true,
        }
    }
}

impl<G, K> Worker<'_, G, K>
where
    G: Game,
    G::Key: Default,
    K: Knowledge<G>,
{
    /// Searches the root `depth` moves deep.
    ///
    /// With [`Wanted::Move`] a move listed before the best one so far has
    /// only to equal it, so that the answer does not depend on the order of
    /// searching. All moves that were tried count for the height: an answer
    /// is complete only if value and choice are final, hence threads that
    /// find it complete at different depths still agree.
    fn root(&mut self, root: &Root<G>, s: &mut G::State, depth: u8) -> Result<Answer, Partial> {
        let g = self.shared.game;
        let side = g.to_move(s);
        let plain = self.shared.policy != TablePolicy::Bounds;
        let every_move = root.wanted == Wanted::EveryMove;
        let first_listed = root.wanted == Wanted::Move && !plain;
        let floor = root.window.lo;
        let ceiling = root.window.hi.min(root.certain.hi);
        if ceiling <= floor && !every_move {
            return Ok(Answer {
                value: root.certain,
                height: Height::HERE,
                best: None,
                every: Vec::new(),
            });
        }

        let mut best: Option<(Score, usize)> = None;
        let mut highest = Height::HERE;
        let mut sure = Partial {
            proven_lo: Score::MIN,
            by: None,
        };
        let mut every = vec![None; if every_move { root.moves.len() } else { 0 }];
        let mut queue = root.order.clone();
        let mut later = Vec::new();
        let mut second_round = false;
        let mut at = 0;
        loop {
            if at == queue.len() {
                if later.is_empty() {
                    break;
                }
                queue = std::mem::take(&mut later);
                second_round = true;
                at = 0;
            }
            let i = queue[at];
            at += 1;

            // The move has to reach `target` to become the best.
            let target = match best {
                None => floor.above(),
                Some((score, j)) if first_listed && i < j && score > floor => score,
                Some((score, _)) => score.max(floor).above(),
            };
            let (lo, hi) = if every_move {
                (Score::MIN, Score::MAX)
            } else {
                (target.below(), ceiling)
            };
            if lo >= hi {
                // The best reaches the ceiling, and comes first.
                continue;
            }

            let m = root.moves[i];
            let u = g.play(s, m);
            let child_side = g.to_move(s);
            let mut child_keyed = None;
            let mut mark = None;
            let sharing = !self.shared.busy.is_empty() && (best.is_some() || every_move);
            if sharing && g.payoff(s).is_none() {
                let (key, via) = g.keyed(s);
                child_keyed = Some((key, via));
                mark = self.mark(&key, second_round);
                if mark.is_none() {
                    g.undo(s, m, u);
                    later.push(i);
                    continue;
                }
            }
            let mut search = |lo: Score, hi: Score| {
                let child = Bounds { lo, hi }.across(side, child_side);
                let found = self.node(s, child_keyed, child.lo, child.hi, one_less(depth), 1);
                Found {
                    score: found.score.across(child_side, side),
                    height: found.height,
                }
            };
            let found = if best.is_none() || plain || every_move {
                search(lo, hi)
            } else {
                let scouted = search(lo, lo.above());
                if scouted.score > lo && scouted.score < hi {
                    search(lo, hi)
                } else {
                    scouted
                }
            };
            drop(mark);
            g.undo(s, m, u);
            if self.aborted {
                return Err(sure);
            }

            if found.score > lo && found.height.is_proof() && found.score > sure.proven_lo {
                sure = Partial {
                    proven_lo: found.score,
                    by: Some(i),
                };
            }
            highest = highest.max(found.height);
            if every_move {
                every[i] = Some(found);
            }
            // How far a score lies outside the window depends on what the
            // table remembered, so it is not told. Below the target a score
            // is only an upper bound.
            let score = if every_move {
                found.score
            } else {
                found.score.clamp(floor, ceiling)
            };
            let better = match best {
                None => true,
                Some((s, j)) if every_move => score > s || (score == s && i < j),
                Some(_) => score >= target,
            };
            if better {
                best = Some((score, i));
            }
            if score >= ceiling && root.wanted == Wanted::Value {
                // The other moves do not matter.
                highest = found.height;
                break;
            }
        }

        let (score, best) = best.expect("a position that is not over has moves");
        let value = score.clamp(root.certain.lo, root.certain.hi);
        let every: Vec<Found> = every.into_iter().flatten().collect();
        let best = Some(best).filter(|_| every_move || score > floor);
        let value = if every_move || (floor < score && score < ceiling) {
            Bounds::exact(value)
        } else if score <= floor {
            Bounds::at_most(value).intersect(root.certain)
        } else {
            // A value that reaches what is certain is known.
            Bounds::at_least(value).intersect(root.certain)
        };
        Ok(Answer {
            value,
            height: highest,
            best,
            every,
        })
    }
}
