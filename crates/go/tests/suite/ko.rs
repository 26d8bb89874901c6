//! Kos: the examples, and brute force.

use crate::common;

use common::examples;
use common::ko_rooms::{self, Room};
use common::life_reference::{self, ATTACKER, DEFENDER, Rules, Table};
use common::random;
use tabia_go::{
    Aim, Class, EyeOptions, EyeProblem, KoFight, KoOptions, Method, Mover, SuperkoValue, Writer,
    ko_fight, read_problem, solve_eye, under_superko,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::{Limits, Stop};

const OPTIONS: KoOptions = KoOptions {
    memory_mib: 32,
    limits: Limits::NONE,
};
const SIDES: [(Mover, u8); 2] = [(Mover::Defender, DEFENDER), (Mover::Attacker, ATTACKER)];

fn fight(problem: &EyeProblem, aim: Aim, first: Mover) -> KoFight {
    ko_fight(problem, aim, first, &OPTIONS, &Stop::new()).expect("no limit")
}

fn written(problem: &EyeProblem) -> String {
    let mut writer = Writer::new();
    writer.open().problem(problem).close();
    writer.finish()
}

#[test]
fn superko_gives_the_known_values() {
    let Some(folder) = examples() else { return };
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("the answers");
    let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for entry in list.as_array().expect("a list") {
        let name = entry["file"].as_str().expect("a name");
        let bytes = std::fs::read(folder.join(name)).expect("a file");
        let problem = read_problem(&bytes).expect(name);
        for (first, key) in [
            (Mover::Defender, "SSK_Dfirst"),
            (Mover::Attacker, "SSK_Afirst"),
        ] {
            let value = under_superko(&problem, Aim::OneEye, first, &OPTIONS, &Stop::new());
            let value = value.expect("no limit").name(Aim::OneEye);
            // Random examples have superko values where a ko is at stake.
            if !entry[key].is_null() {
                assert_eq!(value, entry[key], "{name}, {key}");
            }
        }
    }
}

#[test]
fn a_threat_in_another_region_turns_the_ko() {
    let Some(folder) = examples() else { return };
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).expect("a file");
        read_problem(&bytes).expect(name)
    };
    // White takes first, and Black needs a threat.
    let alone = fight(&read("ko_for_eye.sgf"), Aim::OneEye, Mover::Attacker);
    let direct = (Some(0), Some(0));
    assert_eq!(alone.takes_first, Mover::Attacker);
    assert_eq!(
        (alone.attacker_threats, alone.defender_threats),
        (Some(0), Some(1))
    );
    assert_eq!((alone.attacker_approach, alone.defender_approach), direct);
    // As in the paper's Fig. 3 Black has threats nearby, so the ko turns: White
    // needs threats outside, in this example two.
    let problem = read("ko_with_remote_threat.sgf");
    let remote = fight(&problem, Aim::OneEye, Mover::Attacker);
    let table = Table::new(&problem, life_reference::Aim::OneEye);
    assert_eq!(remote, fight_by_force(&table, ATTACKER));
    assert_eq!(remote.takes_first, Mover::Defender);
    let threats = (remote.attacker_threats, remote.defender_threats);
    assert_eq!(threats, (Some(2), Some(0)));
}

/// What the reference says about the fight, counting up to the same limit.
fn fight_by_force(table: &Table, mover: u8) -> KoFight {
    let least = |holds: &dyn Fn(u8) -> bool| (0..=KoFight::MOST).find(|&n| holds(n));
    let both = Rules {
        bound: [true, true],
        ..Rules::default()
    };
    let attacker_threats = least(&|n| {
        let rules = Rules {
            threats: [0, n],
            ..both
        };
        table.attacker_wins(&rules, mover)
    });
    let defender_threats = least(&|n| {
        let rules = Rules {
            threats: [n, 0],
            ..both
        };
        !table.attacker_wins(&rules, mover)
    });
    let approach = |n: Option<u8>| n.map(|n| n.saturating_sub(1));
    KoFight {
        takes_first: match attacker_threats {
            Some(0) => Mover::Attacker,
            _ => Mover::Defender,
        },
        attacker_threats,
        defender_threats,
        attacker_approach: approach(least(&|n| {
            let rules = Rules {
                twice: [0, n],
                ..Rules::default()
            };
            table.attacker_wins(&rules, mover)
        })),
        defender_approach: approach(least(&|n| {
            let rules = Rules {
                twice: [n, 0],
                ..Rules::default()
            };
            table.defender_holds(&rules, mover)
        })),
    }
}

