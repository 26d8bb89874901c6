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
    Solve(solve::Solve),
    Play(play::Play),
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
