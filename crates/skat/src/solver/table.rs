//! What the search remembers: bounds by whole position.

/// Bounds on the declarer's further points, and the card to try first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) lo: i32,
    pub(super) hi: i32,
    /// A bit of the layout under which it was stored: a hint, which may name
    /// no playable card where plain suits were exchanged.
    pub(super) card: u8,
}

/// A table of fixed size. Keys are kept and compared whole, so that what it
/// returns is never about another position; a full bucket forgets what took
/// the least work.
pub(super) struct Table {
    buckets: Vec<[Entry; WAYS]>,
    generation: u32,
}

/// Four entries fill one cache line.
const WAYS: usize = 4;

/// 96 bits of key, and packed from the lowest bit: 7 `lo`, 7 `hi`, 5 card,
/// 2 leader, 4 tricks left, 7 generation.
#[derive(Clone, Copy, Default)]
struct Entry {
    key: [u32; 3],
    data: u32,
}

const GENERATIONS: u32 = 1 << 7;

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

    fn bucket(&self, key: u128, leader: usize) -> usize {
        let mixed = (key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ ((key >> 64) as u64 * 4 + leader as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
        let mixed = (mixed ^ mixed >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> 32) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    pub(super) fn probe(&self, key: u128, leader: usize) -> Option<Known> {
        let bucket = &self.buckets[self.bucket(key, leader)];
        let entry = bucket.iter().find(|e| self.is(e, key, leader))?;
        Some(Known {
            lo: (entry.data & 127) as i32,
            hi: (entry.data >> 7 & 127) as i32,
            card: (entry.data >> 14 & 31) as u8,
        })
    }

    /// Keeps `known` for a position with this many tricks left, in place of
    /// what is known of it so far.
    #[inline]
    pub(super) fn store(&mut self, key: u128, leader: usize, tricks: u32, known: Known) {
        debug_assert!(0 <= known.lo && known.lo <= known.hi && known.hi <= 120);
        let at = self.bucket(key, leader);
        let (generation, bucket) = (self.generation, &self.buckets[at]);
        let mut worst = (0, u32::MAX);
        for (slot, entry) in bucket.iter().enumerate() {
            if self.is(entry, key, leader) {
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
        self.buckets[at][worst.0] = Entry {
            key: [key as u32, (key >> 32) as u32, (key >> 64) as u32],
            data: known.lo as u32
                | (known.hi as u32) << 7
                | u32::from(known.card) << 14
                | (leader as u32) << 19
                | tricks << 21
                | generation << 25,
        };
    }

    #[inline]
    fn is(&self, entry: &Entry, key: u128, leader: usize) -> bool {
        entry.key == [key as u32, (key >> 32) as u32, (key >> 64) as u32]
            && entry.data >> 19 & 3 == leader as u32
            && entry.data >> 25 == self.generation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Known = Known {
        lo: 12,
        hi: 120,
        card: 31,
    };

    #[test]
    fn what_is_stored_is_found_until_forgotten() {
        let mut table = Table::with_mebibytes(1);
        let key = 0xdead_beef_0123_4567_89ab_cdef;
        for _ in 0..300 {
            assert_eq!(table.probe(key, 2), None);
            table.store(key, 2, 10, KNOWN);
            assert_eq!(table.probe(key, 2), Some(KNOWN));
            assert_eq!(table.probe(key, 1), None);
            assert_eq!(table.probe(key ^ 1 << 95, 2), None);
            table.forget();
        }
    }

    #[test]
    fn a_full_table_still_answers_for_the_right_position() {
        let mut table = Table::with_mebibytes(1);
        let mut found = 0;
        for key in 0..200_000_u128 {
            let lo = (key % 121) as i32;
            table.store(key << 40, 0, 1, Known { lo, ..KNOWN });
        }
        for key in 0..200_000_u128 {
            if let Some(known) = table.probe(key << 40, 0) {
                assert_eq!(known.lo, (key % 121) as i32);
                found += 1;
            }
        }
        assert!(found > 50_000 && found <= 65_536, "{found}");
    }
}
