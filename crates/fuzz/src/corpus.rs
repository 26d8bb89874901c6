//! Inputs that are kept: one file each, in a directory for each reader.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// No kept input is longer: the repository shall stay small.
pub const LONGEST_KEPT: usize = 2_048;

/// Where inputs are kept, in Tabia's repository.
#[must_use]
pub fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The inputs kept for a reader, by the names of their files; none if there is
/// no directory.
///
/// # Errors
///
/// If a file cannot be read.
pub fn kept(corpus: &Path, reader: &str) -> io::Result<Vec<(String, Vec<u8>)>> {
    let entries = match fs::read_dir(corpus.join(reader)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error),
    };
    let mut inputs = Vec::new();
    for entry in entries {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        inputs.push((name.into_owned(), fs::read(&path)?));
    }
    inputs.sort();
    Ok(inputs)
}
