//! Dominoes for two. With open hands and an empty stock: the rules, a solver, the
//! classes of materials that play alike, and tables of all endings. With hidden
//! hands and a stock: the whole game, and players of it.
//!
//! ```
//! use tabia_dominoes::census;
//!
//! let three = census(3);
//! assert_eq!((three.materials, three.positions), (4_032, 21_168));
//! assert_eq!((three.paper, three.relabelled), (20, 21));
//! ```

#![forbid(unsafe_code)]

mod census;
mod directory;
mod draw_game;
mod endings;
mod game;
mod material;
mod members;
mod party;
mod player;
mod position;
pub mod relabel;
mod solver;
mod tile;
mod tile_graph;

pub use census::{Census, census, paper_representatives, relabelled_classes, won};
pub use directory::{Built, DirectoryError, Probe, TableDirectory};
pub use draw_game::{DrawGame, ReadPartyError};
pub use endings::{Endings, Shape};
pub use game::{Block, Dominoes, Move, ReadMoveError};
pub use material::{Material, ReadMaterialError};
pub use party::{Event, Party, View};
pub use player::{Level, choose, outlook};
pub use position::{Position, ReadPositionError};
pub use solver::{Solution, Solver, outcome};
pub use tile::{Tile, Tiles};
pub use tile_graph::TileGraph;
