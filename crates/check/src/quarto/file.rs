//! Reading a certificate: digest, frame, header, entries.
//!
//! Nothing here trusts the file. Counts are compared with limits before memory
//! is reserved, and the frame is unpacked as it is read.

use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Take};

use sha2::{Digest, Sha256};

use super::error::{CheckError, Damage, Place};
use super::position::MOST_IN_WORD;
use super::rules::{Family, Rules};
use super::{Goal, Side, Stage, Worker};

/// Most entries a strategy may have.
pub const MOST_ENTRIES: u64 = 1 << 24;

/// Fewest pieces on a leaf: fewer would make the checker search for hours.
const FEWEST_ON_LEAF: u8 = 6;
/// Most pieces that first leaf may say; entries have fewer.
const MOST_ON_FIRST_LEAF: u8 = MOST_IN_WORD as u8 + 1;

const MAGIC: &[u8; 8] = b"TABIAQC1";
const DIGEST_BYTES: u64 = 32;
/// 128 MiB, the largest window that zstd's own levels use.
const MOST_WINDOW_LOG: u32 = 27;

/// The header's contents.
pub(super) struct Claim {
    pub(super) rules: Rules,
    pub(super) value: i8,
    pub(super) has_hand: bool,
    pub(super) root: u64,
    pub(super) strategies: usize,
}

/// A strategy as it stands in the file.
pub(super) struct Strategy {
    pub(super) number: usize,
    pub(super) side: Side,
    pub(super) goal: Goal,
    pub(super) first_leaf: u8,
    pub(super) layers: Vec<Layer>,
}

/// The entries with the same number of pieces placed.
pub(super) struct Layer {
    pub(super) placed: u8,
    /// The positions, strictly increasing.
    pub(super) words: Vec<u64>,
    /// The move of each position.
    pub(super) moves: Vec<u8>,
}

/// An open certificate whose digest has been found right.
pub(super) struct Certificate<R: Read> {
    contents: Contents<R>,
    bytes: u64,
    digest: [u8; 32],
}

type Contents<R> = BufReader<zstd::Decoder<'static, BufReader<Digesting<Take<R>>>>>;

/// A reader that computes the digest of all that passes through.
struct Digesting<R> {
    inner: R,
    digest: Sha256,
}

impl<R: Read> Read for Digesting<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        self.digest.update(&buffer[..length]);
        Ok(length)
    }
}

impl<R: Read + Seek> Certificate<R> {
    /// Verifies the digest, then starts to read again at the frame.
    pub(super) fn open(mut reader: R, worker: &mut Worker<'_>) -> Result<Self, CheckError> {
        let bytes = reader.seek(SeekFrom::End(0))?;
        reader.rewind()?;
        let mut magic = [0; MAGIC.len()];
        let wanted = bytes.min(MAGIC.len() as u64) as usize;
        reader.read_exact(&mut magic[..wanted])?;
        if magic != *MAGIC {
            return Err(Damage::Magic.into());
        }
        let body = bytes
            .checked_sub(MAGIC.len() as u64 + DIGEST_BYTES)
            .ok_or(Damage::Digest(bytes))?;

        let mut digest = Sha256::new_with_prefix(MAGIC);
        let mut chunk = vec![0; 1 << 16];
        let mut left = body;
        while left > 0 {
            worker.tell(Stage::Digest, body - left, body)?;
            let length = left.min(chunk.len() as u64) as usize;
            reader.read_exact(&mut chunk[..length])?;
            digest.update(&chunk[..length]);
            left -= length as u64;
        }
        let digest: [u8; 32] = digest.finalize().into();
        let mut written = [0; 32];
        reader.read_exact(&mut written)?;
        if digest != written {
            return Err(Damage::Digest(bytes).into());
        }

        reader.seek(SeekFrom::Start(MAGIC.len() as u64))?;
        let mut frame = BufReader::with_capacity(
            1 << 16,
            Digesting {
                inner: reader.take(body),
                digest: Sha256::new_with_prefix(MAGIC),
            },
        );
        // Bit 2 of the byte after the frame's own magic: the content checksum.
        match frame.fill_buf()? {
            [0x28, 0xb5, 0x2f, 0xfd, descriptor, ..] if descriptor & 4 == 0 => {
                return Err(Damage::NoChecksum.into());
            }
            [0x28, 0xb5, 0x2f, 0xfd, ..] => {}
            _ => return Err(Damage::Frame("it does not begin as one".into()).into()),
        }
        let mut decoder = zstd::Decoder::with_buffer(frame)?.single_frame();
        decoder.window_log_max(MOST_WINDOW_LOG)?;
        Ok(Certificate {
            contents: BufReader::with_capacity(1 << 16, decoder),
            bytes,
            digest,
        })
    }

    /// Reads the header.
    pub(super) fn claim(&mut self) -> Result<Claim, CheckError> {
        let family = match self.number("the rules' number", 0..=2)? {
            0 => Family::Lines,
            1 => Family::Squares,
            _ => Family::Torus,
        };
        let properties = self.number("the number of properties", 1..=4)?;
        let misere = self.number("the misère byte", 0..=1)? == 1;
        let [value] = self.array("the header")?;
        let value = value as i8;
        in_range("the value", value.into(), -1..=1)?;
        let has_hand = self.number("the byte that tells of a hand", 0..=1)? == 1;
        let root = u64::from_le_bytes(self.array("the header")?);
        let expected = if value == 0 { 2 } else { 1 };
        let strategies = self.number("the number of strategies", expected..=expected)?;
        Ok(Claim {
            rules: Rules {
                family,
                properties,
                misere,
            },
            value,
            has_hand,
            root,
            strategies: strategies.into(),
        })
    }

