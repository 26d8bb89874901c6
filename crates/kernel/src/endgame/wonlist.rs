//! A table as a list of what is won.
//!
//! This is the representation of section 5.3 of *Material Symmetry to Partition
//! Endgame Tables*: only the numbers of the positions that one side wins are
//! kept, in order. A position is lost if it is won with colours exchanged, and
//! drawn if neither is in the list. Where a class is its own reverse, both have
//! to be in one list: the game gives the reversed positions numbers after all
//! others.
//!
//! ```text
//! magic        8 bytes   "tabiaWL" and the version
//! label        4 texts   game, rules, equivalence, class: length (1 byte) and UTF-8
//! limit        8 bytes   all numbers are below this
//! count        8 bytes   how many there are
//! blocks       4 bytes   how many there are
//! for each:    8 + 4 + 4 its first number, how many numbers, bytes in the file
//! blocks                 zstd of the distances between numbers, as LEB128
//! check        4 bytes   CRC-32 of everything so far
//! ```

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::file::{LEVEL, Label, TableError};

const MAGIC: [u8; 8] = *b"tabiaWL\x01";

/// Numbers in a block: some 8 kB unpacked.
const NUMBERS: usize = 1 << 13;

/// The bytes of a file with a list of numbers below a limit, in order.
///
/// # Panics
///
/// If a text of the label is longer than 255 bytes, or the numbers are not in
/// order and below the limit.
#[must_use]
pub fn encode_wonlist(label: &Label, limit: u64, numbers: &[u64]) -> Vec<u8> {
    assert!(numbers.is_sorted_by(|a, b| a < b), "numbers in order");
    assert!(numbers.last().is_none_or(|&last| last < limit), "a limit");
    let blocks: Vec<(u64, u32, Vec<u8>)> = numbers
        .chunks(NUMBERS)
        .map(|chunk| {
            let mut deltas = Vec::new();
            for pair in chunk.windows(2) {
                put(&mut deltas, pair[1] - pair[0]);
            }
            let packed = zstd::bulk::compress(&deltas, LEVEL).expect("memory is not limited");
            (chunk[0], chunk.len() as u32, packed)
        })
        .collect();
    let mut file = MAGIC.to_vec();
    for text in label.texts() {
        file.push(u8::try_from(text.len()).expect("a label is short"));
        file.extend(text.as_bytes());
    }
    file.extend(limit.to_le_bytes());
    file.extend((numbers.len() as u64).to_le_bytes());
    file.extend((blocks.len() as u32).to_le_bytes());
    for (first, count, packed) in &blocks {
        file.extend(first.to_le_bytes());
        file.extend(count.to_le_bytes());
        file.extend((packed.len() as u32).to_le_bytes());
    }
    blocks.iter().for_each(|(_, _, packed)| file.extend(packed));
    file.extend(crc32fast::hash(&file).to_le_bytes());
    file
}

/// A number in groups of seven bits, the low ones first.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 128 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A list of won positions, packed in memory.
#[derive(Debug)]
pub struct WonList {
    path: PathBuf,
    bytes: Vec<u8>,
    count: u64,
    blocks: Vec<Block>,
    /// The block unpacked last.
    last: Mutex<Option<(usize, Vec<u64>)>>,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    first: u64,
    count: u32,
    offset: usize,
    len: usize,
}

impl WonList {
    /// Reads a file and checks that it is what is expected.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged or is about something else.
    pub fn open(path: &Path, label: &Label, limit: u64) -> Result<WonList, TableError> {
        let bytes = fs::read(path).map_err(|source| TableError::Io {
            path: path.to_owned(),
            what: "read",
            source,
        })?;
        WonList::new(bytes, path, label, limit)
    }

