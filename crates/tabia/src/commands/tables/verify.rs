//! `tabia tables verify`.

use clap::Args;
use tabia_darkchess::{Material, Progress};

use super::build::cores;
use super::options::{DirOption, TableGame};
use super::report::Verified;
use super::{darkchess, dominoes, skat};
use crate::commands::dominoes::BlockArg;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::progress;

/// Check every checksum, and every value against its moves.
///
/// Checks all tables up to a number of pieces, by default the largest for
/// which a file of every class is there. Where there are distances, they have
/// to follow too, and the check is a proof; without, it finds every value that
/// is wrong alone, but not a ring of wins that only support each other.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables verify darkchess --dir tables\n  \
    tabia tables verify skat --elements 6 --dir tables")]
pub(crate) struct Verify {
    #[arg(value_enum)]
    game: TableGame,
    #[command(flatten)]
    dir: DirOption,
    /// Most pieces on the board [default: as many as there are]
    #[arg(long, value_name = "N", value_parser = within(2..=9_u32))]
    elements: Option<u32>,
    /// Dark chess: 32 positions at a time, by the moves of words that the tables
    /// were built with, and distances by their checksums only; else by the rules,
    /// one position at a time, some thirty times slower
    #[arg(long)]
    fast: bool,
    /// Dark chess: only the classes of these materials, and what captures lead
    /// to from them
    #[arg(long, value_name = "MATERIAL", value_delimiter = ',')]
    only: Vec<Material>,
    /// Dominoes: who wins when nobody can play
    #[arg(long, value_enum, default_value = "pips")]
    block: BlockArg,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

impl Verify {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let (dir, json) = (self.dir.path(), self.json);
        let threads = self.threads.map_or_else(cores, usize::from);
        match self.game {
            TableGame::Darkchess => {}
            TableGame::Dominoes => {
                return dominoes::verify(self.elements, self.block, dir, threads, json);
            }
            TableGame::Skat => return skat::verify(self.elements, dir, threads, json),
        }
        let most = self.only.iter().map(|material| material.elements()).max();
        let (tables, elements) = self.dir.complete(self.elements.or(most))?;
        let only = match self.only.as_slice() {
            [] => None,
            only => Some(darkchess::named(tables.endgames(), only)?),
        };
        let work = Work::begin();
        let verify = || {
            let bar = progress::bar(0, "verifying");
            let go_on = || !work.is_interrupted();
            let step = |step: Progress| bar.stage(0, "verifying", step.done, step.total);
            match self.fast {
                true => tables.verify_in_words(only.as_deref(), threads, &go_on, &step),
                false => tables.verify(only.as_deref(), threads, &go_on, &step),
            }
        };
        let which = if only.is_some() { "these" } else { "all" };
        Verified::by(verify, (which, elements, "pieces"), json)
    }
}
