//! Life and death against brute force.

mod common;

use std::collections::BTreeMap;

use common::life_reference::{Aim, Table};
use common::random;
use tabia_go::{EyeProblem, LifeOptions, Writer, read_problem, solve_life};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

fn solved(problem: &EyeProblem) -> [(String, Vec<String>); 2] {
    let options = LifeOptions {
        memory_mib: 64,
        ..LifeOptions::default()
    };
    let report = solve_life(problem, &options, &Stop::new());
    assert!(report.complete);
    [report.defender_first, report.attacker_first].map(|answer| {
        let answer = answer.expect("no limit");
        let mut moves: Vec<String> = answer
            .moves
            .iter()
            .map(|point| point.map_or("pass".to_owned(), |point| point.sgf()))
            .collect();
        moves.sort();
        (answer.fate.name().to_owned(), moves)
    })
}

fn agree(seen: &mut BTreeMap<String, usize>, seed: u64, count: usize, most: usize) {
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut done = 0;
    while done < count {
        let problem = match done % 4 {
            0 => random::problem(&mut random, most),
            _ => random::group(&mut random, most),
        };
        let table = Table::new(&problem, Aim::Life);
        // What brute force can manage.
        if table.region.len() > most || table.outside.len() > 2 {
            continue;
        }
        let expected = table.fates();
        let found = solved(&problem);
        if found != expected {
            let mut writer = Writer::new();
            writer.open().problem(&problem).close();
            panic!(
                "seed {seed}, problem {done}:\n{}found    {found:?}\nexpected {expected:?}",
                writer.finish()
            );
        }
        *seen
            .entry(format!("{}/{}", expected[0].0, expected[1].0))
            .or_insert(0) += 1;
        done += 1;
    }
    println!("{count} problems of at most {most} points: {seen:?}");
}

fn assert_varied(seen: &BTreeMap<String, usize>) {
    for fate in ["alive/dead", "alive/alive", "alive/ko", "dead/dead", "ko/"] {
        let count = seen.keys().filter(|key| key.starts_with(fate)).count();
        assert!(count > 0, "no problem with {fate}: {seen:?}");
    }
}

#[test]
fn fates_and_moves_agree_with_brute_force() {
    let mut seen = BTreeMap::new();
    agree(&mut seen, 1, 600, 6);
    agree(&mut seen, 2, 400, 7);
    agree(&mut seen, 3, 100, 8);
    assert_varied(&seen);
}

#[test]
#[ignore = "an hour: 20,000 problems of up to eight points"]
fn fates_and_moves_agree_with_brute_force_on_20_000_problems() {
    let mut seen = BTreeMap::new();
    agree(&mut seen, 4, 20_000, 8);
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
