//! `tabia tables graph`.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use tabia_darkchess::{Material, interaction_graph};
use tabia_draw::graph::{Node, two_columns};
use tabia_kernel::rules::Side;

use super::options::{TableGame, material};
use crate::ending::Ending;

/// Draw the interaction graph of a material: who takes whom.
#[derive(Args)]
#[command(after_help = "Example: tabia tables graph darkchess KP-kp --svg graph.svg")]
pub(crate) struct Graph {
    #[arg(value_enum)]
    game: TableGame,
    /// White's pieces and Black's, such as KP-kp
    #[arg(value_parser = material)]
    material: Material,
    /// Write the picture to this file
    #[arg(long, value_name = "OUT")]
    svg: PathBuf,
}

impl Graph {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let TableGame::Darkchess = self.game;
        let (graph, pieces) = interaction_graph(self.material);
        let nodes: Vec<Node> = pieces
            .iter()
            .map(|&(side, kind)| Node {
                text: kind.letter(side).to_string(),
                right: side == Side::Second,
            })
            .collect();
        let pairs = (0..nodes.len()).flat_map(|a| (0..nodes.len()).map(move |b| (a, b)));
        let edges: Vec<(usize, usize)> = pairs.filter(|&(a, b)| graph.acts_on(a, b)).collect();
        let picture = two_columns(&self.material.to_string(), &nodes, &edges);
        fs::write(&self.svg, picture)
            .with_context(|| format!("cannot write {}", self.svg.display()))?;
        Ok(Ending::Done)
    }
}
