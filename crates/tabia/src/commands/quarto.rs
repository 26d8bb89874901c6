//! `tabia quarto`.

mod options;
mod show;
mod stats;

use clap::Subcommand;

use crate::ending::Ending;

/// Quarto: solve, play, prove.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show a position.
    Show(show::Show),
    /// How people fared against the program, by level and experience.
    Stats(stats::Stats),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Show(command) => command.run(),
            Command::Stats(command) => command.run(),
        }
    }
}
