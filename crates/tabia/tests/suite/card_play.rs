//! `tabia skat` and `tabia dominoes`: play, match, bench.

use crate::program;

use program::{json, keys, run, run_with};

const REPORT: [&str; 12] = [
    "a",
    "b",
    "games",
    "wins",
    "draws",
    "losses",
    "score",
    "score_interval",
    "win_interval",
    "loss_interval",
    "seed",
    "seconds",
];

#[test]
fn matches_count_and_repeat_whatever_the_threads() {
    for game in ["skat", "dominoes"] {
        let play = |threads: &str| {
            let arguments = [
                game,
                "match",
                "--a",
                "simple",
                "--b",
                "random",
                "--games",
                "60",
                "--threads",
                threads,
                "--json",
            ];
            assert_eq!(keys(&run(&arguments).out), REPORT);
            json(&arguments)
        };
        let (one, two) = (play("1"), play("2"));
        for key in ["wins", "draws", "losses"] {
            assert_eq!(one[key], two[key], "{game}");
        }
        assert_eq!(one["games"], 60);
        assert!(one["wins"].as_u64() > one["losses"].as_u64(), "{one}");
    }
}

#[test]
fn matches_are_told_in_words() {
    let skat = run(&["skat", "match", "--a", "1", "--b", "simple", "--games", "2"]);
    assert_eq!(skat.code, 0, "{skat:?}");
    assert!(
        skat.out
            .starts_with("Skat, hidden hands: level 1 against level simple, 2 rounds")
    );
    assert!(skat.out.contains("declaring"), "{skat:?}");
    let bad = run(&["skat", "match", "--a", "0", "--b", "simple", "--games", "2"]);
    assert_eq!(bad.code, 2);
    assert!(bad.err.contains("unknown level `0`"), "{bad:?}");
}

/// Requests that are no moves are answered, and a move taken back leaves no
/// trace.
#[test]
fn requests_are_answered() {
    let events = |out: &str| -> Vec<serde_json::Value> {
        let lines = out.lines();
        lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let skat = run_with(
        &["skat", "play", "--level", "simple", "--seed", "5", "--json"],
        "hint\nXX\nundo\nhelp\ntable\nquit\n",
    );
    assert_eq!(skat.code, 0, "{skat:?}");
    let told = events(&skat.out);
    let kinds: Vec<&str> = told
        .iter()
        .filter_map(|event| event["event"].as_str())
        .collect();
    assert_eq!(kinds[0], "round");
    let after = kinds
        .iter()
        .position(|&kind| kind == "turn")
        .expect("a turn");
    assert_eq!(
        kinds[after + 1..],
        ["hint", "error", "error", "note", "turn"]
    );
    let hint = told[after + 1]["card"].as_str().expect("a card").to_owned();
    let playable = told[after]["playable"].as_array().expect("cards");
    assert!(playable.iter().any(|card| card == hint.as_str()));

    let tiles = run_with(
        &[
            "dominoes", "play", "--level", "simple", "--seed", "5", "--json",
        ],
        "hint\n99\nundo\nhelp\ntable\nquit\n",
    );
    let told = events(&tiles.out);
    let after = told
        .iter()
        .position(|event| event["event"] == "turn")
        .expect("a turn");
    let first = told[after]["moves"][0].as_str().expect("a move").to_owned();
    let played = run_with(
        &[
            "dominoes", "play", "--level", "simple", "--seed", "5", "--json",
        ],
        &format!("{first}\nundo\nquit\n"),
    );
    let again = events(&played.out);
    assert_eq!(again.last(), Some(&told[after]), "{played:?}");
}

/// A whole round: each answer is the hint before it.
#[test]
fn hints_lead_to_the_end_of_a_round() {
    let mut cards: Vec<String> = Vec::new();
    let arguments = [
        "skat", "play", "--level", "simple", "--seed", "11", "--json",
    ];
    loop {
        let input = format!("{}\nhint\nquit\n", cards.join("\n"));
        let run = run_with(&arguments, &input);
        let last = run.out.lines().last().expect("events");
        let event: serde_json::Value = serde_json::from_str(last).expect("JSON");
        match event["event"].as_str() {
            Some("hint") => cards.push(event["card"].as_str().expect("a card").to_owned()),
            // Hints are refused once it is over.
            Some("error") => break,
            other => panic!("{other:?}: {run:?}"),
        }
        assert!(cards.len() <= 10, "{run:?}");
    }
    assert!(!cards.is_empty());
    let run = run_with(&arguments, &format!("{}\nquit\n", cards.join("\n")));
    assert!(run.out.contains("\"event\":\"over\""), "{run:?}");
}

#[test]
fn bench_prints_a_signature() {
    let bench = json(&["skat", "bench", "--deals", "1", "--json"]);
    assert_eq!(bench["suit"]["solves"], 9);
    let again = json(&["skat", "bench", "--deals", "1", "--json"]);
    assert_eq!(bench["nodes"], again["nodes"]);
}
