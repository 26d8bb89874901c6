//! Games as text: PGN, read as a stream and written.
//!
//! ```
//! use tabia_chess::pgn::{GameResult, Reader};
//! let text = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Qh5 {why?} Nc6 3. Bc4 Nf6?? 4. Qxf7# 1-0\n";
//! let mut reader = Reader::new(text.as_bytes());
//! let game = reader.next().expect("a game")?;
//! assert_eq!(game.tag("White"), Some("A"));
//! assert_eq!(game.moves.len(), 7);
//! assert_eq!(game.result, Some(GameResult::White));
//! assert!(reader.next().is_none());
//! # Ok::<(), tabia_chess::pgn::PgnError>(())
//! ```

mod lexer;
mod read;
mod sample;
mod source;
mod split;
mod write;

use cozy_chess::{Board, Move};
use serde::{Deserialize, Serialize};

pub use read::{Broken, PgnError, Reader};
pub use sample::{Sample, SampleOptions, Sampler, Samples, Skipped};
pub use source::{OpenError, Sheet, open};
pub use split::{Part, Split, SplitBy};
pub use write::write_game;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GameResult {
    /// White won.
    White,
    /// Nobody did.
    Draw,
    /// Black won.
    Black,
}

impl GameResult {
    /// `1-0`, `1/2-1/2` or `0-1`.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
        }
    }

    /// White's points: 1, ½ or 0.
    #[must_use]
    pub fn points(self) -> f64 {
        match self {
            GameResult::White => 1.0,
            GameResult::Draw => 0.5,
            GameResult::Black => 0.0,
        }
    }
}

/// A game: tags, where it began, the moves of the main line and the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Board,
    /// The moves, all of them legal.
    pub moves: Vec<Move>,
    /// How it ended; `None` for `*` and games without an end.
    pub result: Option<GameResult>,
    /// The line of the file on which it begins, from 1.
    pub line: u64,
}

impl Game {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value.as_str())
    }
}
