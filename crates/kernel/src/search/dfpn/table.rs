//! What df-pn remembers: a bounded table of whole keys.

use std::hash::{Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Verdict;

/// What is known of a question.
#[derive(Clone, Copy, Debug)]
pub(super) enum Known {
    /// The answer, for good, and whether it rests on repetition.
    Fact(Verdict, bool),
    /// The answer that repetition gives, supposed.
    Supposed,
    /// Proof and disproof number.
    Numbers(u32, u32),
}

#[derive(Clone, Copy, Debug)]
struct Entry<K> {
    key: K,
    known: Known,
    /// Questions expanded to get to know it.
    work: u32,
}

/// A table from keys to what is known, for any number of threads.
///
/// Keys are stored whole and compared whole. It grows until its memory is
/// used up; then the entries that cost least are dropped, at least half of
/// them (small-tree garbage collection, Nagai 2002).
#[derive(Debug)]
pub(super) struct Table<K> {
    shards: Vec<Mutex<Shard<K>>>,
    /// Entries that a shard may hold.
    limit: usize,
}

/// A cache line of its own, so that threads at different shards do not wait
/// for each other.
#[derive(Debug)]
#[repr(align(64))]
struct Shard<K> {
    /// Open addressing with linear probing; a power of two long, or empty.
    slots: Vec<Option<Entry<K>>>,
    used: usize,
}

const SHARDS: usize = 64;
const FIRST_SLOTS: usize = 32;

impl<K: Copy + Eq + Hash> Table<K> {
    /// A table of at most so many bytes; in any case large enough to work.
    pub(super) fn with_bytes(bytes: usize) -> Table<K> {
        let slots = bytes / SHARDS / size_of::<Option<Entry<K>>>();
        // While it grows a shard exists twice, the second time half as large.
        let slots = (slots * 2 / 3).max(FIRST_SLOTS);
        let largest = 1 << slots.ilog2();
        Table {
            shards: (0..SHARDS).map(|_| Mutex::new(Shard::new())).collect(),
            limit: largest / 4 * 3,
        }
    }

    /// What is known of the question with this key.
    pub(super) fn get(&self, key: &K, hash: u64) -> Option<Known> {
        let shard = self.shard(hash);
        let at = shard.find(key, hash)?;
        shard.slots[at].as_ref().map(|entry| entry.known)
    }

    /// Remembers. Facts are never overwritten by less.
    pub(super) fn put(&self, key: &K, hash: u64, known: Known, work: u32) {
        self.shard(hash).put(key, hash, known, work, self.limit);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        for shard in &self.shards {
            *lock(shard) = Shard::new();
        }
    }

    fn shard(&self, hash: u64) -> MutexGuard<'_, Shard<K>> {
        lock(&self.shards[(hash >> 58) as usize % SHARDS])
    }
}

