//! What there is to learn from games: the moves that masters chose, and how
//! the games ended.
//!
//! The methods that learn are [`tabia_kernel::tune`]'s and know nothing of
//! chess. Here positions become rows of features: [`static_choices`] and
//! [`quiescent_choices`] for moves, [`results`] for results,
//! [`taught`] for results softened by a search; [`space`] says
//! which weights there are. A [`Session`] is a tuning from its [`Plan`] to its
//! weights, and [`match_rate`] measures what came of it, with nothing cached.
//! [`EngineTrial`] tunes the options of other engines.

mod choices;
mod duel;
mod export;
mod joint;
mod measure;
mod others;
mod plan;
mod quiescence;
mod results;
mod self_play;
mod session;
mod space;
mod taught;

pub use choices::{quiescent_choices, static_choices};
pub use duel::{GameDuel, ReadThinkingError, Thinking};
pub use export::{to_openbench, to_rust, warnings};
pub use measure::{Depth, match_rate};
pub use others::EngineTrial;
pub use plan::{MethodKind, Plan, UnknownMethod};
pub use quiescence::Quiescence;
pub use results::{Results, is_quiet, results};
pub use self_play::SelfPlay;
pub use session::{Lessons, Session};
pub use space::{player_of, space, weights_of};
pub use taught::{Teacher, taught};