    /// From the bytes of a file; `path` is for messages.
    ///
    /// # Errors
    ///
    /// If they are damaged or about something else.
    pub fn new(
        bytes: Vec<u8>,
        path: &Path,
        label: &Label,
        limit: u64,
    ) -> Result<WonList, TableError> {
        let damaged = |offset: usize, reason: &'static str| TableError::Damaged {
            path: path.to_owned(),
            offset: offset as u64,
            reason,
        };
        let foreign = |reason: String| TableError::Foreign {
            path: path.to_owned(),
            reason,
        };
        if !bytes.starts_with(&MAGIC) {
            return Err(foreign(
                "it is no list of won positions of this version".to_owned(),
            ));
        }
        let Some((body, sum)) = bytes.split_last_chunk::<4>() else {
            return Err(damaged(bytes.len(), "the file ends too early"));
        };
        if crc32fast::hash(body) != u32::from_le_bytes(*sum) {
            return Err(damaged(body.len(), CHECKSUM));
        }
        // From here on the file is what was written, unless somebody made up
        // the checksum too: still nothing may panic.
        let mut header = Header {
            body,
            at: MAGIC.len(),
        };
        let short = |header: &Header<'_>| damaged(header.at, "the file ends in its header");
        for expected in label.texts() {
            let found = header.text().ok_or_else(|| short(&header))?;
            Label::compare(expected, found).map_err(foreign)?;
        }
        let found_limit = header.u64().ok_or_else(|| short(&header))?;
        if found_limit != limit {
            return Err(foreign(format!(
                "its limit is {found_limit} instead of {limit}"
            )));
        }
        let count = header.u64().ok_or_else(|| short(&header))?;
        let blocks_count = header.u32().ok_or_else(|| short(&header))? as usize;
        if blocks_count > body.len() / 16 {
            return Err(short(&header));
        }
        let mut blocks = Vec::with_capacity(blocks_count);
        let mut offset = header.at + 16 * blocks_count;
        let mut counted = 0;
        for _ in 0..blocks_count {
            let (first, count, len) = header.block().ok_or_else(|| short(&header))?;
            let block = Block {
                first,
                count,
                offset,
                len: len as usize,
            };
            let later = blocks
                .last()
                .is_none_or(|before: &Block| before.first < first);
            if !later || first >= limit || count == 0 || count as usize > NUMBERS {
                return Err(damaged(header.at, "a block makes no sense"));
            }
            offset += block.len;
            counted += u64::from(count);
            blocks.push(block);
        }
        if offset != body.len() || counted != count {
            return Err(damaged(header.at, "the blocks do not fit the file"));
        }
        Ok(WonList {
            path: path.to_owned(),
            count,
            blocks,
            last: Mutex::new(None),
            bytes,
        })
    }

    /// How many numbers there are.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether there is no number.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether a number is in the list.
    ///
    /// # Errors
    ///
    /// If its block is damaged.
    pub fn contains(&self, number: u64) -> Result<bool, TableError> {
        let after = self.blocks.partition_point(|block| block.first <= number);
        let Some(at) = after.checked_sub(1) else {
            return Ok(false);
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(&*last, Some((n, _)) if *n == at) {
            *last = Some((at, self.unpack(at)?));
        }
        let found = last
            .as_ref()
            .is_some_and(|(_, numbers)| numbers.binary_search(&number).is_ok());
        Ok(found)
    }

    /// All numbers, in order.
    ///
    /// # Errors
    ///
    /// If a block is damaged.
    pub fn numbers(&self) -> Result<Vec<u64>, TableError> {
        let mut all = Vec::with_capacity(self.blocks.len() * NUMBERS);
        for at in 0..self.blocks.len() {
            all.extend(self.unpack(at)?);
        }
        Ok(all)
    }

    fn unpack(&self, at: usize) -> Result<Vec<u64>, TableError> {
        let Block {
            first,
            count,
            offset,
            len,
        } = self.blocks[at];
        let damaged = || TableError::Damaged {
            path: self.path.clone(),
            offset: offset as u64,
            reason: "the block cannot be unpacked",
        };
        // No distance takes more than ten bytes.
        let deltas = zstd::bulk::decompress(&self.bytes[offset..offset + len], 10 * NUMBERS)
            .map_err(|_| damaged())?;
        let mut numbers = vec![first];
        let (mut delta, mut shift) = (0u64, 0);
        for byte in deltas {
            delta |= u64::from(byte & 127)
                .checked_shl(shift)
                .ok_or_else(damaged)?;
            shift += 7;
            if byte < 128 {
                let number = numbers
                    .last()
                    .and_then(|&last: &u64| last.checked_add(delta));
                numbers.push(number.ok_or_else(damaged)?);
                (delta, shift) = (0, 0);
            }
        }
        if numbers.len() != count as usize || shift != 0 {
            return Err(damaged());
        }
        Ok(numbers)
    }
}

