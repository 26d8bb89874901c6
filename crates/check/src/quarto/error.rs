//! Why a certificate was refused.

use std::fmt;
use std::io;

use super::position::WordError;

/// Why no report could be given.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The file could not be read, or threads could not be started.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a whole certificate.
    #[error("not a whole certificate: {0}")]
    Damaged(#[from] Damage),
    /// The file is a whole certificate, and its proof is wrong.
    #[error("the certificate proves nothing: {0}")]
    Refuted(#[from] Refutation),
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
}

/// Where in a file: strategy and entry are counted from 1, a layer is named by
/// its number of pieces placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which strategy.
    pub strategy: usize,
    /// Pieces placed in the positions of the layer.
    pub layer: u8,
    /// Which entry of the layer.
    pub entry: u64,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Place {
            strategy,
            layer,
            entry,
        } = self;
        write!(
            f,
            "strategy {strategy}, layer of {layer} placed, entry {entry}"
        )
    }
}

/// How a file differs from a certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The first eight bytes are not those of a certificate.
    #[error("it does not begin with TABIAQC1")]
    Magic,
    /// The digest does not fit the bytes before it.
    #[error("the SHA-256 digest at its end does not fit its {0} bytes")]
    Digest(u64),
    /// The file was written to while it was read.
    #[error("it changed while it was read")]
    Changed,
    /// The compressed frame cannot be read.
    #[error("its zstd frame cannot be read: {0}")]
    Frame(String),
    /// The compressed frame lacks the content checksum.
    #[error("its zstd frame carries no checksum of the content")]
    NoChecksum,
    /// The contents end too early.
    #[error("its contents end within {0}")]
    EndsWithin(String),
    /// Something follows the contents.
    #[error("bytes follow {0}")]
    Trailing(&'static str),
    /// A number in the header or at the head of a strategy or layer is not one
    /// of those allowed there.
    #[error("{what} is {found}, not {allowed}")]
    Number {
        /// What the number says.
        what: String,
        /// The number.
        found: i128,
        /// What it may be.
        allowed: String,
    },
    /// The root is no position.
    #[error("the root {word:#x} is no position: {reason}")]
    Root {
        /// The root's word.
        word: u64,
        /// What is wrong with it.
        reason: WordError,
    },
    /// Both strategies are for one side.
    #[error("both strategies are for the same side")]
    SameSideTwice,
    /// A difference between words is 0, too large, or written too long.
    #[error("{0}: its difference to the word before is 0, too large, or written too long")]
    Delta(Place),
    /// An entry's word is no position.
    #[error("{place}: {word:#x} is no position: {reason}")]
    Word {
        /// Where it is.
        place: Place,
        /// The word.
        word: u64,
        /// What is wrong with it.
        reason: WordError,
    },
    /// An entry's position does not have as many pieces as its layer says.
    #[error("{place}: {position} does not belong in this layer")]
    Layer {
        /// Where it is.
        place: Place,
        /// The position.
        position: String,
    },
}

/// Where the proof is wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refutation {
    /// At an entry.
    #[error("{place}: in {position}, {fault}")]
    Entry {
        /// Where it is.
        place: Place,
        /// The entry's position.
        position: String,
        /// What is wrong with it.
        fault: Fault,
    },
    /// The game is over at the root.
    #[error("at the root {0}, the game is over")]
    RootOver(String),
    /// At the root.
    #[error("strategy {strategy}: at the root {position}, {fault}")]
    Root {
        /// Which strategy, counted from 1.
        strategy: usize,
        /// The root.
        position: String,
        /// What is wrong with it.
        fault: Fault,
    },
}

/// What is wrong at a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A line is complete.
    #[error("the game is over: a line is complete")]
    Over,
    /// The move puts the piece on an occupied cell.
    #[error("the move's cell {0} is occupied")]
    Occupied(String),
    /// The move gives a piece that is no longer there.
    #[error("the move gives piece {0:x}, which is on the board or in hand")]
    Gone(u8),
    /// The move itself loses, lines being forbidden.
    #[error("the move completes a line on {0}, which loses")]
    LosesAtOnce(String),
    /// The opponent wins with the piece he is given.
    #[error("the piece given, {piece:x}, lets the opponent win at once on {cell}")]
    OpponentWins {
        /// The piece given.
        piece: u8,
        /// Where the opponent completes a line.
        cell: String,
    },
    /// Play leads to a position that has no entry and is no leaf.
    #[error("play leads to {0}, whose class has no entry")]
    Uncovered(String),
    /// Play leads to a leaf where the goal is missed.
    #[error("play leads to {0}, where the search finds the goal missed")]
    Missed(String),
    /// No piece that the strategy's side could give leads to its goal.
    #[error("no piece to give leads to the goal; for the first, {0}")]
    NoGive(Box<Fault>),
}
