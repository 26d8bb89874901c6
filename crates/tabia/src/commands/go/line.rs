//! What `eye` and `life` have in common: a line of JSON, and the solution.

use std::path::Path;

use anyhow::Context as _;
use serde::Serialize;
use tabia_go::{Aim, EyeProblem, Mover, Point, SolutionOptions, write_solution};
use tabia_kernel::search::{Limits, Stop};

use super::eye::{spelled, write_whole};
use super::ko::{Fights, Kos, Superko};

/// The answers; the keys are a contract. What was not asked for is left out,
/// what could not be found in time is null, or `{"complete":false}` for a ko.
#[derive(Serialize)]
pub(crate) struct Answers {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    defender: char,
    #[serde(skip_serializing_if = "Option::is_none")]
    defender_first: Option<Option<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacker_first: Option<Option<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defender_moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attacker_moves: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ko: Option<Fights>,
    #[serde(skip_serializing_if = "Option::is_none")]
    superko: Option<Superko>,
    nodes: u64,
}

/// An answer for one side to move first: its name, and the moves that keep it
/// if they are wanted. `None` outside: not asked for; inside: not found.
pub(crate) type Answered<'a> = Option<Option<(&'static str, Option<&'a [Option<Point>]>)>>;

impl Answers {
    pub(crate) fn new(
        file: Option<String>,
        problem: &EyeProblem,
        defender: Answered<'_>,
        attacker: Answered<'_>,
        kos: Kos,
        nodes: u64,
    ) -> Answers {
        let name = |answered: Answered<'_>| answered.map(|answer| answer.map(|(name, _)| name));
        let moves = |answered: Answered<'_>| answered.flatten()?.1.map(spelled);
        let (ko, superko) = kos.json();
        Answers {
            file,
            defender: problem.defender().letter(),
            defender_first: name(defender),
            attacker_first: name(attacker),
            defender_moves: moves(defender),
            attacker_moves: moves(attacker),
            ko,
            superko,
            nodes,
        }
    }
}

/// Writes the solution tree of a problem to a file. False if the budget was
/// spent; then there is no file.
pub(crate) fn write_solution_to(
    out: &Path,
    problem: &EyeProblem,
    aim: Aim,
    (first, memory, limits): (Option<Mover>, u32, Limits),
    stop: &Stop,
) -> anyhow::Result<bool> {
    let options = SolutionOptions {
        memory_mib: memory as usize,
        first,
        limits,
    };
    let Some(text) = write_solution(problem, aim, &options, stop) else {
        return Ok(false);
    };
    write_whole(out, &text).with_context(|| "--solution")?;
    Ok(true)
}
