//! The tests of chess, in one program: each is linked once.

mod engines;
mod features;
mod games;
mod laws;
mod perft;
mod search;
#[path = "../../../../xtask/src/skipped.rs"]
mod skipped;
mod tuning_bars;
mod uci;
