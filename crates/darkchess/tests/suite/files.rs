//! Tables on disk: the same bytes whatever the threads, and no damage goes
//! unnoticed.

use std::fs;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use tabia_darkchess::{
    BuildOptions, DirectoryError, Endgames, Equivalence, Format, Material, Position, TableDirectory,
};
use tabia_kernel::endgame::{
    Contents, Index, Label, TableError, TableReader, Tabular as _, Trits, TritsPacker, WaveOptions,
    by_unmoves, check_forward, encode_distances, encode_values,
};
use tabia_kernel::random::Seeded;

/// An empty directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if dir.exists() {
        fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    dir
}

fn endgames(elements: u32) -> Endgames {
    Endgames::new(elements, Some(Equivalence::Swap)).expect("a possible number")
}

fn build(dir: &Path, elements: u32, threads: usize) -> TableDirectory {
    let tables = TableDirectory::new(dir, endgames(elements));
    let options = BuildOptions {
        distances: true,
        threads,
        ..BuildOptions::default()
    };
    tables
        .build(options, &|| true, &|_| {})
        .expect("a directory that can be written")
        .expect("not stopped");
    tables
}

fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(dir)
        .expect("a directory")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let name = entry.file_name().into_string().expect("UTF-8");
            (name, fs::read(entry.path()).expect("a file"))
        })
        .collect();
    files.sort();
    files
}

#[test]
fn threads_do_not_change_a_byte() {
    let (one, three) = (scratch("threads-1"), scratch("threads-3"));
    build(&one, 3, 1);
    build(&three, 3, 3);
    assert_eq!(files(&one), files(&three));
    assert_eq!(files(&one).len(), 2 * 25 + 1);
}

#[test]
fn a_build_goes_on_where_it_was_and_then_does_nothing() {
    let dir = scratch("resume");
    let tables = build(&dir, 3, 2);
    let whole = files(&dir);
    fs::remove_file(dir.join("K-g.tbl")).expect("a file");
    fs::remove_file(dir.join("K-cp.dst")).expect("a file");
    fs::write(dir.join("K-cp.tbl.partial"), b"half").expect("a file");
    let options = BuildOptions {
        distances: true,
        threads: 2,
        ..BuildOptions::default()
    };
    let built = tables
        .build(options.clone(), &|| true, &|_| {})
        .expect("it goes on");
    assert_eq!(
        built.map(|built| (built.solved, built.found)),
        Some((2, 23))
    );
    assert_eq!(files(&dir), whole);
    let again = tables
        .build(options.clone(), &|| true, &|_| {})
        .expect("it goes on");
    assert_eq!(again.map(|built| built.solved), Some(0));
    let stopped = tables.build(options, &|| false, &|_| {});
    assert!(matches!(stopped, Ok(None)), "{stopped:?}");
}

#[test]
fn whole_tables_pass_and_a_foreign_one_does_not() {
    let dir = scratch("verify");
    let tables = build(&dir, 2, 1);
    let checked = tables
        .verify(None, 2, &|| true, &|_| {})
        .expect("whole tables");
    let sizes = tables
        .endgames()
        .classes()
        .map(|c| tables.endgames().size(c));
    assert_eq!(checked, Some(sizes.sum()));
    // A sound file under the name of another class of the same size.
    fs::copy(dir.join("K-g.tbl"), dir.join("K-c.tbl")).expect("a copy");
    let foreign = tables.verify(None, 1, &|| true, &|_| {});
    assert!(
        matches!(
            foreign,
            Err(DirectoryError::Table(TableError::Foreign { .. }))
        ),
        "{foreign:?}"
    );
}

#[test]
fn a_map_of_more_pieces_stays_and_a_damaged_one_is_found() {
    let dir = scratch("map");
    build(&dir, 3, 1);
    let path = dir.join("materials.map");
    let map = fs::read(&path).expect("a map");
    let small = build(&dir, 2, 1);
    assert_eq!(fs::read(&path).expect("a map"), map);
    assert!(small.verify(None, 1, &|| true, &|_| {}).is_ok());
    fs::write(&path, &map[1..]).expect("a damaged map");
    let verified = small.verify(None, 1, &|| true, &|_| {});
    assert!(
        matches!(
            verified,
            Err(DirectoryError::Table(TableError::Foreign { .. }))
        ),
        "{verified:?}"
    );
}

#[test]
fn a_value_that_does_not_follow_is_found() {
    let endgames = endgames(2);
    let classes: Vec<_> = endgames.classes().collect();
    let done = std::collections::BTreeMap::<_, Trits>::new();
    let solved = |class| by_unmoves(&endgames, class, &done, &|| true).expect("not stopped");
    // The values of one class are not those of another.
    let (a, b) = (solved(classes[0]), solved(classes[1]));
    assert_ne!(Trits::of(&a), Trits::of(&b));
    let lying = std::collections::BTreeMap::from([(classes[0], Trits::of(&b))]);
    let checked = check_forward(&endgames, classes[0], &lying, None, None, &|_| true);
    assert!(checked.is_err(), "{checked:?}");
}

