//! `tabia skat`.

mod bench;
mod endings;
mod solve;

use clap::Subcommand;

use crate::ending::Ending;

/// Skat with open hands: solve.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// What a deal is worth with open hands, and the best cards.
    Solve(solve::Solve),
    /// The node-count signature, and how long full deals take.
    Bench(bench::Bench),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Solve(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
