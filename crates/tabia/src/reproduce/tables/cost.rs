//! What the paper expects but does not measure: build times with and without
//! material symmetry, the size of the map, the cost of the indirection.

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use serde::Serialize;
use tabia_darkchess::{BuildOptions, Endgames, Equivalence, Position, Progress, TableDirectory};
use tabia_kernel::endgame::{Index, Tabular as _};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

/// Building the tables of so many pieces, those of fewer being there.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Level {
    pub(super) elements: u32,
    /// `none`, `paper` or `swap`.
    pub(super) equivalence: &'static str,
    /// Tables of this number of pieces.
    pub(super) tables: u64,
    /// Positions in them, both sides to move, up to symmetries of the board.
    pub(super) positions: u64,
    pub(super) seconds: f64,
    /// Bytes of the tables of this and smaller numbers of pieces.
    pub(super) bytes: u64,
    /// Bytes of the map from materials to tables.
    pub(super) map_bytes: u64,
    /// Seconds to find the classes of all materials.
    pub(super) map_seconds: f64,
}

/// Nanoseconds of a lookup.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Lookups {
    pub(super) elements: u32,
    pub(super) positions: usize,
    /// To find class and index, each material having its own table.
    pub(super) locate_plain: f64,
    /// The same through the map.
    pub(super) locate_mapped: f64,
    /// The value of a position in a block that is in memory, each material
    /// having its own table.
    pub(super) value_plain: f64,
    /// The same through the map.
    pub(super) value_mapped: f64,
}

/// The name in reports.
fn name(equivalence: Option<Equivalence>) -> &'static str {
    equivalence.map_or("none", Equivalence::name)
}

/// Builds tables number by number of pieces, and times each. `None` if
/// stopped.
pub(super) fn build(
    directory: &Path,
    equivalence: Option<Equivalence>,
    elements: u32,
    stop: &Stop,
    progress: &(dyn Fn(u32, Progress) + Sync),
) -> anyhow::Result<Option<(TableDirectory, Vec<Level>)>> {
    let mut levels = Vec::new();
    let mut tables = None;
    for elements in 2..=elements {
        let start = Instant::now();
        let endgames = Endgames::new(elements, equivalence)?;
        let map_seconds = start.elapsed().as_secs_f64();
        let of_level: Vec<_> = endgames
            .classes()
            .filter(|&class| endgames.representative(class).elements() == elements)
            .collect();
        let positions = of_level.iter().map(|&class| endgames.size(class)).sum();
        let map_bytes = endgames.map().to_bytes().len() as u64;
        let directory = TableDirectory::new(directory, endgames);
        let options = BuildOptions {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            ..BuildOptions::default()
        };
        let start = Instant::now();
        let go_on = || !stop.is_requested();
        let built = directory.build(options, &go_on, &|done| progress(elements, done))?;
        let Some(built) = built else {
            return Ok(None);
        };
        levels.push(Level {
            elements,
            equivalence: name(equivalence),
            tables: of_level.len() as u64,
            positions,
            seconds: start.elapsed().as_secs_f64(),
            bytes: built.bytes,
            map_bytes,
            map_seconds,
        });
        tables = Some(directory);
    }
    Ok(tables.map(|tables| (tables, levels)))
}

/// Positions that are looked up, and how often.
const SAMPLE: usize = 4_096;
const ROUNDS: usize = 25;

impl Lookups {
    /// Measures lookups of random positions of as many pieces as both have.
    pub(super) fn measure(
        plain: &TableDirectory,
        mapped: &TableDirectory,
        seed: u64,
    ) -> anyhow::Result<Lookups> {
        let elements = plain.endgames().elements();
        let positions = sample(plain.endgames(), elements, seed);
        let locate = |endgames: &Endgames| {
            nanoseconds(&positions, |position| {
                black_box(endgames.locate(black_box(position)));
                Ok(())
            })
        };
        let value = |tables: &TableDirectory| {
            nanoseconds(&positions, |position| {
                black_box(tables.value(black_box(position))?);
                Ok(())
            })
        };
        Ok(Lookups {
            elements,
            positions: positions.len(),
            locate_plain: locate(plain.endgames())?,
            locate_mapped: locate(mapped.endgames())?,
            value_plain: value(plain)?,
            value_mapped: value(mapped)?,
        })
    }
}

/// Random positions of a few materials, so that all their blocks stay in
/// memory.
fn sample(endgames: &Endgames, elements: u32, seed: u64) -> Vec<Position> {
    let mut random = Seeded::new(seed);
    let classes: Vec<_> = endgames
        .classes()
        .filter(|&class| endgames.representative(class).elements() == elements)
        .collect();
    let mut positions = Vec::new();
    while positions.len() < SAMPLE {
        let class = classes[random.below(classes.len())];
        // A run of neighbours shares a block.
        let first = random.below(endgames.size(class) as usize) as u64;
        let indices = (first..endgames.size(class)).take(64);
        positions.extend(indices.filter_map(|i| endgames.state(class, Index(i))));
    }
    positions.truncate(SAMPLE);
    positions
}

/// The least time of a lookup over several rounds, in nanoseconds.
fn nanoseconds(
    positions: &[Position],
    look_up: impl Fn(&Position) -> anyhow::Result<()>,
) -> anyhow::Result<f64> {
    let mut least = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for position in positions {
            look_up(position)?;
        }
        let seconds = start.elapsed().as_secs_f64();
        least = least.min(seconds / positions.len() as f64 * 1e9);
    }
    Ok(least)
}
