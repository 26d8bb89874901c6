//! Tables against the rules: the generic builder, the solver, files.

use crate::common;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use common::{contract, random_deal};
use tabia_kernel::endgame::{
    Contents, Index, Label, TableReader, Tabular, encode_bytes, look_ahead,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Score, Side};
use tabia_kernel::search::Stop;
use tabia_skat::{Card, Endings, Kind, Skat, Solver, Structure, TableDirectory, Tables, Worth};

fn directory(name: &str) -> std::path::PathBuf {
    let dir = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if dir.exists() {
        std::fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    dir
}

/// Row by row and position by position agree on every ending of three cards
/// and on whole structures of six.
#[test]
fn the_generic_builder_agrees() {
    let dir = directory("skat-generic");
    let tables = TableDirectory::new(&dir);
    tables
        .build(6, 2, &|| true, &|_| ())
        .expect("a writable directory")
        .expect("nobody stops it");
    for kind in Kind::ALL {
        let mut done: BTreeMap<Structure, Vec<Option<Score>>> = BTreeMap::new();
        for cards in [3, 6] {
            let small = Structure::all(kind, cards).filter(|s| cards == 3 || s.sets() < 120);
            for structure in small {
                let values = look_ahead(&Endings, structure, &done, &|| true);
                let values = values.expect("nobody stops it");
                for (i, value) in values.iter().enumerate().step_by(11) {
                    let deal = Endings.state(structure, Index(i as u64)).expect("no holes");
                    let probe = tables.probe(&deal).expect("a table");
                    let value = value
                        .expect("no holes")
                        .across(Endings.to_move(&deal), Side::First);
                    let worth = match kind {
                        Kind::Null => Worth::Won(value == Score::WIN),
                        _ => Worth::Points(value.points() as u8),
                    };
                    assert_eq!(probe.worth, worth, "{deal}");
                }
                done.insert(structure, values);
            }
        }
    }
}

/// Random endings: the tables, probed in the middle of tricks too, say what
/// the solver says.
#[test]
fn the_solver_agrees() {
    let dir = directory("skat-solver");
    let tables = TableDirectory::new(&dir);
    tables
        .build(6, 2, &|| true, &|_| ())
        .expect("a writable directory")
        .expect("nobody stops it");
    agree(&tables, 2, 1_500);
}

/// Compares tables and solver at random deals of up to so many cards each, and
/// along a random play from there.
fn agree(tables: &TableDirectory, most: usize, seeds: u64) {
    let mut solver = Solver::with_mebibytes(1);
    for seed in 0..seeds {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let cards = 1 + random.below(most);
        let mut deal = random_deal(&mut random, cards, contract);
        loop {
            let probe = tables.probe(&deal).expect("a table");
            let solution = solver.solve(&deal, &Stop::new()).expect("nobody stops it");
            assert_eq!(probe.worth, solution.worth, "seed {seed}, {deal}");
            assert_eq!(probe.best, solution.best, "seed {seed}, {deal}");
            if deal.is_over() {
                break;
            }
            let playable: Vec<Card> = deal.playable().collect();
            Skat.play(&mut deal, playable[random.below(playable.len())]);
        }
    }
}

#[test]
fn files_do_not_depend_on_threads_and_are_resumed() {
    let dirs = ["skat-one", "skat-three"].map(directory);
    for (dir, threads) in dirs.iter().zip([1, 3]) {
        let tables = TableDirectory::new(dir);
        // Stopped somewhere in the middle, then gone on with.
        let asked = AtomicU64::new(0);
        let patience = || asked.fetch_add(1, Ordering::Relaxed) < 5_000;
        let stopped = tables.build(6, threads, &patience, &|_| ());
        assert_eq!(stopped.expect("a writable directory"), None);
        let build = || tables.build(6, threads, &|| true, &|_| ());
        let built = build().expect("sound files").expect("nobody stops it");
        assert!(built.found > 0 && built.solved > 0, "{built:?}");
        let again = build().expect("sound files").expect("nobody stops it");
        assert_eq!(again.solved, 0);
        let verified = tables.verify(6, threads, &|| true, &|_| ());
        assert_eq!(verified.expect("sound files"), Some(again.endings));
    }
    let mut files = 0;
    for entry in std::fs::read_dir(&dirs[0]).expect("a directory") {
        let entry = entry.expect("an entry");
        let other = dirs[1].join(entry.file_name());
        let [a, b] = [entry.path(), other].map(|file| std::fs::read(file).expect("a file"));
        assert_eq!(a, b, "{:?}", entry.file_name());
        files += 1;
    }
    assert_eq!(files, 7 + 23 + 7 + 25 + 3 + 9);
}

/// Every byte of a table, changed, is noticed by checking; so is every cut.
#[test]
fn damage_is_noticed() {
    let dir = directory("skat-damaged");
    let tables = TableDirectory::new(&dir);
    tables
        .build(3, 2, &|| true, &|_| ())
        .expect("a writable directory")
        .expect("nobody stops it");
    let file = dir.join("suit-1-1-1-0.skt");
    let sound = std::fs::read(&file).expect("a file");
    let verify = || TableDirectory::new(&dir).verify(3, 1, &|| true, &|_| ());
    for at in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << (at % 8);
        std::fs::write(&file, damaged).expect("writable");
        assert!(verify().is_err(), "byte {at}");
        std::fs::write(&file, &sound[..at]).expect("writable");
        assert!(verify().is_err(), "cut at {at}");
    }
    std::fs::write(&file, &sound).expect("writable");
    assert!(verify().is_ok());
    std::fs::remove_file(&file).expect("a file");
    let missing = verify().expect_err("a file is missing").to_string();
    assert!(missing.contains("suit-1-1-1-0.skt"), "{missing}");
}

