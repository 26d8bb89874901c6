//! The tests of Go, in one program: each is linked once.

mod brute_force;
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
mod solution;
mod threads;
