//! `tabia quarto sample`: random positions, for measurements.

use std::io::Write as _;

use anyhow::bail;
use clap::Args;
use tabia_kernel::random::Seeded;
use tabia_quarto::random_position;

use super::options::RulesOptions;
use crate::ending::Ending;
use crate::numbers::{self, within};
use crate::output;

/// Random positions in which the piece in hand does not end the game at once.
///
/// One position a line, as `solve --stdin` reads them. The same seed gives the
/// same positions.
#[derive(Args)]
#[command(
    after_help = "Example: tabia quarto sample --placed 6 --count 500 | tabia quarto solve --stdin --cold"
)]
pub(crate) struct Sample {
    /// Pieces on the board
    #[arg(long, value_name = "N", value_parser = within(0..=15_u8))]
    placed: u8,
    /// How many positions
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10,
        value_parser = within(0..=1_000_000_000_u32),
    )]
    count: u32,
    /// What the random choices start from
    #[arg(long, value_name = "S", default_value_t = 1, value_parser = numbers::seed())]
    seed: u64,
    #[command(flatten)]
    rules: RulesOptions,
    /// Print JSON strings instead
    #[arg(long)]
    json: bool,
}

impl Sample {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let mut random = Seeded::new(self.seed);
        for _ in 0..self.count {
            let placed = usize::from(self.placed);
            let Some(position) = random_position(&rules, placed, &mut random) else {
                bail!("no open position with {placed} pieces was met ({rules})");
            };
            if self.json {
                output::json(&position.to_string())?;
            } else {
                writeln!(output::stdout(), "{position}")?;
            }
        }
        Ok(Ending::Done)
    }
}
