//! Reading the file of a class without trusting it.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use super::Index;
use super::file::{BLOCK, Contents, Label, MAGIC, TableError};
use super::trits::{PER_BYTE, Trits, digit};
use crate::rules::Score;

/// Blocks kept unpacked: 1 MiB.
const CACHED: usize = 64;

/// Bytes read at once while a header lasts.
const CHUNK: usize = 1 << 12;

/// The file of a class, open for probing.
///
/// Opening checks all but the blocks, and each block is checked when it is
/// unpacked; the last few stay in memory. A file that was damaged, cut or is
/// about something else gives an error that names file and offset, never a
/// wrong value.
#[derive(Debug)]
pub struct TableReader<R = File> {
    path: PathBuf,
    input: Mutex<Input<R>>,
    contents: u8,
    indices: u64,
    /// Bytes of unpacked data.
    unpacked: u64,
    blocks: Vec<Block>,
    /// Where the blocks end.
    end: u64,
}

#[derive(Debug)]
struct Input<R> {
    file: R,
    /// Unpacked blocks with their numbers, each at its number modulo
    /// [`CACHED`].
    cache: Vec<Option<(usize, Vec<u8>)>>,
}

thread_local! {
    /// What zstd needs. Making it takes as long as unpacking a block, and it is
    /// larger than many a table: one for all readers of a thread.
    static UNPACKER: RefCell<zstd::bulk::Decompressor<'static>> =
        RefCell::new(zstd::bulk::Decompressor::new().expect("memory is not limited"));
}

#[derive(Clone, Copy, Debug)]
struct Block {
    offset: u64,
    len: u32,
    sum: u32,
}

impl TableReader<File> {
    /// Opens a file and checks that it is what is expected.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged or is about something else.
    pub fn open(
        path: &Path,
        label: &Label,
        contents: Contents,
        indices: u64,
    ) -> Result<TableReader, TableError> {
        let file = File::open(path).map_err(|source| TableError::Io {
            path: path.to_owned(),
            what: "open",
            source,
        })?;
        TableReader::new(file, path, label, contents, indices)
    }
}

impl<R: Read + Seek> TableReader<R> {
    /// Reads from anything; `path` is for messages.
    ///
    /// # Errors
    ///
    /// If it cannot be read, is damaged or is about something else.
    pub fn new(
        file: R,
        path: &Path,
        label: &Label,
        contents: Contents,
        indices: u64,
    ) -> Result<TableReader<R>, TableError> {
        let mut header = Header {
            file,
            path,
            read: Vec::new(),
            at: 0,
        };
        let len = header.file.seek(SeekFrom::End(0));
        let len = len.map_err(|source| header.io(source))?;
        let rewound = header.file.seek(SeekFrom::Start(0));
        rewound.map_err(|source| header.io(source))?;

        // 1. Is it a table at all?
        let (kind, texts) = header.beginning()?;
        let found_indices = u64::from_le_bytes(header.take()?);
        let block = u32::from_le_bytes(header.take()?);
        let count = u32::from_le_bytes(header.take()?);

        // 2. Its directory, once it is clear that the file has room for it.
        let room = len.saturating_sub(header.at as u64);
        if u64::from(count) * 8 > room {
            return Err(header.damaged("the directory does not fit in the file"));
        }
        let directory = header.bytes(8 * count as usize)?;
        let word = |bytes: &[u8]| u32::from_le_bytes(bytes.try_into().expect("four bytes"));
        let sizes: Vec<(u32, u32)> = directory
            .chunks_exact(8)
            .map(|entry| (word(&entry[..4]), word(&entry[4..])))
            .collect();
        let sum = crc32fast::hash(&header.read[..header.at]);
        if u32::from_le_bytes(header.take()?) != sum {
            return Err(header.damaged("the checksum of the header does not match"));
        }

        // 3. From here on the header is what was written: is it the right one?
        for (found, expected) in texts.iter().zip(label.texts()) {
            Label::compare(expected, found).map_err(|reason| header.foreign(reason))?;
        }
        let right_kind = match contents {
            Contents::Values => kind == 0,
            Contents::Distances => matches!(kind, 1 | 2),
            Contents::Bytes => kind == 3,
        };
        if !right_kind {
            return Err(header.foreign(format!("it does not hold {contents:?}")));
        }
        if found_indices != indices {
            return Err(header.foreign(format!(
                "it has {found_indices} indices instead of {indices}"
            )));
        }
        let unpacked = match kind {
            0 => indices.div_ceil(PER_BYTE),
            3 => indices,
            width => indices * u64::from(width),
        };
        let whole = unpacked.div_ceil(BLOCK as u64);
        let one = sizes.len() == 1 && sizes[0].0 == 1;
        if block as usize != BLOCK || !(one || sizes.len() as u64 == whole) {
            return Err(header.foreign("its blocks do not fit its indices".to_owned()));
        }
        let mut end = header.at as u64;
        let mut blocks = Vec::with_capacity(sizes.len());
        for (len, sum) in sizes {
            blocks.push(Block {
                offset: end,
                len,
                sum,
            });
            end += u64::from(len);
        }
        if len != end + 4 {
            return Err(TableError::Damaged {
                path: path.to_owned(),
                offset: len.min(end + 4),
                reason: if len < end + 4 {
                    "the file ends too early"
                } else {
                    "the file goes on after its end"
                },
            });
        }
        Ok(TableReader {
            path: path.to_owned(),
            input: Mutex::new(Input {
                file: header.file,
                cache: (0..CACHED).map(|_| None).collect(),
            }),
            contents: kind,
            indices,
            unpacked,
            blocks,
            end,
        })
    }

