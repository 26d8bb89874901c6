//! The table of positions already searched, shared by all threads.

mod memory;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use cozy_chess::{Move, Piece, Square};

use crate::score::{MATE_BOUND, NONE};
use memory::{BUCKET, Bucket, Buckets};

/// What a stored score says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// At most this.
    Upper,
    /// At least this.
    Lower,
    /// This.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, or one that refuted.
    pub(crate) best: Option<Move>,
    /// The score, seen from the position: mates count from here.
    pub(crate) score: i32,
    /// The static score, or [`NONE`] in check.
    pub(crate) eval: i32,
    /// How deep it was searched.
    pub(crate) depth: i32,
    /// What the score says.
    pub(crate) bound: Bound,
    /// Whether it was on the line of best play.
    pub(crate) on_line: bool,
}

/// Ages are counted modulo this.
const AGES: u64 = 32;

/// A table without locks.
///
/// A slot is two words: the data, and the key xor the data. A slot that two
/// threads have written at once fails the comparison and counts as empty
/// (Hyatt and Mann, *A lock-less transposition table*, ICGA 2002). Two
/// positions with one 64-bit key are not told apart: a player may err so,
/// and a move from the table is checked before it is made.
pub(crate) struct Table {
    buckets: Buckets,
    age: AtomicU64,
}

impl Table {
    /// A table of this size.
    pub(crate) fn with_mebibytes(mebibytes: usize) -> io::Result<Table> {
        Ok(Table {
            buckets: Buckets::with_mebibytes(mebibytes)?,
            age: AtomicU64::new(0),
        })
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.buckets.clear();
        self.age = AtomicU64::new(0);
    }

    /// A new search begins: what is there is older now.
    pub(crate) fn grow_older(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket(&self, key: u64) -> &Bucket {
        &self.buckets.all()[self.index(key)]
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.all().len() as u128) >> 64) as usize
    }

    /// The position will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.buckets.prefetch(self.index(key));
    }

    /// What is known of the position, `ply` plies from the root.
    #[inline]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        for slot in self.bucket(key) {
            let data = slot[0].load(Ordering::Relaxed);
            let check = slot[1].load(Ordering::Relaxed);
            if check ^ data == key && data != 0 {
                return Some(unpack(data, ply));
            }
        }
        None
    }

    /// Notes what was found, unless something better is known.
    #[inline]
    pub(crate) fn store(&self, key: u64, ply: usize, mut entry: Entry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = None;
        let mut least = i32::MAX;
        for slot in self.bucket(key) {
            let data = slot[0].load(Ordering::Relaxed);
            let check = slot[1].load(Ordering::Relaxed);
            if data == 0 || check ^ data == key {
                if data != 0 {
                    let old = unpack(data, ply);
                    entry.best = entry.best.or(old.best);
                    let same_age = age_of(data) == age;
                    if entry.bound != Bound::Exact
                        && same_age
                        && entry.depth + 4 + 2 * i32::from(entry.on_line) <= old.depth
                    {
                        return;
                    }
                }
                place = Some(slot);
                break;
            }
            // The shallowest and oldest goes first.
            let years = (AGES + age - age_of(data)) % AGES;
            let worth = depth_of(data) - 8 * years as i32;
            if worth < least {
                least = worth;
                place = Some(slot);
            }
        }
        let slot = place.expect("a bucket has slots");
        let data = pack(&entry, ply, age);
        slot[0].store(data, Ordering::Relaxed);
        slot[1].store(key ^ data, Ordering::Relaxed);
    }

    /// How many of a thousand slots are filled by this search.
    pub(crate) fn permille_used(&self) -> usize {
        let age = self.age.load(Ordering::Relaxed);
        let buckets = self.buckets.all();
        let sample = buckets.len().min(1000 / BUCKET);
        let used = buckets[..sample]
            .iter()
            .flatten()
            .filter(|slot| {
                let data = slot[0].load(Ordering::Relaxed);
                data != 0 && age_of(data) == age
            })
            .count();
        used * 1000 / (sample * BUCKET)
    }
}

