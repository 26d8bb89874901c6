//! `tabia quarto symmetries`: found by a constraint solver.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_kernel::symmetry::{Group, SOLVER, Structure, automorphisms};
use tabia_quarto::symmetries::Symmetries;
use tabia_quarto::{Rules, Square};

use super::options::RulesOptions;
use crate::ending::Ending;
use crate::{output, progress};

/// Find the symmetries of the board with a constraint solver.
///
/// The solver is told the cells and the lines and nothing else, and finds all
/// ways to permute the cells that carry lines to lines. The result is
/// compared with the table that the game carries; exit code 1 if they differ.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto symmetries --rules squares --list")]
pub(crate) struct Symmetry {
    #[command(flatten)]
    rules: RulesOptions,
    /// Also list the symmetries: where the cells a1 b1 … d4 go
    #[arg(long)]
    list: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Found {
    cells: usize,
    pieces: usize,
    solver: &'static str,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<Vec<String>>>,
}

impl Symmetry {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let start = Instant::now();
        let group = {
            let _spinner = progress::spinner("finding symmetries");
            automorphisms(&structure(&rules))
        };
        let seconds = start.elapsed().as_secs_f64();
        let carried = Symmetries::of(&rules);
        let found = Found {
            cells: group.order(),
            pieces: carried.pieces().len(),
            solver: SOLVER,
            seconds,
            list: self.list.then(|| names(&group)),
        };
        if self.json {
            output::json(&found)?;
        } else {
            let mut out = output::stdout();
            writeln!(
                out,
                "Cells:  {} symmetries keep the {} lines ({}, {})",
                found.cells,
                rules.line_masks().len(),
                found.solver,
                output::duration(seconds)
            )?;
            writeln!(
                out,
                "Pieces: {} ways to permute and swap properties",
                found.pieces
            )?;
            writeln!(
                out,
                "Positions: {} symmetries",
                output::grouped((found.cells * found.pieces) as u64)
            )?;
            for row in found.list.iter().flatten() {
                writeln!(out, "{}", row.join(" "))?;
            }
        }
        let carried: BTreeSet<Vec<usize>> = carried
            .cells()
            .iter()
            .map(|map| map.images().iter().map(|&cell| usize::from(cell)).collect())
            .collect();
        let group: BTreeSet<Vec<usize>> = group
            .members()
            .iter()
            .map(|map| map.images().to_vec())
            .collect();
        if group != carried {
            eprintln!(
                "the game carries a table of {} cell symmetries, and they are not these",
                carried.len()
            );
            return Ok(Ending::Failed);
        }
        Ok(Ending::Done)
    }
}

/// The cells and the lines.
fn structure(rules: &Rules) -> Structure {
    let lines = rules.line_masks().into_iter().map(|line| {
        let cells: Vec<usize> = (0..16).filter(|cell| line >> cell & 1 != 0).collect();
        cells
    });
    Structure::new(16).sets(lines)
}

fn names(group: &Group) -> Vec<Vec<String>> {
    let name = |&cell: &usize| Square::new(cell as u8).to_string();
    group
        .members()
        .iter()
        .map(|map| map.images().iter().map(name).collect())
        .collect()
}
