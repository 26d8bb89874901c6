//! `tabia tables count`: how many materials, classes and positions there are.

use std::io::Write as _;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use tabia_darkchess::{Census, Equivalence};

use super::options::TableGame;
use super::{dominoes, skat};
use crate::ending::Ending;
use crate::numbers::within;
use crate::output;

/// Count materials, classes and positions with a number of elements.
///
/// Elements are pieces, cards, or tiles and the ends of the chain. Positions are
/// placements with one side to move. Two materials are equivalent if their
/// interaction graphs are isomorphic: with nodes for kinds of pieces (paper), for
/// single pieces (pieces), or for single pieces when colours may be exchanged
/// (swap).
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables count darkchess --elements 4 --equivalence paper\n  \
    tabia tables count dominoes --elements 6\n  \
    tabia tables count skat --elements 9 --json")]
pub(crate) struct Count {
    #[arg(value_enum)]
    game: TableGame,
    /// How many: dark chess 2 to 8, dominoes 2 to 7, Skat 1 to 32
    #[arg(long, value_name = "N", value_parser = within(1..=32_u32))]
    elements: u32,
    /// When materials of dark chess are equivalent: paper, pieces or swap
    #[arg(long, default_value_t = Equivalence::Paper)]
    equivalence: Equivalence,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Counted {
    materials: u64,
    representatives: u64,
    positions: u64,
    representative_positions: u64,
}

impl Count {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self.game {
            TableGame::Darkchess if (2..=8).contains(&self.elements) => {}
            TableGame::Darkchess => bail!("--elements {}: dark chess counts 2 to 8", self.elements),
            TableGame::Dominoes => return dominoes::count(self.elements, self.json),
            TableGame::Skat => return skat::count(self.elements, self.json),
        }
        let census = Census::take(self.elements, self.equivalence);
        let counted = Counted {
            materials: census.materials,
            representatives: census.representatives,
            positions: census.positions.try_into()?,
            representative_positions: census.representative_positions.try_into()?,
        };
        if self.json {
            output::json(&counted)?;
        } else {
            writeln!(
                output::stdout(),
                "Dark chess with {} pieces: {} materials in {} classes ({}), {} placements, {} of \
                 representatives.",
                self.elements,
                output::grouped(counted.materials),
                output::grouped(counted.representatives),
                self.equivalence,
                output::grouped(counted.positions),
                output::grouped(counted.representative_positions),
            )?;
        }
        Ok(Ending::Done)
    }
}
