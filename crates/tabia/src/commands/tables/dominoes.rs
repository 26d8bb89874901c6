//! `tabia tables … dominoes`.

use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde::Serialize;
use tabia_desk::dominoes::graph as graph_of_tiles;
use tabia_dominoes::{
    Census, Dominoes, Endings, Material, Move, Position, Probe, TableDirectory, census,
};
use tabia_kernel::rules::{Game as _, Score, Side};

use super::options;
use super::report::{
    Made, OfTables, Verified, Watch, complete, existing, interrupted, say_repaired, watched,
};
use super::stats::One;
use crate::alone::in_turn;
use crate::columns::columns;
use crate::commands::dominoes::BlockArg;
use crate::ending::Ending;
use crate::{output, progress};

/// The keys are a contract. The representatives are the paper's, whose
/// equivalence is unsound; `sound` is without pips, `sound_pips` with.
#[derive(Serialize)]
struct Counted {
    materials: u64,
    representatives: u64,
    positions: u64,
    representative_positions: u64,
    sound: u64,
    sound_positions: u64,
    sound_pips: u64,
    sound_pips_positions: u64,
}

/// Counts materials and their classes.
pub(super) fn count(elements: u32, json: bool) -> anyhow::Result<Ending> {
    if !(2..=7).contains(&elements) {
        bail!("--elements {elements}: dominoes are counted for 2 to 7 elements");
    }
    let Census {
        materials,
        positions,
        paper,
        paper_positions,
        relabelled,
        relabelled_positions,
        fair,
        fair_positions,
    } = {
        let _spinner = progress::spinner("counting");
        census(elements as usize)
    };
    if json {
        output::json(&Counted {
            materials,
            representatives: paper,
            positions,
            representative_positions: paper_positions,
            sound: relabelled,
            sound_positions: relabelled_positions,
            sound_pips: fair,
            sound_pips_positions: fair_positions,
        })?;
        return Ok(Ending::Done);
    }
    let row = |name: &str, classes: u64, positions: u64| {
        let numbers = [classes, positions].map(output::grouped);
        [vec![name.to_owned()], numbers.to_vec()].concat()
    };
    let rows = [
        ["", "Number", "Positions"].map(str::to_owned).to_vec(),
        row("materials", materials, positions),
        row("classes, the paper's (unsound)", paper, paper_positions),
        row("classes, blocks drawn", relabelled, relabelled_positions),
        row("classes, pips counted", fair, fair_positions),
    ];
    write!(
        output::stdout(),
        "Dominoes with {elements} elements, one side to move:\n\n{}",
        columns(&rows)
    )?;
    Ok(Ending::Done)
}

/// The number of elements, if there are tables of so many.
fn tabulated(elements: u32) -> anyhow::Result<usize> {
    let most = Endings::MOST_ELEMENTS;
    match elements as usize {
        elements if (3..=most).contains(&elements) => Ok(elements),
        _ => bail!("--elements {elements}: dominoes have tables of 3 to {most} elements"),
    }
}

fn open(dir: &Path, block: BlockArg) -> TableDirectory {
    let block = block.into();
    TableDirectory::new(dir, Dominoes { block })
}

/// Builds the tables.
pub(super) fn build(
    elements: u32,
    block: BlockArg,
    dir: &Path,
    threads: usize,
    repair: bool,
    json: bool,
) -> anyhow::Result<Ending> {
    let elements = tabulated(elements)?;
    let start = Instant::now();
    let build = |(go_on, tell): Watch<'_>| {
        let tables = open(dir, block);
        if repair {
            match tables.repair(elements, threads, go_on)? {
                Some(removed) => say_repaired(&removed),
                None => return Ok(None),
            }
        }
        tables.build(elements, threads, go_on, tell)
    };
    let built = in_turn(dir, || {
        watched("looking at materials", "building", build).map_err(OfTables::with_remedy)
    })?;
    let Some(built) = built else {
        return Ok(interrupted());
    };
    let made = Made {
        classes: built.classes,
        solved: built.solved,
        positions: built.positions,
        bytes: built.bytes,
        seconds: start.elapsed().as_secs_f64(),
    };
    let files = output::grouped(built.solved + built.found);
    made.report(
        json,
        dir,
        &format!("classes of up to {elements} elements in {files} files"),
    )
}

