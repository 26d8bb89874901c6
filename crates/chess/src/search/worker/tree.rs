//! The tree: one function, whose steps are numbered.

use arrayvec::ArrayVec;
use cozy_chess::{Board, Color, Move, Piece};

use super::{Worker, after, has_officers};
use crate::exchange;
use crate::position;
use crate::score::{INFINITE, MATE_BOUND, MAX_PLY, NONE, is_mate, mated_in};
use crate::search::history::{Histories, NOTHING, Placed, placed};
use crate::search::picker::{Picker, Wanted};
use crate::search::reductions::ONE;
use crate::table::{Bound, Entry};

/// A line may be extended by two this often.
const MOST_DOUBLES: u8 = 8;

/// Moves tried at a node, for the histories.
type Tried<T> = ArrayVec<T, 64>;

impl Worker<'_> {
    /// The score of a position to some depth, at least if it is not above
    /// `alpha` and at most if not below `beta` (fail-soft).
    ///
    /// `PV` nodes have an open window; `ROOT` is the root. A `cut_node` is
    /// one that is expected to exceed beta.
    pub(super) fn tree<const ROOT: bool, const PV: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> i32 {
        // 1. Limits, draws, and mates that are nearer anyway.
        if depth <= 0 {
            return self.quiescence::<PV>(board, alpha, beta, ply, true);
        }
        if PV {
            self.frame(ply).line.clear();
        }
        if self.visit(ply) {
            return 0;
        }
        let key = position::key(board);
        let in_check = !board.checkers().is_empty();
        if !ROOT {
            if self.is_drawn(board, key, ply) {
                return 0;
            }
            if ply >= MAX_PLY {
                return if in_check { 0 } else { self.evaluate(board) };
            }
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }
        let excluded = self.frame(ply).excluded;
        self.frame(ply + 1).killers = [None; 2];
        self.frame(ply + 1).cutoffs = 0;
        self.frame(ply + 1).excluded = None;
        let doubles = self.frames[super::BEFORE + ply - 1].doubles;
        self.frame(ply).doubles = doubles;

        // 2. The table.
        let entry = match excluded {
            Some(_) => None,
            None => self.shared.table.probe(key, ply),
        };
        if !PV
            && let Some(entry) = entry
            && entry.depth >= depth
            && board.halfmove_clock() < 90
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
        {
            if entry.score >= beta
                && let Some(m) = entry.best
                && board.is_legal(m)
                && exchange::victim(board, m).is_none()
                && m.promotion.is_none()
            {
                self.reward_refutation(board, m, depth, ply);
            }
            return entry.score;
        }
        let on_line = PV || entry.is_some_and(|entry| entry.on_line);
        let mut table_move = entry
            .and_then(|entry| entry.best)
            .filter(|&m| board.is_legal(m));
        if ROOT {
            table_move = Some(self.root_moves[self.line_index].first);
        }
        let table_takes = table_move.is_some_and(|m| exchange::victim(board, m).is_some());

        // 3. The static score, and what the table makes of it.
        let raw;
        let mut eval;
        if in_check {
            raw = NONE;
            eval = NONE;
            self.frame(ply).raw = NONE;
            self.frame(ply).eval = NONE;
        } else {
            raw = match entry {
                // The same board without a move.
                _ if excluded.is_some() => self.frame(ply).raw,
                Some(entry) if entry.eval != NONE => entry.eval,
                _ => self.evaluate_at(board, ply),
            };
            eval = self.refined(board, raw);
            self.frame(ply).raw = raw;
            self.frame(ply).eval = eval;
            if let Some(entry) = entry
                && !is_mate(entry.score)
                && match entry.bound {
                    Bound::Exact => true,
                    Bound::Lower => entry.score > eval,
                    Bound::Upper => entry.score < eval,
                }
            {
                eval = entry.score;
            }
        }
        let improving = !in_check && {
            let now = self.frame(ply).eval;
            match (self.eval_before(ply, 2), self.eval_before(ply, 4)) {
                (NONE, NONE) => true,
                (NONE, before) | (before, _) => now > before,
            }
        };

        // 4. Ways to be done without trying every move.
        if !PV && !in_check && excluded.is_none() {
            // Razoring: so far below that only captures could help.
            if depth <= 3
                && eval + self.memory.margins.razor * depth < alpha
                && let score = self.quiescence::<false>(board, alpha, alpha + 1, ply, true)
                && (score <= alpha || self.stopped)
            {
                return score;
            }
            // Reverse futility: so far above that a quiet move will do. What answers
            // the root's own moves is looked at, however quiet they are.
            if ply > 1
                && depth <= 9
                && eval - self.memory.margins.reverse_futility * (depth - i32::from(improving))
                    >= beta
                && !is_mate(beta)
                && eval < MATE_BOUND
            {
                return (2 * eval + beta) / 3;
            }
            // Null move: even passing keeps the score.
            if let Some(score) = self.null_move(board, beta, depth, ply, eval, improving, cut_node)
            {
                return score;
            }
            if self.stopped {
                return 0;
            }
            // A capture that refutes by far at less depth does so at more.
            if let Some(score) = self.probcut(board, beta, depth, ply, entry, raw, key, cut_node) {
                return score;
            }
            if self.stopped {
                return 0;
            }
        }

        // 5. Without a move to begin with, search less deep and find one.
        if table_move.is_none() && depth >= 4 && excluded.is_none() && (PV || cut_node) {
            depth -= 1;
        }

        // 6. The moves.
        let color = board.side_to_move();
        let path = self.path(ply);
        let mut picker = Picker::new(table_move, Wanted::All);
        let mut root_next = self.line_index;
        let alpha_before = alpha;
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut number = 0;
        let mut only_checks = false;
        let mut quiets: Tried<(Move, Placed)> = Tried::new();
        let mut captures: Tried<(Placed, Piece)> = Tried::new();
        loop {
            let next = if ROOT {
                let m = self.root_moves.get(root_next).map(|root| root.first);
                root_next += 1;
                m
            } else {
                picker.next(board, &self.memory.histories, &path)
            };
            let Some(m) = next else { break };
            if Some(m) == excluded {
                continue;
            }
            number += 1;
            let piece = exchange::occupant(board, m.from);
            let victim = exchange::victim(board, m);
            let quiet = victim.is_none() && m.promotion.is_none();
            let then = placed(color, piece, m.to);
            let history = match victim {
                Some(victim) => self.memory.histories.capture(then, victim),
                None => self.quiet_history(color, m, then, &path.before),
            };
            let mut reduction = self.memory.reductions.of(depth, number);

            // 7. Moves not worth trying at this depth.
            let margins = &self.memory.margins;
            if !ROOT && best > -MATE_BOUND && has_officers(board) {
                let reduced = (depth - reduction / ONE).max(0);
                if quiet {
                    // Late ones, and those that cannot lift the score, unless they
                    // give check.
                    let enough = margins.late_moves + margins.late_moves_ply * depth * depth / 100;
                    let enough = enough / (2 - i32::from(improving));
                    let late = number as i32 > enough;
                    let promise =
                        eval.saturating_add(margins.futility + margins.futility_ply * reduced);
                    let hopeless = !in_check && reduced <= 8 && promise <= alpha;
                    if !only_checks && (late || hopeless) {
                        only_checks = true;
                        if hopeless {
                            best = best.max(promise.min(alpha));
                        }
                        if !picker.only_checks(board, m) {
                            continue;
                        }
                    }
                    // Those that never went well.
                    if reduced <= 4 && history < -margins.quiet_history * depth {
                        continue;
                    }
                    let loss = margins.quiet_loss * reduced * reduced;
                    if !exchange::wins_at_least_with(board, m, piece, victim, -loss) {
                        continue;
                    }
                } else if depth <= 8 {
                    let loss =
                        margins.capture_loss * depth + history / margins.capture_loss_history;
                    if !exchange::wins_at_least_with(board, m, piece, victim, -loss) {
                        continue;
                    }
                }
            }
            self.foresee(board, m, piece, victim);

            // 8. Extensions: is the table's move the only good one?
            let mut extension = 0;
            if !ROOT && ply < 2 * self.root_depth as usize {
                if Some(m) == table_move
                    && depth >= self.memory.margins.singular_depth
                    && excluded.is_none()
                    && let Some(entry) = entry
                    && entry.depth >= depth - 3
                    && entry.bound != Bound::Upper
                    && !is_mate(entry.score)
                {
                    let margin = entry.score - depth * self.memory.margins.singular / 10;
                    self.frame(ply).excluded = Some(m);
                    let score = self.tree::<false, false>(
                        board,
                        margin - 1,
                        margin,
                        (depth - 1) / 2,
                        ply,
                        cut_node,
                    );
                    self.frame(ply).excluded = None;
                    if self.stopped {
                        return 0;
                    }
                    if score < margin {
                        extension = 1;
                        if !PV
                            && score < margin - self.memory.margins.singular_double
                            && doubles < MOST_DOUBLES
                        {
                            extension = 2;
                        }
                    } else if margin >= beta {
                        // Several moves exceed beta.
                        return margin;
                    } else if entry.score >= beta {
                        extension = -2;
                    } else if cut_node {
                        extension = -1;
                    }
                } else if in_check && PV {
                    extension = 1;
                }
            }

            // 9. Make the move.
            let child = after(board, m);
            let checks = !child.checkers().is_empty();
            let nodes_before = self.nodes;
            {
                let frame = self.frame(ply);
                frame.placed = then;
                frame.null = false;
                frame.doubles = doubles + u8::from(extension == 2);
            }
            self.keys.push(key);
            let new_depth = depth - 1 + extension;

            // 10. Late moves are searched less deep, with a closed window,
            // and again if they surprise.
            let mut score = best;
            let mut full = !PV || number > 1;
            if depth >= 2 && number > 1 + usize::from(ROOT) {
                let margins = &self.memory.margins;
                if quiet {
                    reduction += if cut_node { margins.late_cut } else { 0 };
                    reduction += if table_takes {
                        margins.late_table_takes
                    } else {
                        0
                    };
                    reduction -= history * ONE / margins.late_history;
                    if path.killers.contains(&Some(m)) || path.counter == Some(m) {
                        reduction -= margins.late_killer;
                    }
                } else {
                    reduction = reduction * 2 / 3 - history * ONE / margins.late_capture_history;
                    reduction += if cut_node {
                        margins.late_capture_cut
                    } else {
                        0
                    };
                }
                reduction -= if PV { margins.late_open } else { 0 };
                reduction -= if on_line { margins.late_on_line } else { 0 };
                reduction += if improving { 0 } else { margins.late_worse };
                reduction -= if checks { margins.late_check } else { 0 };
                reduction -= if in_check { margins.late_evasion } else { 0 };
                if self.frames[super::BEFORE + ply + 1].cutoffs > 3 {
                    reduction += margins.late_cutoffs;
                }
                let reduced = (new_depth - reduction / ONE).clamp(1.min(new_depth), new_depth);
                if reduced < new_depth {
                    score = -self.tree::<false, false>(
                        &child,
                        -alpha - 1,
                        -alpha,
                        reduced,
                        ply + 1,
                        true,
                    );
                    full = score > alpha;
                }
            }
            if full {
                score = -self.tree::<false, false>(
                    &child,
                    -alpha - 1,
                    -alpha,
                    new_depth,
                    ply + 1,
                    !cut_node,
                );
            }
            if PV && (number == 1 || score > alpha) {
                score = -self.tree::<false, true>(&child, -beta, -alpha, new_depth, ply + 1, false);
            }
            self.keys.pop();
            if self.stopped {
                return 0;
            }

            // 11. What it means.
            if ROOT {
                let spent = self.nodes - nodes_before;
                self.note_root_move(m, score, alpha, number, spent);
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(m);
                    if PV {
                        self.extend_line(ply, m);
                    }
                    if score >= beta {
                        break;
                    }
                    alpha = score;
                }
            }
            if Some(m) != best_move {
                match victim {
                    Some(victim) => {
                        let _ = captures.try_push((then, victim));
                    }
                    None => {
                        let _ = quiets.try_push((m, then));
                    }
                }
            }
        }

        // 12. Mate and stalemate.
        if number == 0 {
            return match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_in(ply),
                (None, false) => 0,
            };
        }

        // 13. Learn from it.
        if best >= beta
            && let Some(m) = best_move
        {
            let before = self.frame(ply).cutoffs;
            self.frame(ply).cutoffs = before + 1;
            self.learn(board, m, depth, ply, &quiets, &captures);
        }
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha_before {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if excluded.is_none() {
            let static_score = self.frame(ply).eval;
            let quiet_best = best_move
                .is_none_or(|m| m.promotion.is_none() && exchange::victim(board, m).is_none());
            let informative = match bound {
                Bound::Lower => best > static_score,
                Bound::Upper => best < static_score,
                Bound::Exact => true,
            };
            if !in_check && quiet_best && informative && !is_mate(best) {
                let key = Histories::correction_key(board);
                let error = (best - static_score).clamp(-200, 200);
                self.memory.histories.learn_correction(key, depth, error);
            }
            if !ROOT || self.line_index == 0 {
                let entry = Entry {
                    best: best_move,
                    score: best,
                    eval: raw,
                    depth,
                    bound,
                    on_line,
                };
                self.shared.table.store(key, ply, entry);
            }
        }
        best
    }

    /// Step 4: passing. A score means that even so beta is exceeded.
    #[expect(
        clippy::too_many_arguments,
        reason = "a step of the tree, with what it knows"
    )]
    fn null_move(
        &mut self,
        board: &Board,
        beta: i32,
        depth: i32,
        ply: usize,
        eval: i32,
        improving: bool,
        cut_node: bool,
    ) -> Option<i32> {
        let static_score = self.frame(ply).eval;
        let margins = &self.memory.margins;
        let before = &self.frames[super::BEFORE + ply - 1];
        if before.null
            || depth < 3
            || ply < self.null_from
            || eval < beta
            || static_score
                < beta - margins.null_static_ply * depth + margins.null_static
                    - if improving { 30 } else { 0 }
            || is_mate(beta)
            || !has_officers(board)
        {
            return None;
        }
        let child = board.null_move()?;
        let reduction = (10 * margins.null_base + margins.null_ply * depth) / 100
            + ((eval - beta) / margins.null_eval).min(margins.null_most);
        {
            let frame = self.frame(ply);
            frame.placed = NOTHING;
            frame.null = true;
        }
        let score = self.pass(position::key(board), |worker| {
            let (alpha, beta) = (-beta, -beta + 1);
            -worker.tree::<false, false>(&child, alpha, beta, depth - reduction, ply + 1, !cut_node)
        });
        self.frame(ply).null = false;
        if self.stopped || score < beta {
            return None;
        }
        let score = if score >= MATE_BOUND { beta } else { score };
        if depth < 14 || self.null_from > 0 {
            return Some(score);
        }
        // Where zugzwang would cost most, look again without passing.
        self.null_from = ply + 3 * (depth - reduction).max(1) as usize / 4;
        let again = self.tree::<false, false>(board, beta - 1, beta, depth - reduction, ply, false);
        self.null_from = 0;
        (again >= beta && !self.stopped).then_some(score)
    }

    /// Step 4: captures that exceed beta by far at less depth.
    #[expect(
        clippy::too_many_arguments,
        reason = "a step of the tree, with what it knows"
    )]
    fn probcut(
        &mut self,
        board: &Board,
        beta: i32,
        depth: i32,
        ply: usize,
        entry: Option<Entry>,
        raw: i32,
        key: u64,
        cut_node: bool,
    ) -> Option<i32> {
        let target = beta + self.memory.margins.probcut;
        if depth < 5
            || is_mate(beta)
            || entry.is_some_and(|entry| entry.depth >= depth - 3 && entry.score < target)
        {
            return None;
        }
        let color = board.side_to_move();
        let path = self.path(ply);
        let needed = target - self.frame(ply).eval;
        let first = entry.and_then(|entry| entry.best).filter(|&m| {
            board.is_legal(m)
                && exchange::victim(board, m).is_some()
                && exchange::wins_at_least(board, m, needed)
        });
        let mut picker = Picker::new(first, Wanted::Winning(needed));
        while let Some(m) = picker.next(board, &self.memory.histories, &path) {
            let piece = exchange::occupant(board, m.from);
            self.foresee(board, m, piece, exchange::victim(board, m));
            let child = after(board, m);
            self.frame(ply).placed = placed(color, piece, m.to);
            self.keys.push(key);
            let mut score = -self.quiescence::<false>(&child, -target, -target + 1, ply + 1, false);
            if score >= target && !self.stopped {
                score = -self.tree::<false, false>(
                    &child,
                    -target,
                    -target + 1,
                    depth - 4,
                    ply + 1,
                    !cut_node,
                );
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= target {
                let entry = Entry {
                    best: Some(m),
                    score,
                    eval: raw,
                    depth: depth - 3,
                    bound: Bound::Lower,
                    on_line: false,
                };
                self.shared.table.store(key, ply, entry);
                return Some(score);
            }
        }
        None
    }

    #[inline]
    fn quiet_history(&self, color: Color, m: Move, then: Placed, before: &[Placed; 3]) -> i32 {
        let histories = &self.memory.histories;
        histories.quiet(color, m)
            + histories.continuation(before[0], then)
            + histories.continuation(before[1], then)
    }

    /// Step 13: the move that exceeded beta is rewarded, those before it are
    /// not.
    fn learn(
        &mut self,
        board: &Board,
        m: Move,
        depth: i32,
        ply: usize,
        quiets: &[(Move, Placed)],
        captures: &[(Placed, Piece)],
    ) {
        let margins = &self.memory.margins;
        let bonus = margins.reward(depth);
        let malus = margins.punishment(depth);
        let color = board.side_to_move();
        let path = self.path(ply);
        match exchange::victim(board, m) {
            Some(victim) => {
                let piece = exchange::occupant(board, m.from);
                let then = placed(color, piece, m.to);
                self.memory.histories.reward_capture(then, victim, bonus);
            }
            None => {
                self.reward_refutation(board, m, depth, ply);
                for &(other, then) in quiets {
                    let histories = &mut self.memory.histories;
                    histories.reward_quiet(color, other, then, &path.before, -malus);
                }
            }
        }
        for &(then, victim) in captures {
            self.memory.histories.reward_capture(then, victim, -malus);
        }
    }

    /// A quiet move exceeded beta.
    fn reward_refutation(&mut self, board: &Board, m: Move, depth: i32, ply: usize) {
        let path = self.path(ply);
        let color = board.side_to_move();
        let piece = exchange::occupant(board, m.from);
        let then = placed(color, piece, m.to);
        let bonus = self.memory.margins.reward(depth);
        let histories = &mut self.memory.histories;
        histories.reward_quiet(color, m, then, &path.before, bonus);
        histories.set_counter(path.before[0], m);
        let killers = &mut self.frame(ply).killers;
        if killers[0] != Some(m) {
            *killers = [Some(m), killers[0]];
        }
    }
}
