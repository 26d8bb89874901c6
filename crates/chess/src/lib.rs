//! Chess: an engine whose evaluation is linear in its weights, so that it can
//! be tuned and explained.
//!
//! ```
//! use tabia_chess::eval::{Profile, Weights};
//!
//! let board = "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1".parse()?;
//! let weights = Weights::shipped(Profile::Seed38);
//! let trace = Profile::Seed38.trace(&board);
//! assert!(trace.terms().iter().any(|term| term.feature == 0 && term.coefficient == 2));
//! assert!(trace.score(&weights) > 0, "two pawns more");
//! # Ok::<(), cozy_chess::FenParseError>(())
//! ```

// The table's memory and instructions of newer processors are the exceptions.
#![deny(unsafe_code)]

pub mod bench;
pub mod contest;
pub mod engines;
pub mod eval;
mod exchange;
mod game;
pub mod perft;
pub mod pgn;
mod position;
mod score;
pub mod search;
pub mod suite;
mod table;
pub mod text;
pub mod tune;
pub mod uci;

pub use game::{Chess, ReadPositionError};
pub use position::{End, Position, legal_moves};
pub use score::{MAX_PLY, Value};
