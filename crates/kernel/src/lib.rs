//! The generic part of Tabia: describe a game once, and search, symmetry and
//! matches follow.

#![forbid(unsafe_code)]

pub mod random;
pub mod rules;
pub mod search;
pub mod symmetry;
