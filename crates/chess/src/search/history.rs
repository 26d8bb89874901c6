//! What the search has learnt about moves, and about its own evaluation.

use cozy_chess::{Board, Color, Move, Piece, Square};

use super::margins::Margins;
use crate::score::EVAL_BOUND;

/// Values of histories stay within this.
const LIMIT: i32 = 16_384;

/// A value that moves towards the limit by ever smaller steps.
#[inline]
fn pull(value: &mut i16, bonus: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

/// A piece with its colour on a square: what continuation histories are
/// indexed by. [`NOTHING`] stands for no move.
pub(crate) type Placed = usize;
/// No move came before.
pub(crate) const NOTHING: Placed = 12 * 64;
const PLACED: usize = NOTHING + 1;

/// The piece that a move puts somewhere.
#[inline]
pub(crate) fn placed(color: Color, piece: Piece, to: Square) -> Placed {
    (color as usize * Piece::NUM + piece as usize) * Square::NUM + to as usize
}

/// The values of 64 squares.
#[inline]
fn row(values: &[i16], start: usize) -> &[i16; Square::NUM] {
    let row = values[start..].first_chunk();
    row.expect("tables have whole rows")
}

/// How a search bets on moves, by what happened to them before.
#[derive(Clone)]
pub(crate) struct Histories {
    /// Quiet moves by colour, squares.
    quiet: Box<[i16]>,
    /// Captures by piece, square and victim.
    capture: Box<[i16]>,
    /// Quiet moves after a move one, two and four plies before.
    continuation: Box<[i16]>,
    /// The answer that refuted a move.
    counter: Box<[Option<Move>]>,
    /// How far the static score was off, by pawn structure.
    pawn_correction: Box<[i16]>,
    /// … by the officers of either side.
    officer_correction: [Box<[i16]>; 2],
}

/// Entries of a correction table for each colour; a power of two.
const CORRECTIONS: usize = 1 << 14;
/// Units of a correction in one hundredth of a pawn.
const GRAIN: i32 = 256;
/// The weight of all that was seen before.
const INERTIA: i32 = 256;

/// Odd numbers without a pattern, one for each piece.
const MULTIPLIERS: [u64; Piece::NUM] = [
    0x9e37_79b9_7f4a_7c15,
    0xbf58_476d_1ce4_e5b9,
    0x94d0_49bb_1331_11eb,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
];

/// Where the corrections of a position are.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKey {
    pawns: usize,
    officers: [usize; 2],
}

