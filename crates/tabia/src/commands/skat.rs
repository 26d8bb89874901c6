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
    Solve(solve::Solve),
    Play(play::Play),
    Match(matches::Match),
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
