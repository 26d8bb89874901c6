//! `tabia tables stats`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::{Material, Tally};

use super::options::{DirOption, TableGame, material};
use crate::columns::columns;
use crate::ending::Ending;
use crate::output;

/// Wins, draws and losses of a material.
///
/// Counts placements, mirrored ones included, with White and with Black to
/// move; a win is one for the side to move.
#[derive(Args)]
#[command(after_help = "Example: tabia tables stats darkchess KP-kp --dir tables --json")]
pub(crate) struct Stats {
    #[arg(value_enum)]
    game: TableGame,
    /// White's pieces and Black's, such as KP-kp
    #[arg(value_parser = material)]
    material: Material,
    #[command(flatten)]
    dir: DirOption,
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
struct One {
    win: u64,
    draw: u64,
    loss: u64,
}

impl From<Tally> for One {
    fn from(Tally { win, draw, loss }: Tally) -> One {
        One { win, draw, loss }
    }
}

impl Stats {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let TableGame::Darkchess = self.game;
        let tables = self.dir.open()?;
        let [w, b] = tables.stats(self.material)?.map(One::from);
        if self.json {
            output::json(&Both { w, b })?;
            return Ok(Ending::Done);
        }
        let row = |name: &str, one: &One| {
            let numbers = [one.win, one.draw, one.loss].map(output::grouped);
            [vec![name.to_owned()], numbers.to_vec()].concat()
        };
        let heading = [&self.material.to_string(), "Win", "Draw", "Loss"].map(str::to_owned);
        let rows = [
            heading.to_vec(),
            row("White to move", &w),
            row("Black to move", &b),
        ];
        write!(output::stdout(), "{}", columns(&rows))?;
        Ok(Ending::Done)
    }
}
