//! `tabia reproduce`: the papers' tables and figures, theirs beside ours.

mod chess;
mod go;
mod machine;
mod quarto;
mod report;
mod tables;
mod whole;

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_desk::ledger::Ledger;

use crate::ending::Ending;
use crate::output;
use report::Report;
use whole::Whole;

/// Repeat the papers' experiments and print their numbers beside ours.
///
/// With --out the report is also written as one HTML page with its plots,
/// and as JSON; all papers together as report.html and report.json, which are
/// also kept for the page of `tabia serve`. Times depend on the machine;
/// everything else depends on the seed alone. --quick takes minutes, the whole
/// an hour or more.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia reproduce quarto --out report\n  \
    tabia reproduce all --quick --out report")]
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

/// What the experiments of one paper came to, to be written as JSON too.
trait Reproduced: Serialize {
    /// The name of the paper in files.
    const NAME: &'static str;

    /// The numbers in words, tables and plots.
    fn report(&self) -> Report;

    /// Whether everything that can be checked came out as it should.
    fn holds(&self) -> bool;

    /// The seeds on which the numbers depend, in words.
    fn seeds(&self) -> String;
}

impl Reproduce {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let mut whole = Whole::new(self.quick);
        let quick = self.quick;
        let done = self.take(&mut whole, Paper::Quarto, || {
            quarto::reproduce(&self.quarto, quick)
        })? && self.take(&mut whole, Paper::Tables, || {
            tables::reproduce(&self.tables, quick)
        })? && self.take(&mut whole, Paper::Go, || go::reproduce(&self.go, quick))?
            && self.take(&mut whole, Paper::Chess, || {
                chess::reproduce(&self.chess, quick)
            })?;
        if !done {
            eprintln!("interrupted: the paper under way was not written");
            return Ok(Ending::Interrupted);
        }
        if self.paper == Paper::All {
            self.publish_whole(&whole)?;
        }
        match whole.holds() {
            true => Ok(Ending::Done),
            false => Ok(Ending::Failed),
        }
    }

    /// Runs the experiments of a paper, if it is wanted, and publishes them.
    /// False if interrupted.
    fn take<F: Reproduced>(
        &self,
        whole: &mut Whole,
        paper: Paper,
        experiments: impl FnOnce() -> anyhow::Result<Option<F>>,
    ) -> anyhow::Result<bool> {
        if self.paper != paper && self.paper != Paper::All {
            return Ok(true);
        }
        let begun = Instant::now();
        let Some(found) = experiments()? else {
            return Ok(false);
        };
        let report = found.report();
        self.publish(F::NAME, &report, &found)?;
        whole.add(&found, report, begun.elapsed().as_secs_f64())?;
        Ok(true)
    }

    /// Writes and prints what one paper came to.
    fn publish(&self, name: &str, report: &Report, numbers: &impl Serialize) -> anyhow::Result<()> {
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

    /// Writes all papers as one page and one file of numbers, also to where
    /// `tabia serve` looks for them.
    fn publish_whole(&self, whole: &Whole) -> anyhow::Result<()> {
        let kept = Ledger::open(self.quarto.data())?;
        let kept = kept.path().with_file_name("report");
        for directory in self.out.iter().chain([&kept]) {
            make(directory)?;
            put(directory, "report.html", &whole.html())?;
            put(directory, "report.json", &whole.json()?)?;
        }
        if !self.json {
            let directory = self.out.as_ref().unwrap_or(&kept);
            let page = directory.join("report.html");
            writeln!(
                output::stdout(),
                "All papers on one page: {}",
                page.display()
            )?;
        }
        Ok(())
    }
}

/// Writes page, plots and numbers.
fn write(
    directory: &Path,
    name: &str,
    report: &Report,
    numbers: &impl Serialize,
) -> anyhow::Result<()> {
    make(directory)?;
    put(directory, &format!("{name}.html"), &report.html())?;
    let json = serde_json::to_string_pretty(numbers)?;
    put(directory, &format!("{name}.json"), &(json + "\n"))?;
    for (figure, svg) in report.figures() {
        put(directory, &format!("{figure}.svg"), svg)?;
    }
    Ok(())
}

fn make(directory: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(directory)
        .with_context(|| format!("cannot make the directory {}", directory.display()))
}

fn put(directory: &Path, name: &str, contents: &str) -> anyhow::Result<()> {
    let path = directory.join(name);
    // Whoever reads it meanwhile has the old one or the new one, whole.
    output::file(&path, contents)
}
