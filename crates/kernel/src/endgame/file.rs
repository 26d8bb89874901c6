//! The file of a class: how it is laid out, and how it is written.
//!
//! Numbers are little-endian.
//!
//! ```text
//! magic        8 bytes   "tabiaTB" and the version
//! contents     1 byte    0 values, 1 or 2 distances of that many bytes, 3 bytes
//! label        4 texts   game, rules, equivalence, class: length (1 byte) and UTF-8
//! indices      8 bytes   how many there are
//! block size   4 bytes   of unpacked data; the last block may be shorter
//! blocks       4 bytes   how many there are
//! for each:    4 + 4     bytes in the file, their CRC-32
//! check        4 bytes   CRC-32 of everything so far
//! blocks                 one byte: all of the block is that byte; else zstd
//! check        4 bytes   CRC-32 of everything so far
//! ```
//!
//! Values are packed five to a byte. If all data are one repeated byte, there
//! is a single block, of that byte.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::Trits;
use crate::whole;

pub(super) const MAGIC: [u8; 8] = *b"tabiaTB\x01";

/// Unpacked bytes in a block: small enough to be unpacked for one probe,
/// large enough to compress.
pub(super) const BLOCK: usize = 1 << 14;

/// How hard zstd tries: the last level before it builds search trees for blocks
/// of this size, which takes several times as long and gains a few per cent.
pub(super) const LEVEL: i32 = 8;

/// What the bytes of a file depend on beside what it is about and its contents:
/// programs for which this is the same text write the same file.
#[must_use]
pub fn file_format() -> String {
    let zstd = zstd::zstd_safe::version_number();
    format!(
        "{} in blocks of {BLOCK}, zstd {zstd} at {LEVEL}",
        MAGIC.escape_ascii()
    )
}

/// What a file is about. A reader is told what to expect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The game.
    pub game: String,
    /// Its rules and options.
    pub rules: String,
    /// The equivalence that makes classes, with the numbering of positions as
    /// [`numbered`](Label::numbered) writes it.
    pub equivalence: String,
    /// The class.
    pub class: String,
}

/// Between an equivalence and the version of a numbering.
const NUMBERING: &str = ", numbering ";

impl Label {
    /// An equivalence with the version of a numbering, which goes up whenever
    /// positions get other numbers. A file that names none has the first.
    #[must_use]
    pub fn numbered(equivalence: &str, numbering: u32) -> String {
        format!("{equivalence}{NUMBERING}{numbering}")
    }

    /// Holds a text of a file against the one expected; the error says why it is
    /// another.
    pub(super) fn compare(expected: &str, found: &[u8]) -> Result<(), String> {
        let found = String::from_utf8_lossy(found);
        fn parts(text: &str) -> (&str, &str) {
            text.rsplit_once(NUMBERING).unwrap_or((text, "1"))
        }
        let ((ours, numbering), (theirs, other)) = (parts(expected), parts(&found));
        if ours != theirs {
            return Err(format!("it says {found:?} instead of {expected:?}"));
        }
        if numbering != other {
            return Err(format!(
                "its positions are numbered by version {other}, here by version {numbering}; \
                 delete it and build it again, or use the Tabia that made it"
            ));
        }
        Ok(())
    }

    pub(super) fn texts(&self) -> [&str; 4] {
        [&self.game, &self.rules, &self.equivalence, &self.class]
    }
}

/// What a file holds for each index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Win, draw or loss.
    Values,
    /// The distance of a win or loss.
    Distances,
    /// A byte whose meaning is the game's.
    Bytes,
}

/// What can go wrong with the file of a class.
#[derive(Debug, Error)]
pub enum TableError {
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
    /// It is no table, or not the one expected.
    #[error("{} is not the table expected: {reason}", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It was one.
    #[error("{} is damaged at byte {offset}: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where.
        offset: u64,
        /// In what way.
        reason: &'static str,
    },
}

/// The bytes of a file with the values of a solution.
///
/// # Panics
///
/// If a text of the label is longer than 255 bytes.
#[must_use]
pub fn encode_values(label: &Label, values: &Trits) -> Vec<u8> {
    encode(label, 0, values.len(), values.bytes())
}

/// The bytes of a file with distances, by index. Draws and holes have 0, which
/// means nothing.
///
/// # Panics
///
/// If a text of the label is longer than 255 bytes.
#[must_use]
pub fn encode_distances(label: &Label, distances: &[u16]) -> Vec<u8> {
    let indices = distances.len() as u64;
    if distances
        .iter()
        .all(|&distance| distance <= u16::from(u8::MAX))
    {
        let bytes: Vec<u8> = distances.iter().map(|&distance| distance as u8).collect();
        encode(label, 1, indices, &bytes)
    } else {
        let bytes = distances.iter().flat_map(|distance| distance.to_le_bytes());
        encode(label, 2, indices, &bytes.collect::<Vec<u8>>())
    }
}

