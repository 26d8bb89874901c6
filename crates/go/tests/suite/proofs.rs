//! Proofs are accepted by the checker, and mutated ones are not.

use crate::common;

use common::examples;
use common::ko_rooms::{self, Room};
use common::random;
use tabia_check::go::{Proved, check};
use tabia_go::{Answer, Class, EyeOptions, EyeProblem, EyeReport, Method, prove_eye, read_problem};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

fn proof_of(problem: &EyeProblem, method: Method) -> String {
    proof_and_report(problem, method).0
}

fn proof_and_report(problem: &EyeProblem, method: Method) -> (String, EyeReport) {
    let options = EyeOptions {
        method,
        memory_mib: 64,
        moves: false,
        ..EyeOptions::default()
    };
    let (report, proof) = prove_eye(problem, &options, &Stop::new());
    let proof = proof.expect("a proof");
    let proved = check(&proof).unwrap_or_else(|why| panic!("{why}\n{proof}"));
    let class = |first: bool| {
        let claims: Vec<&str> = proved
            .iter()
            .filter(|proved| proved.defender_first == first)
            .map(|proved| proved.claim.as_str())
            .collect();
        Proved::class(&claims)
    };
    let name = |answer: &Option<Answer>| answer.as_ref().map(|answer| answer.class.name());
    assert_eq!(class(true), name(&report.defender_first));
    assert_eq!(class(false), name(&report.attacker_first));
    (proof, report)
}

#[test]
fn examples_are_proved() {
    let Some(folder) = examples() else { return };
    let folders = [folder.clone(), folder.join("random")];
    let mut count = 0;
    for folder in folders {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "sgf") {
                let problem = read_problem(&std::fs::read(&path).expect("a file"));
                proof_of(&problem.expect("a problem"), Method::Dds);
                count += 1;
            }
        }
    }
    assert!(count >= 66);
}

#[test]
fn every_class_is_proved() {
    let Some(folder) = examples() else { return };
    let mut found = Vec::new();
    for folder in [folder.clone(), folder.join("random")] {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "sgf") {
                let problem = read_problem(&std::fs::read(&path).expect("a file"));
                let (_, report) = proof_and_report(&problem.expect("a problem"), Method::Dds);
                let answers = [report.defender_first, report.attacker_first];
                found.extend(answers.into_iter().flatten().map(|answer| answer.class));
            }
        }
    }
    for class in [Class::Eye, Class::Rep, Class::Ko, Class::None] {
        assert!(found.contains(&class), "{class:?} is missing");
    }
}

#[test]
fn random_problems_are_proved_by_both_methods() {
    let seed = 31;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for _ in 0..300 {
        let problem = random::problem(&mut random, 8);
        for method in [Method::Plain, Method::Dds] {
            proof_of(&problem, method);
        }
    }
}

#[test]
fn kos_in_two_rooms_are_proved_without_leaving_anything_out() {
    let seed = 34;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut rooms = |with_ko| -> Vec<Room> {
        let room = |_| Room::of_interest(&mut random, 5, with_ko);
        (0..10).map(room).collect()
    };
    let (kos, others) = (rooms(true), rooms(false));
    let mut refused = 0;
    for _ in 0..60 {
        let problem = ko_rooms::two_rooms(&mut random, &kos, &others);
        let (proof, report) = proof_and_report(&problem, Method::Dds);
        if report.attacker_first.map(|answer| answer.class) != Some(Class::Ko) {
            continue;
        }
        // Any part of the region in view only, from the attacker's first move on.
        let tree = proof.rfind("CL[ko-win]").expect("a tree");
        let first = tree + proof[tree..].find("TE[1]").expect("a move") + "TE[1]".len();
        for point in problem.region() {
            let mut mutated = proof.clone();
            mutated.insert_str(first, &format!("VW[{}]", point.sgf()));
            check(&mutated).expect_err("a view");
            refused += 1;
        }
    }
    assert!(refused >= 30, "only {refused}");
}

/// Every node's moves, as byte ranges of the proof.
fn moves(proof: &str) -> Vec<std::ops::Range<usize>> {
    let starts = proof.match_indices(";B[").chain(proof.match_indices(";W["));
    starts
        .map(|(at, _)| at..at + proof[at..].find(']').expect("a bracket") + 1)
        .collect()
}

/// Every variation below a root, as byte ranges.
fn variations(proof: &str) -> Vec<std::ops::Range<usize>> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (at, letter) in proof.char_indices() {
        match letter {
            '(' => open.push(at),
            ')' => {
                let start = open.pop().expect("balanced");
                if !open.is_empty() {
                    found.push(start..at + 1);
                }
            }
            _ => {}
        }
    }
    found
}

#[test]
fn mutated_proofs_are_refused() {
    let seed = 32;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut refused = 0;
    for _ in 0..60 {
        let problem = random::problem(&mut random, 7);
        refused += refuse_mutations(&proof_of(&problem, Method::Dds), &mut random);
    }
    println!("{refused} mutated proofs refused");
    assert!(refused > 200);
}

#[test]
fn mutated_proofs_of_the_examples_are_refused() {
    let Some(folder) = examples() else { return };
    let seed = 33;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut refused = 0;
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "sgf") {
            let problem = read_problem(&std::fs::read(&path).expect("a file"));
            let proof = proof_of(&problem.expect("a problem"), Method::Dds);
            refused += refuse_mutations(&proof, &mut random);
        }
    }
    println!("{refused} mutated proofs refused");
    assert!(refused > 30);
}

/// Mutates a proof in several ways, and returns how many; all are refused.
fn refuse_mutations(proof: &str, random: &mut Seeded) -> usize {
    let mut refused = 0;
    // Another claim.
    for (from, to) in [("CL[eye]", "CL[win]"), ("CL[win]", "CL[eye]")] {
        if proof.contains(from) {
            check(&proof.replacen(from, to, 1)).expect_err("another claim");
            refused += 1;
        }
    }
    let moves = moves(proof);
    for _ in 0..4 {
        if moves.is_empty() {
            break;
        }
        // A move that is not there any more: some move is unanswered, or
        // the strategy has none.
        let range = moves[random.below(moves.len())].clone();
        let mut mutated = proof.to_owned();
        mutated.replace_range(range.clone(), ";B[zz]");
        check(&mutated).expect_err("a point off the board");
        let mut mutated = proof.to_owned();
        let other = if proof[range.clone()].starts_with(";B") {
            ";W"
        } else {
            ";B"
        };
        mutated.replace_range(range.start..range.start + 2, other);
        check(&mutated).expect_err("a move of the other side");
        refused += 2;
    }
    // One of several moves, or parts, unanswered.
    let variations = variations(proof);
    for _ in 0..4 {
        if !variations.is_empty() {
            let mut mutated = proof.to_owned();
            mutated.replace_range(variations[random.below(variations.len())].clone(), "");
            check(&mutated).expect_err("a variation missing");
            refused += 1;
        }
    }
    // A strategy that is repeated instead of carried on.
    if let Some(at) = proof.find("SE[") {
        let mut mutated = proof.to_owned();
        mutated.replace_range(at..at + 3, "SE[9");
        check(&mutated).expect_err("another node");
        refused += 1;
    }
    // The end of the text missing.
    check(proof.trim_end().trim_end_matches(')')).expect_err("no end");
    refused += 1;
    refused
}
