//! Tabia: a workbench that solves, plays and studies board games.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    tabia::run(&tabia_desk::Games::default())
}