    /// The value with this index for the side to move.
    ///
    /// # Errors
    ///
    /// If its block cannot be read or is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such index, or the file holds distances.
    pub fn value(&self, i: Index) -> Result<Score, TableError> {
        assert!(i.0 < self.indices, "no index {}", i.0);
        assert_eq!(self.contents, 0, "a file of values");
        let at = i.0 / PER_BYTE;
        let [byte] = self.data(at)?;
        digit(byte, i).ok_or_else(|| self.damaged(self.number(at), NO_VALUES))
    }

    /// The distance with this index; of draws it means nothing.
    ///
    /// # Errors
    ///
    /// If its block cannot be read or is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such index, or the file holds values.
    pub fn distance(&self, i: Index) -> Result<u16, TableError> {
        assert!(i.0 < self.indices, "no index {}", i.0);
        assert!(matches!(self.contents, 1 | 2), "a file of distances");
        // Blocks have an even size: no distance is cut in two.
        match self.contents {
            1 => self.data(i.0).map(|[low]| u16::from(low)),
            _ => self.data(2 * i.0).map(u16::from_le_bytes),
        }
    }

    /// The byte with this index.
    ///
    /// # Errors
    ///
    /// If its block cannot be read or is damaged.
    ///
    /// # Panics
    ///
    /// If there is no such index, or the file holds something else.
    pub fn byte(&self, i: Index) -> Result<u8, TableError> {
        assert!(i.0 < self.indices, "no index {}", i.0);
        assert_eq!(self.contents, 3, "a file of bytes");
        self.data(i.0).map(|[byte]| byte)
    }

    /// All bytes at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged anywhere.
    pub fn bytes(&self) -> Result<Vec<u8>, TableError> {
        assert_eq!(self.contents, 3, "a file of bytes");
        self.all()
    }

    /// All values at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged anywhere.
    pub fn values(&self) -> Result<Trits, TableError> {
        assert_eq!(self.contents, 0, "a file of values");
        let data = self.all()?;
        Trits::from_bytes(self.indices, data).ok_or_else(|| self.damaged(0, NO_VALUES))
    }

    /// All distances at once.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged anywhere.
    pub fn distances(&self) -> Result<Vec<u16>, TableError> {
        assert!(matches!(self.contents, 1 | 2), "a file of distances");
        let data = self.all()?;
        Ok(match self.contents {
            1 => data.into_iter().map(u16::from).collect(),
            _ => data
                .chunks_exact(2)
                .map(|pair| u16::from_le_bytes([pair[0], pair[1]]))
                .collect(),
        })
    }

    /// All data, after the checksum of the whole file.
    fn all(&self) -> Result<Vec<u8>, TableError> {
        let mut raw = Vec::new();
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        let read = input.file.seek(SeekFrom::Start(0));
        read.and_then(|_| input.file.read_to_end(&mut raw))
            .map_err(|source| self.io(source))?;
        let whole = raw.len() as u64 == self.end + 4;
        let body = self.end as usize;
        if !whole || crc32fast::hash(&raw[..body]).to_le_bytes() != raw[body..] {
            return Err(TableError::Damaged {
                path: self.path.clone(),
                offset: self.end,
                reason: "the checksum of the file does not match",
            });
        }
        if self.is_constant() {
            return Ok(vec![
                raw[self.blocks[0].offset as usize];
                self.unpacked as usize
            ]);
        }
        let mut data = Vec::with_capacity(self.unpacked as usize);
        for (number, block) in self.blocks.iter().enumerate() {
            let start = block.offset as usize;
            let raw = &raw[start..start + block.len as usize];
            data.extend(self.unpack(number, raw)?);
        }
        Ok(data)
    }

