//! `tabia dominoes`.

mod matches;
mod play;
mod solve;

use clap::{Subcommand, ValueEnum};
use tabia_dominoes::Block;

use crate::ending::Ending;

/// Dominoes: solve with open hands, play.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// The value of a position with open hands and an empty stock, and the
    /// best moves.
    Solve(solve::Solve),
    /// Play against the program.
    Play(play::Play),
    /// Play two levels against each other.
    Match(matches::Match),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Solve(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Match(command) => command.run(),
        }
    }
}

/// Who wins when nobody can play.
#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum BlockArg {
    /// The hand with fewer pips; equal ones draw
    Pips,
    /// Nobody
    Drawn,
}

impl From<BlockArg> for Block {
    fn from(block: BlockArg) -> Block {
        match block {
            BlockArg::Pips => Block::Pips,
            BlockArg::Drawn => Block::Drawn,
        }
    }
}
