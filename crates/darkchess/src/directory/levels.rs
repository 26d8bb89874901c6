//! Work on all classes, those of fewer pieces first.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use tabia_kernel::endgame::{Tabular, Trits};

use super::DirectoryError;
use crate::endgames::{Class, Endgames};

/// How far a build or a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions behind us, up to symmetry; of classes under way a guess.
    pub done: u64,
    /// All of them.
    pub total: u64,
}

/// What is done for one class, with the values of smaller ones at hand: its
/// values, if a larger one may need them, and a result. Asks whether to go on,
/// and tells which share is done.
pub(super) type Job<'a, T> = dyn Fn(
        Class,
        &BTreeMap<Class, Trits>,
        &dyn Fn(f64) -> bool,
    ) -> Result<Option<(Option<Trits>, T)>, DirectoryError>
    + Sync
    + 'a;

/// Does something for classes, those of equally many pieces on several
/// threads, with the values of all smaller ones at hand. Results come in the
/// order of classes; `None` if `go_on` said no.
pub(super) fn in_order<T: Send>(
    endgames: &Endgames,
    wanted: &BTreeSet<Class>,
    threads: usize,
    go_on: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Progress) + Sync),
    job: &Job<'_, T>,
) -> Result<Option<Vec<T>>, DirectoryError> {
    let total = wanted.iter().map(|&c| endgames.size(c)).sum();
    let threads = threads.max(1);
    let finished_before = AtomicU64::new(0);
    let under_way: Vec<AtomicU64> = (0..threads).map(|_| AtomicU64::new(0)).collect();
    let report = || {
        let under_way: u64 = under_way.iter().map(|d| d.load(Ordering::Relaxed)).sum();
        let done = finished_before.load(Ordering::Relaxed) + under_way;
        progress(Progress {
            done: done.min(total),
            total,
        });
    };
    let mut values = BTreeMap::new();
    let mut results = BTreeMap::new();
    for elements in 2..=endgames.elements() {
        let of_so_many = |&&c: &&Class| endgames.representative(c).elements() == elements;
        let mut classes: Vec<Class> = wanted.iter().filter(of_so_many).copied().collect();
        // The longest first: threads then end at about the same time.
        classes.sort_by_key(|&c| std::cmp::Reverse(endgames.size(c)));
        let is_last = elements == endgames.elements();
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let finished = Mutex::new(Vec::new());
        thread::scope(|scope| {
            for mine in &under_way {
                scope.spawn(|| {
                    while let Some(&class) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if failed.load(Ordering::Relaxed) || !go_on() {
                            break;
                        }
                        let size = endgames.size(class);
                        let step = |share: f64| {
                            mine.store((share * size as f64) as u64, Ordering::Relaxed);
                            report();
                            go_on() && !failed.load(Ordering::Relaxed)
                        };
                        let mut result = job(class, &values, &step);
                        if let (true, Ok(Some((trits, _)))) = (is_last, &mut result) {
                            // Nobody will ask for it.
                            *trits = None;
                        }
                        failed.fetch_or(result.is_err(), Ordering::Relaxed);
                        let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                        finished.push((class, result));
                        drop(finished);
                        mine.store(0, Ordering::Relaxed);
                        finished_before.fetch_add(size, Ordering::Relaxed);
                        report();
                    }
                });
            }
        });
        let level = finished
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        let count = level.len();
        let mut stopped = count < classes.len();
        // An error counts more than the others' being stopped by it.
        for (class, result) in level {
            match result? {
                None => stopped = true,
                Some((trits, result)) => {
                    values.extend(trits.map(|trits| (class, trits)));
                    results.insert(class, result);
                }
            }
        }
        if stopped {
            return Ok(None);
        }
    }
    Ok(Some(results.into_values().collect()))
}
