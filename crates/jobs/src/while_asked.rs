//! Work that looks at a [`Stop`], for those who are asked by a [`Pulse`].

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use tabia_chess::search::STACK;
use tabia_kernel::search::Stop;

use crate::plan::Pulse;

/// How often is asked.
const EVERY: Duration = Duration::from_millis(50);

/// Does `work` on another thread until it ends; meanwhile tells `pulse` how far
/// it is, and requests the stop when that says no.
pub(crate) fn while_asked<T: Send>(
    pulse: &Pulse<'_>,
    share: &(dyn Fn() -> f64 + Sync),
    work: impl FnOnce(&Stop) -> T + Send,
) -> T {
    let stop = Stop::new();
    let (end, ended) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let work = || {
            // Dropped at the end, also of a panic.
            let _end = end;
            work(&stop)
        };
        let worker = thread.spawn_scoped(scope, work);
        let worker = worker.expect("there are threads");
        while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            if !pulse(share()) {
                stop.request();
            }
        }
        match worker.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_no_stops_the_work() {
        let stopped = while_asked(&|_| false, &|| 0.5, |stop| {
            while !stop.is_requested() {
                thread::sleep(Duration::from_millis(1));
            }
            7
        });
        assert_eq!(stopped, 7);
        assert_eq!(while_asked(&|_| true, &|| 0.0, |_| 8), 8);
    }
}
