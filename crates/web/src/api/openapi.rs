//! The OpenAPI document, written beside the routes it describes.
//!
//! `tests/suite/openapi.rs` asks every path of it and holds the answers against its
//! schemas.

use serde_json::{Map, Value, json};
use tabia_desk::{About, Extra, Parameter};

use crate::site::Site;

/// The document.
pub(super) fn document(site: &Site) -> Value {
    let mut paths = Map::new();
    let mut add = |path: String, item: Value| paths.insert(path, item);
    add(
        "/api/v1/openapi.json".into(),
        get("This document", &[], json!({ "type": "object" })),
    );
    let about = reference("About");
    add(
        "/api/v1/games".into(),
        get("All games", &[], json!({ "type": "array", "items": about })),
    );
    let list = |name: &str| json!({ "type": "array", "items": reference(name) });
    let seconds = parameter(
        "seconds",
        "How long to watch; for ever if not said",
        "0",
        false,
    );
    let run = parameter("run", "The name of its file", "sample.json", true);
    for (path, item) in [
        (
            "jobs",
            get("What runs, and how far it is", &[], reference("Jobs")),
        ),
        (
            "jobs/live",
            events(
                "The same as tables, again whenever that changes",
                &[seconds],
            ),
        ),
        (
            "jobs/cancel",
            post(
                "Call a job on other machines off",
                "CancelRequest",
                &[(200, "Cancelled")],
            ),
        ),
        (
            "tunings",
            get("Tunings of chess weights", &[], list("Tuning")),
        ),
        (
            "tuning",
            get("A tuning with its plots", &[run], reference("Plots")),
        ),
        (
            "tuning/live",
            events("The same, again whenever it gets on", &[run, seconds]),
        ),
        (
            "ratings",
            get("Tournaments of chess engines", &[], list("Tournament")),
        ),
    ] {
        add(format!("/api/v1/{path}"), item);
    }
    for desk in site.desks.iter() {
        let about = desk.about();
        let path = |name: &str| format!("/api/v1/{}/{name}", about.name);
        let line = line_parameters(about);
        add(
            path("look"),
            get("Where a game stands", &line, reference("View")),
        );
        let text = [line[0], parameter("text", about.paste, sample(about), true)];
        add(
            path("read"),
            get(
                "A pasted position or game as a line",
                &text,
                reference("Line"),
            ),
        );
        add(
            path("reply"),
            post("The engine's whole turn", "ReplyRequest", &[(200, "Reply")]),
        );
        add(
            path("analysis"),
            events("What moves are worth, as that becomes known", &line),
        );
        add(
            path("ponder"),
            events("The engine thinks until the connection is closed", &line),
        );
        for (extra, name, item) in extras(&line) {
            if about.has(extra) {
                add(path(name), item);
            }
        }
        let stats = [
            line[0],
            parameter("assisted", "`true`: also games with help", "false", false),
        ];
        add(
            path("stats"),
            get(
                "How people fared against the engine",
                &stats,
                reference("Report"),
            ),
        );
        add(
            path("games"),
            post(
                "Keep a finished game; needs the cookie that the page sets",
                "Finished",
                &[(201, "Kept"), (200, "Kept")],
            ),
        );
        for question in &about.questions {
            add(
                path(question.name),
                get(
                    question.summary,
                    &question.parameters,
                    question.schema.clone(),
                ),
            );
        }
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Tabia",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Games played, rated and solved. Answers have the keys of the \
                            commands' `--json`; refusals are 4xx or 5xx with `{\"error\": …}`.",
        },
        "paths": paths,
        "components": { "schemas": schemas() },
    })
}

/// A position that the game's `read` understands.
fn sample(about: &About) -> &'static str {
    let asked = about.questions.iter().flat_map(|q| &q.parameters);
    let mut positions = asked.filter(|p| p.name == "position");
    positions.next().map_or("", |p| p.example)
}

fn parameter(
    name: &'static str,
    about: &'static str,
    example: &'static str,
    required: bool,
) -> Parameter {
    Parameter {
        name,
        about,
        example,
        required,
    }
}

fn line_parameters(about: &About) -> Vec<Parameter> {
    let rules = about.variants.first().map_or("", |variant| variant.name);
    vec![
        parameter("rules", "The variant; the usual one if empty", rules, false),
        parameter(
            "start",
            "Where the game began; the usual start if empty",
            "",
            false,
        ),
        parameter("moves", "The moves, parted by spaces", "", false),
        parameter("level", "The engine's level", about.usual_level, false),
        parameter(
            "side",
            "The person's side: first, second or both",
            "first",
            false,
        ),
        parameter("flipped", "Whether the board is turned", "false", false),
        parameter("open", "Whether all hands are seen", "false", false),
    ]
}

fn reference(name: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{name}") })
}

