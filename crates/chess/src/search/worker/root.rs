//! The root: one depth after the other.

use std::sync::atomic::Ordering;

use cozy_chess::{Board, Move};

use super::{Line, Worker};
use crate::score::{INFINITE, MATE, MATE_BOUND, MAX_PLY, is_mate};

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) first: Move,
    /// The score of the current iteration; [`INFINITE`] below zero if it
    /// was only found not to be better.
    pub(crate) score: i32,
    /// The score of the last iteration that gave one.
    pub(crate) previous: i32,
    pub(crate) line: Line,
    pub(crate) deepest: usize,
    pub(crate) nodes: u64,
}

impl RootMove {
    pub(crate) fn new(first: Move) -> RootMove {
        RootMove {
            first,
            score: -INFINITE,
            previous: -INFINITE,
            line: std::iter::once(first).collect(),
            deepest: 0,
            nodes: 0,
        }
    }
}

/// What the main thread tells after each iteration, for each line.
pub(crate) struct Progress<'a> {
    pub(crate) depth: i32,
    /// The place among several best lines, from 0.
    pub(crate) place: usize,
    pub(crate) score: i32,
    pub(crate) root_move: &'a RootMove,
}

impl Worker<'_> {
    /// Searches one ply deeper each time, until told to stop. Returns the
    /// root moves, best first, and the depth completed.
    pub(crate) fn deepen(
        mut self,
        board: &Board,
        report: &mut dyn FnMut(&Progress<'_>),
    ) -> (Vec<RootMove>, i32) {
        let shared = self.shared;
        let lines = shared.multi_pv.min(self.root_moves.len());
        let most = shared.limits.depth.map_or(MAX_PLY as i32 - 1, |depth| {
            depth.clamp(1, MAX_PLY as u32 - 1) as i32
        });
        let mut completed = 0;
        let mut best_before = None;
        let mut stable = 0;
        let mut score_before = 0;
        for depth in 1..=most {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
            }
            for line in 0..lines {
                self.line_index = line;
                self.deepest = 0;
                self.aspire(board, depth);
                let deepest = self.deepest;
                self.root_moves[line].deepest = deepest;
                // A line that was not finished keeps its place.
                self.root_moves[..=line].sort_by_key(|root| -root.score);
                if self.stopped {
                    break;
                }
            }
            shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
            if !self.stopped {
                completed = depth;
            }
            if self.id == 0 {
                for (place, root_move) in self.root_moves[..lines].iter().enumerate() {
                    let score = match root_move.score {
                        score if score > -INFINITE => score,
                        _ => root_move.previous,
                    };
                    if score > -INFINITE {
                        report(&Progress {
                            depth,
                            place,
                            score,
                            root_move,
                        });
                    }
                }
            }
            if self.stopped {
                break;
            }
            if self.id != 0 {
                continue;
            }

            // Whether to go on.
            let best = &self.root_moves[0];
            if best_before == Some(best.first) {
                stable += 1;
            } else {
                stable = 0;
            }
            best_before = Some(best.first);
            if let Some(moves) = shared.limits.mate
                && i64::from(best.score) >= i64::from(MATE) - 2 * i64::from(moves)
            {
                break;
            }
            // A forced mate that this depth has seen to the end gets no nearer.
            if shared.limits.clock.is_some()
                && !shared.clock.is_pondering()
                && (best.score >= MATE_BOUND || best.score <= -MATE_BOUND)
                && depth > 2 * (MATE - best.score.abs())
            {
                break;
            }
            let total: u64 = self.root_moves.iter().map(|root| root.nodes).sum();
            let fraction = best.nodes as f64 / total.max(1) as f64;
            let drop = f64::from((score_before - best.score).clamp(-20, 60));
            score_before = best.score;
            let mut share = 1.0;
            if depth >= 6 {
                share *= 1.75 - 1.25 * fraction;
                share *= [1.5, 1.2, 1.05, 0.95, 0.85][stable.min(4)];
                share *= 1.0 + drop / 120.0;
            }
            let only = self.root_moves.len() == 1 && shared.limits.clock.is_some();
            if shared.clock.is_enough(if only { 0.1 } else { share }) {
                break;
            }
        }
        (self.root_moves, completed)
    }

    /// Searches one line with a narrow window, which is widened until the
    /// score fits.
    fn aspire(&mut self, board: &Board, depth: i32) {
        let index = self.line_index;
        let expected = self.root_moves[index].previous;
        let mut width = self.memory.margins.window + depth / 8;
        let (mut alpha, mut beta) = if depth >= 5 && !is_mate(expected) && expected > -INFINITE {
            (
                (expected - width).max(-INFINITE),
                (expected + width).min(INFINITE),
            )
        } else {
            (-INFINITE, INFINITE)
        };
        let mut reduced = 0;
        loop {
            let depth = (depth - reduced).max(1);
            let score = self.tree::<true, true>(board, alpha, beta, depth, 0, false);
            // Moves that were not better keep their order.
            self.root_moves[index..].sort_by_key(|root| -root.score);
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
                reduced = 0;
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
                if reduced < 3 && !is_mate(score) {
                    reduced += 1;
                }
            } else {
                return;
            }
            width += width / 2;
            if width > 600 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Step 11 of the tree at the root.
    pub(super) fn note_root_move(
        &mut self,
        m: Move,
        score: i32,
        alpha: i32,
        number: usize,
        nodes: u64,
    ) {
        let better = number == 1 || score > alpha;
        let line = self.frames[super::BEFORE + 1].line.clone();
        let deepest = self.deepest;
        let root_move = self
            .root_moves
            .iter_mut()
            .find(|root| root.first == m)
            .expect("a root move was searched");
        root_move.nodes += nodes;
        if better {
            root_move.score = score;
            root_move.deepest = deepest;
        }
        // A first move that turns out worse keeps the line it was expected
        // to have: its own ended early.
        if score > alpha {
            root_move.line.clear();
            root_move.line.push(m);
            root_move.line.extend(line.into_iter().take(MAX_PLY));
        } else if !better {
            root_move.score = -INFINITE;
        }
    }
}
