//! What can be asked about Quarto: the commands `solve` and `moves`.

use serde_json::{Value, json};
use tabia_kernel::search::Stop;
use tabia_quarto::Position;

use super::{Answer, QuartoHost, Rated, read_rules};
use crate::desk::{
    DeskError, Parameter, Parameters, Question, given, moves_question, refused, solve_question,
};

/// All questions.
pub(super) fn all() -> Vec<Question> {
    let position = Parameter {
        name: "position",
        about: "16 cells row by row (hex digit or `.`), `/`, the piece in hand or `-`",
        example: "0d4.15....96..87/b",
        required: true,
    };
    let rules = Parameter {
        name: "rules",
        about: "`lines`, `squares` or `torus`, perhaps `-1` to `-4` properties, perhaps `-misere`",
        example: "lines",
        required: false,
    };
    let value_only = Parameter {
        name: "value_only",
        about: "`true` for the value alone, the fastest way",
        example: "false",
        required: false,
    };
    let value = json!({ "type": "integer", "minimum": -1, "maximum": 1 });
    let distance = json!({ "type": "integer", "minimum": 0, "maximum": 16 });
    let always = ["value", "nodes", "seconds"];
    vec![
        solve_question(
            vec![position, rules, value_only],
            &value,
            &distance,
            &always,
        ),
        moves_question(vec![position, rules], &value, &distance),
    ]
}

/// The answer; `None` if stopped.
pub(super) fn answer(
    host: &QuartoHost,
    question: &str,
    parameters: &Parameters,
    stop: &Stop,
) -> Result<Option<Value>, DeskError> {
    let rules = read_rules(given(parameters, "rules"))
        .map_err(|reason| refused(parameters, "rules", reason))?;
    let position = Position::read(given(parameters, "position"), &rules)
        .map_err(|error| refused(parameters, "position", error))?;
    match question {
        "solve" => {
            let value_only = match given(parameters, "value_only") {
                "" | "false" => false,
                "true" => true,
                _ => {
                    return Err(refused(parameters, "value_only", "expected true or false"));
                }
            };
            let found = host.with_solver(rules, |solver| {
                Answer::find(solver, &position, value_only, stop)
            })?;
            Ok(found.map(|answer| json!(answer)))
        }
        "moves" => {
            let moves = host.with_solver(rules, |solver| solver.moves(&position, stop))?;
            let rated = |moves: Vec<_>| moves.iter().map(Rated::from).collect::<Vec<_>>();
            Ok(moves.map(|moves| json!(rated(moves))))
        }
        _ => Err(DeskError::Question(question.to_owned())),
    }
}
