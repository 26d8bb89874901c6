//! Speed of the search and of its table.
//!
//! `cargo bench -p tabia-kernel`. Items per second are positions visited for
//! searches, and operations for the table.

mod four;

use std::num::NonZeroU16;

use divan::Bencher;
use divan::counter::ItemsCount;
use four::{Centre, Four, Position};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Bounds, Score};
use tabia_kernel::search::{AlphaBeta, Limits, Reach, Table, TableFor};
use tabia_kernel::symmetry::Folded;

fn main() {
    divan::main();
}

/// Twelve moves ahead from the empty board of four in a row, cold table.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn depth_12(bencher: Bencher, threads: usize) {
    let nodes = search(threads, &Table::with_mebibytes(16));
    bencher
        .counter(ItemsCount::new(nodes))
        .with_inputs(|| Table::with_mebibytes(16))
        .bench_refs(|table| search(threads, table));
}

fn search(threads: usize, table: &TableFor<Folded<Four>>) -> u64 {
    AlphaBeta::new(&Folded(Four), Centre)
        .limits(Limits::depth(12))
        .table(table)
        .threads(threads)
        .run(&Position::EMPTY)
        .nodes
}

/// The same without a table: the speed of the bare search.
#[divan::bench(sample_count = 10)]
fn depth_8_without_table(bencher: Bencher) {
    let search = || {
        AlphaBeta::new(&Four, Centre)
            .limits(Limits::depth(8))
            .run(&Position::EMPTY)
            .nodes
    };
    bencher.counter(ItemsCount::new(search())).bench(search);
}

/// Probes and stores at random keys, in a table larger than caches and in
/// one that fits them.
#[divan::bench(args = [1, 64], sample_count = 20)]
fn probe_and_store(bencher: Bencher, mebibytes: usize) {
    const KEYS: usize = 100_000;
    let table: Table<u64, NonZeroU16> = Table::with_mebibytes(mebibytes);
    let room = table.capacity();
    let mut random = Seeded::new(1);
    let m = NonZeroU16::new(7);
    bencher.counter(ItemsCount::new(2 * KEYS)).bench_local(|| {
        let mut known = 0;
        for _ in 0..KEYS {
            let key = random.below(room) as u64;
            known += usize::from(table.probe(key).is_some());
            let found = Bounds::at_least(Score::WIN);
            table.store(key, found, Reach::proved(3), m, 5, 100);
        }
        known
    });
}
