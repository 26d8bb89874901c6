//! Damaged tables: nothing wrong is read from them, `verify` finds them and
//! `build --repair` makes them anew.

use crate::program;

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::fs;
use std::path::Path;

use program::server::{files, text};
use program::{json, run};
use tabia_darkchess::{BuildOptions, Endgames, Equivalence, Limit, TableDirectory};
use tabia_kernel::endgame::{Index, Tabular as _};
use tabia_kernel::random::Seeded;

/// Tables of each game, small ones, with distances where there are any.
const BUILDS: [&str; 3] = [
    "darkchess --elements 3 --distances",
    "dominoes --elements 4",
    "skat --elements 6",
];

/// Builds tables, and returns what is there.
fn built(words: &str, dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let words = format!("tables build {words} --json --dir {}", text(dir));
    json(&words.split(' ').collect::<Vec<_>>());
    files(dir)
}

/// Other bytes in the place of those of a file: bits, bytes or ranges changed,
/// cut, longer, exchanged, or another file's.
fn damaged(whole: &[u8], other: &[u8], random: &mut Seeded) -> Vec<u8> {
    let mut bytes = whole.to_vec();
    let len = bytes.len();
    match random.below(8) {
        0 | 1 => bytes[random.below(len)] ^= 1 << random.below(8),
        2 => bytes[random.below(len)] = random.bits() as u8,
        3 => (0..9).for_each(|_| bytes[random.below(len)] ^= random.bits() as u8),
        4 => bytes.truncate(random.below(len)),
        5 => bytes.extend((0..1 + random.below(9)).map(|_| random.bits() as u8)),
        6 => {
            let (from, to) = (random.below(len), random.below(len));
            bytes[from.min(to)..from.max(to)].fill(0);
        }
        _ => bytes = other.to_vec(),
    }
    bytes
}

/// Damages one file after the other. `ask` reads what it can of a file, after
/// which `repair` says which files are no good, and removes them.
fn damage<T: PartialEq + Debug>(
    dir: &Path,
    times: u32,
    seed: u64,
    ask: &dyn Fn(&str) -> Result<T, String>,
    repair: &dyn Fn(&str) -> Vec<String>,
) {
    println!("{}: seed {seed}", dir.display());
    let mut random = Seeded::new(seed);
    let whole: Vec<(String, Vec<u8>)> = files(dir).into_iter().collect();
    let right: Vec<T> = whole
        .iter()
        .map(|(name, _)| ask(name).expect("sound tables"))
        .collect();
    let [mut refused, mut right_all_the_same, mut the_same] = [0; 3];
    for _ in 0..times {
        let at = random.below(whole.len());
        let (name, bytes) = &whole[at];
        let (_, other) = &whole[random.below(whole.len())];
        let changed = damaged(bytes, other, &mut random);
        fs::write(dir.join(name), &changed).expect("room");
        match ask(name) {
            Err(_) => refused += 1,
            Ok(answer) => {
                assert_eq!(answer, right[at], "{name}: a wrong value");
                right_all_the_same += 1;
            }
        }
        let found = repair(name);
        if changed == *bytes {
            the_same += 1;
            assert_eq!(found, [""; 0], "{name} is sound");
        } else {
            assert_eq!(found.len(), 1, "{name}: {found:?}");
            assert!(found[0].contains(name.as_str()), "{name}: {found:?}");
            assert!(!dir.join(name).exists());
        }
        fs::write(dir.join(name), bytes).expect("room");
    }
    println!(
        "{times} times damaged, {the_same} of them with the same bytes: {refused} refused, \
         {right_all_the_same} read rightly"
    );
    assert!(refused > times / 2);
}

fn darkchess(words: &str, limit: Limit, times: u32, seed: u64) {
    let place = tempfile::tempdir().expect("a directory");
    let dir = place.path();
    built(words, dir);
    let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
    let class = |name: &str| {
        let is_its = |class: &_| name.starts_with(&format!("{}.", endgames.representative(*class)));
        endgames.classes().find(is_its)
    };
    let ask = |name: &str| {
        let tables = TableDirectory::open(dir).map_err(|error| error.to_string())?;
        let tables = tables.with_limit(limit);
        let mut answers = Vec::new();
        if let Some(class) = class(name).or(endgames.classes().next()) {
            let size = endgames.size(class);
            for k in 0..20 {
                if let Some(state) = endgames.state(class, Index(size * k / 20)) {
                    let value = tables.value(&state);
                    answers.push(value.map_err(|error| error.to_string())?);
                }
            }
        }
        Ok(answers)
    };
    let repair = |name: &str| {
        let tables = TableDirectory::new(dir, endgames.clone()).with_limit(limit);
        let options = BuildOptions {
            threads: 1,
            only: class(name).map(|class| vec![class]),
            ..BuildOptions::default()
        };
        let found = tables.repair(&options, &|| true, &|_| ());
        let found = found.expect("it can be read").expect("no stop");
        found.iter().map(ToString::to_string).collect()
    };
    damage(dir, times, seed, &ask, &repair);
}

fn dominoes(times: u32, seed: u64) {
    use tabia_dominoes::{Dominoes, Material, TableDirectory};
    let place = tempfile::tempdir().expect("a directory");
    let dir = place.path();
    built("dominoes --elements 3", dir);
    let open = || TableDirectory::new(dir, Dominoes::default());
    let ask = |name: &str| {
        let material = name.trim_end_matches(".pips");
        let material = Material::read(&material.replace('-', " ").replace('t', "*"));
        let stats = open().stats(&material.expect("a material"));
        stats.map_err(|error| error.to_string())
    };
    let repair = |_: &str| {
        let found = open().repair(3, 1, &|| true).expect("it can be read");
        let found = found.expect("no stop");
        found.iter().map(ToString::to_string).collect()
    };
    damage(dir, times, seed, &ask, &repair);
}

