//! Tabia: a workbench that solves, plays and studies board games.
//!
//! This binary holds commands, reports and prompts, no rules: those are in
//! the crates of the games.

#![forbid(unsafe_code)]

mod board;
mod columns;
mod commands;
mod ending;
mod games;
mod interrupt;
mod nats;
mod output;
mod progress;
mod prompt;
mod reproduce;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    interrupt::install();
    let command = commands::Tabia::parse();
    ending::exit_code(command.run())
}
