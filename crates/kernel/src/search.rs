//! Searching a game tree.
//!
//! [`AlphaBeta`] finds the value of a position, up to a depth or to the end.
//! What it knows beyond the rules is a [`Knowledge`], what it remembers a
//! [`Table`], what it may spend a [`Limits`]. Searches know nothing of
//! symmetry: they are handed a [`Folded`](crate::symmetry::Folded) game.
//!
//! Proof-number search, which works on yes/no questions rather than games,
//! and its care for repeated positions (`dfpn`, `ghi`) will join these
//! modules; nothing here is about them.

mod alpha_beta;
mod knowledge;
mod limits;
mod transposition;

pub use alpha_beta::{AlphaBeta, MAX_DEPTH, Report, RootMove, TablePolicy, Wanted};
pub use knowledge::{Knowledge, WinDrawLoss};
pub use limits::{Limits, Stop};
pub use transposition::{Entry, Reach, Table, TableFor};
