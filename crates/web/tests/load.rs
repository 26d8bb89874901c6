//! Fifty players at once: how long pages and moves take.

mod common;

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tabia_web::Site;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// Sends a request on its own connection; the time to the first byte, the
/// time to the last, and the body.
async fn ask(host: &str, head: &str, body: &str) -> (Duration, Duration, String) {
    let begun = Instant::now();
    let mut stream = TcpStream::connect(host).await.expect("a connection");
    let request = format!(
        "{head} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut bytes = vec![0; 1];
    stream.read_exact(&mut bytes).await.expect("a first byte");
    let first = begun.elapsed();
    stream.read_to_end(&mut bytes).await.expect("the rest");
    let all = begun.elapsed();
    let text = String::from_utf8(bytes).expect("UTF-8");
    assert!(text.starts_with("HTTP/1.1 200"), "{head}: {}", &text[..80]);
    let body = text.split_once("\r\n\r\n").expect("a body").1;
    (first, all, body.to_owned())
}

/// The middle and the 99th of a hundred.
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

#[tokio::test(flavor = "multi_thread")]
#[ignore = "10 s, and times mean something only on a quiet machine: 50 players at once"]
async fn fifty_players_at_once_get_pages_and_moves_in_time() {
    let data = tempfile::tempdir().expect("a scratch directory");
    let site = Site::open(&common::options(&data)).expect("a ledger");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0")
        .await
        .expect("a port");
    let host = listener.local_addr().expect("an address").to_string();
    tokio::spawn(tabia_web::serve(site, listener, std::future::pending()));
    // The first reply makes the engine.
    ask(
        &host,
        "POST /api/v1/quarto/reply",
        r#"{"level":"2","moves":["b"]}"#,
    )
    .await;
    let players: Vec<_> = (0..50)
        .map(|player: u64| {
            let host = host.clone();
            tokio::spawn(async move {
                let (mut pages, mut trips) = (Vec::new(), Vec::new());
                let mut moves: Vec<String> = Vec::new();
                for turn in 0..30 {
                    for page in ["/", "/quarto", "/statistics"] {
                        pages.push(ask(&host, &format!("GET {page}"), "").await.0);
                    }
                    // A person thinks, if only for a moment.
                    let pause = 50 + (player * 37 + turn * 11) % 100;
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                    let query = moves.join("+");
                    let head = format!("GET /api/v1/quarto/look?moves={query}");
                    let (_, all, body) = ask(&host, &head, "").await;
                    trips.push(all);
                    let view: Value = serde_json::from_str(&body).expect("a view");
                    let Some(choice) = view["choices"].get((player as usize) % 7) else {
                        moves.clear();
                        continue;
                    };
                    moves.push(choice["move"].as_str().expect("a move").to_owned());
                    let request = json!({ "level": "2", "moves": moves }).to_string();
                    let head = format!("GET /api/v1/quarto/look?moves={}", moves.join("+"));
                    let view: Value =
                        serde_json::from_str(&ask(&host, &head, "").await.2).expect("a view");
                    if view["over"] != Value::Null {
                        moves.clear();
                        continue;
                    }
                    let (_, all, body) = ask(&host, "POST /api/v1/quarto/reply", &request).await;
                    let answer: Value = serde_json::from_str(&body).expect("a turn");
                    let thought = answer["seconds"].as_f64().expect("a time");
                    trips.push(all.saturating_sub(Duration::from_secs_f64(thought)));
                    let turn = answer["moves"].as_array().expect("moves");
                    moves.extend(turn.iter().map(|m| m.as_str().expect("text").to_owned()));
                }
                (pages, trips)
            })
        })
        .collect();
    let (mut pages, mut trips) = (Vec::new(), Vec::new());
    for player in players {
        let (p, t) = player.await.expect("no panic");
        pages.extend(p);
        trips.extend(t);
    }
    let page = report("first byte of a page", pages);
    let trip = report("round trip of a move, less thinking", trips);
    assert!(page <= Duration::from_millis(20), "{page:?}");
    assert!(trip <= Duration::from_millis(50), "{trip:?}");
}
