//! Threads that search one question together.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Where threads are at work, so that they keep apart.
///
/// They share the table. Each adds itself to the questions on its path, and a
/// part where others are counts as harder than it is (virtual proof numbers,
/// Kaneko 2010); so threads part ways where the choice is close and stay
/// together where it is not. Counters are shared by questions whose hashes
/// agree in a few bits: that misleads at times and does no harm, since no
/// answer depends on them.
#[derive(Debug)]
pub(super) struct Crowd {
    counts: Vec<AtomicU32>,
    finished: AtomicBool,
    struck: AtomicU64,
}

const COUNTS: usize = 1 << 14;

impl Crowd {
    /// Nobody anywhere.
    pub(super) fn new() -> Crowd {
        Crowd {
            counts: (0..COUNTS).map(|_| AtomicU32::new(0)).collect(),
            finished: AtomicBool::new(false),
            struck: AtomicU64::new(0),
        }
    }

    fn count(&self, hash: u64) -> &AtomicU32 {
        &self.counts[(hash >> 20) as usize % COUNTS]
    }

    /// A thread begins with a question.
    pub(super) fn enter(&self, hash: u64) {
        self.count(hash).fetch_add(1, Ordering::Relaxed);
    }

    /// It is done with it.
    pub(super) fn leave(&self, hash: u64) {
        self.count(hash).fetch_sub(1, Ordering::Relaxed);
    }

    /// How many are at work on a question.
    #[inline]
    pub(super) fn at(&self, hash: u64) -> u32 {
        self.count(hash).load(Ordering::Relaxed)
    }

    /// Suppositions were struck: what others hold on their stacks may rest on
    /// them.
    pub(super) fn strike(&self) {
        self.struck.fetch_add(1, Ordering::Relaxed);
    }

    /// How often that happened.
    pub(super) fn struck(&self) -> u64 {
        self.struck.load(Ordering::Relaxed)
    }

    /// The root has been answered.
    pub(super) fn finish(&self) {
        self.finished.store(true, Ordering::Relaxed);
    }

    /// Whether it has.
    pub(super) fn is_finished(&self) -> bool {
        self.finished.load(Ordering::Relaxed)
    }
}
