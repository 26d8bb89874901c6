//! `tabia darkchess show`: a position as a picture.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::{End, FullPosition, Record};
use tabia_draw::darkchess::Picture;
use tabia_kernel::rules::Side;

use super::board::board;
use crate::ending::Ending;
use crate::output;

/// Show a position, or where a game stands.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia darkchess show '????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp'\n  \
    tabia darkchess show --game 'b5(k) d8(P); d7(R) d4(p)' --svg board.svg")]
pub(crate) struct Show {
    /// Four rows (`?` is face down), side to move (`-` before the first flip),
    /// plies since the last capture, and the captured pieces if some are face
    /// down [default: the start]
    #[arg(conflicts_with = "game")]
    position: Option<String>,
    /// A game from the start, such as 'b5(k) d8(P); d7(R) d4(p)'
    #[arg(long, value_name = "TURNS")]
    game: Option<String>,
    /// Draw it to an SVG file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    position: String,
    to_move: Option<&'static str>,
    quiet: u16,
    face_down: String,
    captured: String,
    end: Option<&'static str>,
    moves: Vec<String>,
}

impl Show {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let position = match (&self.position, &self.game) {
            (Some(text), _) => text.parse()?,
            (None, Some(game)) => *game.parse::<Record>()?.position(),
            (None, None) => FullPosition::START,
        };
        if let Some(path) = &self.svg {
            output::file(path, Picture::new(&position).svg())?;
        }
        if self.json {
            output::json(&shown(&position))?;
        } else if self.svg.is_none() {
            let mut out = output::stdout();
            write!(out, "{}", board(&position))?;
            writeln!(out, "    {position}")?;
        }
        Ok(Ending::Done)
    }
}

fn shown(position: &FullPosition) -> Shown {
    let end = position.end();
    let mut actions = Vec::new();
    if end.is_none() {
        position.actions(&mut actions);
    }
    Shown {
        position: position.to_string(),
        to_move: position.to_move().map(letter),
        quiet: position.quiet(),
        face_down: position.face_down().to_string(),
        captured: position.captured().to_string(),
        end: end.map(|end| match end {
            End::Draw => "draw",
            End::Won(side) => letter(side),
        }),
        moves: actions
            .into_iter()
            .map(|action| position.write_action(action))
            .collect(),
    }
}

/// `w` or `b`.
fn letter(side: Side) -> &'static str {
    match side {
        Side::First => "w",
        Side::Second => "b",
    }
}
