//! The checker of Quarto certificates.
//!
//! # What a certificate claims
//!
//! For some rules and a root position: the value for the side to move is `v`,
//! where +1 is a win, 0 a draw and −1 a loss. The proof is one or two
//! *strategies*. One by which the side to move gets at least `v` (absent if
//! `v` is −1), one by which the other side gets at least −`v` (absent if `v`
//! is +1). Its goal follows: [`Goal::Win`] if `v` is not 0, else
//! [`Goal::Draw`].
//!
//! # The file
//!
//! ```text
//! 8 bytes   "TABIAQC1"
//! one zstd frame, content checksum on, window at most 128 MiB, holding
//!   u8      rules: 0 lines, 1 squares (lines and the nine 2×2 squares),
//!           2 torus (rows, columns, eight wrap-around diagonals; no squares)
//!   u8      properties that count, 1 to 4: the lowest bits of a piece
//!   u8      1 if completing a line loses (misère), else 0
//!   i8      the value claimed for the side to move at the root
//!   u8      1 if the side to move holds a piece, 0 if it has to give one
//!   u64     the root as a word
//!   u8      strategies: 2 if the value is 0, else 1; each
//!     u8      side: 0 the side to move at the root, 1 the other
//!     u8      first leaf, 6 to 12
//!     u8      layers; each
//!       u8      pieces placed, 0 to 11, more than in the layer before
//!       u64     entries; each
//!         LEB128  difference of the word to the one before (the first: to 0)
//!         u8      move: low four bits the cell, high four the piece then given
//! 32 bytes  SHA-256 of all bytes before
//! ```
//!
//! Numbers are little-endian. Words within a layer strictly increase; LEB128
//! numbers use no more bytes than they need. A strategy has at most
//! [`MOST_ENTRIES`] entries.
//!
//! A **word** is a position. Bits 0 to 15 are the occupied cells, row by row
//! from the top left (bit 0 is `a1`, bit 4 `a2`, bit 15 `d4`); bits 16 to 19
//! the piece in hand, 0 if there is none; then come four bits for each occupied
//! cell, in increasing order, from bit 20 on: its piece. Other bits are 0. There
//! is room for 11 pieces.
//!
//! An **entry** is a position with the strategy's side to place the piece in
//! hand, and its move there. It stands for its whole class: the images under
//! permutations of the cells that keep the lines (and squares), permutations of
//! the counted properties, and exchanges of a property's two values. Which
//! member is written does not matter. Positions where that side wins at once
//! need no entry; positions with at least *first leaf* pieces need none either:
//! the checker searches them itself.
//!
//! # What is checked
//!
//! Every entry is a legal position of a game not yet over, and its move is
//! legal. The move is played, then every placement of the opponent, then every
//! piece he may give. Each position this leads to is an immediate win of the
//! strategy's side, or of a class that has an entry, or has at least *first
//! leaf* pieces and a search finds the goal reached. No step on the way loses.
//! The root is treated likewise; a side that has to give a piece at the root
//! needs one that works. As every step adds a piece, the goal is then reached
//! from every entry, by induction from the largest number of pieces down, and
//! so from the root.
//!
//! # What acceptance means
//!
//! The value is the root's, and each strategy in the file reaches its goal;
//! nothing else. A certificate binds its claim, not one way to show it: another
//! move that reaches the goal as well, an entry nobody needs, one in place of
//! another of its class, or a first leaf that leaves more to the search, and a
//! right digest over all that, make another certificate of the same claim, and
//! it is accepted because that claim is true. The digest tells damage; it is no
//! signature and does not say who wrote the file. So no false claim is accepted
//! whatever is edited: an edited move that does not reach the goal leads to a
//! position that is neither won, nor of a class with an entry, nor a leaf where
//! the search finds the goal reached, and is refused by name.
//!
//! # Cost
//!
//! About 2 µs for each entry, and one search for each class of leaves: some
//! 20 µs with 8 pieces placed, 80 with 7 (`lines`, one core). Memory is bounded
//! whatever the file says: at most 17 bytes for each entry of one strategy,
//! 256 MiB for the classes that entries lead to (or what the options say), and
//! the window of the frame.

mod classes;
mod closure;
mod error;
mod file;
mod position;
mod rules;
mod search;

use std::io::{Read, Seek};
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::{ThreadPool, ThreadPoolBuilder};

pub use error::{CheckError, Damage, Fault, Place, Refutation};
pub use file::MOST_ENTRIES;
pub use position::WordError;
pub use rules::{Family, Rules};

/// One of the two sides, as seen from the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side to move at the root.
    Mover,
    /// The other side.
    Other,
}

/// What a strategy promises to its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Not to lose.
    Draw,
    /// To win.
    Win,
}

