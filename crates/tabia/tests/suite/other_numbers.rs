//! Numbers that no option declares: levels, deals, files, protocols.

use crate::numbers::VALUES;
use crate::program::{self, Run, run};
use crate::range_ends::PROBLEM;

#[test]
fn levels_and_deals_of_the_desk_are_read_or_refused() {
    let values = [
        "0",
        "-1",
        "4294967296",
        "18446744073709551615",
        "18446744073709551616",
        "NaN",
        "inf",
        "",
        "0x10",
        "1e308",
    ];
    let games = ["quarto", "go", "chess", "darkchess", "dominoes", "skat"];
    for (game, value) in games
        .iter()
        .flat_map(|game| values.map(|value| (game, value)))
    {
        let asked = [format!("--level={value}"), format!("--start=#{value}")];
        for option in &asked {
            let played = program::run_with(&["play", game, option], "quit\n");
            assert!([0, 2].contains(&played.code), "{game} {option}: {played:?}");
            let named = played.code == 0 || played.err.contains(value);
            assert!(
                named && !played.err.contains("panicked"),
                "{game} {option}: {played:?}"
            );
        }
    }
}

#[test]
fn a_seed_that_leaves_no_room_for_its_problems_is_named() {
    let last = u64::MAX.to_string();
    let refused = run(&["go", "generate", "--points=4", "--count=2", "--seed", &last]);
    assert_eq!(refused.code, 2, "{refused:?}");
    for part in ["--seed 18446744073709551615", "--count 2"] {
        assert!(refused.err.contains(part), "{refused:?}");
    }
    let made = run(&["go", "generate", "--points=4", "--count=1", "--seed", &last]);
    assert_eq!(made.code, 0, "{made:?}");
}

#[test]
fn numbers_of_a_pool_are_refused_with_the_file() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let path = place.path().join("pool.toml");
    let name = path.to_str().expect("a plain name");
    for (pairs, rating, said) in [
        ("0", "1", "pairs = 0 makes 0 games"),
        ("500001", "1", "pairs = 500001 makes 1000002 games"),
        (
            "4294967295",
            "1",
            "pairs = 4294967295 makes 8589934590 games",
        ),
        ("4294967296", "1", "4294967296"),
        ("-1", "1", "-1"),
        ("1.5", "1", "1.5"),
        ("nan", "1", "nan"),
        ("1", "nan", "rating = NaN"),
        ("1", "inf", "rating = inf"),
        ("1", "-inf", "rating = -inf"),
        ("1", "1e308", "rating = 1e308"),
    ] {
        let pool = format!(
            "pairs = {pairs}\n[[engine]]\nplayer = \"tabia\"\nrating = {rating}\n\
             [[engine]]\nplayer = \"tabia:seed38\"\n"
        );
        std::fs::write(&path, pool).expect("a file");
        let refused = run(&["chess", "rate", "--pool", name, "--control", "nodes:50"]);
        assert_eq!(refused.code, 2, "{pairs} {rating}: {refused:?}");
        for part in ["pool.toml", said] {
            assert!(refused.err.contains(part), "{pairs} {rating}: {refused:?}");
        }
    }
}

/// A session as a program has it; no answer may be missing at its end.
fn session(words: &[&str], lines: &[String], last: &str) -> Run {
    let input = lines.join("\n") + "\n" + last + "\nquit\n";
    let run = program::run_with(words, &input);
    assert!(!run.err.contains("panicked"), "{words:?}: {}", run.err);
    assert_eq!(run.code, 0, "{words:?}: {}", run.err);
    run
}

#[test]
fn numbers_of_uci_are_taken_or_complained_about() {
    let keys = [
        "depth",
        "nodes",
        "mate",
        "movetime",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
    ];
    let mut lines = vec!["position startpos".to_owned()];
    for value in VALUES.iter().filter(|value| !value.contains('\n')) {
        for option in [
            "Hash",
            "Threads",
            "MultiPV",
            "Move Overhead",
            "UCI_Elo",
            "Razor",
        ] {
            // Tables and threads of any size are had elsewhere; here only no crash.
            if !value.starts_with(['2', '1', '+']) {
                lines.push(format!("setoption name {option} value {value}"));
            }
        }
        // The depth ends what the number does not.
        lines.extend(keys.map(|key| format!("go {key} {value} depth 1")));
        lines.push(format!(
            "go wtime {value} btime {value} winc {value} binc {value} depth 1"
        ));
    }
    let run = session(&["chess", "uci"], &lines, "isready");
    assert!(run.out.contains("readyok"), "{run:?}");
    let answered = run.out.matches("bestmove").count();
    assert!(answered >= keys.len() * 8, "{answered} moves");
}

#[test]
fn numbers_of_gtp_are_taken_or_refused() {
    let mut lines = Vec::new();
    for value in VALUES.iter().filter(|value| !value.contains('\n')) {
        for command in [
            "boardsize",
            "komi",
            "undo",
            "fixed_handicap",
            "time_settings",
        ] {
            lines.push(format!("{command} {value}"));
        }
        lines.push(format!("time_settings {value} {value} {value}"));
        lines.push(format!("play black A{value}"));
    }
    let run = session(&["go", "gtp"], &lines, "protocol_version");
    assert!(run.out.trim_end().contains("= 2"), "{run:?}");
    let answers = run.out.matches("\n\n").count();
    assert!(
        answers >= lines.len(),
        "{answers} answers to {} lines",
        lines.len()
    );
}

#[test]
fn sizes_of_boards_in_files_are_refused() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let path = place.path().join("problem.sgf");
    let name = path.to_str().expect("a plain name");
    for size in VALUES.iter().filter(|size| !["1", "0"].contains(size)) {
        let problem = PROBLEM.replace("SZ[9]", &format!("SZ[{size}]"));
        std::fs::write(&path, problem).expect("a file");
        let refused = run(&["go", "eye", name]);
        let small = ["+5", " 5", "5\n"].contains(size);
        assert!(
            refused.code == 2 || (small && refused.code == 0),
            "{size:?}: {refused:?}"
        );
        assert!(!refused.err.contains("panicked"), "{size:?}: {refused:?}");
    }
}
