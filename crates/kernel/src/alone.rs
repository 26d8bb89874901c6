//! One process at a time: a lock that dies with its process, and says whose it is.

use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// The lock in a directory where tables are built. It is under way as long as it
/// is there, like other files of this ending.
pub const BUILDER: &str = "build";

/// Held by the only process that works at something. Its file goes with it; one
/// that a killed process left locks nobody out.
#[derive(Debug)]
pub struct Alone {
    path: PathBuf,
    /// Locked while it is open.
    _file: File,
}

/// Somebody else works at it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Busy {
    /// Their process, as far as it is told.
    pub process: Option<u32>,
    /// For how long they have.
    pub since: Duration,
}

impl fmt::Display for Busy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.process {
            Some(process) => write!(f, "process {process}")?,
            None => write!(f, "another process")?,
        }
        write!(f, " has been at work there for {} s", self.since.as_secs())
    }
}

impl Alone {
    /// Takes the lock in the file of this name, unless somebody has it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn at(path: &Path) -> io::Result<Result<Alone, Busy>> {
        loop {
            let mut options = OpenOptions::new();
            let options = options.read(true).write(true).create(true).truncate(false);
            let mut file = options.open(path)?;
            // Where nothing can be locked, everybody is trusted to be alone.
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Ok(Err(Busy::read(&mut file)));
            }
            // Whoever had it may have removed it between opening and locking.
            if is_at(&file, path) {
                // Who it is matters less than that it is taken.
                file.set_len(0).ok();
                writeln!(file, "{}", std::process::id()).ok();
                return Ok(Ok(Alone {
                    path: path.to_owned(),
                    _file: file,
                }));
            }
        }
    }

    /// The same, but waits for it as long as `go_on` says yes; `None` if it says
    /// no. `notice` hears once who is waited for.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn after_others(
        path: &Path,
        go_on: &dyn Fn() -> bool,
        notice: &dyn Fn(Busy),
    ) -> io::Result<Option<Alone>> {
        let mut is_told = false;
        while go_on() {
            match Alone::at(path)? {
                Ok(alone) => return Ok(Some(alone)),
                Err(_) if is_told => {}
                Err(busy) => {
                    notice(busy);
                    is_told = true;
                }
            }
            thread::sleep(Duration::from_millis(50));
        }
        Ok(None)
    }
}

impl Drop for Alone {
    fn drop(&mut self) {
        // While it is locked: the file of this name is ours.
        fs::remove_file(&self.path).ok();
    }
}

impl Busy {
    fn read(file: &mut File) -> Busy {
        let mut text = String::new();
        // Whoever has just locked it is about to say who he is.
        for _ in 0..20 {
            file.read_to_string(&mut text).ok();
            if text.ends_with('\n') {
                break;
            }
            thread::sleep(Duration::from_millis(10));
        }
        let begun = file.metadata().and_then(|about| about.modified());
        let since = begun.ok().and_then(|begun| begun.elapsed().ok());
        Busy {
            process: text.trim().parse().ok(),
            since: since.unwrap_or_default(),
        }
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let place = |about: fs::Metadata| (about.dev(), about.ino());
    match (file.metadata(), fs::metadata(path)) {
        (Ok(ours), Ok(there)) => place(ours) == place(there),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn the_second_hears_who_is_at_work_and_comes_after() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("lock");
        // What a killed process left.
        fs::write(&path, "a long text that is no number").expect("room");
        let first = Alone::at(&path).expect("room").expect("free");
        let busy = Alone::at(&path).expect("room").expect_err("taken");
        assert_eq!(busy.process, Some(std::process::id()));
        assert!(busy.since < Duration::from_secs(60), "{busy}");
        let waited = Alone::after_others(&path, &|| false, &|_| {});
        assert!(waited.expect("room").is_none());
        drop(first);
        assert!(!path.exists());
        Alone::at(&path).expect("room").expect("free");
    }

    #[test]
    fn one_at_a_time_however_many_come() {
        let place = tempfile::tempdir().expect("a directory");
        let path = place.path().join("lock");
        let inside = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    for _ in 0..50 {
                        // Without the pauses of those who wait, to hit the gaps.
                        let _alone = loop {
                            if let Ok(alone) = Alone::at(&path).expect("room") {
                                break alone;
                            }
                        };
                        assert_eq!(inside.fetch_add(1, Ordering::SeqCst), 0);
                        thread::yield_now();
                        inside.fetch_sub(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert!(!path.exists());
    }
}
