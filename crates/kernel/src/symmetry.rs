//! Symmetries: maps of a game onto itself, and games played up to them.
//!
//! A game that has maps implements [`Symmetric`]; [`Folded`] is the same game
//! with equivalent positions sharing one key, so searches need not know of
//! symmetry at all.
//! Symmetries of material, which map one table onto another, will join these
//! modules with endgame tables.

mod folded;
pub mod laws;

pub use folded::{Folded, Symmetric};
