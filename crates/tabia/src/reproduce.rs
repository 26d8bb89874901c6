//! `tabia reproduce`: the papers' tables and figures, theirs beside ours.

mod chess;
mod go;
mod machine;
mod quarto;
mod report;
mod tables;

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
    #[command(flatten)]
    tables: tables::TableOptions,
    #[command(flatten)]
    go: go::GoOptions,
    #[command(flatten)]
    chess: chess::ChessOptions,
}

/// What can be reproduced.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// Mohrmann, Neumann, Suendermann: An Artificial Intelligence for the
    /// Board Game 'Quarto!' in Java (2013)
    Quarto,
    /// Saffidine, Jouandeau, Buron, Cazenave: Material Symmetry to Partition
    /// Endgame Tables (2012)
    Tables,
    /// Kishimoto, Müller: Dynamic Decomposition Search (2005)
    Go,
    /// Prasad, Sairam, Bhavana Sri, Siva Krishna: Improvising the Performance
    /// of a Chess Engine by Fine Tuning the Evaluation Function
    Chess,
    /// All of them
    All,
}

impl Reproduce {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let mut ending = Ending::Done;
        if self.wants(Paper::Quarto) {
            let Some(found) = quarto::reproduce(&self.quarto, self.quick)? else {
                return Ok(interrupted());
            };
            self.publish("quarto", &found.report(), &found)?;
            if !found.holds() {
                ending = Ending::Failed;
            }
        }
        if self.wants(Paper::Tables) {
            let Some(found) = tables::reproduce(&self.tables, self.quick)? else {
                return Ok(interrupted());
            };
            self.publish("tables", &found.report(), &found)?;
            if !found.holds() {
                ending = Ending::Failed;
            }
        }
        if self.wants(Paper::Go) {
            let Some(found) = go::reproduce(&self.go, self.quick)? else {
                return Ok(interrupted());
            };
            self.publish("go", &found.report(), &found)?;
            if !found.holds() {
                ending = Ending::Failed;
            }
        }
        if self.wants(Paper::Chess) {
            let Some(found) = chess::reproduce(&self.chess, self.quick)? else {
                return Ok(interrupted());
            };
            self.publish("chess", &found.report(), &found)?;
            if !found.holds() {
                ending = Ending::Failed;
            }
        }
        Ok(ending)
    }

    fn wants(&self, paper: Paper) -> bool {
        self.paper == paper || self.paper == Paper::All
    }

    /// Writes and prints what one paper came to.
    fn publish(
        &self,
        name: &str,
        report: &Report,
        numbers: &impl serde::Serialize,
    ) -> anyhow::Result<()> {
        if let Some(directory) = &self.out {
            write(directory, name, report, numbers)?;
        }
        if self.json {
            output::json(numbers)?;
            return Ok(());
        }
        let mut out = output::stdout();
        out.write_all(report.text().as_bytes())?;
        if let Some(directory) = &self.out {
            let page = directory.join(format!("{name}.html"));
            writeln!(out, "The page with its pictures: {}", page.display())?;
        }
        Ok(())
    }
}

fn interrupted() -> Ending {
    eprintln!("interrupted: the paper under way was not written");
    Ending::Interrupted
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