/// Checks the tables.
pub(super) fn verify(
    elements: Option<u32>,
    block: BlockArg,
    dir: &Path,
    threads: usize,
    json: bool,
) -> anyhow::Result<Ending> {
    let tables = open(existing(dir)?, block);
    let elements = match elements {
        Some(elements) => tabulated(elements)?,
        None => complete(dir, 3..=Endings::MOST_ELEMENTS, |n| tables.has_all(n))?,
    };
    Verified::by(
        || {
            watched("looking at materials", "verifying", |(go_on, tell)| {
                tables.verify(elements, threads, go_on, tell)
            })
        },
        ("all", elements as u32, "elements"),
        json,
    )
}

/// Wins, draws and losses of a material for the side to move.
pub(super) fn stats(
    material: &str,
    block: BlockArg,
    dir: &Path,
    json: bool,
) -> anyhow::Result<Ending> {
    let material = Material::read(material)?;
    let stats = open(existing(dir)?, block).stats(&material);
    let counts = One::from(stats.map_err(OfTables::with_remedy)?);
    if json {
        output::json(&counts)?;
        return Ok(Ending::Done);
    }
    writeln!(
        output::stdout(),
        "{material}: of {} positions the side to move wins {}, draws {} and loses {}.",
        output::grouped(material.size()),
        output::grouped(counts.win),
        output::grouped(counts.draw),
        output::grouped(counts.loss),
    )?;
    Ok(Ending::Done)
}

/// The keys are a contract.
#[derive(Serialize)]
struct Probed {
    value: i16,
    best: Vec<String>,
}

fn verdict(position: &Position, value: Score) -> String {
    let mover = match position.to_move() {
        Side::First => "First",
        Side::Second => "Second",
    };
    format!("{mover}, to move, {}.", options::verdict(value))
}

/// What the tables know of a position.
pub(super) fn probe(
    position: &str,
    block: BlockArg,
    dir: &Path,
    json: bool,
) -> anyhow::Result<Ending> {
    let position = Position::read(position).with_context(|| format!("position `{position}`"))?;
    let probed = open(existing(dir)?, block).probe(&position);
    let Probe { value, best } = probed.map_err(OfTables::with_remedy)?;
    let best: Vec<String> = best.iter().map(Move::to_string).collect();
    if json {
        let value = value.points();
        output::json(&Probed { value, best })?;
        return Ok(Ending::Done);
    }
    let best = match best.is_empty() {
        true => " The game is over.".to_owned(),
        false => format!(" Best: {}.", best.join(", ")),
    };
    writeln!(output::stdout(), "{}{best}", verdict(&position, value))?;
    Ok(Ending::Done)
}

/// The keys are a contract.
#[derive(Serialize)]
struct Played {
    value: i16,
    moves: Vec<String>,
    end: String,
}

/// Best play to the end; of several best moves the first.
pub(super) fn line(
    position: &str,
    block: BlockArg,
    dir: &Path,
    json: bool,
) -> anyhow::Result<Ending> {
    let start = Position::read(position).with_context(|| format!("position `{position}`"))?;
    let game = Dominoes {
        block: block.into(),
    };
    let tables = open(existing(dir)?, block);
    let probe = |position: &Position| tables.probe(position).map_err(OfTables::with_remedy);
    let value = probe(&start)?.value;
    let mut position = start;
    let mut moves = Vec::new();
    while game.payoff(&position).is_none() {
        let Some(&best) = probe(&position)?.best.first() else {
            bail!("the tables know no best move in {position}: verify them");
        };
        moves.push(best.to_string());
        game.play(&mut position, best);
    }
    let end = position.to_string();
    if json {
        let value = value.points();
        output::json(&Played { value, moves, end })?;
        return Ok(Ending::Done);
    }
    let mut out = output::stdout();
    writeln!(out, "{}", verdict(&start, value))?;
    for turn in moves.chunks(2) {
        writeln!(out, "  {}", turn.join("  "))?;
    }
    writeln!(out, "ends in {end}.")?;
    Ok(Ending::Done)
}

/// Draws which tiles share a number.
pub(super) fn graph(material: &str, svg: &Path) -> anyhow::Result<Ending> {
    let material = Material::read(material)?;
    output::file(svg, graph_of_tiles(&material.to_string(), &material))?;
    Ok(Ending::Done)
}
