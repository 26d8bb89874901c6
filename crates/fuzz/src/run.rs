//! Reading damaged inputs, and noticing what goes wrong.

use std::alloc::System;
use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use cap::Cap;
use tabia_kernel::random::Seeded;

use crate::damage::damaged;

/// Counts what is taken.
#[global_allocator]
static MEMORY: Cap<System> = Cap::new(System, usize::MAX);

/// No input of at most 16 KiB may make a reader take more.
const LITTLE: usize = 256 << 20;

/// No input of at most 16 KiB may take longer.
const SOON: Duration = Duration::from_secs(5);
/// Inputs kept because their answers were new.
const KEPT: usize = 1_000;

/// Reads, and answers in words.
type Read = dyn Fn(&[u8]) -> String + Send + Sync;

/// A reader of texts or files, and what it should be able to read.
pub struct Reader {
    pub(crate) name: &'static str,
    samples: Vec<Vec<u8>>,
    read: Box<Read>,
}

impl Reader {
    /// A reader by its name. `read` tells what it answers, in words; samples
    /// are not empty.
    pub fn new(
        name: &'static str,
        samples: Vec<Vec<u8>>,
        read: impl Fn(&[u8]) -> String + Send + Sync + 'static,
    ) -> Reader {
        assert!(!samples.is_empty(), "{name} needs a sample");
        let read = Box::new(read);
        Reader {
            name,
            samples,
            read,
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Inputs that it should read.
    #[must_use]
    pub fn samples(&self) -> &[Vec<u8>] {
        &self.samples
    }

    /// The same with more inputs to begin with.
    #[must_use]
    pub fn with_samples(mut self, more: impl IntoIterator<Item = Vec<u8>>) -> Reader {
        self.samples.extend(more);
        self
    }

    /// What it answers to these bytes.
    ///
    /// # Errors
    ///
    /// If it panics, takes too long or too much memory. Memory is that of the
    /// whole program, so nothing else should go on at the same time.
    pub fn read(&self, bytes: &[u8]) -> Result<String, String> {
        self.read_within(bytes, SOON, LITTLE)
    }

    /// The same with bounds for longer inputs: how long it may take, and how
    /// much memory.
    ///
    /// # Errors
    ///
    /// As [`Reader::read`].
    pub fn read_within(
        &self,
        bytes: &[u8],
        soon: Duration,
        little: usize,
    ) -> Result<String, String> {
        match self.read_once(bytes, soon, little) {
            // The machine may have stood still: a slow input is slow again.
            Err(Harm::Slow(_)) => self.read_once(bytes, soon, little),
            read => read,
        }
        .map_err(|harm| match harm {
            Harm::Slow(long) => format!("takes {long:.1?}"),
            Harm::Other(reason) => reason,
        })
    }

    fn read_once(&self, bytes: &[u8], soon: Duration, little: usize) -> Result<String, Harm> {
        let (before, most) = (MEMORY.allocated(), MEMORY.max_allocated());
        let begun = Instant::now();
        let answer = catch_unwind(AssertUnwindSafe(|| (self.read)(bytes))).map_err(|panic| {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
            Harm::Other(format!("panics: {}", text.unwrap_or_default()))
        })?;
        let (long, peak) = (begun.elapsed(), MEMORY.max_allocated());
        if long > soon {
            return Err(Harm::Slow(long));
        }
        // The most ever taken was taken now, or this input took less.
        if peak > most && peak.saturating_sub(before) > little {
            let mib = (peak - before) >> 20;
            return Err(Harm::Other(format!("takes {mib} MiB")));
        }
        Ok(answer)
    }
}

/// What an input did.
enum Harm {
    Slow(Duration),
    Other(String),
}

/// What came of fuzzing a reader.
#[derive(Debug)]
pub struct Found {
    /// Inputs read.
    pub inputs: u64,
    /// Different answers, numbers and quotations left out.
    pub kinds: usize,
    /// One input for each of them, beyond the samples.
    pub kept: Vec<Vec<u8>>,
    /// The first input that did harm.
    pub failure: Option<Failure>,
}

/// An input that a reader must survive and did not.
#[derive(Debug)]
pub struct Failure {
    /// The input.
    pub input: Vec<u8>,
    /// What happened.
    pub reason: String,
}

/// Lets a reader read `inputs` damaged inputs.
#[must_use]
pub fn fuzz(reader: &Reader, inputs: u64, seed: u64) -> Found {
    let mut random = Seeded::new(seed);
    let mut pool = reader.samples.clone();
    let mut kinds = HashSet::new();
    let mut found = Found {
        inputs: 0,
        kinds: 0,
        kept: Vec::new(),
        failure: None,
    };
    for sample in &reader.samples {
        match reader.read(sample) {
            Ok(answer) => drop(kinds.insert(kind(&answer))),
            Err(reason) => {
                let input = sample.clone();
                found.failure = Some(Failure { input, reason });
                return found;
            }
        }
    }
    while found.inputs < inputs && found.failure.is_none() {
        let input = damaged(&pool, &mut random);
        found.inputs += 1;
        match reader.read(&input) {
            Ok(answer) => {
                if found.kept.len() < KEPT && kinds.insert(kind(&answer)) {
                    pool.push(input.clone());
                    found.kept.push(input);
                }
            }
            Err(reason) => found.failure = Some(Failure { input, reason }),
        }
    }
    found.kinds = kinds.len();
    found
}

/// An answer without what it quotes: digits, anything between quotes and in
/// lists, and all beyond its first hundred letters.
fn kind(answer: &str) -> String {
    let mut kind = String::new();
    let mut quoted = None;
    let mut letters = answer.chars();
    while let Some(letter) = letters.next().filter(|_| kind.len() < 100) {
        match (quoted, letter) {
            // What is escaped ends no quotation.
            (Some(_), '\\') => drop(letters.next()),
            (Some(end), letter) if letter == end => quoted = None,
            (Some(_), _) => {}
            (None, '`' | '"' | '\'') => quoted = Some(letter),
            (None, '[') => quoted = Some(']'),
            (None, letter) if letter.is_ascii_digit() => {}
            (None, letter) => kind.push(letter),
        }
    }
    kind
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader with a fault in a corner: a panic after two right letters.
    fn faulty() -> Reader {
        Reader::new("faulty", vec![b"ab".to_vec()], |bytes| match bytes {
            [b'q', b'z', ..] => panic!("corner"),
            [b'q', ..] => "nearly".to_owned(),
            _ => "no".to_owned(),
        })
    }

    #[test]
    fn a_fault_in_a_corner_is_found() {
        let failure = fuzz(&faulty(), 5_000_000, 1).failure.expect("found");
        assert!(failure.input.starts_with(b"qz"));
        assert_eq!(failure.reason, "panics: corner");
    }

    #[test]
    fn the_same_seed_finds_the_same() {
        let digits = || {
            Reader::new("digits", vec![b"1".to_vec()], |bytes| {
                format!("{:?}", String::from_utf8_lossy(bytes).parse::<i8>())
            })
        };
        let (one, two) = (fuzz(&digits(), 3_000, 7), fuzz(&digits(), 3_000, 7));
        assert_eq!((one.kinds, one.kept), (two.kinds, two.kept));
    }

    #[test]
    fn quotations_are_no_difference() {
        assert_eq!(kind("row 3: `x` is \"odd\""), kind("row 12: `yy` is \"\""));
        assert_eq!(kind(r#"Odd { text: "a\"b" }"#), kind(r#"Odd { text: "" }"#));
        assert_ne!(kind("row 3: too long"), kind("row 3: too short"));
    }
}
