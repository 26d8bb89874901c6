//! The OpenAPI document describes what the routes answer.

use crate::common;

use axum::body::Body;
use axum::http::{Request, header};
use common::site;
use serde_json::{Value, json};

/// Weights that count nothing but the first feature.
const SEED38: &str = "{\"profile\":\"seed38\",\"weights\":[50,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,\
                      0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}";

/// The schema at `schema`, with the document's own definitions around it.
fn validator(document: &Value, schema: &Value) -> jsonschema::Validator {
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    jsonschema::validator_for(&whole).expect("a schema")
}

#[track_caller]
fn assert_valid(document: &Value, schema: &Value, instance: &Value, what: &str) {
    let validator = validator(document, schema);
    let errors: Vec<String> = validator
        .iter_errors(instance)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{what}: {errors:#?}");
}

#[tokio::test]
async fn every_path_of_the_document_answers_as_it_says() {
    let site = site();
    let document = site.get("/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() >= 10, "{}", paths.len());
    let error = json!({ "$ref": "#/components/schemas/Error" });
    for (path, item) in paths {
        let Some(operation) = item.get("get") else {
            continue;
        };
        let parameters = operation["parameters"].as_array().expect("parameters");
        let query: Vec<String> = parameters
            .iter()
            .map(|p| (p["name"].as_str(), p["example"].as_str()))
            .map(|(name, value)| format!("{}={}", name.unwrap(), escaped(value.unwrap())))
            .collect();
        let answer = site.get(&format!("{path}?{}", query.join("&"))).await;
        assert_eq!(answer.status, 200, "{path}?{query:?}: {}", answer.text);
        let content = operation["responses"]["200"]["content"]
            .as_object()
            .expect("content");
        let kind = answer.headers[header::CONTENT_TYPE].to_str().unwrap();
        assert!(content.contains_key(kind), "{path}: {kind}");
        if let Some(json) = content.get("application/json") {
            assert_valid(&document, &json["schema"], &answer.json(), path);
        }
        // A parameter that is not described is refused, with a described error.
        if !parameters.is_empty() {
            let refused = site.get(&format!("{path}?no_such_thing=1")).await;
            assert_eq!(refused.status, 400, "{path}");
            assert_valid(&document, &error, &refused.json(), path);
        }
    }
}

#[tokio::test]
async fn posts_take_and_give_what_the_document_says() {
    let site = site();
    let document = site.get("/api/v1/openapi.json").await.json();
    let schema = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let request = json!({ "rules": "lines", "moves": ["b"], "level": "2" });
    assert_valid(&document, &schema("ReplyRequest"), &request, "reply");
    let answer = site.post("/api/v1/quarto/reply", &request).await.json();
    assert_valid(&document, &schema("Reply"), &answer, "reply");

    let handed = json!({ "weights": SEED38 });
    assert_valid(&document, &schema("Handed"), &handed, "weights");
    let played = site.post("/api/v1/chess/weights", &handed).await.json();
    assert_valid(&document, &schema("Played"), &played, "weights");
    let link = format!(
        "/api/v1/chess/look?rules={}",
        played["rules"].as_str().unwrap()
    );
    assert_eq!(site.get(&link).await.status, 200, "{link}");
    let wrong = json!({ "weights": "{}" });
    let words = site
        .post("/api/v1/chess/weights", &wrong)
        .await
        .refused(400);
    assert!(words.contains("not a file of weights"), "{words}");

    let finished = json!({
        "id": "00112233445566778899aabbccddeeff", "rules": "lines", "start": "",
        "moves": ["0", "a1", "2", "b1", "4", "c1", "6", "d1"], "level": "2",
        "human": "first", "experience": null, "take_backs": 0, "hints": 0,
        "started": 0, "engine_turns": [0.5],
    });
    assert_valid(&document, &schema("Finished"), &finished, "games");
    let request = Request::post("/api/v1/quarto/games")
        .header(header::CONTENT_TYPE, "application/json")
        .header(
            header::COOKIE,
            "tabia_player=0123456789abcdef0123456789abcdef",
        )
        .body(Body::from(finished.to_string()));
    let kept = site.send(request.unwrap()).await;
    assert_eq!(kept.status, 201);
    assert_valid(&document, &schema("Kept"), &kept.json(), "games");
}

#[tokio::test]
async fn games_and_questions_all_have_their_paths() {
    let site = site();
    let document = site.get("/api/v1/openapi.json").await.json();
    let games = site.get("/api/v1/games").await.json();
    for game in games.as_array().expect("games") {
        let name = game["name"].as_str().expect("a name");
        for route in [
            "look", "read", "reply", "analysis", "ponder", "stats", "games",
        ] {
            let path = format!("/api/v1/{name}/{route}");
            assert!(document["paths"].get(&path).is_some(), "{path}");
        }
    }
}

/// A value inside a link.
fn escaped(text: &str) -> String {
    text.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'.' | b'-' | b'_' => {
                char::from(byte).to_string()
            }
            _ => format!("%{byte:02X}"),
        })
        .collect()
}
