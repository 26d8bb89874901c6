//! Where problems come from: a number, or SGF.

use tabia_go::{Class, EyeOptions, EyeProblem, Recipe, Writer, generate, solve_eye};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::{Limits, Stop};

use super::practice::TABLE;
use crate::DeskError;
use crate::desk::Variant;

/// What a name asks for: how problems are made, and whether the attacker
/// moves first where a problem does not say who.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wish {
    pub(super) recipe: Recipe,
    pub(super) attack: bool,
}

/// All names.
pub(super) fn variants() -> Vec<Variant> {
    let variant = |name, title| Variant { name, title };
    vec![
        variant("small", "8 points, defender first"),
        variant("small-attack", "8 points, attacker first"),
        variant("medium", "12 points, defender first"),
        variant("medium-attack", "12 points, attacker first"),
        variant("rooms", "Two rooms, defender first"),
        variant("rooms-attack", "Two rooms, attacker first"),
    ]
}

/// What a name asks for; no name asks for the usual.
pub(super) fn wish(rules: &str) -> Result<Wish, DeskError> {
    let (name, attack) = match rules.strip_suffix("-attack") {
        Some(name) => (name, true),
        None => (rules, false),
    };
    let recipe = match name {
        "small" => Recipe::Area { points: 8 },
        "medium" => Recipe::Area { points: 12 },
        "rooms" => Recipe::Rooms { rooms: 2 },
        "" if !attack => Recipe::Area { points: 8 },
        _ => {
            return Err(DeskError::Rules {
                text: rules.to_owned(),
                reason: "expected small, medium or rooms, perhaps with `-attack`".into(),
            });
        }
    };
    Ok(Wish { recipe, attack })
}

/// Seeds tried for a problem that depends on who moves first.
const TRIES: u64 = 60;
/// What trying one may cost.
const NODES: u64 = 20_000;

/// A problem in which it matters who moves first, if one is found soon; `None`
/// if stopped.
pub(super) fn interesting(recipe: Recipe, number: u64, stop: &Stop) -> Option<EyeProblem> {
    let options = EyeOptions {
        memory_mib: TABLE,
        moves: false,
        limits: Limits::nodes(NODES),
        ..EyeOptions::default()
    };
    let mut seeds = Seeded::new(number);
    let mut problem = generate(recipe, seeds.bits());
    for _ in 0..TRIES {
        let report = solve_eye(&problem, &options, stop);
        if stop.is_requested() {
            return None;
        }
        let class = |answer: Option<tabia_go::Answer>| answer.map(|answer| answer.class);
        let (first, second) = (class(report.defender_first), class(report.attacker_first));
        if first == Some(Class::Eye) && second == Some(Class::None) {
            break;
        }
        problem = generate(recipe, seeds.bits());
    }
    Some(problem)
}

/// The problem with the attacker to play, unless it says who plays.
pub(super) fn attacked(problem: EyeProblem) -> EyeProblem {
    if problem.to_play().is_some() {
        return problem;
    }
    let attacker = Some(problem.defender().other());
    let (crucial, region) = (problem.crucial(), problem.region());
    EyeProblem::new(problem.board().clone(), crucial, region, attacker)
        .expect("who plays does not matter to it")
}

/// A problem as SGF in one line, so that it can be pasted anywhere.
pub(super) fn write(problem: &EyeProblem) -> String {
    let mut writer = Writer::new();
    writer.open().problem(problem).close();
    writer.finish().split_whitespace().collect()
}
