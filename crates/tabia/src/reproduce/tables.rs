//! The paper on material symmetry: numbers of tables, positions and wins, what
//! the symmetry saves, and the interaction graphs.

mod cost;
mod counts;
mod figures;
mod paper;
mod printed;
mod won;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_darkchess::{Equivalence, Kind};

use super::Reproduced;
use super::machine::Circumstances;
use super::report::{Report, Section};
use crate::interrupt::Work;
use crate::numbers::within;
use crate::output::{self, grouped};
use crate::progress;
use cost::{Level, Lookups};
use counts::{Counts, Row};
use paper::Which;
use won::Won;

/// How much to build.
#[derive(Args)]
pub(crate) struct TableOptions {
    /// Most pieces of the dark chess tables that are built, with and without
    /// material symmetry; the paper's Table 4 ends at 4
    #[arg(
        long,
        help_heading = "Tables",
        value_name = "N",
        default_value_t = 4,
        value_parser = within(2..=5_u32),
    )]
    elements: u32,
}

/// What `--quick` leaves of the pieces and tiles.
const QUICK_PIECES: u32 = 3;
const QUICK_TILES: u32 = 4;

/// Most tiles of the paper's Table 4.
const MOST_TILES: u32 = 5;

/// Seed of the positions that are looked up.
const SEED: u64 = 1;

/// All numbers of the report.
#[derive(Serialize)]
pub(crate) struct Found {
    system: &'static str,
    circumstances: Circumstances,
    #[serde(flatten)]
    counts: Counts,
    #[serde(flatten)]
    won: Won,
    /// Differences between the paper and us.
    differences: Vec<Difference>,
    builds: Vec<Level>,
    lookups: Lookups,
    remarks: [&'static str; paper::REMARKS.len()],
}

/// A cell in which the paper and we differ.
#[derive(Clone, Debug, Serialize)]
struct Difference {
    table: u8,
    game: Which,
    elements: u32,
    column: &'static str,
    paper: &'static str,
    ours: String,
    /// What we make of it; `None` if it is new to us.
    remark: Option<&'static str>,
}

/// Runs all experiments. `None` if interrupted.
pub(super) fn reproduce(options: &TableOptions, quick: bool) -> anyhow::Result<Option<Found>> {
    let (pieces, tiles) = match quick {
        true => (options.elements.min(QUICK_PIECES), QUICK_TILES),
        false => (options.elements, MOST_TILES),
    };
    let counts = {
        let _spinner = progress::spinner("counting");
        Counts::take()
    };

    let work = Work::begin();
    let scratch = tempfile::tempdir().context("cannot make a scratch directory")?;
    let bar = progress::bar(0, "building");
    let mut builds = Vec::new();
    let mut build = |equivalence: Option<Equivalence>| -> anyhow::Result<_> {
        let name = equivalence.map_or("none", Equivalence::name);
        let directory = scratch.path().join(name);
        let built = cost::build(&directory, equivalence, pieces, work.stop(), &|n, done| {
            let what = format!("tables of {n} pieces, symmetry: {name}");
            bar.stage(0, &what, done.done, done.total);
        })?;
        Ok(built.map(|(tables, levels)| {
            builds.extend(levels);
            tables
        }))
    };
    let Some(mapped) = build(Some(Equivalence::Swap))? else {
        return Ok(None);
    };
    if build(Some(Equivalence::Paper))?.is_none() {
        return Ok(None);
    }
    let Some(plain) = build(None)? else {
        return Ok(None);
    };
    drop(bar);
    let lookups = Lookups::measure(&plain, &mapped, SEED)?;

    let won = {
        let _spinner = progress::spinner("counting won positions");
        Won::count(&mapped, tiles, work.stop())?
    };
    let Some(won) = won else {
        return Ok(None);
    };
    let differences = [
        (2, &counts.table_2),
        (3, &counts.table_3),
        (4, &won.table_4),
    ]
    .into_iter()
    .flat_map(|(table, rows)| rows.iter().flat_map(move |row| differences(table, row)))
    .collect();
    Ok(Some(Found {
        system: "tables",
        circumstances: Circumstances::now(),
        counts,
        won,
        differences,
        builds,
        lookups,
        remarks: paper::REMARKS,
    }))
}

/// The cells of a row in which the paper and we differ.
fn differences(table: u8, row: &Row) -> impl Iterator<Item = Difference> {
    let cells = row.cells.iter().filter(|cell| !cell.agrees);
    cells.map(move |cell| {
        let known = paper::KNOWN.iter().find(|known| {
            (known.0, known.1, known.2, known.3) == (table, row.game, row.elements, cell.column)
        });
        Difference {
            table,
            game: row.game,
            elements: row.elements,
            column: cell.column,
            paper: cell.paper,
            ours: cell.ours.clone(),
            remark: known.map(|known| known.4),
        }
    })
}

impl Reproduced for Found {
    const NAME: &'static str = "tables";

    fn seeds(&self) -> String {
        format!("{SEED}, for the positions looked up")
    }

