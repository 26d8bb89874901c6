//! Skat: the play of the cards under the International Skat Order. With open
//! hands: a solver for any deal, and tables of all endings of three tricks. With
//! hidden hands: rounds, and players of them.
//!
//! ```
//! use tabia_kernel::rules::Game;
//! use tabia_skat::{Deal, Skat};
//!
//! let deal = Deal::read("CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2")?;
//! let mut cards = Vec::new();
//! Skat.moves(&deal, &mut cards);
//! assert_eq!(cards.len(), 3);
//! # Ok::<(), tabia_skat::ReadDealError>(())
//! ```

#![forbid(unsafe_code)]

mod announce;
mod card;
mod contract;
mod deal;
mod dealing;
mod directory;
mod endings;
mod game;
mod layout;
mod material;
mod memory;
mod outcomes;
mod player;
mod ranks;
mod round;
mod rows;
mod solver;
mod structure;
mod text;

pub use card::{Card, Cards, Rank, Suit};
pub use contract::{Colour, Contract, Kind};
pub use deal::{Deal, DealError, Seat};
pub use directory::{Built, DirectoryError, Probe, TableDirectory};
pub use endings::Endings;
pub use game::{IllegalCard, ReadMoveError, Skat};
pub use material::{Census, Keeping, census, interaction_graph};
pub use memory::Tables;
pub use player::{Level, Player, play_out};
pub use round::{ENOUGH, Round, RoundResult, View};
pub use solver::{Solution, Solver, Worth};
pub use structure::Structure;
pub use text::{Place, ReadDealError};
