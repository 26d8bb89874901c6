//! What tunings say: what they refuse, how far they are, and that they failed.

use crate::program;

use std::path::{Path, PathBuf};

use program::{json, run};

/// The program as any other UCI engine: behind a process.
fn uci_engine() -> String {
    format!("{} chess uci;name=other", env!("CARGO_BIN_EXE_tabia"))
}

fn file(place: &Path, name: &str, text: &str) -> String {
    let path = place.join(name);
    std::fs::write(&path, text).expect(name);
    path.to_str().expect("a plain name").to_owned()
}

#[test]
fn parameters_that_the_engine_does_not_have_are_refused_before_any_game() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let other = uci_engine();
    for (engine, line, said) in [
        (
            "tabia",
            "Razr, int, 100, 50, 200, 8, 0.002",
            &[
                "no numeric option `Razr`",
                "did you mean `razor`?",
                "Hash, Threads",
            ][..],
        ),
        (
            &other,
            "Hsh, int, 16, 1, 64, 8, 0.002",
            &[
                "other has no numeric option `Hsh`",
                "did you mean `Hash`?",
                "MultiPV",
            ],
        ),
        // It has this one, but it is no number.
        (
            &other,
            "EvalProfile, int, 1, 0, 2, 1, 0.002",
            &["no numeric option `EvalProfile`"],
        ),
        (
            &other,
            "MultiPV, int, 4, 0, 8, 1, 0.002",
            &["MultiPV: from 0 to 8 is more than other takes, 1 to 218"],
        ),
        (
            "tabia",
            "UCI_Elo, int, 2000, 1500, 99999, 50, 0.002",
            &["UCI_Elo: from 1500 to 99999 is more than tabia takes"],
        ),
    ] {
        let good = "Hash, int, 16, 1, 64, 8, 0.002\n";
        let lines = file(place.path(), "lines.txt", &format!("{good}{line}\n"));
        for method in ["spsa", "evolution"] {
            let tune = ["chess", "tune", "--engine", engine, "--lines", &lines];
            let refused =
                run(&[&tune[..], &["--method", method, "--control", "nodes:50"]].concat());
            assert_eq!(refused.code, 2, "{line}: {refused:?}");
            assert!(
                refused.out.is_empty() && !refused.err.contains("round"),
                "{refused:?}"
            );
            for part in said.iter().chain(&["lines.txt"]) {
                assert!(
                    refused.err.contains(part),
                    "{line}: no {part:?} in {}",
                    refused.err
                );
            }
        }
    }
    // By name they always were.
    let named = ["chess", "tune", "--engine", "tabia", "--options", "Razr"];
    let refused = run(&[&named[..], &["--method", "spsa"]].concat());
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(
        refused.err.contains("did you mean `razor`?"),
        "{}",
        refused.err
    );
}

#[test]
fn names_of_options_are_the_same_in_any_case_and_a_round_is_a_line_in_a_pipe() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let lines = "RAZOR, int, 100, 80, 200, 20, 2\nhash, int, 8, 1, 16, 4, 2\n";
    let lines = file(place.path(), "lines.txt", lines);
    let tuned = run(&[
        "chess",
        "tune",
        "--engine",
        "tabia",
        "--lines",
        &lines,
        "--method",
        "spsa",
        "--generations",
        "3",
        "--pairs",
        "1",
        "--control",
        "nodes:60",
        "--json",
    ]);
    assert_eq!(tuned.code, 0, "{tuned:?}");
    let said: Vec<&str> = tuned.err.lines().collect();
    assert_eq!(said.len(), 3, "{said:?}");
    for (line, round) in said.iter().zip(1..) {
        let begins = format!("round {round} of 3, {} games: ", 2 * round);
        assert!(line.starts_with(&begins), "{line}");
        let moved =
            line.contains("options moved, most ") || line.ends_with("nothing has moved yet");
        assert!(moved && line.len() < 200, "{line}");
    }
}

/// Games that the program made itself.
fn games(place: &Path) -> PathBuf {
    let path = place.join("games.pgn");
    let name = path.to_str().expect("a plain name");
    let play = [
        "chess",
        "self-play",
        "--games",
        "60",
        "--nodes",
        "100",
        "--out",
        name,
    ];
    assert_eq!(run(&play).code, 0);
    path
}

#[test]
fn a_tuning_that_ends_far_below_its_start_says_so() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let games = games(place.path());
    let games = games.to_str().expect("a plain name");
    let tune = [
        "chess",
        "tune",
        "--games",
        games,
        "--split",
        "game",
        "--from-game",
        "200",
        "--after-ply",
        "8",
        "--generations",
        "1",
    ];
    // The better of two players drawn at random.
    let nonsense = [&tune[..], &["--players", "2"]].concat();
    let found = json(&[&nonsense[..], &["--json"]].concat());
    assert_eq!(found["worse_than_start"], true, "{found}");
    let below = |key: &str| {
        let [now, then] = ["held_out", "start"].map(|what| found[what][key].as_f64());
        (now.expect("a number"), then.expect("a number"))
    };
    let (now, then) = below("quiescence_match");
    assert!(now < then, "{now} {then}");
    let told = run(&nonsense);
    assert_eq!(told.code, 0, "{told:?}");
    let warning = "warning: these weights are far below the start (set by hand): on games held out";
    assert!(told.err.contains(warning), "{}", told.err);
    assert!(told.err.contains("Do not use them"), "{}", told.err);

    // Who begins with the weights set by hand and keeps them is not blamed.
    let kept = [
        &tune[..],
        &[
            "--players",
            "2",
            "--start",
            "hand",
            "--mutation-width",
            "1e-9",
        ],
    ];
    let kept = kept.concat();
    let found = json(&[&kept[..], &["--json"]].concat());
    assert_eq!(found["worse_than_start"], false, "{found}");
    assert!(!run(&kept).err.contains("warning: these"));
}

#[test]
fn rounds_of_more_games_than_memory_holds_are_refused() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let none = file(place.path(), "none.pgn", "");
    for words in [
        &[
            "--games",
            &none,
            "--trial",
            "tournament",
            "--players",
            "1000",
            "--opponents",
            "0",
        ][..],
        &[
            "--games",
            &none,
            "--trial",
            "tournament",
            "--players",
            "1000",
            "--pairs",
            "1000",
        ],
        &[
            "--engine",
            "tabia",
            "--options",
            "Razor",
            "--players",
            "1000",
        ],
    ] {
        let refused = run(&[&["chess", "tune"], words].concat());
        assert_eq!(refused.code, 2, "{words:?}: {refused:?}");
        assert!(
            refused.err.contains("games is more than 1000000"),
            "{words:?}: {refused:?}"
        );
    }
}
