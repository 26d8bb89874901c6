//! Damaged inputs for every reader of Tabia.
//!
//! A [`Reader`] has samples, and a function that must come back from any bytes
//! at all: with what it read or with an error, without a panic, soon, and
//! without more memory than the input allows. [`fuzz`] damages samples in all
//! the ways that files and people do. What makes a reader answer as it never
//! has before is kept and damaged further, so that inputs find their way into
//! the corners; answers are told apart by their words, without the numbers and
//! names that they quote.
//!
//! Everything follows from a seed: the same seed finds the same. Inputs worth
//! keeping are in `corpus/`, a directory for each reader: some that lead to
//! different answers, and every one that ever did harm, as `fault-…`. Tests read
//! them all, and fuzzing begins with them.
//!
//! ```
//! use tabia_fuzz::{Reader, fuzz};
//! let digits = Reader::new("digits", vec![b"42".to_vec()], |bytes| {
//!     let text = String::from_utf8_lossy(bytes);
//!     match text.parse::<u8>() {
//!         Ok(_) => "read".to_owned(),
//!         Err(error) => error.to_string(),
//!     }
//! });
//! let found = fuzz(&digits, 10_000, 1);
//! assert!(found.failure.is_none());
//! assert!(found.kinds > 2, "empty, too large, no digit");
//! ```

#![forbid(unsafe_code)]

mod corpus;
mod damage;
mod readers;
mod run;
mod worst;

pub use corpus::{LONGEST_KEPT, corpus, kept};
pub use readers::readers;
pub use run::{Failure, Found, Reader, fuzz};
pub use worst::{Long, worst};
