//! What the commands about tables have in common.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use tabia_darkchess::{Endgames, Equivalence, TableDirectory};
use tabia_kernel::rules::Score;

use super::report::OfTables;
use crate::commands::dominoes::BlockArg;

/// The games with endgame tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableGame {
    /// Chinese Dark Chess, all pieces revealed.
    Darkchess,
    /// Dominoes, open hands, empty stock.
    Dominoes,
    /// Skat, open hands, at the lead of a trick.
    Skat,
}

/// Where the tables are.
#[derive(Args)]
pub(crate) struct DirOption {
    /// The directory of the tables
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
}

impl DirOption {
    pub(crate) fn path(&self) -> &Path {
        &self.dir
    }

    /// The tables there, by the map of materials.
    pub(crate) fn open(&self) -> anyhow::Result<TableDirectory> {
        TableDirectory::open(&self.dir).map_err(OfTables::with_remedy)
    }

    /// The tables up to a number of pieces, and this number: by default, the
    /// largest for which a file of every class is there.
    pub(crate) fn complete(&self, elements: Option<u32>) -> anyhow::Result<(TableDirectory, u32)> {
        let tables = self.open()?;
        let elements = match elements {
            Some(elements) => elements,
            None => {
                let all = 2..=tables.endgames().elements();
                let complete = all.take_while(|&n| tables.has_all(n)).last();
                let dir = self.dir.display();
                complete.with_context(|| format!("{dir} has no complete set of tables"))?
            }
        };
        let endgames = Endgames::new(elements, Some(Equivalence::Swap))?;
        let limit = tables.limit();
        let tables = TableDirectory::new(&self.dir, endgames).with_limit(limit);
        Ok((tables, elements))
    }
}

/// A position to look up.
#[derive(Args)]
pub(crate) struct LookUp {
    #[arg(value_enum)]
    pub(super) game: TableGame,
    /// Four rows, side to move, plies since the last capture; for the other
    /// games, a position as `solve` takes it
    pub(super) position: String,
    #[command(flatten)]
    pub(super) dir: DirOption,
    /// Dominoes: who wins when nobody can play
    #[arg(long, value_enum, default_value = "pips")]
    pub(super) block: BlockArg,
    /// Print one line of JSON instead
    #[arg(long)]
    pub(super) json: bool,
}

/// `wins`, `draws` or `loses`.
pub(super) fn verdict(value: Score) -> &'static str {
    match value {
        Score::WIN => "wins",
        Score::LOSS => "loses",
        _ => "draws",
    }
}
