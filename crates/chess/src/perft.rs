//! Counting the lines of legal play.

use cozy_chess::{Board, Move};
use tabia_kernel::search::Stop;

use crate::position::legal_moves;

/// The longest lines that commands count. No machine gets so far from the start
/// of the game, and the stack is enough.
pub const DEEPEST: u32 = 20;

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
    count_until(board, depth, &Stop::new()).expect("nobody stops it")
}

/// As [`count`]; `None` if `stop` is requested before it is done.
#[must_use]
pub fn count_until(board: &Board, depth: u32, stop: &Stop) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    // Three plies take milliseconds at most.
    if depth > 3 && stop.is_requested() {
        return None;
    }
    let mut nodes = 0;
    // It is broken off where a count below was.
    let stopped = board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
            return false;
        }
        for m in moves {
            let mut child = board.clone();
            child.play_unchecked(m);
            match count_until(&child, depth - 1, stop) {
                Some(below) => nodes += below,
                None => return true,
            }
        }
        false
    });
    (!stopped).then_some(nodes)
}

/// Tells the count below each legal move as it is known, and returns their sum;
/// `None` if `stop` is requested before it is done.
pub fn divide(
    board: &Board,
    depth: u32,
    stop: &Stop,
    mut tell: impl FnMut(Move, u64),
) -> Option<u64> {
    if depth == 0 {
        return Some(1);
    }
    let mut nodes = 0;
    for m in legal_moves(board) {
        let mut child = board.clone();
        child.play_unchecked(m);
        let below = count_until(&child, depth - 1, stop)?;
        tell(m, below);
        nodes += below;
    }
    Some(nodes)
}
