//! Working through classes level by level, on several threads.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// How far a build or a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions behind us, up to symmetry.
    pub done: u64,
    /// All of them.
    pub total: u64,
}

/// What is done for one class, given the values of the level before: its own
/// values, and a result; `None` if it was told to stop.
pub type Job<'a, C, V, T, E> = dyn Fn(C, &BTreeMap<C, V>) -> Result<Option<(V, T)>, E> + Sync + 'a;

/// Does a job for every class, level by level: classes whose moves lead to the
/// level before and no further. Those of one level are shared out to threads,
/// the largest first.
///
/// Each level is a list of classes with their sizes. Values are kept until the
/// next level is done. Returns the results, class by class in the order of
/// each level whatever the threads, or `None` if `go_on` said no.
///
/// # Errors
///
/// The error of the first class, in that order, whose job failed; once one
/// has, no other is begun.
pub fn level_by_level<C, V, T, E>(
    levels: &[Vec<(C, u64)>],
    threads: usize,
    go_on: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Progress) + Sync),
    job: &Job<'_, C, V, T, E>,
) -> Result<Option<Vec<T>>, E>
where
    C: Copy + Ord + Send + Sync,
    V: Send + Sync,
    T: Send,
    E: Send,
{
    let total = levels.iter().flatten().map(|&(_, size)| size).sum();
    let mut behind = 0;
    let mut before = BTreeMap::new();
    let mut results = Vec::new();
    for level in levels {
        let mut order: Vec<usize> = (0..level.len()).collect();
        order.sort_by_key(|&at| Reverse(level[at].1));
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let finished = Mutex::new((behind, BTreeMap::new()));
        thread::scope(|scope| {
            for _ in 0..threads.clamp(1, level.len().max(1)) {
                scope.spawn(|| {
                    while let Some(&at) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if failed.load(Ordering::Relaxed) || !go_on() {
                            break;
                        }
                        let (class, size) = level[at];
                        let result = job(class, &before);
                        failed.fetch_or(result.is_err(), Ordering::Relaxed);
                        let mut finished = finished.lock().unwrap_or_else(PoisonError::into_inner);
                        finished.0 += size;
                        finished.1.insert(at, result);
                        let done = finished.0;
                        drop(finished);
                        progress(Progress { done, total });
                    }
                });
            }
        });
        let (so_far, finished) = finished
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        behind = so_far;
        let complete = finished.len() == level.len();
        before.clear();
        for (at, result) in finished {
            let Some((values, result)) = result? else {
                return Ok(None);
            };
            before.insert(level[at].0, values);
            results.push(result);
        }
        if !complete {
            return Ok(None);
        }
    }
    Ok(Some(results))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers below four, twice each number below two, and so on.
    fn levels() -> Vec<Vec<(u32, u64)>> {
        vec![vec![(0, 5), (1, 9)], vec![(2, 1), (3, 7), (4, 7)]]
    }

    fn run(
        threads: usize,
        job: &Job<'_, u32, u32, u32, String>,
    ) -> Result<Option<Vec<u32>>, String> {
        level_by_level(&levels(), threads, &|| true, &|_| (), job)
    }

    #[test]
    fn results_come_in_order_with_the_level_before_at_hand() {
        for threads in 1..4 {
            let results = run(threads, &|class, before| {
                let sum: u32 = before.values().sum();
                Ok(Some((class + 1, 10 * class + sum)))
            });
            assert_eq!(results, Ok(Some(vec![0, 10, 23, 33, 43])));
        }
    }

    #[test]
    fn progress_ends_at_the_total() {
        let last = Mutex::new(0);
        let watch = |step: Progress| {
            assert_eq!(step.total, 29);
            let mut last = last.lock().expect("no panic");
            *last = step.done.max(*last);
        };
        let job: &Job<'_, u32, (), (), ()> = &|_, _| Ok(Some(((), ())));
        level_by_level(&levels(), 2, &|| true, &watch, job).expect("no error");
        assert_eq!(*last.lock().expect("no panic"), 29);
    }

    #[test]
    fn errors_and_stops_end_it() {
        let failed = run(2, &|class, _| match class {
            3 => Err(format!("class {class}")),
            _ => Ok(Some((0, 0))),
        });
        assert_eq!(failed, Err("class 3".to_owned()));
        assert_eq!(
            run(1, &|class, _| Ok((class < 4).then_some((0, 0)))),
            Ok(None)
        );
        let job: &Job<'_, u32, (), (), ()> = &|_, _| Ok(Some(((), ())));
        assert_eq!(
            level_by_level(&levels(), 1, &|| false, &|_| (), job),
            Ok(None)
        );
    }
}