/// A table without a numbering has the first; one with another is not read.
#[test]
fn tables_say_how_their_endings_are_numbered() {
    let dir = directory("skat-numbered");
    let tables = TableDirectory::new(&dir);
    tables
        .build(3, 2, &|| true, &|_| ())
        .expect("a writable directory")
        .expect("nobody stops it");
    let file = dir.join("suit-1-1-1-0.skt");
    let label = |equivalence: &str| Label {
        game: "skat".to_owned(),
        rules: "tricks that the declarer takes".to_owned(),
        equivalence: equivalence.to_owned(),
        class: "suit-1-1-1-0".to_owned(),
    };
    let structure = Structure::all(Kind::Suit, 3).find(|s| s.to_string() == "suit-1-1-1-0");
    let size = Endings.size(structure.expect("a structure"));
    let text = b"structure, numbering 1";
    let sound = std::fs::read(&file).expect("a file");
    assert!(sound.windows(text.len()).any(|bytes| bytes == text));
    let found = label("structure, numbering 1");
    let reader = TableReader::open(&file, &found, Contents::Bytes, size).expect("a table");
    let bytes = reader.bytes().expect("sound");
    let verify = || TableDirectory::new(&dir).verify(3, 1, &|| true, &|_| ());
    std::fs::write(&file, encode_bytes(&label("structure"), &bytes)).expect("writable");
    assert!(verify().is_ok());
    let other = encode_bytes(&label("structure, numbering 2"), &bytes);
    std::fs::write(&file, other).expect("writable");
    let why = verify().expect_err("another numbering").to_string();
    assert!(
        why.contains("suit-1-1-1-0.skt") && why.contains("build it again"),
        "{why}"
    );
}

/// A solver with tables and one without say the same of random deals, and of
/// what random play makes of them.
#[test]
fn a_solver_with_tables_agrees_with_one_without() {
    let dir = directory("skat-loaded");
    let tables = TableDirectory::new(&dir);
    tables
        .build(6, 2, &|| true, &|_| ())
        .expect("a writable directory")
        .expect("nobody stops it");
    let loaded = Arc::new(tables.load(6).expect("sound files"));
    compare_solvers(&loaded, 1_200, 5);
}

fn compare_solvers(loaded: &Arc<Tables>, seeds: u64, most: usize) {
    let mut plain = Solver::with_mebibytes(1);
    let mut with = Solver::with_mebibytes(1).with_endings(Arc::clone(loaded));
    for seed in 0..seeds {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let cards = 1 + random.below(most);
        let mut deal = random_deal(&mut random, cards, contract);
        for _ in 0..random.below(3) {
            let playable: Vec<Card> = deal.playable().collect();
            if !playable.is_empty() {
                Skat.play(&mut deal, playable[random.below(playable.len())]);
            }
        }
        let [a, b] = [&mut plain, &mut with].map(|solver| solver.solve(&deal, &Stop::new()));
        assert_eq!(a, b, "seed {seed}, {deal}");
    }
    assert!(with.nodes() < plain.nodes());
}

#[test]
#[ignore = "2 min: builds all tables of nine cards"]
fn nine_cards_agree_with_the_solver() {
    let dir = directory("skat-nine");
    let tables = TableDirectory::new(&dir);
    tables
        .build(9, 2, &|| true, &|_| ())
        .expect("a writable directory")
        .expect("nobody stops it");
    agree(&tables, 3, 3_000);
    let loaded = Arc::new(tables.load(9).expect("sound files"));
    println!("{} bytes in memory", loaded.bytes());
    compare_solvers(&loaded, 2_000, 6);
}
