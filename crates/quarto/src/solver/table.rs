//! The solver's table: exact keys in one word each, shared by all threads.
//!
//! A key of 56 bits is mixed by a bijection; some bits of the result choose a
//! bucket, the others are stored. Together they give back the key, so an entry
//! is never mistaken for another position's: nothing here rests on a hash.
//! An entry is one atomic word, so threads need no lock and never see half an
//! entry.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use memmap2::MmapMut;

/// What is known of a position's score; see [`super::search`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Known {
    pub(super) low: i8,
    pub(super) high: i8,
}

impl Known {
    /// What the answer to "is the score at least `threshold`?" tells.
    pub(super) fn from_answer(answer: bool, threshold: i8) -> Known {
        if answer {
            Known {
                low: threshold,
                high: 15,
            }
        } else {
            Known {
                low: -16,
                high: threshold - 1,
            }
        }
    }
}

/// What is known under a key, and the binary logarithm of the nodes that it cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) key: u64,
    pub(super) known: Known,
    pub(super) effort: u8,
}

/// Entries in a bucket: one cache line.
const WAYS: usize = 8;
const KEY_BITS: u32 = 56;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;

// An entry, from the lowest bit: generation 6, effort 5, low 5, high 5, tag.
const GENERATION_BITS: u32 = 6;
const EFFORT_SHIFT: u32 = GENERATION_BITS;
const LOW_SHIFT: u32 = EFFORT_SHIFT + 5;
const HIGH_SHIFT: u32 = LOW_SHIFT + 5;
const TAG_SHIFT: u32 = HIGH_SHIFT + 5;
/// Fewer buckets would leave tags too long for an entry.
const LEAST_BUCKET_BITS: u32 = KEY_BITS - (64 - TAG_SHIFT);

/// What keys are mixed with.
const FACTORS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];

/// The key of a word that [`Table::place`] mixed.
fn unmixed(mixed: u64) -> u64 {
    // Half a word further on, a shift is its own inverse; of an odd factor five
    // steps of Newton's give all bits.
    let inverse = |factor: u64| {
        let step = |x: u64| x.wrapping_mul(2_u64.wrapping_sub(factor.wrapping_mul(x)));
        (0..5).fold(factor, |x, _| step(x))
    };
    FACTORS.iter().rev().fold(mixed, |word, &factor| {
        let word = word ^ word >> 28;
        word.wrapping_mul(inverse(factor)) & KEY_MASK
    })
}

pub(super) struct Table {
    memory: MmapMut,
    bucket_bits: u32,
    /// Entries of another generation count as empty; 0 is never current.
    generation: u64,
}

