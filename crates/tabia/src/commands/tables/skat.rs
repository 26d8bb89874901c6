//! `tabia tables … skat`.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, bail};
use serde::Serialize;
use tabia_draw::graph::circle;
use tabia_kernel::rules::Game as _;
use tabia_skat::{
    Card, Cards, Census, Contract, Deal, Endings, Keeping, Kind, Probe, Skat, TableDirectory,
    Worth, census, interaction_graph,
};

use super::report::{
    Made, OfTables, Verified, Watch, complete, existing, interrupted, say_repaired, watched,
};
use crate::alone::in_turn;
use crate::columns::columns;
use crate::ending::Ending;
use crate::output;

/// The keys are a contract. `positions` and the like are `null` where no three
/// equal hands can be dealt.
#[derive(Serialize)]
struct Counted {
    materials: u64,
    positions: Option<u64>,
    clubs: OneKind,
    grand: OneKind,
    null: OneKind,
}

/// The keys are a contract.
#[derive(Serialize)]
struct OneKind {
    structures: u64,
    representatives: u64,
    structure_positions: Option<u64>,
    representative_positions: Option<u64>,
}

impl From<Census> for OneKind {
    fn from(census: Census) -> OneKind {
        OneKind {
            structures: census.structures,
            representatives: census.classes,
            structure_positions: census.deals.map(|deals| deals * census.structures),
            representative_positions: census.deals.map(|deals| deals * census.classes),
        }
    }
}

/// Counts sets of cards and their classes.
pub(super) fn count(elements: u32, json: bool) -> anyhow::Result<Ending> {
    let cards = elements as usize;
    let [suit, grand, null] = Kind::ALL.map(|kind| census(kind, cards));
    let counted = Counted {
        materials: suit.sets,
        positions: suit.deals.map(|deals| deals * suit.sets),
        clubs: suit.into(),
        grand: grand.into(),
        null: null.into(),
    };
    if json {
        output::json(&counted)?;
        return Ok(Ending::Done);
    }
    let headings = ["Game", "Structures", "With points", "Endings"];
    let mut rows = vec![headings.map(str::to_owned).to_vec()];
    for (name, kind) in [
        ("clubs", &counted.clubs),
        ("grand", &counted.grand),
        ("null", &counted.null),
    ] {
        let endings = kind.representative_positions;
        rows.push(vec![
            name.to_owned(),
            output::grouped(kind.structures),
            output::grouped(kind.representatives),
            endings.map_or_else(String::new, output::grouped),
        ]);
    }
    write!(
        output::stdout(),
        "{} sets of {elements} cards; classes that keep the play, and the points too:\n\n{}",
        output::grouped(counted.materials),
        columns(&rows)
    )?;
    Ok(Ending::Done)
}

/// The number of cards, if there are tables of so many.
fn tabulated(elements: u32) -> anyhow::Result<usize> {
    match elements {
        3 | 6 | 9 => Ok(elements as usize),
        _ => bail!("--elements {elements}: Skat has tables of 3, 6 and 9 cards"),
    }
}

/// Builds the tables.
pub(super) fn build(
    elements: u32,
    dir: &Path,
    threads: usize,
    repair: bool,
    json: bool,
) -> anyhow::Result<Ending> {
    let cards = tabulated(elements)?;
    let start = Instant::now();
    let build = |(go_on, tell): Watch<'_>| {
        let tables = TableDirectory::new(dir);
        if repair {
            match tables.repair(cards, go_on)? {
                Some(removed) => say_repaired(&removed),
                None => return Ok(None),
            }
        }
        tables.build(cards, threads, go_on, tell)
    };
    let built = in_turn(dir, || {
        watched("building", "building", build).map_err(OfTables::with_remedy)
    })?;
    let Some(built) = built else {
        return Ok(interrupted());
    };
    let made = Made {
        classes: built.solved + built.found,
        solved: built.solved,
        positions: built.endings,
        bytes: built.bytes,
        seconds: start.elapsed().as_secs_f64(),
    };
    made.report(json, dir, &format!("structures of up to {cards} cards"))
}

