//! The full profile: what makes the engine strong, still linear in weights.
//!
//! Each feature has a weight for the middle game and one for the endgame.
//! The score is their mean by the phase, 24 with all pieces and 0 with none;
//! the endgame's part is scaled down where material says that a win is hard.
//! Both depend on the position alone, so the score is linear in the weights.

mod cache;
mod hand_set;
mod king;
mod layout;
mod pawns;
mod pieces;
mod sink;
mod threats;

use std::cmp::Ordering;

use cozy_chess::{BitBoard, Board, Color, Piece};

pub(crate) use hand_set::hand_set;
pub(crate) use layout::names;

use cache::PawnCache;
use layout::COUNT;
use pawns::Structure;
use pieces::Attacks;
use sink::{Counts, Pairs, Sink, Sum};

use super::Trace;

/// The number of weights.
pub(crate) const WEIGHTS: usize = 2 * COUNT;

/// The phase with all pieces on the board.
const MIDDLEGAME: i32 = 24;
/// The scale of an endgame without reasons to be careful.
const WHOLE: i32 = 16;

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
        let total = sum.difference().plus(from_pawns, 1);
        let taper = Taper::of(board);
        (total.middlegame() * taper.middlegame + total.endgame() * taper.endgame) / Taper::DIVISOR
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
}

/// How much the two weights of every feature count.
struct Taper {
    middlegame: i32,
    endgame: i32,
}

impl Taper {
    const DIVISOR: i32 = MIDDLEGAME * WHOLE;

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
            endgame: (MIDDLEGAME - phase) * scale(board),
        }
    }
}

/// How much of the endgame's score to believe, in sixteenths.
#[inline(always)]
fn scale(board: &Board) -> i32 {
    let pawns = board.pieces(Piece::Pawn);
    let bishops = board.pieces(Piece::Bishop);
    if bishops.len() == 2 {
        let [white, black] = Color::ALL.map(|color| board.colored_pieces(color, Piece::Bishop));
        let on_dark = |bishop: BitBoard| !bishop.is_disjoint(BitBoard::DARK_SQUARES);
        if white.len() == 1 && on_dark(white) != on_dark(black) {
            let others = board.pieces(Piece::Knight)
                | board.pieces(Piece::Rook)
                | board.pieces(Piece::Queen);
            return if others.is_empty() { 8 } else { 12 };
        }
    }
    // A minor piece more does not win without pawns.
    let [white, black] = Color::ALL.map(|color| officers(board, color));
    if white.abs_diff(black) <= 3 {
        if pawns.is_empty() {
            return 2;
        }
        let stronger = match white.cmp(&black) {
            Ordering::Greater => board.colors(Color::White),
            Ordering::Less => board.colors(Color::Black),
            Ordering::Equal => return WHOLE,
        };
        if pawns.is_disjoint(stronger) {
            return 8;
        }
    }
    WHOLE
}

/// The worth of a side's officers in pawns.
#[inline(always)]
fn officers(board: &Board, color: Color) -> u32 {
    let count = |piece| board.colored_pieces(color, piece).len();
    3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 9 * count(Piece::Queen)
}
