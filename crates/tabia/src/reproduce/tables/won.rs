//! Table 4: how many positions are won.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use serde::Serialize;
use tabia_darkchess::{DirectoryError, Endgames, Equivalence, Material, TableDirectory};
use tabia_dominoes::{Block, Dominoes};
use tabia_kernel::search::Stop;

use super::counts::{Row, compare};
use super::paper::{COLUMNS_4, TABLE_4, Which};

/// The table, and how long the counting took once tables were built.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Won {
    pub(super) table_4: Vec<Row>,
    pub(super) seconds: f64,
}

impl Won {
    /// Counts in the tables of dark chess, up to the pieces that they have,
    /// and solves dominoes. `None` if stopped.
    pub(super) fn count(
        tables: &TableDirectory,
        most_tiles: u32,
        stop: &Stop,
    ) -> anyhow::Result<Option<Won>> {
        let start = Instant::now();
        let mut table_4 = Vec::new();
        for (game, elements, printed) in TABLE_4 {
            if stop.is_requested() {
                return Ok(None);
            }
            let (all, few) = match game {
                Which::Darkchess if elements <= tables.endgames().elements() => {
                    dark_chess(tables, elements)?
                }
                Which::Dominoes if elements <= most_tiles => dominoes(elements as usize),
                _ => continue,
            };
            table_4.push(Row {
                game,
                elements,
                cells: compare(COLUMNS_4, printed, [all, few, all / few]),
                classes: BTreeMap::new(),
            });
        }
        Ok(Some(Won {
            table_4,
            seconds: start.elapsed().as_secs_f64(),
        }))
    }
}

/// Positions that White wins, whoever moves, divided by the four symmetries of
/// the board: of all materials, and of the paper's representatives.
///
/// Each class is counted once. A member has the placements of its class as
/// many times as its kinds can share the squares of a group, with White and
/// Black exchanged if colours were.
fn dark_chess(tables: &TableDirectory, elements: u32) -> Result<(f64, f64), DirectoryError> {
    let endgames = tables.endgames();
    let mut classes = HashMap::new();
    let mut won = |material: Material| -> Result<u64, DirectoryError> {
        let (class, swapped) = endgames
            .class_of(material)
            .ok_or(DirectoryError::Beyond(material))?;
        let representative = endgames.representative(class);
        let [white, black] = match classes.get(&class) {
            Some(&counts) => counts,
            None => {
                let [w, b] = tables.stats(representative)?;
                let counts = [w.wins + b.losses, b.wins + w.losses];
                classes.insert(class, counts);
                counts
            }
        };
        let count = if swapped { black } else { white };
        Ok(count / endgames.ways(representative) * endgames.ways(material))
    };
    let mut all = 0;
    for material in Material::all(elements) {
        all += won(material)?;
    }
    let paper = Endgames::new(elements, Some(Equivalence::Paper))
        .expect("there are tables for so many pieces");
    let mut few = 0;
    for class in paper.classes() {
        let representative = paper.representative(class);
        if representative.elements() == elements {
            few += won(representative)?;
        }
    }
    Ok((all as f64 / 4.0, few as f64 / 4.0))
}

/// Positions that the mover wins, and those where its hand is empty already.
fn dominoes(elements: usize) -> (f64, f64) {
    let game = Dominoes { block: Block::Pips };
    let won = |material: &tabia_dominoes::Material| tabia_dominoes::won(&game, material);
    let all: u64 = tabia_dominoes::Material::all(elements)
        .map(|m| won(&m))
        .sum();
    let representatives = tabia_dominoes::paper_representatives(elements);
    let few: u64 = representatives.iter().map(won).sum();
    (all as f64, few as f64)
}
