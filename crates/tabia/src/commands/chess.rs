//! `tabia chess`.

mod bench;
mod features;
mod options;
mod perft;
mod suite;
mod uci;

use clap::Subcommand;

use crate::ending::Ending;

/// Chess: the engine and its evaluation.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// The engine behind the Universal Chess Interface, for GUIs and matches.
    Uci(uci::Uci),
    /// Count the lines of legal play.
    Perft(perft::Perft),
    /// The 38 features of a position, for both sides.
    Features(features::Features),
    /// Search fixed positions: the node-count signature, and the speed.
    Bench(bench::Bench),
    /// Solve the problems of a test suite.
    Suite(suite::Suite),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Uci(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Features(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Suite(command) => command.run(),
        }
    }
}
