//! Ctrl-C: ends long work cleanly, and everything else at once.

use std::process;
use std::sync::Mutex;

use tabia_kernel::search::Stop;

/// The work under way that can be stopped.
static UNDER_WAY: Mutex<Scopes> = Mutex::new(Scopes {
    begun: 0,
    open: Vec::new(),
});

/// Pieces of work, each inside those before it.
struct Scopes {
    /// How many there have been.
    begun: u64,
    /// Those that have not ended, with their numbers.
    open: Vec<(u64, Stop)>,
}

impl Scopes {
    fn begin(&mut self, stop: &Stop) -> u64 {
        self.begun += 1;
        self.open.push((self.begun, stop.clone()));
        self.begun
    }

    fn end(&mut self, number: u64) {
        self.open.retain(|&(other, _)| other != number);
    }

    /// Asks the innermost to stop; `false` if there is none, or if it has been
    /// asked before.
    fn interrupt(&self) -> bool {
        let asked = self.open.last().filter(|(_, stop)| !stop.is_requested());
        asked.is_some_and(|(_, stop)| {
            stop.request();
            true
        })
    }
}

/// Work that Ctrl-C asks to stop. While none is under way, or if it does not
/// stop and Ctrl-C is pressed again, the program ends with exit code 130.
pub(crate) struct Work {
    number: u64,
    stop: Stop,
}

impl Work {
    /// Begins work. A nested one takes over until it ends.
    pub(crate) fn begin() -> Work {
        let stop = Stop::new();
        let number = under_way().begin(&stop);
        Work { number, stop }
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
        under_way().end(self.number);
    }
}

/// Listens for Ctrl-C and SIGTERM from here on.
pub(crate) fn install() {
    let listening = ctrlc::set_handler(|| {
        let heard = under_way().interrupt();
        if !heard {
            eprintln!("interrupted");
            process::exit(130);
        }
    });
    if let Err(error) = listening {
        // The default then holds: Ctrl-C ends the program. Good enough.
        eprintln!("warning: Ctrl-C cannot be handled: {error}");
    }
}

fn under_way() -> std::sync::MutexGuard<'static, Scopes> {
    UNDER_WAY
        .lock()
        .expect("nothing panics while it holds this lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_hears_again_when_what_is_inside_it_has_ended() {
        let mut scopes = Scopes {
            begun: 0,
            open: Vec::new(),
        };
        let [outer, first, second] = [Stop::new(), Stop::new(), Stop::new()];
        assert!(!scopes.interrupt(), "there is nothing to stop");
        let around = scopes.begin(&outer);
        let one = scopes.begin(&first);
        assert!(scopes.interrupt() && first.is_requested() && !outer.is_requested());
        assert!(!scopes.interrupt(), "asked twice, the program ends");
        scopes.end(one);
        assert!(scopes.interrupt() && outer.is_requested());
        // Whatever the order in which they end.
        let inside = scopes.begin(&second);
        scopes.end(around);
        assert!(scopes.interrupt() && second.is_requested());
        scopes.end(inside);
        assert!(!scopes.interrupt() && scopes.open.is_empty());
    }
}
