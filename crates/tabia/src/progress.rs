//! Progress on standard error, where a person is looking at it.

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::output;

/// How often the display moves.
const EVERY: Duration = Duration::from_millis(200);

/// A bar over `total` steps with the time that is left, shown only on a
/// terminal. It vanishes when dropped.
pub(crate) fn bar(total: u64, what: &'static str) -> Progress {
    let template = "{msg} {wide_bar} {human_pos}/{human_len} {elapsed}{left}";
    begin(ProgressBar::new(total), template, what)
}

/// A sign of life where nobody knows how much is left.
pub(crate) fn spinner(what: &'static str) -> Progress {
    begin(ProgressBar::no_length(), "{spinner} {msg} {elapsed}", what)
}

fn begin(bar: ProgressBar, template: &str, what: &'static str) -> Progress {
    let style = ProgressStyle::with_template(template)
        .expect("a template written here")
        // Before anything is done nothing is known of the rest.
        .with_key("left", |state: &ProgressState, out: &mut dyn fmt::Write| {
            if state.pos() > 0 {
                write!(out, " eta {:#}", HumanDuration(state.eta())).ok();
            }
        });
    let bar = bar.with_style(style).with_message(what);
    bar.enable_steady_tick(EVERY);
    Progress(bar)
}

/// Progress of one piece of work.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// `done` steps of the total are behind us.
    pub(crate) fn set(&self, done: u64) {
        self.0.set_position(done);
    }

    /// The same bar where so many steps were done before: the time that is left
    /// is that of the others.
    pub(crate) fn after(self, done: u64) -> Progress {
        self.0.set_position(done);
        self.0.reset_eta();
        self
    }

    /// A round is done, and this is what to say of it: beside the bar, and where
    /// there is none as a line of its own.
    pub(crate) fn round(&self, done: u64, what: &str) {
        self.0.set_position(done);
        match self.0.is_hidden() {
            true => eprintln!("{what}"),
            false => self.0.set_message(what.to_owned()),
        }
    }

    /// The work has entered a stage, or got on within it, of one of several
    /// parts counted from 1. The time that is left is that of the stage.
    pub(crate) fn stage(&self, part: usize, what: &str, done: u64, total: u64) {
        let message = match part {
            0 => what.to_owned(),
            _ => format!("{part}: {what}"),
        };
        if self.0.message() != message {
            self.0.set_message(message);
            self.0.reset_eta();
        }
        self.0.set_length(total);
        self.0.set_position(done);
    }

    /// Prints results, which must not run into a bar on the same terminal.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.0.suspend(print)
    }

    /// Changes the text.
    pub(crate) fn say(&self, message: String) {
        self.0.set_message(message);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

/// Runs `work` under a spinner that tells how many nodes have been visited.
pub(crate) fn watch<T>(
    what: &'static str,
    nodes: &(dyn Fn() -> u64 + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let spinner = spinner(what);
    let (done, wait) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let spinner = &spinner;
        scope.spawn(move || {
            // Ends when `done` is dropped, also by a panic in `work`.
            let start = Instant::now();
            let before = nodes();
            while wait.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let visited = nodes() - before;
                let speed = visited as f64 / start.elapsed().as_secs_f64();
                spinner.say(format!(
                    "{what}: {} nodes, {} a second",
                    output::grouped(visited),
                    output::grouped(speed as u64)
                ));
            }
        });
        let result = work();
        drop(done);
        result
    })
}
