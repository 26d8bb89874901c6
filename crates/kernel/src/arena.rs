//! Players meeting each other: what the results say.
//!
//! Matches, tournaments and ratings will join this module; so far it counts
//! results and tells how sure they are.

mod tally;

pub use tally::{Interval, Tally};
