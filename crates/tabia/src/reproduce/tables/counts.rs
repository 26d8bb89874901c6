//! Tables 2 and 3: how many tables and positions there are.

use std::collections::BTreeMap;
use std::thread;
use std::time::Instant;

use serde::Serialize;
use tabia_darkchess::{Census, Equivalence};

use super::paper::{COLUMNS_2, COLUMNS_3, Printed, TABLE_2, TABLE_3, Which};
use super::printed::Compared;

/// One row, ours and the paper's.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    pub(super) game: Which,
    pub(super) elements: u32,
    pub(super) cells: Vec<Compared>,
    /// Classes by equivalences that the paper does not have.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) classes: BTreeMap<&'static str, u64>,
}

/// Both tables, and how long the counting took.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Counts {
    pub(super) table_2: Vec<Row>,
    pub(super) table_3: Vec<Row>,
    pub(super) seconds: f64,
}

/// What is counted for one row of each table.
struct Count {
    materials: u128,
    representatives: u128,
    positions: u128,
    representative_positions: u128,
    classes: BTreeMap<&'static str, u64>,
}

impl Counts {
    /// Counts everything, on as many threads as there are rows to count.
    pub(super) fn take() -> Counts {
        let start = Instant::now();
        let counts: Vec<Count> = thread::scope(|scope| {
            let rows = TABLE_2.map(|(game, elements, _)| {
                scope.spawn(move || match game {
                    Which::Darkchess => dark_chess(elements),
                    Which::Dominoes => dominoes(elements),
                })
            });
            rows.map(|row| row.join().expect("counting does not panic"))
                .into()
        });
        let seconds = start.elapsed().as_secs_f64();
        let table_2 = TABLE_2.iter().zip(&counts);
        let table_3 = TABLE_3.iter().zip(&counts);
        Counts {
            table_2: table_2
                .map(|(printed, count)| count.row_2(printed))
                .collect(),
            table_3: table_3
                .map(|(printed, count)| count.row_3(printed))
                .collect(),
            seconds,
        }
    }
}

impl Count {
    fn row_2(&self, &(game, elements, printed): &Printed<3>) -> Row {
        let (all, few) = (self.materials as f64, self.representatives as f64);
        Row {
            game,
            elements,
            cells: compare(COLUMNS_2, printed, [all, few, all / few]),
            classes: self.classes.clone(),
        }
    }

    fn row_3(&self, &(game, elements, printed): &Printed<5>) -> Row {
        // The paper keeps two bits for a position of dark chess, whose board
        // has four symmetries, and one bit for one of dominoes.
        let bits = match game {
            Which::Darkchess => 2.0 / 4.0,
            Which::Dominoes => 1.0,
        };
        let bytes = |positions: f64| positions * bits / 8.0;
        let all = self.positions as f64;
        let few = self.representative_positions as f64;
        Row {
            game,
            elements,
            cells: compare(
                COLUMNS_3,
                printed,
                [all, bytes(all), few, bytes(few), all / few],
            ),
            classes: BTreeMap::new(),
        }
    }
}

/// A row of cells.
pub(super) fn compare<const N: usize>(
    columns: [&'static str; N],
    printed: [&'static str; N],
    ours: [f64; N],
) -> Vec<Compared> {
    let cells = columns.into_iter().zip(printed).zip(ours);
    cells
        .map(|((column, printed), ours)| Compared::new(column, printed, ours))
        .collect()
}

fn dark_chess(elements: u32) -> Count {
    let paper = Census::take(elements, Equivalence::Paper);
    let classes = [Equivalence::Pieces, Equivalence::Swap]
        .map(|other| (other.name(), Census::take(elements, other).representatives));
    Count {
        materials: paper.materials.into(),
        representatives: paper.representatives.into(),
        positions: paper.positions,
        representative_positions: paper.representative_positions,
        classes: classes.into(),
    }
}

fn dominoes(elements: u32) -> Count {
    let census = tabia_dominoes::census(elements as usize);
    Count {
        materials: census.materials.into(),
        representatives: census.paper.into(),
        positions: census.positions.into(),
        representative_positions: census.paper_positions.into(),
        classes: [("relabelled", census.relabelled), ("fair", census.fair)].into(),
    }
}
