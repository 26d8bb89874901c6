//! Commands that would be in each other's way: one stops, or waits for the other.

use std::io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem};
use std::path::Path;

use anyhow::Context as _;
use tabia_kernel::alone::{Alone, BUILDER};
use tabia_kernel::endgame::make_directory;

use crate::ending::Trouble;
use crate::interrupt::Work;

/// Refuses where somebody else is making the same file: they would be in each
/// other's way. The lock beside it goes with what is returned, or with the
/// process.
pub(crate) fn claim(path: &Path) -> anyhow::Result<Option<Alone>> {
    // A pipe or /dev/null is nobody's alone.
    if path.exists() && !path.is_file() {
        return Ok(None);
    }
    let mut lock = path.as_os_str().to_owned();
    lock.push(".lock");
    let lock = Path::new(&lock);
    let claimed = Alone::at(lock);
    match claimed.with_context(|| format!("cannot write {}", lock.display()))? {
        Ok(alone) => Ok(Some(alone)),
        Err(busy) => Err(Trouble(format!(
            "{}: {busy}; wait for its end, or end it and give the command again",
            path.display()
        ))
        .into()),
    }
}

/// Writes into a directory, which is made if it is not there, after whoever does so
/// now; `None` after Ctrl-C.
pub(crate) fn in_turn<T>(
    dir: &Path,
    work_there: impl FnOnce() -> anyhow::Result<Option<T>>,
) -> anyhow::Result<Option<T>> {
    make_directory(dir)?;
    let lock = dir.join(format!("{BUILDER}.partial"));
    let _alone = {
        let work = Work::begin();
        let notice = |busy| eprintln!("{}: {busy}; waiting for its end", dir.display());
        match Alone::after_others(&lock, &|| !work.is_interrupted(), &notice) {
            Ok(None) => return Ok(None),
            Ok(alone) => alone,
            // Nobody writes where nobody may write; but tables may be complete.
            Err(error) if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem) => None,
            Err(error) => {
                return Err(error).with_context(|| format!("cannot write {}", lock.display()));
            }
        }
    };
    work_there()
}
