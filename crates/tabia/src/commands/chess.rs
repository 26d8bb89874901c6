//! `tabia chess`.

mod bench;
pub(crate) mod compare;
mod contest;
pub(crate) mod data;
mod features;
mod matches;
mod options;
mod perft;
mod players;
mod rate;
mod store;
mod suite;
pub(crate) mod tune;
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
    /// Tune weights on games, by tournaments, or another engine's options.
    Tune(Box<tune::Tune>),
    /// Tune with several methods on the same data, budget and seeds.
    Compare(Box<compare::Compare>),
    /// Two engines against each other.
    Match(matches::Match),
    /// A pool of engines on one scale.
    Rate(rate::Rate),
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
            Command::Tune(command) => command.run(),
            Command::Compare(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Rate(command) => command.run(),
            Command::Suite(command) => command.run(),
        }
    }
}
