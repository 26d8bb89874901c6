//! Ctrl-C: ends long work cleanly, and everything else at once.

use std::process;
use std::sync::Mutex;

use tabia_kernel::search::Stop;

/// The work under way, if it can be stopped.
static UNDER_WAY: Mutex<Option<Stop>> = Mutex::new(None);

/// Work that Ctrl-C asks to stop. While none is under way, or if it does not
/// stop and Ctrl-C is pressed again, the program ends with exit code 130.
pub(crate) struct Work {
    stop: Stop,
}

impl Work {
    /// Begins work. There is one at a time; a nested one takes over until it
    /// ends.
    pub(crate) fn begin() -> Work {
        let stop = Stop::new();
        *under_way() = Some(stop.clone());
        Work { stop }
    }

    /// What the work has to look at.
    pub(crate) fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Whether Ctrl-C has been pressed.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.stop.is_requested()
    }
}

impl Drop for Work {
    fn drop(&mut self) {
        *under_way() = None;
    }
}

/// Listens for Ctrl-C and SIGTERM from here on.
pub(crate) fn install() {
    let listening = ctrlc::set_handler(|| {
        let work = under_way();
        match work.as_ref() {
            Some(stop) if !stop.is_requested() => stop.request(),
            _ => {
                eprintln!("interrupted");
                process::exit(130);
            }
        }
    });
    if let Err(error) = listening {
        // The default then holds: Ctrl-C ends the program. Good enough.
        eprintln!("warning: Ctrl-C cannot be handled: {error}");
    }
}

fn under_way() -> std::sync::MutexGuard<'static, Option<Stop>> {
    UNDER_WAY
        .lock()
        .expect("nothing panics while it holds this lock")
}
