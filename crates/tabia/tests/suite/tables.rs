//! `tabia tables`: keys, numbers, exit codes.

use crate::program;
use crate::skipped::skipped;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use program::{json, keys, run, start};

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
    fails(
        &["stats", "darkchess", "KG-k", "--dir", &dir],
        "KG-k has more pieces than there are tables for",
    );
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

/// All files of a directory but unfinished ones.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let entry = entry.expect("an entry");
        let name = entry.file_name().into_string().expect("UTF-8");
        if !name.ends_with(".partial") {
            files.push((name, fs::read(entry.path()).expect("a file")));
        }
    }
    files.sort();
    files
}

#[test]
fn a_killed_build_leaves_only_whole_files_and_goes_on() {
    let (killed, whole) = (scratch("tables-killed"), scratch("tables-whole"));
    let build = |dir: &'static str| -> Vec<&'static str> {
        let arguments = "tables build darkchess --elements 4 --distances --json --dir";
        arguments.split(' ').chain([dir]).collect()
    };
    let text = |dir: &Path| -> &'static str { dir.to_str().expect("UTF-8").to_owned().leak() };
    let (killed_arguments, whole_arguments) = (build(text(&killed)), build(text(&whole)));
    assert_eq!(json(&whole_arguments)["solved"], 100);
    let expected = files(&whole);

    // SIGKILL three times, SIGINT once, each after some more files are there.
    let mut seen = 0;
    for round in 0..4 {
        let mut child = start(&killed_arguments);
        let enough = |count: usize| count >= seen + 20;
        while !enough(files(&killed).len()) && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_millis(5));
        }
        if round < 3 {
            child.kill().expect("SIGKILL");
            child.wait().expect("it ends");
        } else {
            let id = child.id().to_string();
            let sent = Command::new("kill").args(["-INT", &id]).status();
            assert!(sent.expect("kill").success());
            let code = child.wait().expect("it ends").code();
            assert!(matches!(code, Some(130 | 0)), "{code:?}");
        }
        let there = files(&killed);
        for file in &there {
            assert!(expected.contains(file), "{} is not whole", file.0);
        }
        assert!(there.len() >= seen, "files stay");
        seen = there.len();
    }
    assert!(seen < expected.len(), "the build was never interrupted");
    let finished = json(&killed_arguments);
    assert_eq!(finished["classes"], 100);
    assert_eq!(files(&killed), expected);
    assert_eq!(json(&killed_arguments)["solved"], 0);
}

#[test]
fn a_full_disk_is_named() {
    let dir = scratch("tables-full");
    fs::create_dir_all(&dir).expect("a directory");
    let name = dir.to_str().expect("UTF-8");
    let mount = ["-t", "tmpfs", "-o", "size=128k", "tmpfs", name];
    let mounted = Command::new("mount").args(mount).output();
    if !mounted.is_ok_and(|output| output.status.success()) {
        skipped("mounting a small file system needs root");
        return;
    }
    let arguments = [
        "tables",
        "build",
        "darkchess",
        "--elements",
        "4",
        "--dir",
        name,
    ];
    let full = run(&arguments);
    let partial = fs::read_dir(&dir).expect("a directory").filter(|entry| {
        let name = entry.as_ref().expect("an entry").file_name();
        name.to_string_lossy().ends_with(".partial")
    });
    let partial = partial.count();
    let unmounted = Command::new("umount").arg(name).status();
    assert!(unmounted.expect("umount").success());
    assert_eq!(full.code, 1, "{full:?}");
    assert!(full.err.contains("cannot write"), "{full:?}");
    assert!(full.err.contains("No space left"), "{full:?}");
    assert_eq!(partial, 0);
}

#[test]
fn the_forty_ply_rule_lists_and_samples_can_be_asked_for() {
    let dir = scratch("tables-forty");
    let name = dir.to_str().expect("UTF-8");
    let build = [
        "tables",
        "build",
        "darkchess",
        "--elements",
        "2",
        "--dir",
        name,
    ];
    json(&[&build[..], &["--forty", "--json"]].concat());
    let probe = |position: &str| {
        let arguments = ["tables", "probe", "darkchess", position, "--dir", name];
        json(&[&arguments[..], &["--json"]].concat())
    };
    // Six plies are left, and no more.
    assert_eq!(probe("8/1b6/2K5/8 b 34")["value"], -1);
    assert_eq!(probe("8/1b6/2K5/8 b 35")["value"], 0);
    assert_eq!(probe("8/1bK5/8/8 w 39")["value"], 1);
    assert_eq!(probe("8/1bK5/8/8 w 40")["value"], 0);
    assert_eq!(
        run(&["tables", "verify", "darkchess", "--dir", name]).code,
        0
    );

    let dir = scratch("tables-list");
    let name = dir.to_str().expect("UTF-8");
    let build = [
        "tables",
        "build",
        "darkchess",
        "--elements",
        "3",
        "--dir",
        name,
    ];
    let sampled = json(&[&build[..], &["--sample", "7", "--json"]].concat());
    assert_eq!(sampled["sample"]["measured"]["classes"], 7);
    assert_eq!(sampled["sample"]["extrapolated"]["classes"], 20);
    let listed = json(&[&build[..], &["--format", "wonlist", "--json"]].concat());
    assert_eq!(listed["solved"], 25);
    assert_eq!(
        run(&["tables", "verify", "darkchess", "--dir", name]).code,
        0
    );
    let wrong = run(&[&build[..], &["--only", "KG-kg"]].concat());
    assert_eq!(wrong.code, 2, "{wrong:?}");
    assert!(wrong.err.contains("KG-kg"), "{wrong:?}");
}