/// A panic elsewhere leaves the shard as it was between two operations.
fn lock<K>(shard: &Mutex<Shard<K>>) -> MutexGuard<'_, Shard<K>> {
    shard.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<K: Copy + Eq + Hash> Shard<K> {
    fn new() -> Shard<K> {
        Shard {
            slots: Vec::new(),
            used: 0,
        }
    }

    fn find(&self, key: &K, hash: u64) -> Option<usize> {
        if self.slots.is_empty() {
            return None;
        }
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while let Some(entry) = &self.slots[at] {
            if entry.key == *key {
                return Some(at);
            }
            at = (at + 1) & mask;
        }
        None
    }

    fn put(&mut self, key: &K, hash: u64, known: Known, work: u32, limit: usize) {
        if let Some(at) = self.find(key, hash) {
            let entry = self.slots[at].as_mut().expect("found");
            if !matches!(entry.known, Known::Fact(..)) || matches!(known, Known::Fact(..)) {
                entry.known = known;
            }
            entry.work = entry.work.saturating_add(work);
            return;
        }
        if self.used >= limit {
            self.drop_cheapest();
        } else if self.used >= self.slots.len() / 4 * 3 {
            self.resize((self.slots.len() * 2).max(FIRST_SLOTS));
        }
        let entry = Entry {
            key: *key,
            known,
            work,
        };
        self.insert(entry, hash);
    }

    fn insert(&mut self, entry: Entry<K>, hash: u64) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at].is_some() {
            at = (at + 1) & mask;
        }
        self.slots[at] = Some(entry);
        self.used += 1;
    }

    fn resize(&mut self, slots: usize) {
        let old = std::mem::replace(&mut self.slots, vec![None; slots]);
        self.used = 0;
        for entry in old.into_iter().flatten() {
            self.insert(entry, hash_of(&entry.key));
        }
    }

    /// Drops the cheaper half, at least.
    fn drop_cheapest(&mut self) {
        let mut by_size = [0usize; 33];
        for entry in self.slots.iter().flatten() {
            by_size[size_class(entry.work)] += 1;
        }
        let mut dropped = 0;
        let mut below = 0;
        while dropped < self.used / 2 {
            dropped += by_size[below];
            below += 1;
        }
        for slot in &mut self.slots {
            if slot
                .as_ref()
                .is_some_and(|entry| size_class(entry.work) < below)
            {
                *slot = None;
            }
        }
        // The holes would end searches too early: put everything anew.
        self.resize(self.slots.len());
    }
}

fn size_class(work: u32) -> usize {
    (32 - work.leading_zeros()) as usize
}

/// The hash that table and path go by; equal keys have equal hashes, and
/// nothing else is relied on.
pub(super) fn hash_of<K: Hash>(key: &K) -> u64 {
    let mut mixer = Mixer(0x243f_6a88_85a3_08d3);
    key.hash(&mut mixer);
    mixer.finish()
}

/// Multiplies and folds, word by word.
struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        let product = u128::from(self.0) * 0x9e37_79b9_7f4a_7c15;
        (product >> 64) as u64 ^ product as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product >> 64) as u64 ^ product as u64 ^ word.rotate_left(32);
    }

    #[inline]
    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    #[inline]
    fn write_u128(&mut self, word: u128) {
        self.write_u64(word as u64);
        self.write_u64((word >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(table: &Table<u64>, key: u64, known: Known, work: u32) {
        table.put(&key, hash_of(&key), known, work);
    }

    fn get(table: &Table<u64>, key: u64) -> Option<Known> {
        table.get(&key, hash_of(&key))
    }

    #[test]
    fn facts_stay_facts() {
        let table = Table::with_bytes(1 << 20);
        put(&table, 3, Known::Numbers(2, 5), 1);
        put(&table, 3, Known::Fact(Verdict::Yes, false), 1);
        put(&table, 3, Known::Numbers(7, 7), 1);
        assert!(matches!(
            get(&table, 3),
            Some(Known::Fact(Verdict::Yes, false))
        ));
        assert!(get(&table, 4).is_none());
    }

    #[test]
    fn a_full_table_drops_what_was_cheap() {
        let table = Table::with_bytes(1 << 20);
        for key in 0..100_000 {
            let work = if key % 100 == 0 { 1_000 } else { 1 };
            put(&table, key, Known::Numbers(key as u32, 1), work);
        }
        let dear = (0..100_000)
            .step_by(100)
            .filter(|&key| get(&table, key).is_some());
        assert_eq!(dear.count(), 1_000);
        let bytes: usize = table
            .shards
            .iter()
            .map(|shard| lock(shard).slots.len() * size_of::<Option<Entry<u64>>>())
            .sum();
        assert!(bytes <= 1 << 20, "{bytes}");
        for key in 0..100_000 {
            if let Some(Known::Numbers(number, _)) = get(&table, key) {
                assert_eq!(u64::from(number), key);
            }
        }
    }

    #[test]
    fn a_cleared_table_knows_nothing() {
        let table = Table::with_bytes(0);
        put(&table, 3, Known::Numbers(2, 5), 1);
        table.clear();
        assert!(get(&table, 3).is_none());
    }
}
