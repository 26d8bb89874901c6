//! The end of the lines: captures and checks until it is quiet.

use cozy_chess::Board;

use super::{Worker, after};
use crate::exchange;
use crate::position;
use crate::score::{MAX_PLY, NONE, is_mate, mated_in};
use crate::search::history::placed;
use crate::search::picker::{Picker, Wanted, is_noisy};
use crate::table::{Bound, Entry};

/// Quiet moves tried in check, once one of them does not lose to mate.
const EVASIONS: usize = 3;

impl Worker<'_> {
    /// The score of a position when only captures, promotions and, for the
    /// first ply, checks are looked at; in check, every move.
    pub(super) fn quiescence<const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        with_checks: bool,
    ) -> i32 {
        // 1. Limits and draws.
        if PV {
            self.frame(ply).line.clear();
        }
        if self.visit(ply) {
            return 0;
        }
        let key = position::key(board);
        if self.is_drawn(board, key, ply) {
            return 0;
        }
        let in_check = !board.checkers().is_empty();
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.evaluate(board) };
        }

        // 2. The table.
        let entry = self.shared.table.probe(key, ply);
        if !PV
            && let Some(entry) = entry
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
        {
            return entry.score;
        }

        // 3. Standing pat: nobody has to capture.
        let raw;
        let mut best;
        if in_check {
            raw = NONE;
            best = mated_in(ply);
        } else {
            raw = match entry {
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate_at(board, ply),
            };
            best = self.refined(board, raw);
            if let Some(entry) = entry
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.score > best,
                    Bound::Upper => entry.score < best,
                }
                && !is_mate(entry.score)
            {
                best = entry.score;
            }
            if best >= beta {
                if entry.is_none() {
                    self.note(key, ply, raw, best, None, Bound::Lower);
                }
                return best;
            }
            alpha = alpha.max(best);
        }
        let hopeless = best + self.memory.margins.quiescence;

        // 4. The moves.
        let wanted = match (in_check, with_checks) {
            (true, _) => Wanted::All,
            (false, true) => Wanted::Checking,
            (false, false) => Wanted::Winning(0),
        };
        let first = entry
            .and_then(|entry| entry.best)
            .filter(|&m| (in_check || is_noisy(board, m)) && board.is_legal(m));
        let path = self.path(ply);
        let color = board.side_to_move();
        let mut picker = Picker::new(first, wanted);
        let mut refutation = None;
        let mut bound = Bound::Upper;
        let mut quiets = 0;
        while let Some(m) = picker.next(board, &self.memory.histories, &path) {
            let victim = exchange::victim(board, m);
            let piece = exchange::occupant(board, m.from);
            self.foresee(board, m, piece, victim);
            if !is_mate(best) {
                if in_check {
                    if victim.is_none() {
                        quiets += 1;
                        if quiets >= EVASIONS {
                            picker.skip_quiets();
                        }
                    }
                } else if let Some(victim) = victim
                    && m.promotion.is_none()
                {
                    // What even winning the victim would not mend.
                    let promise = hopeless + exchange::VALUES[victim as usize];
                    if promise <= alpha && after(board, m).checkers().is_empty() {
                        best = best.max(promise);
                        continue;
                    }
                    if hopeless <= alpha
                        && !exchange::wins_at_least_with(board, m, piece, Some(victim), 1)
                    {
                        best = best.max(hopeless);
                        continue;
                    }
                } else if victim.is_none()
                    && m.promotion.is_none()
                    && !exchange::wins_at_least_with(board, m, piece, None, 0)
                {
                    continue;
                }
            }
            let child = after(board, m);
            self.frame(ply).placed = placed(color, piece, m.to);
            self.keys.push(key);
            let score = -self.quiescence::<PV>(&child, -beta, -alpha, ply + 1, false);
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    refutation = Some(m);
                    if PV {
                        self.extend_line(ply, m);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                    alpha = score;
                }
            }
        }
        self.note(key, ply, raw, best, refutation, bound);
        best
    }

    /// The line of this ply becomes `m` and what follows it.
    #[inline]
    pub(super) fn extend_line(&mut self, ply: usize, m: cozy_chess::Move) {
        let (head, tail) = self.frames.split_at_mut(super::BEFORE + ply + 1);
        let line = &mut head[super::BEFORE + ply].line;
        line.clear();
        line.push(m);
        let rest = &tail[0].line;
        line.extend(rest.iter().copied().take(MAX_PLY));
    }

    #[inline]
    fn note(
        &self,
        key: u64,
        ply: usize,
        eval: i32,
        score: i32,
        best: Option<cozy_chess::Move>,
        bound: Bound,
    ) {
        let entry = Entry {
            best,
            score,
            eval,
            depth: 0,
            bound,
            on_line: false,
        };
        self.shared.table.store(key, ply, entry);
    }
}
