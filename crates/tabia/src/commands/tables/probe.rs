//! `tabia tables probe`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::{DarkChess, Position};
use tabia_kernel::rules::Notation as _;

use super::options::{LookUp, TableGame, verdict};
use super::report::OfTables;
use super::{dominoes, skat};
use crate::ending::Ending;
use crate::output;

/// The value of a position for the side to move, and its best moves.
///
/// The distance is the number of plies to the next capture, or to the end
/// where none follows, when the winner hurries and the loser delays; tables
/// that were built without distances do not know it.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables probe darkchess '8/1b6/2K5/8 b 0' --dir tables\n  \
    tabia tables probe dominoes '01 12 | 33 45 | 0-5 first' --dir tables\n  \
    tabia tables probe skat 'CJ | CA | HT; game clubs; declarer 1; lead 2' --dir tables")]
pub(crate) struct Probe {
    #[command(flatten)]
    asked: LookUp,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Probed {
    value: i16,
    distance: Option<u16>,
    best: Vec<String>,
}

impl Probe {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let LookUp {
            game,
            position,
            dir,
            block,
            json,
        } = self.asked;
        match game {
            TableGame::Darkchess => {}
            TableGame::Dominoes => return dominoes::probe(&position, block, dir.path(), json),
            TableGame::Skat => return skat::probe(&position, dir.path(), json),
        }
        let position: Position = position.parse()?;
        let tables = dir.open()?;
        let probe = tables.probe(&position).map_err(OfTables::with_remedy)?;
        let best = probe
            .best
            .iter()
            .map(|&m| DarkChess.write_move(&position, m));
        let probed = Probed {
            value: probe.value.points(),
            distance: probe.distance,
            best: best.collect(),
        };
        if json {
            output::json(&probed)?;
            return Ok(Ending::Done);
        }
        let verdict = verdict(probe.value);
        let plies = match probed.distance {
            None => String::new(),
            Some(0) => ": it has no move".to_owned(),
            Some(1) => " with the next ply".to_owned(),
            Some(plies) => format!(": {plies} plies to the next capture or the end"),
        };
        let best = match probed.best.as_slice() {
            [] => String::new(),
            moves => format!(" Best: {}.", moves.join(", ")),
        };
        writeln!(output::stdout(), "The side to move {verdict}{plies}.{best}")?;
        Ok(Ending::Done)
    }
}
