//! What several tests need: the reference and a source of problems.

#![allow(dead_code, reason = "not every test uses all of it")]

pub(crate) mod ko_rooms;
pub(crate) mod life_reference;
pub(crate) mod random;
pub(crate) mod reference;
mod retrograde;
pub(crate) mod rooms;
pub(crate) mod shapes;

use std::path::PathBuf;

use tabia_go::{Answer, EyeOptions, EyeProblem, Method};
use tabia_kernel::search::Stop;

/// The examples handed out with the specification, if they are there.
pub(crate) fn examples() -> Option<PathBuf> {
    let folder = PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../shared/data/go"
    ));
    let folder = match folder.is_dir() {
        true => folder,
        // From a worktree beside the main one.
        false => PathBuf::from(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../../shared/data/go"
        )),
    };
    if folder.is_dir() {
        return Some(folder);
    }
    crate::skipped::skipped("no examples in ../shared/data/go");
    None
}

pub(crate) const METHODS: [Method; 3] = [Method::Plain, Method::Dds, Method::Rds];

/// An answer as the class's name and the moves as SGF writes them, sorted.
pub(crate) fn spelled(answer: &Answer) -> (String, Vec<String>) {
    let mut moves: Vec<String> = answer
        .moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.sgf()))
        .collect();
    moves.sort();
    (answer.class.name().to_owned(), moves)
}

/// Both answers by one method, spelled.
pub(crate) fn solved(
    problem: &EyeProblem,
    method: Method,
    knowledge: bool,
) -> [(String, Vec<String>); 2] {
    let options = EyeOptions {
        method,
        knowledge,
        memory_mib: 64,
        ..EyeOptions::default()
    };
    let report = tabia_go::solve_eye(problem, &options, &Stop::new());
    assert!(report.complete);
    [report.defender_first, report.attacker_first].map(|answer| spelled(&answer.expect("no limit")))
}
