//! Jobs on a real NATS server, with workers as processes that are killed.

use crate::program;

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::thread;
use std::time::Duration;

use program::server::{Server, Worker, files, free_port, text};
use program::{Run, json, run, start};
use tabia_kernel::random::Seeded;

/// Dark chess tables of up to so many pieces are built while workers, the server
/// and the one who waits are killed.
fn build_under_fire(elements: &str, kills: u32, servers: u32, seed: u64) {
    let place = tempfile::tempdir().expect("a directory");
    let Some(mut server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let url = server.url();
    let (near, far) = (place.path().join("near"), place.path().join("far"));
    let build = [
        "tables",
        "build",
        "darkchess",
        "--elements",
        elements,
        "--distances",
    ];
    let here = [&build[..], &["--dir", text(&near), "--json"]].concat();
    let classes = json(&here)["classes"].as_u64().expect("a number");
    let there = [&build[..], &["--dir", text(&far), "--nats", &url, "--json"]].concat();
    let mut waiting = start(&there);
    let mut names = 0;
    let mut hire = || {
        names += 1;
        Worker::start(&url, &format!("w{names}"), &[])
    };
    let mut workers = [hire(), hire()];
    let (mut killed, mut replaced) = (0, 0);
    while waiting.try_wait().expect("a process").is_none() {
        let pause = if killed < kills {
            30 + random.below(100)
        } else {
            300
        };
        thread::sleep(Duration::from_millis(pause as u64));
        // One that began just when the server was gone has given up.
        for worker in &mut workers {
            if worker.0.try_wait().expect("a process").is_some() {
                *worker = hire();
            }
        }
        if killed >= kills {
            continue;
        }
        if killed % (kills / servers) == kills / servers / 2 {
            server.replace();
            replaced += 1;
        }
        // Dropped, it is killed.
        workers[random.below(2)] = hire();
        killed += 1;
        if killed == kills / 2 {
            waiting.kill().expect("a process");
            waiting.wait().expect("its end");
            server.wait();
            waiting = start(&there);
        }
    }
    let output = waiting.wait_with_output().expect("its end");
    assert!(output.status.success(), "{output:?}");
    println!("{killed} workers and {replaced} servers killed");
    assert_eq!((killed, replaced), (kills, servers));
    assert!(files(&near) == files(&far), "other bytes");
    for mut worker in workers {
        assert_eq!(worker.interrupt(), 0);
    }
    let jobs = json(&["jobs", "list", "--nats", &url, "--json"]);
    assert_eq!(jobs.as_array().map(Vec::len), Some(1), "{jobs}");
    let id = jobs[0]["id"].as_str().expect("a text");
    let status = json(&["jobs", "status", id, "--nats", &url, "--json"]);
    assert_eq!(status["done"], classes, "{status}");
    let shares = status["workers"].as_object().expect("an object").values();
    let done: u64 = shares.filter_map(|share| share["units"].as_u64()).sum();
    assert_eq!(done, classes, "{status}");
    assert_eq!(status["set_aside"], serde_json::json!({}));
}

#[test]
fn killed_workers_and_servers_change_no_byte() {
    build_under_fire("4", 12, 2, 7);
}

/// Three jobs at once, on one server, while everybody is killed: workers, the
/// server and those who wait.
#[test]
#[ignore = "10 min: five hundred kills over tables, a match and a proof"]
fn five_hundred_kills_change_no_byte_of_three_jobs() {
    const KILLS: u32 = 500;
    let seed = 17;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let place = tempfile::tempdir().expect("a directory");
    let Some(mut server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let file = |name: &str| text(&place.path().join(name)).to_owned();
    let words = |line: &str, out: &str| -> Vec<String> {
        let words = line.split(' ').map(str::to_owned);
        words.chain([out.to_owned()]).collect()
    };
    let commands = |name: &str| {
        [
            words("tables build darkchess --elements 5 --dir", &file(name)),
            words(
                "chess match --a tabia:full --b tabia:seed38 --games 1200 --control nodes:2000 --pgn",
                &file(&format!("{name}.pgn")),
            ),
            words(
                "quarto prove ................/- --rules torus --out",
                &file(&format!("{name}.cert")),
            ),
        ]
    };
    for command in commands("near") {
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        let done = run(&command);
        assert_eq!(done.code, 0, "{done:?}");
    }
    let wait_for = |command: &[String]| {
        let mut words: Vec<&str> = command.iter().map(String::as_str).collect();
        words.extend(["--nats", &url]);
        start(&words)
    };
    let commands = commands("far");
    let mut waiting: Vec<_> = commands.iter().map(|c| Some(wait_for(c))).collect();
    let mut names = 0;
    let mut hire = || {
        names += 1;
        Worker::start(&url, &format!("w{names}"), &[])
    };
    let mut workers = [hire(), hire()];
    let [mut of_workers, mut of_servers, mut of_others, mut again] = [0; 4];
    while waiting.iter().any(Option::is_some) {
        let killed = of_workers + of_servers + of_others;
        let pause = if killed < KILLS {
            100 + random.below(400)
        } else {
            300
        };
        thread::sleep(Duration::from_millis(pause as u64));
        // One that began just when the server was gone has given up.
        for worker in &mut workers {
            if worker.0.try_wait().expect("a process").is_some() {
                *worker = hire();
            }
        }
        for (place, command) in waiting.iter_mut().zip(&commands) {
            let Some(child) = place else { continue };
            match child
                .try_wait()
                .expect("a process")
                .map(|status| status.code())
            {
                None => {}
                Some(Some(0)) => *place = None,
                // It found no server, or a unit that was killed five times.
                Some(code) => {
                    assert!(matches!(code, Some(1 | 2)), "{code:?}");
                    again += 1;
                    *place = Some(wait_for(command));
                }
            }
        }
        if killed >= KILLS {
            continue;
        }
        match random.below(10) {
            0 => {
                server.replace();
                of_servers += 1;
            }
            1 => {
                let mut left = waiting
                    .iter_mut()
                    .zip(&commands)
                    .filter(|(w, _)| w.is_some());
                if let Some((place, command)) = left.nth(random.below(2)) {
                    let mut child = place.take().expect("it is there");
                    child.kill().expect("a process");
                    child.wait().expect("its end");
                    *place = Some(wait_for(command));
                    of_others += 1;
                }
            }
            _ => {
                workers[random.below(2)] = hire();
                of_workers += 1;
            }
        }
    }
    println!(
        "{of_workers} workers, {of_servers} servers and {of_others} who wait were killed; {again} \
         commands given again"
    );
    assert_eq!(of_workers + of_servers + of_others, KILLS, "too few kills");
    for name in ["near.pgn", "near.cert"] {
        let other = name.replace("near", "far");
        let [near, far] = [name, &other].map(|name| std::fs::read(file(name)).expect("a file"));
        assert!(near == far, "{name}");
    }
    let [near, far] = ["near", "far"].map(|name| files(Path::new(&file(name))));
    assert!(near == far, "other tables");
    // Every unit counts once.
    let jobs = json(&["jobs", "list", "--nats", &url, "--json"]);
    for job in jobs.as_array().expect("a list") {
        let id = job["id"].as_str().expect("a text");
        let status = json(&["jobs", "status", id, "--nats", &url, "--json"]);
        let shares = status["workers"].as_object().expect("an object").values();
        let done: u64 = shares.filter_map(|share| share["units"].as_u64()).sum();
        assert_eq!(Some(done), status["units"].as_u64(), "{status}");
    }
}

#[test]
fn jobs_are_submitted_listed_called_off_and_fetched() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let jobs = |more: &[&str]| run(&[&["jobs"], more, &["--nats", &url, "--json"]].concat());
    let value = |run: &Run| -> serde_json::Value {
        assert_eq!(run.code, 0, "{run:?}");
        serde_json::from_str(&run.out).expect("JSON")
    };
    let submit = || value(&jobs(&["submit", "tables", "--elements", "3", "--forty"]));
    let submitted = submit();
    assert_eq!(submitted["units"], 25);
    assert_eq!(submitted["done"], 0);
    let id = submitted["id"].as_str().expect("a text");
    let out = place.path().join("out");
    let early = jobs(&["fetch", id, "--out", text(&out)]);
    assert_eq!(early.code, 1, "{early:?}");
    assert!(early.err.contains("0 of 25 units"), "{early:?}");

    assert_eq!(value(&jobs(&["cancel", id]))["cancelled"], true);
    assert_eq!(value(&jobs(&["list"]))[0]["state"], "cancelled");
    let mut idle = Worker::start(&url, "idle", &["--once"]);
    assert!(idle.0.wait().expect("its end").success());
    assert_eq!(value(&jobs(&["status", id]))["done"], 0);

    // Submitted again, it goes on, though the server knows its messages.
    assert_eq!(submit()["id"], id);
    let mut busy = Worker::start(&url, "busy", &["--once"]);
    assert!(busy.0.wait().expect("its end").success());
    let status = value(&jobs(&["status", id, "--wait"]));
    assert_eq!(status["workers"]["busy"]["units"], 25, "{status}");
    assert_eq!(
        value(&jobs(&["fetch", id, "--out", text(&out)]))["complete"],
        true
    );
    let here = place.path().join("here");
    let build = ["tables", "build", "darkchess", "--elements", "3", "--forty"];
    json(&[&build[..], &["--dir", text(&here), "--json"]].concat());
    assert!(files(&here) == files(&out), "other bytes");

    // A unit by its name is done again, by whoever is there.
    assert_eq!(value(&jobs(&["redo", id]))["units"], serde_json::json!([]));
    assert_eq!(
        value(&jobs(&["redo", id, "K-g"]))["units"],
        serde_json::json!(["K-g"])
    );
    assert_eq!(value(&jobs(&["status", id]))["done"], 24);
    let mut again = Worker::start(&url, "again", &["--once"]);
    assert!(again.0.wait().expect("its end").success());
    let status = value(&jobs(&["status", id]));
    assert_eq!(status["workers"]["again"]["units"], 1, "{status}");
    let nameless = jobs(&["redo", id, "K-z"]);
    assert_eq!(nameless.code, 2, "{nameless:?}");
    assert!(nameless.err.contains("no unit \"K-z\""), "{nameless:?}");

    let unknown = jobs(&["status", "0000000000000000"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("0000000000000000"), "{unknown:?}");
}

#[test]
fn whoever_waits_for_workers_hears_that_there_are_none() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let dir = place.path().join("tables");
    let words = ["tables", "build", "darkchess", "--elements", "2"];
    let mut waiting = start(&[&words[..], &["--dir", text(&dir), "--nats", &url]].concat());
    let mut told = BufReader::new(waiting.stderr.take().expect("piped")).lines();
    let line = told.next().expect("a line").expect("UTF-8");
    assert!(line.contains("no worker is at work"), "{line}");
    let _worker = Worker::start(&url, "late", &[]);
    assert!(waiting.wait().expect("its end").success());
    let more: Vec<String> = told.map(|line| line.expect("UTF-8")).collect();
    assert!(more.len() <= 1, "{more:?}");
}

#[test]
fn nobody_is_missed_while_a_worker_is_there() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let _worker = Worker::start(&url, "early", &[]);
    let out = place.path().join("file.cert");
    let words = ["quarto", "prove", "0..5...1......../a", "--out", text(&out)];
    let done = run(&[&words[..], &["--nats", &url]].concat());
    assert_eq!((done.code, done.err.as_str()), (0, ""), "{done:?}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let port = free_port();
    let url = format!("nats://me:secret@127.0.0.1:{port}");
    for command in [&["worker"][..], &["jobs", "list"]] {
        let run = run(&[command, &["--nats", &url]].concat());
        assert_eq!(run.code, 1, "{run:?}");
        assert!(run.err.contains(&format!("@127.0.0.1:{port}")), "{run:?}");
        assert!(!run.err.contains("secret"), "{run:?}");
    }
}

/// Everything in a SQLite file of games.
fn rows(path: &Path) -> Vec<String> {
    let connection = rusqlite::Connection::open(path).expect("a file of games");
    let mut rows = Vec::new();
    for query in ["SELECT * FROM runs", "SELECT * FROM games ORDER BY number"] {
        let mut statement = connection.prepare(query).expect("a table");
        let columns = statement.column_count();
        let mut found = statement.query([]).expect("rows");
        while let Some(row) = found.next().expect("a row") {
            let value = |i| format!("{:?}", row.get_ref(i).expect("a value"));
            rows.push((0..columns).map(value).collect::<Vec<_>>().join(" "));
        }
    }
    rows
}

#[test]
fn a_match_is_the_same_played_by_workers() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let weights = place.path().join("weights.json");
    let shipped = tabia_chess::eval::Weights::shipped(tabia_chess::eval::Profile::Base33);
    shipped.save(&weights).expect("a file");
    let other = format!("tabia:{};name=file", text(&weights));
    let game = ["--a", "tabia:full", "--b", &other, "--games", "12"];
    let game = [&game[..], &["--control", "nodes:200"]].concat();
    let played = |name: &str, more: &[&str]| {
        let (db, pgn) = (format!("{name}.sqlite"), format!("{name}.pgn"));
        let (db, pgn) = (place.path().join(db), place.path().join(pgn));
        let files = ["--db", text(&db), "--pgn", text(&pgn), "--json"];
        let mut report = json(&[&["chess", "match"], &game[..], &files, more].concat());
        report["seconds"] = 0.into();
        let pgn = std::fs::read_to_string(&pgn).expect("games");
        (report, pgn, rows(&db))
    };
    let near = played("near", &["--concurrency", "2"]);
    let _workers = ["one", "two"].map(|name| Worker::start(&url, name, &[]));
    let far = played("far", &["--nats", &url]);
    assert_eq!(near, far);

    // The same job, submitted: it is done already.
    let server = ["--nats", &url, "--json"];
    let submitted = json(&[&["jobs", "submit", "match"], &game[..], &server].concat());
    assert_eq!(submitted["units"], 6);
    assert_eq!(submitted["done"], 6);
    let id = submitted["id"].as_str().expect("a text");
    let out = place.path().join("out");
    json(&[&["jobs", "fetch", id, "--out", text(&out)], &server[..]].concat());
    let fetched = std::fs::read_to_string(out.join("games.pgn")).expect("games");
    assert_eq!(fetched, near.1);
}

