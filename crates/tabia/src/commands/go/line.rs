//! A line of JSON about a problem.

use serde::Serialize;
use tabia_go::{EyeProblem, Point};

use super::ko::{Fights, Kos, Superko};
use super::words::spelled;

/// The line: what is common, then what only one command says.
#[derive(Serialize)]
pub(super) struct Line<R> {
    #[serde(flatten)]
    pub(super) answers: Answers,
    #[serde(flatten)]
    pub(super) rest: R,
}

/// The answers; the keys are a contract. What was not asked for is left out,
/// what could not be found in time is null, or `{"complete":false}` for a ko. Moves
/// are those found in time.
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
    /// Only if it is not: something was not found in time.
    #[serde(skip_serializing_if = "std::clone::Clone::clone")]
    complete: bool,
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
        (nodes, complete): (u64, bool),
    ) -> Answers {
        let name = |answered: Answered<'_>| answered.map(|answer| answer.map(|(name, _)| name));
        let moves = |answered: Answered<'_>| answered.flatten()?.1.map(spelled);
        let complete = complete && kos.is_complete();
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
            complete,
            nodes,
        }
    }
}
