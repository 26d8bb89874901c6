//! `tabia quarto`.

mod bench;
mod book;
mod check;
mod classes;
mod engine;
mod matches;
mod moves;
mod options;
mod play;
mod prove;
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
    /// The value of a position, how long the game lasts, and the best moves.
    Solve(solve::Solve),
    /// The value and distance of every legal move.
    Moves(moves::Moves),
    /// Play against the program.
    Play(Box<play::Play>),
    /// Show a position.
    Show(show::Show),
    /// Prove the value of the empty board, or of another position.
    Prove(prove::Prove),
    /// Check a certificate made by `prove`.
    Check(check::Check),
    /// Play two levels against each other.
    Match(Box<matches::Match>),
    /// Make the opening book.
    Book(book::MakeBook),
    /// Find the symmetries of the board with a constraint solver.
    Symmetries(symmetries::Symmetry),
    /// Count the classes of equivalent boards.
    Classes(classes::Classes),
    /// Random positions, for measurements.
    Sample(sample::Sample),
    /// Count the nodes of solver and player over fixed positions.
    Bench(bench::Bench),
    /// Tune the heuristic by games that were played.
    Tune(Box<tune::Tune>),
    /// How people fared against the program, by level and experience.
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
