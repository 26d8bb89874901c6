//! What there is to learn from games: the moves that masters chose, and how
//! the games ended.
//!
//! The methods that learn are [`tabia_kernel::tune`]'s and know nothing of
//! chess. Here positions become rows of features: [`static_choices`] and
//! [`quiescent_choices`] for moves, [`results`] for results; [`space`] says
//! which weights there are, and [`match_rate`] measures what came of it, with
//! nothing cached.

mod choices;
mod duel;
mod measure;
mod quiescence;
mod results;
mod space;

pub use choices::{quiescent_choices, static_choices};
pub use duel::{GameDuel, Thinking};
pub use measure::{Depth, match_rate};
pub use quiescence::Quiescence;
pub use results::{Results, is_quiet, results};
pub use space::{space, weights_of};
