//! The 38 features of the paper, in its order.
//!
//! Each is a number for either side, and the evaluation is their difference
//! times the weights. Where the paper leaves a reading open, the
//! documentation of [`Feature`] says which one was taken.

mod king;
mod pawns;
mod pieces;

use std::ops::RangeInclusive;

use cozy_chess::{BitBoard, Board, Color};

/// How many features there are.
pub const COUNT: usize = 38;

/// How many there were before the paper's additions.
pub const BASE_COUNT: usize = 33;

/// Declares the features with their names, ranges and hand-set weights, in
/// the order of the paper's Table 1.
macro_rules! features {
    ($($(#[$doc:meta])* $feature:ident $name:literal $low:literal..$high:literal $hand:literal,)*) => {
        /// A feature of one side; its number is its place, from zero.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Feature {
            $($(#[$doc])* $feature,)*
        }

        /// The names, in order.
        pub const NAMES: [&str; COUNT] = [$($name,)*];

        /// Weights set by hand: common values on the paper's scale, where a
        /// pawn is 50. The start and the yardstick of tuning.
        pub const HAND_SET: [i16; COUNT] = [$($hand,)*];

        const PAPER_RANGES: [(i16, i16); COUNT] = [$(($low, $high),)*];
    };
}

features! {
    /// Pawns.
    PawnValue "PAWN_VALUE" 50..50 50,
    /// Knights.
    KnightValue "KNIGHT_VALUE" 100..200 160,
    /// Bishops.
    BishopValue "BISHOP_VALUE" 100..200 165,
    /// Rooks.
    RookValue "ROOK_VALUE" 200..350 250,
    /// Queens.
    QueenValue "QUEEN_VALUE" 400..700 475,
    /// On every file, own pawns less one.
    PawnDoubled "PAWN_DOUBLED" -50..50 -6,
    /// Pawns on c4 to f4 and c5 to f5.
    PawnCentral "PAWN_CENTRAL" -60..100 4,
    /// Pawns without an own pawn on a neighbouring file.
    PawnIsolated "PAWN_ISOLATED" -60..60 -6,
    /// Pawns that are not isolated, have every own pawn of the neighbouring
    /// files ahead of them, and whose stop square an enemy pawn attacks.
    PawnBackward "PAWN_BACKWARD" -60..60 -5,
    /// Frontmost pawns of their file without an enemy pawn ahead on it or on
    /// a neighbouring file.
    PawnPassed "PAWN_PASSED" -60..100 20,
    /// Knights defended by an own pawn.
    KnightSupported "KNIGHT_SUPPORTED" -60..110 5,
    /// Knights that no enemy pawn is ahead of on a neighbouring file.
    KnightOperationsBase "KNIGHT_OPERATIONS_BASE" -60..60 4,
    /// Knights on the edge.
    KnightPeriphery0 "KNIGHT_PERIPHERY_0" -40..40 -10,
    /// Knights one step from the edge.
    KnightPeriphery1 "KNIGHT_PERIPHERY_1" -40..40 -3,
    /// Knights two steps from the edge.
    KnightPeriphery2 "KNIGHT_PERIPHERY_2" -40..40 3,
    /// Knights on the four central squares.
    KnightPeriphery3 "KNIGHT_PERIPHERY_3" -40..40 6,
    /// Rooks on a file without pawns.
    RookOpenColumn "ROOK_OPEN_COLUMN" -50..40 10,
    /// Rooks on a file with enemy pawns only.
    RookSemiopenColumn "ROOK_SEMIOPEN_COLUMN" -50..60 5,
    /// Rooks on a file with pawns of both sides, an own one ahead.
    RookClosedColumnBehind "ROOK_CLOSED_COLUMN_BEHIND" -50..50 -4,
    /// Rooks on their seventh rank.
    RookSevenRank "ROOK_SEVEN_RANK" -45..45 8,
    /// Squares attacked by knights and not held by own pieces, summed over
    /// the knights; pins are ignored.
    KnightMobility "KNIGHT_MOBILITY" 0..100 2,
    /// The same for bishops.
    BishopMobility "BISHOP_MOBILITY" 0..100 2,
    /// The same for rooks.
    RookMobility "ROOK_MOBILITY" 0..100 1,
    /// The same for queens.
    QueenMobility "QUEEN_MOBILITY" 0..200 1,
    /// Squares next to the king that are not held by own pieces and not
    /// attacked by the enemy, as the board stands.
    KingMobility "KING_MOBILITY" 0..50 0,
    /// Rooks on a file with pawns of both sides, no own one ahead.
    RookClosedColumnAhead "ROOK_CLOSED_COLUMN_AHEAD" -50..50 0,
    /// Knights 3, bishops 3, rooks 5, queens 9, for those that attack the
    /// enemy king's square or one next to it.
    KingAttackingMaterial "KING_ATTACKING_MATERIAL" -90..10 2,
    /// The same for those that act on the own king's square or one next to
    /// it.
    KingDefendingMaterial "KING_DEFENDING_MATERIAL" 0..110 1,
    /// Either of the two castlings below.
    KingCastling "KING_CASTLING" 0..90 5,
    /// Own pawns next to the king.
    KingPawns "KING_PAWNS" 0..100 5,
    /// Forward diagonals of bishops on which the first piece is an own pawn.
    BishopAhead "BISHOP_AHEAD" -90..10 -2,
    /// Moves of the pawns met there, once for each diagonal: pushes, also
    /// double ones, and captures, but not en passant.
    BishopPawnsMobility "BISHOP_PAWNS_MOBILITY" 0..100 1,
    /// One with bishops on squares of both colours.
    BishopPair "BISHOP_PAIR" 0..110 18,
    /// One with the king on files a to c of its home rank and no own rook
    /// there further out.
    KingLongCastling "KING_LONG_CASTLING" 0..150 5,
    /// One with the king on files g or h of its home rank and no own rook
    /// there further out.
    KingShortCastling "KING_SHORT_CASTLING" 0..200 10,
    /// One if on some line from the own king the first piece is own and the
    /// next an enemy slider that moves along it.
    KingOpenCheck "KING_OPEN_CHECK" 0..100 -3,
    /// One with two own rooks on one file.
    RookDoubled "ROOK_DOUBLED" 0..150 5,
    /// As [`KingOpenCheck`](Feature::KingOpenCheck) for an own queen, against
    /// an enemy bishop or rook.
    QueenPinned "QUEEN_PINNED" 0..100 -5,
}

/// Which weights a tuner may try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ranges {
    /// The paper's Table 1, some of whose signs are doubtful.
    Seed,
    /// Room for either sign; a pawn stays 50, which fixes the scale.
    Wide,
}

impl Ranges {
    /// The range of every weight of [`Seed38`](super::Profile::Seed38), in
    /// order; [`Base33`](super::Profile::Base33) has the first 33.
    #[must_use]
    pub fn of_weights(self) -> Vec<RangeInclusive<i16>> {
        match self {
            Ranges::Seed => PAPER_RANGES.map(|(low, high)| low..=high).to_vec(),
            Ranges::Wide => {
                let values = [50..=50, 50..=400, 50..=400, 100..=600, 200..=1200];
                let others = std::iter::repeat_n(-200..=200, COUNT - values.len());
                values.into_iter().chain(others).collect()
            }
        }
    }
}

/// The features of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Features {
    sides: [Side; 2],
}

/// The features of one side while they are being counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side([i16; COUNT]);

impl Side {
    #[inline(always)]
    fn add(&mut self, feature: Feature, amount: i16) {
        self.0[feature as usize] += amount;
    }

    #[inline(always)]
    fn add_count(&mut self, feature: Feature, squares: BitBoard) {
        self.add(feature, squares.len() as i16);
    }

    #[inline(always)]
    fn add_if(&mut self, feature: Feature, condition: bool) {
        self.add(feature, i16::from(condition));
    }
}

impl Features {
    /// Counts the features of a position.
    #[must_use]
    #[inline(always)]
    pub fn of(board: &Board) -> Features {
        let mut sides = [Side([0; COUNT]); 2];
        let mut attacked = [BitBoard::EMPTY; 2];
        for color in Color::ALL {
            let side = &mut sides[color as usize];
            pawns::count(board, color, side);
            attacked[color as usize] = pieces::count(board, color, side);
        }
        for color in Color::ALL {
            let side = &mut sides[color as usize];
            king::count(board, color, attacked[!color as usize], side);
        }
        Features { sides }
    }

    /// The features of one side, in order.
    #[must_use]
    pub fn side(&self, color: Color) -> &[i16; COUNT] {
        &self.sides[color as usize].0
    }

    /// White's features less Black's.
    #[must_use]
    #[inline(always)]
    pub fn difference(&self) -> [i16; COUNT] {
        let [white, black] = &self.sides;
        std::array::from_fn(|i| white.0[i] - black.0[i])
    }
}