impl Histories {
    pub(crate) fn new() -> Histories {
        let zeros = |size: usize| vec![0_i16; size].into_boxed_slice();
        Histories {
            quiet: zeros(2 * 64 * 64),
            capture: zeros(PLACED * Piece::NUM),
            continuation: zeros(PLACED * PLACED),
            counter: vec![None; PLACED].into_boxed_slice(),
            pawn_correction: zeros(2 * CORRECTIONS),
            officer_correction: [zeros(2 * CORRECTIONS), zeros(2 * CORRECTIONS)],
        }
    }

    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.officer_correction;
        for table in [
            &mut self.quiet,
            &mut self.capture,
            &mut self.continuation,
            &mut self.pawn_correction,
            white,
            black,
        ] {
            table.fill(0);
        }
        self.counter.fill(None);
    }

    #[inline]
    fn quiet_at(color: Color, m: Move) -> usize {
        (color as usize * 64 + m.from as usize) * 64 + m.to as usize
    }

    /// The butterfly history of a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, color: Color, m: Move) -> i32 {
        self.quiet[Histories::quiet_at(color, m)].into()
    }

    /// The butterfly histories of a piece's quiet moves, by where it goes.
    #[inline]
    pub(crate) fn quiets_from(&self, color: Color, from: Square) -> &[i16; Square::NUM] {
        row(&self.quiet, (color as usize * 64 + from as usize) * 64)
    }

    /// How well a piece's moves went after `before`, by where it goes.
    #[inline]
    pub(crate) fn continuations(
        &self,
        before: Placed,
        color: Color,
        piece: Piece,
    ) -> &[i16; Square::NUM] {
        let first = placed(color, piece, Square::A1);
        row(&self.continuation, before * PLACED + first)
    }

    /// How well `then` went after `before`.
    #[inline]
    pub(crate) fn continuation(&self, before: Placed, then: Placed) -> i32 {
        self.continuation[before * PLACED + then].into()
    }

    /// The history of a capture.
    #[inline]
    pub(crate) fn capture(&self, placed: Placed, victim: Piece) -> i32 {
        self.capture[placed * Piece::NUM + victim as usize].into()
    }

    /// The last answer that refuted the move before.
    #[inline]
    pub(crate) fn counter(&self, before: Placed) -> Option<Move> {
        self.counter[before]
    }

    #[inline]
    pub(crate) fn set_counter(&mut self, before: Placed, answer: Move) {
        self.counter[before] = Some(answer);
    }

    #[inline]
    pub(crate) fn reward_quiet(
        &mut self,
        color: Color,
        m: Move,
        then: Placed,
        before: &[Placed],
        bonus: i32,
    ) {
        pull(&mut self.quiet[Histories::quiet_at(color, m)], bonus);
        for &before in before {
            pull(&mut self.continuation[before * PLACED + then], bonus);
        }
    }

    #[inline]
    pub(crate) fn reward_capture(&mut self, placed: Placed, victim: Piece, bonus: i32) {
        pull(
            &mut self.capture[placed * Piece::NUM + victim as usize],
            bonus,
        );
    }

    /// Where to look up corrections for a position.
    #[inline]
    pub(crate) fn correction_key(board: &Board) -> CorrectionKey {
        let side = board.side_to_move() as usize * CORRECTIONS;
        // Sums of products do not wait for each other as a chain of them would.
        let slot = |sum: u64| {
            let hash = (sum ^ sum >> 32).wrapping_mul(MULTIPLIERS[0]);
            side + (hash >> (64 - CORRECTIONS.trailing_zeros())) as usize
        };
        let term = |color, piece: Piece| {
            let pieces = board.colored_pieces(color, piece);
            pieces.0.wrapping_mul(MULTIPLIERS[piece as usize])
        };
        let pawns = term(Color::White, Piece::Pawn)
            .wrapping_sub(term(Color::Black, Piece::Pawn).rotate_left(32));
        let officers = |color| {
            term(color, Piece::Knight)
                .wrapping_add(term(color, Piece::Bishop))
                .wrapping_add(term(color, Piece::Rook))
                .wrapping_add(term(color, Piece::Queen))
                .wrapping_add(term(color, Piece::King))
        };
        CorrectionKey {
            pawns: slot(pawns),
            officers: Color::ALL.map(|color| slot(officers(color))),
        }
    }

    /// The static score, corrected by how it was off in alike positions.
    #[inline]
    pub(crate) fn corrected(&self, key: CorrectionKey, eval: i32, margins: &Margins) -> i32 {
        let by_pawns = i32::from(self.pawn_correction[key.pawns]);
        let by_officers = i32::from(self.officer_correction[0][key.officers[0]])
            + i32::from(self.officer_correction[1][key.officers[1]]);
        let sum = by_pawns * margins.correct_pawns + by_officers * margins.correct_officers;
        (eval + sum / (100 * GRAIN)).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The search found that the score was off by `error`.
    #[inline]
    pub(crate) fn learn_correction(&mut self, key: CorrectionKey, depth: i32, error: i32) {
        let weight = (depth + 1).min(16);
        let learn = |value: &mut i16| {
            let target = error * GRAIN;
            let mean = (i32::from(*value) * (INERTIA - weight) + target * weight) / INERTIA;
            *value = mean.clamp(-32 * GRAIN, 32 * GRAIN) as i16;
        };
        learn(&mut self.pawn_correction[key.pawns]);
        learn(&mut self.officer_correction[0][key.officers[0]]);
        learn(&mut self.officer_correction[1][key.officers[1]]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn histories_never_leave_their_limits() {
        let mut value = 0;
        for _ in 0..10_000 {
            pull(&mut value, 1_900);
        }
        assert!(value > 14_000 && i32::from(value) <= LIMIT);
        for _ in 0..10_000 {
            pull(&mut value, -1_900);
        }
        assert!(value < -14_000 && i32::from(value) >= -LIMIT);
    }

    #[test]
    fn corrections_move_the_score_towards_what_was_found() {
        let mut histories = Histories::new();
        let board = Board::startpos();
        let key = Histories::correction_key(&board);
        let margins = Margins::default();
        assert_eq!(histories.corrected(key, 10, &margins), 10);
        for _ in 0..1_000 {
            histories.learn_correction(key, 10, 20);
        }
        // All three tables have nearly learnt it.
        let most = 10 + 20 * (margins.correct_pawns + 2 * margins.correct_officers) / 100;
        assert!((40..=most).contains(&histories.corrected(key, 10, &margins)));
    }
}
