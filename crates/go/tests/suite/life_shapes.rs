//! Textbook shapes, and every fate there is, held against brute force.

use crate::common;

use std::collections::BTreeMap;

use common::life_reference::{ATTACKER, Aim, MANY, Rules, Table};
use common::random;
use common::rooms::rooms;
use common::shapes::SHAPES;
use tabia_go::{EyeProblem, LifeOptions, Writer, solve_life};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

/// Fates and moves for both first movers.
fn solved(problem: &EyeProblem, moves: bool) -> [(String, Vec<String>); 2] {
    let options = LifeOptions {
        memory_mib: 16,
        moves,
        ..LifeOptions::default()
    };
    let report = solve_life(problem, &options, &Stop::new());
    [report.defender_first, report.attacker_first].map(|answer| {
        let answer = answer.expect("no limit");
        let spell =
            |point: &Option<tabia_go::Point>| point.map_or("pass".to_owned(), |point| point.sgf());
        let mut moves: Vec<String> = answer.moves.iter().map(spell).collect();
        moves.sort();
        (answer.fate.name().to_owned(), moves)
    })
}

#[test]
fn textbook_shapes_have_their_fates() {
    for shape in SHAPES {
        let problem = shape.problem();
        let found = solved(&problem, true);
        let fates = [&found[0].0[..], &found[1].0[..]];
        assert_eq!(fates, shape.fates, "{}: {}", shape.name, shape.why);
        let expected = Table::new(&problem, Aim::Life).fates();
        assert_eq!(found, expected, "{}: {}", shape.name, shape.why);
    }
}

/// A ko that the defender can take but never finish: he would have to fill his own
/// liberties, so that no number of threats helps. A pass of the attacker while he
/// may not retake does not end the game.
#[test]
fn a_ko_that_cannot_be_finished_is_death() {
    let sgf = b"(;SZ[9]AB[ad][ba][bd][cb][cd][dd][ec][ed][fb][fc][ga][gb]\
        AW[bb][bc][cc][db][dc]TR[bb][bc][cc][db][dc]\
        MA[aa][ab][ac][ba][ca][cb][da][ea][eb][fa])";
    let problem = tabia_go::read_problem(sgf).expect("a problem");
    let found = solved(&problem, false);
    assert_eq!(found[1].0, "dead");
    let table = Table::new(&problem, Aim::Life);
    let without_ko_rule = Rules::default();
    assert!(!table.attacker_wins(&without_ko_rule, ATTACKER), "a ko");
    for threats in 0..=MANY {
        let rules = Rules {
            bound: [true, true],
            threats: [threats, 0],
            ..Rules::default()
        };
        assert!(table.attacker_wins(&rules, ATTACKER), "{threats} threats");
    }
}

/// Rare fates are looked for with the solver, so that brute force sees some of
/// each; common ones are held against it in `life.rs` as they come.
#[test]
fn every_fate_of_either_mover_agrees_with_brute_force() {
    const EACH: usize = 6;
    let seed = 21;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut seen: BTreeMap<[String; 2], usize> = BTreeMap::new();
    for number in 0..24_000 {
        let problem = match number % 3 {
            0 => random::problem(&mut random, 8),
            1 => random::group(&mut random, 8),
            _ => rooms(&mut random, 8),
        };
        let [(first, _), (second, _)] = solved(&problem, false);
        let count = seen.entry([first, second]).or_insert(0);
        let table = Table::new(&problem, Aim::Life);
        if *count >= EACH || table.region.len() > 8 || table.outside.len() > 2 {
            continue;
        }
        *count += 1;
        let mut writer = Writer::new();
        writer.open().problem(&problem).close();
        assert_eq!(solved(&problem, true), table.fates(), "{}", writer.finish());
    }
    println!("{seen:?}");
    for side in 0..2 {
        for fate in ["alive", "seki", "rep", "ko", "dead"] {
            let has = |(fates, _): &(&[String; 2], &usize)| fates[side] == fate;
            let count: usize = seen.iter().filter(has).map(|(_, count)| count).sum();
            assert!(count >= 2, "{fate} with mover {side}: {seen:?}");
        }
    }
}
