//! Tournaments and tunings by games, played by workers of a real NATS server.

use crate::program;

use std::path::{Path, PathBuf};

use program::server::{Server, Worker, text};
use program::{json, run};

/// The value printed, without what differs from run to run.
fn report(arguments: &[&str]) -> serde_json::Value {
    let mut report = json(arguments);
    report["seconds"] = 0.into();
    report
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

/// A pool of our engine, with a candidate or without.
fn pool(place: &Path, candidate: bool) -> PathBuf {
    let path = place.join(format!("pool-{candidate}.toml"));
    let engines = ["tabia:seed38", "tabia:full", "tabia:base33"];
    let mut file = "pairs = 2\n".to_owned();
    for engine in engines {
        file += &format!("[[engine]]\nplayer = \"{engine}\"\n");
        if candidate && engine == "tabia:full" {
            file += "candidate = true\n";
        }
    }
    std::fs::write(&path, file).expect("a file");
    path
}

#[test]
fn a_pool_is_rated_the_same_by_workers() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let _workers = ["one", "two"].map(|name| Worker::start(&url, name, &[]));
    for (candidate, units) in [(false, 6), (true, 4)] {
        let pool = pool(place.path(), candidate);
        let play = ["--pool", text(&pool), "--control", "nodes:150"];
        let rate = |name: &str, more: &[&str]| {
            let pgn = place.path().join(format!("{name}-{candidate}.pgn"));
            let files = ["--pgn", text(&pgn), "--json"];
            let found = report(&[&["chess", "rate"], &play[..], &files, more].concat());
            (found, read(&pgn))
        };
        let near = rate("near", &["--concurrency", "2"]);
        let far = rate("far", &["--nats", &url]);
        assert_eq!(near, far);

        // The same job, submitted: it is done already.
        let there = ["--nats", &url, "--json"];
        let submitted = json(&[&["jobs", "submit", "rate"], &play[..], &there].concat());
        assert_eq!(submitted["units"], units, "{submitted}");
        assert_eq!(submitted["done"], units, "{submitted}");
        let id = submitted["id"].as_str().expect("a text");
        let out = place.path().join(id);
        json(&[&["jobs", "fetch", id, "--out", text(&out)], &there[..]].concat());
        assert_eq!(read(&out.join("games.pgn")), near.1);
    }
}

/// A few games to judge weights by.
fn games(place: &Path) -> PathBuf {
    let path = place.join("games.pgn");
    let play = "chess match --a tabia:full --b tabia:full --games 24 --control nodes:120 --json";
    let mut words: Vec<&str> = play.split(' ').collect();
    words.extend(["--pgn", text(&path)]);
    json(&words);
    path
}

#[test]
fn weights_are_tuned_the_same_by_workers() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let games = games(place.path());
    let _workers = ["one", "two"].map(|name| Worker::start(&url, name, &[]));
    let plan = "--generations 3 --players 4 --think nodes:40 --opponents 2 --seed 5";
    for method in ["evolution", "spsa"] {
        let plan: Vec<&str> = plan.split(' ').chain(["--method", method]).collect();
        let tune = |name: &str, more: &[&str]| {
            let [weights, saved] = ["weights", "saved"]
                .map(|what| place.path().join(format!("{name}-{method}-{what}.json")));
            let data = ["--games", text(&games), "--split", "game"];
            let data = [&data[..], &["--trial", "tournament"]].concat();
            let files = ["--out", text(&weights), "--checkpoint", text(&saved)];
            let tune = ["chess", "tune", "--json"];
            let found = report(&[&tune[..], &data, &files, &plan, more].concat());
            (found, read(&weights), read(&saved))
        };
        let near = tune("near", &[]);
        let far = tune("far", &["--nats", &url]);
        let refreshed = |text: &str| text.replace(r#""refreshed":1"#, r#""refreshed":0"#);
        assert_eq!(near.0, far.0);
        assert_eq!(near.1, far.1);
        assert_eq!(refreshed(&near.2), refreshed(&far.2));
        // What is over is not played again.
        assert_eq!(tune("far", &["--nats", "nats://127.0.0.1:1"]).0, far.0);

        let there = ["--nats", &url, "--json"];
        let submitted = json(&[&["jobs", "submit", "tune"], &plan[..], &there].concat());
        assert_eq!(submitted["done"], submitted["units"], "{submitted}");
        let id = submitted["id"].as_str().expect("a text");
        let out = place.path().join(id);
        json(&[&["jobs", "fetch", id, "--out", text(&out)], &there[..]].concat());
        let [saved, fetched] = [read(&out.join("tuning.json")), near.2]
            .map(|text| serde_json::from_str::<serde_json::Value>(&text).expect("JSON"));
        assert_eq!(saved["session"], fetched["session"]);
    }
}