/// Checks the tables.
pub(super) fn verify(
    elements: Option<u32>,
    dir: &Path,
    threads: usize,
    json: bool,
) -> anyhow::Result<Ending> {
    let tables = TableDirectory::new(existing(dir)?);
    let cards = match elements {
        Some(elements) => tabulated(elements)?,
        None => complete(dir, [3, 6, 9], |n| tables.has_all(n))?,
    };
    Verified::by(
        || {
            watched("verifying", "verifying", |(go_on, tell)| {
                tables.verify(cards, threads, go_on, tell)
            })
        },
        ("all", cards as u32, "cards"),
        json,
    )
}

/// Reads a set of cards.
fn set(text: &str) -> anyhow::Result<Cards> {
    let mut cards = Cards::NONE;
    for word in text.split_whitespace() {
        let Some(card) = Card::read(word) else {
            bail!("`{word}` is not a card: expected a suit, C S H D, and a rank, 7 8 9 T J Q K A");
        };
        if cards.contains(card) {
            bail!("{card} is there twice");
        }
        cards = cards.with(card);
    }
    Ok(cards)
}

/// The contract called `text`.
fn contract(text: &str) -> anyhow::Result<Contract> {
    Contract::read(text).with_context(|| {
        format!(
            "--game `{text}` is not a game: expected clubs, spades, hearts, diamonds, grand or null"
        )
    })
}

/// By who leads; the keys are a contract.
#[derive(Serialize)]
struct Stats {
    declarer_leads: Spread,
    next_leads: Spread,
    last_leads: Spread,
}

/// All ways to deal the cards; the keys are a contract.
#[derive(Serialize)]
struct Spread {
    deals: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mean: Option<f64>,
    /// How often the declarer takes so many points.
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<BTreeMap<u8, u64>>,
}

impl Spread {
    fn new(contract: Contract, points: BTreeMap<u8, u64>) -> Spread {
        let deals = points.values().sum();
        if contract == Contract::Null {
            let won = Some(points.get(&1).copied().unwrap_or(0));
            return Spread {
                deals,
                won,
                mean: None,
                points: None,
            };
        }
        let sum: u64 = points.iter().map(|(&p, n)| u64::from(p) * n).sum();
        Spread {
            deals,
            won: None,
            mean: Some(sum as f64 / deals as f64),
            points: Some(points),
        }
    }
}

/// What the declarer takes over all ways to deal some cards.
pub(super) fn stats(cards: &str, game: &str, dir: &Path, json: bool) -> anyhow::Result<Ending> {
    let (cards, contract) = (set(cards)?, contract(game)?);
    let tables = TableDirectory::new(existing(dir)?);
    let stats = tables.stats(contract, cards);
    let [first, second, third] = stats.map_err(OfTables::with_remedy)?;
    let stats = Stats {
        declarer_leads: Spread::new(contract, first),
        next_leads: Spread::new(contract, second),
        last_leads: Spread::new(contract, third),
    };
    if json {
        output::json(&stats)?;
        return Ok(Ending::Done);
    }
    let mut out = output::stdout();
    writeln!(out, "{contract}: {cards}, dealt in every way")?;
    for (who, spread) in [
        ("declarer leads", &stats.declarer_leads),
        ("next leads", &stats.next_leads),
        ("last leads", &stats.last_leads),
    ] {
        match (&spread.points, spread.won) {
            (Some(points), _) => writeln!(
                out,
                "{who:14}  {} deals, {:.2} points on average, {} to {}",
                output::grouped(spread.deals),
                spread.mean.unwrap_or(0.0),
                points.keys().next().unwrap_or(&0),
                points.keys().last().unwrap_or(&0),
            )?,
            (None, won) => writeln!(
                out,
                "{who:14}  {} deals, {} won",
                output::grouped(spread.deals),
                output::grouped(won.unwrap_or(0)),
            )?,
        }
    }
    Ok(Ending::Done)
}

