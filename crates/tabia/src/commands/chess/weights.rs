//! `tabia chess weights`: an evaluation as a file.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use tabia_chess::eval::Weights;
use tabia_chess::tune::to_rust;

use super::options::Evaluation;
use crate::ending::Ending;
use crate::output;

/// Print weights: those that come with the program, those it began with, or
/// those of a file.
///
/// What `--json` or `--out` gives is what `--weights`, `--start`, the UCI option
/// WeightsFile and the player `tabia:FILE.json` read.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess weights --profile seed38\n  \
    tabia chess weights --hand --out hand.json\n  \
    tabia chess weights --weights tuned.json --rust")]
pub(crate) struct PrintWeights {
    #[command(flatten)]
    evaluation: Evaluation,
    /// Those set by hand, from which tuning begins
    #[arg(long, conflicts_with = "weights")]
    hand: bool,
    /// Those that the paper's method gave the 38 features
    #[arg(long, conflicts_with_all = ["weights", "profile", "hand"])]
    evolved: bool,
    /// Write a file of weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rust", "json"])]
    out: Option<PathBuf>,
    /// Print a Rust constant instead
    #[arg(long, conflicts_with = "json")]
    rust: bool,
    /// Print the file of weights instead
    #[arg(long)]
    json: bool,
}

impl PrintWeights {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let weights = match self.evaluation.weights()? {
            _ if self.evolved => Weights::evolved(),
            weights if self.hand => Weights::hand_set(weights.profile()),
            weights => weights,
        };
        if let Some(path) = &self.out {
            weights
                .save(path)
                .with_context(|| format!("weights {}", path.display()))?;
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        if self.json {
            writeln!(out, "{}", weights.to_json())?;
        } else if self.rust {
            write!(out, "{}", to_rust(&weights))?;
        } else {
            let names = weights.profile().feature_names();
            let widest = names.iter().map(|name| name.chars().count()).max();
            let width = widest.unwrap_or(0);
            for (name, value) in names.iter().zip(weights.values()) {
                writeln!(out, "{name:width$}{value:>7}")?;
            }
            if let Some(origin) = weights.origin() {
                writeln!(out, "{}: {origin}", weights.profile())?;
            }
        }
        Ok(Ending::Done)
    }
}
