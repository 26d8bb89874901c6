//! `tabia play`: every game at the desk, through the real program.

use crate::program;

use std::path::Path;

use program::{Run, run_with};
use serde_json::Value;

/// Plays with these lines typed, games kept in a directory.
fn play(data: &Path, arguments: &[&str], lines: &[&str]) -> Run {
    let data = data.to_str().expect("a plain path");
    let mut all = vec!["play", "--data", data];
    all.extend(arguments);
    run_with(&all, &(lines.join("\n") + "\n"))
}

fn events(run: &Run) -> Vec<Value> {
    assert_eq!(run.code, 0, "{run:?}");
    let lines = run.out.lines();
    lines
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

fn of<'e>(events: &'e [Value], kind: &str) -> Vec<&'e Value> {
    events.iter().filter(|e| e["event"] == kind).collect()
}

/// Every game: a board, moves, values, a hint, a move and its answer, taken
/// back, and a wrong one.
#[test]
fn every_game_is_played_from_the_desk() {
    let data = tempfile::tempdir().expect("a directory");
    for (game, level, start) in [
        ("quarto", "2", "....3c1..d.92.a./f"),
        ("go", "perfect", "#2"),
        ("chess", "1000", "7k/P7/6K1/8/8/8/8/8 w - - 0 1"),
        ("darkchess", "1", "#3"),
        ("dominoes", "1", "01 12 26 | 33 45 15 | 0-5 first"),
        (
            "skat",
            "1",
            "CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 1",
        ),
    ] {
        let arguments = [game, "--level", level, "--start", start, "--json"];
        let lines = ["values", "hint", "no move", "record", "undo", "quit"];
        let told = events(&play(data.path(), &arguments, &lines));
        let kinds: Vec<&str> = told.iter().filter_map(|e| e["event"].as_str()).collect();
        let expected = ["game", "turn", "values", "hint", "error", "note", "error"];
        assert_eq!(kinds, expected, "{game}: {told:?}");
        let turn = &told[1];
        assert!(
            turn["diagram"].as_str().expect("a board").len() > 30,
            "{game}"
        );
        let moves: Vec<&Value> = turn["moves"].as_array().expect("moves").iter().collect();
        assert!(moves.contains(&&told[3]["move"]), "{game}: {told:?}");
        let rated = told[2]["moves"].as_array().expect("ratings");
        assert!(rated.iter().all(|rating| moves.contains(&&rating["move"])));
        assert!(game == "darkchess" || rated.len() == moves.len(), "{game}");

        // A move, the answer if the game goes on, and both taken back.
        let first = moves[0].as_str().expect("a move");
        let told = events(&play(data.path(), &arguments, &[first, "undo", "quit"]));
        assert_eq!(told.last(), Some(turn), "{game}: {told:?}");
    }
}

#[test]
fn a_whole_game_is_kept_and_what_is_hidden_is_not_told() {
    let data = tempfile::tempdir().expect("a directory");
    for (game, seat) in [("dominoes", "first"), ("skat", "second")] {
        let arguments = [
            game, "--level", "simple", "--start", "#5", "--side", seat, "--json",
        ];
        let mut lines: Vec<String> = Vec::new();
        let over = loop {
            let mut typed: Vec<&str> = lines.iter().map(String::as_str).collect();
            typed.extend(["hint", "quit"]);
            let run = play(data.path(), &arguments, &typed);
            let told = events(&run);
            if let Some(over) = of(&told, "over").first() {
                break (*over).clone();
            }
            // The other hands are numbers of cards or tiles.
            let turn = of(&told, "turn").last().copied().expect("a turn").clone();
            let diagram = turn["diagram"].as_str().expect("a board");
            assert!(
                diagram.contains(" cards") || diagram.contains(" tiles"),
                "{diagram}"
            );
            let hint = of(&told, "hint").last().expect("a hint")["move"].clone();
            lines.push(hint.as_str().expect("a move").to_owned());
            assert!(lines.len() < 40, "{run:?}");
        };
        assert!(!over["record"].as_str().expect("a record").is_empty());
        let typed: Vec<&str> = lines.iter().map(String::as_str).collect();
        let again = play(data.path(), &arguments, &typed);
        assert!(again.out.contains("\"event\":\"over\""), "{again:?}");
    }
    let ledger = rusqlite::Connection::open(data.path().join("games.sqlite")).expect("a ledger");
    let kept: u32 = ledger
        .query_row("SELECT count(*) FROM games", [], |row| row.get(0))
        .expect("a count");
    assert!(kept >= 4, "only {kept} games are kept");
}

#[test]
fn wrong_wishes_are_refused_before_the_game() {
    let data = tempfile::tempdir().expect("a directory");
    for (arguments, named) in [
        (["chess", "--level", "9"], "unknown level `9`"),
        (["skat", "--rules", "bridge"], "bridge"),
        (
            ["chess", "--start", "8/8 w"],
            "neither a position nor a game",
        ),
        (["dominoes", "--start", "#x"], "`#` and a number"),
    ] {
        let run = play(data.path(), &arguments, &["quit"]);
        assert_eq!(run.code, 2, "{arguments:?}: {run:?}");
        assert!(run.err.contains(named), "{arguments:?}: {run:?}");
    }
}

/// A try at a problem is judged.
#[test]
fn problems_are_practised() {
    let data = tempfile::tempdir().expect("a directory");
    let arguments = ["go", "--start", "#2", "--json"];
    let told = events(&play(data.path(), &arguments, &["hint", "quit"]));
    let hint = of(&told, "hint")[0]["move"]
        .as_str()
        .expect("a move")
        .to_owned();
    let told = events(&play(
        data.path(),
        &arguments,
        &[&hint, "undo", "pass", "quit"],
    ));
    let right: Vec<&Value> = of(&told, "judged").iter().map(|e| &e["right"]).collect();
    assert_eq!(right, [&Value::Bool(true), &Value::Bool(false)]);
}
