//! What the search remembers: bounds by position, and what they say about
//! positions that play alike.

use super::likeness::Likeness;

/// Bounds on the declarer's further points, and the card to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lo: i32,
    pub(super) hi: i32,
    /// A bit of the layout under which it was stored: a hint, which may name
    /// no playable card where plain suits were exchanged.
    pub(super) card: u8,
}

/// Where a position is looked for: what it is like, who leads, and how many
/// tricks are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    pub(super) likeness: Likeness,
    pub(super) leader: usize,
    pub(super) tricks: u32,
}

/// A table of fixed size. Positions that differ in points alone share a
/// bucket and bound each other's values. Keys are kept and compared whole, so
/// that what is returned is never about anything else; a full bucket forgets
/// what took the least work.
pub(super) struct Table {
    buckets: Vec<[Entry; WAYS]>,
    generation: u32,
}

/// Two cache lines.
const WAYS: usize = 4;

/// `data` is packed from the lowest bit: 7 `lo`, 7 `hi`, 5 card, 2 leader, 4
/// tricks left, 7 generation.
#[derive(Clone, Copy, Default)]
struct Entry {
    points: [u32; 4],
    holders: u64,
    lengths: u32,
    data: u32,
}

const GENERATIONS: u32 = 1 << 7;

impl Entry {
    fn points(&self) -> u128 {
        let [a, b, c, d] = self.points.map(u128::from);
        a | b << 32 | c << 64 | d << 96
    }
}

impl Table {
    /// A table of at most this many mebibytes, at least one.
    pub(super) fn with_mebibytes(mebibytes: usize) -> Table {
        let bytes = mebibytes.max(1) << 20;
        let buckets = (bytes / size_of::<[Entry; WAYS]>()).next_power_of_two();
        let buckets = if buckets * size_of::<[Entry; WAYS]>() > bytes {
            buckets / 2
        } else {
            buckets
        };
        Table {
            buckets: vec![[Entry::default(); WAYS]; buckets],
            // Generation 0 is that of entries never written.
            generation: 1,
        }
    }

    /// Forgets everything, at no cost most of the time.
    pub(super) fn forget(&mut self) {
        self.generation += 1;
        if self.generation == GENERATIONS {
            self.buckets.fill([Entry::default(); WAYS]);
            self.generation = 1;
        }
    }

    #[inline]
    fn bucket(&self, key: &Key) -> usize {
        let Likeness {
            holders, lengths, ..
        } = key.likeness;
        let mixed = holders.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ (u64::from(lengths) * 4 + key.leader as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    /// What is known of a position, all that plays alike taken together; the
    /// hint is the position's own if there is one.
    #[inline]
    pub(super) fn probe(&self, key: &Key) -> Option<Known> {
        let mut known: Option<Known> = None;
        for entry in &self.buckets[self.bucket(key)] {
            if !self.plays_like(entry, key) {
                continue;
            }
            let (more, less) = key.likeness.apart(entry.points());
            let lo = (entry.data & 127) as i32 - less;
            let hi = (entry.data >> 7 & 127) as i32 + more;
            let card = (entry.data >> 14 & 31) as u8;
            known = Some(match known {
                None => Known { lo, hi, card },
                Some(known) => Known {
                    lo: lo.max(known.lo),
                    hi: hi.min(known.hi),
                    card: if more + less == 0 { card } else { known.card },
                },
            });
        }
        known
    }

    /// Keeps `known` for a position, in place of what is known of it so far.
    #[inline]
    pub(super) fn store(&mut self, key: &Key, known: Known) {
        debug_assert!(0 <= known.lo && known.lo <= known.hi && known.hi <= 120);
        let at = self.bucket(key);
        let (generation, bucket) = (self.generation, &self.buckets[at]);
        let mut worst = (0, u32::MAX);
        for (slot, entry) in bucket.iter().enumerate() {
            if self.plays_like(entry, key) && entry.points() == key.likeness.points {
                worst.0 = slot;
                break;
            }
            // Entries of other generations go first, then those near the end.
            let worth = match entry.data >> 25 == generation {
                true => 1 + (entry.data >> 21 & 15),
                false => 0,
            };
            if worth < worst.1 {
                worst = (slot, worth);
            }
        }
        let points = key.likeness.points;
        self.buckets[at][worst.0] = Entry {
            points: [0, 32, 64, 96].map(|shift| (points >> shift) as u32),
            holders: key.likeness.holders,
            lengths: key.likeness.lengths,
            data: known.lo as u32
                | (known.hi as u32) << 7
                | u32::from(known.card) << 14
                | (key.leader as u32) << 19
                | key.tricks << 21
                | generation << 25,
        };
    }

    #[inline]
    fn plays_like(&self, entry: &Entry, key: &Key) -> bool {
        let about = self.generation << 6 | key.tricks << 2 | key.leader as u32;
        entry.holders == key.likeness.holders
            && entry.lengths == key.likeness.lengths
            && entry.data >> 19 == about
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known {
        lo: 12,
        hi: 110,
        card: 31,
    };

    fn key(holders: u64, points: u128) -> Key {
        Key {
            likeness: Likeness {
                holders,
                lengths: 0x1234,
                points,
            },
            leader: 2,
            tricks: 9,
        }
    }

    #[test]
    fn what_is_stored_is_found_until_forgotten() {
        let mut table = Table::with_mebibytes(1);
        let ours = key(0xdead_beef_0123_4567, 11 << 100 | 7);
        for _ in 0..300 {
            assert_eq!(table.probe(&ours), None);
            table.store(&ours, KNOWN);
            assert_eq!(table.probe(&ours), Some(KNOWN));
            assert_eq!(table.probe(&Key { leader: 1, ..ours }), None);
            assert_eq!(table.probe(&Key { tricks: 8, ..ours }), None);
            assert_eq!(table.probe(&key(0xdead_beef_0123_4566, 7)), None);
            table.forget();
        }
    }

    #[test]
    fn points_move_the_bounds_of_what_plays_alike() {
        let mut table = Table::with_mebibytes(1);
        // An ace for a ten, a king for a seven.
        table.store(&key(77, 0xa0), KNOWN);
        let known = table.probe(&key(77, 0xb4)).expect("it plays alike");
        assert_eq!((known.lo, known.hi), (12, 115));
        let known = table.probe(&key(77, 0x40)).expect("it plays alike");
        assert_eq!((known.lo, known.hi), (6, 110));
        // Two that play alike say more than one.
        let other = Known {
            lo: 40,
            hi: 41,
            card: 3,
        };
        table.store(&key(77, 0xa4), other);
        let known = table.probe(&key(77, 0xa0)).expect("it is there");
        assert_eq!((known.lo, known.hi, known.card), (36, 41, 31));
    }

    #[test]
    fn a_full_table_still_answers_for_the_right_position() {
        let mut table = Table::with_mebibytes(1);
        let mut found = 0;
        for play in 0..200_000 {
            let lo = (play % 111) as i32;
            table.store(&key(play << 20, 0), Known { lo, ..KNOWN });
        }
        for play in 0..200_000 {
            if let Some(known) = table.probe(&key(play << 20, 0)) {
                assert_eq!(known.lo, (play % 111) as i32);
                found += 1;
            }
        }
        assert!(found > 25_000 && found <= 32_768, "{found}");
    }
}
