//! Whole games through standard input.

use crate::program;

use std::io::{BufRead as _, BufReader, Write as _};

use program::{run, run_with, start};
use serde_json::Value;
use tabia_quarto::{Position, Record, Rules};

/// Every cell and every piece, again and again: whatever is possible gets
/// played sooner or later, and everything else has to be survived.
fn anything() -> String {
    let cells = (0..16).map(|i| format!("{}{}", ["a", "b", "c", "d"][i % 4], i / 4 + 1));
    let pieces = (0..16).map(|i| format!("{i:x}"));
    let round: Vec<String> = cells.chain(pieces).collect();
    vec![round.join("\n"); 17].join("\n") + "\n"
}

/// A scratch directory and the arguments of a game that is kept there.
fn game<'a>(data: &'a tempfile::TempDir, more: &[&'a str]) -> Vec<&'a str> {
    let data = data.path().to_str().expect("UTF-8");
    let mut arguments = vec!["quarto", "play", "--data", data];
    arguments.extend(more);
    arguments
}

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().expect("a scratch directory")
}

#[test]
fn a_whole_game_by_typing_everything() {
    let data = scratch();
    let run = run_with(
        &game(&data, &["--level", "2", "--me", "novice"]),
        &anything(),
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("is taken by piece"),
        "wrong cells are named"
    );
    assert!(run.out.contains("`new` begins another game"), "{}", run.out);
    let record = run
        .out
        .lines()
        .find_map(|line| line.strip_prefix("The game: "))
        .expect("the record is shown");
    let record = Record::read(record, Rules::lines()).expect("a legal game");
    assert_ne!(record.outcome(), tabia_quarto::Outcome::Open);

    let data = data.path().to_str().expect("UTF-8");
    let stats = program::json(&["quarto", "stats", "--data", data, "--json"]);
    let level = &stats["levels"][0];
    assert_eq!(level["level"], "2");
    assert_eq!(level["experience"], "novice");
    let count = |key: &str| level[key].as_u64().expect("a number");
    assert_eq!(count("wins") + count("draws") + count("losses"), 1);
    assert!(count("engine_turns") > 0);
}

/// Plays through the JSON events, always the first thing possible.
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
                let position = Position::read(text, &Rules::lines()).expect("a position");
                let answer = match position.hand() {
                    Some(_) => position.empty_squares().next().map(|cell| cell.to_string()),
                    None => position.remaining().next().map(|piece| piece.to_string()),
                };
                writeln!(stdin, "{}", answer.expect("a move")).expect("it reads");
            }
            "over" => writeln!(stdin, "quit").expect("it reads"),
            "error" => panic!("a legal move was refused: {event}"),
            _ => {}
        }
        events.push(event);
    }
    assert!(child.wait().expect("it ends").success());
    events
}

#[test]
fn games_by_events_end_with_a_record_for_either_side() {
    for first in ["human", "engine"] {
        let data = scratch();
        let events = play_by_events(&game(&data, &["--level", "3", "--first", first, "--json"]));
        let over = events.iter().find(|event| event["event"] == "over");
        let result = over.expect("an end")["result"].as_str().expect("a text");
        assert!(["win", "draw", "loss"].contains(&result), "{result}");
        let record = events.iter().find(|event| event["event"] == "record");
        let text = record.expect("a record")["record"]
            .as_str()
            .expect("a text");
        let record = Record::read(text, Rules::lines()).expect("a legal game");
        let first_event = events
            .iter()
            .find(|event| event["event"] != "note")
            .expect("events");
        let engine_began = first_event["event"] == "engine";
        assert_eq!(engine_began, first == "engine", "{text}");
        assert!(record.turns().len() >= 8, "{text}");
    }
}

#[test]
fn the_game_does_not_depend_on_pondering_or_threads() {
    let record = |more: &[&str]| {
        let data = scratch();
        let mut arguments = game(&data, &["--level", "4", "--json"]);
        arguments.extend(more);
        let events = play_by_events(&arguments);
        let record = events.into_iter().find(|event| event["event"] == "record");
        record.expect("a record")["record"].clone()
    };
    let plain = record(&["--no-ponder", "--threads", "1"]);
    assert_eq!(record(&["--threads", "1"]), plain);
    assert_eq!(record(&["--threads", "2"]), plain);
}

