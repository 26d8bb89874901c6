//! Positions and moves as text, as people and programs really write them.

mod epd;
mod fen;
mod moves;

pub use epd::{Epd, Operation, ReadEpdError};
pub use fen::{ReadFenError, read_fen};
pub use moves::{ReadMoveError, read_move, read_moves, write_san, write_uci};
