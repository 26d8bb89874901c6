//! Games between engines: openings, clocks, a referee, many at once.

mod control;
mod openings;
mod record;
mod referee;
mod runner;

pub use control::{Control, ReadControlError};
pub use openings::{Opening, OpeningsError, random_openings, read_openings};
pub(crate) use openings::{balanced_opening, random_moves};
pub use record::{RECORD, Record};
pub use referee::{Adjudication, Played, Termination, play_game};
pub use runner::{Bench, Finished, Task, run};
