//! Tables of endings for the solver.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use tabia_skat::{Solver, TableDirectory, Tables};

use crate::progress;

/// Where tables of endings are, if they are to be used.
#[derive(Args, Clone)]
pub(crate) struct EndingsOption {
    /// Look endings up in the tables of this directory (`tabia tables build
    /// skat`); they are loaded first, which takes seconds for nine cards
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

impl EndingsOption {
    /// The tables of the most cards for which all are there.
    pub(crate) fn load(&self) -> anyhow::Result<Option<Arc<Tables>>> {
        let Some(dir) = &self.dir else {
            return Ok(None);
        };
        if !dir.is_dir() {
            bail!("{} is no directory", dir.display());
        }
        let tables = TableDirectory::new(dir);
        let complete = [3, 6, 9].into_iter().take_while(|&n| tables.has_all(n));
        let Some(cards) = complete.last() else {
            bail!("{} has no complete set of tables", dir.display());
        };
        let _spinner = progress::spinner("loading tables");
        Ok(Some(Arc::new(tables.load(cards)?)))
    }
}

/// A solver with a table of so many mebibytes, and with endings if there are
/// any.
pub(crate) fn solver(memory: usize, endings: Option<&Arc<Tables>>) -> Solver {
    let solver = Solver::with_mebibytes(memory);
    match endings {
        Some(tables) => solver.with_endings(Arc::clone(tables)),
        None => solver,
    }
}
