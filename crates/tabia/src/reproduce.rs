//! `tabia reproduce`: the papers' tables and figures, theirs beside ours.

mod machine;
mod quarto;
mod report;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::{Args, ValueEnum};

use crate::ending::Ending;
use crate::output;
use report::Report;

/// Repeat the papers' experiments and print their numbers beside ours.
///
/// With --out the report is also written as one HTML page with its plots,
/// and as JSON. Times depend on the machine; everything else depends on the
/// seed alone.
#[derive(Args)]
#[command(after_help = "Example: tabia reproduce quarto --out report")]
pub(crate) struct Reproduce {
    /// Which paper
    #[arg(value_enum, default_value_t = Paper::All)]
    paper: Paper,
    /// Write the page, the plots and the numbers into this directory
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A taste only: shallow searches, few games
    #[arg(long)]
    quick: bool,
    /// Print one line of JSON for each paper instead
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    quarto: quarto::Options,
}

/// What can be reproduced.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// Mohrmann, Neumann, Suendermann: An Artificial Intelligence for the
    /// Board Game 'Quarto!' in Java (2013)
    Quarto,
    /// All of them
    All,
}

impl Reproduce {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        // There is one so far; `all` will come to mean more.
        let (Paper::Quarto | Paper::All) = self.paper;
        let Some(found) = quarto::reproduce(&self.quarto, self.quick)? else {
            eprintln!("interrupted: nothing was written");
            return Ok(Ending::Interrupted);
        };
        let report = found.report();
        if let Some(directory) = &self.out {
            write(directory, "quarto", &report, &found)?;
        }
        if self.json {
            output::json(&found)?;
        } else {
            output::stdout().write_all(report.text().as_bytes())?;
            if let Some(directory) = &self.out {
                let page = directory.join("quarto.html");
                writeln!(
                    output::stdout(),
                    "The page with its plots: {}",
                    page.display()
                )?;
            }
        }
        Ok(match found.holds() {
            true => Ending::Done,
            false => Ending::Failed,
        })
    }
}

/// Writes page, plots and numbers.
fn write(
    directory: &Path,
    name: &str,
    report: &Report,
    numbers: &impl serde::Serialize,
) -> anyhow::Result<()> {
    let file = |name: String, contents: &str| {
        let path = directory.join(name);
        fs::write(&path, contents).with_context(|| format!("cannot write {}", path.display()))
    };
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))?;
    file(format!("{name}.html"), &report.html())?;
    let json = serde_json::to_string_pretty(numbers)?;
    file(format!("{name}.json"), &(json + "\n"))?;
    for (figure, svg) in report.figures() {
        file(format!("{figure}.svg"), svg)?;
    }
    Ok(())
}
