//! `tabia tables … dominoes` and `skat`: keys, numbers, exit codes.

use crate::program;

use std::fs;
use std::path::PathBuf;

use program::{json, keys, run};

/// Tables of a game in an empty directory of this test's own.
fn built(name: &str, arguments: &[&str]) -> String {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if dir.exists() {
        fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    let dir = dir.to_str().expect("UTF-8").to_owned();
    let run = run(&[&["tables", "build"], arguments, &["--dir", &dir, "--json"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    let expected = ["classes", "solved", "positions", "bytes", "seconds"];
    assert_eq!(keys(&run.out), expected);
    dir
}

#[test]
fn dominoes_are_counted_as_in_the_paper_and_soundly() {
    let arguments = ["tables", "count", "dominoes", "--elements", "5", "--json"];
    let counted = json(&arguments);
    assert_eq!(
        keys(&run(&arguments).out),
        [
            "materials",
            "representatives",
            "positions",
            "representative_positions",
            "sound",
            "sound_positions",
            "sound_pips",
            "sound_pips_positions"
        ]
    );
    assert_eq!(counted["materials"], 180_180);
    assert_eq!(counted["representatives"], 185);
    assert_eq!(counted["positions"], 8_026_200);
    assert_eq!(counted["representative_positions"], 7_854);
    assert_eq!(
        (&counted["sound"], &counted["sound_pips"]),
        (&194.into(), &6_205.into())
    );
}

#[test]
fn sets_of_cards_are_counted_with_and_without_points() {
    let counted = json(&["tables", "count", "skat", "--elements", "6", "--json"]);
    assert_eq!(counted["materials"], 906_192);
    for (game, structures, representatives) in
        [("clubs", 23, 16_898), ("grand", 25, 4_909), ("null", 9, 9)]
    {
        assert_eq!(counted[game]["structures"], structures);
        assert_eq!(counted[game]["representatives"], representatives);
        assert_eq!(
            counted[game]["representative_positions"],
            representatives * 270
        );
    }
    let five = json(&["tables", "count", "skat", "--elements", "5", "--json"]);
    assert_eq!(five["positions"], serde_json::Value::Null);
    assert_eq!(five["clubs"]["representatives"], 5_641);
}

#[test]
fn dominoes_are_built_probed_and_verified() {
    let dir = built("tables-dominoes", &["dominoes", "--elements", "4"]);
    let position = "02 33 | 12 | 0-1 first";
    let ask =
        |verb: &str, what: &str| json(&["tables", verb, "dominoes", what, "--dir", &dir, "--json"]);
    let solved = json(&["dominoes", "solve", position, "--json"]);
    let probed = ask("probe", position);
    assert_eq!(
        (&probed["value"], &probed["best"]),
        (&solved["value"], &solved["best"])
    );
    let line = ask("line", position);
    assert_eq!(line["value"], solved["value"]);
    assert_eq!(line["moves"], serde_json::json!(["02@0", "12@1"]));
    assert_eq!(line["end"], "33 |  | 2-2 first");
    let stats = ask("stats", "01 02 12 33");
    let sum: u64 = ["win", "draw", "loss"]
        .iter()
        .filter_map(|&key| stats[key].as_u64())
        .sum();
    assert_eq!(sum, 24);
    let verify = ["tables", "verify", "dominoes", "--dir", &dir, "--json"];
    let verified = json(&verify);
    assert_eq!(
        (&verified["valid"], &verified["elements"]),
        (&true.into(), &4.into())
    );
    let file = PathBuf::from(&dir).join("01-02-12.pips");
    let mut bytes = fs::read(&file).expect("a table");
    *bytes.last_mut().expect("not empty") ^= 1;
    fs::write(&file, bytes).expect("a damaged table");
    let failed = run(&verify);
    assert_eq!(failed.code, 1, "{failed:?}");
    assert!(
        failed.out.contains("01-02-12.pips is damaged"),
        "{failed:?}"
    );
}

#[test]
fn skat_is_built_probed_and_verified() {
    let dir = built("tables-skat", &["skat", "--elements", "6"]);
    let deal = "CJ SA | DK S7 | CA C9; game clubs; declarer 1; lead 2";
    let ask = |verb: &str| json(&["tables", verb, "skat", deal, "--dir", &dir, "--json"]);
    let solved = json(&["skat", "solve", deal, "--json"]);
    let probed = ask("probe");
    assert_eq!(
        (&probed["points"], &probed["best"]),
        (&solved["points"], &solved["best"])
    );
    let line = ask("line");
    assert_eq!(line["points"], solved["points"]);
    assert_eq!(line["moves"].as_array().map(Vec::len), Some(6));
    let stats = [
        "tables",
        "stats",
        "skat",
        "CJ SA DK S7 CA C9",
        "--game",
        "clubs",
        "--dir",
        &dir,
        "--json",
    ];
    let stats = json(&stats);
    assert_eq!(stats["declarer_leads"]["deals"], 90);
    let null = [
        "tables",
        "stats",
        "skat",
        "CJ SA DK S7 CA C9",
        "--game",
        "null",
        "--dir",
        &dir,
        "--json",
    ];
    assert_eq!(
        keys(&run(&null).out),
        ["declarer_leads", "next_leads", "last_leads"]
    );
    let verified = json(&["tables", "verify", "skat", "--dir", &dir, "--json"]);
    assert_eq!(
        (&verified["valid"], &verified["elements"]),
        (&true.into(), &6.into())
    );
}

#[test]
fn bad_input_is_named() {
    let dir = built("tables-cards-bad", &["skat", "--elements", "3"]);
    let fails = |arguments: &[&str], expected: &str| {
        let run = run(&[&["tables"], arguments].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(expected), "{expected}: {run:?}");
    };
    fails(&["count", "skat", "--elements", "33"], "from 1 to 32");
    fails(&["count", "dominoes", "--elements", "8"], "2 to 7");
    fails(
        &["build", "skat", "--elements", "4", "--dir", &dir],
        "3, 6 and 9",
    );
    fails(
        &["build", "dominoes", "--elements", "8", "--dir", &dir],
        "3 to 7",
    );
    fails(
        &["stats", "skat", "CJ CJ", "--dir", &dir],
        "CJ is there twice",
    );
    fails(
        &["stats", "skat", "CJ CA", "--dir", &dir],
        "2 cards do not make",
    );
    fails(
        &[
            "stats", "skat", "CJ CA C7", "--game", "ramsch", "--dir", &dir,
        ],
        "`ramsch`",
    );
    fails(
        &["stats", "dominoes", "01 07", "--dir", &dir],
        "`07` is not a tile",
    );
    fails(
        &["stats", "dominoes", "01* 11* 12", "--dir", &dir],
        "only one tile",
    );
    let deal = "CJ SA | DK S7 | CA C9; game clubs; declarer 1; lead 2";
    fails(&["probe", "skat", deal, "--dir", &dir], "cannot open");
    fails(
        &["probe", "skat", deal, "--dir", "nowhere"],
        "nowhere is no directory",
    );
    fails(
        &["verify", "dominoes", "--dir", &dir],
        "no complete set of tables",
    );
}

#[test]
fn graphs_are_drawn() {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (game, material, name, lines) in [
        // A ring of three and a double apart.
        ("dominoes", "01 12 02 33", "tiles.svg", 3),
        // The jack takes from all four, the ace of spades from the seven, and
        // clubs are trumps.
        ("skat", "CJ CA SA S7 HT", "cards.svg", 4 + 3 + 1),
    ] {
        let file = dir.join(name);
        let path = file.to_str().expect("UTF-8");
        let run = run(&["tables", "graph", game, material, "--svg", path]);
        assert_eq!(run.code, 0, "{run:?}");
        let svg = fs::read_to_string(&file).expect("a picture");
        assert_eq!(svg.matches("<line").count(), lines, "{game}");
    }
}
