//! The engine alone behind UCI, without the rest of Tabia.
//!
//! `cargo run --release -p tabia-chess --example uci`

use std::io;

use tabia_chess::eval::{Profile, Weights};
use tabia_chess::uci;

fn main() -> io::Result<()> {
    uci::serve(
        &Weights::shipped(Profile::Full),
        io::stdin().lock(),
        io::stdout(),
    )
}
