//! Symmetries: maps of a game onto itself, and games played up to them.
//!
//! A game that has maps implements [`Symmetric`]; [`Folded`] is the same game
//! with equivalent positions sharing one key, so searches need not know of
//! symmetry at all. The maps come from a description of the board as a
//! [`Structure`], whose symmetries [`automorphisms`] finds.
//!
//! Symmetries of material, which map one endgame's table onto another's, are
//! in [`material`].

mod finder;
mod folded;
mod group;
pub mod laws;
pub mod material;
mod structure;

pub use finder::{SOLVER, automorphisms};
pub use folded::{Folded, Symmetric};
pub use group::{Group, NotAGroup, NotAPermutation, Permutation};
pub use structure::Structure;
