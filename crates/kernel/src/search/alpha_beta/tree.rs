//! The search below the root, by one thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Instant;

use crate::rules::{Bounds, Game, Score, Via};
use crate::search::alpha_beta::TablePolicy;
use crate::search::transposition::hash_of;
use crate::search::{Knowledge, Reach, Stop, TableFor};

/// Between two looks at the clock and the stop handle.
const NODES_PER_POLL: u64 = 1024;

/// Positions nearer to the horizon than this are sooner searched again than
/// looked up.
const TABLE_DEPTH: u8 = 2;

/// Positions nearer to the horizon than this are not worth telling other
/// threads about.
const SHARED_DEPTH: u8 = 3;

/// How high a result stands above the ends of the game it rests on.
///
/// Heights grow by one per move and join by the maximum; a result that rests
/// on an estimate stays at the horizon, above all heights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Height(u8);

impl Height {
    /// Rests on the rules or on certain bounds of this very position.
    pub(super) const HERE: Height = Height(0);
    /// Rests on an estimate.
    pub(super) const HORIZON: Height = Height(u8::MAX);
    /// Heights from here on are not told apart.
    const TALL: u8 = 127;

    #[inline]
    fn one_up(self) -> Height {
        if self.0 < Self::TALL {
            Height(self.0 + 1)
        } else {
            self
        }
    }

    #[inline]
    fn of(reach: Reach) -> Height {
        reach.proof_height().map_or(Height::HORIZON, Height)
    }

    #[inline]
    fn reach(self, depth: u8) -> Reach {
        if self == Height::HORIZON {
            Reach::horizon(depth)
        } else {
            Reach::proved(self.0)
        }
    }

    #[inline]
    pub(super) fn is_proof(self) -> bool {
        self != Height::HORIZON
    }
}

/// A value as good as the window: at or below it an upper bound, at or above
/// it a lower one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) score: Score,
    pub(super) height: Height,
}

/// One less to go; no horizon comes no nearer.
#[inline]
pub(super) fn one_less(depth: u8) -> u8 {
    if depth == Reach::UNLIMITED {
        depth
    } else {
        depth - 1
    }
}

/// What the threads of one iteration share.
pub(super) struct Shared<'a, G: Game> {
    pub(super) game: &'a G,
    pub(super) table: Option<&'a TableFor<G>>,
    pub(super) policy: TablePolicy,
    pub(super) stop: &'a Stop,
    pub(super) deadline: Option<Instant>,
    pub(super) node_limit: u64,
    pub(super) threads: u64,
    /// Positions visited, as far as threads have told.
    pub(super) nodes: AtomicU64,
    /// Some thread has the answer of this iteration.
    pub(super) answered: AtomicBool,
    /// Hashes of positions some thread is busy with; 0 for none. Nothing but
    /// the order of moves depends on it, so a clash does no harm. Empty with
    /// one thread.
    pub(super) busy: Box<[AtomicU64]>,
}

impl<G: Game> Shared<'_, G> {
    #[inline]
    fn busy_slot(&self, hash: u64) -> &AtomicU64 {
        // The low bit is always set in what is stored.
        &self.busy[(hash >> 1) as usize & (self.busy.len() - 1)]
    }

    /// A power of two that makes clashes rare.
    pub(super) fn busy_for(threads: usize) -> Box<[AtomicU64]> {
        let len = if threads > 1 { 1 << 14 } else { 0 };
        (0..len).map(|_| AtomicU64::new(0)).collect()
    }
}

/// Says that a thread is busy with a position, as long as it lives.
pub(super) struct Mark<'a>(&'a AtomicU64);

impl Drop for Mark<'_> {
    #[inline]
    fn drop(&mut self) {
        self.0.store(0, Ordering::Relaxed);
    }
}

/// One thread's search: its own knowledge, its own buffers.
pub(super) struct Worker<'a, G: Game, K> {
    pub(super) shared: &'a Shared<'a, G>,
    pub(super) knowledge: K,
    /// The moves of all positions on the line of play, one after the other.
    pub(super) moves: Vec<G::Move>,
    /// By distance from the root, the last two moves that cut off.
    killers: Vec<[Option<G::Move>; 2]>,
    nodes: u64,
    told: u64,
    next_poll: u64,
    /// Set when the search is to end; what it returns then means nothing.
    pub(super) aborted: bool,
}

