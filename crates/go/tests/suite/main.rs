//! The tests of Go, in one program: each is linked once.

mod brute_force;
mod budgets;
mod collections;
mod common;
mod damage;
mod examples;
mod frame;
mod gnugo;
mod ko;
mod life;
mod life_shapes;
mod proofs;
mod sgf_robustness;
#[path = "../../../../xtask/src/skipped.rs"]
mod skipped;
mod solution;
mod threads;
