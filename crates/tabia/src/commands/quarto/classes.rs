//! `tabia quarto classes`: how many boards differ in truth.

use std::io::Write as _;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_quarto::{MOST_PLACED, count_classes};

use super::options::RulesOptions;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{output, progress};

/// Count the classes of equivalent boards with a number of pieces placed.
///
/// Boards are equivalent if a symmetry of the cells and of the pieces carries
/// one to the other. Each piece more takes about twenty times as long.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto classes --placed 4 --json")]
pub(crate) struct Classes {
    /// Pieces on the board
    #[arg(long, value_name = "N", value_parser = within(0..=MOST_PLACED as u8))]
    placed: u8,
    #[command(flatten)]
    rules: RulesOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Counted {
    placed: usize,
    classes: u64,
    open: u64,
}

/// Steps of the progress bar.
const STEPS: u64 = 1000;

impl Classes {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let start = Instant::now();
        let work = Work::begin();
        let census = {
            let bar = progress::bar(STEPS, "counting");
            count_classes(&rules, usize::from(self.placed), work.stop(), |part| {
                bar.set((part * STEPS as f64) as u64);
            })
        };
        let Some(census) = census else {
            eprintln!("interrupted: nothing has been counted");
            return Ok(Ending::Interrupted);
        };
        if self.json {
            output::json(&Counted {
                placed: census.placed,
                classes: census.classes,
                open: census.open,
            })?;
        } else {
            writeln!(
                output::stdout(),
                "Quarto, {rules}: {} classes of boards with {} pieces, {} of them without a \
                 complete line ({})",
                output::grouped(census.classes),
                census.placed,
                output::grouped(census.open),
                output::duration(start.elapsed().as_secs_f64())
            )?;
        }
        Ok(Ending::Done)
    }
}
