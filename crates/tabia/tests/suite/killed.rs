//! Every long command, killed at random moments: it goes on where it was, takes
//! no half file for a whole one, and ends with what it would have made.

use crate::program;

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use program::server::{files, free_port, text};
use program::{command, json, run};
use tabia_kernel::random::Seeded;

/// Starts a command again and again, and kills it after some time that is drawn
/// anew, up to `kills` times or until it ends by itself. Returns how often it
/// was killed and whether it ended.
fn harass(arguments: &[&str], kills: u32, random: &mut Seeded, usual: Duration) -> (u32, bool) {
    for killed in 0..kills {
        let mut child = command(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary starts");
        let wait = usual.mul_f64(random.below(1_000) as f64 / 1_000.0);
        let deadline = Instant::now() + wait;
        while Instant::now() < deadline {
            if let Some(status) = child.try_wait().expect("a process") {
                assert!(status.success(), "{arguments:?}: {status}");
                return (killed, true);
            }
            thread::sleep(Duration::from_millis(2));
        }
        child.kill().expect("a process");
        child.wait().expect("its end");
    }
    (kills, false)
}

/// Makes something in a new directory until it has been killed often enough in
/// all; each time what comes out in the end is as it should be.
fn made_under_fire<T: PartialEq>(
    name: &str,
    kills: u32,
    seed: u64,
    arguments: &dyn Fn(&Path) -> Vec<String>,
    result: &dyn Fn(&Path) -> T,
) {
    println!("{name}: seed {seed}");
    let mut random = Seeded::new(seed);
    let make = |directory: &Path| {
        let words = arguments(directory);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let start = Instant::now();
        let whole = run(&words);
        assert_eq!(whole.code, 0, "{whole:?}");
        start.elapsed()
    };
    let calm = tempfile::tempdir().expect("a directory");
    let usual = make(calm.path());
    let expected = result(calm.path());
    let (mut killed, mut rounds) = (0, 0);
    while killed < kills {
        let place = tempfile::tempdir().expect("a directory");
        let words = arguments(place.path());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        // What is killed early has to get somewhere at last.
        let most = 12.min(kills - killed);
        let (now, ended) = harass(&words, most, &mut random, usual);
        killed += now;
        rounds += 1;
        if !ended {
            make(place.path());
        }
        assert!(result(place.path()) == expected, "{name}: something else");
    }
    println!("{name}: killed {killed} times in {rounds} rounds");
}

fn tables(what: &str, kills: u32, seed: u64) {
    let arguments = |directory: &Path| {
        let directory = directory.join("tables");
        let words = ["tables", "build"].into_iter().chain(what.split(' '));
        let words = words.chain(["--dir", text(&directory)]);
        words.map(str::to_owned).collect()
    };
    made_under_fire(what, kills, seed, &arguments, &|directory| {
        files(&directory.join("tables"))
    });
}

fn proof(position: &str, kills: u32, seed: u64) {
    let arguments = |directory: &Path| {
        let out = directory.join("file.cert");
        let words = ["quarto", "prove", position, "--out", text(&out)];
        words.map(str::to_owned).to_vec()
    };
    // Nothing else is left either.
    made_under_fire("proof", kills, seed, &arguments, &files);
}

fn contest(kills: u32, seed: u64) {
    let arguments = |directory: &Path| {
        let (db, pgn) = (directory.join("games.sqlite"), directory.join("games.pgn"));
        let words = ["chess", "match", "--a", "tabia:full", "--b", "tabia:seed38"];
        let games = ["--games", "10", "--control", "nodes:300", "--concurrency"];
        let files = ["2", "--db", text(&db), "--pgn", text(&pgn)];
        let words = [&words[..], &games, &files].concat();
        words.iter().map(|&word| word.to_owned()).collect()
    };
    made_under_fire("match", kills, seed, &arguments, &|directory| {
        std::fs::read(directory.join("games.pgn")).expect("games")
    });
}

fn tuning(kills: u32, seed: u64) {
    let place = tempfile::tempdir().expect("a directory");
    let games = place.path().join("games.pgn");
    let play = ["chess", "match", "--a", "tabia:full", "--b", "tabia:full"];
    let play = [&play[..], &["--games", "24", "--control", "nodes:60"]].concat();
    json(&[&play[..], &["--pgn", text(&games), "--json"]].concat());
    let arguments = |directory: &Path| {
        let (out, checkpoint) = (directory.join("w.json"), directory.join("run.json"));
        let words = ["chess", "tune", "--games", text(&games)];
        let run = ["--split", "game", "--generations", "3000", "--checkpoint"];
        let run = [&run[..], &[text(&checkpoint)]].concat();
        let words = [&words[..], &run, &["--out", text(&out)]].concat();
        words.iter().map(|&word| word.to_owned()).collect()
    };
    made_under_fire("tuning", kills, seed, &arguments, &|directory| {
        std::fs::read(directory.join("w.json")).expect("weights")
    });
}

/// A game of Quarto that is over.
const OVER: [&str; 8] = ["0", "a1", "1", "b1", "2", "c1", "3", "d1"];

/// Sends a finished game; whether the server said that it is kept.
fn keep(port: u16, id: &str) -> std::io::Result<bool> {
    let body = serde_json::json!({
        "id": id, "rules": "lines", "moves": OVER, "level": "2", "human": "first",
        "experience": "novice", "started": 1_700_000_000, "engine_turns": [0.5],
    })
    .to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    write!(
        stream,
        "POST /api/v1/quarto/games HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\
         Cookie: tabia_player=00112233445566778899aabbccddeeff\r\nConnection: close\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    let is_whole = answer.ends_with('}');
    let is_kept = answer.contains("\"kept\":");
    assert!(is_kept || !is_whole, "{answer}");
    Ok(is_kept && is_whole)
}

fn serve(kills: u32, seed: u64) {
    println!("serve: seed {seed}");
    let mut random = Seeded::new(seed);
    let data = tempfile::tempdir().expect("a directory");
    let mut acknowledged = BTreeSet::new();
    let mut next = 0_u32;
    for _ in 0..kills {
        let port = free_port();
        let listen = format!("127.0.0.1:{port}");
        let words = [
            "serve",
            "--listen",
            &listen,
            "--data",
            text(data.path()),
            "--json",
        ];
        let mut server = command(&words).spawn().expect("the binary starts");
        let mut line = String::new();
        let out = server.stdout.take().expect("piped");
        BufReader::new(out)
            .read_line(&mut line)
            .expect("an address");
        assert!(line.contains(&listen), "{line}");
        let deadline = Instant::now() + Duration::from_millis(random.below(150) as u64);
        let visitor = thread::spawn(move || {
            let mut kept = Vec::new();
            loop {
                let id = format!("{next:032x}");
                match keep(port, &id) {
                    Ok(true) => kept.push(id),
                    // Gone, perhaps in the middle of an answer.
                    Ok(false) | Err(_) => return (kept, next + 1),
                }
                next += 1;
            }
        });
        thread::sleep(deadline.saturating_duration_since(Instant::now()));
        server.kill().expect("a process");
        server.wait().expect("its end");
        let (kept, after) = visitor.join().expect("no panic");
        acknowledged.extend(kept);
        next = after;
    }
    let games = rusqlite::Connection::open(data.path().join("games.sqlite")).expect("games");
    let check = |row: &rusqlite::Row<'_>| row.get::<_, String>(0);
    let whole = games.query_row("PRAGMA integrity_check", [], check);
    assert_eq!(whole.expect("an answer"), "ok");
    let mut statement = games.prepare("SELECT token FROM games").expect("a table");
    let found = statement.query_map([], check).expect("rows");
    let found: Vec<String> = found.map(|id| id.expect("a text")).collect();
    let once: BTreeSet<String> = found.iter().cloned().collect();
    assert_eq!(once.len(), found.len(), "a game counts twice");
    let lost: Vec<_> = acknowledged.difference(&once).collect();
    assert!(lost.is_empty(), "{lost:?}");
    assert!(!acknowledged.is_empty());
    println!(
        "serve: killed {kills} times, {} games kept",
        acknowledged.len()
    );
}

#[test]
fn killed_builds_go_on() {
    tables("darkchess --elements 4 --distances", 4, 11);
    tables("skat --elements 6", 3, 16);
}

#[test]
fn killed_proofs_go_on() {
    proof("0..5...1......../a", 3, 12);
}

#[test]
fn killed_matches_go_on() {
    contest(3, 13);
}

#[test]
fn killed_tunings_go_on() {
    tuning(2, 14);
}

#[test]
fn killed_servers_lose_no_game() {
    serve(4, 15);
}

#[test]
#[ignore = "15 min: nine hundred and twenty kills of local commands"]
fn nine_hundred_kills_change_nothing() {
    tables("darkchess --elements 4 --distances", 60, 21);
    tables("darkchess --elements 3 --distances", 200, 26);
    tables("dominoes --elements 4", 100, 27);
    tables("skat --elements 6", 100, 28);
    proof("0..5...1......../a", 50, 22);
    proof("0.5.b..2.c1..7../a", 150, 29);
    contest(60, 23);
    tuning(40, 24);
    serve(160, 25);
}
