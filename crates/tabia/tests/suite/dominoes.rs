//! `tabia dominoes`: JSON keys, sentences, messages.

use crate::program;

use program::{json, keys, run};

const WON: &str = "01 12 | 33 45 | 0-5 first";
const RING: &str = "02 33 | 12 | 0-1 first";

#[test]
fn solve_prints_the_promised_keys_in_order() {
    let run = run(&["dominoes", "solve", WON, "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(keys(&run.out), ["value", "best", "nodes", "seconds"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["value"], 1);
    assert_eq!(answer["best"], serde_json::json!(["01@0"]));
}

#[test]
fn a_block_is_scored_as_asked() {
    let value = |arguments: &[&str]| {
        let position = "22 | 33 | 0-1 second";
        let mut all = vec!["dominoes", "solve", position, "--json"];
        all.extend(arguments);
        json(&all)["value"].as_i64()
    };
    assert_eq!(value(&[]), Some(-1));
    assert_eq!(value(&["--block", "drawn"]), Some(0));
}

#[test]
fn solve_says_it_in_words_too() {
    let ring = run(&["dominoes", "solve", RING]);
    let sentence = "First, to move, loses. Best: 02@0.";
    assert!(ring.out.starts_with(sentence), "{ring:?}");
    let over = run(&["dominoes", "solve", "11 | 66 | 0-5 second"]);
    assert!(
        over.out.starts_with("The game is over: Second loses."),
        "{over:?}"
    );
}

#[test]
fn bad_positions_are_refused_by_name() {
    for (position, complaint) in [
        (
            WON.replace("33", "37"),
            "`37` in the second hand is not a tile",
        ),
        (
            WON.replace("33", "21"),
            "tile 12 is in the first hand and again in the second",
        ),
        (WON.replace("0-5", "0-9"), "`0-9` are no ends of a chain"),
        (WON.replace("first", "third"), "`third` cannot move"),
        (String::new(), "has 1 parts separated by `|`"),
    ] {
        let run = run(&["dominoes", "solve", &position]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(complaint), "{run:?}");
        assert!(run.out.is_empty());
    }
}
