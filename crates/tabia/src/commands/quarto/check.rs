//! `tabia quarto check`: an independent look at a certificate.

use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_check::quarto::{self as checker, CheckError, Goal, Report, Side, Stage};

use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{memory, numbers, output, progress};

/// Check a certificate made by `tabia quarto prove`.
///
/// The checker shares no code with the solver. It ends with exit code 0 if
/// the certificate proves what it claims, and with 1 and the reason if not.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto check lines.cert")]
pub(crate) struct Check {
    /// The certificate
    file: PathBuf,
    /// How many threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Memory for classes still to be looked at, in MiB; with less, some are
    /// searched more than once
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = numbers::mebibytes())]
    memory: u32,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Verdict<'a> {
    valid: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(flatten)]
    proof: Option<Proof<'a>>,
    seconds: f64,
}

#[derive(Serialize)]
struct Proof<'a> {
    rules: String,
    position: &'a str,
    value: i8,
    bytes: u64,
    strategies: Vec<Strategy>,
}

#[derive(Serialize)]
struct Strategy {
    side: &'static str,
    goal: &'static str,
    entries: u64,
    leaves: u64,
}

impl Check {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let name = self.file.display();
        let file = File::open(&self.file).with_context(|| format!("cannot open {name}"))?;
        let memory = memory::mebibytes(self.memory)? << 20;
        let start = Instant::now();
        let result = self.check(file, memory);
        let seconds = start.elapsed().as_secs_f64();
        match result {
            Ok(report) => {
                if self.json {
                    output::json(&Verdict {
                        valid: true,
                        reason: None,
                        proof: Some(proof(&report)),
                        seconds,
                    })?;
                } else {
                    write!(output::stdout(), "{}", explain(&report, seconds))?;
                }
                Ok(Ending::Done)
            }
            Err(CheckError::Cancelled) => {
                eprintln!("interrupted: nothing is known of {name}");
                Ok(Ending::Interrupted)
            }
            Err(CheckError::Io(error)) => Err(error).with_context(|| format!("cannot read {name}")),
            Err(refused @ (CheckError::Damaged(_) | CheckError::Refuted(_))) => {
                let reason = refused.to_string();
                if self.json {
                    output::json(&Verdict {
                        valid: false,
                        reason: Some(reason),
                        proof: None,
                        seconds,
                    })?;
                } else {
                    writeln!(output::stdout(), "{name}: refused: {reason}")?;
                }
                Ok(Ending::Failed)
            }
        }
    }

    fn check(&self, file: File, memory: usize) -> Result<Report, CheckError> {
        let work = Work::begin();
        let cancel = AtomicBool::new(false);
        let bar = progress::bar(0, "checking");
        let mut tell = |at: checker::Progress| {
            if work.is_interrupted() {
                cancel.store(true, Ordering::Relaxed);
            }
            let what = match at.stage {
                Stage::Digest => "digest",
                Stage::Reading => "reading",
                Stage::Following => "following moves",
                Stage::Searching => "searching leaves",
            };
            bar.stage(at.strategy, what, at.done, at.total);
        };
        checker::check(
            file,
            checker::Options {
                threads: self.threads.map_or(0, usize::from),
                memory,
                cancel: Some(&cancel),
                progress: Some(&mut tell),
            },
        )
    }
}

fn proof(report: &Report) -> Proof<'_> {
    let strategies = report
        .strategies
        .iter()
        .map(|strategy| Strategy {
            side: match strategy.side {
                Side::Mover => "mover",
                Side::Other => "other",
            },
            goal: match strategy.goal {
                Goal::Draw => "draw",
                Goal::Win => "win",
            },
            entries: strategy.layers.iter().map(|layer| layer.entries).sum(),
            leaves: strategy.leaves,
        })
        .collect();
    Proof {
        rules: report.rules.to_string(),
        position: &report.root,
        value: report.value,
        bytes: report.bytes,
        strategies,
    }
}

fn explain(report: &Report, seconds: f64) -> String {
    let verdict = match report.value {
        1 => "wins",
        -1 => "loses",
        _ => "draws",
    };
    let mut text = format!(
        "Proved: the side to move at {} ({}) {verdict}.\n",
        report.root, report.rules
    );
    for strategy in &proof(report).strategies {
        let side = match strategy.side {
            "mover" => "the side to move",
            _ => "the other side",
        };
        let goal = match strategy.goal {
            "draw" => "does not lose",
            _ => "wins",
        };
        text += &format!(
            "  {side} {goal}: {} positions with a move, {} classes of leaves searched\n",
            output::grouped(strategy.entries),
            output::grouped(strategy.leaves)
        );
    }
    text + &format!(
        "{} bytes, checked in {}.\n",
        output::grouped(report.bytes),
        output::duration(seconds)
    )
}
