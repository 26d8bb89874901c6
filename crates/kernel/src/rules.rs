//! What a game is: positions, moves, who moves, what the end is worth.
//!
//! A game implements [`Game`], and [`Notation`] to be read and written as
//! text. Everything else in the kernel is built on these two. The rules of
//! the traits that the compiler cannot check are in [`laws`]; a game's tests
//! call them.

mod game;
pub mod laws;
mod notation;
mod value;

pub use game::{Game, Via};
pub use notation::Notation;
pub use value::{Bounds, Payoff, Score, Side};
