//! Results on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest as _, Sha256};
use tabia_kernel::whole;

use crate::plan::{Inputs, Problem};

/// A directory with a file for each unit that is done.
///
/// A file appears whole or not at all, whenever the writer is ended, and says
/// itself whether it is as it was written.
#[derive(Clone, Debug)]
pub struct Shelf {
    path: PathBuf,
}

/// What may happen to a shelf.
#[derive(Debug, thiserror::Error)]
pub enum ShelfError {
    /// The system refused.
    #[error("cannot {what} {}: {source}", path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// Why not.
        source: io::Error,
    },
    /// A file is not as it was written.
    #[error("{} is damaged; remove it, and its unit is done again", .0.display())]
    Damaged(PathBuf),
}

/// Bytes of the checksum that each file begins with.
const SUM: usize = 32;

impl Shelf {
    /// The shelf in a directory, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// If it cannot be made.
    pub fn open(path: &Path) -> Result<Shelf, ShelfError> {
        fs::create_dir_all(path).map_err(|source| ShelfError::Io {
            path: path.to_owned(),
            what: "make",
            source,
        })?;
        Ok(Shelf {
            path: path.to_owned(),
        })
    }

    fn file(&self, unit: &str) -> PathBuf {
        self.path.join(format!("{unit}.unit"))
    }

    /// Whether a unit is done.
    #[must_use]
    pub fn has(&self, unit: &str) -> bool {
        self.file(unit).exists()
    }

    /// What a unit made; `None` if it is not done.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub fn get(&self, unit: &str) -> Result<Option<Vec<u8>>, ShelfError> {
        let path = self.file(unit);
        let mut bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(source) => {
                return Err(ShelfError::Io {
                    path,
                    what: "read",
                    source,
                });
            }
        };
        match bytes.split_first_chunk::<SUM>() {
            Some((sum, rest)) if *sum == checksum(rest) => {
                bytes.drain(..SUM);
                Ok(Some(bytes))
            }
            _ => Err(ShelfError::Damaged(path)),
        }
    }

    /// Keeps what a unit made.
    ///
    /// # Errors
    ///
    /// If the system refuses; the unit is then not done.
    pub fn put(&self, unit: &str, bytes: &[u8]) -> Result<(), ShelfError> {
        let path = self.file(unit);
        let mut file = Vec::with_capacity(SUM + bytes.len());
        file.extend(checksum(bytes));
        file.extend(bytes);
        whole::write(&path, &file).map_err(|source| ShelfError::Io {
            path,
            what: "write",
            source,
        })
    }
}

impl Inputs for Shelf {
    fn get(&self, unit: &str) -> Result<Vec<u8>, Problem> {
        match Shelf::get(self, unit) {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(Problem(format!("unit {unit} is not done yet"))),
            Err(error) => Err(Problem(error.to_string())),
        }
    }
}

/// What tells one content from another.
pub(crate) fn checksum(bytes: &[u8]) -> [u8; SUM] {
    Sha256::digest(bytes).into()
}
