//! Work in units: done on this machine, or handed to several.
//!
//! A [`Job`] is a list of units ([`Plan`]), each of which makes bytes from its
//! name and from the bytes of units that it needs, and nothing else. So it does
//! not matter where a unit is done, how often, or in which order: the bytes are
//! the same.
//!
//! ```
//! use tabia_jobs::{Inputs, Job, Plan, Problem, Pulse, Shelf, do_here};
//!
//! /// 1 + 2 + … by halves.
//! struct Sum;
//!
//! impl Job for Sum {
//!     fn plan(&self) -> Plan {
//!         let mut plan = Plan::default();
//!         plan.add("low", 1.0, &[]);
//!         plan.add("high", 1.0, &[]);
//!         plan.add("all", 1.0, &["low", "high"]);
//!         plan
//!     }
//!
//!     fn run(&self, unit: &str, inputs: &dyn Inputs, _: &Pulse<'_>) -> Result<Option<Vec<u8>>, Problem> {
//!         let number = |name: &str| Ok::<_, Problem>(inputs.get(name)?[0]);
//!         Ok(Some(vec![match unit {
//!             "low" => (1..=10).sum(),
//!             "high" => (11..=15).sum(),
//!             _ => number("low")? + number("high")?,
//!         }]))
//!     }
//!
//!     fn finish(&self, results: &dyn Inputs, out: &std::path::Path) -> Result<(), Problem> {
//!         let all = results.get("all")?[0].to_string();
//!         std::fs::write(out.join("sum"), all).map_err(|error| Problem(error.to_string()))
//!     }
//! }
//!
//! let place = tempfile::tempdir()?;
//! let shelf = Shelf::open(place.path())?;
//! let done = do_here(&Sum, &shelf, 2, &|| true, &|_| {})?;
//! assert_eq!(done, Some(3));
//! assert_eq!(shelf.get("all")?.as_deref(), Some(&[120][..]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

mod description;
mod here;
mod matches;
pub mod nats;
mod plan;
mod proof;
mod shelf;
mod tables;
mod tuning;
mod version;
mod while_asked;

pub use description::Description;
pub use here::{Failed, Progress, do_here};
pub use matches::{ContestKind, MatchJob, Openings, Player, is_pure};
pub use plan::{Inputs, Job, Plan, Problem, Pulse, Unit};
pub use proof::ProofJob;
pub use shelf::{Shelf, ShelfError};
pub use tables::TablesJob;
pub use tuning::{TuneJob, Tuned};
pub use version::version;
