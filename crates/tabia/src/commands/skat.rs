//! `tabia skat`.

mod solve;

use clap::Subcommand;

use crate::ending::Ending;

/// Skat with open hands: solve.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// What a deal is worth with open hands, and the best cards.
    Solve(solve::Solve),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Solve(command) => command.run(),
        }
    }
}
