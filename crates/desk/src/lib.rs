//! Games in progress, without type parameters, and the list of games.
//!
//! A [`Desk`] plays, rates and shows one game; whoever asks hands over the
//! whole game as text, a [`Line`], so that a desk remembers no games: a link
//! holds all there is, and a thousand open games cost nothing.
//!
//! ```
//! use tabia_desk::{Games, Line, Options, Show};
//! use tabia_kernel::search::Stop;
//!
//! let options = Options { memory_mib: 16, ..Options::default() };
//! let quarto = Games::default().desk("quarto", &options).expect("it is listed");
//! let mut line = Line::read("lines", "", "b a1 3");
//! let turn = quarto.reply(&line, "2", &Stop::new())?.expect("nobody stops it");
//! line.moves.extend(turn);
//! let view = quarto.look(&line, &Show::default(), &Stop::new())?;
//! assert_eq!(view.history.len(), 5);
//! # Ok::<(), tabia_desk::DeskError>(())
//! ```

#![forbid(unsafe_code)]

pub mod builds;
pub mod chess;
pub mod darkchess;
mod desk;
pub mod dominoes;
mod extra;
mod games;
pub mod go;
mod host;
mod idle;
mod kept;
pub mod laws;
pub mod ledger;
mod line;
mod nearest;
pub mod quarto;
mod rows;
pub mod runs;
mod seated;
pub mod session;
mod simple;
pub mod skat;
pub mod statistics;
mod text;
mod view;

use std::sync::Arc;

pub use desk::{About, Desk, DeskError, Level, Parameter, Parameters, Question, Variant};
pub use extra::{Branch, Edit, Extra, Judgement, ProofStep, SetUp, Study, Tool};
pub use games::Games;
pub use host::{Host, Hosted, Scene};
pub use line::Line;
pub use nearest::{nearest, with_nearest};
pub use simple::{NODES_TO_SOLVE, Simple, SimpleHost};
pub use view::{Choice, Details, Over, Played, PlayedRating, Rating, Show, Value, View};

/// What all desks together may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads one search may take.
    pub threads: usize,
    /// Size of one engine's table, in mebibytes. Each desk keeps a few
    /// engines at a time, not one for each player.
    pub memory_mib: usize,
    /// Endgame tables of dark chess, if there are any.
    pub darkchess: Option<Arc<tabia_darkchess::Endings>>,
    /// Directory of chess weights to play with; what pages hand in is kept
    /// there.
    pub weights: Option<std::path::PathBuf>,
}

impl Default for Options {
    /// All processors, 128 MiB.
    fn default() -> Options {
        Options {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: 128,
            darkchess: None,
            weights: None,
        }
    }
}
