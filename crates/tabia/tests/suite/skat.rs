//! `tabia skat`: JSON keys, sentences, messages.

use crate::program;

use program::{json, keys, run};

const CLUBS: &str = "CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2";
const NULL: &str = "S7 HA | S8 H7 | S9 H8; game null; declarer 1; lead 3";

#[test]
fn solve_prints_the_promised_keys_in_order() {
    let run = run(&["skat", "solve", CLUBS, "--json"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(keys(&run.out), ["points", "best", "nodes", "seconds"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["points"], 16);
    assert_eq!(answer["best"], serde_json::json!(["S7", "H8", "DK"]));
}

#[test]
fn a_null_game_is_won_or_lost() {
    let answer = json(&["skat", "solve", NULL, "--json"]);
    assert_eq!(answer["won"], false);
    assert_eq!(answer["best"], serde_json::json!(["S9", "H8"]));
    assert!(answer.get("points").is_none());
}

#[test]
fn solve_says_it_in_words_too() {
    let run = run(&["skat", "solve", CLUBS]);
    let sentence = "The declarer, seat 1, takes 16 more points. Best for seat 2: S7, H8, DK.";
    assert!(run.out.starts_with(sentence), "{run:?}");
}

#[test]
fn the_example_of_a_trick_in_progress_is_read() {
    let help = run(&["skat", "solve", "--help"]).out;
    let deal = help
        .split('\'')
        .find(|text| text.contains("; table H"))
        .expect("an example with a trick");
    let run = run(&["skat", "solve", deal]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn bad_deals_are_refused_by_name() {
    for (deal, complaint) in [
        (
            CLUBS.replace("H8", "HX"),
            "`HX` in the hand of seat 2 is not a card",
        ),
        (
            CLUBS.replace("DT", "CJ"),
            "CJ is in the hand of seat 1 and again in the hand of seat 3",
        ),
        (CLUBS.replace(" DT", ""), "the hands have 3, 3 and 2 cards"),
        (CLUBS.replace("clubs", "ramsch"), "`ramsch` is not a game"),
        (CLUBS.replace("lead 2", "lead 0"), "`0` is not a lead"),
        (String::new(), "expected three, separated by `|`"),
    ] {
        let run = run(&["skat", "solve", &deal]);
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(complaint), "{run:?}");
        assert!(run.out.is_empty());
    }
}
