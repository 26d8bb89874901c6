//! `tabia darkchess`, end to end.

use crate::program;

use std::io::{BufRead as _, BufReader, Write as _};

use program::{json, keys, run, run_with, start};
use serde_json::Value;
use tabia_darkchess::{FullPosition, Record};

/// The paper's Figure 1, Black to move.
const FIGURE_1: &str = "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp";

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a scratch directory")
}

#[test]
fn positions_and_games_are_shown() {
    let shown = run(&["darkchess", "show", FIGURE_1]);
    assert_eq!(shown.code, 0, "{shown:?}");
    assert!(shown.out.contains("│ C │ g │"), "{}", shown.out);
    assert!(shown.out.contains(FIGURE_1), "{}", shown.out);
    let game = json(&["darkchess", "show", "--game", "b5(k) d8(P)", "--json"]);
    assert_eq!(game["to_move"], "b");
    assert_eq!(game["quiet"], 2);
    assert_eq!(game["moves"].as_array().map(Vec::len), Some(30));
    let start = run(&["darkchess", "show", "--json"]);
    assert_eq!(
        keys(&start.out),
        [
            "position",
            "to_move",
            "quiet",
            "face_down",
            "captured",
            "end",
            "moves"
        ]
    );
    let directory = scratch();
    let svg = directory.path().join("board.svg");
    let svg = svg.to_str().expect("UTF-8");
    let drawn = run(&["darkchess", "show", FIGURE_1, "--svg", svg]);
    assert_eq!((drawn.code, drawn.out.as_str()), (0, ""));
    assert!(std::fs::read_to_string(svg).is_ok_and(|svg| svg.starts_with("<svg")));
}

#[test]
fn bad_input_is_named() {
    for (arguments, part) in [
        (&["show", "8/8/8/8 w 0"][..], "no piece is revealed"),
        (&["show", "--game", "b5(k) b5(K)"], "turn 2"),
        (&["show", "--game", "b5(k) a1(k)"], "every k"),
        (
            &["moves", "k???????/????????/????????/???????? - 1"],
            "k on a1",
        ),
        (&["moves", FIGURE_1, "--level", "0"], "unknown level `0`"),
        (&["moves", FIGURE_1, "--tables", "no/such"], "no/such"),
        (&["match", "--a", "1", "--b", "x", "--games", "2"], "`x`"),
    ] {
        let mut all = vec!["darkchess"];
        all.extend(arguments);
        let run = run(&all);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(part), "{run:?}");
    }
}

#[test]
fn every_action_is_rated_best_first() {
    let moves = json(&["darkchess", "moves", FIGURE_1, "--level", "2", "--json"]);
    let moves = moves.as_array().expect("an array");
    assert_eq!(moves.len(), 25);
    let estimates: Vec<i64> = moves
        .iter()
        .map(|row| row["estimate"].as_i64().expect("a number"))
        .collect();
    assert!(estimates.is_sorted_by(|a, b| a >= b), "{estimates:?}");
    let won = json(&["darkchess", "moves", "8/1bK5/8/8 w 0", "--json"]);
    assert_eq!(won[0]["move"], "b3xb2");
    assert!(won[0]["estimate"].as_i64() > Some(10_000), "{won}");
    let over = json(&["darkchess", "moves", "8/8/8/7k w 0", "--json"]);
    assert_eq!(over, serde_json::json!([]));
}

#[test]
fn tables_speak_in_moves() {
    let directory = scratch();
    let dir = directory.path().to_str().expect("UTF-8");
    let build = [
        "tables",
        "build",
        "darkchess",
        "--elements",
        "2",
        "--dir",
        dir,
    ];
    assert_eq!(run(&build).code, 0);
    let position = "8/1bK5/8/8 b 0";
    let moves = json(&["darkchess", "moves", position, "--tables", dir, "--json"]);
    let values: Vec<i64> = moves
        .as_array()
        .expect("an array")
        .iter()
        .map(|row| row["value"].as_i64().expect("known"))
        .collect();
    assert_eq!(values.len(), 3);
}

