//! `tabia tables build`.

use std::io::Write as _;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use serde::Serialize;
use tabia_darkchess::{BuildOptions, Endgames, Equivalence, TableDirectory};

use super::options::{DirOption, TableGame};
use super::{dominoes, skat};
use crate::commands::dominoes::BlockArg;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Build the tables of all classes up to a number of elements.
///
/// Materials that play alike share one table. A build that was ended goes on
/// where it was; one that is complete does nothing. The files do not depend on
/// the number of threads.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables build darkchess --elements 4 --dir tables\n  \
    tabia tables build dominoes --elements 6 --dir tables\n  \
    tabia tables build skat --elements 9 --dir tables")]
pub(crate) struct Build {
    #[arg(value_enum)]
    game: TableGame,
    /// Most pieces on the board; dominoes 3 to 7, Skat 3, 6 or 9
    #[arg(long, value_name = "N")]
    elements: u32,
    #[command(flatten)]
    dir: DirOption,
    /// Keep distances too: plies to the next capture or the end
    #[arg(long)]
    distances: bool,
    /// Dominoes: who wins when nobody can play
    #[arg(long, value_enum, default_value = "pips")]
    block: BlockArg,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Made {
    classes: u64,
    solved: u64,
    bytes: u64,
    seconds: f64,
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let (dir, json) = (self.dir.path(), self.json);
        let threads = self.threads.map_or_else(cores, usize::from);
        let most = Endgames::MOST_ELEMENTS;
        match self.game {
            TableGame::Darkchess if (2..=most).contains(&self.elements) => {}
            TableGame::Darkchess => {
                bail!(
                    "--elements {}: dark chess has tables of 2 to {most}",
                    self.elements
                )
            }
            TableGame::Dominoes => {
                return dominoes::build(self.elements, self.block, dir, threads, json);
            }
            TableGame::Skat => return skat::build(self.elements, dir, threads, json),
        }
        let start = Instant::now();
        let endgames = Endgames::new(self.elements, Some(Equivalence::Swap))?;
        let tables = TableDirectory::new(self.dir.path(), endgames);
        let work = Work::begin();
        let options = BuildOptions {
            distances: self.distances,
            threads,
        };
        let built = {
            let bar = progress::bar(0, "building");
            let go_on = || !work.is_interrupted();
            tables.build(options, &go_on, &|step| {
                bar.stage(0, "building", step.done, step.total);
            })?
        };
        let Some(built) = built else {
            eprintln!("interrupted: the same command goes on from here");
            return Ok(Ending::Interrupted);
        };
        let made = Made {
            classes: built.solved + built.found,
            solved: built.solved,
            bytes: built.bytes,
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&made)?;
        } else {
            writeln!(
                output::stdout(),
                "{}: {} classes of up to {} pieces, {} of them solved now, {} bytes ({})",
                self.dir.path().display(),
                output::grouped(made.classes),
                self.elements,
                output::grouped(made.solved),
                output::grouped(made.bytes),
                output::duration(made.seconds)
            )?;
        }
        Ok(Ending::Done)
    }
}

/// The number of threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
