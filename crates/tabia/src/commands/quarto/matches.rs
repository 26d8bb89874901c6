//! `tabia quarto match`: two levels against each other.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;
use tabia_quarto::{Level, Outcome, Record, Rules};

use super::engine::{Engine, EngineOptions};
use super::options::RulesOptions;
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Play two levels against each other.
///
/// Games come in pairs: the same random opening, once with A giving first and
/// once with B. Ctrl-C stops after the games under way and reports the rest.
///
/// Depths play the same games again for the same seed, whatever the number of
/// threads; `perfect` sets traps by the clock, so its games may differ.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto match --a perfect --b 6 --games 1000 --json")]
pub(crate) struct Match {
    /// One player: moves looked ahead, 2 to 32, or `perfect`
    #[arg(long, value_name = "LEVEL")]
    a: Level,
    /// The other player
    #[arg(long, value_name = "LEVEL")]
    b: Level,
    /// How many games
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Random placements at the start of each game
    #[arg(
        long,
        value_name = "N",
        default_value_t = 2,
        value_parser = clap::value_parser!(u8).range(0..=3),
    )]
    opening: u8,
    /// Which random openings
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Write the records of the games to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    engine: EngineOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}
