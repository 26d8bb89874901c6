//! `tabia tables build darkchess`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde::Serialize;
use tabia_darkchess::{
    BuildOptions, Built, Class, ClassReport, Endgames, Equivalence, Limit, Material, Progress,
    TableDirectory,
};
use tabia_kernel::endgame::Tabular as _;

use super::build::DarkChessOptions;
use super::report::{OfTables, interrupted, say_repaired};
use crate::alone::in_turn;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// The keys are a contract.
#[derive(Serialize)]
pub(super) struct Made {
    pub(super) classes: u64,
    pub(super) solved: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
    /// Placements of the materials solved now, both sides to move.
    pub(super) raw: u64,
    /// Time of all threads that solved, on the processor where the system tells.
    pub(super) core_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) sample: Option<Sample>,
}

/// What some classes with most pieces took, and what all of them would. The
/// keys are a contract.
#[derive(Serialize)]
pub(super) struct Sample {
    measured: Cost,
    extrapolated: Cost,
}

#[derive(Default, Serialize)]
struct Cost {
    classes: u64,
    indices: u64,
    core_seconds: f64,
    bytes: f64,
}

pub(super) fn build(
    elements: u32,
    dir: &Path,
    chosen: &DarkChessOptions,
    threads: usize,
    repair: bool,
    json: bool,
) -> anyhow::Result<Ending> {
    let start = Instant::now();
    let endgames = Endgames::new(elements, Some(Equivalence::Swap))
        .with_context(|| format!("--elements {elements}"))?;
    let only = match chosen.sample {
        Some(count) => Some(sample(&endgames, count)),
        None if chosen.only.is_empty() => None,
        None => Some(named(&endgames, &chosen.only)?),
    };
    let tables = TableDirectory::new(dir, endgames).with_limit(if chosen.forty {
        Limit::Forty
    } else {
        Limit::None
    });
    let options = BuildOptions {
        distances: chosen.distances,
        threads,
        format: chosen.format.into(),
        only,
    };
    let build = || {
        let work = Work::begin();
        let bar = progress::bar(0, "building");
        let go_on = || !work.is_interrupted();
        let tell = |what: &str, step: Progress| bar.stage(0, what, step.done, step.total);
        if repair {
            let checked = tables.repair(&options, &go_on, &|step| tell("checking", step))?;
            match checked {
                Some(removed) => say_repaired(&removed),
                None => return Ok(None),
            }
        }
        tables.build(options, &go_on, &|step| tell("building", step))
    };
    let built = in_turn(dir, || build().map_err(OfTables::with_remedy))?;
    let Some(built) = built else {
        return Ok(interrupted());
    };
    let endgames = tables.endgames();
    let new = || built.classes.iter().filter(|report| report.is_new);
    let raw = |report: &ClassReport| 2 * endgames.representative(report.class).placements();
    let made = Made {
        classes: built.solved + built.found,
        solved: built.solved,
        bytes: built.bytes,
        seconds: start.elapsed().as_secs_f64(),
        raw: u64::try_from(new().map(raw).sum::<u128>()).context("too many placements")?,
        core_seconds: new().map(|report| report.time.as_secs_f64()).sum(),
        sample: chosen.sample.map(|_| extrapolate(endgames, &built)),
    };
    if json {
        output::json(&made)?;
    } else {
        print(dir, elements, &made)?;
    }
    Ok(Ending::Done)
}

pub(super) fn print(dir: &Path, elements: u32, made: &Made) -> std::io::Result<()> {
    let mut out = output::stdout();
    writeln!(
        out,
        "{}: {} classes of up to {elements} pieces, {} of them solved now, {} bytes ({})",
        dir.display(),
        output::grouped(made.classes),
        output::grouped(made.solved),
        output::grouped(made.bytes),
        output::duration(made.seconds)
    )?;
    if made.solved > 0 {
        writeln!(
            out,
            "Solved {} placements with either side to move, {:.1} million a second and core",
            output::grouped(made.raw),
            made.raw as f64 / made.core_seconds / 1e6
        )?;
    }
    let Some(sample) = &made.sample else {
        return Ok(());
    };
    for (what, cost) in [
        ("Measured", &sample.measured),
        ("Extrapolated", &sample.extrapolated),
    ] {
        writeln!(
            out,
            "{what}: {} classes of {elements} pieces, {} indices, {} of one core, {} bytes",
            output::grouped(cost.classes),
            output::grouped(cost.indices),
            output::duration(cost.core_seconds),
            output::grouped(cost.bytes.round() as u64),
        )?;
    }
    Ok(())
}

/// The classes of the materials asked for.
pub(super) fn named(endgames: &Endgames, only: &[Material]) -> anyhow::Result<Vec<Class>> {
    let mut classes = Vec::new();
    for &material in only {
        match endgames.class_of(material) {
            Some((class, _)) => classes.push(class),
            None => bail!(
                "--only {material}: it has {} pieces, and tables are asked for up to {}",
                material.elements(),
                endgames.elements()
            ),
        }
    }
    Ok(classes)
}

/// The classes with most pieces.
fn largest(endgames: &Endgames) -> impl Iterator<Item = Class> {
    let most = endgames.elements();
    let of_most = move |&class: &Class| endgames.representative(class).elements() == most;
    endgames.classes().filter(of_most)
}

/// Some classes with most pieces: shape by shape, and evenly from each.
fn sample(endgames: &Endgames, count: usize) -> Vec<Class> {
    let mut classes: Vec<Class> = largest(endgames).collect();
    classes.sort_by_key(|&class| (endgames.shape(class), class));
    let count = count.clamp(1, classes.len());
    (0..count)
        .map(|nth| classes[(2 * nth + 1) * classes.len() / (2 * count)])
        .collect()
}

/// What the classes with most pieces took, and, taking those of equal shape to
/// cost the same for each index, what all of them would.
fn extrapolate(endgames: &Endgames, built: &Built) -> Sample {
    let mut measured = Cost::default();
    let mut shapes: BTreeMap<Vec<u32>, Cost> = BTreeMap::new();
    let is_largest = |class| endgames.representative(class).elements() == endgames.elements();
    for report in &built.classes {
        // What was there already says nothing about time.
        if !report.is_new || !is_largest(report.class) {
            continue;
        }
        let of_shape = shapes.entry(endgames.shape(report.class)).or_default();
        for cost in [&mut measured, of_shape] {
            cost.classes += 1;
            cost.indices += endgames.size(report.class);
            cost.core_seconds += report.time.as_secs_f64();
            cost.bytes += report.bytes as f64;
        }
    }
    let mut extrapolated = Cost::default();
    for class in largest(endgames) {
        let like = shapes.get(&endgames.shape(class)).unwrap_or(&measured);
        let indices = endgames.size(class);
        let share = indices as f64 / like.indices.max(1) as f64;
        extrapolated.classes += 1;
        extrapolated.indices += indices;
        extrapolated.core_seconds += share * like.core_seconds;
        extrapolated.bytes += share * like.bytes;
    }
    Sample {
        measured,
        extrapolated,
    }
}
