//! The tests of Skat, in one program: each is linked once.

mod classes;
mod common;
mod endings;
mod laws;
mod open_spiel;
mod players;
mod tables;
