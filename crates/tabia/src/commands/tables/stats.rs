//! `tabia tables stats`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::Material;
use tabia_kernel::arena::Tally;

use super::options::{DirOption, TableGame};
use super::report::OfTables;
use super::{dominoes, skat};
use crate::columns::columns;
use crate::commands::dominoes::BlockArg;
use crate::ending::Ending;
use crate::output;

/// The values of all positions of a material.
///
/// Dark chess and dominoes: wins, draws and losses for the side to move; dark
/// chess counts placements, mirrored ones included, with White and with Black
/// to move. Skat: the points that the declarer takes, over all ways to deal
/// the cards.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables stats darkchess KP-kp --dir tables --json\n  \
    tabia tables stats dominoes '01 12 33*' --dir tables\n  \
    tabia tables stats skat 'CJ SA HT DK S7 H8' --game grand --dir tables")]
pub(crate) struct Stats {
    #[arg(value_enum)]
    game: TableGame,
    /// White's pieces and Black's, such as KP-kp; tiles, a star after one that
    /// is also the ends; or cards
    material: String,
    #[command(flatten)]
    dir: DirOption,
    /// Dominoes: who wins when nobody can play
    #[arg(long, value_enum, default_value = "pips")]
    block: BlockArg,
    /// Skat: what is played
    #[arg(long = "game", value_name = "GAME", default_value = "clubs")]
    contract: String,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Both {
    w: One,
    b: One,
}

/// The keys are a contract.
#[derive(Serialize)]
pub(super) struct One {
    pub(super) win: u64,
    pub(super) draw: u64,
    pub(super) loss: u64,
}

impl From<Tally> for One {
    fn from(tally: Tally) -> One {
        One {
            win: tally.wins,
            draw: tally.draws,
            loss: tally.losses,
        }
    }
}

impl Stats {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let (dir, json) = (self.dir.path(), self.json);
        match self.game {
            TableGame::Darkchess => {}
            TableGame::Dominoes => return dominoes::stats(&self.material, self.block, dir, json),
            TableGame::Skat => return skat::stats(&self.material, &self.contract, dir, json),
        }
        let material: Material = self.material.parse()?;
        let tables = self.dir.open()?;
        let stats = tables.stats(material).map_err(OfTables::with_remedy)?;
        let [w, b] = stats.map(One::from);
        if self.json {
            output::json(&Both { w, b })?;
            return Ok(Ending::Done);
        }
        let row = |name: &str, one: &One| {
            let numbers = [one.win, one.draw, one.loss].map(output::grouped);
            [vec![name.to_owned()], numbers.to_vec()].concat()
        };
        let heading = [&material.to_string(), "Win", "Draw", "Loss"].map(str::to_owned);
        let rows = [
            heading.to_vec(),
            row("White to move", &w),
            row("Black to move", &b),
        ];
        write!(output::stdout(), "{}", columns(&rows))?;
        Ok(Ending::Done)
    }
}
