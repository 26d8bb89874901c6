//! The rules of the game for revealed pieces.

use tabia_kernel::rules::{Game, Payoff, Side};

use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// The rules of Chinese Dark Chess once every piece is revealed.
///
/// A piece steps to a neighbouring empty square, or takes a neighbouring
/// enemy that it can take; a cannon takes anything, but only by a jump along
/// a row or column over exactly one piece. Who cannot move loses. Nothing ends
/// a game that goes round in circles; its value is a draw.
#[derive(Clone, Copy, Debug, Default)]
pub struct DarkChess;

/// A step or a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes; what stands there is taken.
    pub to: Square,
}

/// What is needed to take a move back.
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    taken: Option<Kind>,
    quiet: u16,
}

/// The whole position but the count of plies, which decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key([[u32; 7]; 2], Side);

impl Game for DarkChess {
    type State = Position;
    type Move = Move;
    type Undo = Undo;
    type Key = Key;

    #[inline]
    fn to_move(&self, s: &Position) -> Side {
        s.to_move()
    }

    #[inline]
    fn payoff(&self, s: &Position) -> Option<Payoff> {
        s.is_stuck().then(|| Payoff::win_for(s.to_move().other()))
    }

    #[inline]
    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        s.each_capture(|from, to| out.push(Move { from, to }));
        s.each_step(|from, to| out.push(Move { from, to }));
    }

    #[inline]
    fn play(&self, s: &mut Position, m: Move) -> Undo {
        debug_assert!(
            matches!(s.piece(m.from), Some((side, _)) if side == s.to_move()),
            "{m:?} in {s:?}"
        );
        let quiet = s.quiet();
        let taken = s.carry_out(m.from, m.to);
        Undo { taken, quiet }
    }

    #[inline]
    fn undo(&self, s: &mut Position, m: Move, u: Undo) {
        s.take_back(m.from, m.to, u.taken, u.quiet);
    }

    fn key(&self, s: &Position) -> Key {
        Key(s.sets(), s.to_move())
    }
}
