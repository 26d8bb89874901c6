//! What a search remembers of the positions it has seen.

use std::hash::{Hash, Hasher};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU8, Ordering};

use crate::rules::{Bounds, Game, Score};

/// The table that suits a game.
pub type TableFor<G> = Table<<G as Game>::Key, <G as Game>::Move>;

/// How far a bound looks: to a horizon so many moves away, or to the end of
/// the game.
///
/// A bound that rests on estimates holds for searches of that very depth. A
/// bound proved without reaching the horizon holds for every search deep
/// enough to see the whole proof, that is at least as deep as the proof is
/// high. Reusing bounds only where they hold makes the value of a
/// depth-limited search that of plain minimax, whatever the table happened
/// to remember.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach(u8);

impl Reach {
    /// From here on codes mean proofs.
    const PROVED: u8 = 128;

    /// The remaining depth of a search without a horizon.
    pub const UNLIMITED: u8 = u8::MAX;

    /// Rests on estimates `depth` moves away; `depth` is at most 126.
    #[must_use]
    #[inline]
    pub fn horizon(depth: u8) -> Reach {
        debug_assert!(depth < Self::PROVED - 1);
        Reach(depth)
    }

    /// Proved by lines of play no longer than `height`.
    #[must_use]
    #[inline]
    pub fn proved(height: u8) -> Reach {
        Reach(height.saturating_add(Self::PROVED))
    }

    /// Whether the bound holds for a search of this remaining depth.
    #[must_use]
    #[inline]
    pub fn holds_at(self, depth: u8) -> bool {
        match self.0.checked_sub(Self::PROVED) {
            None => self.0 == depth,
            // Proofs too high for the code hold without a horizon only.
            Some(127) => depth == Self::UNLIMITED,
            Some(height) => height <= depth,
        }
    }

    /// The height of the proof, 127 meaning 127 or more.
    #[must_use]
    #[inline]
    pub fn proof_height(self) -> Option<u8> {
        self.0.checked_sub(Self::PROVED)
    }
}

/// What the table knows of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The value is at least this, [`Score::MIN`] if nothing is known.
    pub lo: Score,
    /// How far `lo` looks.
    pub lo_reach: Reach,
    /// The value is at most this, [`Score::MAX`] if nothing is known.
    pub hi: Score,
    /// How far `hi` looks.
    pub hi_reach: Reach,
    /// The move that was best, in the position that the key stands for.
    pub best: Option<M>,
}

impl<M> Entry<M> {
    /// The bounds that hold for a search of this remaining depth.
    #[must_use]
    #[inline]
    pub fn bounds_at(&self, depth: u8) -> Bounds {
        Bounds {
            lo: if self.lo_reach.holds_at(depth) {
                self.lo
            } else {
                Score::MIN
            },
            hi: if self.hi_reach.holds_at(depth) {
                self.hi
            } else {
                Score::MAX
            },
        }
    }
}

/// Positions share a bucket by hash; each bucket fills a cache line when
/// keys are of eight bytes and moves, or none, of two.
const SLOTS: usize = 3;

/// Slots side by side, field by field, so that no padding is wasted.
#[repr(align(64))]
struct Bucket<K, M>(Mutex<Slots<K, M>>);

struct Slots<K, M> {
    key: [K; SLOTS],
    lo: [Score; SLOTS],
    hi: [Score; SLOTS],
    best: [Option<M>; SLOTS],
    lo_reach: [Reach; SLOTS],
    hi_reach: [Reach; SLOTS],
    /// Generation of the last use; 0 marks an empty slot.
    age: [u8; SLOTS],
    /// Binary logarithm of the nodes the entry took.
    effort: [u8; SLOTS],
}

/// A transposition table of fixed size, shared by threads.
///
/// The whole key is stored and compared, so an answer always belongs to the
/// position asked for: with exact keys a proof rests on no hash. An entry
/// holds a lower and an upper bound, each with the depth it was found at, and
/// a best move.
///
/// No thread ever waits for another: a bucket that is in use counts as not
/// holding the position, and a result that finds its bucket in use is
/// dropped. Both cost time, never correctness. (Locks of our own in place of
/// the standard ones were tried; searches took the same time.)
///
/// Memory: what was asked for, rounded down to buckets of 64 bytes for three
/// positions (keys of eight bytes, moves of two). When a bucket is full, the
/// entry left over from earlier searches goes first, then the one that took
/// the fewest nodes.
pub struct Table<K, M> {
    buckets: Box<[Bucket<K, M>]>,
    generation: AtomicU8,
}

