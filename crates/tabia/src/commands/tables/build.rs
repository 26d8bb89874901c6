//! `tabia tables build`.

use anyhow::bail;
use clap::{Args, ValueEnum};
use tabia_darkchess::{Format, Material};

use super::options::{DirOption, TableGame};
use super::{darkchess, dominoes, elsewhere, skat};
use crate::commands::dominoes::BlockArg;
use crate::ending::Ending;
use crate::nats::EntryOptions;
use crate::numbers::{self, within};

/// Build the tables of all classes up to a number of elements.
///
/// Materials that play alike share one table. A build that was ended goes on
/// where it was; one that is complete does nothing, and one that comes while
/// another is at work in the same directory waits for it. The files do not
/// depend on the number of threads. Dark chess with six pieces takes up to 0.7 GB of memory
/// for each thread, with distances 2.5 GB.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia tables build darkchess --elements 4 --dir tables\n  \
    tabia tables build darkchess --elements 4 --dir tables --repair\n  \
    tabia tables build darkchess --elements 5 --dir tables --nats nats://server:4222\n  \
    tabia tables build dominoes --elements 6 --dir tables\n  \
    tabia tables build skat --elements 9 --dir tables")]
pub(crate) struct Build {
    #[arg(value_enum)]
    game: TableGame,
    /// Most pieces on the board; dominoes 3 to 7, Skat 3, 6 or 9
    #[arg(long, value_name = "N", value_parser = within(2..=9_u32))]
    elements: u32,
    #[command(flatten)]
    dir: DirOption,
    /// Check every file whole first, by its checksums, and make damaged ones anew;
    /// else files that are there are taken for sound
    #[arg(long)]
    repair: bool,
    #[command(flatten)]
    darkchess: DarkChessOptions,
    /// Dominoes: who wins when nobody can play
    #[arg(long, value_enum, default_value = "pips")]
    block: BlockArg,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Dark chess: have workers on other machines do it, by this NATS server;
    /// the files are the same
    #[arg(long, value_name = "URL", conflicts_with = "repair")]
    nats: Option<String>,
    #[command(flatten)]
    entry: EntryOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// What only dark chess knows.
#[derive(Args)]
pub(super) struct DarkChessOptions {
    /// Keep distances too: plies to the next capture or the end
    #[arg(long)]
    pub(super) distances: bool,
    /// Under the rule of forty plies: a win that needs more to its next capture
    /// is a draw. Keeps distances, so that probes count the plies gone by
    #[arg(long)]
    pub(super) forty: bool,
    /// How values are kept: every position's, or a list of those won
    #[arg(long, value_enum, default_value_t = FormatArg::Values)]
    pub(super) format: FormatArg,
    /// Only the classes of these materials, and what captures lead to from them
    #[arg(long, value_name = "MATERIAL", value_delimiter = ',')]
    pub(super) only: Vec<Material>,
    /// Of the classes with most pieces only so many, of all sizes, and what
    /// captures lead to from them; tells what all would take
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "only",
        value_parser = within(1..=100_000_usize),
    )]
    pub(super) sample: Option<usize>,
}

impl DarkChessOptions {
    /// One that was given, for games that have no use for it.
    fn any(&self) -> Option<&'static str> {
        [
            (self.distances, "--distances"),
            (self.forty, "--forty"),
            (self.format != FormatArg::Values, "--format"),
            (!self.only.is_empty(), "--only"),
            (self.sample.is_some(), "--sample"),
        ]
        .into_iter()
        .find_map(|(given, name)| given.then_some(name))
    }
}

/// The formats by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum FormatArg {
    /// Five values to a byte, packed
    Values,
    /// The numbers of won positions
    Wonlist,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Format {
        match format {
            FormatArg::Values => Format::Values,
            FormatArg::Wonlist => Format::WonList,
        }
    }
}

impl Build {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let (elements, dir) = (self.elements, self.dir.path());
        let (repair, json) = (self.repair, self.json);
        let threads = self.threads.map_or_else(cores, usize::from);
        if self.game != TableGame::Darkchess
            && let Some(option) = self.darkchess.any()
        {
            bail!("{option} is for dark chess only");
        }
        if let Some(url) = &self.nats {
            if self.game != TableGame::Darkchess {
                bail!("--nats is for dark chess only");
            }
            return elsewhere::build(elements, dir, &self.darkchess, url, &self.entry, json);
        }
        match self.game {
            TableGame::Darkchess => {
                darkchess::build(elements, dir, &self.darkchess, threads, repair, json)
            }
            TableGame::Dominoes => {
                dominoes::build(elements, self.block, dir, threads, repair, json)
            }
            TableGame::Skat => skat::build(elements, dir, threads, repair, json),
        }
    }
}

/// The number of threads that the machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
