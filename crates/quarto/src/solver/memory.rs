//! What a solver remembers, as bytes: work that was stopped goes on by it.
//!
//! ```text
//! magic        8 bytes   "TABIAQM" and the version
//! rules        3 bytes   shape, properties, misère
//! numbering   32 bytes   SHA-256 of what some positions are called
//! for each:    7 + 3     a position's key; its least and greatest score, effort
//! check       32 bytes   SHA-256 of everything so far
//! ```
//!
//! Keys are exact and what is known under them is proved, so a solver that recalls
//! it finds the same values and moves, only sooner. Numbers are little-endian.

use sha2::{Digest as _, Sha256};

use super::Solver;
use super::table::{Entry, Known};
use crate::canonical::Canonical;
use crate::{Piece, Rules, Shape};

const MAGIC: &[u8; 8] = b"TABIAQM\x01";
/// Bytes before the entries, of an entry, and after them.
const HEAD: usize = 8 + 3 + 32;
const ENTRY: usize = 10;
const SUM: usize = 32;

/// No more is kept: ten megabytes.
const MOST: usize = 1 << 20;

/// Why bytes are not what a solver remembered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RecallError {
    /// They are something else, or by another version.
    #[error("it is no memory of a solver of this version")]
    Foreign,
    /// They are about other rules.
    #[error("it is about other rules")]
    Rules,
    /// They are not as they were written.
    #[error("it is damaged")]
    Damaged,
}

impl Solver {
    /// The dearest of what it has found out.
    #[must_use]
    pub fn remembered(&self) -> Vec<u8> {
        let entries = self.engine.dearest(MOST);
        let mut bytes = head(&self.rules);
        for Entry { key, known, effort } in entries {
            bytes.extend(&key.to_le_bytes()[..7]);
            bytes.extend([known.low as u8, known.high as u8, effort]);
        }
        bytes.extend(Sha256::digest(&bytes));
        bytes
    }

    /// Takes over what another one [`remembered`](Solver::remembered), and says
    /// about how many positions that is.
    ///
    /// # Errors
    ///
    /// If these are not such bytes, undamaged; it has then taken over nothing.
    pub fn recall(&self, bytes: &[u8]) -> Result<usize, RecallError> {
        let head = head(&self.rules);
        if !bytes.starts_with(MAGIC) {
            return Err(RecallError::Foreign);
        }
        let (body, sum) = bytes
            .split_last_chunk::<SUM>()
            .ok_or(RecallError::Damaged)?;
        if Sha256::digest(body)[..] != sum[..] {
            return Err(RecallError::Damaged);
        }
        let found = body.get(..HEAD).ok_or(RecallError::Damaged)?;
        if found[MAGIC.len()..][..3] != head[MAGIC.len()..][..3] {
            return Err(RecallError::Rules);
        }
        if found != head {
            return Err(RecallError::Foreign);
        }
        let (entries, rest) = body[HEAD..].as_chunks::<ENTRY>();
        let read = |entry: &[u8; ENTRY]| {
            let mut key = [0; 8];
            key[..7].copy_from_slice(&entry[..7]);
            let [low, high, effort] = [entry[7] as i8, entry[8] as i8, entry[9] as i8];
            let known = Known { low, high };
            let is_sound = low >= -16 && high <= 15 && low <= high && (0..32).contains(&effort);
            is_sound.then_some(Entry {
                key: u64::from_le_bytes(key),
                known,
                effort: effort as u8,
            })
        };
        let entries: Option<Vec<Entry>> = entries.iter().map(read).collect();
        let entries = entries.filter(|_| rest.is_empty());
        let entries = entries.ok_or(RecallError::Damaged)?;
        self.engine.learn(&entries);
        Ok(entries.len())
    }
}

/// Everything before the entries.
fn head(rules: &Rules) -> Vec<u8> {
    let shape = match rules.shape() {
        Shape::Lines => 0,
        Shape::Squares => 1,
        Shape::Torus => 2,
    };
    let mut bytes = MAGIC.to_vec();
    bytes.extend([shape, rules.properties(), u8::from(rules.misere())]);
    // What a key stands for is this version's own affair: one that numbers
    // positions in another way must not take these for its own.
    let canonical = Canonical::of(rules);
    let mut digest = Sha256::new();
    for occupied in (1..=u16::MAX).step_by(97) {
        let lanes = [1, 3, 5, 7].map(|factor| u64::from(occupied & occupied.wrapping_mul(factor)));
        let lanes = lanes.iter().rev().fold(0, |all, lane| all << 16 | lane);
        let hand = Piece::new((occupied % 16) as u8);
        let (class, pieces) = canonical.normal_form(occupied, lanes, Some(hand));
        digest.update(class.to_le_bytes());
        digest.update(pieces.to_le_bytes());
    }
    bytes.extend(digest.finalize());
    bytes
}

#[cfg(test)]
mod tests {
    use tabia_kernel::search::Stop;

    use super::*;
    use crate::{Position, SolverOptions};

    const OPTIONS: SolverOptions = SolverOptions {
        threads: 1,
        memory_mib: 16,
        book: false,
    };

    fn solver(rules: Rules) -> Solver {
        Solver::new(rules, OPTIONS).expect("memory")
    }

    /// A position that takes a second, and its rules.
    fn large() -> (Position, Rules) {
        let rules = Rules::new(Shape::Lines, 2, false).expect("rules");
        let position = Position::read("0............5../a", &rules).expect("a position");
        (position, rules)
    }

    #[test]
    fn what_was_found_out_is_not_searched_again() {
        let (position, rules) = large();
        let first = solver(rules);
        let value = first.value(&position, &Stop::new()).expect("no stop");
        let bytes = first.remembered();
        let second = solver(rules);
        let count = second.recall(&bytes).expect("whole");
        assert!(count > 10, "{count}");
        assert_eq!(second.value(&position, &Stop::new()), Some(value));
        let nodes = [&first, &second].map(Solver::nodes);
        assert!(nodes[1] * 10 < nodes[0], "{nodes:?}");
        // Of another size, it is the same.
        let small = SolverOptions {
            memory_mib: 1,
            ..OPTIONS
        };
        let third = Solver::new(rules, small).expect("memory");
        third.recall(&bytes).expect("whole");
        assert_eq!(third.value(&position, &Stop::new()), Some(value));
        assert!(third.nodes() * 10 < nodes[0]);
    }

    #[test]
    fn other_bytes_are_refused() {
        let (position, rules) = large();
        let first = solver(rules);
        first.value(&position, &Stop::new()).expect("no stop");
        let whole = first.remembered();
        let squares = solver(Rules::squares());
        assert_eq!(squares.recall(&whole), Err(RecallError::Rules));
        let other = solver(rules);
        assert_eq!(other.recall(b"something"), Err(RecallError::Foreign));
        for len in [0, 8, HEAD, whole.len() - 1] {
            assert!(other.recall(&whole[..len]).is_err(), "{len}");
        }
        for place in (0..whole.len()).step_by(whole.len() / 500 + 1) {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            assert!(other.recall(&damaged).is_err(), "byte {place}");
        }
        // Whoever makes up the checksum too gets no farther than sense does.
        let mut made_up = whole[..whole.len() - SUM].to_vec();
        made_up[HEAD + 7] = 99;
        made_up.extend(Sha256::digest(&made_up));
        assert_eq!(other.recall(&made_up), Err(RecallError::Damaged));
        assert_eq!(other.nodes(), 0);
    }
}