#[test]
fn a_wrong_value_is_found_by_rules_and_by_words() {
    let seed = 12;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let endgames = endgames(3);
    let mut done = std::collections::BTreeMap::new();
    for class in endgames.classes() {
        let solved = endgames.solve(class, &done, WaveOptions::default(), &|_| true);
        let values = solved.expect("not stopped").values;
        let size = endgames.size(class);
        let checked = endgames.check(class, &values, &done, &|_| true);
        assert_eq!(checked, Ok(Some(size)));
        for _ in 0..3 {
            let wrong = random.below(size as usize) as u64;
            if endgames.state(class, Index(wrong)).is_none() {
                continue;
            }
            let mut packer = TritsPacker::new(size);
            for i in 0..size {
                let points = values.value(Index(i)).points();
                // A draw becomes a win, a win a loss, a loss a draw.
                let points = if i == wrong {
                    (points + 2) % 3 - 1
                } else {
                    points
                };
                packer.push(u32::from(points > 0), u32::from(points < 0), 1);
            }
            let lying = packer.finish();
            let by_words = endgames.check(class, &lying, &done, &|_| true);
            assert!(by_words.is_err(), "{wrong}");
            let mut with_this = done.clone();
            with_this.insert(class, lying);
            let by_rules = check_forward(&endgames, class, &with_this, None, None, &|_| true);
            assert!(by_rules.is_err(), "{wrong}");
            // Where there are holes, words may notice in one of those.
            let is_perfect = endgames.shape(class).iter().any(|size| size % 2 == 1);
            if is_perfect {
                assert_eq!(by_words, by_rules, "{wrong}");
            }
        }
        done.insert(class, values);
    }
}

#[test]
fn every_damage_is_noticed() {
    let seed = 2024;
    let mut random = Seeded::new(seed);
    let endgames = endgames(3);
    let mut done = std::collections::BTreeMap::new();
    let mut injected = 0;
    for class in endgames.classes() {
        let solution = by_unmoves(&endgames, class, &done, &|| true).expect("not stopped");
        let values = Trits::of(&solution);
        let label = Label {
            game: "darkchess".to_owned(),
            rules: "test".to_owned(),
            equivalence: "swap".to_owned(),
            class: endgames.representative(class).to_string(),
        };
        let path = Path::new("damaged.tbl");
        let indices = endgames.size(class);
        let read = |bytes: Vec<u8>| {
            TableReader::new(Cursor::new(bytes), path, &label, Contents::Values, indices)
                .and_then(|reader| reader.values())
        };
        let bytes = encode_values(&label, &values);
        assert_eq!(read(bytes.clone()).expect("undamaged"), values);
        for _ in 0..400 {
            let mut damaged = bytes.clone();
            let bit = random.below(8 * bytes.len());
            damaged[bit / 8] ^= 1 << (bit % 8);
            assert!(read(damaged).is_err(), "seed {seed}, bit {bit}");
            let len = random.below(bytes.len());
            assert!(read(bytes[..len].to_vec()).is_err(), "seed {seed}, {len}");
            injected += 2;
        }
        // A single probe is either right or an error, too.
        for _ in 0..20 {
            let mut damaged = bytes.clone();
            let bit = random.below(8 * bytes.len());
            damaged[bit / 8] ^= 1 << (bit % 8);
            let input = Cursor::new(damaged);
            let reader = TableReader::new(input, path, &label, Contents::Values, indices);
            let i = tabia_kernel::endgame::Index(random.below(indices as usize) as u64);
            if let Ok(value) = reader.and_then(|reader| reader.value(i)) {
                assert_eq!(value, values.value(i), "seed {seed}, bit {bit}");
            }
        }
        let distances = encode_distances(&label, &solution.distances());
        let input = Cursor::new(distances);
        let reader =
            TableReader::new(input, path, &label, Contents::Distances, indices).expect("undamaged");
        for (i, outcome) in solution.outcomes().enumerate().step_by(97) {
            let i = tabia_kernel::endgame::Index(i as u64);
            let read = reader.distance(i).expect("undamaged");
            assert_eq!(read, outcome.distance().unwrap_or(0));
        }
        done.insert(class, values);
    }
    assert!(injected >= 10_000, "{injected}");
}

