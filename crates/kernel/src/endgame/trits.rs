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

/// The byte of five values, given which are won (five bits) and, above, which
/// are lost.
const BYTES: [u8; 1024] = {
    let mut bytes = [0; 1024];
    let mut bits = 0;
    while bits < 1024 {
        let (mut byte, mut weight, mut place) = (0, 1, 0);
        while place < 5 {
            let won = bits >> place & 1;
            let lost = bits >> (5 + place) & 1;
            // Where both bits are set, which never is, this is a draw.
            byte += weight * (1 + won - lost);
            weight *= 3;
            place += 1;
        }
        bytes[bits as usize] = byte as u8;
        bits += 1;
    }
    bytes
};

/// Which of the five values in a byte are won (five bits) and, above, which
/// are lost.
const BITS: [u16; 256] = {
    let mut bits = [0; 256];
    let mut byte = 0;
    while byte < 243 {
        let mut place = 0;
        while place < 5 {
            match DIGITS[byte][place] {
                0 => bits[byte] |= 1 << (5 + place),
                2 => bits[byte] |= 1 << place,
                _ => {}
            }
            place += 1;
        }
        byte += 1;
    }
    bits
};

/// Makes [`Trits`] from runs of up to 32 values, given as bits.
#[derive(Debug)]
pub struct TritsPacker {
    len: u64,
    pushed: u64,
    bytes: Vec<u8>,
    /// What does not fill a byte yet.
    won: u64,
    lost: u64,
    held: u32,
}

impl TritsPacker {
    /// Room for so many values.
    #[must_use]
    pub fn new(len: u64) -> TritsPacker {
        TritsPacker {
            len,
            pushed: 0,
            bytes: Vec::with_capacity(len.div_ceil(PER_BYTE) as usize),
            won: 0,
            lost: 0,
            held: 0,
        }
    }

    /// Adds `count` values, the lowest bits first. No bit is in both, and none
    /// beyond the count.
    #[inline]
    pub fn push(&mut self, won: u32, lost: u32, count: u32) {
        debug_assert!(won & lost == 0 && u64::from(won | lost) >> count == 0);
        self.won |= u64::from(won) << self.held;
        self.lost |= u64::from(lost) << self.held;
        self.held += count;
        self.pushed += u64::from(count);
        while self.held >= 5 {
            let bits = self.won & 31 | (self.lost & 31) << 5;
            self.bytes.push(BYTES[bits as usize]);
            self.won >>= 5;
            self.lost >>= 5;
            self.held -= 5;
        }
    }

    /// The values. What is left of the last byte repeats the last value.
    ///
    /// # Panics
    ///
    /// If not as many have been added as there was to be room for.
    #[must_use]
    pub fn finish(mut self) -> Trits {
        assert_eq!(self.pushed, self.len, "values of a class");
        if let Some(last) = self.held.checked_sub(1) {
            let (won, lost) = (self.won >> last & 1, self.lost >> last & 1);
            while self.held != 0 {
                self.push(won as u32, lost as u32, 1);
            }
        }
        Trits {
            len: self.len,
            bytes: self.bytes,
        }
    }
}

/// Takes [`Trits`] apart again, from some index on.
#[derive(Debug)]
pub struct TritsUnpacker<'a> {
    bytes: std::slice::Iter<'a, u8>,
    won: u64,
    lost: u64,
    held: u32,
}

impl<'a> TritsUnpacker<'a> {
    /// The first value will be that of index `start`.
    ///
    /// # Panics
    ///
    /// If there is no such index and it is not the end.
    #[must_use]
    pub fn new(values: &'a Trits, start: u64) -> TritsUnpacker<'a> {
        let mut unpacker = TritsUnpacker {
            bytes: values.bytes[(start / PER_BYTE) as usize..].iter(),
            won: 0,
            lost: 0,
            held: 0,
        };
        unpacker.take((start % PER_BYTE) as u32);
        unpacker
    }

    /// The next values, at most 32, as bits: those won and those lost. After
    /// the end there are only draws.
    #[inline]
    pub fn take(&mut self, count: u32) -> (u32, u32) {
        debug_assert!(count <= 32);
        while self.held < count {
            let bits = self.bytes.next().map_or(0, |&byte| BITS[usize::from(byte)]);
            self.won |= u64::from(bits & 31) << self.held;
            self.lost |= u64::from(bits >> 5) << self.held;
            self.held += 5;
        }
        let mask = (1 << count) - 1;
        let taken = ((self.won & mask) as u32, (self.lost & mask) as u32);
        self.won >>= count;
        self.lost >>= count;
        self.held -= count;
        taken
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

    #[test]
    fn runs_are_packed_and_unpacked() {
        let runs = [
            (0b011, 0b100, 3),
            (0, 0, 1),
            (1, 2, 7),
            (5, !5, 32),
            (0, 1, 1),
        ];
        let len: u32 = runs.iter().map(|run| run.2).sum();
        let mut packer = TritsPacker::new(u64::from(len));
        for (won, lost, count) in runs {
            packer.push(won, lost, count);
        }
        let trits = packer.finish();
        let mut i = 0;
        for (won, lost, count) in runs {
            for bit in 0..count {
                let expected = i16::from(won >> bit & 1 == 1) - i16::from(lost >> bit & 1 == 1);
                assert_eq!(trits.value(Index(i)).points(), expected, "{i}");
                i += 1;
            }
        }
        let mut unpacker = TritsUnpacker::new(&trits, 4);
        for (won, lost, count) in &runs[2..] {
            assert_eq!(unpacker.take(*count), (*won, *lost));
        }
    }
}
