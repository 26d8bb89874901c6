//! `tabia tables build`.

use std::io::Write as _;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_darkchess::{BuildOptions, Endgames, Equivalence, TableDirectory};

use super::options::{DirOption, TableGame};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Build the tables of all classes up to a number of pieces.
///
/// Materials that play alike share one table. A build that was ended goes on
/// where it was; one that is complete does nothing. The files do not depend on
/// the number of threads.
#[derive(Args)]
#[command(after_help = "Example: tabia tables build darkchess --elements 4 --dir tables")]
pub(crate) struct Build {
    #[arg(value_enum)]
    game: TableGame,
    /// Most pieces on the board
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(2..=i64::from(Endgames::MOST_ELEMENTS)),
    )]
    elements: u32,
    #[command(flatten)]
    dir: DirOption,
    /// Keep distances too: plies to the next capture or the end
    #[arg(long)]
    distances: bool,
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
        let TableGame::Darkchess = self.game;
        let start = Instant::now();
        let endgames = Endgames::new(self.elements, Some(Equivalence::Swap))?;
        let tables = TableDirectory::new(self.dir.path(), endgames);
        let work = Work::begin();
        let options = BuildOptions {
            distances: self.distances,
            threads: self.threads.map_or_else(cores, usize::from),
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
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
