//! `tabia quarto show`: a position as a picture.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::options::{self, RulesOptions};
use crate::ending::Ending;
use crate::{board, output};

/// Show a position.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto show '0d4.15....96..87/b'")]
pub(crate) struct Show {
    /// 16 cells row by row (hex digit or `.`), `/`, the piece in hand or `-`
    position: String,
    #[command(flatten)]
    rules: RulesOptions,
    /// Explain the signs
    #[arg(long)]
    legend: bool,
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
        let position = options::position(&self.position, &self.rules.rules()?)?;
        if self.json {
            output::json(&Shown {
                position: position.to_string(),
                placed: position.placed(),
                hand: position.hand().map(|piece| piece.to_string()),
                remaining: position.remaining().map(|p| p.to_string()).collect(),
            })?;
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
