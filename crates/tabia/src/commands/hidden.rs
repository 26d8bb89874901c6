//! Matches of games with hidden hands.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabia_kernel::arena::Tally;
use tabia_kernel::hidden::Level;
use tabia_kernel::random::Seeded;

use super::tables::cores;
use crate::games::{Counts, Series, by_role, shares};
use crate::{numbers, output, suggest};

/// Who plays whom, and how often.
#[derive(Args)]
pub(super) struct MatchOptions<const MOST: u16> {
    /// One player: random, simple, a number of worlds, or open
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = suggest::reader::<Level<MOST>>(&["random", "simple", "open"]),
    )]
    pub(super) a: Level<MOST>,
    /// The other player
    #[arg(
        long,
        value_name = "LEVEL",
        value_parser = suggest::reader::<Level<MOST>>(&["random", "simple", "open"]),
    )]
    pub(super) b: Level<MOST>,
    /// How many games
    #[arg(long, value_name = "N", value_parser = numbers::games())]
    games: u32,
    /// Which deals
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = numbers::seed())]
    seed: u64,
    /// Games at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Write the games to FILE
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Report {
    a: String,
    b: String,
    #[serde(flatten)]
    counts: Counts,
    seed: u64,
    seconds: f64,
}

impl<const MOST: u16> MatchOptions<MOST> {
    /// The games, called so.
    pub(super) fn series<'a>(&'a self, called: &'a str) -> Series<'a> {
        Series {
            games: self.games,
            called,
            threads: self.threads.map_or_else(cores, usize::from),
            record: self.record.as_deref(),
        }
    }

    /// The random numbers of a game: those of a pair draw from one sequence.
    pub(super) fn random(&self, number: usize) -> Seeded {
        let pair = (number as u64 / 2).wrapping_mul(1 << 32);
        Seeded::new(self.seed.wrapping_add(pair))
    }

    /// What the games came to for player A in each of the two roles.
    pub(super) fn tell(
        &self,
        title: &str,
        called: &str,
        roles: [(&str, Tally); 2],
        draws: bool,
        seconds: f64,
    ) -> anyhow::Result<()> {
        let [(_, one), (_, other)] = roles;
        let all = one + other;
        let (a, b, seed) = (self.a.to_string(), self.b.to_string(), self.seed);
        if self.json {
            output::json(&Report {
                a,
                b,
                counts: all.into(),
                seed,
                seconds,
            })?;
            return Ok(());
        }
        writeln!(
            output::stdout(),
            "{title}: level {a} against level {b}, {} {called}, seed {seed}\n\n{}\n{}\
             All games {}",
            all.games(),
            by_role(&a, roles, draws),
            shares(all),
            output::duration(seconds)
        )?;
        Ok(())
    }
}
