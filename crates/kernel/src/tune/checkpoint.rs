//! Stopped work on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

use crate::whole;

/// What can go wrong with a checkpoint.
#[derive(Debug, Error)]
pub enum CheckpointError {
    /// The system says no.
    #[error("cannot {what} {}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// It is not a checkpoint of this kind of work.
    #[error("{}: not a checkpoint of this work: {source}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: serde_json::Error,
    },
}

/// Writes `work` to `path`, as JSON, [whole](whole::write).
///
/// # Errors
///
/// When the system refuses.
pub fn save(path: &Path, work: &impl Serialize) -> Result<(), CheckpointError> {
    let text = serde_json::to_vec(work).map_err(io::Error::from);
    let written = text.and_then(|text| whole::write(path, [&text[..], b"\n"].concat()));
    written.map_err(|source| CheckpointError::Io {
        path: path.to_owned(),
        what: "write",
        source,
    })
}

/// Reads what [`save`] wrote; numbers come back to the last bit.
///
/// # Errors
///
/// When the file cannot be read or holds something else.
pub fn load<T: DeserializeOwned>(path: &Path) -> Result<T, CheckpointError> {
    let text = fs::read(path).map_err(|source| CheckpointError::Io {
        path: path.to_owned(),
        what: "read",
        source,
    })?;
    serde_json::from_slice(&text).map_err(|source| CheckpointError::Content {
        path: path.to_owned(),
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    #[test]
    fn numbers_come_back_to_the_last_bit() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let path = directory.path().join("numbers");
        let seed = 3;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let numbers: Vec<f64> = (0..10_000)
            .map(|_| f64::from_bits(random.bits()))
            .filter(|x| x.is_finite())
            .collect();
        save(&path, &numbers).expect("it can be written");
        let back: Vec<f64> = load(&path).expect("it can be read");
        let bits = |v: &[f64]| v.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&back), bits(&numbers));
        assert_eq!(fs::read_dir(directory.path()).expect("it").count(), 1);
    }

    #[test]
    fn errors_name_the_file() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let path = directory.path().join("nothing");
        let error = load::<Vec<f64>>(&path).unwrap_err().to_string();
        assert!(error.contains("nothing"), "{error}");
        fs::write(&path, "{\"a\":1}").expect("a file");
        let error = load::<Vec<f64>>(&path).unwrap_err().to_string();
        assert!(error.contains("not a checkpoint"), "{error}");
    }
}