    /// Whether one byte stands for all data.
    fn is_constant(&self) -> bool {
        self.blocks.len() == 1 && self.blocks[0].len == 1
    }

    /// The block that byte `at` of the data is in.
    fn number(&self, at: u64) -> usize {
        if self.is_constant() {
            0
        } else {
            (at / BLOCK as u64) as usize
        }
    }

    /// The data from byte `at` on, which are in one block.
    #[inline]
    fn data<const N: usize>(&self, at: u64) -> Result<[u8; N], TableError> {
        let number = self.number(at);
        let place = at as usize % BLOCK;
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(&input.cache[number % CACHED], Some((n, _)) if *n == number) {
            self.load(&mut input, number)?;
        }
        let Some((_, block)) = &input.cache[number % CACHED] else {
            unreachable!("the block has been loaded");
        };
        Ok(block[place..place + N].try_into().expect("N bytes"))
    }

    /// Reads a block into the cache.
    #[cold]
    fn load(&self, input: &mut Input<R>, number: usize) -> Result<(), TableError> {
        let Block { offset, len, .. } = self.blocks[number];
        let mut raw = vec![0; len as usize];
        let read = input.file.seek(SeekFrom::Start(offset));
        read.and_then(|_| input.file.read_exact(&mut raw))
            .map_err(|source| self.io(source))?;
        let block = self.unpack(number, &raw)?;
        input.cache[number % CACHED] = Some((number, block));
        Ok(())
    }

    /// Checks and unpacks a block.
    fn unpack(&self, number: usize, raw: &[u8]) -> Result<Vec<u8>, TableError> {
        if crc32fast::hash(raw) != self.blocks[number].sum {
            return Err(self.damaged(number, "the checksum of the block does not match"));
        }
        let before = number as u64 * BLOCK as u64;
        // A byte that stands for everything does so for every block.
        let len = self.unpacked.saturating_sub(before).min(BLOCK as u64) as usize;
        let data = match raw {
            [byte] => vec![*byte; len],
            _ => UNPACKER
                .with_borrow_mut(|unpacker| unpacker.decompress(raw, len))
                .map_err(|_| self.damaged(number, "the block cannot be unpacked"))?,
        };
        if data.len() != len {
            return Err(self.damaged(number, "the block has the wrong size"));
        }
        Ok(data)
    }

    fn damaged(&self, block: usize, reason: &'static str) -> TableError {
        TableError::Damaged {
            path: self.path.clone(),
            offset: self.blocks[block].offset,
            reason,
        }
    }

    fn io(&self, source: io::Error) -> TableError {
        TableError::Io {
            path: self.path.clone(),
            what: "read",
            source,
        }
    }
}

const NO_VALUES: &str = "a byte does not hold five values";

/// The part of a file before its blocks, while it is read.
struct Header<'a, R> {
    file: R,
    path: &'a Path,
    /// What has been read so far, and how much of it has been used.
    read: Vec<u8>,
    at: usize,
}

impl<R: Read> Header<'_, R> {
    fn bytes(&mut self, len: usize) -> Result<Vec<u8>, TableError> {
        while self.read.len() < self.at + len {
            let missing = self.at + len - self.read.len();
            let before = self.read.len();
            let chunk = self.file.by_ref().take(missing.max(CHUNK) as u64);
            let more = { chunk }.read_to_end(&mut self.read);
            more.map_err(|error| self.io(error))?;
            if self.read.len() == before {
                return Err(self.damaged("the file ends in its header"));
            }
        }
        self.at += len;
        Ok(self.read[self.at - len..self.at].to_vec())
    }

    /// Magic, kind of contents and the texts of the label.
    fn beginning(&mut self) -> Result<(u8, [Vec<u8>; 4]), TableError> {
        if self.take::<8>()? != MAGIC {
            return Err(self.foreign("it is no table of endgames of this version".to_owned()));
        }
        let [kind] = self.take()?;
        let mut texts = [const { Vec::new() }; 4];
        for text in &mut texts {
            let [len] = self.take()?;
            *text = self.bytes(usize::from(len))?;
        }
        Ok((kind, texts))
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], TableError> {
        let bytes = self.bytes(N)?;
        Ok(bytes.try_into().expect("bytes of this number"))
    }

    fn io(&self, source: io::Error) -> TableError {
        TableError::Io {
            path: self.path.to_owned(),
            what: "read",
            source,
        }
    }

    fn foreign(&self, reason: String) -> TableError {
        TableError::Foreign {
            path: self.path.to_owned(),
            reason,
        }
    }

    fn damaged(&self, reason: &'static str) -> TableError {
        TableError::Damaged {
            path: self.path.to_owned(),
            offset: self.at as u64,
            reason,
        }
    }
}