    /// Whether we differ from the paper only where we know of it.
    fn holds(&self) -> bool {
        self.differences.iter().all(|found| found.remark.is_some())
    }

    /// The numbers in words, tables and pictures.
    fn report(&self) -> Report {
        Report::new("Material Symmetry to Partition Endgame Tables, reproduced")
            .section(self.introduction())
            .section(captures())
            .section(self.numbers())
            .section(self.sizes())
            .section(self.wins())
            .section(self.disagreements())
            .section(self.savings())
            .section(self.indirection())
            .section(pictures())
            .section(remarks())
    }
}

impl Found {
    fn introduction(&self) -> Section {
        Section::new("What this is")
            .text(
                "A. Saffidine, N. Jouandeau, C. Buron, T. Cazenave, Material Symmetry to Partition \
                 Endgame Tables: the paper's numbers beside ours. A number that differs has ≠ \
                 before it, and ours behind.",
            )
            .text(format!("{}.", self.circumstances.made("")))
    }

    fn numbers(&self) -> Section {
        let mut rows = compared(&self.counts.table_2);
        rows[0].extend(["single pieces, or numbers", "with swap, or fair"].map(str::to_owned));
        for (cells, row) in rows[1..].iter_mut().zip(&self.counts.table_2) {
            let names = match row.game {
                Which::Darkchess => ["pieces", "swap"],
                Which::Dominoes => ["relabelled", "fair"],
            };
            cells.extend(names.map(|name| {
                row.classes
                    .get(name)
                    .map_or_else(String::new, |&n| grouped(n))
            }));
        }
        Section::new("Numbers of tables (Table 2)")
            .text(format!(
                "A table for each material, or one for each class of materials whose interaction \
                 graphs are isomorphic. All rows of Tables 2 and 3, those of eight pieces \
                 included, took {} to count.",
                output::duration(self.counts.seconds)
            ))
            .text(
                "Stronger and sound for dark chess: graphs of single pieces, so that two kinds may \
                 stand for a pair, and colours that may be exchanged. Sound for dominoes, whose \
                 classes in the paper are not: numbers that may be renamed, if a blocked game is \
                 drawn, and fair renaming, if pips decide it.",
            )
            .table("Tables, representatives, and how many times fewer", rows)
    }

    fn sizes(&self) -> Section {
        Section::new("Positions and memory (Table 3)")
            .text(
                "One side to move. Memory as the paper counts it: two bits for a position of dark \
                 chess, divided by the four symmetries of the board, and one bit for a position of \
                 dominoes.",
            )
            .table(
                "Positions and memory of all tables and of the representatives",
                compared(&self.counts.table_3),
            )
    }

    fn wins(&self) -> Section {
        Section::new("Won positions (Table 4)")
            .text(
                "Dark chess: positions that White wins with either side to move, divided by four. \
                 Dominoes: positions that the mover wins, and those where its hand is empty \
                 already. Representatives are those of the paper's equivalence.",
            )
            .text(format!(
                "Counted in {} in the tables built below.",
                output::duration(self.won.seconds)
            ))
            .table(
                "Won positions of all tables and of the representatives",
                compared(&self.won.table_4),
            )
    }