#[test]
fn a_match_repeats_for_a_seed_whatever_the_threads() {
    let directory = scratch();
    let play = |threads: &str, seed: &str| {
        let file = directory.path().join(format!("{threads}-{seed}.txt"));
        let path = file.to_str().expect("UTF-8");
        let report = json(&[
            "darkchess",
            "match",
            "--a",
            "2",
            "--b",
            "greedy",
            "--games",
            "6",
            "--seed",
            seed,
            "--threads",
            threads,
            "--record",
            path,
            "--json",
        ]);
        assert_eq!(report["games"], 6);
        assert!(report["wins"].as_u64() >= Some(5), "{report}");
        std::fs::read_to_string(file).expect("records")
    };
    let records = play("1", "1");
    assert_eq!(records, play("3", "1"));
    assert_ne!(records, play("1", "2"));
    for line in records.lines().filter(|line| !line.starts_with('#')) {
        let record: Record = line.parse().unwrap_or_else(|error| panic!("{error}"));
        assert!(record.end().is_some());
    }
    let text = run(&[
        "darkchess",
        "match",
        "--a",
        "greedy",
        "--b",
        "random",
        "--games",
        "4",
    ]);
    assert!(text.out.contains("Score"), "{text:?}");
}

#[test]
fn the_signature_is_the_same_each_time() {
    let [one, two] = [(); 2].map(|()| json(&["darkchess", "bench", "--json"]));
    assert_eq!(one["nodes"], two["nodes"]);
    assert!(one["nodes"].as_u64() > Some(10_000), "{one}");
}

/// Plays through the JSON events, the first legal action each time.
fn play_by_events(arguments: &[&str]) -> Vec<Value> {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("piped");
    let out = BufReader::new(child.stdout.take().expect("piped"));
    let mut events = Vec::new();
    for line in out.lines() {
        let event: Value = serde_json::from_str(&line.expect("UTF-8")).expect("JSON");
        match event["event"].as_str().expect("a tag") {
            "position" => {
                let text = event["position"].as_str().expect("a text");
                let position: FullPosition = text.parse().expect("a position");
                let mut actions = Vec::new();
                position.actions(&mut actions);
                let action = position.write_action(actions[0]);
                writeln!(stdin, "{action}").expect("it reads");
            }
            "over" => writeln!(stdin, "quit").expect("it reads"),
            _ => {}
        }
        events.push(event);
    }
    assert!(child.wait().expect("it ends").success());
    events
}

#[test]
fn a_whole_game_by_events() {
    let data = scratch();
    let data = data.path().to_str().expect("UTF-8");
    for first in ["human", "engine"] {
        let events = play_by_events(&[
            "darkchess",
            "play",
            "--level",
            "3",
            "--first",
            first,
            "--seed",
            "5",
            "--data",
            data,
            "--json",
        ]);
        let of = |tag: &str| events.iter().filter(|event| event["event"] == tag).count();
        assert_eq!(of("over"), 1);
        assert!(of("engine") > 5 && of("flip") > 5);
        assert_eq!(of("error"), 0);
        let record = events.iter().find(|event| event["event"] == "record");
        let record = record.expect("the record is shown")["record"].clone();
        let record: Record = record.as_str().expect("a text").parse().expect("legal");
        assert!(record.end().is_some());
    }
}

#[test]
fn a_person_may_ask_take_back_and_save() {
    let data = scratch();
    let file = data.path().join("my game.txt");
    let data = data.path().to_str().expect("UTF-8");
    let input = format!(
        "undo\nb5\nb5\nhint\nvalues\nfoo\nundo\nb5\nhelp\nsave {}\nquit\n",
        file.to_str().expect("UTF-8")
    );
    let arguments = [
        "darkchess",
        "play",
        "--level",
        "1",
        "--seed",
        "3",
        "--data",
        data,
    ];
    let run = run_with(&arguments, &input);
    assert_eq!(run.code, 0, "{run:?}");
    for text in [
        "no move of yours",
        "On b5 lies a",
        "you play",
        "no piece is face down on b5",
        "I would play",
        "\"foo\" is not written like",
        "Saved in",
        "The game: b5(",
    ] {
        assert!(run.out.contains(text), "{text} in {}", run.out);
    }
    // The deal stays: taken back and flipped again, the piece is the same.
    assert_eq!(run.out.matches("On b5 lies a").count(), 2);
    let first = run
        .out
        .lines()
        .find(|line| line.contains("On b5"))
        .expect("a line");
    assert_eq!(run.out.matches(first).count(), 2);
    let saved = std::fs::read_to_string(file).expect("saved");
    assert_eq!(saved.parse::<Record>().expect("a record").turns().len(), 2);
}
