//! What scripts rely on: JSON keys, exit codes, messages.

use crate::program;

use program::{json, keys, run, run_with};

/// Lost for the side to place, in six placements.
const LOST: &str = "0d4.15....96..87/b";

#[test]
fn solve_prints_the_promised_keys_in_order() {
    let run = run(&["quarto", "solve", LOST, "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(
        keys(&run.out),
        ["value", "distance", "nodes", "seconds", "best"]
    );
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["value"], -1);
    assert_eq!(answer["distance"], 6);
    assert_eq!(
        answer["best"],
        serde_json::json!(["c2", "a3", "b3", "a4", "b4"])
    );
    assert!(answer["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
}

#[test]
fn value_only_leaves_distance_and_moves_out() {
    let run = run(&["quarto", "solve", LOST, "--value-only", "--json"]);
    assert_eq!(keys(&run.out), ["value", "nodes", "seconds"]);
}

#[test]
fn solve_says_it_in_words_too() {
    let run = run(&["quarto", "solve", LOST]);
    let sentence = "The side that has to place b loses in 6 placements. \
                    Best: c2, a3, b3, a4, b4.";
    assert!(run.out.contains(sentence), "{}", run.out);
    assert!(!run.out.contains('\u{1b}'), "colours in a pipe");
}

#[test]
fn rules_change_the_answer() {
    // Three light ones in a row: a fourth on d1 wins, in misère it loses.
    let position = "0d4.15....96..87/c";
    let value = |arguments: &[&str]| {
        let mut all = vec!["quarto", "moves", position, "--json"];
        all.extend(arguments);
        let moves = json(&all);
        let d1 = moves
            .as_array()
            .expect("an array")
            .iter()
            .find(|rated| rated["move"] == "d1")
            .cloned();
        d1.expect("d1 is empty")
    };
    assert_eq!(value(&[])["value"], 1);
    assert_eq!(value(&[])["distance"], 1);
    assert_eq!(value(&["--misere"])["value"], -1);
    // Where only size counts, d among small ones spoils the row.
    assert_ne!(value(&["--properties", "1"])["distance"], 1);
}

#[test]
fn a_full_board_is_a_draw_with_nothing_left_to_play() {
    let answer = json(&["quarto", "solve", "14af7d0569e8c2b3/-", "--json"]);
    assert_eq!(answer["value"], 0);
    assert_eq!(answer["distance"], 0);
    assert_eq!(answer["best"], serde_json::json!([]));
}

#[test]
fn moves_lists_every_legal_move_with_its_value() {
    let run = run(&["quarto", "moves", LOST, "--json"]);
    let moves: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let moves = moves.as_array().expect("an array");
    assert_eq!(moves.len(), 7);
    assert_eq!(keys(&moves[0].to_string()).len(), 3);
    assert!(run.out.starts_with("[{\"move\":"), "{}", run.out);
    let losing: Vec<&str> = moves
        .iter()
        .filter(|rated| rated["distance"] == 2)
        .filter_map(|rated| rated["move"].as_str())
        .collect();
    assert_eq!(losing, ["d1", "d2"]);
}

#[test]
fn symmetries_are_32_8_and_128_by_384() {
    for (rules, cells) in [("lines", 32), ("squares", 8), ("torus", 128)] {
        let found = json(&["quarto", "symmetries", "--rules", rules, "--json"]);
        assert_eq!(found["cells"], cells, "{rules}");
        assert_eq!(found["pieces"], 384, "{rules}");
        assert!(found["solver"].is_string() && found["seconds"].is_number());
    }
}

#[test]
fn the_signature_repeats() {
    let [one, two] = [(); 2].map(|()| json(&["quarto", "bench", "--json"]));
    assert!(one["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
    for key in ["nodes", "solver", "player"] {
        assert_eq!(one[key], two[key], "{key}");
    }
}

#[test]
fn classes_are_counted_as_known() {
    for (rules, placed, classes, open) in [
        ("lines", "4", 10_374, Some(10_346)),
        ("squares", "3", 1_586, None),
    ] {
        let run = run(&[
            "quarto", "classes", "--rules", rules, "--placed", placed, "--json",
        ]);
        assert_eq!(keys(&run.out), ["placed", "classes", "open"]);
        let counted: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(counted["classes"], classes, "{rules}");
        if let Some(open) = open {
            assert_eq!(counted["open"], open, "{rules}");
        }
    }
}

#[test]
fn a_proof_is_written_whole_and_accepted_and_a_changed_one_refused() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = directory.path().join("late.cert");
    let name = file.to_str().expect("UTF-8");
    let position = "....3c1..d.92.a./f";
    let written = json(&["quarto", "prove", position, "--out", name, "--json"]);
    assert_eq!(written["value"], 1);
    let verdict = json(&["quarto", "check", name, "--json"]);
    assert_eq!(verdict["valid"], true);
    assert_eq!(verdict["value"], 1);
    assert_eq!(verdict["position"], position);
    let files = std::fs::read_dir(directory.path()).expect("a directory");
    assert_eq!(files.count(), 1, "nothing is left over");

    let mut bytes = std::fs::read(&file).expect("the certificate");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&file, bytes).expect("a file");
    let refused = run(&["quarto", "check", name]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.out.contains("digest"), "{}", refused.out);
}

#[test]
fn nothing_to_prove_leaves_no_file() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = directory.path().join("over.cert");
    let name = file.to_str().expect("UTF-8");
    let run = run(&["quarto", "prove", "14af7d0569e8c2b3/-", "--out", name]);
    assert_eq!(run.code, 2, "{run:?}");
    assert!(run.err.contains("14af7d0569e8c2b3/-"), "{}", run.err);
    let files = std::fs::read_dir(directory.path()).expect("a directory");
    assert_eq!(files.count(), 0);
}

#[test]
fn bad_positions_give_code_2_and_name_text_and_place() {
    for (position, place) in [
        ("0d4.15....96..8/b", "15 cells"),
        ("0d4.15....96..87", "no `/`"),
        ("0d4.1x....96..87/b", "cell b2 holds `x`"),
        ("0d4.10....96..87/b", "piece 0 is on a1 and again on b2"),
        ("0d4.15....96..87/d", "piece d is in hand but stands on b1"),
        ("0123............/b", "a1 b1 c1 d1 share a property"),
    ] {
        let run = run(&["quarto", "solve", position, "--json"]);
        assert_eq!(run.code, 2, "{position}: {run:?}");
        assert_eq!(run.out, "", "{position}");
        assert!(run.err.contains(position), "{position}: {}", run.err);
        assert!(run.err.contains(place), "{position}: {}", run.err);
    }
}

#[test]
fn standard_input_is_answered_line_by_line() {
    let input = format!("{LOST}\n\n  {LOST}  \n");
    let run = run_with(&["quarto", "solve", "--stdin", "--cold", "--json"], &input);
    assert_eq!(run.code, 0, "{run:?}");
    let answers: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(answers.len(), 2);
    // Cold both times: the table was forgotten in between.
    assert_eq!(answers[0]["nodes"], answers[1]["nodes"]);
}

#[test]
fn a_bad_line_stops_after_the_good_ones_and_is_named() {
    let input = format!("{LOST}\nnonsense\n{LOST}\n");
    let run = run_with(&["quarto", "solve", "--stdin", "--json"], &input);
    assert_eq!(run.code, 2, "{run:?}");
    assert_eq!(run.out.lines().count(), 1, "{run:?}");
    assert!(run.err.contains("line 2"), "{}", run.err);
    assert!(run.err.contains("`nonsense`"), "{}", run.err);
}

#[test]
fn mistyped_commands_and_options_are_guessed() {
    let mistyped = run(&["quarto", "slove", LOST]);
    assert_eq!(mistyped.code, 2);
    assert!(mistyped.err.contains("'solve'"), "{}", mistyped.err);
    let mistyped = run(&["quarto", "solve", LOST, "--rules", "square"]);
    assert_eq!(mistyped.code, 2);
    assert!(mistyped.err.contains("'squares'"), "{}", mistyped.err);
    let unknown = run(&["quarto", "match", "--a", "33", "--b", "2", "--games", "1"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("`33`"), "{}", unknown.err);
}

#[test]
fn mistyped_levels_rules_and_games_are_guessed() {
    for (arguments, meant) in [
        (&["play", "quarto", "--level", "perfct"][..], "`perfect`"),
        (&["play", "quarto", "--rules", "squars"], "`squares`"),
        (&["quarto", "play", "--level", "perfect!"], "`perfect`"),
        (&["skat", "match", "--a", "simpel", "--b", "1"], "`simple`"),
        (&["darkchess", "play", "--level", "gready"], "`greedy`"),
        (&["play", "dominos"], "'dominoes'"),
        (&["tables", "count", "darkches"], "'darkchess'"),
        (&["quarto", "solve", "--rules", "tours", "x"], "'torus'"),
    ] {
        let refused = run(arguments);
        assert_eq!(refused.code, 2, "{arguments:?}: {refused:?}");
        assert!(
            refused.err.contains(meant),
            "{arguments:?}: {}",
            refused.err
        );
    }
    // What is like nothing is not guessed at.
    let refused = run(&["play", "quarto", "--level", "99"]);
    assert!(!refused.err.contains("did you mean"), "{}", refused.err);
}

#[test]
fn the_version_says_what_the_program_is_made_of() {
    let short = run(&["-V"]);
    assert_eq!(short.out, format!("tabia {}\n", env!("CARGO_PKG_VERSION")));
    let long = run(&["--version"]);
    assert!(long.out.starts_with(short.out.trim_end()), "{}", long.out);
    for part in [
        "target:",
        "processor:",
        "games:      quarto, go",
        "SQLite 3",
    ] {
        assert!(long.out.contains(part), "{part} in {}", long.out);
    }
}

#[test]
fn every_command_has_help_with_an_example_and_json() {
    let help = run(&["quarto", "--help"]);
    let commands: Vec<&str> = help
        .out
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.contains(&"solve"), "{commands:?}");
    for command in commands {
        let help = run(&["quarto", command, "--help"]);
        assert_eq!(help.code, 0, "{command}");
        assert!(help.out.contains("Example"), "{command}");
        assert!(
            help.out.contains(&format!("tabia quarto {command}")),
            "{command}"
        );
        assert!(help.out.contains("--json"), "{command}");
    }
}

#[test]
fn a_file_that_is_no_certificate_is_refused_with_code_1_and_a_missing_one_with_2() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = directory.path().join("no.cert");
    std::fs::write(
        &file,
        "this is no certificate, but it is long enough to be one",
    )
    .expect("a file");
    let name = file.to_str().expect("UTF-8");
    let refused = run(&["quarto", "check", name]);
    assert_eq!(refused.code, 1, "{refused:?}");
    assert!(refused.out.contains("TABIAQC1"), "{}", refused.out);
    let refused = run(&["quarto", "check", name, "--json"]);
    let verdict: serde_json::Value = serde_json::from_str(&refused.out).expect("JSON");
    assert_eq!(verdict["valid"], false);
    let missing = run(&["quarto", "check", "no-such-file.cert"]);
    assert_eq!(missing.code, 2, "{missing:?}");
    assert!(missing.err.contains("no-such-file.cert"), "{}", missing.err);
}

#[test]
fn every_shell_gets_completions_and_every_command_a_man_page() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell]);
        assert_eq!(run.code, 0, "{run:?}");
        assert!(run.out.contains("symmetries"), "{shell}: {}", run.out);
    }
    let directory = tempfile::tempdir().expect("a scratch directory");
    let path = directory.path().to_str().expect("a path in UTF-8");
    assert_eq!(run(&["man", "--out", path]).code, 0);
    let page = std::fs::read_to_string(directory.path().join("tabia-quarto-solve.1"));
    assert!(page.expect("a page").contains("value\\-only"));
}
