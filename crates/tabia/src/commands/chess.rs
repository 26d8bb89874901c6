//! `tabia chess`.

mod bench;
pub(crate) mod compare;
pub(crate) mod contest;
pub(crate) mod data;
pub(crate) mod elsewhere;
mod features;
mod margins;
pub(crate) mod matches;
mod options;
mod perft;
mod players;
pub(crate) mod rate;
mod self_play;
mod store;
mod suite;
pub(crate) mod tune;
mod uci;
mod weights;

use clap::Subcommand;

use crate::ending::Ending;

/// Chess: the engine and its evaluation.
#[derive(Subcommand)]
pub(crate) enum Command {
    Uci(uci::Uci),
    Perft(perft::Perft),
    Features(features::Features),
    Weights(weights::PrintWeights),
    Bench(bench::Bench),
    Tune(Box<tune::Tune>),
    Compare(Box<compare::Compare>),
    Match(matches::Match),
    Rate(rate::Rate),
    Suite(suite::Suite),
    SelfPlay(self_play::PlayItself),
    Margins(margins::PrintMargins),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Uci(command) => command.run(),
            Command::Perft(command) => command.run(),
            Command::Features(command) => command.run(),
            Command::Weights(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Compare(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Rate(command) => command.run(),
            Command::Suite(command) => command.run(),
            Command::SelfPlay(command) => command.run(),
            Command::Margins(command) => command.run(),
        }
    }
}
