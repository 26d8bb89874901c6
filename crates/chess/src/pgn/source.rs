//! Files of games, packed or not.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use thiserror::Error;

/// A file that cannot be opened.
#[derive(Debug, Error)]
#[error("cannot read {}: {source}", path.display())]
pub struct OpenError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub source: io::Error,
}

/// Opens a text file; one that ends in `.zst` is unpacked on the way.
///
/// # Errors
///
/// When it cannot be opened.
pub fn open(path: &Path) -> Result<Box<dyn Read + Send>, OpenError> {
    let error = |source| OpenError {
        path: path.to_owned(),
        source,
    };
    let file = File::open(path).map_err(error)?;
    match path.extension().is_some_and(|extension| extension == "zst") {
        true => Ok(Box::new(
            zstd::stream::read::Decoder::new(file).map_err(error)?,
        )),
        false => Ok(Box::new(file)),
    }
}
