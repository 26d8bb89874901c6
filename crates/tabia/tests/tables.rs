//! `tabia tables`: keys, numbers, exit codes.

mod program;

use std::fs;
use std::path::PathBuf;

use program::{json, keys, run};

/// An empty directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    if dir.exists() {
        fs::remove_dir_all(&dir).expect("an old directory goes");
    }
    dir
}

/// Tables of two pieces with distances.
fn built(name: &str) -> String {
    let dir = scratch(name).to_str().expect("UTF-8").to_owned();
    let arguments = ["tables", "build", "darkchess", "--elements", "2", "--dir"];
    let run = run(&[&arguments[..], &[&dir, "--distances"]].concat());
    assert_eq!(run.code, 0, "{run:?}");
    dir
}

#[test]
fn count_prints_the_papers_numbers() {
    let arguments = ["tables", "count", "darkchess", "--elements", "4", "--json"];
    let run = run(&arguments);
    let expected = [
        "materials",
        "representatives",
        "positions",
        "representative_positions",
    ];
    assert_eq!(keys(&run.out), expected);
    let counted = json(&arguments);
    assert_eq!(counted["materials"], 1_737);
    assert_eq!(counted["representatives"], 186);
    assert_eq!(counted["positions"], 1_139_500_480_u64);
    assert_eq!(counted["representative_positions"], 114_208_960);
    let swap = json(&[&arguments[..], &["--equivalence", "swap"]].concat());
    assert_eq!(swap["representatives"], 75);
}

#[test]
fn tables_are_built_probed_and_verified() {
    let dir = built("tables-cli");
    let probe = |position: &str| {
        let arguments = ["tables", "probe", "darkchess", position, "--dir", &dir];
        json(&[&arguments[..], &["--json"]].concat())
    };
    let lost = probe("8/1b6/2K5/8 b 0");
    assert_eq!(lost["value"], -1);
    assert_eq!(lost["distance"], 6);
    assert_eq!(lost["best"], serde_json::json!(["b2-a2", "b2-b1"]));
    let drawn = probe("8/1b6/2K5/8 w 0");
    assert_eq!(drawn["value"], 0);
    assert_eq!(drawn["distance"], serde_json::Value::Null);

    let stats = json(&[
        "tables",
        "stats",
        "darkchess",
        "K-b",
        "--dir",
        &dir,
        "--json",
    ]);
    let expected = serde_json::json!({
        "w": {"win": 512, "draw": 480, "loss": 0},
        "b": {"win": 0, "draw": 512, "loss": 480},
    });
    assert_eq!(stats, expected);
    // The same class with colours exchanged.
    let stats = json(&[
        "tables",
        "stats",
        "darkchess",
        "N-g",
        "--dir",
        &dir,
        "--json",
    ]);
    assert_eq!(stats["b"], expected["w"]);

    let position = "8/1b6/2K5/8 b 0";
    let line = json(&[
        "tables",
        "line",
        "darkchess",
        position,
        "--dir",
        &dir,
        "--json",
    ]);
    assert_eq!(line["moves"].as_array().map(Vec::len), Some(6));
    assert_eq!(line["repeats"], false);

    let verify = ["tables", "verify", "darkchess", "--dir", &dir];
    assert_eq!(run(&verify).code, 0);
    let file = PathBuf::from(&dir).join("K-g.tbl");
    let mut bytes = fs::read(&file).expect("a table");
    *bytes.last_mut().expect("not empty") ^= 1;
    fs::write(&file, bytes).expect("a damaged table");
    let failed = run(&verify);
    assert_eq!(failed.code, 1, "{failed:?}");
    assert!(
        failed.out.contains("K-g.tbl is damaged at byte"),
        "{failed:?}"
    );
}

#[test]
fn bad_input_is_named() {
    let dir = built("tables-bad");
    let fails = |arguments: &[&str], expected: &str| {
        let run = run(&[&["tables"], arguments].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(expected), "{expected}: {run:?}");
    };
    fails(
        &["stats", "darkchess", "KK-k", "--dir", &dir],
        "K more often",
    );
    fails(&["stats", "darkchess", "KG-k", "--dir", &dir], "K-kg.tbl");
    fails(
        &["stats", "darkchess", "K-k", "--dir", "nowhere"],
        "nowhere is no directory",
    );
    fails(
        &["probe", "darkchess", "8/8/8/8 w 0", "--dir", &dir],
        "no pieces",
    );
    fails(
        &["probe", "darkchess", "8/9/8/K6k w 0", "--dir", &dir],
        "row b",
    );
    fails(&["count", "darkchess", "--elements", "9"], "9");
    fails(&["count", "chess", "--elements", "3"], "chess");
    fails(
        &["build", "darkchess", "--elements", "1", "--dir", &dir],
        "1",
    );
    fails(&["verify", "darkchess", "--dir", "nowhere"], "nowhere");
}

#[test]
fn graphs_are_drawn() {
    let file = scratch("tables-graph.svg.d");
    fs::create_dir_all(&file).expect("a directory");
    let file = file.join("graph.svg");
    let name = file.to_str().expect("UTF-8");
    let run = run(&["tables", "graph", "darkchess", "KP-kp", "--svg", name]);
    assert_eq!(run.code, 0, "{run:?}");
    let svg = fs::read_to_string(&file).expect("a picture");
    assert_eq!(svg.matches("<circle").count(), 4);
    // Kings take kings, pawns take both.
    assert_eq!(svg.matches("<line").count(), 6);
}