// A word of data, from the low bits: 16 move, 16 score, 16 static score,
// 8 depth (plus one, so that no entry is zero), 2 bound, 1 on the line, 5 age.

fn pack(entry: &Entry, ply: usize, age: u64) -> u64 {
    let score = if entry.score >= MATE_BOUND {
        entry.score + ply as i32
    } else if entry.score <= -MATE_BOUND {
        entry.score - ply as i32
    } else {
        entry.score
    };
    u64::from(entry.best.map_or(0, pack_move))
        | u64::from(score as i16 as u16) << 16
        | u64::from(entry.eval as i16 as u16) << 32
        | ((entry.depth + 1) as u64 & 0xff) << 48
        | (entry.bound as u64) << 56
        | u64::from(entry.on_line) << 58
        | age << 59
}

fn unpack(data: u64, ply: usize) -> Entry {
    let mut score = i32::from((data >> 16) as i16);
    if score >= MATE_BOUND {
        score -= ply as i32;
    } else if score <= -MATE_BOUND {
        score += ply as i32;
    }
    Entry {
        best: unpack_move(data as u16),
        score,
        eval: i32::from((data >> 32) as i16),
        depth: depth_of(data),
        bound: match data >> 56 & 3 {
            0 => Bound::Upper,
            1 => Bound::Lower,
            _ => Bound::Exact,
        },
        on_line: data >> 58 & 1 == 1,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32 - 1
}

fn age_of(data: u64) -> u64 {
    data >> 59
}

/// Sixteen bits: from, to, promotion. No move is 0, as a1a1 is none.
pub(crate) fn pack_move(m: Move) -> u16 {
    let promotion = m.promotion.map_or(0, |piece| piece as u16);
    m.from as u16 | (m.to as u16) << 6 | promotion << 12
}

pub(crate) fn unpack_move(bits: u16) -> Option<Move> {
    if bits == 0 {
        return None;
    }
    Some(Move {
        from: Square::index(usize::from(bits & 63)),
        to: Square::index(usize::from(bits >> 6 & 63)),
        // A promotion to a pawn is none.
        promotion: match bits >> 12 & 7 {
            0 => None,
            piece => Piece::try_index(usize::from(piece)),
        },
    })
}

const _: () = assert!(NONE < i16::MAX as i32 + 1, "no score must fit the table");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::MATE;

    const ENTRY: Entry = Entry {
        best: Some(Move {
            from: Square::A7,
            to: Square::B8,
            promotion: Some(Piece::Knight),
        }),
        score: -123,
        eval: NONE,
        depth: 17,
        bound: Bound::Lower,
        on_line: true,
    };

    #[test]
    fn entries_are_read_back() {
        let mut table = Table::with_mebibytes(1).unwrap();
        assert_eq!(table.probe(99, 0), None);
        table.store(99, 3, ENTRY);
        assert_eq!(table.probe(99, 3), Some(ENTRY));
        assert_eq!(table.probe(98, 3), None);
        table.clear();
        assert_eq!(table.probe(99, 3), None);
    }

    #[test]
    fn mates_count_from_the_position() {
        let table = Table::with_mebibytes(1).unwrap();
        let mate = Entry {
            score: MATE - 7,
            ..ENTRY
        };
        table.store(5, 4, mate);
        // Three plies from the position, which is now met two plies deep.
        assert_eq!(table.probe(5, 2).unwrap().score, MATE - 5);
    }

    #[test]
    fn a_full_bucket_loses_its_shallowest() {
        let table = Table::with_mebibytes(1).unwrap();
        for i in 0..5_u64 {
            let entry = Entry {
                depth: 10 - i as i32,
                ..ENTRY
            };
            table.store(i, 0, entry);
        }
        assert!(table.probe(0, 0).is_some());
        assert!(table.probe(3, 0).is_none());
        assert!(table.probe(4, 0).is_some());
    }
}
