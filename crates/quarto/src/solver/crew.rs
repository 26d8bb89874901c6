//! What the threads of one search share besides the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use tabia_kernel::search::Stop;

/// Slots for positions under way; a clash only costs a little parallelism.
const SLOTS: usize = 1024;

/// Threads at work on one question.
pub(super) struct Crew<'a> {
    stop: &'a Stop,
    deadline: Option<Instant>,
    /// Somebody has the answer, or has been stopped.
    finished: AtomicBool,
    /// Keys of positions being searched; 0 is a free slot.
    busy: Vec<AtomicU64>,
}

impl<'a> Crew<'a> {
    pub(super) fn new(stop: &'a Stop, deadline: Option<Instant>, threads: usize) -> Self {
        let slots = if threads > 1 { SLOTS } else { 0 };
        Crew {
            stop,
            deadline,
            finished: AtomicBool::new(false),
            busy: (0..slots).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// Whether there is anyone to share work with.
    pub(super) fn is_shared(&self) -> bool {
        !self.busy.is_empty()
    }

    pub(super) fn finish(&self) {
        self.finished.store(true, Relaxed);
    }

    /// Whether to give up; looks at the clock.
    pub(super) fn must_stop(&self) -> bool {
        self.finished.load(Relaxed)
            || self.stop.is_requested()
            || self
                .deadline
                .is_some_and(|deadline| Instant::now() >= deadline)
    }

    fn slot(&self, key: u64) -> &AtomicU64 {
        let hash = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        &self.busy[hash as usize % SLOTS]
    }

    /// Whether another thread is at work on `key`.
    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.slot(key).load(Relaxed) == key
    }

    /// Announces work on `key` until the guard goes.
    pub(super) fn start(&self, key: u64) -> Busy<'_> {
        let slot = self.slot(key);
        slot.store(key, Relaxed);
        Busy { slot, key }
    }
}

/// Announces that a position is being searched.
pub(super) struct Busy<'a> {
    slot: &'a AtomicU64,
    key: u64,
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        // Somebody else's announcement in the same slot stays.
        let _ = self.slot.compare_exchange(self.key, 0, Relaxed, Relaxed);
    }
}
