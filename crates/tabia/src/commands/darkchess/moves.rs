//! `tabia darkchess moves`: what every action is worth.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::{FullPosition, Level};

use super::board::board;
use super::engine::EngineOptions;
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress, suggest};

/// What every legal action is worth to the player to move, best first.
///
/// The estimate is that of the level's search, in hundredths of a pawn or so,
/// beyond ±10,000 a win or loss; a flip's is the mean over what it may reveal.
/// The value is that of the tables, where they know the position after the
/// move: 1 wins, 0 draws, -1 loses.
#[derive(Args)]
#[command(
    after_help = "Example: tabia darkchess moves '????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp' --level 4"
)]
pub(crate) struct Moves {
    /// Four rows (`?` is face down), side to move, plies since the last
    /// capture, and the captured pieces if some are face down
    position: String,
    /// How far to look: a depth
    #[arg(long, value_name = "LEVEL", default_value = "4", value_parser = suggest::reader::<Level>(&["random", "greedy"]))]
    level: Level,
    #[command(flatten)]
    engine: EngineOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Row {
    r#move: String,
    value: Option<i16>,
    estimate: i32,
}

impl Moves {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let position: FullPosition = self.position.parse()?;
        let endings = self.engine.endings()?;
        let player = self.engine.player(self.level, 1, endings.as_ref());
        let work = Work::begin();
        let rated = {
            let _spinner = progress::spinner("looking ahead");
            player.rate(&position, work.stop())?
        };
        if rated.is_none() && work.is_interrupted() {
            eprintln!("interrupted before anything was found");
            return Ok(Ending::Interrupted);
        }
        let rows: Vec<Row> = rated
            .unwrap_or_default()
            .into_iter()
            .map(|rated| Row {
                r#move: position.write_action(rated.action),
                value: rated.known.map(|known| known.points()),
                estimate: rated.value,
            })
            .collect();
        if self.json {
            output::json(&rows)?;
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        write!(out, "{}", board(&position))?;
        if rows.is_empty() {
            writeln!(out, "The game is over.")?;
            return Ok(Ending::Done);
        }
        let mut table = vec![["Move", "estimate", "tables"].map(str::to_owned).to_vec()];
        for row in &rows {
            let known = match row.value {
                None => "",
                Some(1) => "win",
                Some(0) => "draw",
                Some(_) => "loss",
            };
            let cells = [&row.r#move, &row.estimate.to_string(), known];
            table.push(cells.map(str::to_owned).to_vec());
        }
        write!(out, "{}", columns(&table))?;
        Ok(Ending::Done)
    }
}
