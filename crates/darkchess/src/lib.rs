//! Chinese Dark Chess: rules, players, material symmetry and endgame tables.
//!
//! [`DarkChess`] is the game once every piece is revealed, which is what tables
//! are about; [`FullPosition`] the game from the start, with pieces face down.
//!
//! ```
//! use tabia_darkchess::{DarkChess, Position};
//! use tabia_kernel::rules::{Game, Notation};
//!
//! // A black bishop beside nothing yet, a white king that hunts it.
//! let mut position: Position = "8/1b6/2K5/8 b 0".parse()?;
//! let step = DarkChess.read_move(&position, "b2-b1")?;
//! DarkChess.play(&mut position, step);
//! assert_eq!(position.to_string(), "8/b7/2K5/8 w 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod after_capture;
mod directory;
mod endgames;
mod equivalence;
mod families;
mod full;
mod game;
mod lanes;
mod layout;
mod links;
mod material;
mod notation;
mod outlook;
mod piece;
mod player;
mod position;
mod scenes;
mod solving;
mod square;

pub use directory::{
    BuildOptions, Built, ClassReport, DirectoryError, Format, Limit, Probe, Progress,
    TableDirectory, TableFile, table_format,
};
pub use endgames::{Class, Endgames, MapError, TooManyElements};
pub use equivalence::{Census, Equivalence, interaction_graph};
pub use full::{
    Action, Deal, End, FullPosition, QUIET_LIMIT, ReadFullError, ReadRecordError, ReadTurnError,
    Record, Turn,
};
pub use game::{DarkChess, Key, Move, Undo};
pub use material::{Material, ReadMaterialError};
pub use notation::{ReadMoveError, ReadPositionError};
pub use outlook::{Foreseen, foresee};
pub use piece::Kind;
pub use player::{Choice, Endings, Level, Player, Rated, ReadLevelError};
pub use position::Position;
pub use solving::Solved;
pub use square::Square;
