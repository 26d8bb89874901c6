//! Tables against the rules, the paper's numbers, damage.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tabia_dominoes::{Block, Dominoes, Endings, Material, Position, TableDirectory, outcome};
use tabia_kernel::arena::Tally;
use tabia_kernel::endgame::{Contents, Label, TableReader, Tabular as _, encode_values};
use tabia_kernel::random::Seeded;

const GAMES: [Dominoes; 2] = [
    Dominoes { block: Block::Pips },
    Dominoes {
        block: Block::Drawn,
    },
];

fn directory(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if dir.exists() {
        fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    dir
}

fn built(name: &str, game: Dominoes, elements: usize) -> TableDirectory {
    let tables = TableDirectory::new(&directory(name), game);
    let built = tables.build(elements, 2, &|| true, &|_| ());
    built
        .expect("a writable directory")
        .expect("nobody stops it");
    tables
}

/// Every position of every material of three elements, and of some of four
/// and five: the value is what all lines of play say.
#[test]
fn values_are_those_of_the_rules() {
    for game in GAMES {
        let tables = built(&format!("dominoes-values-{:?}", game.block), game, 5);
        let seed = 5;
        let mut random = Seeded::new(seed);
        let larger = Material::all(4).chain(Material::all(5));
        let some = larger.filter(|_| random.below(400) == 0);
        for material in Material::all(3).chain(some) {
            for position in material.positions() {
                let probe = tables.probe(&position).expect("a table");
                let value = outcome(&game, &position);
                assert_eq!(probe.value, value, "{position}, seed {seed}");
                let mut turned = position.to_string().replace("first", "second");
                let bar = turned.find('|').expect("two hands");
                let second = turned[bar + 2..].find('|').expect("and the ends") + bar + 2;
                turned = format!(
                    "{}| {}{}",
                    &turned[bar + 2..second],
                    &turned[..bar],
                    &turned[second..]
                );
                let turned = Position::read(&turned).expect("a position");
                assert_eq!(tables.probe(&turned).expect("a table").value, value);
            }
        }
    }
}

/// The paper's way of counting: won by the side to move, and its hand empty.
#[test]
fn won_positions_are_as_many_as_known() {
    let tables = built("dominoes-won", GAMES[0], 4);
    for (elements, expected) in [(3, 22_785), (4, 385_194)] {
        let mut sum = Tally::default();
        let mut ends = 0;
        for material in Material::all(elements) {
            sum += tables.stats(&material).expect("a table");
            ends += material.choices_of_ends();
        }
        assert_eq!(sum.wins + ends, expected);
        let positions: u64 = Material::all(elements).map(|m| m.size()).sum();
        assert_eq!(sum.games(), positions);
    }
}

/// Looked up in a hurry or one by one, a position is in the same table, and
/// what has its index plays alike.
#[test]
fn positions_and_indices_belong_together() {
    let endings = Endings::new(GAMES[0], 6, 2, &|| true).expect("nobody stops it");
    let on_demand = Endings::on_demand(GAMES[0]);
    let mut random = Seeded::new(2);
    for shape in endings.shapes(5) {
        let size = endings.size(shape);
        assert_eq!(on_demand.size(shape), size);
        let exits = endings.exits(shape);
        assert!(exits.iter().all(|&exit| exit < shape));
        for _ in 0..3 {
            let i = tabia_kernel::endgame::Index(random.below(size as usize) as u64);
            let position = endings.state(shape, i).expect("no holes");
            for endings in [&endings, &on_demand] {
                let (found, at) = endings.locate(&position).expect("a table");
                assert_eq!(found, shape);
                let other = endings.state(found, at).expect("no holes");
                assert_eq!(outcome(&GAMES[0], &other), outcome(&GAMES[0], &position));
            }
        }
    }
    let classes: usize = endings.shapes(6).map(|shape| endings.classes(shape)).sum();
    assert_eq!(classes, 70_466);
}

#[test]
fn files_do_not_depend_on_threads_and_are_resumed() {
    let dirs = ["dominoes-one", "dominoes-three"].map(directory);
    for (dir, threads) in dirs.iter().zip([1, 3]) {
        let tables = TableDirectory::new(dir, GAMES[0]);
        // The shapes of 3, 4 and 5 elements are looked at first.
        let asked = AtomicU64::new(0);
        let patience = || asked.fetch_add(1, Ordering::Relaxed) < 400;
        let stopped = tables.build(5, threads, &patience, &|_| ());
        assert_eq!(stopped.expect("a writable directory"), None);
        let build = || tables.build(5, threads, &|| true, &|_| ());
        let built = build().expect("sound files").expect("nobody stops it");
        assert!(built.found > 0 && built.solved > 0, "{built:?}");
        assert_eq!(built.classes, 37 + 482 + 6_205);
        let again = build().expect("sound files").expect("nobody stops it");
        assert_eq!(again.solved, 0);
        let verified = tables.verify(5, threads, &|| true, &|_| ());
        assert_eq!(verified.expect("sound files"), Some(again.positions));
    }
    for entry in fs::read_dir(&dirs[0]).expect("a directory") {
        let entry = entry.expect("an entry");
        let other = dirs[1].join(entry.file_name());
        let [a, b] = [entry.path(), other].map(|file| fs::read(file).expect("a file"));
        assert_eq!(a, b, "{:?}", entry.file_name());
    }
}

#[test]
fn damage_is_noticed() {
    let tables = built("dominoes-damaged", GAMES[0], 3);
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dominoes-damaged");
    let file = dir.join("01-02-12.pips");
    let sound = fs::read(&file).expect("a file");
    let position = Position::read("01 | 02 | 1-2 first").expect("a position");
    let before = tables.probe(&position).expect("a sound table");
    let verify = || TableDirectory::new(&dir, GAMES[0]).verify(3, 1, &|| true, &|_| ());
    for at in 0..sound.len() {
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&file, damaged).expect("writable");
        assert!(verify().is_err(), "byte {at}");
        // Never a wrong value.
        let fresh = TableDirectory::new(&dir, GAMES[0]);
        if let Ok(probe) = fresh.probe(&position) {
            assert_eq!(probe, before, "byte {at}");
        }
        fs::write(&file, &sound[..at]).expect("writable");
        assert!(verify().is_err(), "cut at {at}");
    }
    // Another rule's file under this name.
    fs::write(&file, &sound).expect("writable");
    fs::rename(&file, dir.join("01-02-12.drawn")).expect("renamed");
    let drawn = TableDirectory::new(&dir, GAMES[1]);
    let foreign = drawn.probe(&position).expect_err("a foreign file");
    assert!(foreign.to_string().contains("\"pips\""), "{foreign}");
}

