//! The player, as options describe it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::bail;
use clap::Args;
use tabia_darkchess::{Endings, Level, Player, TableDirectory};

use crate::numbers;

/// What a player may use.
#[derive(Args)]
pub(crate) struct EngineOptions {
    /// Positions that a move may cost
    #[arg(
        long,
        value_name = "N",
        default_value_t = Player::DEFAULT_NODES,
        value_parser = numbers::nodes(),
    )]
    nodes: u64,
    /// Directory of endgame tables, as `tabia tables build darkchess` makes
    /// them; best with --distances
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl EngineOptions {
    /// The tables, if there are to be any.
    pub(crate) fn endings(&self) -> anyhow::Result<Option<Arc<Endings>>> {
        endings(self.tables.as_deref())
    }

    /// A player.
    pub(crate) fn player(&self, level: Level, seed: u64, tables: Option<&Arc<Endings>>) -> Player {
        let player = Player::new(level).with_seed(seed).with_nodes(self.nodes);
        match tables {
            Some(endings) => player.with_endings(Arc::clone(endings)),
            None => player,
        }
    }
}

/// The tables of a directory, if one is named.
pub(crate) fn endings(directory: Option<&Path>) -> anyhow::Result<Option<Arc<Endings>>> {
    let Some(directory) = directory else {
        return Ok(None);
    };
    match Endings::new(TableDirectory::open(directory)?) {
        Some(endings) => Ok(Some(Arc::new(endings))),
        None => bail!("{} has no complete set of tables", directory.display()),
    }
}