impl Table {
    /// A table of at most `mebibytes`, but no less than one.
    pub(super) fn new(mebibytes: usize) -> std::io::Result<Table> {
        let buckets = mebibytes.max(1) * (1 << 20) / (WAYS * 8);
        let bucket_bits = buckets.ilog2().max(LEAST_BUCKET_BITS);
        let memory = MmapMut::map_anon((WAYS * 8) << bucket_bits)?;
        // Random access to half a gigabyte in 4 KiB pages misses the TLB at
        // every probe. Advice only: where it is refused nothing breaks.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        Ok(Table {
            memory,
            bucket_bits,
            generation: 1,
        })
    }

    /// The same with its memory in place, so that no search waits for it.
    pub(super) fn touched(mut self) -> Table {
        self.memory.fill(0);
        self
    }

    /// Forgets everything, usually at no cost.
    pub(super) fn clear(&mut self) {
        self.generation += 1;
        if self.generation >> GENERATION_BITS != 0 {
            self.generation = 1;
            self.memory.fill(0);
        }
    }

    fn entries(&self) -> &[AtomicU64] {
        let bytes: &[u8] = &self.memory;
        // SAFETY: the mapping is page-aligned, a whole number of words long,
        // zeroed or written as words, and only ever accessed as atomics while
        // shared (`clear` takes it exclusively).
        unsafe { std::slice::from_raw_parts(bytes.as_ptr().cast(), bytes.len() / 8) }
    }

    /// At most so many of the entries that cost most, none of them cheap.
    pub(super) fn dearest(&self, most: usize) -> Vec<Entry> {
        /// Some milliseconds: less is not worth keeping.
        const LEAST: usize = 14;
        let current = || {
            let entries = self.entries().iter().enumerate();
            let entries = entries.map(|(place, entry)| (place, entry.load(Relaxed)));
            entries.filter(|(_, entry)| entry & ((1 << GENERATION_BITS) - 1) == self.generation)
        };
        let mut counts = [0; 32];
        for (_, entry) in current() {
            counts[effort(entry)] += 1;
        }
        let mut sum = 0;
        let fits = |&least: &usize| {
            sum += counts[least];
            sum <= most
        };
        let least = (LEAST..32).rev().take_while(fits).last().unwrap_or(32);
        let dear = current().filter(|&(_, entry)| effort(entry) >= least);
        // Others may be writing meanwhile.
        dear.take(most)
            .map(|(place, entry)| Entry {
                key: unmixed(entry >> TAG_SHIFT << self.bucket_bits | (place / WAYS) as u64),
                known: known(entry),
                effort: effort(entry) as u8,
            })
            .collect()
    }

    /// Bucket and tag of `key`.
    #[inline(always)]
    fn place(&self, key: u64) -> (usize, u64) {
        debug_assert!(key <= KEY_MASK);
        // Odd factors and right shifts are bijections of 56-bit words.
        let mixed = key.wrapping_mul(FACTORS[0]) & KEY_MASK;
        let mixed = mixed ^ mixed >> 28;
        let mixed = mixed.wrapping_mul(FACTORS[1]) & KEY_MASK;
        let mixed = mixed ^ mixed >> 28;
        let bucket = mixed & ((1 << self.bucket_bits) - 1);
        (bucket as usize * WAYS, mixed >> self.bucket_bits)
    }

    /// What is known under `key`.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Known> {
        let (start, tag) = self.place(key);
        self.entries()[start..start + WAYS]
            .iter()
            .map(|entry| entry.load(Relaxed))
            .find(|&entry| self.holds(entry, tag))
            .map(known)
    }

    #[inline(always)]
    fn holds(&self, entry: u64, tag: u64) -> bool {
        entry >> TAG_SHIFT == tag && entry & ((1 << GENERATION_BITS) - 1) == self.generation
    }

    /// Adds what a search of about `nodes` nodes found out. In a full bucket
    /// the entry that cost least makes room.
    pub(super) fn store(&self, key: u64, found: Known, nodes: u64) {
        let (start, tag) = self.place(key);
        let bucket = &self.entries()[start..start + WAYS];
        let effort = u64::from(nodes.max(1).ilog2().min(31));
        let mut chosen = 0;
        let mut least = u64::MAX;
        let mut found = found;
        for (way, entry) in bucket.iter().enumerate() {
            let entry = entry.load(Relaxed);
            if self.holds(entry, tag) {
                let before = known(entry);
                found.low = found.low.max(before.low);
                found.high = found.high.min(before.high);
                chosen = way;
                break;
            }
            let current = entry & ((1 << GENERATION_BITS) - 1) == self.generation;
            let worth = if current {
                1 + (entry >> EFFORT_SHIFT & 31)
            } else {
                0
            };
            if worth < least {
                least = worth;
                chosen = way;
            }
        }
        let word = tag << TAG_SHIFT
            | ((found.high + 16) as u64) << HIGH_SHIFT
            | ((found.low + 16) as u64) << LOW_SHIFT
            | effort << EFFORT_SHIFT
            | self.generation;
        bucket[chosen].store(word, Relaxed);
    }
}

fn effort(entry: u64) -> usize {
    (entry >> EFFORT_SHIFT & 31) as usize
}

#[inline(always)]
fn known(entry: u64) -> Known {
    Known {
        low: (entry >> LOW_SHIFT & 31) as i8 - 16,
        high: (entry >> HIGH_SHIFT & 31) as i8 - 16,
    }
}