/// The bytes of a table with another equivalence in its label.
fn labelled(bytes: &[u8], equivalence: &str) -> Vec<u8> {
    let mut at = 9;
    let mut texts = Vec::new();
    for _ in 0..4 {
        let len = usize::from(bytes[at]);
        let text = std::str::from_utf8(&bytes[at + 1..][..len]).expect("a text");
        texts.push(text.to_owned());
        at += 1 + len;
    }
    let indices = u64::from_le_bytes(bytes[at..][..8].try_into().expect("eight bytes"));
    let [game, rules, found, class] = texts.try_into().expect("four texts");
    assert_eq!(found, "fair relabelling, numbering 1");
    let label = |equivalence: &str| Label {
        game: game.clone(),
        rules: rules.clone(),
        equivalence: equivalence.to_owned(),
        class: class.clone(),
    };
    let (path, here) = (Path::new("here"), std::io::Cursor::new(bytes));
    let reader = TableReader::new(here, path, &label(&found), Contents::Values, indices);
    let values = reader.expect("a table").values().expect("sound values");
    encode_values(&label(equivalence), &values)
}

#[test]
fn tables_say_how_their_positions_are_numbered() {
    let tables = built("dominoes-numbered", GAMES[0], 3);
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dominoes-numbered");
    let file = dir.join("01-02-12.pips");
    let sound = fs::read(&file).expect("a file");
    let position = Position::read("01 | 02 | 1-2 first").expect("a position");
    let before = tables.probe(&position).expect("a sound table");
    // Tables of earlier versions name no numbering, and have the first.
    fs::write(&file, labelled(&sound, "fair relabelling")).expect("writable");
    let old = TableDirectory::new(&dir, GAMES[0]);
    assert_eq!(old.probe(&position).expect("it is read"), before);
    assert!(old.verify(3, 1, &|| true, &|_| ()).is_ok());
    // Those of later ones may have another.
    fs::write(&file, labelled(&sound, "fair relabelling, numbering 2")).expect("writable");
    let new = TableDirectory::new(&dir, GAMES[0]);
    let why = new
        .probe(&position)
        .expect_err("another numbering")
        .to_string();
    assert!(
        why.contains("01-02-12.pips") && why.contains("build it again"),
        "{why}"
    );
    assert!(new.build(3, 1, &|| true, &|_| ()).is_err());
}
