//! Finding good weights, knowing nothing of what they weigh.
//!
//! There are two kinds of method. Those that only need to compare players put
//! a field of them to a [`Trial`] in every round: the evolutionary algorithm
//! with a [`History`] ([`Evolution`]), [`Differential`] evolution, [`Cma`] and
//! [`Spsa`]; a [`Run`] steps them and keeps the log. Those that need a
//! gradient descend an [`Objective`] over rows of features: the [`Logistic`]
//! error of game results (Texel's tuning) and the [`Matching`] of choices,
//! with [`Adam`] or [`Lbfgs`].
//!
//! All of them are plain data that can be written down and read back
//! ([`checkpoint`]): a resumed run is the same run to the last bit, on any
//! number of threads.
//!
//! ```
//! use tabia_kernel::tune::{Lbfgs, Logistic, Objective as _, Rows};
//! // Three games: results 1, 0, 1; one feature tells them apart.
//! let mut rows = Rows::new(1);
//! for difference in [2.0, -2.0, 2.0] {
//!     rows.push([(0, difference)]);
//! }
//! let error = Logistic::new(rows, vec![1.0, 0.0, 1.0], 0.01);
//! let mut descent = Lbfgs::new(&error, vec![0.0], vec![(-100.0, 100.0)]);
//! let first = descent.value();
//! while descent.step(&error) {}
//! assert!(descent.value() < first / 10.0);
//! ```

mod adam;
mod anchored;
pub mod checkpoint;
mod choices;
mod cma;
mod collinear;
mod differential;
mod eigen;
mod evolve;
mod history;
mod lbfgs;
mod logistic;
mod matching;
mod method;
mod objective;
pub mod openbench;
mod rows;
mod space;
mod spsa;
#[cfg(test)]
mod testing;
mod tournament;
mod trial;

pub use adam::{Adam, AdamOptions};
pub use anchored::Anchored;
pub use choices::{Choices, MoveMatch, Ties};
pub use cma::{Cma, CmaOptions};
pub use collinear::{Dependence, dependences};
pub use differential::{Differential, DifferentialOptions};
pub use evolve::{Evolution, EvolutionOptions, Mutation, Precedence};
pub use history::{History, HistoryOptions, Veteran};
pub use lbfgs::Lbfgs;
pub use logistic::Logistic;
pub use matching::Matching;
pub use method::{AnyMethod, Entry, Method, Run};
pub use objective::Objective;
pub use rows::Rows;
pub use space::{Parameter, Space, SpaceError};
pub use spsa::{Spsa, SpsaOptions, SpsaStep};
pub use tournament::{Duel, Meeting, Tournament};
pub use trial::{Evidence, Round, Trial};