    /// Reads the next strategy, the `number`-th.
    pub(super) fn strategy(
        &mut self,
        number: usize,
        claim: &Claim,
        worker: &mut Worker<'_>,
    ) -> Result<Strategy, CheckError> {
        let name = |what: &str| format!("strategy {number}: {what}");
        // A won or lost root is proved by the winner's strategy alone.
        let (goal, sides) = match claim.value {
            0 => (Goal::Draw, 0..=1),
            1 => (Goal::Win, 0..=0),
            _ => (Goal::Win, 1..=1),
        };
        let side = match self.number(&name("its side"), sides)? {
            0 => Side::Mover,
            _ => Side::Other,
        };
        let first_leaf =
            self.number(&name("its first leaf"), FEWEST_ON_LEAF..=MOST_ON_FIRST_LEAF)?;
        let most_layers = MOST_IN_WORD as u8 + 1;
        let count = self.number(&name("its number of layers"), 0..=most_layers)?;
        let mut layers: Vec<Layer> = Vec::new();
        let mut room = MOST_ENTRIES;
        for _ in 0..count {
            let least = layers.last().map_or(0, |layer| layer.placed + 1);
            let placed = self.number(&name("its next layer"), least..=MOST_IN_WORD as u8)?;
            let what = name(&format!("the number of entries with {placed} placed"));
            let entries = u64::from_le_bytes(self.array(&what)?);
            in_range(&what, entries.into(), 0..=room.into())?;
            room -= entries;
            layers.push(self.layer(number, placed, entries, worker)?);
        }
        Ok(Strategy {
            number,
            side,
            goal,
            first_leaf,
            layers,
        })
    }

    fn layer(
        &mut self,
        strategy: usize,
        placed: u8,
        entries: u64,
        worker: &mut Worker<'_>,
    ) -> Result<Layer, CheckError> {
        let mut words = Vec::with_capacity(entries as usize);
        let mut moves = Vec::with_capacity(entries as usize);
        let mut last: Option<u64> = None;
        for entry in 1..=entries {
            if entry % (1 << 16) == 1 {
                worker.tell(Stage::Reading, entry - 1, entries)?;
            }
            let place = Place {
                strategy,
                layer: placed,
                entry,
            };
            let delta = self.leb128(place)?;
            let word = match last {
                None => delta,
                Some(last) if delta > 0 => last.checked_add(delta).ok_or(Damage::Delta(place))?,
                Some(_) => return Err(Damage::Delta(place).into()),
            };
            last = Some(word);
            words.push(word);
            let [chosen] = self.bytes_at(place)?;
            moves.push(chosen);
        }
        Ok(Layer {
            placed,
            words,
            moves,
        })
    }

    /// Makes sure that nothing follows, and that the bytes read were those
    /// whose digest was right. Returns the size of the file.
    pub(super) fn finish(mut self) -> Result<u64, CheckError> {
        if !self.contents.fill_buf().map_err(broken_frame)?.is_empty() {
            return Err(Damage::Trailing("the last strategy").into());
        }
        let mut frame = self.contents.into_inner().finish();
        if !frame.fill_buf()?.is_empty() {
            return Err(Damage::Trailing("the zstd frame").into());
        }
        let digest: [u8; 32] = frame.into_inner().digest.finalize().into();
        if digest != self.digest {
            return Err(Damage::Changed.into());
        }
        Ok(self.bytes)
    }

    fn leb128(&mut self, place: Place) -> Result<u64, CheckError> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let [byte] = self.bytes_at(place)?;
            let bits = u64::from(byte & 127);
            let too_large = bits << shift >> shift != bits;
            let too_long = shift > 0 && byte == 0;
            if too_large || too_long {
                return Err(Damage::Delta(place).into());
            }
            number |= bits << shift;
            if byte < 128 {
                return Ok(number);
            }
        }
        Err(Damage::Delta(place).into())
    }

    fn number(
        &mut self,
        what: &str,
        allowed: std::ops::RangeInclusive<u8>,
    ) -> Result<u8, CheckError> {
        let [byte] = self.array(what)?;
        in_range(
            what,
            byte.into(),
            (*allowed.start()).into()..=(*allowed.end()).into(),
        )?;
        Ok(byte)
    }

    fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], CheckError> {
        self.bytes(|| what.to_owned())
    }

    fn bytes_at<const N: usize>(&mut self, place: Place) -> Result<[u8; N], CheckError> {
        self.bytes(|| place.to_string())
    }

    fn bytes<const N: usize>(&mut self, what: impl Fn() -> String) -> Result<[u8; N], CheckError> {
        let mut bytes = [0; N];
        self.contents
            .read_exact(&mut bytes)
            .map_err(|error| match error.kind() {
                io::ErrorKind::UnexpectedEof => Damage::EndsWithin(what()).into(),
                _ => broken_frame(error),
            })?;
        Ok(bytes)
    }
}

fn in_range(
    what: &str,
    found: i128,
    allowed: std::ops::RangeInclusive<i128>,
) -> Result<(), Damage> {
    if allowed.contains(&found) {
        return Ok(());
    }
    let (least, most) = allowed.into_inner();
    let allowed = if least == most {
        least.to_string()
    } else {
        format!("{least} to {most}")
    };
    Err(Damage::Number {
        what: what.to_owned(),
        found,
        allowed,
    })
}

/// zstd reports what is wrong with a frame as an error of kind `Other`; what
/// the reader below it reports keeps its kind.
fn broken_frame(error: io::Error) -> CheckError {
    match error.kind() {
        io::ErrorKind::Other | io::ErrorKind::UnexpectedEof | io::ErrorKind::InvalidData => {
            Damage::Frame(error.to_string()).into()
        }
        _ => error.into(),
    }
}
