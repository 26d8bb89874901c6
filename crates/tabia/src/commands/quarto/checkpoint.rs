//! What a solver has found out, kept beside a file that takes long to make.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use crate::output;

/// Whoever is killed soon after the beginning loses little,
const FIRST: Duration = Duration::from_millis(200);
/// later half a minute.
const LAST: Duration = Duration::from_secs(30);

/// The file `lines.book.checkpoint` for `lines.book`.
pub(super) fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".checkpoint");
    name.into()
}

/// Does work that may be ended at any moment. It begins with what an earlier one
/// `remembered`, as far as `recall` takes it, and now and then, and at the end,
/// its own is kept; whoever has made what he wanted removes the file.
pub(super) fn keeping<T, E: std::fmt::Display>(
    path: &Path,
    recall: impl FnOnce(&[u8]) -> Result<usize, E>,
    remembered: &(dyn Fn() -> Option<Vec<u8>> + Sync),
    work: impl FnOnce() -> T,
) -> T {
    let name = path.display();
    // What was half kept when somebody was killed goes.
    output::try_file(path).ok();
    match fs::read(path).map(|bytes| recall(&bytes)) {
        Ok(Ok(positions)) => {
            let positions = output::grouped(positions as u64);
            eprintln!("going on with {positions} positions of {name}");
        }
        Ok(Err(error)) => eprintln!("{name}: {error}; what it held is found out anew"),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => eprintln!("cannot read {name}: {error}; what it held is found out anew"),
    }
    let keep = || {
        let written = remembered().map_or(Ok(()), |bytes| output::file(path, bytes));
        // It is only a convenience.
        written.inspect_err(|error| eprintln!("{error:#}; an interruption would lose more"))
    };
    thread::scope(|scope| {
        let (end, ended) = mpsc::channel::<()>();
        scope.spawn(move || {
            let mut pause = FIRST;
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) && keep().is_ok() {
                pause = LAST.min(2 * pause);
            }
            // What took less is as soon done again.
            if pause > FIRST {
                keep().ok();
            }
        });
        // Dropped at the end, also of a panic.
        let _end = end;
        work()
    })
}