#[test]
fn wrong_input_gets_a_message_and_the_game_goes_on() {
    let data = scratch();
    let input = "a1\nq7\nundo\nhnit\nb3 7\n\n0\nsave\nsave /no/such/directory/game\n";
    let run = run_with(&game(&data, &["--level", "2"]), input);
    assert_eq!(run.code, 0, "{run:?}");
    for message in [
        "`a1` is not a piece: expected a hex digit, 0 to f",
        "`q7` is not a piece",
        "There is no move of yours to take back.",
        "did you mean `hint`?",
        "You hold no piece",
        "`save` needs the name of a file",
        "cannot write /no/such/directory/game",
    ] {
        assert!(run.out.contains(message), "{message} in {}", run.out);
    }
    assert!(run.out.contains("I place it on"), "the game went on");
}

#[test]
fn help_hint_values_undo_and_save_work_in_a_game() {
    let data = scratch();
    let file = data.path().join("game.txt");
    let input = format!(
        "help\nhint\n5\nundo\n5\nsave {}\nquit\n",
        file.to_str().expect("UTF-8")
    );
    let run = run_with(&game(&data, &["--level", "2"]), &input);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.out.contains("take back your last move"));
    assert!(run.out.contains("I would give"));
    let saved = std::fs::read_to_string(&file).expect("the file");
    let record = Record::read(saved.trim_end(), Rules::lines()).expect("a record");
    // Mine, its placement, its gift; the game taken back is gone.
    assert_eq!(record.turns().len(), 3, "{saved}");

    // Unfinished and helped: kept, and not counted.
    let data = data.path().to_str().expect("UTF-8");
    let stats = program::json(&["quarto", "stats", "--data", data, "--json"]);
    assert_eq!(stats["levels"], serde_json::json!([]));
    assert_eq!(stats["unfinished"], 1);
}

#[test]
fn values_are_shown_late_in_a_game() {
    // The person may look as soon as nine pieces are down.
    let data = scratch();
    let mut lines: Vec<String> = Vec::new();
    for line in anything().lines() {
        lines.push(line.to_owned());
        if lines.len() == 16 * 2 * 6 {
            lines.push("values".to_owned());
        }
    }
    let run = run_with(&game(&data, &["--level", "2"]), &lines.join("\n"));
    let told = run.out.contains(" placements   ") || run.out.contains("The game is over");
    assert!(told, "{}", run.out);
}

#[test]
fn stats_of_an_empty_ledger_say_so() {
    let data = scratch();
    let run = run(&[
        "quarto",
        "stats",
        "--data",
        data.path().to_str().expect("UTF-8"),
    ]);
    assert_eq!(run.code, 0);
    assert!(run.out.contains("No games to count yet"), "{}", run.out);
}

#[test]
fn matches_repeat_for_a_seed_whatever_the_threads() {
    let report = |threads| {
        let mut report = program::json(&[
            "quarto",
            "match",
            "--a",
            "4",
            "--b",
            "2",
            "--games",
            "20",
            "--seed",
            "7",
            "--threads",
            threads,
            "--json",
        ]);
        let object = report.as_object_mut().expect("an object");
        object.remove("seconds");
        object.remove("longest_seconds");
        report
    };
    let one = report("1");
    assert_eq!(one["games"], 20);
    assert_eq!(one, report("2"));
}

#[test]
fn the_papers_table_and_a_draw_value_can_be_chosen() {
    let report = |table, draw_value| {
        let mut report = program::json(&[
            "quarto",
            "match",
            "--a",
            "6",
            "--b",
            "4",
            "--games",
            "10",
            "--table",
            table,
            "--draw-value",
            draw_value,
            "--json",
        ]);
        let object = report.as_object_mut().expect("an object");
        object.remove("seconds");
        object.remove("longest_seconds");
        report
    };
    assert_eq!(report("paper", "-3")["games"], 10);
    assert_ne!(report("bounds", "-10"), report("bounds", "10"));
    let wrong = run(&[
        "quarto", "match", "--a", "6", "--b", "4", "--games", "2", "--table", "none",
    ]);
    assert_eq!(wrong.code, 2, "{wrong:?}");
}