#[test]
fn options_of_our_engine_are_tuned_the_same_by_workers() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let tune = "chess tune --engine tabia;UCI_LimitStrength=true --options UCI_Elo --method spsa \
                --generations 2 --pairs 2 --control nodes:60 --json";
    let tune: Vec<&str> = tune.split_whitespace().collect();
    let near = report(&[&tune[..], &["--concurrency", "2"]].concat());
    assert_eq!(near["games"], 8);
    let _worker = Worker::start(&url, "one", &[]);
    assert_eq!(near, report(&[&tune[..], &["--nats", &url]].concat()));
}

#[test]
fn steps_of_openbench_lines_are_taken() {
    let place = tempfile::tempdir().expect("a directory");
    let (given, made) = (place.path().join("given"), place.path().join("made"));
    let tuned = |step: &str| {
        std::fs::write(
            &given,
            format!("UCI_Elo, int, 1900, 1320, 2800, {step}, 0.05\n"),
        )
        .expect("a file");
        let tune = "chess tune --engine tabia;UCI_LimitStrength=true --method spsa \
                    --generations 2 --pairs 1 --control nodes:60 --json";
        let mut words: Vec<&str> = tune.split_whitespace().collect();
        words.extend(["--lines", text(&given), "--openbench", text(&made)]);
        report(&words);
        std::fs::read_to_string(&made).expect("lines")
    };
    let (small, large) = (tuned("1"), tuned("300"));
    assert!(small.ends_with(", 1320, 2800, 1, 0.05\n"), "{small}");
    assert!(large.ends_with(", 1320, 2800, 300, 0.05\n"), "{large}");
    let elo = |lines: &str| {
        let word = lines.split(", ").nth(2).expect("a value");
        word.parse::<f64>().expect("a number")
    };
    assert!((elo(&small) - 1900.0).abs() <= 1.0, "{small}");
    let refused = run(&[
        "chess",
        "tune",
        "--engine",
        "tabia",
        "--method",
        "spsa",
        "--lines",
        text(&given),
        "--step",
        "5",
    ]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains("C_end"), "{refused:?}");
}

#[test]
fn what_depends_on_machines_is_not_handed_out() {
    let place = tempfile::tempdir().expect("a directory");
    let own = pool(place.path(), false);
    let mixed = place.path().join("mixed.toml");
    let engines = "[[engine]]\nplayer = \"tabia\"\n[[engine]]\nplayer = \"cat\"\n";
    std::fs::write(&mixed, engines).expect("a file");
    for (command, reason) in [
        (
            &["rate", "--pool", text(&own)][..],
            "2+0.02: such games depend",
        ),
        (
            &["rate", "--pool", text(&mixed), "--control", "nodes:9"],
            "no engine but our own",
        ),
        (&["tune", "--games", "x.pgn"], "only games are played"),
        (
            &[
                "tune",
                "--engine",
                "tabia",
                "--options",
                "UCI_Elo",
                "--control",
                "1+0",
                "--method",
                "spsa",
            ],
            "depend on the machine",
        ),
        (
            &[
                "tune",
                "--engine",
                "tabia",
                "--options",
                "MultiPV",
                "--method",
                "spsa",
            ],
            "MultiPV",
        ),
    ] {
        let url = ["--nats", "nats://127.0.0.1:1"];
        let refused = run(&[&["chess"], command, &url].concat());
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(reason), "{refused:?}");
    }
}
