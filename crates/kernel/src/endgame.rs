//! Endgame tables: the value of every position of a class, by retrograde
//! analysis.
//!
//! A game that can number its positions implements [`Tabular`], and
//! [`Retract`] if it can also take moves back. Two builders solve a class
//! whose positions may repeat: [`by_passes`] looks forward, again and again,
//! until nothing changes; [`by_unmoves`] goes backward from what is decided.
//! They agree, position by position, and a game's tests say so. Both read
//! moves that leave the class forward, from [`Finished`] classes. A game whose
//! positions lie 32 to a word can be solved by [`by_waves`], some thirty times
//! faster. A game that cannot repeat needs none of them: [`look_ahead`] solves
//! it, points included.
//!
//! A [`Solution`] becomes a file with [`encode_values`] and [`save`], and is
//! looked up by [`TableReader`], which never trusts what it reads. What implementations of
//! the traits owe is in [`laws`].

mod acyclic;
mod check;
mod file;
pub mod laws;
mod levels;
mod passes;
mod reader;
mod solution;
mod tabular;
mod trits;
mod unmoves;
mod waves;
mod wonlist;

pub use acyclic::{Accrue, look_ahead, value_ahead};
pub use check::{Mismatch, check_forward};
pub use file::{
    Contents, Label, TableError, encode_bytes, encode_distances, encode_values, file_format,
    make_directory, remove_damaged, save,
};
pub use levels::{Job, Progress, level_by_level};
pub use passes::by_passes;
pub use reader::TableReader;
pub use solution::{Outcome, Solution};
pub use tabular::{Finished, Index, Retract, Tabular};
pub use trits::{Trits, TritsPacker, TritsUnpacker};
pub use unmoves::by_unmoves;
pub use waves::{Lanes, Opening, Planes, WaveOptions, by_waves};
pub use wonlist::{WonList, encode_wonlist};