impl<K, M> Table<K, M>
where
    K: Copy + Eq + Hash + Default,
    M: Copy,
{
    /// A table of at most this many bytes, and at least one bucket.
    #[must_use]
    pub fn with_bytes(bytes: usize) -> Self {
        let buckets = (bytes / size_of::<Bucket<K, M>>()).max(1);
        Table {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            generation: AtomicU8::new(1),
        }
    }

    /// A table of this many mebibytes.
    #[must_use]
    pub fn with_mebibytes(mebibytes: usize) -> Self {
        Self::with_bytes(mebibytes << 20)
    }

    /// How many positions there is room for.
    #[must_use]
    pub fn capacity(&self) -> usize {
        self.buckets.len() * SLOTS
    }

    /// How many positions are stored. Takes time in proportion to the size.
    #[must_use]
    pub fn len(&self) -> usize {
        let used = |b: &Bucket<K, M>| {
            let slots = b.0.lock().unwrap_or_else(|e| e.into_inner());
            slots.age.iter().filter(|&&age| age != 0).count()
        };
        self.buckets.iter().map(used).sum()
    }

    /// Whether nothing is stored.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        for bucket in &mut self.buckets {
            *bucket = Bucket::default();
        }
    }

    /// Says that a new search begins: what is stored so far stays, but makes
    /// room first.
    pub fn next_search(&self) {
        let next = match self.generation.load(Ordering::Relaxed) {
            u8::MAX => 1,
            g => g + 1,
        };
        self.generation.store(next, Ordering::Relaxed);
    }

    /// What is known of the position with this key.
    #[must_use]
    #[inline]
    pub fn probe(&self, key: K) -> Option<Entry<M>> {
        let slots = self.bucket(&key).0.try_lock().ok()?;
        let i = slots.find(&key)?;
        Some(Entry {
            lo: slots.lo[i],
            lo_reach: slots.lo_reach[i],
            hi: slots.hi[i],
            hi_reach: slots.hi_reach[i],
            best: slots.best[i],
        })
    }

    /// Stores bounds that hold with this reach, [`Score::MIN`] and
    /// [`Score::MAX`] meaning that nothing was learnt on that side.
    ///
    /// `best` is the best move in the position that the key stands for;
    /// `None` leaves an older one. `depth` is the remaining depth of the
    /// search, `nodes` what it took.
    #[inline]
    pub fn store(
        &self,
        key: K,
        found: Bounds,
        reach: Reach,
        best: Option<M>,
        depth: u8,
        nodes: u64,
    ) {
        let Ok(mut slots) = self.bucket(&key).0.try_lock() else {
            return;
        };
        let generation = self.generation.load(Ordering::Relaxed);
        let effort = (64 - nodes.leading_zeros()) as u8;
        let i = match slots.find(&key) {
            Some(i) => i,
            None => {
                let i = slots.least_valuable(generation);
                slots.key[i] = key;
                (slots.lo[i], slots.lo_reach[i]) = (Score::MIN, Reach::horizon(0));
                (slots.hi[i], slots.hi_reach[i]) = (Score::MAX, Reach::horizon(0));
                slots.best[i] = None;
                slots.effort[i] = 0;
                i
            }
        };
        // Of two bounds that hold at this depth the tighter one stays.
        if found.lo > Score::MIN && (found.lo > slots.lo[i] || !slots.lo_reach[i].holds_at(depth)) {
            (slots.lo[i], slots.lo_reach[i]) = (found.lo, reach);
        }
        if found.hi < Score::MAX && (found.hi < slots.hi[i] || !slots.hi_reach[i].holds_at(depth)) {
            (slots.hi[i], slots.hi_reach[i]) = (found.hi, reach);
        }
        if best.is_some() {
            slots.best[i] = best;
        }
        slots.age[i] = generation;
        slots.effort[i] = slots.effort[i].max(effort);
    }

    #[inline]
    fn bucket(&self, key: &K) -> &Bucket<K, M> {
        // The high half of hash × length spreads hashes over any length.
        let spread = u128::from(hash_of(key)) * self.buckets.len() as u128;
        &self.buckets[(spread >> 64) as usize]
    }
}

impl<K: Copy + Eq, M> Slots<K, M> {
    #[inline]
    fn find(&self, key: &K) -> Option<usize> {
        (0..SLOTS).find(|&i| self.age[i] != 0 && self.key[i] == *key)
    }

    /// An empty slot, or one of an earlier search, or the least effort.
    #[inline]
    fn least_valuable(&self, generation: u8) -> usize {
        let value = |i: usize| match self.age[i] {
            0 => 0,
            age if age != generation => 1 + u16::from(self.effort[i]),
            _ => 256 + u16::from(self.effort[i]),
        };
        let mut least = 0;
        for i in 1..SLOTS {
            if value(i) < value(least) {
                least = i;
            }
        }
        least
    }
}

impl<K: Copy + Default, M: Copy> Default for Bucket<K, M> {
    fn default() -> Self {
        Bucket(Mutex::new(Slots {
            key: [K::default(); SLOTS],
            lo: [Score::MIN; SLOTS],
            hi: [Score::MAX; SLOTS],
            best: [None; SLOTS],
            lo_reach: [Reach::horizon(0); SLOTS],
            hi_reach: [Reach::horizon(0); SLOTS],
            age: [0; SLOTS],
            effort: [0; SLOTS],
        }))
    }
}

/// A hash that mixes every bit of the key into the high bits, which choose
/// the bucket.
#[inline]
pub(super) fn hash_of<K: Hash>(key: &K) -> u64 {
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    key.hash(&mut mixer);
    mixer.finish()
}