#[test]
fn matches_that_depend_on_machines_are_not_handed_out() {
    for (more, reason) in [
        (&["--b", "tabia:seed38"][..], "2+0.02"),
        (&["--b", "tabia", "--control", "movetime:0.1"], "movetime"),
        (&["--b", "stockfish", "--control", "nodes:9"], "stockfish"),
        (
            &["--b", "tabia;Threads=2", "--control", "nodes:9"],
            "Threads",
        ),
        (
            &["--b", "tabia", "--control", "depth:2", "--sprt", "0,5"],
            "--sprt",
        ),
    ] {
        let url = ["--nats", "nats://127.0.0.1:1"];
        let refused = run(&[&["chess", "match", "--a", "tabia"], more, &url].concat());
        assert_eq!(refused.code, 2, "{refused:?}");
        assert!(refused.err.contains(reason), "{refused:?}");
    }
}

#[test]
fn a_proof_is_the_same_made_by_workers() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let (near, far) = (
        place.path().join("near.cert"),
        place.path().join("far.cert"),
    );
    let prove = ["quarto", "prove", "0..5...1......../a", "--json", "--out"];
    let mut here = json(&[&prove[..], &[text(&near)]].concat());
    let _workers = ["one", "two"].map(|name| Worker::start(&url, name, &[]));
    let mut there = json(&[&prove[..], &[text(&far), "--nats", &url]].concat());
    for report in [&mut here, &mut there] {
        report["seconds"] = 0.into();
    }
    assert_eq!(here, there);
    let [near_bytes, far_bytes] = [&near, &far].map(|file| std::fs::read(file).expect("a file"));
    assert!(near_bytes == far_bytes, "other bytes");
    let left = std::fs::read_dir(place.path())
        .expect("a directory")
        .count();
    assert_eq!(left, 3, "nothing is left over");
    assert_eq!(
        json(&["quarto", "check", text(&far), "--json"])["valid"],
        true
    );
}
