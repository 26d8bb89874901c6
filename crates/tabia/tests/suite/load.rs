//! Many players at once, against the real server in a process of its own:
//! how long pages and moves take, and how much memory open games cost.

use crate::program;

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::thread;
use std::time::{Duration, Instant};

use program::page::Page;
use serde_json::{Value, json};

fn serve() -> Page {
    Page::open(&["--memory", "16"])
}

/// An answer, and when its first byte came.
struct Answer {
    first: Duration,
    all: Duration,
    body: String,
}

/// Sends a request on a connection of its own.
fn ask(host: &str, head: &str, body: &str) -> Answer {
    let begun = Instant::now();
    let mut stream = TcpStream::connect(host).expect("a connection");
    let request = format!(
        "{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).expect("sent");
    let mut bytes = vec![0; 1];
    stream.read_exact(&mut bytes).expect("a first byte");
    let first = begun.elapsed();
    stream.read_to_end(&mut bytes).expect("the rest");
    let all = begun.elapsed();
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.starts_with("HTTP/1.1 200"), "{head}: {text:.300}");
    let body = text.split_once("\r\n\r\n").expect("a body").1.to_owned();
    Answer { first, all, body }
}

/// Games and levels that answer at once, so that times are the server's.
const GAMES: [(&str, &str); 5] = [
    ("quarto", "2"),
    ("darkchess", "random"),
    ("dominoes", "random"),
    ("skat", "random"),
    ("go", "random"),
];

const PAGES: [&str; 10] = [
    "/",
    "/quarto",
    "/go",
    "/chess",
    "/darkchess",
    "/dominoes",
    "/skat",
    "/statistics",
    "/chess/tuning",
    "/jobs",
];

/// What one player saw: first bytes of pages, and round trips of moves
/// without the engine's thinking.
#[derive(Default)]
struct Seen {
    pages: Vec<Duration>,
    moves: Vec<Duration>,
}

/// Plays game after game for so many turns, with a moment's thought before
/// each.
fn play(host: &str, player: usize, turns: usize) -> Seen {
    let (game, level) = GAMES[player % GAMES.len()];
    let mut seen = Seen::default();
    let mut moves: Vec<String> = Vec::new();
    let look = |moves: &[String]| {
        let head = format!(
            "GET /api/v1/{game}/look?start={}&moves={}",
            start(game, player),
            moves.join("+")
        );
        let answer = ask(host, &head, "");
        let view: Value = serde_json::from_str(&answer.body).expect("a view");
        (answer.all, view)
    };
    for turn in 0..turns {
        let page = PAGES[(player + turn) % PAGES.len()];
        seen.pages.push(ask(host, &format!("GET {page}"), "").first);
        let pause = 200 + (player * 37 + turn * 111) % 400;
        thread::sleep(Duration::from_millis(pause as u64));
        let (all, view) = look(&moves);
        seen.moves.push(all);
        let choices = view["choices"].as_array().expect("choices");
        if choices.is_empty() {
            moves.clear();
            continue;
        }
        let choice = &choices[(player + turn) % choices.len()];
        moves.push(choice["move"].as_str().expect("a move").to_owned());
        let (all, view) = look(&moves);
        seen.moves.push(all);
        if view["over"] != Value::Null {
            moves.clear();
            continue;
        }
        let start = start(game, player).replace("%23", "#");
        let request = json!({ "level": level, "start": start, "moves": moves }).to_string();
        let answer = ask(host, &format!("POST /api/v1/{game}/reply"), &request);
        let reply: Value = serde_json::from_str(&answer.body).expect("a turn");
        let thought = Duration::from_secs_f64(reply["seconds"].as_f64().expect("a time"));
        seen.moves.push(answer.all.saturating_sub(thought));
        let turn = reply["moves"].as_array().expect("moves");
        moves.extend(turn.iter().map(|m| m.as_str().expect("text").to_owned()));
    }
    seen
}

/// The deal of a player, where games are dealt. People share problems of Go:
/// finding a new one is thinking.
fn start(game: &str, player: usize) -> String {
    match game {
        "quarto" => String::new(),
        "go" => "%233".to_owned(),
        _ => format!("%23{player}"),
    }
}

fn play_together(host: &str, players: usize, turns: usize) -> Seen {
    // Engines and problems are made when first asked for.
    for player in 0..GAMES.len() {
        play(host, player, 1);
    }
    let mut all = Seen::default();
    thread::scope(|scope| {
        let players: Vec<_> = (0..players)
            .map(|player| scope.spawn(move || play(host, player, turns)))
            .collect();
        for player in players {
            let seen = player.join().expect("no panic");
            all.pages.extend(seen.pages);
            all.moves.extend(seen.moves);
        }
    });
    all
}

/// Prints the middle and the 99th of a hundred, and returns the middle.
fn report(what: &str, mut times: Vec<Duration>) -> Duration {
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!(
        "{what}: median {:.1} ms, p99 {:.1} ms, {} requests",
        1e3 * at(0.5).as_secs_f64(),
        1e3 * at(0.99).as_secs_f64(),
        times.len()
    );
    at(0.5)
}

/// Opens games and leaves them open; what that costs in mebibytes.
fn open_games(server: &Page, games: std::ops::Range<usize>) -> f64 {
    let before = server.memory("VmRSS:");
    for number in games {
        for (game, _) in GAMES.iter().filter(|(game, _)| *game != "go") {
            let deal = match *game {
                "quarto" => String::new(),
                _ => format!("&start=%23{number}"),
            };
            ask(&server.host, &format!("GET /{game}?side=both{deal}"), "");
        }
    }
    server.memory("VmRSS:") - before
}

#[test]
fn a_few_players_at_once_are_all_answered() {
    let server = serve();
    let seen = play_together(&server.host, 6, 3);
    report("first byte of a page", seen.pages);
    report("round trip of a move, less thinking", seen.moves);
    open_games(&server, 0..5);
    let grown = open_games(&server, 5..40);
    println!("140 open games: {grown:.1} MiB more");
    assert!(grown < 32.0, "{grown} MiB");
}

#[test]
#[ignore = "30 s, and times mean something only on a quiet machine: 50 players at once"]
fn fifty_players_at_once_get_pages_and_moves_in_time() {
    let server = serve();
    let seen = play_together(&server.host, 50, 30);
    let page = report("first byte of a page", seen.pages);
    let trip = report("round trip of a move, less thinking", seen.moves);
    assert!(page <= Duration::from_millis(20), "{page:?}");
    assert!(trip <= Duration::from_millis(50), "{trip:?}");
}

#[test]
#[ignore = "10 s: 1,000 games opened one after the other"]
fn a_thousand_open_games_cost_next_to_nothing() {
    let server = serve();
    open_games(&server, 0..25);
    let grown = open_games(&server, 25..275);
    println!("1,000 open games: {grown:.1} MiB more");
    assert!(grown < 32.0, "{grown} MiB");
}