#[test]
fn a_match_writes_records_that_can_be_read() {
    let data = scratch();
    let file = data.path().join("games.txt");
    let name = file.to_str().expect("UTF-8");
    let run = run(&[
        "quarto", "match", "--a", "2", "--b", "3", "--games", "6", "--rules", "squares",
        "--record", name,
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    let text = std::fs::read_to_string(&file).expect("the file");
    let records: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(records.len(), 6);
    for pair in records.chunks(2) {
        // Two pieces are placed at random, the same in both games of a pair.
        assert_eq!(pair[0][..10], pair[1][..10], "{pair:?}");
    }
    for record in records {
        let record = Record::read(record, Rules::squares()).expect("a legal game");
        assert_ne!(record.outcome(), tabia_quarto::Outcome::Open);
    }
}

#[test]
fn perfect_does_not_lose() {
    let report = program::json(&[
        "quarto", "match", "--a", "perfect", "--b", "4", "--games", "6", "--time", "0", "--seed",
        "3", "--json",
    ]);
    assert_eq!(report["games"], 6);
    assert_eq!(report["losses"], 0, "{report}");
    let data = scratch();
    let events = play_by_events(&game(
        &data,
        &["--level", "perfect", "--time", "0", "--json"],
    ));
    let over = events.iter().find(|event| event["event"] == "over");
    // Against the first move that comes to mind a perfect player even wins.
    assert_eq!(over.expect("an end")["result"], "win");
}

#[test]
fn games_of_a_match_tune_the_heuristic_and_few_games_are_told() {
    let folder = tempfile::tempdir().expect("a scratch directory");
    let at = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (records, weights) = (at("games.txt"), at("weights.json"));
    let played = run(&[
        "quarto", "match", "--a", "2", "--b", "3", "--games", "120", "--record", &records,
    ]);
    assert_eq!(played.code, 0, "{}", played.err);
    let tuned = run(&[
        "quarto",
        "tune",
        "--records",
        &records,
        "--games",
        "20",
        "--level",
        "2",
        "--out",
        &weights,
        "--json",
    ]);
    assert_eq!(tuned.code, 0, "{}", tuned.err);
    let tuned: serde_json::Value = serde_json::from_str(&tuned.out).expect("JSON");
    assert_eq!(tuned["games"], 96);
    assert_eq!(tuned["held_out"], 24);
    assert!(
        tuned["placing"][3].as_i64().expect("a weight") > 0,
        "{tuned}"
    );
    let score = tuned["played"]["wins"].as_i64().expect("a count")
        + tuned["played"]["draws"].as_i64().expect("a count")
        + tuned["played"]["losses"].as_i64().expect("a count");
    assert_eq!(score, 20);
    // What was written can be played with.
    let with = run(&[
        "quarto",
        "match",
        "--a",
        "2",
        "--b",
        "2",
        "--games",
        "2",
        "--heuristic",
        &weights,
    ]);
    assert_eq!(with.code, 0, "{}", with.err);
    let missing = run(&[
        "quarto",
        "match",
        "--a",
        "2",
        "--b",
        "2",
        "--games",
        "2",
        "--heuristic",
        "none.json",
    ]);
    assert_eq!(missing.code, 2);
    assert!(missing.err.contains("none.json"), "{}", missing.err);

    let data = at("data");
    let few = run(&["quarto", "tune", "--from-games", "--data", &data]);
    assert_eq!(few.code, 1, "{few:?}");
    assert!(
        few.err.contains("0 finished games are too few"),
        "{}",
        few.err
    );
    keep(&data, &std::fs::read_to_string(&records).expect("records"));
    let kept = run(&[
        "quarto",
        "tune",
        "--from-games",
        "--data",
        &data,
        "--games",
        "0",
        "--json",
    ]);
    assert_eq!(kept.code, 0, "{}", kept.err);
    let kept: Value = serde_json::from_str(&kept.out).expect("JSON");
    assert_eq!(kept["placing"], tuned["placing"], "the same games");
    let neither = run(&["quarto", "tune"]);
    assert_eq!(neither.code, 2, "{neither:?}");
}

/// Puts records into a ledger, as the page does with games against people.
fn keep(data: &str, records: &str) {
    use tabia_desk::ledger::{Entry, GameResult, Ledger};
    let mut ledger = Ledger::open(Some(std::path::Path::new(data))).expect("a ledger");
    for record in records.lines().filter(|line| !line.starts_with('#')) {
        let entry = Entry {
            game: "quarto".into(),
            rules: Rules::lines().to_string(),
            level: "2".into(),
            name: None,
            ids: None,
            experience: None,
            human: tabia_kernel::rules::Side::First,
            result: Some(GameResult::Draw),
            take_backs: 0,
            hints: 0,
            record: record.to_owned(),
            started: std::time::SystemTime::now(),
            engine_turns: Vec::new(),
        };
        ledger.add(&entry).expect("it can be written");
    }
}
