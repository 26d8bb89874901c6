//! `tabia tables graph`.

use std::path::PathBuf;

use clap::Args;
use tabia_darkchess::Material;
use tabia_desk::darkchess::graph as graph_of_pieces;

use super::options::TableGame;
use super::{dominoes, skat};
use crate::ending::Ending;
use crate::output;

/// Draw the interaction graph of a material: who takes whom, or which tiles
/// share a number.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables graph darkchess KP-kp --svg graph.svg\n  \
    tabia tables graph dominoes '01 12 02 33' --svg graph.svg\n  \
    tabia tables graph skat 'CJ CA SA S7 HT' --game clubs --svg graph.svg")]
pub(crate) struct Graph {
    #[arg(value_enum)]
    game: TableGame,
    /// White's pieces and Black's, such as KP-kp; tiles; or cards
    material: String,
    /// Skat: what is played
    #[arg(long = "game", value_name = "GAME", default_value = "clubs")]
    contract: String,
    /// Write the picture to this file
    #[arg(long, value_name = "OUT")]
    svg: PathBuf,
}

impl Graph {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self.game {
            TableGame::Darkchess => {}
            TableGame::Dominoes => return dominoes::graph(&self.material, &self.svg),
            TableGame::Skat => return skat::graph(&self.material, &self.contract, &self.svg),
        }
        let material: Material = self.material.parse()?;
        let picture = graph_of_pieces(&material.to_string(), material);
        output::file(&self.svg, picture)?;
        Ok(Ending::Done)
    }
}