/// Random problems of both kinds, with the reference's table.
fn tables(random: &mut Seeded, number: usize, most: usize) -> (EyeProblem, Aim, Table) {
    loop {
        let (aim, reference) = match number % 2 {
            0 => (Aim::OneEye, life_reference::Aim::OneEye),
            _ => (Aim::TwoEyes, life_reference::Aim::Life),
        };
        let problem = match number % 3 {
            0 => random::problem(random, most),
            _ => random::group(random, most),
        };
        let table = Table::new(&problem, reference);
        if table.region.len() <= most && table.outside.len() <= 1 {
            return (problem, aim, table);
        }
    }
}

fn fights_agree(seed: u64, count: usize, most: usize) {
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut contested = 0;
    for number in 0..count {
        let (problem, aim, table) = tables(&mut random, number, most);
        for (first, mover) in SIDES {
            let found = fight(&problem, aim, first);
            let is_fight = found.attacker_threats != Some(0) && found.attacker_threats.is_some()
                || found.defender_threats != Some(0) && found.defender_threats.is_some();
            contested += usize::from(is_fight);
            // Most problems have no ko; a few of those are enough.
            if is_fight || number % 40 < 2 {
                let expected = fight_by_force(&table, mover);
                assert_eq!(
                    found,
                    expected,
                    "seed {seed}, problem {number}, {aim:?}, {first:?}:\n{}",
                    written(&problem)
                );
            }
        }
    }
    println!("{contested} fights in {count} problems");
    assert!(contested >= 10, "hardly any ko");
}

#[test]
fn threats_and_approach_moves_agree_with_brute_force() {
    fights_agree(11, 3_000, 7);
}

#[test]
#[ignore = "an hour: 20,000 problems of up to eight points"]
fn threats_and_approach_moves_agree_with_brute_force_on_20_000_problems() {
    fights_agree(12, 20_000, 8);
}

#[test]
fn superko_agrees_with_following_every_path() {
    let seed = 13;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut compared = 0;
    for number in 0..400 {
        let (problem, aim, table) = tables(&mut random, number, 5);
        for (first, mover) in SIDES {
            let (Some(reached), Some(stands)) = (
                table.under_superko(mover, false),
                table.under_superko(mover, true),
            ) else {
                continue;
            };
            let expected = match (reached, stands, aim) {
                (true, ..) => SuperkoValue::Reached,
                (_, true, Aim::TwoEyes) => SuperkoValue::Stands,
                _ => SuperkoValue::Lost,
            };
            let found = under_superko(&problem, aim, first, &OPTIONS, &Stop::new());
            assert_eq!(
                found,
                Some(expected),
                "seed {seed}, problem {number}, {aim:?}, {first:?}:\n{}",
                written(&problem)
            );
            compared += 1;
        }
    }
    println!("{compared} values compared");
    assert!(compared >= 500, "too few: {compared}");
}

/// Whether a ko decides, and what that cost by each method.
fn cost(problem: &EyeProblem, method: Method) -> (Class, u64) {
    let options = EyeOptions {
        method,
        memory_mib: 16,
        moves: false,
        first: Some(Mover::Attacker),
        ..EyeOptions::default()
    };
    let report = solve_eye(problem, &options, &Stop::new());
    (report.attacker_first.expect("no limit").class, report.nodes)
}

#[test]
fn kos_are_put_together_from_rooms() {
    let seed = 8;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut rooms = |with_ko| -> Vec<Room> {
        (0..12)
            .map(|_| Room::of_interest(&mut random, 9, with_ko))
            .collect()
    };
    let (kos, others) = (rooms(true), rooms(false));
    let (mut plain, mut dds, mut count) = (0, 0, 0);
    for _ in 0..60 {
        let problem = ko_rooms::two_rooms(&mut random, &kos, &others);
        let one = cost(&problem, Method::Plain);
        let two = cost(&problem, Method::Dds);
        assert_eq!(one.0, two.0, "{}", written(&problem));
        if one.0 == Class::Ko {
            plain += one.1;
            dds += two.1;
            count += 1;
        }
    }
    println!("{count} kos: plain {plain}, dds {dds} nodes");
    assert!(count >= 10 && 4 * dds < plain);
}
