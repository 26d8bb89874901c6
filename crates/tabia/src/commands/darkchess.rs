//! `tabia darkchess`.

mod bench;
mod board;
pub(crate) mod engine;
mod matches;
mod moves;
mod play;
mod show;

use clap::Subcommand;

use crate::ending::Ending;

/// Chinese Dark Chess: play, matches, positions.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(Box<play::Play>),
    Match(Box<matches::Match>),
    Show(show::Show),
    Moves(moves::Moves),
    Bench(bench::Bench),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Play(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Moves(command) => command.run(),
            Command::Bench(command) => command.run(),
        }
    }
}
