//! Players meeting each other: who plays whom, and what the results say.
//!
//! A [`schedule`] lists the games; [`play`] plays one of any
//! [`Game`](crate::rules::Game); a [`Tally`] counts results for one player,
//! [`Pairs`] results of pairs of games from one opening; a [`Sprt`] says when
//! enough have been played, and [`ratings`] puts players on a scale.
//!
//! ```
//! use tabia_kernel::arena::{Pairs, Sprt, Verdict};
//! // Twenty Elo or nothing? Losses, half points, draws, … of 500 pairs.
//! let pairs = Pairs([5, 80, 200, 180, 35]);
//! assert_eq!(Sprt::new(0.0, 20.0).judge(&pairs), Verdict::Better);
//! ```

mod elo;
mod matches;
mod pairs;
mod rating;
pub mod schedule;
mod sprt;
mod tally;

pub use elo::{elo_of_score, score_of_elo};
pub use matches::{Player, play};
pub use pairs::{Pairs, Strength};
pub use rating::{Ended, GameResult, Rated, RatingError, RatingOptions, Ratings, ratings};
pub use sprt::{Sprt, Verdict};
pub use tally::{Interval, Tally};
