//! What can be asked about dark chess: the command `moves`.

use serde_json::{Value, json};
use tabia_darkchess::{FullPosition, Level, Player};
use tabia_kernel::search::Stop;

use super::DarkChessDesk;
use crate::desk::{DeskError, Parameter, Parameters, Question, given, refused};

/// All questions.
pub(super) fn all() -> Vec<Question> {
    vec![Question {
        name: "moves",
        summary: "What every legal action is worth to the player to move, best first",
        parameters: vec![
            Parameter {
                name: "position",
                about: "Four rows (`?` is face down), side to move, plies since the last \
                        capture, and the captured pieces if some are face down",
                example: "8/1b6/2K5/8 b 0",
                required: true,
            },
            Parameter {
                name: "level",
                about: "How far to look: a depth",
                example: "4",
                required: false,
            },
        ],
        schema: json!({
            "type": "array",
            "items": {
                "type": "object",
                "required": ["move", "value", "estimate"],
                "additionalProperties": false,
                "properties": {
                    "move": { "type": "string" },
                    "value": { "type": ["integer", "null"], "minimum": -1, "maximum": 1 },
                    "estimate": { "type": "integer" },
                },
            },
        }),
    }]
}

/// The answer; `None` if stopped.
pub(super) fn answer(
    desk: &DarkChessDesk,
    question: &str,
    parameters: &Parameters,
    stop: &Stop,
) -> Result<Option<Value>, DeskError> {
    if question != "moves" {
        return Err(DeskError::Question(question.to_owned()));
    }
    let position: FullPosition = given(parameters, "position")
        .parse()
        .map_err(|error: tabia_darkchess::ReadFullError| refused(parameters, "position", error))?;
    let level: Level = match given(parameters, "level") {
        "" => Level::Depth(4),
        level => level
            .parse()
            .map_err(|error: tabia_darkchess::ReadLevelError| {
                refused(parameters, "level", error)
            })?,
    };
    let rated = desk
        .player(level, Player::DEFAULT_NODES)
        .rate(&position, stop)
        .map_err(|error| DeskError::Engine(error.to_string()))?;
    if stop.is_requested() {
        return Ok(None);
    }
    let rows: Vec<Value> = rated
        .unwrap_or_default()
        .into_iter()
        .map(|rated| {
            json!({
                "move": position.write_action(rated.action),
                "value": rated.known.map(|known| known.points()),
                "estimate": rated.value,
            })
        })
        .collect();
    Ok(Some(json!(rows)))
}
