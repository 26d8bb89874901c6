//! What a probe costs, with its block in memory and without.
//!
//! Makes all tables to four pieces, and some of five, in the build directory.

use std::path::Path;
use std::sync::OnceLock;

use divan::{Bencher, black_box};
use tabia_darkchess::{BuildOptions, Endgames, Equivalence, Material, Position, TableDirectory};
use tabia_kernel::endgame::{Index, Tabular};
use tabia_kernel::random::Seeded;

fn main() {
    divan::main();
}

/// Materials of five pieces: the largest table that there is, and one with
/// twins.
const FIVE: [&str; 2] = ["KGC-np", "GBB-kr"];

fn path() -> &'static Path {
    static BUILT: OnceLock<()> = OnceLock::new();
    let path = Path::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/probe-bench"));
    BUILT.get_or_init(|| {
        // What an older version left would not do.
        std::fs::remove_dir_all(path).ok();
        let endgames = Endgames::new(5, Some(Equivalence::Swap)).expect("a possible number");
        let class = |text: &str| {
            let material: Material = text.parse().expect(text);
            endgames.class_of(material).expect("five pieces").0
        };
        let smaller = Material::all(4)
            .into_iter()
            .filter_map(|m| endgames.class_of(m));
        let mut only: Vec<_> = smaller.map(|(class, _)| class).collect();
        only.extend(FIVE.map(class));
        let options = BuildOptions {
            threads: 2,
            only: Some(only),
            ..BuildOptions::default()
        };
        let tables = TableDirectory::new(path, endgames);
        tables.build(options, &|| true, &|_| {}).expect("tables");
    });
    path
}

/// Positions of a material anywhere in its table.
fn positions(tables: &TableDirectory, text: &str, count: usize) -> Vec<Position> {
    let mut random = Seeded::new(5);
    let material: Material = text.parse().expect(text);
    let (class, _) = tables.endgames().class_of(material).expect("few pieces");
    let size = tables.endgames().size(class) as usize;
    let indices = (0..count).map(|_| Index(random.below(size) as u64));
    indices
        .filter_map(|i| tables.endgames().state(class, i))
        .collect()
}

/// The same few blocks again and again: all are in memory.
#[divan::bench(args = ["K-g", "KP-kp", "KGC-np"])]
fn cached(bencher: Bencher<'_, '_>, material: &str) {
    let tables = TableDirectory::open(path()).expect("tables");
    // 64 positions are in at most 64 blocks.
    let positions = positions(&tables, material, 64);
    for position in &positions {
        tables.value(position).expect("a value");
    }
    let mut nth = 0;
    bencher.bench_local(|| {
        nth = (nth + 1) % positions.len();
        tables.value(black_box(&positions[nth])).expect("a value")
    });
}

/// A reader that has just been opened: the file's header is there, its block is
/// not.
#[divan::bench(args = ["KP-kp", "KGC-np", "GBB-kr"])]
fn cold_block(bencher: Bencher<'_, '_>, material: &str) {
    let shared = TableDirectory::open(path()).expect("tables");
    let all = positions(&shared, material, 4096);
    let mut nth = 0;
    bencher
        .with_inputs(|| {
            let tables = TableDirectory::new(path(), shared.endgames().clone());
            // Another block of the same file, far away.
            tables.value(&all[nth]).expect("a value");
            nth = (nth + 1) % all.len();
            (tables, all[nth])
        })
        .bench_local_refs(|(tables, position)| tables.value(position).expect("a value"));
}

/// Nothing is open: the file is opened, its header checked, a block unpacked.
#[divan::bench(args = ["KP-kp", "KGC-np", "GBB-kr"])]
fn cold_file(bencher: Bencher<'_, '_>, material: &str) {
    let shared = TableDirectory::open(path()).expect("tables");
    let all = positions(&shared, material, 4096);
    let mut nth = 0;
    bencher
        .with_inputs(|| {
            nth = (nth + 1) % all.len();
            (
                TableDirectory::new(path(), shared.endgames().clone()),
                all[nth],
            )
        })
        .bench_local_refs(|(tables, position)| tables.value(position).expect("a value"));
}

/// What the indirection by material costs: finding class and index where every
/// material has a table of its own, and where representatives have them.
#[divan::bench(args = ["own", "representative"])]
fn locate(bencher: Bencher<'_, '_>, table: &str) {
    let equivalence = (table == "representative").then_some(Equivalence::Swap);
    let endgames = Endgames::new(4, equivalence).expect("a possible number");
    let positions: Vec<Position> = ["KP-kp", "KG-kp", "NR-bp", "CC-gp", "BP-cc"]
        .iter()
        .flat_map(|text| {
            let mut random = Seeded::new(6);
            let material: Material = text.parse().expect(text);
            let own = Endgames::new(4, None).expect("a possible number");
            let (class, _) = own.class_of(material).expect("four pieces");
            let size = own.size(class) as usize;
            let indices = (0..64).map(move |_| Index(random.below(size) as u64));
            indices
                .filter_map(move |i| own.state(class, i))
                .collect::<Vec<_>>()
        })
        .collect();
    let mut nth = 0;
    bencher.bench_local(|| {
        nth = (nth + 1) % positions.len();
        endgames.locate(black_box(&positions[nth]))
    });
}
