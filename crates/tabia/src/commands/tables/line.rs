//! `tabia tables line`.

use std::collections::HashSet;
use std::io::Write as _;

use anyhow::bail;
use clap::Args;
use serde::{Serialize, Serializer};
use tabia_darkchess::{DarkChess, Position, TableDirectory};
use tabia_kernel::rules::{Game as _, Notation as _, Score};

use super::options::{LookUp, TableGame, verdict};
use super::report::OfTables;
use super::{dominoes, skat};
use crate::ending::Ending;
use crate::output;

/// Best play from a position to the end.
///
/// Needs tables with distances, unless the position is a draw; a draw ends
/// where a position comes up again. Of several best moves the first in the
/// order of the squares is played.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables line darkchess '8/1b6/2K5/8 b 0' --dir tables\n  \
    tabia tables line dominoes '01 12 | 33 45 | 0-5 first' --dir tables\n  \
    tabia tables line skat 'CJ | CA | HT; game clubs; declarer 1; lead 2' --dir tables")]
pub(crate) struct Line {
    #[command(flatten)]
    asked: LookUp,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Played {
    #[serde(serialize_with = "points")]
    value: Score,
    moves: Vec<String>,
    end: String,
    repeats: bool,
}

fn points<S: Serializer>(value: &Score, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i16(value.points())
}

impl Line {
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
            TableGame::Dominoes => return dominoes::line(&position, block, dir.path(), json),
            TableGame::Skat => return skat::line(&position, dir.path(), json),
        }
        let position: Position = position.parse()?;
        let tables = dir.open()?;
        let played = play(&tables, position)?;
        if json {
            output::json(&played)?;
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        writeln!(out, "The side to move {}.", verdict(played.value))?;
        for turn in played.moves.chunks(2) {
            writeln!(out, "  {}", turn.join("  "))?;
        }
        let how = if played.repeats {
            "which has been there before"
        } else {
            "where the side to move has no move"
        };
        writeln!(out, "ends in {}, {how}.", played.end)?;
        Ok(Ending::Done)
    }
}

fn play(tables: &TableDirectory, mut position: Position) -> anyhow::Result<Played> {
    let ask = |position: &Position| tables.probe(position).map_err(OfTables::with_remedy);
    let value = ask(&position)?.value;
    let mut seen = HashSet::new();
    let mut moves = Vec::new();
    let mut repeats = false;
    while DarkChess.payoff(&position).is_none() {
        if !seen.insert(DarkChess.key(&position)) {
            repeats = true;
            break;
        }
        let probe = ask(&position)?;
        if probe.value != Score::DRAW && probe.distance.is_none() {
            bail!(
                "the table of {} has no distances: build with --distances",
                position.material()
            );
        }
        let Some(&best) = probe.best.iter().min() else {
            bail!("the tables know no best move in {position}: verify them");
        };
        moves.push(DarkChess.write_move(&position, best));
        DarkChess.play(&mut position, best);
    }
    Ok(Played {
        value,
        moves,
        end: position.to_string(),
        repeats,
    })
}
