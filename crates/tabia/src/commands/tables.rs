//! `tabia tables`.

mod build;
mod count;
mod darkchess;
mod dominoes;
mod elsewhere;
mod graph;
mod line;
mod options;
mod probe;
mod report;
mod skat;
mod stats;
mod verify;

use clap::Subcommand;

use crate::ending::Ending;

pub(crate) use build::cores;

/// Endgame tables: build, probe, verify.
#[derive(Subcommand)]
pub(crate) enum Command {
    Count(count::Count),
    Build(build::Build),
    Stats(stats::Stats),
    Probe(probe::Probe),
    Verify(verify::Verify),
    Graph(graph::Graph),
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