    fn disagreements(&self) -> Section {
        let heading = [
            "Table", "game", "elements", "column", "paper", "Tabia", "note",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        let mut notes: Vec<&str> = Vec::new();
        for d in &self.differences {
            let remark = d.remark.unwrap_or("New, and not understood.");
            let note = notes.iter().position(|&note| note == remark);
            let note = note.unwrap_or_else(|| {
                notes.push(remark);
                notes.len() - 1
            });
            rows.push(vec![
                d.table.to_string(),
                d.game.name().to_owned(),
                d.elements.to_string(),
                d.column.to_owned(),
                d.paper.to_owned(),
                d.ours.clone(),
                (note + 1).to_string(),
            ]);
        }
        let tables = [
            &self.counts.table_2,
            &self.counts.table_3,
            &self.won.table_4,
        ];
        let cells = tables.into_iter().flatten().map(|row| row.cells.len());
        let caption = format!(
            "{} of {} cells; all others agree in every digit",
            self.differences.len(),
            cells.sum::<usize>()
        );
        let section = Section::new("Where the paper and we differ").table(&caption, rows);
        notes.iter().zip(1..).fold(section, |section, (note, n)| {
            section.text(format!("Note {n}. {note}"))
        })
    }

    fn savings(&self) -> Section {
        let heading = [
            "Pieces",
            "symmetry",
            "tables",
            "positions",
            "seconds",
            "times faster",
            "bytes so far",
            "times smaller",
            "map, bytes",
            "map, ms",
        ];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        let mut levels: Vec<&Level> = self.builds.iter().collect();
        levels.sort_by_key(|level| (level.elements, std::cmp::Reverse(level.tables)));
        for level in levels {
            let plain = self
                .builds
                .iter()
                .find(|other| other.elements == level.elements && other.equivalence == "none");
            let times = |of: &dyn Fn(&Level) -> f64| {
                plain.map_or_else(String::new, |plain| format!("{:.1}", of(plain) / of(level)))
            };
            rows.push(vec![
                level.elements.to_string(),
                level.equivalence.to_owned(),
                grouped(level.tables),
                grouped(level.positions),
                format!("{:.3}", level.seconds),
                times(&|level| level.seconds),
                grouped(level.bytes),
                times(&|level| level.bytes as f64),
                grouped(level.map_bytes),
                format!("{:.1}", 1e3 * level.map_seconds),
            ]);
        }
        Section::new("What material symmetry saves")
            .text(
                "The paper expects a significant reduction of the time needed and does not measure \
                 it. Here the tables of dark chess are built without it, with the paper's classes, \
                 and with single pieces and exchanged colours; each number of pieces after those \
                 below it. Positions are counted with both sides to move, up to symmetries of the \
                 board. Bytes are those of the compressed files of this and smaller numbers; the \
                 map takes any material to its table.",
            )
            .table("Building the tables of dark chess", rows)
    }

    fn indirection(&self) -> Section {
        let l = &self.lookups;
        let row = |what: &str, plain: f64, mapped: f64| {
            vec![
                what.to_owned(),
                format!("{plain:.0} ns"),
                format!("{mapped:.0} ns"),
                // Adding zero drops the sign of a negative one.
                format!("{:+.0} ns", (mapped - plain).round() + 0.0),
            ]
        };
        let heading = ["", "own table", "through the map", "difference"];
        Section::new("What the indirection costs")
            .text(format!(
                "The paper names an additional indirection at lookup as the only cost. {} random \
                 positions of {} pieces, least of 25 rounds; blocks of tables are in memory. With \
                 a table for each material, too, the material has to be looked up.",
                grouped(l.positions as u64),
                l.elements
            ))
            .table(
                "Nanoseconds of a lookup",
                vec![
                    heading.map(str::to_owned).to_vec(),
                    row("class and index", l.locate_plain, l.locate_mapped),
                    row("value", l.value_plain, l.value_mapped),
                ],
            )
    }
}

/// Rows with the paper's numbers, and ours where they differ.
fn compared(rows: &[Row]) -> Vec<Vec<String>> {
    let columns = rows.first().map_or(&[][..], |row| &row.cells);
    let mut heading = vec!["Game".to_owned(), "elements".to_owned()];
    heading.extend(columns.iter().map(|cell| cell.column.to_owned()));
    let mut table = vec![heading];
    for row in rows {
        let mut cells = vec![row.game.name().to_owned(), row.elements.to_string()];
        cells.extend(row.cells.iter().map(|cell| match cell.agrees {
            true => cell.paper.to_owned(),
            false => format!("≠{} → {}", cell.paper, cell.ours),
        }));
        table.push(cells);
    }
    table
}

/// Table 1.
fn captures() -> Section {
    let heading = ["Piece", "of each", "takes"];
    let mut rows = vec![heading.map(str::to_owned).to_vec()];
    for kind in Kind::ALL {
        let taken = Kind::ALL.into_iter().filter(|&other| kind.takes(other));
        let taken: Vec<&str> = taken.map(Kind::name).collect();
        let by_a_jump = match kind {
            Kind::Cannon => ", by a jump",
            _ => "",
        };
        rows.push(vec![
            kind.name().to_owned(),
            kind.most().to_string(),
            taken.join(", ") + by_a_jump,
        ]);
    }
    Section::new("Pieces of dark chess (Table 1)")
        .text(
            "The paper says \"inferior\" in the table and \"lower or equal\" in the text; the text \
             holds: a piece takes its like.",
        )
        .table("What takes what, as the rules of Tabia have it", rows)
}

fn pictures() -> Section {
    Section::new("Figures 1 to 6")
        .text("On the page that `--out` writes, and in files of their own beside it.")
        .figure(
            "tables-figure-1",
            "Figure 1: after ten turns of the sample game, b7-b6 read as c7-c6. The first player \
             has the small letters and is to move.",
            figures::board(figures::FIGURE_1),
        )
        .figure(
            "tables-figure-2",
            "Figure 2: Black, to move, loses; with White to move it is a draw.",
            figures::board(figures::FIGURE_2),
        )
        .figure(
            "tables-figure-3",
            "Figure 3: tiles that match lie in a chain. The paper's tiles are not in the copy that \
             we have; these are others.",
            figures::chain(),
        )
        .figure(
            "tables-figure-4",
            "Figure 4: what White's pieces take. Cannons take by a jump.",
            figures::captures(),
        )
        .figure(
            "tables-figure-5",
            "Figure 5: which card takes which in Skat, clubs being trumps. Arrows that follow from \
             others are left out.",
            figures::tricks(),
        )
        .figure(
            "tables-figure-6",
            "Figure 6: dominoes that share a number, each number a chain along its row and then \
             its column; any two tiles of a chain are joined. Doubles are dark.",
            figures::tiles(),
        )
}

fn remarks() -> Section {
    Section::new("Remarks on the paper").remarks(&paper::REMARKS)
}
