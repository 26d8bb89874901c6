//! Progress on standard error, where a person is looking at it.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar over `total` steps with the time that is left, shown only on a
/// terminal. It vanishes when dropped.
pub(crate) fn bar(total: u64, what: &'static str) -> Progress {
    let template = "{msg} {wide_bar} {human_pos}/{human_len} {elapsed} eta {eta}";
    begin(ProgressBar::new(total), template, what)
}

/// A sign of life where nobody knows how much is left.
pub(crate) fn spinner(what: &'static str) -> Progress {
    begin(ProgressBar::no_length(), "{spinner} {msg} {elapsed}", what)
}

fn begin(bar: ProgressBar, template: &str, what: &'static str) -> Progress {
    let style = ProgressStyle::with_template(template).expect("a template written here");
    let bar = bar.with_style(style).with_message(what);
    bar.enable_steady_tick(Duration::from_millis(200));
    Progress(bar)
}

/// Progress of one piece of work.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    /// `done` steps of the total are behind us.
    pub(crate) fn set(&self, done: u64) {
        self.0.set_position(done);
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
