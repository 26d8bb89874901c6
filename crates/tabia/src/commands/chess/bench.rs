//! `tabia chess bench`: the node-count signature and the speed.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_chess::bench;

use super::options::Evaluation;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{output, progress};

/// Search fixed positions on one thread, each from nothing.
///
/// The number of nodes is the signature: it moves when the search visits
/// other nodes than before. The last line is what OpenBench reads.
#[derive(Args)]
#[command(
    after_help = "Examples:\n  tabia chess bench\n  tabia chess bench --profile seed38 --json"
)]
pub(crate) struct Bench {
    #[command(flatten)]
    evaluation: Evaluation,
    /// The depth of each search, in plies; the signature is that of the default
    #[arg(long, default_value_t = bench::DEPTH, value_parser = within(1..=60_u32))]
    depth: u32,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Signature {
    nodes: u64,
    nps: u64,
    seconds: f64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let weights = self.evaluation.weights()?;
        let work = Work::begin();
        let report = {
            let bar = progress::bar(bench::positions() as u64, "searching");
            bench::run(&weights, self.depth, work.stop(), &mut |done| {
                bar.set(done as u64);
            })
        };
        let Some(report) = report else {
            eprintln!("interrupted: no signature");
            return Ok(Ending::Interrupted);
        };
        let signature = Signature {
            nodes: report.nodes,
            nps: report.nodes_per_second(),
            seconds: report.time.as_secs_f64(),
        };
        if self.json {
            output::json(&signature)?;
        } else {
            let mut out = output::stdout();
            writeln!(out, "Bench: chess {}", signature.nodes)?;
            writeln!(out, "({})", output::duration(signature.seconds))?;
            writeln!(out, "{} nodes {} nps", signature.nodes, signature.nps)?;
        }
        Ok(Ending::Done)
    }
}
