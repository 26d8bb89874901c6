//! `tabia chess margins`: the numbers of the search.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_chess::search::{Margin, Margins};
use tabia_chess::tune::to_openbench;
use tabia_kernel::tune::{Parameter, Space, SpsaStep};

use crate::ending::Ending;
use crate::output;

/// Print the numbers of the search: what it hopes for, gives up and puts off.
///
/// They are UCI options that the engine declares to tuners alone (`tabia chess uci
/// --margins`), and can be set like any other. With --lines they are printed as
/// OpenBench wants them, for a tuning by games.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess margins\n  \
    tabia chess margins --lines > margins.txt\n  \
    tabia chess tune --engine tabia --lines margins.txt --method spsa --control nodes:20000")]
pub(crate) struct PrintMargins {
    /// Print OpenBench's lines: name, int, value, min, max, C_end, R_end
    #[arg(long, conflicts_with = "json")]
    lines: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    value: i32,
    min: i32,
    max: i32,
    about: &'static str,
}

impl PrintMargins {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let mut out = output::stdout();
        if self.lines {
            write!(out, "{}", lines()?)?;
        } else if self.json {
            let row = |margin: &Margin| Row {
                name: margin.name,
                value: margin.default,
                min: margin.lo,
                max: margin.hi,
                about: margin.about,
            };
            output::json(&Margins::ALL.iter().map(row).collect::<Vec<_>>())?;
        } else {
            let names = Margins::ALL.iter().map(|margin| margin.name.len());
            let width = names.max().unwrap_or(0);
            for margin in Margins::ALL {
                let Margin {
                    name,
                    about,
                    default,
                    lo,
                    hi,
                } = margin;
                let range = format!("{lo}..{hi}");
                writeln!(out, "{name:width$} {default:>6}  {range:<12} {about}")?;
            }
        }
        Ok(Ending::Done)
    }
}

/// The usual steps: a twentieth of the range, half of it at most for small
/// numbers.
fn lines() -> anyhow::Result<String> {
    let parameter = |margin: &Margin| Parameter::whole(margin.name, margin.lo, margin.hi);
    let space = Space::new(Margins::ALL.iter().map(parameter).collect())?;
    let start: Vec<f64> = Margins::ALL.iter().map(|m| f64::from(m.default)).collect();
    let step = |margin: &Margin| SpsaStep {
        perturbation: (f64::from(margin.hi - margin.lo) / 20.0).max(0.5),
        learning: 0.002,
    };
    let steps: Vec<SpsaStep> = Margins::ALL.iter().map(step).collect();
    Ok(to_openbench(&space, &start, &steps))
}
