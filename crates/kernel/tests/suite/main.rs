//! The tests of the kernel, in one program: each is linked once.

mod alpha_beta;
mod common;
mod dfpn;
mod laws;
mod solver;
mod symmetries;
