//! `tabia chess`: JSON keys, exit codes, messages.

use crate::program;

use program::{json, keys, run, run_with};

const ITALIAN: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";

#[test]
fn features_prints_the_promised_keys_in_order() {
    let run = run(&["chess", "features", ITALIAN, "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(keys(&run.out), ["white", "black", "score"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    for side in ["white", "black"] {
        assert_eq!(answer[side].as_array().map(Vec::len), Some(38));
        assert_eq!(answer[side][0], 8, "pawns");
    }
}

#[test]
fn features_reads_one_position_a_line() {
    let input = format!("{ITALIAN}\n\n4k3/8/8/8/8/8/8/4K2R w K -\n");
    let run = run_with(&["chess", "features", "--stdin", "--json"], &input);
    assert_eq!((run.code, run.out.lines().count()), (0, 2), "{run:?}");
    let wrong = run_with(
        &["chess", "features", "--stdin"],
        &format!("{ITALIAN}\nrubbish\n"),
    );
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("line 2") && wrong.err.contains("rubbish"),
        "{wrong:?}"
    );
}

#[test]
fn features_of_every_profile_add_up() {
    let answer = json(&["chess", "features", ITALIAN, "--profile", "full", "--json"]);
    let terms = answer["terms"].as_array().expect("terms");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    let sum: f64 = terms.iter().map(|term| number(&term["score"])).sum();
    assert!(terms.len() > 20, "{answer}");
    // The score is rounded towards zero.
    assert!(
        (sum.trunc() - number(&answer["score"])).abs() <= 1.0,
        "{sum} {answer}"
    );
    let base = json(&[
        "chess",
        "features",
        ITALIAN,
        "--profile",
        "base33",
        "--json",
    ]);
    assert_eq!(base["white"].as_array().map(Vec::len), Some(33));
}

#[test]
fn weights_are_printed_written_and_read_again() {
    let shipped = json(&["chess", "weights", "--profile", "seed38", "--json"]);
    let hand = json(&[
        "chess",
        "weights",
        "--profile",
        "seed38",
        "--hand",
        "--json",
    ]);
    assert_eq!(hand["weights"].as_array().map(Vec::len), Some(38));
    let evolved = json(&["chess", "weights", "--evolved", "--json"]);
    assert_eq!(evolved["profile"], "seed38");
    assert_ne!(shipped["weights"], hand["weights"]);
    assert_ne!(shipped["weights"], evolved["weights"]);
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let file = scratch.path().join("hand.json");
    let file = file.to_str().expect("a plain path");
    let written = run(&[
        "chess",
        "weights",
        "--profile",
        "seed38",
        "--hand",
        "--out",
        file,
    ]);
    assert_eq!(written.code, 0, "{written:?}");
    let again = json(&["chess", "weights", "--weights", file, "--json"]);
    assert_eq!(again, hand);
    let rust = run(&["chess", "weights", "--weights", file, "--rust"]);
    assert!(rust.out.contains("pub const SEED38: [i16; 38]"), "{rust:?}");
    let table = run(&["chess", "weights"]);
    assert!(table.out.lines().count() > 500, "{}", table.out.len());
    let wrong = run(&["chess", "weights", "--weights", "none.json"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("none.json"), "{wrong:?}");
}

#[test]
fn perft_counts() {
    let answer = json(&["chess", "perft", "startpos", "4", "--json"]);
    assert_eq!(answer["nodes"], 197_281);
    let divided = json(&["chess", "perft", ITALIAN, "2", "--divide", "--json"]);
    let moves = divided["moves"].as_array().expect("an array");
    let sum: u64 = moves
        .iter()
        .map(|below| below["nodes"].as_u64().expect("a count"))
        .sum();
    assert_eq!(divided["nodes"], sum);
    let wrong = run(&["chess", "perft", "8/8/8/8/8/8/8/8 w - -", "2"]);
    assert_eq!(wrong.code, 2);
    assert!(wrong.err.contains("field 1"), "{wrong:?}");
}

#[test]
fn bench_ends_as_openbench_expects() {
    let run = run(&["chess", "bench", "--depth", "3"]);
    let last: Vec<&str> = run.out.lines().last().expect("a line").split(' ').collect();
    assert_eq!((last[1], last[3]), ("nodes", "nps"), "{run:?}");
    assert!(last[0].parse::<u64>().is_ok() && last[2].parse::<u64>().is_ok());
}

#[test]
fn uci_answers_and_ends_with_its_input() {
    let input = "uci\nisready\nposition startpos\ngo depth 3\n";
    let run = run_with(&["chess", "uci"], input);
    assert_eq!(run.code, 0, "{run:?}");
    for start in ["uciok", "readyok", "bestmove "] {
        assert!(
            run.out.lines().any(|line| line.starts_with(start)),
            "{run:?}"
        );
    }
}

#[test]
fn a_suite_is_solved_and_scored() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("mates.epd");
    let lines = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8 +; id \"back rank\";\n\
                 6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kf2; id \"wrong\";\n";
    std::fs::write(&file, lines).expect("written");
    let path = file.to_str().expect("UTF-8");
    let answer = json(&[
        "chess", "suite", path, "--nodes", "2000", "--misses", "--json",
    ]);
    assert_eq!(
        (&answer["problems"], &answer["solved"]),
        (&2.into(), &1.into())
    );
    assert_eq!(answer["misses"][0]["name"], "wrong");
    assert_eq!(answer["skipped"], 0);
    std::fs::write(&file, format!("{lines}6k1/8/8/8 w - - bm Ra8;\n")).expect("written");
    let gap = run(&["chess", "suite", path, "--nodes", "2000"]);
    assert_eq!(gap.code, 0, "{gap:?}");
    assert!(
        gap.out.contains("1 of 2 solved, 1 lines skipped"),
        "{gap:?}"
    );
    assert!(gap.err.contains("line 3"), "{gap:?}");
    std::fs::write(&file, "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Qa8;\n").expect("written");
    let wrong = run(&["chess", "suite", path]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("line 1") && wrong.err.contains("Qa8"),
        "{wrong:?}"
    );
}

#[test]
fn weights_of_another_shape_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("weights.json");
    std::fs::write(&file, r#"{"profile":"seed38","weights":[1]}"#).expect("written");
    let path = file.to_str().expect("UTF-8");
    let wrong = run(&["chess", "bench", "--weights", path]);
    assert_eq!(wrong.code, 2);
    assert!(
        wrong.err.contains("weights.json") && wrong.err.contains("38"),
        "{wrong:?}"
    );
}
