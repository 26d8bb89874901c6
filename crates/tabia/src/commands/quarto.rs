//! `tabia quarto`.

mod bench;
mod book;
mod check;
mod checkpoint;
mod classes;
mod engine;
mod matches;
mod moves;
mod options;
mod play;
pub(crate) mod prove;
mod rated;
mod sample;
mod show;
mod solve;
mod stats;
mod symmetries;
mod tune;

use clap::Subcommand;

use crate::ending::Ending;

/// Quarto: solve, play, prove.
#[derive(Subcommand)]
pub(crate) enum Command {
    Solve(solve::Solve),
    Moves(moves::Moves),
    Play(Box<play::Play>),
    Show(show::Show),
    Prove(prove::Prove),
    Check(check::Check),
    Match(Box<matches::Match>),
    Book(book::MakeBook),
    Symmetries(symmetries::Symmetry),
    Classes(classes::Classes),
    Sample(sample::Sample),
    Bench(bench::Bench),
    Tune(Box<tune::Tune>),
    Stats(stats::Stats),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Solve(command) => command.run(),
            Command::Moves(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Prove(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Match(command) => command.run(),
            Command::Book(command) => command.run(),
            Command::Symmetries(command) => command.run(),
            Command::Classes(command) => command.run(),
            Command::Sample(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Tune(command) => command.run(),
            Command::Stats(command) => command.run(),
        }
    }
}