/// The bytes of a file with one byte for each index, whose meaning is the
/// game's: points, say.
///
/// # Panics
///
/// If a text of the label is longer than 255 bytes.
#[must_use]
pub fn encode_bytes(label: &Label, bytes: &[u8]) -> Vec<u8> {
    encode(label, 3, bytes.len() as u64, bytes)
}

fn encode(label: &Label, contents: u8, indices: u64, data: &[u8]) -> Vec<u8> {
    let blocks: Vec<Vec<u8>> = match constant(data) {
        Some(byte) => vec![vec![byte]],
        None => {
            let mut packer = zstd::bulk::Compressor::new(LEVEL).expect("a level of zstd");
            let blocks = data.chunks(BLOCK).map(|block| pack(block, &mut packer));
            blocks.collect()
        }
    };
    let mut file = MAGIC.to_vec();
    file.push(contents);
    for text in label.texts() {
        file.push(u8::try_from(text.len()).expect("a label is short"));
        file.extend(text.as_bytes());
    }
    file.extend(indices.to_le_bytes());
    file.extend((BLOCK as u32).to_le_bytes());
    file.extend((blocks.len() as u32).to_le_bytes());
    for block in &blocks {
        file.extend((block.len() as u32).to_le_bytes());
        file.extend(crc32fast::hash(block).to_le_bytes());
    }
    file.extend(crc32fast::hash(&file).to_le_bytes());
    blocks.iter().for_each(|block| file.extend(block));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}

/// The byte that all data are, if there is one.
fn constant(data: &[u8]) -> Option<u8> {
    let (&first, rest) = data.split_first()?;
    rest.iter().all(|&byte| byte == first).then_some(first)
}

fn pack(block: &[u8], packer: &mut zstd::bulk::Compressor<'_>) -> Vec<u8> {
    match constant(block) {
        Some(byte) => vec![byte],
        None => packer.compress(block).expect("memory is not limited"),
    }
}

/// Makes a directory for tables, and those above it, unless they are there.
///
/// # Errors
///
/// If the system refuses.
pub fn make_directory(path: &Path) -> Result<(), TableError> {
    fs::create_dir_all(path).map_err(|source| TableError::Io {
        path: path.to_owned(),
        what: "make the directory",
        source,
    })
}

/// Removes a file that was read whole and is damaged or not the table expected,
/// and says what was wrong with it; nothing if it is sound or not there.
///
/// # Errors
///
/// If it cannot be read, or not be removed.
pub fn remove_damaged<T>(read: Result<T, TableError>) -> Result<Option<TableError>, TableError> {
    match read {
        Ok(_) => Ok(None),
        Err(TableError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error @ TableError::Io { .. }) => Err(error),
        Err(error) => {
            let (TableError::Damaged { path, .. }
            | TableError::Foreign { path, .. }
            | TableError::Io { path, .. }) = &error;
            fs::remove_file(path).map_err(|source| TableError::Io {
                path: path.clone(),
                what: "remove",
                source,
            })?;
            Ok(Some(error))
        }
    }
}

/// Writes a table's file [whole](whole::write).
///
/// # Errors
///
/// If the system refuses; nothing then has the name that had not before.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), TableError> {
    whole::write(path, bytes).map_err(|source| TableError::Io {
        path: path.to_owned(),
        what: "write",
        source,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_without_a_numbering_has_the_first() {
        let [first, second] = [1, 2].map(|n| Label::numbered("swap", n));
        assert_eq!(first, "swap, numbering 1");
        for found in ["swap", &first] {
            assert_eq!(Label::compare(&first, found.as_bytes()), Ok(()));
            let why = Label::compare(&second, found.as_bytes()).unwrap_err();
            assert!(why.contains("version 1, here by version 2"), "{why}");
            assert!(why.contains("delete it and build it again"), "{why}");
        }
        assert_eq!(Label::compare(&second, second.as_bytes()), Ok(()));
        let why = Label::compare(&first, second.as_bytes()).unwrap_err();
        assert!(why.contains("version 2, here by version 1"), "{why}");
        for other in ["swaps", "paper, numbering 1", "", "swap, numbering"] {
            let why = Label::compare(&first, other.as_bytes()).unwrap_err();
            assert!(why.contains(&format!("{other:?} instead of")), "{why}");
        }
    }
}
