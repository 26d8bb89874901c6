//! Playing out exchanges before looking at the score.

use cozy_chess::{Board, Move, Piece};

use crate::eval::{Evaluator, Weights};
use crate::exchange::{self, wins_at_least};
use crate::score::{INFINITE, mated_in};

/// The quiescence search of training: captures that do not lose material, and
/// promotions to a queen; in check, every move.
///
/// Small and the same for all weights, without tables or histories, so that
/// what is measured is the evaluation.
pub struct Quiescence {
    evaluator: Evaluator,
    /// The line to the position whose score was returned, deepest move first.
    line: Vec<Move>,
}

/// Checks and captures end somewhere; this is only for safety.
const DEEPEST: usize = 32;

impl Quiescence {
    /// A search with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Quiescence {
        Quiescence {
            evaluator: Evaluator::new(weights),
            line: Vec::new(),
        }
    }

    /// The static score for the side to move.
    pub fn static_score(&mut self, board: &Board) -> i32 {
        self.evaluator.centipawns(board)
    }

    /// The score for the side to move, in hundredths of a pawn, if it lies
    /// between `alpha` and `beta`; else a bound on its side.
    pub fn search(&mut self, board: &Board, alpha: i32, beta: i32) -> i32 {
        self.node::<false>(board, alpha, beta, 0)
    }

    /// The score, and the position at the end of the best line, the one that
    /// was evaluated.
    pub fn leaf(&mut self, board: &Board) -> (i32, Board) {
        let score = self.node::<true>(board, -INFINITE, INFINITE, 0);
        let mut leaf = board.clone();
        let line = std::mem::take(&mut self.line);
        line.iter().rev().for_each(|&m| leaf.play_unchecked(m));
        (score, leaf)
    }

    /// The score; with `LINE`, leaves the best line in `self.line`, last move
    /// first.
    fn node<const LINE: bool>(
        &mut self,
        board: &Board,
        mut alpha: i32,
        beta: i32,
        ply: usize,
    ) -> i32 {
        if LINE {
            self.line.clear();
        }
        let in_check = !board.checkers().is_empty();
        let mut best = mated_in(ply);
        if !in_check || ply >= DEEPEST {
            best = self.evaluator.centipawns(board);
            if best >= beta || ply >= DEEPEST {
                return best;
            }
            alpha = alpha.max(best);
        }
        let mut line = Vec::new();
        for m in noisy(board, in_check) {
            let mut child = board.clone();
            child.play_unchecked(m);
            let score = -self.node::<LINE>(&child, -beta, -alpha, ply + 1);
            if score > best {
                best = score;
                if LINE {
                    std::mem::swap(&mut line, &mut self.line);
                    line.push(m);
                }
                if best >= beta {
                    break;
                }
                alpha = alpha.max(best);
            }
        }
        if LINE {
            self.line = line;
        }
        best
    }
}

/// The moves to be looked at, those that take the most first.
fn noisy(board: &Board, in_check: bool) -> Vec<Move> {
    let mut moves: Vec<(i32, Move)> = Vec::new();
    board.generate_moves(|from_one| {
        for m in from_one {
            let victim = exchange::victim(board, m);
            let queens = m.promotion == Some(Piece::Queen);
            if in_check {
                let gain = victim.map_or(0, |piece| exchange::VALUES[piece as usize]);
                moves.push((gain, m));
            } else if queens || (victim.is_some() && m.promotion.is_none()) {
                if !wins_at_least(board, m, 0) {
                    continue;
                }
                let gain = victim.map_or(0, |piece| exchange::VALUES[piece as usize])
                    + if queens { 800 } else { 0 };
                let risk = exchange::VALUES[from_one.piece as usize];
                moves.push((10 * gain - risk, m));
            }
        }
        false
    });
    moves.sort_by_key(|(gain, _)| -gain);
    moves.into_iter().map(|(_, m)| m).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Profile;
    use crate::legal_moves;
    use crate::score::MATE;
    use crate::text::read_fen;
    use tabia_kernel::random::Seeded;

    fn search() -> Quiescence {
        Quiescence::new(&Weights::hand_set(Profile::Seed38))
    }

    #[test]
    fn a_hanging_queen_is_taken_and_a_defended_pawn_is_not() {
        let mut q = search();
        let hanging = read_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - -").unwrap();
        let (score, leaf) = q.leaf(&hanging);
        assert!(score > q.static_score(&hanging) + 500);
        assert!(leaf.pieces(Piece::Queen).is_empty());
        let defended = read_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - -").unwrap();
        let (score, leaf) = q.leaf(&defended);
        assert_eq!(score, q.static_score(&defended));
        assert_eq!(leaf, defended);
    }

    #[test]
    fn mates_are_seen_in_check() {
        let mated = read_fen("R5k1/5ppp/8/8/8/8/8/6K1 b - -").unwrap();
        assert_eq!(search().search(&mated, -INFINITE, INFINITE), -MATE);
    }

    #[test]
    fn the_leaf_has_the_score_and_windows_agree() {
        let seed = 13;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let mut q = search();
        for _ in 0..60 {
            let mut board = Board::default();
            for _ in 0..60 {
                let moves = legal_moves(&board);
                if moves.is_empty() {
                    break;
                }
                board.play(moves[random.below(moves.len())]);
                let (score, leaf) = q.leaf(&board);
                if score.abs() < MATE - 100 {
                    let sign = match leaf.side_to_move() == board.side_to_move() {
                        true => 1,
                        false => -1,
                    };
                    assert_eq!(score, sign * q.static_score(&leaf), "{board}");
                }
                assert_eq!(q.search(&board, -INFINITE, INFINITE), score);
                assert_eq!(q.search(&board, score - 1, score + 1), score);
                assert!(q.search(&board, score, score + 1) <= score);
                assert!(q.search(&board, score - 1, score) >= score);
            }
        }
    }
}