fn refusals(responses: &mut Map<String, Value>) {
    for (status, what) in [
        ("400", "Something in the request is wrong"),
        ("403", "Host, Origin or Sec-Fetch-Site is foreign"),
        ("404", "There is no such thing"),
        (
            "503",
            "Engines or the file of games are busy, or it took too long",
        ),
    ] {
        let error = json!({ "application/json": { "schema": reference("Error") } });
        responses.insert(
            status.into(),
            json!({ "description": what, "content": error }),
        );
    }
}

fn get(summary: &str, parameters: &[Parameter], schema: Value) -> Value {
    let mut responses = Map::new();
    responses.insert(
        "200".into(),
        json!({ "description": summary, "content": { "application/json": { "schema": schema } } }),
    );
    refusals(&mut responses);
    operation("get", summary, parameters, responses)
}

fn events(summary: &str, parameters: &[Parameter]) -> Value {
    let mut responses = Map::new();
    let stream = json!({ "text/event-stream": { "schema": { "type": "string" } } });
    responses.insert(
        "200".into(),
        json!({ "description": summary, "content": stream }),
    );
    refusals(&mut responses);
    operation("get", summary, parameters, responses)
}

fn operation(
    method: &str,
    summary: &str,
    parameters: &[Parameter],
    responses: Map<String, Value>,
) -> Value {
    let parameters: Vec<Value> = parameters
        .iter()
        .map(|p| {
            json!({
                "name": p.name,
                "in": "query",
                "description": p.about,
                "required": p.required,
                "schema": { "type": "string" },
                "example": p.example,
            })
        })
        .collect();
    json!({ method: { "summary": summary, "parameters": parameters, "responses": responses } })
}

fn post(summary: &str, body: &str, answers: &[(u16, &str)]) -> Value {
    let mut responses = Map::new();
    for (status, schema) in answers {
        let content = json!({ "application/json": { "schema": reference(schema) } });
        responses.insert(
            status.to_string(),
            json!({ "description": summary, "content": content }),
        );
    }
    refusals(&mut responses);
    json!({ "post": {
        "summary": summary,
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": reference(body) } },
        },
        "responses": responses,
    } })
}

