//! The files in `problems` are what the generator makes and the solver answers.

use tabia_go::{Answer, Collection, EyeOptions, Method, Numbered, Writer, solve_eye};
use tabia_kernel::search::{Limits, Stop};

/// A problem as the files have it, up to its answers.
fn tree(numbered: &Numbered) -> String {
    let mut writer = Writer::new();
    let tree = writer.open().problem(&numbered.problem);
    tree.text("GN", &numbered.name);
    writer.finish()
}

/// What a method finds within so many nodes, for the defender and the attacker
/// first; `?` where they do not suffice.
fn answers(numbered: &Numbered, method: Method, nodes: u64) -> [&'static str; 2] {
    let options = EyeOptions {
        method,
        memory_mib: 64,
        moves: false,
        limits: Limits::nodes(nodes),
        ..EyeOptions::default()
    };
    let report = solve_eye(&numbered.problem, &options, &Stop::new());
    let name = |answer: Option<Answer>| answer.map_or("?", |answer| answer.class.name());
    [name(report.defender_first), name(report.attacker_first)]
}

fn file(collection: Collection) -> &'static str {
    match collection {
        Collection::Toy => include_str!("../../problems/toy.sgf"),
        Collection::Standard => include_str!("../../problems/standard.sgf"),
    }
}

/// The problems with the answers that the files give.
fn read() -> Vec<(Numbered, [String; 2])> {
    let mut all = Vec::new();
    for collection in Collection::ALL {
        let mut rest = file(collection);
        for numbered in collection.problems() {
            let tree = tree(&numbered);
            rest = rest
                .strip_prefix(tree.trim_end())
                .unwrap_or_else(|| panic!("{} is not what is generated", numbered.name));
            let (comment, after) = rest.split_once(")\n").expect("the end of the tree");
            let given = comment
                .strip_prefix("C[defender first: ")
                .and_then(|comment| comment.strip_suffix(']'))
                .and_then(|comment| comment.split_once(", attacker first: "));
            let (one, two) = given.expect("answers");
            all.push((numbered, [one.to_owned(), two.to_owned()]));
            rest = after;
        }
        assert_eq!(rest, "", "more problems than are generated");
    }
    all
}

#[test]
fn files_are_what_is_generated_and_answers_hold() {
    let mut compared = 0;
    for (numbered, given) in read().iter().step_by(2) {
        for method in [Method::Plain, Method::Rds] {
            for (found, given) in answers(numbered, method, 5_000).iter().zip(given) {
                if *found != "?" {
                    assert_eq!(found, given, "{} by {method:?}", numbered.name);
                    compared += 1;
                }
            }
        }
    }
    assert!(compared >= 120, "only {compared} answers were found again");
}

#[test]
#[ignore = "a minute: every answer of the files anew"]
fn all_answers_are_found_again() {
    for (numbered, given) in read() {
        assert_eq!(answers(&numbered, Method::Rds, 4_000_000), given);
    }
}
