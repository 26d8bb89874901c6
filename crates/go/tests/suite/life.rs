//! Life and death against brute force.

use crate::common;

use std::collections::BTreeMap;

use common::life_reference::{Aim, Table};
use common::random;
use common::rooms::rooms;
use tabia_go::{
    EyeProblem, LifeOptions, LifeReport, Recipe, Writer, generate, read_problem, solve_life,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::{Limits, Stop};

type Answers = [(String, Vec<String>); 2];

fn solved(problem: &EyeProblem) -> Answers {
    let (by_regions, _) = solved_with(problem, true);
    let (by_search, _) = solved_with(problem, false);
    assert_eq!(by_regions, by_search, "{}", written(problem));
    by_regions
}

fn written(problem: &EyeProblem) -> String {
    let mut writer = Writer::new();
    writer.open().problem(problem).close();
    writer.finish()
}

fn solved_with(problem: &EyeProblem, regions: bool) -> (Answers, LifeReport) {
    let options = LifeOptions {
        memory_mib: 64,
        regions,
        ..LifeOptions::default()
    };
    let report = solve_life(problem, &options, &Stop::new());
    assert!(report.complete);
    let answers = [&report.defender_first, &report.attacker_first].map(|answer| {
        let answer = answer.as_ref().expect("no limit");
        let mut moves: Vec<String> = answer
            .moves
            .iter()
            .map(|point| point.map_or("pass".to_owned(), |point| point.sgf()))
            .collect();
        moves.sort();
        (answer.fate.name().to_owned(), moves)
    });
    (answers, report)
}

/// What came up, by name.
type Seen = BTreeMap<String, usize>;

/// How problems are made.
type Maker = fn(&mut Seeded, usize) -> EyeProblem;

/// Holds problems against brute force until so many of interest were seen.
fn agree(seen: &mut Seen, seed: u64, make: Maker, (count, most): (usize, usize)) {
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut done = 0;
    while done < count {
        let problem = make(&mut random, most);
        let table = Table::new(&problem, Aim::Life);
        // What brute force can manage.
        if table.region.len() > most || table.outside.len() > 2 {
            continue;
        }
        let expected = table.fates();
        let found = solved(&problem);
        if found != expected {
            panic!(
                "seed {seed}, problem {done}:\n{}found    {found:?}\nexpected {expected:?}",
                written(&problem)
            );
        }
        let (_, report) = solved_with(&problem, true);
        let mut count = |name: String| *seen.entry(name).or_insert(0) += 1;
        count(format!("{}/{}", expected[0].0, expected[1].0));
        for region in &report.regions {
            let value = region.value().unwrap_or("?");
            count(format!("{value} {:?}", region.turn));
        }
        count(format!("{} regions", report.regions.len()));
        // What lives or is dead from the beginning teaches little.
        let settled = expected[0].1.is_empty() || expected[0].0 == "dead";
        done += usize::from(!settled);
    }
    println!("{count} problems of at most {most} points: {seen:#?}");
}

fn assert_varied(seen: &Seen) {
    for fate in ["alive/dead", "alive/alive", "alive/ko", "dead/dead", "ko/"] {
        let count = seen.keys().filter(|key| key.starts_with(fate)).count();
        assert!(count > 0, "no problem with {fate}: {seen:?}");
    }
}

#[test]
fn fates_and_moves_agree_with_brute_force() {
    let mut seen = BTreeMap::new();
    agree(&mut seen, 1, random::problem, (12, 7));
    agree(&mut seen, 2, random::group, (50, 7));
    agree(&mut seen, 3, random::group, (10, 8));
    assert_varied(&seen);
}

#[test]
fn regions_agree_with_brute_force() {
    let mut seen = BTreeMap::new();
    agree(&mut seen, 4, rooms, (150, 7));
    agree(&mut seen, 5, rooms, (20, 8));
    let divided = ["2 regions", "3 regions", "4 regions"];
    let divided: usize = divided.iter().filter_map(|name| seen.get(*name)).sum();
    assert!(divided > 500, "{seen:?}");
    let values = ["0 ", "½ ", "1 ", "1½ ", "2 ", "? "];
    for value in values {
        let count = seen.keys().filter(|name| name.starts_with(value)).count();
        assert!(count > 0, "no region worth {value}: {seen:?}");
    }
}

/// Too large for brute force: with regions and without is the same.
#[test]
fn regions_change_no_answer() {
    let seed = 8;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut divided = 0;
    for _ in 0..3_000 {
        let problem = rooms(&mut random, 12);
        let (by_regions, with) = solved_with(&problem, true);
        let (by_search, _) = solved_with(&problem, false);
        assert_eq!(by_regions, by_search, "{}", written(&problem));
        divided += usize::from(with.regions.len() > 1);
    }
    println!("{divided} of 3,000 in pieces");
    assert!(divided > 1_500, "{divided}");
}

/// Two eyes in the corner and a room that nobody could search to its end.
#[test]
fn a_region_too_large_to_search_holds_nothing_up() {
    let mut rows = vec!["X.X.XXXXXXXXXXO", "XXXXXXXXXXXXXXO"];
    rows.extend(["X............XO"; 9]);
    rows.extend(["XXXXXXXXXXXXXXO", "OOOOOOOOOOOOOOO", "---------------"]);
    let problem = common::shapes::drawn(&rows);
    let (_, report) = solved_with(&problem, true);
    assert_eq!(report.regions.len(), 3);
    let values: Vec<_> = report.regions.iter().map(|region| region.value()).collect();
    println!("{values:?} in {} nodes", report.nodes);
    assert!(
        values.contains(&Some("1")) && values.contains(&None),
        "{values:?}"
    );
}

/// Three rooms that are worth a search each.
#[test]
fn regions_save_most_of_the_search() {
    let mut nodes = [0, 0];
    let mut solved = [0, 0];
    for seed in 0..12 {
        let problem = generate(Recipe::Rooms { rooms: 3 }, seed);
        let solve = |regions| {
            let options = LifeOptions {
                regions,
                moves: false,
                limits: Limits::nodes(20_000),
                ..LifeOptions::default()
            };
            solve_life(&problem, &options, &Stop::new())
        };
        let (with, without) = (solve(true), solve(false));
        solved[0] += usize::from(with.complete);
        solved[1] += usize::from(without.complete);
        if with.complete && without.complete {
            nodes = [nodes[0] + with.nodes, nodes[1] + without.nodes];
            assert_eq!(with.defender_first, without.defender_first, "seed {seed}");
            assert_eq!(with.attacker_first, without.attacker_first, "seed {seed}");
        }
    }
    println!("solved with regions and without: {solved:?}; nodes where both: {nodes:?}");
    assert!(solved[0] > solved[1], "{solved:?}");
    assert!(nodes[0] < nodes[1], "{nodes:?}");
}

#[test]
#[ignore = "20 min: 20,000 problems of up to eight points"]
fn fates_and_moves_agree_with_brute_force_on_20_000_problems() {
    let mut seen = BTreeMap::new();
    agree(&mut seen, 6, random::group, (2_500, 8));
    agree(&mut seen, 7, rooms, (2_500, 8));
    let problems: usize = seen
        .iter()
        .filter(|(name, _)| name.contains('/'))
        .map(|(_, n)| n)
        .sum();
    assert!(problems >= 20_000, "{problems}");
    assert_varied(&seen);
}

#[test]
fn classical_shapes_have_their_classical_fates() {
    let fates = |sgf: &str| {
        let problem = read_problem(sgf.as_bytes()).expect(sgf);
        let found = solved(&problem);
        assert_eq!(found, Table::new(&problem, Aim::Life).fates(), "{sgf}");
        found.map(|(fate, _)| fate)
    };
    let row = "(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";
    assert_eq!(fates(row), ["alive", "dead"]);
    let four = "(;SZ[9]AB[aa:ab][bb:eb][fa:fb]AW[ac:fc][ga:gb]TR[aa:ab][bb:eb][fa:fb]MA[ba:ea])";
    assert_eq!(fates(four), ["alive", "alive"]);
    let square = "(;SZ[9]AB[ac:cc][ca:cb]AW[ad:dd][da:dc]TR[ac:cc][ca:cb]MA[aa:bb])";
    assert_eq!(fates(square), ["dead", "dead"]);
    // Four stones in a row between two shared liberties are no killing shape.
    let shared = "(;SZ[9]AB[aa:ab][bb:gb][ha:hb]AW[ac:hc][ia:ib][ca:fa]\
                  TR[aa:ab][bb:gb][ha:hb]MA[ba:ga])";
    assert_eq!(fates(shared), ["seki", "seki"]);
    // The same with a liberty outside: the defender can capture.
    let breathes = "(;SZ[9]AB[aa:ab][bb:gb][ha:hb]AW[bc:hc][ia:ib][ca:fa]\
                    TR[aa:ab][bb:gb][ha:hb]MA[ba:ga])";
    assert_eq!(fates(breathes), ["alive", "seki"]);
}
