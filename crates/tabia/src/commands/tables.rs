//! `tabia tables`.

mod build;
mod cards;
mod count;
mod darkchess;
mod dominoes;
mod graph;
mod line;
mod options;
mod probe;
mod skat;
mod stats;
mod verify;

use clap::Subcommand;

use crate::ending::Ending;

pub(crate) use build::cores;

/// Endgame tables: build, probe, verify.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Count materials, classes and positions.
    Count(count::Count),
    /// Build the tables of all classes up to a number of elements.
    Build(build::Build),
    /// The values of all positions of a material.
    Stats(stats::Stats),
    /// The value of a position and its best moves.
    Probe(probe::Probe),
    /// Check every checksum, and every value against its moves.
    Verify(verify::Verify),
    /// Draw the interaction graph of a material.
    Graph(graph::Graph),
    /// Best play from a position to the end.
    Line(line::Line),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Count(command) => command.run(),
            Command::Build(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Probe(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Graph(command) => command.run(),
            Command::Line(command) => command.run(),
        }
    }
}
