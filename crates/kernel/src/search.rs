//! Searching a game tree.
//!
//! [`AlphaBeta`] finds the value of a position, up to a depth or to the end.
//! What it knows beyond the rules is a [`Knowledge`], what it remembers a
//! [`Table`], what it may spend a [`Limits`]. Searches know nothing of
//! symmetry: they are handed a [`Folded`](crate::symmetry::Folded) game. A
//! [`Solver`] is such a search with its table, for exact values and distances.
//!
//! [`Dfpn`] answers yes/no questions, each a [`Problem`]: proof-number search,
//! exact also where positions repeat.

mod alpha_beta;
mod dfpn;
mod ghi;
mod knowledge;
mod limits;
mod solver;
mod transposition;

pub use alpha_beta::{AlphaBeta, MAX_DEPTH, Report, RootMove, TablePolicy, Wanted};
pub use dfpn::{AtLeast, Dfpn, Outcome, Problem, ProofReport, Step, Verdict};
pub use knowledge::{Knowledge, WinDrawLoss};
pub use limits::{Limits, Stop};
pub use solver::{Solution, Solver, brute_force};
pub use transposition::{Entry, Reach, Table, TableFor};