/// What some games offer beside playing.
fn extras(line: &[Parameter]) -> [(Extra, &'static str, Value); 5] {
    let setup = [
        line[0],
        parameter(
            "text",
            "The position so far; empty: an empty board",
            "",
            false,
        ),
        parameter(
            "tool",
            "What the click does; empty: nothing changes",
            "",
            false,
        ),
        parameter("click", "What is clicked", "", false),
    ];
    // An example needs a move to judge; every problem allows a pass.
    let mut judged = line.to_vec();
    for parameter in &mut judged {
        if parameter.name == "moves" {
            parameter.example = "pass";
        }
    }
    // What is studied must not be hidden.
    let mut open = line.to_vec();
    for parameter in &mut open {
        if parameter.name == "open" {
            parameter.example = "true";
        }
    }
    let mut proof = line[..3].to_vec();
    proof.push(parameter(
        "path",
        "The branches taken, parted by dots",
        "0",
        false,
    ));
    [
        (
            Extra::SetUp,
            "setup",
            get(
                "A position being set up by clicks",
                &setup,
                reference("SetUp"),
            ),
        ),
        (
            Extra::Practice,
            "judge",
            get(
                "Whether the last move was right",
                &judged,
                reference("Judgement"),
            ),
        ),
        (
            Extra::Study,
            "study",
            events("What there is to know, as that becomes known", &open),
        ),
        (
            Extra::Proof,
            "proof",
            get(
                "A place in the proof of the answers",
                &proof,
                reference("ProofStep"),
            ),
        ),
        (
            Extra::Weights,
            "weights",
            post(
                "Keep a file of weights, to be played with under the rules answered; the latest \
                 64, 4 MiB together, are kept for 30 days",
                "Handed",
                &[(200, "Played")],
            ),
        ),
    ]
}

/// An object with these keys and no others; those not listed as optional are
/// required.
fn object(properties: Value, optional: &[&str]) -> Value {
    let keys = properties.as_object().into_iter().flat_map(Map::keys);
    let required: Vec<&String> = keys
        .filter(|key| !optional.contains(&key.as_str()))
        .collect();
    json!({
        "type": "object",
        "required": required,
        "properties": properties,
        "additionalProperties": false,
    })
}

fn schemas() -> Value {
    let text = json!({ "type": "string" });
    let texts = json!({ "type": "array", "items": text });
    let count = json!({ "type": "integer", "minimum": 0 });
    let seconds = json!({ "type": "number", "minimum": 0 });
    let perhaps_seconds = json!({ "type": ["number", "null"], "minimum": 0 });
    let truth = json!({ "type": "boolean" });
    let side = json!({ "enum": ["first", "second"] });
    let perhaps_side = json!({ "enum": ["first", "second", null] });
    let list = |item: Value| json!({ "type": "array", "items": item });
    let named = object(json!({ "name": text, "title": text }), &[]);
    let number = json!({ "type": "number" });
    let tuning = json!({
        "name": text, "method": text, "round": count, "rounds": count, "over": truth,
        "idle_seconds": seconds, "score": { "type": ["number", "null"] }, "weights": count,
    });
    let mut plots = tuning.clone();
    plots["score_plot"] = text.clone();
    plots["weights_plot"] = text.clone();
    json!({
        "Error": object(json!({ "error": text }), &[]),
        "Line": object(json!({ "rules": text, "start": text, "moves": texts }), &[]),
        "About": object(json!({
            "name": text, "title": text, "blurb": text, "sides": texts,
            "variants": list(named.clone()), "levels": list(named), "usual_level": text,
            "unit": text, "turned": truth, "ponders": truth, "dealt": truth, "hidden": truth, "study": text,
            "paste": text,
            "extras": list(json!({ "enum": ["setup", "practice", "study", "proof", "weights"] })),
        }), &[]),
        "SetUp": object(json!({
            "text": text, "board": text, "fault": { "type": ["string", "null"] },
            "tools": list(object(json!({ "name": text, "title": text, "at_once": truth }), &[])),
        }), &[]),
        "Tuning": object(tuning.clone(), &[]),
        "Plots": object(plots, &[]),
        "Tournament": object(json!({
            "name": text, "run": count, "kind": text, "control": text, "games": count,
            "idle_seconds": seconds,
            "players": list(object(json!({
                "name": text, "elo": number, "elo_interval": list(number.clone()),
                "wins": count, "draws": count, "losses": count,
            }), &[])),
        }), &[]),
        "Jobs": object(json!({
            "engines": object(json!({
                "threads": count, "replies": count, "waiting": count, "analyses": count,
                "streams": count,
            }), &[]),
            "tunings": list(reference("Tuning")),
            "tournaments": list(reference("Tournament")),
            "tables": list(object(json!({
                "folder": text, "files": count, "bytes": count, "writing": texts,
                "idle_seconds": seconds,
            }), &[])),
            "remote": list(object(json!({
                "id": text, "what": text, "state": text, "units": count, "done": count,
                "share": seconds, "eta_seconds": { "type": ["number", "null"] },
                "set_aside": texts,
                "workers": list(object(json!({
                    "name": text, "units": count, "seconds": seconds, "bytes": count,
                }), &[])),
            }), &[])),
            "remote_problem": { "type": ["string", "null"] },
        }), &[]),
        "CancelRequest": object(json!({ "id": text }), &[]),
        "Cancelled": object(json!({ "cancelled": truth }), &[]),
        "Judgement": object(json!({ "right": truth, "words": text }), &[]),
        "ProofStep": object(json!({
            "words": text, "board": text,
            "branches": list(object(json!({ "label": text, "click": text }), &[])),
        }), &[]),
        "View": object(json!({
            "rules": text, "position": text, "to_move": perhaps_side, "yours": truth,
            "prompt": text,
            "choices": list(object(json!({ "move": text, "clicks": texts, "say": text }), &[])),
            "over": { "oneOf": [
                { "type": "null" },
                object(json!({ "winner": perhaps_side, "words": text }), &[]),
            ] },
            "history": list(object(json!({
                "move": text, "side": side, "yours": truth, "say": text,
            }), &[])),
            "board": text, "diagram": text, "record": text, "hidden": truth,
            "details": { "oneOf": [
                { "type": "null" },
                object(json!({ "title": text, "heading": texts, "rows": list(texts.clone()) }), &[]),
            ] },
        }), &[]),
        "ReplyRequest": object(json!({
            "rules": text, "start": text, "moves": texts, "level": text, "flipped": truth,
            "viewer": perhaps_side, "open": truth,
        }), &["rules", "start", "moves", "flipped", "viewer", "open"]),
        "Reply": object(json!({
            "moves": texts, "seconds": seconds, "view": reference("View"),
        }), &[]),
        "Report": object(json!({
            "rules": text, "unfinished": count, "assisted_left_out": count,
            "levels": list(object(json!({
                "level": text, "experience": { "enum": ["novice", "expert", null] },
                "wins": count, "draws": count, "losses": count, "engine_turns": count,
                "average_seconds": perhaps_seconds, "longest_seconds": perhaps_seconds,
            }), &[])),
        }), &[]),
        "Finished": object(json!({
            "id": text, "rules": text, "start": text, "moves": texts, "level": text,
            "human": side, "experience": { "enum": ["novice", "expert", null] },
            "take_backs": count, "hints": count, "started": count,
            "engine_turns": list(seconds),
        }), &["rules", "start", "experience", "take_backs", "hints", "engine_turns"]),
        "Handed": object(json!({ "weights": text }), &[]),
        "Played": object(json!({ "rules": text }), &[]),
        "Kept": object(json!({ "kept": truth }), &[]),
    })
}
