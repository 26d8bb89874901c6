//! The examples handed out with the specification.

use crate::common;

use common::{METHODS, examples, reference, solved};
use tabia_go::{EyeProblem, read_problem};

struct Example {
    name: String,
    problem: EyeProblem,
    expected: [(String, Vec<String>); 2],
}

fn read() -> Option<Vec<Example>> {
    let folder = examples()?;
    let text = std::fs::read_to_string(folder.join("expected.json")).expect("the answers");
    let list: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let list = list.as_array().expect("a list");
    let example = |entry: &serde_json::Value| {
        let name = entry["file"].as_str().expect("a name").to_owned();
        let bytes = std::fs::read(folder.join(&name)).expect("a file");
        let problem = read_problem(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(problem.defender().letter().to_string(), entry["defender"]);
        let expected = ["D", "A"].map(|side| {
            let class = entry[format!("{side}first")].as_str().expect("a class");
            let moves = entry[format!("{side}moves")].as_array().expect("moves");
            let mut moves: Vec<String> = moves
                .iter()
                .map(|point| point.as_str().expect("a point").to_owned())
                .collect();
            moves.sort();
            (class.to_owned(), moves)
        });
        Example {
            name,
            problem,
            expected,
        }
    };
    Some(list.iter().map(example).collect())
}

#[test]
fn every_method_gives_the_known_answers() {
    let Some(examples) = read() else { return };
    assert!(examples.len() >= 66);
    for example in &examples {
        for method in METHODS {
            let found = solved(&example.problem, method, true);
            assert_eq!(found, example.expected, "{} by {method:?}", example.name);
        }
    }
}

#[test]
fn the_reference_gives_them_too() {
    let Some(examples) = read() else { return };
    for example in examples {
        if example.problem.region().len() <= 8 {
            let found = reference::answers(&example.problem);
            assert_eq!(found, example.expected, "{}", example.name);
        }
    }
}
