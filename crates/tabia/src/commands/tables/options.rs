//! What the commands about tables have in common.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use tabia_darkchess::{Endgames, Equivalence, TableDirectory};

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

    /// The tables for at least so many pieces.
    pub(crate) fn open(&self, elements: u32) -> anyhow::Result<TableDirectory> {
        let dir = &self.dir;
        if !dir.is_dir() {
            bail!("{} is no directory", dir.display());
        }
        // A position that is over needs no tables.
        let endgames = Endgames::new(elements.max(2), Some(Equivalence::Swap))
            .with_context(|| format!("no tables in {}", dir.display()))?;
        Ok(TableDirectory::new(dir, endgames))
    }

    /// The number of pieces up to which the directory has all tables.
    pub(crate) fn elements(&self) -> anyhow::Result<u32> {
        let dir = &self.dir;
        if !dir.is_dir() {
            bail!("{} is no directory", dir.display());
        }
        let mut complete = 1;
        let most = Endgames::MOST_ELEMENTS;
        let endgames = Endgames::new(most, Some(Equivalence::Swap))?;
        let tables = TableDirectory::new(dir, endgames);
        for elements in 2..=most {
            if tables.has_all(elements) {
                complete = elements;
            } else {
                break;
            }
        }
        if complete < 2 {
            bail!("{} has no complete set of tables", dir.display());
        }
        Ok(complete)
    }
}
