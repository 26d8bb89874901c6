//! `tabia quarto prove`: a certificate of a position's value.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_jobs::{Description, Progress, ProofJob, Shelf, do_here};
use tabia_quarto::certificate::Proved;

use super::checkpoint;
use super::options::{self, RulesOptions, SolverArgs};
use super::rated::word;
use crate::alone::claim;
use crate::ending::{Ending, Trouble};
use crate::interrupt::Work;
use crate::nats::{EntryOptions, fetch, see_through, with_hall};
use crate::{output, progress};

/// Prove the value of the empty board, or of another position.
///
/// Writes a certificate: for each side a strategy that secures the value,
/// over classes of equivalent positions. `tabia quarto check` checks it with
/// code of its own. The file appears under its name only when it is whole. A
/// proof that was ended goes on where it was, also in the middle of its first
/// unit; what it has until then is in FILE.units.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia quarto prove --rules squares --out squares.cert\n  \
    tabia quarto prove --out lines.cert --nats nats://server:4222")]
pub(crate) struct Prove {
    #[command(flatten)]
    claim: Claim,
    /// Where to write the certificate
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    solver: SolverArgs,
    /// Have workers on other machines do it, by this NATS server; the file is
    /// the same
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    #[command(flatten)]
    entry: EntryOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// What is to be proved.
#[derive(Args)]
pub(crate) struct Claim {
    /// The position; without one, the empty board
    #[arg(default_value = "................/-", hide_default_value = true)]
    position: String,
    #[command(flatten)]
    rules: RulesOptions,
}

impl Claim {
    /// The same as a job.
    pub(crate) fn describe(&self) -> anyhow::Result<Description> {
        let rules = self.rules.rules()?;
        let position = options::position(&self.position, &rules)?;
        Ok(Description::Proof {
            shape: rules.shape().to_string(),
            properties: rules.properties(),
            misere: rules.misere(),
            position: position.to_string(),
        })
    }
}

#[derive(Serialize)]
struct Written {
    value: i16,
    entries: Vec<usize>,
    bytes: usize,
    seconds: f64,
}

impl Prove {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let description = self.claim.describe()?;
        let job = ProofJob::new(&description)?.with_options(self.solver.solver());
        output::try_file(&self.out)?;
        let _alone = claim(&self.out)?;
        let start = Instant::now();
        let units = units(&self.out);
        // Not to be mixed with a proof of something else, or by another version.
        let place = units.join(description.id());
        // Fails before any work is done for nothing.
        let shelf = Shelf::open(&place)?;
        let ended = match &self.nats {
            Some(url) => self.elsewhere(url, &description, &shelf)?,
            None => self.here(&job, &shelf, &place)?,
        };
        if let Some(ending) = ended {
            return Ok(ending);
        }
        let made = job.certificate(&shelf);
        let (proved, file) = made.map_err(|problem| Trouble(problem.0))?;
        output::file(&self.out, &file)?;
        fs::remove_dir_all(&place).with_context(|| format!("cannot remove {}", place.display()))?;
        // Another proof may be under way there.
        fs::remove_dir(&units).ok();
        self.report(proved, start.elapsed().as_secs_f64())?;
        Ok(Ending::Done)
    }

    /// Does all units that are not done, an ending if Ctrl-C comes before.
    fn here(&self, job: &ProofJob, shelf: &Shelf, place: &Path) -> anyhow::Result<Option<Ending>> {
        /// A bar counts in these: units differ in cost.
        const STEPS: f64 = 1_000.0;
        let work = Work::begin();
        let bar = progress::bar(STEPS as u64, "proving");
        let progress = |progress: Progress| {
            bar.set((STEPS * progress.cost / progress.all) as u64);
        };
        let go_on = || !work.is_interrupted();
        let done = checkpoint::keeping(
            &place.join(MEMORY),
            |bytes| job.recall(bytes),
            &|| job.remembered(),
            || do_here(job, shelf, self.solver.threads(), &go_on, &progress),
        )?;
        drop(bar);
        if done.is_none() {
            eprintln!("interrupted: the same command goes on from here");
            return Ok(Some(Ending::Interrupted));
        }
        Ok(None)
    }

    /// Has the units done by workers.
    fn elsewhere(
        &self,
        url: &str,
        description: &Description,
        shelf: &Shelf,
    ) -> anyhow::Result<Option<Ending>> {
        let work = Work::begin();
        with_hall(url, &self.entry, "tabia quarto prove", async |hall| {
            let outcome = match see_through(&hall, description, Some(shelf), &work).await? {
                Ok(outcome) => outcome,
                Err(ending) => return Ok(Some(ending)),
            };
            if fetch(&hall, &outcome.status.id, shelf, &work).await? > 0 {
                eprintln!("interrupted: the same command goes on from here");
                return Ok(Some(Ending::Interrupted));
            }
            Ok(None)
        })
    }

    fn report(&self, proved: Proved, seconds: f64) -> anyhow::Result<()> {
        if self.json {
            output::json(&Written {
                value: proved.value.points(),
                entries: proved.entries,
                bytes: proved.bytes,
                seconds,
            })?;
            return Ok(());
        }
        let (name, rules) = (self.out.display(), self.claim.rules.rules()?);
        let position = options::position(&self.claim.position, &rules)?;
        let entries: Vec<String> = proved
            .entries
            .iter()
            .map(|&count| output::grouped(count as u64))
            .collect();
        writeln!(
            output::stdout(),
            "{name} proves: {position} ({rules}) is a {} for the side to move.\n\
             Strategies of {} positions, {} bytes, made in {}.\n\
             Check it with: tabia quarto check {name}",
            word(proved.value),
            entries.join(" and "),
            output::grouped(proved.bytes as u64),
            output::duration(seconds)
        )?;
        Ok(())
    }
}

/// What the solver has found out, among the units.
const MEMORY: &str = "solver.memory";

/// The directory `lines.cert.units` for `lines.cert`.
fn units(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".units");
    name.into()
}