impl<'a, G, K> Worker<'a, G, K>
where
    G: Game,
    G::Key: Default,
    K: Knowledge<G>,
{
    pub(super) fn new(shared: &'a Shared<'a, G>, knowledge: K) -> Self {
        Worker {
            shared,
            knowledge,
            moves: Vec::new(),
            killers: Vec::new(),
            nodes: 0,
            told: 0,
            next_poll: 0,
            aborted: false,
        }
    }

    /// Tells the others what was visited, and looks whether to go on.
    #[cold]
    fn poll(&mut self) {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        let total = self.shared.nodes.fetch_add(news, Ordering::Relaxed) + news;
        let left = self.shared.node_limit.saturating_sub(total);
        if left == 0
            || self.shared.answered.load(Ordering::Relaxed)
            || self.shared.stop.is_requested()
            || self.shared.deadline.is_some_and(|d| Instant::now() >= d)
        {
            self.aborted = true;
        }
        let share = (left / self.shared.threads).max(1);
        self.next_poll = self.nodes + share.min(NODES_PER_POLL);
    }

    /// Tells the others what was visited since the last poll.
    pub(super) fn tell(&mut self) {
        let news = self.nodes - self.told;
        self.told = self.nodes;
        self.shared.nodes.fetch_add(news, Ordering::Relaxed);
    }

    /// Whether another thread is busy with the position of this key; if not,
    /// this one is from now on, until the mark is removed.
    #[inline]
    pub(super) fn mark(&self, key: &G::Key, anyway: bool) -> Option<Mark<'a>> {
        let hash = hash_of(key) | 1;
        let slot = self.shared.busy_slot(hash);
        if !anyway && slot.load(Ordering::Relaxed) == hash {
            return None;
        }
        slot.store(hash, Ordering::Relaxed);
        Some(Mark(slot))
    }

    /// The value of `s`, searched `depth` moves deep, with respect to the
    /// window `alpha` to `beta`.
    ///
    /// `keyed` is the position's key if the caller knows it already.
    pub(super) fn node(
        &mut self,
        s: &mut G::State,
        keyed: Option<(G::Key, Via)>,
        alpha: Score,
        beta: Score,
        depth: u8,
        ply: usize,
    ) -> Found {
        debug_assert!(alpha < beta);
        let g = self.shared.game;
        self.nodes += 1;
        let nodes_before = self.nodes;
        if self.nodes >= self.next_poll {
            self.poll();
        }

        // 1. The game may be over, its value certain, or the horizon reached.
        if let Some(p) = g.payoff(s) {
            return Found {
                score: self.knowledge.worth(g, s, p),
                height: Height::HERE,
            };
        }
        let certain = self.knowledge.bounds(g, s);
        debug_assert!(certain.lo <= certain.hi);
        if certain.lo >= beta || certain.is_solved() {
            return Found {
                score: certain.lo,
                height: Height::HERE,
            };
        }
        if certain.hi <= alpha {
            return Found {
                score: certain.hi,
                height: Height::HERE,
            };
        }
        if depth == 0 {
            let guess = self.knowledge.estimate(g, s);
            return Found {
                score: guess.clamp(certain.lo, certain.hi),
                height: Height::HORIZON,
            };
        }

        // 2. The table may know, or at least tell the move to begin with.
        let mut alpha = alpha.max(certain.lo);
        let beta = beta.min(certain.hi);
        let mut remembered = None;
        let keyed = self
            .shared
            .table
            .filter(|_| depth >= TABLE_DEPTH || self.shared.policy != TablePolicy::Bounds)
            .map(|table| (table, keyed.unwrap_or_else(|| g.keyed(s))));
        if let Some((table, (key, via))) = keyed
            && let Some(entry) = table.probe(key)
        {
            let known = entry.bounds_at(depth);
            if known.lo >= beta || known.is_solved() {
                let mut height = Height::of(entry.lo_reach);
                if known.lo < beta {
                    // Both bounds are needed.
                    height = height.max(Height::of(entry.hi_reach));
                }
                return Found {
                    score: known.lo,
                    height,
                };
            }
            if known.hi <= alpha {
                return Found {
                    score: known.hi,
                    height: Height::of(entry.hi_reach),
                };
            }
            remembered = entry.best.map(|m| g.recalled_move(m, via));
        }
        if self.aborted {
            return Found {
                score: alpha,
                height: Height::HORIZON,
            };
        }

        // 3. Moves, the most promising first.
        let start = self.moves.len();
        g.moves(s, &mut self.moves);
        let end = self.moves.len();
        debug_assert!(start < end, "no moves, but the game is not over");
        self.knowledge.order(g, s, &mut self.moves[start..end]);
        if ply >= self.killers.len() {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let mut front = start;
        for m in [remembered, self.killers[ply][0], self.killers[ply][1]]
            .into_iter()
            .flatten()
        {
            if let Some(i) = (front..end).find(|&i| self.moves[i] == m) {
                self.moves[front..=i].rotate_right(1);
                front += 1;
            }
        }

        // 4. The best of them. Positions another thread is busy with wait
        //    for a second round: `later` of them are collected in front.
        let side = g.to_move(s);
        let sharing = depth >= SHARED_DEPTH && !self.shared.busy.is_empty();
        let floor = alpha;
        let mut best = Score::MIN;
        let mut best_move = None;
        let mut highest = Height::HERE;
        let mut later = 0;
        let mut i = start;
        let mut last = end;
        let mut second_round = false;
        loop {
            if i == last {
                if second_round || later == 0 {
                    break;
                }
                (i, last, second_round) = (start, start + later, true);
            }
            let m = self.moves[i];
            let u = g.play(s, m);
            let child_side = g.to_move(s);
            let mut child_keyed = None;
            let mut mark = None;
            if sharing && best_move.is_some() && g.payoff(s).is_none() {
                let (key, via) = g.keyed(s);
                child_keyed = Some((key, via));
                mark = self.mark(&key, second_round);
                if mark.is_none() {
                    g.undo(s, m, u);
                    self.moves[start + later] = m;
                    later += 1;
                    i += 1;
                    continue;
                }
            }
            i += 1;

            let mut window = Bounds {
                lo: alpha,
                hi: beta,
            };
            let scout = best_move.is_some() && self.shared.policy == TablePolicy::Bounds;
            if scout {
                window.hi = alpha.above();
            }
            let mut child = window.across(side, child_side);
            let mut found = self.node(s, child_keyed, child.lo, child.hi, one_less(depth), ply + 1);
            let mut score = found.score.across(child_side, side);
            if score > alpha && score < beta && window.hi < beta {
                // The null window was too small for it.
                child = Bounds {
                    lo: alpha,
                    hi: beta,
                }
                .across(side, child_side);
                found = self.node(s, child_keyed, child.lo, child.hi, one_less(depth), ply + 1);
                score = found.score.across(child_side, side);
            }
            drop(mark);
            g.undo(s, m, u);
            if self.aborted {
                self.moves.truncate(start);
                return found;
            }

            let height = found.height.one_up();
            if score >= beta {
                // 5. Cut off: this one move proves it.
                best = score;
                highest = height;
                best_move = Some(m);
                if self.killers[ply][0] != best_move {
                    self.killers[ply] = [best_move, self.killers[ply][0]];
                }
                break;
            }
            highest = highest.max(height);
            if score > best || best_move.is_none() {
                best = score;
                best_move = Some(m);
            }
            alpha = alpha.max(score);
        }
        self.moves.truncate(start);

        // 6. What was learnt: at or above `beta` a lower bound, at or below
        //    `floor` an upper one, in between both.
        let score = best.clamp(certain.lo, certain.hi);
        if let Some((table, (key, via))) = keyed {
            let learnt = Bounds {
                lo: if score > floor { score } else { Score::MIN },
                hi: if best < beta { score } else { Score::MAX },
            };
            // Below the window all moves look alike: none of them is best.
            let stored = best_move.filter(|_| score > floor);
            let stored = stored.map(|m| g.stored_move(m, via));
            let spent = self.nodes - nodes_before;
            let reach = highest.reach(depth);
            match self.shared.policy {
                TablePolicy::Bounds => table.store(key, learnt, reach, stored, depth, spent),
                TablePolicy::ValuesWithoutCutoffs => {
                    if best < beta {
                        table.store(key, Bounds::exact(score), reach, stored, depth, spent);
                    }
                }
            }
        }
        Found {
            score,
            height: highest,
        }
    }
}
