//! `tabia dominoes`.

mod solve;

use clap::Subcommand;

use crate::ending::Ending;

/// Dominoes with open hands: solve.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// The value of a position with open hands and an empty stock, and the
    /// best moves.
    Solve(solve::Solve),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Solve(command) => command.run(),
        }
    }
}