#[test]
fn probes_know_value_distance_and_best_moves() {
    let dir = scratch("probe");
    let tables = build(&dir, 3, 2);
    let probe = |text: &str| {
        let position: Position = text.parse().expect("a position");
        tables.probe(&position).expect("tables are there")
    };
    let lost = probe("8/1b6/2K5/8 b 0");
    assert_eq!((lost.value.points(), lost.distance), (-1, Some(6)));
    assert_eq!(lost.best.len(), 2);
    let drawn = probe("8/1b6/2K5/8 w 0");
    assert_eq!((drawn.value.points(), drawn.distance), (0, None));
    let won = probe("8/1bK5/8/8 w 0");
    assert_eq!((won.value.points(), won.distance), (1, Some(1)));
    assert_eq!(won.best.len(), 1);
    let over = probe("8/8/8/7k w 0");
    assert_eq!((over.value.points(), over.distance), (-1, Some(0)));
    assert!(over.best.is_empty());
    let beyond: Position = "KG6/8/8/6kg w 0".parse().expect("a position");
    assert!(matches!(
        tables.probe(&beyond),
        Err(DirectoryError::Beyond(_))
    ));
}

#[test]
fn the_list_of_won_positions_says_the_same_to_four_elements() {
    let (packed, listed) = (scratch("packed"), scratch("listed"));
    let build = |dir: &Path, format: Format| {
        let tables = TableDirectory::new(dir, endgames(4));
        let options = BuildOptions {
            threads: 2,
            format,
            ..BuildOptions::default()
        };
        let built = tables.build(options, &|| true, &|_| {});
        let built = built.expect("a directory").expect("not stopped");
        (tables, built.bytes)
    };
    let (packed, packed_bytes) = build(&packed, Format::Values);
    let (listed, listed_bytes) = build(&listed, Format::WonList);
    let mut random = Seeded::new(31);
    println!("seed 31");
    for class in packed.endgames().classes() {
        let values = packed.values(class).expect("whole");
        let what = packed.endgames().representative(class);
        assert_eq!(listed.values(class).expect("whole"), values, "{what}");
        // Single probes, too.
        for _ in 0..20 {
            let i = Index(random.below(values.len() as usize) as u64);
            let Some(position) = packed.endgames().state(class, i) else {
                continue;
            };
            let probed = |tables: &TableDirectory| tables.value(&position).expect("whole");
            assert_eq!(probed(&packed), probed(&listed), "{position}");
        }
    }
    println!("packed {packed_bytes} bytes, listed {listed_bytes}");
    assert!(listed_bytes > packed_bytes);
}

#[test]
fn a_build_of_some_classes_has_what_they_need() {
    let dir = scratch("some");
    let tables = TableDirectory::new(&dir, endgames(4));
    let class = |text: &str| {
        let material: Material = text.parse().expect(text);
        tables.endgames().class_of(material).expect("few pieces").0
    };
    let only = vec![class("KG-gp"), class("CC-k")];
    let options = BuildOptions {
        threads: 2,
        only: Some(only.clone()),
        ..BuildOptions::default()
    };
    let built = tables.build(options, &|| true, &|_| {});
    let built = built.expect("a directory").expect("not stopped");
    let made: Vec<_> = built.classes.iter().map(|report| report.class).collect();
    assert!(only.iter().all(|class| made.contains(class)) && made.len() < 20);
    let checked = tables.verify(Some(&only), 1, &|| true, &|_| {});
    let sizes = made.iter().map(|&class| tables.endgames().size(class));
    assert_eq!(checked.expect("whole tables"), Some(sizes.sum()));
}

#[test]
fn the_map_is_small_and_foreign_ones_are_refused() {
    let dir = scratch("foreign-map");
    let all = endgames(6);
    let bytes = all.map().to_bytes();
    println!("{} bytes", bytes.len());
    assert!(bytes.len() < 100_000, "{}", bytes.len());
    fs::create_dir_all(&dir).expect("a directory");
    fs::write(dir.join("materials.map"), &bytes).expect("a map");
    let tables = TableDirectory::open(&dir).expect("a map of six pieces");
    assert_eq!(tables.endgames().elements(), 6);
    for material in (2..=6).flat_map(Material::all).step_by(53) {
        let expected = all.class_of(material);
        assert_eq!(tables.endgames().class_of(material), expected, "{material}");
    }
    // The map of another equivalence is sound in itself, and not ours.
    let paper = Endgames::new(3, Some(Equivalence::Paper)).expect("a possible number");
    fs::write(dir.join("materials.map"), paper.map().to_bytes()).expect("a map");
    let opened = TableDirectory::open(&dir);
    assert!(
        matches!(
            opened,
            Err(DirectoryError::Table(TableError::Foreign { .. }))
        ),
        "{opened:?}"
    );
    let built =
        TableDirectory::new(&dir, endgames(2)).build(BuildOptions::default(), &|| true, &|_| {});
    assert!(built.is_err(), "{built:?}");
    let nowhere = TableDirectory::open(&dir.join("nowhere"));
    assert!(matches!(nowhere, Err(DirectoryError::NoTables { .. })));
}