const CHECKSUM: &str = "the checksum of the file does not match";

/// The part of a file before its blocks.
struct Header<'a> {
    body: &'a [u8],
    at: usize,
}

impl<'a> Header<'a> {
    fn slice(&mut self, len: usize) -> Option<&'a [u8]> {
        let slice = self.body.get(self.at..self.at + len)?;
        self.at += len;
        Some(slice)
    }

    fn text(&mut self) -> Option<&'a [u8]> {
        let len = self.slice(1)?[0];
        self.slice(usize::from(len))
    }

    fn u64(&mut self) -> Option<u64> {
        let bytes = self.slice(8)?;
        Some(u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
    }

    fn u32(&mut self) -> Option<u32> {
        let bytes = self.slice(4)?;
        Some(u32::from_le_bytes(bytes.try_into().expect("four bytes")))
    }

    fn block(&mut self) -> Option<(u64, u32, u32)> {
        Some((self.u64()?, self.u32()?, self.u32()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    fn label() -> Label {
        Label {
            game: "game".to_owned(),
            rules: "rules".to_owned(),
            equivalence: "none".to_owned(),
            class: "class".to_owned(),
        }
    }

    fn read(bytes: Vec<u8>, limit: u64) -> Result<WonList, TableError> {
        WonList::new(bytes, Path::new("test.won"), &label(), limit)
    }

    #[test]
    fn numbers_come_back() {
        let seed = 77;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let limit = 1 << 40;
        for count in [0, 1, 2, 100, NUMBERS, 3 * NUMBERS + 1] {
            let mut numbers: Vec<u64> = (0..count)
                .map(|nth| (nth * 1000 + random.below(1000)) as u64)
                .collect();
            numbers.extend([limit - 200, limit - 1]);
            let list = read(encode_wonlist(&label(), limit, &numbers), limit).expect("whole");
            assert_eq!(list.len(), numbers.len() as u64);
            assert_eq!(list.numbers().expect("whole"), numbers);
            for probe in (0..1000 * count as u64 + 100).step_by(61) {
                let expected = numbers.binary_search(&probe).is_ok();
                assert_eq!(list.contains(probe).expect("whole"), expected, "{probe}");
            }
            assert!(list.contains(limit - 1).expect("whole"));
        }
        let empty = read(encode_wonlist(&label(), limit, &[]), limit).expect("whole");
        assert!(empty.is_empty() && !empty.contains(5).expect("whole"));
    }

    #[test]
    fn every_damage_is_noticed() {
        let numbers: Vec<u64> = (0..500).map(|n| n * n).collect();
        let bytes = encode_wonlist(&label(), 1 << 20, &numbers);
        for bit in 0..8 * bytes.len() {
            let mut damaged = bytes.clone();
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(read(damaged, 1 << 20).is_err(), "bit {bit}");
        }
        for len in 0..bytes.len() {
            assert!(read(bytes[..len].to_vec(), 1 << 20).is_err(), "{len}");
        }
        assert!(read(bytes, 1 << 21).is_err());
    }
}
