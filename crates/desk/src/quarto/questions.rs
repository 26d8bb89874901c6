//! What can be asked about Quarto: the commands `solve` and `moves`.

use serde_json::{Value, json};
use tabia_kernel::search::Stop;
use tabia_quarto::Position;

use super::{Answer, QuartoHost, Rated, read_rules};
use crate::desk::{DeskError, Parameter, Parameters, Question};

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
    vec![
        Question {
            name: "solve",
            summary: "The value of a position, how long the game lasts, and the best moves",
            parameters: vec![position, rules, value_only],
            schema: json!({
                "type": "object",
                "required": ["value", "nodes", "seconds"],
                "additionalProperties": false,
                "properties": {
                    "value": value,
                    "distance": distance,
                    "nodes": { "type": "integer", "minimum": 0 },
                    "seconds": { "type": "number", "minimum": 0 },
                    "best": { "type": "array", "items": { "type": "string" } },
                },
            }),
        },
        Question {
            name: "moves",
            summary: "The value and distance of every legal move, for the side that makes it",
            parameters: vec![position, rules],
            schema: json!({
                "type": "array",
                "items": {
                    "type": "object",
                    "required": ["move", "value", "distance"],
                    "additionalProperties": false,
                    "properties": {
                        "move": { "type": "string" },
                        "value": value,
                        "distance": distance,
                    },
                },
            }),
        },
    ]
}

/// The answer; `None` if stopped.
pub(super) fn answer(
    host: &QuartoHost,
    question: &str,
    parameters: &Parameters,
    stop: &Stop,
) -> Result<Option<Value>, DeskError> {
    let text = |name: &str| parameters.get(name).map_or("", String::as_str);
    let wrong = |name: &str, reason: String| DeskError::Parameter {
        name: name.to_owned(),
        text: text(name).to_owned(),
        reason,
    };
    let rules = read_rules(text("rules")).map_err(|reason| wrong("rules", reason))?;
    let position = Position::read(text("position"), &rules)
        .map_err(|error| wrong("position", error.to_string()))?;
    match question {
        "solve" => {
            let value_only = match text("value_only") {
                "" | "false" => false,
                "true" => true,
                _ => return Err(wrong("value_only", "expected true or false".into())),
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
