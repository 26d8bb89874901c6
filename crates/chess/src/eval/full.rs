//! The full profile: what makes the engine strong, still linear in weights.
//!
//! Each feature has a weight for the middle game and one for the endgame.
//! The score is their mean by the phase, 24 with all pieces and 0 with none;
//! the endgame's part is scaled by how hard a win is with this material.
//! Both depend on the position alone, so the score is linear in the weights.

mod cache;
mod endings;
mod hand_set;
mod king;
mod layout;
mod pawns;
mod pieces;
mod sink;
mod threats;

use cozy_chess::{Board, Color, Piece};

pub(crate) use hand_set::hand_set;
pub(crate) use layout::names;

use cache::PawnCache;
use endings::WHOLE;
use layout::COUNT;
use pawns::Structure;
use pieces::Attacks;
use sink::{Counts, Pair, Pairs, Sink, Sum};

use super::Trace;

/// The number of weights.
pub(crate) const WEIGHTS: usize = 2 * COUNT;

/// The phase with all pieces on the board.
const MIDDLEGAME: i32 = 24;

/// Evaluates with given weights; keeps what it found out about pawns.
#[derive(Clone)]
pub(crate) struct Evaluator {
    weights: Box<Pairs>,
    pawns: PawnCache,
}

impl Evaluator {
    /// An evaluator with these weights, middle game and endgame in turn.
    pub(crate) fn new(values: &[i16]) -> Evaluator {
        assert_eq!(values.len(), WEIGHTS, "weights of another profile");
        Evaluator {
            weights: Pairs::new(values),
            pawns: PawnCache::new(),
        }
    }

    /// The score in White's view.
    #[inline(always)]
    pub(crate) fn evaluate(&mut self, board: &Board) -> i32 {
        let weights = &*self.weights;
        let (structure, from_pawns) = self.pawns.get_or_insert_with(board, || {
            let mut sum = Sum::new(weights);
            let structure = pawns::evaluate(board, &mut sum);
            (structure, sum.difference())
        });
        let mut sum = Sum::new(weights);
        among_pieces(board, &structure, &mut sum);
        Taper::of(board).apply(sum.difference().plus(from_pawns, 1))
    }

    /// What it is worth to be to move.
    pub(crate) fn tempo(&self, board: &Board) -> i32 {
        let tempo = self.weights.feature(layout::TEMPO.only());
        Taper::of(board).apply(tempo)
    }
}

/// Writes the features of a position over `trace`.
pub(crate) fn trace_into(board: &Board, trace: &mut Trace) {
    let mut counts = Counts::new();
    let structure = pawns::evaluate(board, &mut counts);
    among_pieces(board, &structure, &mut counts);
    let taper = Taper::of(board);
    trace.terms.clear();
    trace.divisor = Taper::DIVISOR;
    for (feature, &count) in counts.0.iter().enumerate() {
        trace.push(2 * feature as u16, (count * taper.middlegame) as i16);
        trace.push(2 * feature as u16 + 1, (count * taper.endgame) as i16);
    }
}

/// The features that depend on more than pawns and kings.
#[inline(always)]
fn among_pieces<S: Sink>(board: &Board, structure: &Structure, sink: &mut S) {
    sink.add(board.side_to_move(), layout::TEMPO.only(), 1);
    // Once for each side: a loop would ask in every step which one it is.
    let mut attacks = Attacks::new(board);
    pieces::evaluate(board, Color::White, structure, &mut attacks, sink);
    pieces::evaluate(board, Color::Black, structure, &mut attacks, sink);
    king::evaluate(board, Color::White, &attacks, sink);
    king::evaluate(board, Color::Black, &attacks, sink);
    threats::evaluate(board, Color::White, &attacks, sink);
    threats::evaluate(board, Color::Black, &attacks, sink);
    threats::passed(board, Color::White, structure, &attacks, sink);
    threats::passed(board, Color::Black, structure, &attacks, sink);
    endings::lone_king(board, Color::White, sink);
    endings::lone_king(board, Color::Black, sink);
}

/// How much the two weights of every feature count.
struct Taper {
    middlegame: i32,
    endgame: i32,
}

impl Taper {
    const DIVISOR: i32 = MIDDLEGAME * WHOLE;

    /// The score that weights for both phases come to.
    #[inline(always)]
    fn apply(&self, sum: Pair) -> i32 {
        (sum.middlegame() * self.middlegame + sum.endgame() * self.endgame) / Taper::DIVISOR
    }

    #[inline(always)]
    fn of(board: &Board) -> Taper {
        let count = |piece| board.pieces(piece).len() as i32;
        let phase = count(Piece::Knight)
            + count(Piece::Bishop)
            + 2 * count(Piece::Rook)
            + 4 * count(Piece::Queen);
        let phase = phase.min(MIDDLEGAME);
        Taper {
            middlegame: phase * WHOLE,
            endgame: (MIDDLEGAME - phase) * endings::scale(board),
        }
    }
}
