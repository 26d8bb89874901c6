//! `tabia skat`.

mod bench;
mod endings;
mod matches;
mod play;
mod solve;

use clap::Subcommand;

use crate::ending::Ending;

/// Skat: solve with open hands, play.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// What a deal is worth with open hands, and the best cards.
    Solve(solve::Solve),
    /// Play a round against the program.
    Play(play::Play),
    /// Play two levels against each other.
    Match(matches::Match),
    /// The node-count signature, and how long full deals take.
    Bench(bench::Bench),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Solve(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
