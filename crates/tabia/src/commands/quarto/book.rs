//! `tabia quarto book`: the opening book, made anew.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_quarto::Book;

use super::checkpoint;
use super::options::{RulesOptions, SolverArgs};
use crate::alone::claim;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::within;
use crate::{output, progress};

/// Make the opening book: the ending of every class with few pieces placed.
///
/// The books for lines and for squares are part of the program. This makes
/// them again; the same rules give the same bytes. One that was ended goes on
/// where it was, by FILE.checkpoint.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto book --placed 3 --out lines.book")]
pub(crate) struct MakeBook {
    /// Classes with up to so many pieces placed
    #[arg(long, value_name = "N", value_parser = within(0..=5_u8))]
    placed: u8,
    /// Where to write the book
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Made {
    classes: usize,
    bytes: usize,
    seconds: f64,
}

impl MakeBook {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        output::try_file(&self.out)?;
        let _alone = claim(&self.out)?;
        let name = self.out.display();
        let solver = self.solver.start_without_book(rules)?;
        let start = Instant::now();
        let work = Work::begin();
        let checkpoint = checkpoint::beside(&self.out);
        let make = || {
            let bar = progress::bar(0, "solving");
            let step = |done, of| bar.stage(0, "solving", done as u64, of as u64);
            Book::make(&solver, usize::from(self.placed), work.stop(), step)
        };
        let recall = |bytes: &[u8]| solver.recall(bytes);
        let book = checkpoint::keeping(&checkpoint, recall, &|| Some(solver.remembered()), make);
        let Some(book) = book else {
            eprintln!("interrupted: the same command goes on from here");
            return Ok(Ending::Interrupted);
        };
        let bytes = book.bytes().context("cannot compress the book")?;
        output::file(&self.out, &bytes)?;
        fs::remove_file(&checkpoint).ok();
        let made = Made {
            classes: book.len(),
            bytes: bytes.len(),
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&made)?;
        } else {
            writeln!(
                output::stdout(),
                "{name}: {} classes with up to {} pieces ({rules}), {} bytes, made in {}",
                output::grouped(made.classes as u64),
                self.placed,
                output::grouped(made.bytes as u64),
                output::duration(made.seconds)
            )?;
        }
        Ok(Ending::Done)
    }
}