/// How to check: with how many threads, telling whom, until when.
#[derive(Default)]
pub struct Options<'a> {
    /// Number of threads; 0 means one for each core. Neither the verdict nor
    /// the reason of a refusal depends on it.
    pub threads: usize,
    /// Bytes for the classes that entries lead to; 0 means 256 MiB. With less,
    /// leaves may be searched more than once.
    pub memory: usize,
    /// Setting this makes the check end soon with [`CheckError::Cancelled`].
    pub cancel: Option<&'a AtomicBool>,
    /// Called on the calling thread, several times a second as a rule.
    pub progress: Option<&'a mut dyn FnMut(Progress)>,
}

/// How far a check has got within its present stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Which strategy it is done for, counted from 1; 0 before the first.
    pub strategy: usize,
    /// Units of work done in this stage.
    pub done: u64,
    /// Units of work in this stage.
    pub total: u64,
}

/// A stage of a check; each strategy passes through all but the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Computing the digest; the units are bytes of the file.
    Digest,
    /// Reading entries and finding their classes; the units are entries.
    Reading,
    /// Following the entries' moves and all replies; the units are entries.
    Following,
    /// Searching leaves; the units are classes of positions.
    Searching,
}

/// What a certificate was found to prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The rules it speaks about.
    pub rules: Rules,
    /// The root position as text, such as `0d4.15....96..87/b`.
    pub root: String,
    /// The value proved, for the side to move at the root.
    pub value: i8,
    /// The strategies that prove it.
    pub strategies: Vec<StrategyReport>,
    /// Size of the file.
    pub bytes: u64,
}

/// What one strategy consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrategyReport {
    /// Whose strategy it is.
    pub side: Side,
    /// What it reaches.
    pub goal: Goal,
    /// From how many pieces on positions were searched.
    pub first_leaf: u8,
    /// The layers of entries, by increasing number of pieces.
    pub layers: Vec<LayerReport>,
    /// Classes of leaves searched; one met again after memory ran short is
    /// counted again.
    pub leaves: u64,
}

/// The entries of a strategy with the same number of pieces placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LayerReport {
    /// Pieces placed.
    pub placed: u8,
    /// Entries in the file.
    pub entries: u64,
    /// Classes they stand for.
    pub classes: u64,
}

/// Checks a certificate.
///
/// The file is read twice, from its beginning: for the digest, then for its
/// contents. Format and method are described in the [module](self)'s
/// documentation. The caller should compare rules, root and value of the
/// report with what it wanted proved.
///
/// # Errors
/// [`CheckError::Damaged`] if this is not a whole certificate,
/// [`CheckError::Refuted`] if it is one and proves nothing.
pub fn check(reader: impl Read + Seek, options: Options<'_>) -> Result<Report, CheckError> {
    let mut worker = Worker::new(options)?;
    let mut file = file::Certificate::open(reader, &mut worker)?;
    let claim = file.claim()?;
    let (root, hand) =
        position::decode(claim.root, claim.has_hand).map_err(|reason| Damage::Root {
            word: claim.root,
            reason,
        })?;
    let checker = closure::Checker::new(claim.rules, root, hand);
    checker.root_is_open()?;

    let mut strategies: Vec<StrategyReport> = Vec::new();
    for number in 1..=claim.strategies {
        worker.strategy = number;
        let strategy = file.strategy(number, &claim, &mut worker)?;
        if strategies
            .iter()
            .any(|earlier| earlier.side == strategy.side)
        {
            return Err(Damage::SameSideTwice.into());
        }
        strategies.push(checker.check(strategy, &mut worker)?);
    }
    let bytes = file.finish()?;
    Ok(Report {
        rules: claim.rules,
        root: root.text(hand),
        value: claim.value,
        strategies,
        bytes,
    })
}

/// The threads, and the caller to be told of progress.
struct Worker<'a> {
    pool: ThreadPool,
    options: Options<'a>,
    strategy: usize,
}

impl<'a> Worker<'a> {
    fn new(options: Options<'a>) -> Result<Worker<'a>, CheckError> {
        let pool = ThreadPoolBuilder::new()
            .num_threads(options.threads)
            .build()
            .map_err(std::io::Error::other)?;
        Ok(Worker {
            pool,
            options,
            strategy: 0,
        })
    }

    fn cancel(&self) -> Option<&'a AtomicBool> {
        self.options.cancel
    }

    /// How many classes that entries lead to may be kept.
    fn most_demands(&self) -> usize {
        match self.options.memory {
            0 => (256 << 20) / size_of::<u64>(),
            bytes => bytes / size_of::<u64>(),
        }
    }

    /// Reports progress; to be called between pieces of work.
    fn tell(&mut self, stage: Stage, done: u64, total: u64) -> Result<(), CheckError> {
        if self
            .cancel()
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
        {
            return Err(CheckError::Cancelled);
        }
        let strategy = self.strategy;
        if let Some(progress) = &mut self.options.progress {
            progress(Progress {
                stage,
                strategy,
                done,
                total,
            });
        }
        Ok(())
    }
}