/// The keys are a contract, and those of `tabia skat solve`.
#[derive(Serialize)]
struct Probed {
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<bool>,
    best: Vec<String>,
}

fn split(worth: Worth) -> (Option<u8>, Option<bool>) {
    match worth {
        Worth::Points(points) => (Some(points), None),
        Worth::Won(won) => (None, Some(won)),
    }
}

fn verdict(deal: &Deal, worth: Worth) -> String {
    let declarer = deal.declarer();
    match worth {
        Worth::Points(points) => {
            format!("The declarer, seat {declarer}, takes {points} more points.")
        }
        Worth::Won(true) => format!("The declarer, seat {declarer}, wins."),
        Worth::Won(false) => format!("The declarer, seat {declarer}, loses."),
    }
}

/// What the tables know of a deal.
pub(super) fn probe(deal: &str, dir: &Path, json: bool) -> anyhow::Result<Ending> {
    let deal = Deal::read(deal).with_context(|| format!("deal `{deal}`"))?;
    let probed = TableDirectory::new(existing(dir)?).probe(&deal);
    let Probe { worth, best } = probed.map_err(OfTables::with_remedy)?;
    let (points, won) = split(worth);
    let best: Vec<String> = best.iter().map(Card::to_string).collect();
    if json {
        output::json(&Probed { points, won, best })?;
        return Ok(Ending::Done);
    }
    let best = match best.is_empty() {
        true => String::new(),
        false => format!(" Best for seat {}: {}.", deal.turn(), best.join(", ")),
    };
    writeln!(output::stdout(), "{}{best}", verdict(&deal, worth))?;
    Ok(Ending::Done)
}

/// The keys are a contract.
#[derive(Serialize)]
struct Played {
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    won: Option<bool>,
    moves: Vec<String>,
}

/// Best play to the end; of several best cards the first.
pub(super) fn line(deal: &str, dir: &Path, json: bool) -> anyhow::Result<Ending> {
    let start = Deal::read(deal).with_context(|| format!("deal `{deal}`"))?;
    let tables = TableDirectory::new(existing(dir)?);
    let probe = |deal: &Deal| tables.probe(deal).map_err(OfTables::with_remedy);
    let worth = probe(&start)?.worth;
    let mut deal = start;
    let mut moves = Vec::new();
    while !deal.is_over() {
        let best = probe(&deal)?.best;
        let Some(&card) = best.first() else {
            bail!("the tables know no best card in {deal}: verify them");
        };
        moves.push((deal.turn(), deal.table().next().is_none(), card));
        Skat.play(&mut deal, card);
    }
    if json {
        let (points, won) = split(worth);
        let moves = moves.iter().map(|(_, _, card)| card.to_string()).collect();
        output::json(&Played { points, won, moves })?;
        return Ok(Ending::Done);
    }
    let mut out = output::stdout();
    write!(out, "{}", verdict(&start, worth))?;
    for (seat, leads, card) in moves {
        let gap = if leads { "\n  " } else { "  " };
        write!(out, "{gap}{seat}: {card}")?;
    }
    writeln!(out)?;
    Ok(Ending::Done)
}

/// Draws who takes a trick from whom.
pub(super) fn graph(cards: &str, game: &str, svg: &Path) -> anyhow::Result<Ending> {
    let (cards, contract) = (set(cards)?, contract(game)?);
    if cards.is_empty() || cards.len() > 2 * Endings::MOST_CARDS {
        bail!("{} cards cannot be drawn: expected 1 to 18", cards.len());
    }
    let (graph, cards) = interaction_graph(contract, cards, Keeping::Points);
    let names: Vec<String> = cards.iter().map(Card::to_string).collect();
    let pairs = (0..names.len()).flat_map(|a| (0..names.len()).map(move |b| (a, b)));
    let edges: Vec<(usize, usize)> = pairs.filter(|&(a, b)| graph.acts_on(a, b)).collect();
    let title = format!("{contract}: {}", names.join(" "));
    output::file(svg, circle(&title, &names, &edges, true))?;
    Ok(Ending::Done)
}
