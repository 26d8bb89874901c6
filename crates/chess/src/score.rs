//! Scores of the search: hundredths of a pawn and mates.

use std::fmt;

/// The deepest line that is searched.
pub const MAX_PLY: usize = 128;

/// The score of giving mate at once.
pub(crate) const MATE: i32 = 32_000;
/// Beyond every score.
pub(crate) const INFINITE: i32 = 32_500;
/// Scores from here on are mates.
pub(crate) const MATE_BOUND: i32 = MATE - 2 * MAX_PLY as i32;
/// No score: in check there is no static one.
pub(crate) const NONE: i32 = 32_600;
/// Static scores stay within this.
pub(crate) const EVAL_BOUND: i32 = MATE_BOUND - 1;

/// Being mated after this many plies.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// Whether a score is a mate for either side.
pub(crate) const fn is_mate(score: i32) -> bool {
    score >= MATE_BOUND || score <= -MATE_BOUND
}

/// What a search says of a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Mate in this many moves; negative if the side to move is mated, zero
    /// if it already is.
    Mate(i32),
}

impl Value {
    pub(crate) fn of(score: i32) -> Value {
        if score >= MATE_BOUND {
            Value::Mate((MATE - score + 1) / 2)
        } else if score <= -MATE_BOUND {
            Value::Mate(-(MATE + score) / 2)
        } else {
            Value::Centipawns(score)
        }
    }
}

/// As UCI writes it: `cp 35`, `mate -2`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Centipawns(score) => write!(f, "cp {score}"),
            Value::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves() {
        assert_eq!(Value::of(MATE - 1), Value::Mate(1));
        assert_eq!(Value::of(MATE - 3), Value::Mate(2));
        assert_eq!(Value::of(mated_in(0)), Value::Mate(0));
        assert_eq!(Value::of(mated_in(2)), Value::Mate(-1));
        assert_eq!(Value::of(mated_in(4)), Value::Mate(-2));
        assert_eq!(Value::of(-35).to_string(), "cp -35");
    }
}
