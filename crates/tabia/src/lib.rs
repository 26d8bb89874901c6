//! Tabia's command line: commands, reports and prompts, no rules. Those are in
//! the crates of the games.
//!
//! A program that adds a game to the list has it on the command line and on
//! the page, beside the others. Its `main` is one line:
//!
//! ```no_run
//! use tabia_desk::{Games, Simple};
//!
//! fn run<G: Simple>() -> std::process::ExitCode {
//!     tabia::run(&Games::default().with_simple::<G>())
//! }
//! ```

#![forbid(unsafe_code)]

mod alone;
mod board;
mod columns;
mod commands;
mod ending;
mod games;
mod interrupt;
mod memory;
mod nats;
mod numbers;
mod output;
mod progress;
mod prompt;
mod reproduce;
mod suggest;
mod terminal;
mod version;

use std::process::ExitCode;

use tabia_desk::Games;

/// The command line with these games: what tests of all commands walk through.
#[doc(hidden)]
#[must_use]
pub fn command_line(games: &Games) -> clap::Command {
    commands::command(games)
}

/// Does what the program's arguments ask, with these games.
pub fn run(games: &Games) -> ExitCode {
    interrupt::install();
    ending::exit_code(commands::run(games))
}
