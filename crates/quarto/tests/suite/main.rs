//! The tests of Quarto, in one program: each is linked once.

mod brute_force;
mod certificate;
mod laws;
mod perfect;
mod questions;
mod threads;