fn skat(times: u32, seed: u64) {
    use tabia_skat::{Contract, Deal, Seat, TableDirectory};
    let place = tempfile::tempdir().expect("a directory");
    let dir = place.path();
    built("skat --elements 3", dir);
    let deals: Vec<Deal> = ["clubs", "grand", "null"]
        .iter()
        .flat_map(|game| {
            let read = move |cards: &str| {
                let text = format!("{cards}; game {game}; declarer 1; lead 2");
                Deal::read(&text).expect("a deal")
            };
            [
                "CJ | CA | HT",
                "S7 | SA | DT",
                "HK | CJ | SJ",
                "D7 | D8 | H9",
            ]
            .map(read)
        })
        .collect();
    assert!(deals.iter().all(|deal| deal.declarer() == Seat::One));
    assert!(deals.iter().any(|deal| deal.contract() == Contract::Null));
    let ask = |_: &str| {
        let tables = TableDirectory::new(dir);
        let probed = deals.iter().map(|deal| tables.probe(deal));
        let probed: Result<Vec<_>, _> = probed.collect();
        let probed = probed.map_err(|error| error.to_string())?;
        // Reads every file whole.
        tables.load(3).map_err(|error| error.to_string())?;
        Ok(probed)
    };
    let repair = |_: &str| {
        let found = TableDirectory::new(dir).repair(3, &|| true);
        let found = found.expect("it can be read").expect("no stop");
        found.iter().map(ToString::to_string).collect()
    };
    damage(dir, times, seed, &ask, &repair);
}

fn all_games(times: u32) {
    darkchess("darkchess --elements 3 --distances", Limit::None, times, 31);
    darkchess("darkchess --elements 3 --forty", Limit::Forty, times, 32);
    let list = "darkchess --elements 3 --format wonlist";
    darkchess(list, Limit::None, times, 33);
    // To find out what there should be takes these longer.
    dominoes(times / 10, 34);
    skat(times / 10, 35);
}

#[test]
fn nothing_wrong_is_read_from_damaged_tables() {
    all_games(200);
}

#[test]
#[ignore = "5 min: twenty-six thousand damaged tables of three games"]
fn twenty_six_thousand_damaged_tables_give_no_wrong_value() {
    all_games(8_400);
}

/// A way to damage a file.
type Spoil = fn(&mut Vec<u8>);

#[test]
fn damaged_tables_are_found_and_made_anew() {
    for words in BUILDS {
        let place = tempfile::tempdir().expect("a directory");
        let dir = place.path();
        let whole = built(words, dir);
        let game = words.split(' ').next().expect("a game");
        let verify = |more: &[&str]| {
            let verify = ["tables", "verify", game, "--dir", text(dir)];
            run(&[&verify[..], more].concat())
        };
        let repair = format!("tables build {words} --repair --dir {}", text(dir));
        let repair = || run(&repair.split(' ').collect::<Vec<_>>());
        let sound = repair();
        assert_eq!((sound.code, sound.err.as_str()), (0, ""), "{sound:?}");
        // The last byte is read by nobody who only looks at headers.
        let spoil: [(&str, Spoil); 4] = [
            ("flip", |bytes| *bytes.last_mut().expect("not empty") ^= 1),
            ("cut", |bytes| bytes.truncate(bytes.len() / 2)),
            ("empty", Vec::clear),
            ("begin", |bytes| bytes[0] ^= 1),
        ];
        // Each takes a while: some will do, the map among them.
        let some: Vec<&String> = whole.keys().step_by(1 + whole.len() / 5).collect();
        let distances = whole.keys().find(|name| name.ends_with(".dst"));
        for name in some.into_iter().chain(distances).chain(whole.keys().last()) {
            let (how, spoil) = spoil[name.len() % spoil.len()];
            let mut bytes = whole[name].clone();
            spoil(&mut bytes);
            fs::write(dir.join(name), bytes).expect("room");
            let fast: &[&str] = if game == "darkchess" {
                &["--fast"]
            } else {
                &[]
            };
            let found = verify(fast);
            assert_eq!(found.code, 1, "{name}, {how}: {found:?}");
            let told = found.out + &found.err;
            assert!(told.contains(name.as_str()), "{name}, {how}: {told}");
            assert!(
                told.contains("delete ") && told.contains("--repair"),
                "{told}"
            );
            let again = repair();
            assert_eq!(again.code, 0, "{name}, {how}: {again:?}");
            let expected = format!("{name} is ");
            assert!(again.err.contains(&expected), "{name}, {how}: {again:?}");
            assert_eq!(again.err.lines().count(), 1, "{again:?}");
            assert!(files(dir) == whole, "{name}, {how}: other bytes");
        }
        // Without being asked, a build says what to do about what it notices.
        let (name, bytes) = whole.last_key_value().expect("files");
        fs::write(dir.join(name), &bytes[..20]).expect("room");
        let words = format!("tables build {words} --dir {}", text(dir));
        let noticed = run(&words.split(' ').collect::<Vec<_>>());
        assert_eq!(noticed.code, 1, "{noticed:?}");
        let remedy = format!("delete {}", text(&dir.join(name)));
        assert!(noticed.err.contains(&remedy), "{noticed:?}");
        assert_eq!(noticed.err.lines().count(), 1, "{noticed:?}");
    }
}
