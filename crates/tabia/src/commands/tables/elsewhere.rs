//! `tabia tables build darkchess --nats`.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use tabia_darkchess::{BuildOptions, Endgames, Equivalence, Format, Limit, TableDirectory};
use tabia_jobs::Description;
use tabia_jobs::nats::JobStatus;

use super::build::DarkChessOptions;
use super::darkchess::{Made, print};
use super::report::{OfTables, interrupted};
use crate::alone::in_turn;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::{EntryOptions, Outcome, have_done, with_hall};
use crate::output;

/// Has the tables built by workers.
pub(super) fn build(
    elements: u32,
    dir: &Path,
    chosen: &DarkChessOptions,
    url: &str,
    entry: &EntryOptions,
    json: bool,
) -> anyhow::Result<Ending> {
    let built = in_turn(dir, || {
        have_built(elements, dir, chosen, url, entry, json).map(Some)
    })?;
    Ok(built.unwrap_or_else(interrupted))
}

fn have_built(
    elements: u32,
    dir: &Path,
    chosen: &DarkChessOptions,
    url: &str,
    entry: &EntryOptions,
    json: bool,
) -> anyhow::Result<Ending> {
    let start = Instant::now();
    let format = Format::from(chosen.format);
    if format != Format::Values || !chosen.only.is_empty() || chosen.sample.is_some() {
        bail!("--nats builds all tables, as values: not with --format, --only or --sample");
    }
    let endgames = Endgames::new(elements, Some(Equivalence::Swap))
        .with_context(|| format!("--elements {elements}"))?;
    let description = Description::Tables {
        elements,
        distances: chosen.distances,
        forty: chosen.forty,
    };
    let limit = match chosen.forty {
        true => Limit::Forty,
        false => Limit::None,
    };
    let tables = TableDirectory::new(dir, endgames).with_limit(limit);
    // A directory of something else is refused before anybody works for it.
    tables.begin().map_err(OfTables::with_remedy)?;
    let work = Work::begin();
    let outcome = with_hall(url, entry, "tabia tables build", async |hall| {
        have_done(&hall, &description, dir, &work).await
    })?;
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(ending) => return Ok(ending),
    };
    // Looks at every file as at those of an earlier build.
    let options = BuildOptions {
        distances: chosen.distances,
        format,
        ..BuildOptions::default()
    };
    let go_on = || !work.is_interrupted();
    let built = tables.build(options, &go_on, &|_| {});
    let Some(built) = built.map_err(OfTables::with_remedy)? else {
        return Ok(interrupted());
    };
    let Outcome { status, before } = outcome;
    let is_new = |unit: &str| {
        let before = before.as_ref();
        before.is_none_or(|before| !before.done_units.contains(unit))
    };
    let endgames = tables.endgames();
    let materials = endgames.classes().map(|c| endgames.representative(c));
    let new = materials.filter(|material| is_new(&material.to_string()));
    let raw: u128 = new.map(|material| 2 * material.placements()).sum();
    let seconds = |status: &JobStatus| -> f64 {
        let workers = status.workers.values();
        workers.map(|worker| worker.seconds).sum()
    };
    let made = Made {
        classes: built.solved + built.found,
        solved: (status.done - before.as_ref().map_or(0, |before| before.done)) as u64,
        bytes: built.bytes,
        seconds: start.elapsed().as_secs_f64(),
        raw: u64::try_from(raw).context("too many placements")?,
        core_seconds: seconds(&status) - before.as_ref().map_or(0.0, seconds),
        sample: None,
    };
    if json {
        output::json(&made)?;
    } else {
        print(dir, elements, &made)?;
    }
    Ok(Ending::Done)
}
