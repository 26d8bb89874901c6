//! What can be asked about Go: the command `eye`.

use serde_json::{Value, json};
use tabia_go::{Answer, EyeOptions, Method, Point, read_problem, solve_eye};
use tabia_kernel::search::Stop;

use crate::desk::{DeskError, Parameter, Parameters, Question, given, refused};

/// A problem of two rooms.
pub(super) const EXAMPLE: &str =
    "(;SZ[9]AB[aa:ab][bb:db][ea:eb]AW[ac:ec][fa:fb]TR[aa:ab][bb:db][ea:eb]MA[ba:da])";

/// All questions.
pub(super) fn all() -> Vec<Question> {
    let class = json!({ "enum": ["eye", "rep", "ko", "none", null] });
    let moves = json!({ "type": "array", "items": { "type": "string" } });
    vec![Question {
        name: "eye",
        summary: "Can the defender make an eye? Exact, for either side to move first",
        parameters: vec![
            Parameter {
                name: "position",
                about: "SGF with the crucial stones (TR) and the region (MA)",
                example: EXAMPLE,
                required: true,
            },
            Parameter {
                name: "method",
                about: "How positions are taken apart: `plain`, `dds` or `rds`",
                example: "rds",
                required: false,
            },
        ],
        schema: json!({
            "type": "object",
            "required": ["defender", "defender_first", "attacker_first", "nodes", "splits", "seconds"],
            "additionalProperties": false,
            "properties": {
                "defender": { "enum": ["B", "W"] },
                "defender_first": class,
                "attacker_first": class,
                "defender_moves": moves,
                "attacker_moves": moves,
                "nodes": { "type": "integer", "minimum": 0 },
                "splits": { "type": "integer", "minimum": 0 },
                "seconds": { "type": "number", "minimum": 0 },
            },
        }),
    }]
}

/// The answer; `None` if stopped.
pub(super) fn answer(
    question: &str,
    parameters: &Parameters,
    memory_mib: usize,
    stop: &Stop,
) -> Result<Option<Value>, DeskError> {
    if question != "eye" {
        return Err(DeskError::Question(question.to_owned()));
    }
    let problem = read_problem(given(parameters, "position").as_bytes())
        .map_err(|error| refused(parameters, "position", error))?;
    let method = match given(parameters, "method") {
        "plain" => Method::Plain,
        "dds" => Method::Dds,
        "" | "rds" => Method::Rds,
        _ => {
            return Err(refused(parameters, "method", "expected plain, dds or rds"));
        }
    };
    let options = EyeOptions {
        method,
        memory_mib,
        ..EyeOptions::default()
    };
    let begun = std::time::Instant::now();
    let report = solve_eye(&problem, &options, stop);
    if !report.complete {
        return Ok(None);
    }
    let class = |answer: &Option<Answer>| answer.as_ref().map(|answer| answer.class.name());
    let mut line = json!({
        "defender": problem.defender().letter().to_string(),
        "defender_first": class(&report.defender_first),
        "attacker_first": class(&report.attacker_first),
        "nodes": report.nodes,
        "splits": report.splits,
        "seconds": begun.elapsed().as_secs_f64(),
    });
    let sgf = |point: &Option<Point>| point.map_or("pass".to_owned(), Point::sgf);
    for (key, answer) in [
        ("defender_moves", &report.defender_first),
        ("attacker_moves", &report.attacker_first),
    ] {
        if let Some(answer) = answer {
            let moves: Vec<String> = answer.moves.iter().map(sgf).collect();
            line[key] = json!(moves);
        }
    }
    Ok(Some(line))
}
