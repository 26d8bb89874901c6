//! The full game, which begins with every piece face down.
//!
//! The kernel's [`Game`](tabia_kernel::rules::Game) is about complete
//! information; here a flip is decided by a player and its outcome by chance.
//! A player chooses an [`Action`]; together with what chance reveals it is a
//! [`Turn`]. The two sides are colours, White having the capitals, and nobody
//! has one before the first flip: who makes it plays the colour that appears.
//! Turns alternate strictly.

mod deal;
mod notation;
mod position;
mod record;
mod turn;

pub use deal::Deal;
pub use notation::{ReadFullError, ReadTurnError};
pub use position::{End, FullPosition, QUIET_LIMIT};
pub use record::{ReadRecordError, Record};
pub use turn::{Action, Turn};
