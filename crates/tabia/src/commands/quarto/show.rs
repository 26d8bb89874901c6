//! `tabia quarto show`: a position as a picture.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabia_draw::quarto::{Picture, Worth};
use tabia_kernel::rules::Score;
use tabia_quarto::{Move, RatedMove};

use super::options::{self, RulesOptions, SolverArgs};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{board, output, progress};

/// Show a position.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia quarto show '0d4.15....96..87/b' --legend\n  \
    tabia quarto show '0d4.15....96..87/b' --svg board.svg --values")]
pub(crate) struct Show {
    /// 16 cells row by row (hex digit or `.`), `/`, the piece in hand or `-`
    position: String,
    #[command(flatten)]
    rules: RulesOptions,
    /// Explain the signs
    #[arg(long)]
    legend: bool,
    /// Draw it to an SVG file instead
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Colour each move in the drawing: green wins, yellow draws, red loses
    #[arg(long, requires = "svg")]
    values: bool,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Shown {
    position: String,
    placed: usize,
    hand: Option<String>,
    remaining: Vec<String>,
}

impl Show {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let position = options::position(&self.position, &rules)?;
        if let Some(path) = &self.svg {
            let mut picture = Picture::new(&position);
            if self.values {
                let solver = self.solver.start(rules)?;
                let work = Work::begin();
                let moves = progress::watch("solving", &|| solver.nodes(), || {
                    solver.moves(&position, work.stop())
                });
                let Some(moves) = moves else {
                    eprintln!("interrupted: nothing has been drawn");
                    return Ok(Ending::Interrupted);
                };
                picture = moves.iter().fold(picture, coloured);
            }
            output::file(path, picture.svg())?;
        }
        if self.json {
            output::json(&Shown {
                position: position.to_string(),
                placed: position.placed(),
                hand: position.hand().map(|piece| piece.to_string()),
                remaining: position.remaining().map(|p| p.to_string()).collect(),
            })?;
            return Ok(Ending::Done);
        }
        if self.svg.is_some() {
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        write!(out, "{}", board::board(&position, None))?;
        if self.legend {
            write!(out, "\n{}", board::legend())?;
        }
        Ok(Ending::Done)
    }
}

/// The picture with one more move coloured.
fn coloured(picture: Picture, rated: &RatedMove) -> Picture {
    let worth = match rated.value {
        Score::WIN => Worth::Win,
        Score::LOSS => Worth::Loss,
        _ => Worth::Draw,
    };
    match rated.turn {
        Move::Place(square) => picture.cell(square, worth),
        Move::Give(piece) => picture.piece(piece, worth),
    }
}
