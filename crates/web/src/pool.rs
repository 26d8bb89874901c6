//! Work on a bounded number of threads, in lanes that do not delay each other.
//!
//! Looks are short: what a page shows, files to be read. Replies are what
//! somebody waits for, analyses what somebody watches. In each lane every
//! address has its share, work has its time, and it ends when whoever asked
//! goes away.

use std::time::{Duration, Instant};

use serde::Serialize;
use tabia_kernel::search::Stop;
use tokio::sync::oneshot;

use crate::lane::{Asker, Full, Lane, Permit};

/// Threads for engines and files.
pub(crate) struct Pool {
    threads: usize,
    looks: Lane,
    replies: Lane,
    analyses: Lane,
    games: Lane,
    watchers: Lane,
}

/// Replies that may wait for a thread.
pub(crate) const MOST_WAITING: usize = 96;
/// Analyses that may wait for a thread, and pages that may watch files, at a
/// time.
pub(crate) const MOST_STREAMS: usize = 64 + MOST_WATCHERS;
/// Pages that may watch what runs, and those of one address.
const MOST_WATCHERS: usize = 96;
const WATCHERS_SHARE: usize = 48;
/// How long a look may take.
const LOOK_TIME: Duration = Duration::from_secs(10);
/// How long an engine may think about one reply.
const REPLY_TIME: Duration = Duration::from_secs(40);
/// How long an analysis may go on, and how long while others wait.
const ANALYSIS_TIME: Duration = Duration::from_secs(300);
const ANALYSIS_TURN: Duration = Duration::from_secs(20);
/// How often an analysis, waiting or under way, is looked at.
const GLANCE: Duration = Duration::from_millis(250);
/// How long the file of games may let somebody wait, in line or locked.
pub(crate) const LEDGER_TIME: Duration = Duration::from_secs(1);

/// What the threads are doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct Load {
    /// How many replies, and how many analyses, of one address can be worked on
    /// at a time.
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

impl From<Full> for NoResult {
    fn from(_: Full) -> NoResult {
        NoResult::Busy
    }
}

/// Asks for a stop when it is dropped: when whoever asked has gone away.
pub(crate) struct StopOnDrop(pub(crate) Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.request();
    }
}

impl Pool {
    /// As many looks, replies and analyses of one address at a time as there are
    /// threads, and one more of another.
    pub(crate) fn new(threads: usize) -> Pool {
        let threads = threads.max(1);
        let lane = |most, of_one| Lane::new(threads + 1, threads, (most, of_one));
        Pool {
            threads,
            looks: lane(96, 48),
            replies: lane(MOST_WAITING, 48),
            analyses: lane(64, 32),
            // There is one file, and one at a time who reads or writes it.
            games: Lane::new(1, 1, (48, 32)),
            watchers: Lane::new(MOST_WATCHERS, WATCHERS_SHARE, (0, 0)),
        }
    }

    /// Does work that should be short.
    pub(crate) async fn look<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        timed(LOOK_TIME, &self.looks, asker, work).await
    }

    /// Does work for which somebody waits. It is told to stop if they go away
    /// or it takes too long, and should then return soon.
    pub(crate) async fn reply<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        timed(REPLY_TIME, &self.replies, asker, work).await
    }

    /// Asks the file of games. Waiting in line counts.
    pub(crate) async fn games<T: Send + 'static>(
        &self,
        asker: Asker,
        work: impl FnOnce(&Stop) -> T + Send + 'static,
    ) -> Result<T, NoResult> {
        let asked = timed(LEDGER_TIME, &self.games, asker, work);
        let answer = tokio::time::timeout(LEDGER_TIME + LEDGER_TIME / 4, asked).await;
        answer.unwrap_or(Err(NoResult::TooLong))
    }

    /// A place for somebody who watches what runs.
    pub(crate) fn watcher(&self, asker: Asker) -> Result<Permit, NoResult> {
        Ok(self.watchers.enter(asker)?)
    }

    /// A place in the line of analyses.
    pub(crate) fn line_up(&self, asker: Asker) -> Result<oneshot::Receiver<Permit>, NoResult> {
        Ok(self.analyses.join(asker)?)
    }

    /// Does work whose results are watched live, when there is a thread for
    /// it.
    pub(crate) async fn analysis(
        &self,
        asker: Asker,
        mut place: oneshot::Receiver<Permit>,
        stop: Stop,
        work: impl FnOnce(&Stop) + Send + 'static,
    ) {
        let permit = loop {
            match tokio::time::timeout(GLANCE, &mut place).await {
                Ok(Ok(permit)) => break permit,
                Ok(Err(_)) => return,
                Err(_) if stop.is_requested() => return,
                Err(_) => {}
            }
        };
        let begun = Instant::now();
        let until = stop.clone();
        let mut task = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work(&until);
        });
        loop {
            let done = tokio::time::timeout(GLANCE, &mut task).await;
            // A panic in it has been reported; the stream then ends.
            if done.is_ok() {
                return;
            }
            let over = begun.elapsed() >= ANALYSIS_TURN && self.analyses.is_waited_for(asker);
            if over || begun.elapsed() >= ANALYSIS_TIME {
                stop.request();
            }
        }
    }

    /// What is being done.
    pub(crate) fn load(&self) -> Load {
        let (replies, waiting) = self.replies.load();
        let (analyses, more) = self.analyses.load();
        Load {
            threads: self.threads,
            replies,
            waiting,
            analyses,
            streams: analyses + more + self.watchers.load().0,
        }
    }

    /// Refuses new work.
    pub(crate) fn close(&self) {
        for lane in [
            &self.looks,
            &self.replies,
            &self.analyses,
            &self.games,
            &self.watchers,
        ] {
            lane.close();
        }
    }
}

/// Does work when it is its turn, for so long.
async fn timed<T: Send + 'static>(
    time: Duration,
    lane: &Lane,
    asker: Asker,
    work: impl FnOnce(&Stop) -> T + Send + 'static,
) -> Result<T, NoResult> {
    let permit = lane.join(asker)?.await.map_err(|_| NoResult::Busy)?;
    let guard = StopOnDrop(Stop::new());
    let stop = guard.0.clone();
    let task = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        work(&stop)
    });
    match tokio::time::timeout(time, task).await {
        Ok(Ok(result)) => Ok(result),
        Ok(Err(_)) => Err(NoResult::Broken),
        Err(_) => Err(NoResult::TooLong),
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    fn somebody() -> Asker {
        Asker::from(std::net::IpAddr::from(Ipv4Addr::LOCALHOST))
    }

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
            let work = pool.reply(somebody(), move |stop| {
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
                        pool.reply(somebody(), move |_| {
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
    fn an_analysis_ends_by_itself_when_it_is_told_to() {
        runtime().block_on(async {
            let pool = Pool::new(1);
            let stop = Stop::new();
            let place = pool.line_up(somebody()).expect("a place");
            let (begun, has_begun) = oneshot::channel();
            let work = pool.analysis(somebody(), place, stop.clone(), move |stop| {
                begun.send(()).expect("the test listens");
                while !stop.is_requested() {
                    std::thread::sleep(Duration::from_millis(1));
                }
            });
            let stopped = async {
                has_begun.await.expect("it begins");
                assert_eq!(pool.load().analyses, 1);
                stop.request();
            };
            tokio::join!(work, stopped);
            assert_eq!(pool.load().streams, 0);
            pool.close();
            assert_eq!(pool.reply(somebody(), |_| ()).await, Err(NoResult::Busy));
        });
    }
}
