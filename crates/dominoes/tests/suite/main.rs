//! The tests of dominoes, in one program: each is linked once.

mod classes;
mod laws;
mod players;
mod tables;
