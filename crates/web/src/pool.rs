//! Engine work on a bounded number of threads.
//!
//! Whoever wants a reply waits in a line of bounded length; analyses have
//! threads of their own, so that no number of open tabs delays a reply by
//! more than its share of the processors. Work ends when whoever asked goes
//! away.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde::Serialize;
use tabia_kernel::search::Stop;
use tokio::sync::Semaphore;

/// Threads for engines.
pub(crate) struct Pool {
    threads: usize,
    replies: Arc<Semaphore>,
    waiting: AtomicUsize,
    analyses: Arc<Semaphore>,
    streams: Arc<Semaphore>,
}

/// Replies that may wait for a thread.
pub(crate) const MOST_WAITING: usize = 256;
/// Analyses that may be open at a time, working or waiting.
pub(crate) const MOST_STREAMS: usize = 256;
/// How long an engine may think about one reply.
const REPLY_TIME: Duration = Duration::from_secs(40);

/// What the threads are doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Load {
    /// How many replies, and how many analyses, can be worked on at a time.
    pub(crate) threads: usize,
    /// Replies being worked on.
    pub(crate) replies: usize,
    /// Replies waiting for a thread.
    pub(crate) waiting: usize,
    /// Analyses being worked on.
    pub(crate) analyses: usize,
    /// Pages that watch something live.
    pub(crate) streams: usize,
}

/// Why there is no result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoResult {
    /// Too many are waiting already.
    Busy,
    /// It took too long.
    TooLong,
    /// The work panicked, which is a bug.
    Broken,
}

/// Asks for a stop when it is dropped: when whoever asked has gone away.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.request();
    }
}

impl Pool {
    /// As many replies and as many analyses at a time as there are threads.
    pub(crate) fn new(threads: usize) -> Pool {
        let threads = threads.max(1);
        Pool {
            threads,
            replies: Arc::new(Semaphore::new(threads)),
            waiting: AtomicUsize::new(0),
            analyses: Arc::new(Semaphore::new(threads)),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
        }
    }

    /// Does work for which somebody waits. It is told to stop if they go away
    /// or it takes too long, and should then return soon.
    pub(crate) async fn reply<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        let place = Place::take(&self.waiting).ok_or(NoResult::Busy)?;
        let permit = Arc::clone(&self.replies).acquire_owned().await;
        let permit = permit.map_err(|_| NoResult::Busy)?;
        drop(place);
        let guard = StopOnDrop(Stop::new());
        let stop = guard.0.clone();
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&stop)
        });
        match tokio::time::timeout(REPLY_TIME, task).await {
            Ok(Ok(result)) => Ok(result),
            Ok(Err(_)) => Err(NoResult::Broken),
            Err(_) => Err(NoResult::TooLong),
        }
    }

    /// A place for an analysis that is watched live.
    pub(crate) fn stream(&self) -> Result<tokio::sync::OwnedSemaphorePermit, NoResult> {
        let streams = Arc::clone(&self.streams);
        streams.try_acquire_owned().map_err(|_| NoResult::Busy)
    }

    /// Does work whose results are watched live, when there is a thread for
    /// it.
    pub(crate) async fn analysis(&self, stop: Stop, work: impl FnOnce(&Stop) + Send + 'static) {
        let Ok(permit) = Arc::clone(&self.analyses).acquire_owned().await else {
            return;
        };
        if stop.is_requested() {
            return;
        }
        let task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&stop);
        });
        // A panic in it has been reported; the stream then ends.
        let _ = task.await;
    }

    /// What is being done.
    pub(crate) fn load(&self) -> Load {
        let taken = |all: usize, left: &Semaphore| all.saturating_sub(left.available_permits());
        Load {
            threads: self.threads,
            replies: taken(self.threads, &self.replies),
            waiting: self.waiting.load(Ordering::Relaxed),
            analyses: taken(self.threads, &self.analyses),
            streams: taken(MOST_STREAMS, &self.streams),
        }
    }

    /// Refuses new work.
    pub(crate) fn close(&self) {
        self.replies.close();
        self.analyses.close();
        self.streams.close();
    }
}

/// Does work that is short but not instant where it delays nobody else.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, NoResult> {
    let task = tokio::task::spawn_blocking(work);
    task.await.map_err(|_| NoResult::Broken)
}

/// A place in the line.
struct Place<'a>(&'a AtomicUsize);

impl<'a> Place<'a> {
    fn take(waiting: &'a AtomicUsize) -> Option<Place<'a>> {
        if waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
            waiting.fetch_sub(1, Ordering::Relaxed);
            return None;
        }
        Some(Place(waiting))
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread()
            .enable_time()
            .build()
            .expect("a runtime")
    }

    #[test]
    fn work_is_stopped_when_nobody_waits_for_it() {
        let (told, hears) = std::sync::mpsc::channel();
        runtime().block_on(async {
            let pool = Pool::new(1);
            let work = pool.reply(move |stop| {
                while !stop.is_requested() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                told.send(()).expect("the test listens");
            });
            let gone = tokio::time::timeout(Duration::from_millis(20), work).await;
            assert!(gone.is_err(), "it goes on until it is stopped");
        });
        hears.recv_timeout(Duration::from_secs(5)).expect("stopped");
    }

    #[test]
    fn no_more_work_than_threads_at_a_time() {
        let most = Arc::new(AtomicUsize::new(0));
        let now = Arc::new(AtomicUsize::new(0));
        runtime().block_on(async {
            let pool = Arc::new(Pool::new(2));
            let tasks: Vec<_> = (0..20)
                .map(|_| {
                    let (pool, most, now) =
                        (Arc::clone(&pool), Arc::clone(&most), Arc::clone(&now));
                    tokio::spawn(async move {
                        pool.reply(move |_| {
                            most.fetch_max(
                                now.fetch_add(1, Ordering::SeqCst) + 1,
                                Ordering::SeqCst,
                            );
                            std::thread::sleep(Duration::from_millis(2));
                            now.fetch_sub(1, Ordering::SeqCst);
                        })
                        .await
                    })
                })
                .collect();
            for task in tasks {
                assert_eq!(task.await.expect("no panic"), Ok(()));
            }
        });
        assert!(most.load(Ordering::SeqCst) <= 2);
    }

    #[test]
    fn the_line_has_an_end() {
        let waiting = AtomicUsize::new(MOST_WAITING);
        assert!(Place::take(&waiting).is_none());
        assert_eq!(waiting.load(Ordering::Relaxed), MOST_WAITING);
    }
}
