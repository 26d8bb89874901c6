//! Wins, draws and losses, five to a byte.

use super::{Finished, Index, Solution};
use crate::rules::Score;

/// How many values share a byte: 3⁵ = 243.
pub(super) const PER_BYTE: u64 = 5;

/// What each of the five values counts in its byte.
const WEIGHTS: [u8; 5] = [1, 3, 9, 27, 81];

/// The five values in each byte; bytes from 243 on hold none.
const DIGITS: [[u8; 5]; 256] = {
    let mut digits = [[0; 5]; 256];
    let mut byte = 0;
    while byte < 243 {
        let (mut rest, mut place) = (byte, 0);
        while place < 5 {
            digits[byte][place] = (rest % 3) as u8;
            rest /= 3;
            place += 1;
        }
        byte += 1;
    }
    digits
};

/// The value at a place of a byte; `None` if no five values make this byte.
#[inline]
pub(super) fn digit(byte: u8, i: Index) -> Option<Score> {
    let digit = DIGITS[usize::from(byte)][(i.0 % PER_BYTE) as usize];
    (byte < 243).then(|| Score::new(i16::from(digit) - 1))
}

/// The values of a class in memory, a fifth of a byte each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trits {
    len: u64,
    bytes: Vec<u8>,
}

impl Trits {
    /// The values of a solution. Holes, and what is left of the last byte,
    /// repeat the value before, which compresses best.
    #[must_use]
    pub fn of(solution: &Solution) -> Trits {
        let mut last = Score::DRAW;
        let mut bytes = Vec::with_capacity(solution.len().div_ceil(PER_BYTE) as usize);
        let mut outcomes = solution.outcomes().peekable();
        while outcomes.peek().is_some() {
            let mut byte = 0;
            for weight in WEIGHTS {
                let score = outcomes.next().and_then(|outcome| outcome.score());
                last = score.unwrap_or(last);
                byte += weight * (last.points() + 1) as u8;
            }
            bytes.push(byte);
        }
        Trits {
            len: solution.len(),
            bytes,
        }
    }

    /// These values; holes are `None`, and repeat the value before.
    pub fn from_scores(scores: impl IntoIterator<Item = Option<Score>>) -> Trits {
        let (mut len, mut last, mut bytes) = (0, Score::DRAW, Vec::new());
        let mut byte = 0;
        for score in scores {
            last = score.unwrap_or(last);
            debug_assert!(last.points().abs() <= 1, "{last} is no win, draw or loss");
            byte += WEIGHTS[(len % PER_BYTE) as usize] * (last.points() + 1) as u8;
            len += 1;
            if len.is_multiple_of(PER_BYTE) {
                bytes.push(std::mem::take(&mut byte));
            }
        }
        let filled = (len % PER_BYTE) as usize;
        if filled > 0 {
            let rest = WEIGHTS[filled..].iter();
            bytes.push(
                byte + rest
                    .map(|weight| weight * (last.points() + 1) as u8)
                    .sum::<u8>(),
            );
        }
        Trits { len, bytes }
    }

    /// From bytes of five values each; `None` if their number or one of them
    /// is impossible.
    pub(super) fn from_bytes(len: u64, bytes: Vec<u8>) -> Option<Trits> {
        let sound =
            bytes.len() as u64 == len.div_ceil(PER_BYTE) && bytes.iter().all(|&byte| byte < 243);
        sound.then_some(Trits { len, bytes })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The number of values.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.len
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The value with this index; that of a hole means nothing.
    ///
    /// # Panics
    ///
    /// If there is no such index.
    #[must_use]
    #[inline]
    pub fn value(&self, i: Index) -> Score {
        assert!(i.0 < self.len, "no index {}", i.0);
        digit(self.bytes[(i.0 / PER_BYTE) as usize], i).expect("bytes are checked when they come")
    }
}

impl<C: Ord> Finished<C> for std::collections::BTreeMap<C, Trits> {
    fn value(&self, c: C, i: Index) -> Score {
        self.get(&c).expect("smaller classes come first").value(i)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::solution::Cell;

    #[test]
    fn values_come_back_and_holes_repeat() {
        let cells = [
            Cell::HOLE,
            Cell::win(3),
            Cell::HOLE,
            Cell::loss(0),
            Cell::open(2, true),
            Cell::loss(7),
            Cell::win(1),
        ];
        let trits = Trits::of(&Solution::new(cells.to_vec()));
        let scores = cells.map(|cell| cell.outcome().score());
        assert_eq!(Trits::from_scores(scores), trits);
        let values: Vec<i16> = (0..7).map(|i| trits.value(Index(i)).points()).collect();
        assert_eq!(values, [0, 1, 1, -1, 0, -1, 1]);
        assert_eq!(trits.bytes().len(), 2);
        let again = Trits::from_bytes(7, trits.bytes().to_vec());
        assert_eq!(again, Some(trits));
        assert_eq!(Trits::from_bytes(5, vec![243]), None);
        assert_eq!(Trits::from_bytes(6, vec![0]), None);
    }
}
