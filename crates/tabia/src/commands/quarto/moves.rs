//! `tabia quarto moves`: what every move is worth.

use std::io::Write as _;

use clap::Args;

use tabia_desk::quarto::Rated;

use super::options::{self, RulesOptions, SolverArgs};
use super::rated::by_value;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{board, output, progress};

/// The value and distance of every legal move, for the side that makes it.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto moves '0d4.15....96..87/b' --json")]
pub(crate) struct Moves {
    /// 16 cells row by row (hex digit or `.`), `/`, the piece in hand or `-`
    position: String,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

impl Moves {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let position = options::position(&self.position, &rules)?;
        let solver = self.solver.start(rules)?;
        let work = Work::begin();
        let moves = progress::watch("solving", &|| solver.nodes(), || {
            solver.moves(&position, work.stop())
        });
        let Some(moves) = moves else {
            eprintln!(
                "interrupted after {} nodes",
                output::grouped(solver.nodes())
            );
            return Ok(Ending::Interrupted);
        };
        let rated: Vec<Rated> = moves.iter().map(Rated::from).collect();
        if self.json {
            output::json(&rated)?;
        } else {
            let mut out = output::stdout();
            write!(out, "{}", board::board(&position, None))?;
            write!(out, "{}", by_value(&rated))?;
        }
        Ok(Ending::Done)
    }
}
