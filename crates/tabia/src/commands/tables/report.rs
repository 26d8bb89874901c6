//! What building and checking come to.

use std::fs;
use std::io::ErrorKind::{NotADirectory, NotFound};
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde::Serialize;
use tabia_kernel::endgame::{Progress, TableError};

use crate::ending::{Ending, Trouble};
use crate::interrupt::Work;
use crate::{output, progress};

/// What a directory of tables may have to say of a file.
pub(super) trait OfTables: std::error::Error + Send + Sync + Sized + 'static {
    fn file(&self) -> Option<&TableError>;

    /// The same with what to do, if a file is there and not as it should be.
    fn with_remedy(self) -> anyhow::Error {
        match self.file() {
            Some(TableError::Damaged { path, .. } | TableError::Foreign { path, .. }) => {
                let path = path.display();
                let what =
                    format!("{self}; delete {path}, or build with --repair: it is made anew");
                Trouble(what).into()
            }
            _ => self.into(),
        }
    }
}

impl OfTables for tabia_darkchess::DirectoryError {
    fn file(&self) -> Option<&TableError> {
        match self {
            Self::Table(error) => Some(error),
            _ => None,
        }
    }
}

impl OfTables for tabia_dominoes::DirectoryError {
    fn file(&self) -> Option<&TableError> {
        match self {
            Self::Table(error) => Some(error),
            _ => None,
        }
    }
}

impl OfTables for tabia_skat::DirectoryError {
    fn file(&self) -> Option<&TableError> {
        match self {
            Self::Table(error) => Some(error),
            _ => None,
        }
    }
}

/// Says which files were damaged, and will be made anew.
pub(super) fn say_repaired(removed: &[TableError]) {
    for error in removed {
        eprintln!("{error}; it is made anew");
    }
}

/// Work on tables: whether to go on, and whom to tell how far it is.
pub(super) type Watch<'a> = (&'a (dyn Fn() -> bool + Sync), &'a (dyn Fn(Progress) + Sync));

/// Does something that takes long, with a bar, until Ctrl-C.
pub(super) fn watched<T>(
    first: &'static str,
    then: &'static str,
    work_on: impl FnOnce(Watch<'_>) -> T,
) -> T {
    let work = Work::begin();
    let bar = progress::bar(0, first);
    let go_on = || !work.is_interrupted();
    work_on((&go_on, &|step: Progress| {
        bar.stage(0, then, step.done, step.total)
    }))
}

/// The largest number of elements, in rising order, up to which every table is
/// there.
pub(super) fn complete(
    dir: &Path,
    elements: impl IntoIterator<Item = usize>,
    has_all: impl Fn(usize) -> bool,
) -> anyhow::Result<usize> {
    let complete = elements.into_iter().take_while(|&n| has_all(n)).last();
    complete.with_context(|| format!("{} has no complete set of tables", dir.display()))
}

/// A finished build; the keys are a contract.
#[derive(Serialize)]
pub(super) struct Made {
    pub(super) classes: u64,
    pub(super) solved: u64,
    pub(super) positions: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
}

impl Made {
    /// Tells of it; `what` are the classes, such as `structures of up to 9
    /// cards`.
    pub(super) fn report(&self, json: bool, dir: &Path, what: &str) -> anyhow::Result<Ending> {
        if json {
            output::json(self)?;
        } else {
            writeln!(
                output::stdout(),
                "{}: {} {what}, {} of them solved now, {} positions, {} bytes ({})",
                dir.display(),
                output::grouped(self.classes),
                output::grouped(self.solved),
                output::grouped(self.positions),
                output::grouped(self.bytes),
                output::duration(self.seconds)
            )?;
        }
        Ok(Ending::Done)
    }
}

/// Says that a build was interrupted.
pub(super) fn interrupted() -> Ending {
    eprintln!("interrupted: the same command goes on from here");
    Ending::Interrupted
}

/// A finished check; the keys are a contract.
#[derive(Serialize)]
pub(super) struct Verified {
    valid: bool,
    elements: u32,
    positions: u64,
    error: Option<String>,
    seconds: f64,
}

impl Verified {
    /// Checks tables and tells of it: `which`, up to how many elements, and what
    /// those are, such as `cards`. A file that cannot be read is no failed check.
    pub(super) fn by<E: OfTables>(
        verify: impl FnOnce() -> Result<Option<u64>, E>,
        (which, elements, what): (&str, u32, &str),
        json: bool,
    ) -> anyhow::Result<Ending> {
        let start = Instant::now();
        let (positions, error) = match verify() {
            Ok(None) => {
                eprintln!("interrupted: nothing has been decided");
                return Ok(Ending::Interrupted);
            }
            Ok(Some(positions)) => (positions, None),
            Err(error) if matches!(error.file(), Some(TableError::Io { .. })) => {
                return Err(error.into());
            }
            Err(error) => (0, Some(error.with_remedy().to_string())),
        };
        let verified = Verified {
            valid: error.is_none(),
            elements,
            positions,
            error,
            seconds: start.elapsed().as_secs_f64(),
        };
        verified.report(json, which, what)
    }

    fn report(&self, json: bool, which: &str, what: &str) -> anyhow::Result<Ending> {
        if json {
            output::json(self)?;
        } else if let Some(error) = &self.error {
            writeln!(output::stdout(), "Not valid: {error}")?;
        } else {
            writeln!(
                output::stdout(),
                "Valid: {which} tables of up to {} {what}, {} positions up to symmetry ({})",
                self.elements,
                output::grouped(self.positions),
                output::duration(self.seconds)
            )?;
        }
        Ok(match self.valid {
            true => Ending::Done,
            false => Ending::Failed,
        })
    }
}

/// Refuses what is no directory.
pub(super) fn existing(dir: &Path) -> anyhow::Result<&Path> {
    let name = dir.display();
    match fs::read_dir(dir) {
        Ok(_) => Ok(dir),
        Err(error) if matches!(error.kind(), NotFound | NotADirectory) => {
            bail!("{name} is no directory")
        }
        Err(error) => Err(error).with_context(|| format!("cannot read {name}")),
    }
}
