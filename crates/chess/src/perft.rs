//! Counting the lines of legal play.

use cozy_chess::{Board, Move};

/// How many lines of legal moves of this length there are.
///
/// The last ply is counted without being played.
///
/// ```
/// use cozy_chess::Board;
/// assert_eq!(tabia_chess::perft::count(&Board::startpos(), 4), 197_281);
/// ```
#[must_use]
pub fn count(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for m in moves {
                let mut child = board.clone();
                child.play_unchecked(m);
                nodes += count(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

/// The count below each legal move.
#[must_use]
pub fn divide(board: &Board, depth: u32) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    board.generate_moves(|moves| {
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            let nodes = if depth == 0 {
                1
            } else {
                count(&child, depth - 1)
            };
            counts.push((m, nodes));
        }
        false
    });
    counts
}