/// Folds a 128-bit product per word. Quick on integer keys, and the same on
/// every machine; nothing depends on its quality but speed.
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, n: u8) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u16(&mut self, n: u16) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.mix(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        self.mix(n);
    }

    #[inline]
    fn write_u128(&mut self, n: u128) {
        self.mix(n as u64);
        self.mix((n >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, n: usize) {
        self.mix(n as u64);
    }

    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU16;

    use super::*;
    use crate::random::Seeded;

    const PROVED: Reach = Reach(Reach::PROVED + 4);

    fn table(bytes: usize) -> Table<u64, u8> {
        Table::with_bytes(bytes)
    }

    fn score(points: i16) -> Score {
        Score::new(points)
    }

    #[test]
    fn a_bucket_fills_a_cache_line() {
        // Moves of two bytes that leave a pattern free to mean "none".
        assert_eq!(size_of::<Bucket<u64, NonZeroU16>>(), 64);
        assert_eq!(size_of::<Bucket<u64, u8>>(), 64);
        assert_eq!(table(1 << 20).capacity(), (1 << 20) / 64 * 3);
        assert_eq!(table(0).capacity(), 3);
    }

    #[test]
    fn estimates_hold_at_their_depth_and_proofs_from_their_height() {
        for depth in 0..=Reach::UNLIMITED {
            assert_eq!(Reach::horizon(9).holds_at(depth), depth == 9);
            assert_eq!(Reach::proved(9).holds_at(depth), depth >= 9);
            let tall = Reach::proved(127).holds_at(depth);
            assert_eq!(tall, depth == Reach::UNLIMITED);
            assert_eq!(Reach::proved(200), Reach::proved(127));
        }
    }

    #[test]
    fn lower_and_upper_bounds_are_kept_side_by_side() {
        let t = table(1 << 10);
        t.store(
            5,
            Bounds::at_least(score(1)),
            Reach::horizon(3),
            Some(7),
            3,
            10,
        );
        t.store(5, Bounds::at_most(score(4)), PROVED, None, 6, 10);
        let entry = t.probe(5).unwrap();
        assert_eq!(entry.best, Some(7));
        assert_eq!(entry.bounds_at(3), Bounds::at_least(score(1)));
        assert_eq!(entry.bounds_at(4), Bounds::at_most(score(4)));
        assert_eq!(entry.bounds_at(2), Bounds::UNKNOWN);
        // Of bounds that hold the tighter one stays, others are replaced.
        t.store(5, Bounds::at_most(score(6)), Reach::horizon(8), None, 8, 10);
        assert_eq!(t.probe(5).unwrap().hi, score(4));
        t.store(
            5,
            Bounds::at_least(score(0)),
            Reach::horizon(4),
            None,
            4,
            10,
        );
        assert_eq!(
            t.probe(5).unwrap().bounds_at(4),
            Bounds {
                lo: score(0),
                hi: score(4)
            }
        );
        assert_eq!(t.probe(6), None);
    }

    #[test]
    fn what_took_least_goes_first_and_old_entries_before_it() {
        let mut t = table(0);
        let store = |t: &Table<u64, u8>, key: u64, nodes: u64| {
            t.store(
                key,
                Bounds::exact(score(key as i16)),
                PROVED,
                None,
                9,
                nodes,
            );
        };
        let held = |t: &Table<u64, u8>| -> Vec<u64> {
            (0..10).filter(|&k| t.probe(k).is_some()).collect()
        };
        store(&t, 0, 1_000);
        store(&t, 1, 10);
        store(&t, 2, 100_000);
        store(&t, 3, 2);
        assert_eq!(held(&t), [0, 2, 3]);
        t.next_search();
        store(&t, 4, 1);
        store(&t, 5, 1);
        assert_eq!(held(&t), [2, 4, 5]);
        store(&t, 6, 1);
        store(&t, 7, 1);
        assert_eq!(held(&t).len(), 3);
        assert!(!held(&t).contains(&2));
        assert_eq!(t.len(), 3);
        t.clear();
        assert!(t.is_empty());
    }

    #[test]
    fn generations_come_round_without_touching_the_mark_of_empty_slots() {
        let t = table(0);
        for _ in 0..600 {
            t.next_search();
            t.store(1, Bounds::exact(score(1)), PROVED, None, 9, 1);
            assert_eq!(t.len(), 1);
        }
    }

    #[test]
    fn threads_never_read_what_belongs_to_another_key() {
        let seed = 2;
        println!("seed {seed}");
        // Few buckets, many keys: everyone is in everyone's way.
        let t = table(64 * 4);
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let t = &t;
                scope.spawn(move || {
                    let mut random = Seeded::new(seed + thread);
                    for _ in 0..50_000 {
                        let key = random.below(40) as u64;
                        let value = Bounds::exact(score(key as i16));
                        if let Some(entry) = t.probe(key) {
                            assert_eq!(entry.bounds_at(9), value, "seed {seed}");
                            assert_eq!(entry.best, Some(key as u8), "seed {seed}");
                        }
                        t.store(key, value, PROVED, Some(key as u8), 9, 1);
                    }
                });
            }
        });
    }
}
