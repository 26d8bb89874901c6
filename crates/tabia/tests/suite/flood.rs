//! Requests as an adversary writes them, tens of thousands of them, while others
//! hold connections: nothing breaks, nothing is lost, nobody is shut out.

use std::io::{Read as _, Write as _};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::json;
use tabia_kernel::random::Seeded;

use crate::program::page::Page;
use crate::shut_out::{AT_ONCE, Attack, MEMORY, Siege, besiege};

const METHODS: [&str; 14] = [
    "GET",
    "POST",
    "HEAD",
    "PUT",
    "DELETE",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "PATCH",
    "get",
    "G\u{00e9}T",
    "PROPFIND",
    "",
    "GETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGETGET",
];

const PATHS: [&str; 22] = [
    "/",
    "*",
    "//",
    "/.",
    "/..",
    "/../../../../etc/passwd",
    "/assets/../../etc/passwd",
    "/assets/%2e%2e/%2e%2e/etc/passwd",
    "/assets/x/..%2f..%2fetc%2fpasswd",
    "/%252e%252e/etc/passwd",
    "/assets/x/game.js%00.css",
    "/%FF%FE",
    "/%C3%28",
    "/%",
    "/%zz",
    "http://evil.example/",
    "/\\..\\..",
    "/chess/../../runs",
    "/api/v1/tuning?run=..%2Fgames.sqlite",
    "/api/v1/%2e%2e/games",
    "/?&&==&=",
    "/quarto;jsessionid=1",
];

const ROUTES: [&str; 17] = [
    "look", "read", "reply", "analysis", "ponder", "setup", "judge", "study", "proof", "weights",
    "stats", "games", "solve", "moves", "eye", "features", "nothing",
];

const GAMES: [&str; 7] = [
    "quarto",
    "go",
    "chess",
    "darkchess",
    "dominoes",
    "skat",
    "chequers",
];

const NAMES: [&str; 14] = [
    "rules", "start", "moves", "level", "side", "flipped", "open", "path", "text", "tool", "click",
    "position", "assisted", "x",
];

const VALUES: [&str; 34] = [
    "",
    "0",
    "-1",
    "18446744073709551616",
    "NaN",
    "1e999",
    "true",
    "second",
    "%00",
    "%FF%FE",
    "%F0%9F%92%A3",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "'+OR+1=1;--",
    "..%2F..%2Fetc%2Fpasswd",
    "%23",
    "%23-1",
    "%2318446744073709551615",
    "%23340282366920938463463374607431768211456",
    "weights-..%2F..%2Fx",
    "weights-x",
    "squares-misere",
    "torus-1",
    "medium-attack",
    "pips",
    "null",
    "perfect",
    "full",
    "64",
    "(;SZ[19]AB[aa:ss]TR[aa:ss]MA[aa])",
    "(;SZ[99]AB[zz])",
    "((((((((((((((((((",
    "8/8/8/8/8/8/8/8+w+-+-+0+1",
    "k7/8/8/8/8/8/8/K7+w+-+-+100+99999999999",
    "................/0",
];

const MOVES: [&str; 24] = [
    "e2e4",
    "e4",
    "O-O-O",
    "a1",
    "b",
    "0",
    "f",
    "A19",
    "pass",
    "C9",
    "b5(k)",
    "d8(P)",
    "0-5",
    "5-0",
    "66",
    "CJ",
    "HT",
    "a1-a2",
    "(",
    "x1-y1",
    "\u{1F4A3}",
    "e8=Q",
    "--",
    "T1",
];

/// Heads that are wrong in themselves. `HOST` is this server.
const HEADS: [&str; 16] = [
    "\r\n",
    "\r\n\r\n\r\n",
    "GET\r\n\r\n",
    "GET /\r\n\r\n",
    "GET / HTTP/9.9\r\nHost: HOST\r\n\r\n",
    "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nno colon\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: HOST\r\nA: b\r\n c: folded\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: -1\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 18446744073709551616\r\n\r\n",
    "POST /api/v1/quarto/reply HTTP/1.1\r\nHost: HOST\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "POST /api/v1/quarto/reply HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{",
    "GET / HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n",
    "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\u{0}\u{1}\u{fc}\u{3}\u{3}",
];

const BODIES: [&str; 12] = [
    "",
    "{}",
    "[]",
    "null",
    "{\"level\":\"6\"",
    "{\"level\":6}",
    "{\"level\":\"perfect\",\"moves\":[\"b\"]}",
    "{\"level\":\"1e999\",\"start\":\"#\u{0}\"}",
    "{\"weights\":\"{}\"}",
    "{\"id\":\"x\",\"moves\":[],\"level\":\"2\",\"human\":\"first\",\"started\":-1}",
    "{\"id\":\"0123456789abcdef0123456789abcdef\",\"moves\":[\"0\"],\"level\":\"2\",\"human\":\"first\",\"started\":1e30}",
    "\u{feff}{}",
];

fn one_of<'a>(random: &mut Seeded, of: &[&'a str]) -> &'a str {
    of[random.below(of.len())]
}

/// A request of the adversary's list, or something like one.
fn request(random: &mut Seeded, host: &str) -> Vec<u8> {
    let head = |random: &mut Seeded, method: &str, path: &str, body: &str| {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\
             Cookie: tabia_player={:032x}\r\n\r\n{body}",
            body.len(),
            random.bits()
        )
    };
    let text = match random.below(8) {
        0 => one_of(random, &HEADS).replace("HOST", host),
        1 => {
            let (method, path) = (one_of(random, &METHODS), one_of(random, &PATHS));
            head(random, method, path, "")
        }
        2 => {
            // Heads that are too long, or have too much in them.
            let (lines, length) = [(1, 70_000), (200, 10), (60, 200), (1, 9_000)][random.below(4)];
            let line = format!("X-{}: {}\r\n", random.below(1000), "x".repeat(length));
            let path = one_of(random, &PATHS);
            format!(
                "GET {path} HTTP/1.1\r\nHost: {host}\r\n{}\r\n",
                line.repeat(lines)
            )
        }
        3 => {
            let path = format!(
                "/{}?start={}",
                one_of(random, &GAMES),
                "x".repeat(random.below(30_000))
            );
            head(random, "GET", &path, "")
        }
        4 | 5 => {
            let (game, route) = (one_of(random, &GAMES), one_of(random, &ROUTES));
            let count = random.below(4);
            let query: Vec<String> = (0..count)
                .map(|_| format!("{}={}", one_of(random, &NAMES), one_of(random, &VALUES)))
                .collect();
            let place = ["/api/v1/", "/"][random.below(2)];
            let path = format!("{place}{game}/{route}?{}", query.join("&"));
            head(random, "GET", &path, "")
        }
        6 => {
            let game = one_of(random, &GAMES);
            let count = random.below(40);
            let line: Vec<&str> = (0..count).map(|_| one_of(random, &MOVES)).collect();
            let line: String = line
                .join(" ")
                .bytes()
                .map(|c| format!("%{c:02X}"))
                .collect();
            let (route, start) = (one_of(random, &ROUTES[..9]), one_of(random, &VALUES));
            head(
                random,
                "GET",
                &format!("/api/v1/{game}/{route}?start={start}&moves={line}"),
                "",
            )
        }
        _ => {
            let (game, route) = (
                one_of(random, &GAMES),
                one_of(random, &["reply", "games", "weights"]),
            );
            let body = match random.below(6) {
                0 => "[".repeat(random.below(60_000)),
                1 => "\u{1F4A3}".repeat(random.below(20_000)),
                _ => one_of(random, &BODIES).to_owned(),
            };
            head(random, "POST", &format!("/api/v1/{game}/{route}"), &body)
        }
    };
    let mut bytes = text.into_bytes();
    // Now and then a byte is not what it was, or the end is missing.
    if random.below(10) == 0 && !bytes.is_empty() {
        let at = random.below(bytes.len());
        bytes[at] = random.bits() as u8;
    }
    if random.below(20) == 0 {
        bytes.truncate(random.below(bytes.len() + 1));
    }
    bytes
}

/// Sends requests from several addresses; how many were answered.
fn flood(page: &Page, seed: u64, requests: usize, attacks: &[Attack]) -> usize {
    let (answered, next) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let send = |from: u8| {
        let mut text = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= requests {
                return;
            }
            let mut random = Seeded::new(seed << 32 | number as u64);
            let request = request(&mut random, &page.host);
            let mut stream = page.connect(from).expect("a connection");
            // Some stay for an answer of several seconds, most leave soon.
            let stay = [20, 50, 200, 2_000][random.below(4)];
            stream
                .set_read_timeout(Some(Duration::from_millis(stay)))
                .expect("a socket");
            let _ = stream.write_all(&request);
            text.clear();
            let _ = (&mut stream).take(1 << 20).read_to_end(&mut text);
            let text = String::from_utf8_lossy(&text);
            let shown = String::from_utf8_lossy(&request);
            if !text.is_empty() {
                answered.fetch_add(1, Ordering::Relaxed);
                assert!(
                    text.starts_with("HTTP/1.1 "),
                    "{number}: {shown:.300}\n{text:.300}"
                );
                assert!(
                    !text.starts_with("HTTP/1.1 500"),
                    "{number}: {shown:.300}\n{text:.600}"
                );
            }
            assert!(!text.contains("root:x:0:0"), "{number}: {shown:.300}");
        }
    };
    thread::scope(|scope| {
        let goes_on = AtomicBool::new(true);
        let goes_on = &*Box::leak(Box::new(goes_on));
        let siege = Siege { goes_on };
        for (from, &attack) in (20..).zip(attacks) {
            scope.spawn(move || besiege(page, attack, from, goes_on));
        }
        let senders: Vec<_> = (0..16)
            .map(|sender| scope.spawn(move || send(2 + sender)))
            .collect();
        let mut waits = Vec::new();
        while senders.iter().any(|sender| !sender.is_finished()) {
            waits.push(page.wait_for(1, "/quarto"));
            thread::sleep(Duration::from_millis(500));
        }
        drop(siege);
        for sender in senders {
            sender.join().expect("no panic");
        }
        let longest = waits.iter().max().expect("somebody asked");
        println!(
            "a new visitor waited {longest:?} at most, asking {} times",
            waits.len()
        );
        assert!(*longest <= AT_ONCE, "{longest:?}");
    });
    answered.load(Ordering::Relaxed)
}

fn nothing_breaks_and_nobody_is_shut_out(seed: u64, requests: usize, attacks: &[Attack]) {
    println!("seed {seed}");
    let page = Page::open(&["--threads", "2"]);
    let game = json!({
        "id": "00112233445566778899aabbccddeeff", "rules": "lines",
        "moves": ["0", "a1", "2", "b1", "4", "c1", "6", "d1"], "level": "2",
        "human": "first", "started": 1_700_000_000,
    });
    let kept = page.ask(1, "POST", "/api/v1/quarto/games", &game.to_string());
    assert_eq!(kept.status, 201, "{}", kept.body);
    let own = page.data.path().join("runs/own.json");
    std::fs::create_dir_all(own.parent().expect("a folder")).expect("a directory");
    std::fs::write(&own, "{}").expect("a file");
    let answered = flood(&page, seed, requests, attacks);
    assert!(
        answered * 2 > requests,
        "{answered} of {requests} were answered"
    );
    let quiet = page.quiet_after();
    assert!(quiet <= 2.0, "worked on for {quiet} s");
    let stats = page.get(1, "/api/v1/quarto/stats").json();
    assert_eq!(stats["levels"][0]["losses"], 1, "{stats}");
    assert!(own.exists());
    let peak = page.memory("VmHWM");
    println!("{answered} of {requests} requests were answered; {peak:.0} MiB");
    assert!(peak <= MEMORY, "{peak} MiB");
}

#[test]
fn the_adversarys_requests_break_nothing_while_connections_are_held() {
    nothing_breaks_and_nobody_is_shut_out(1, 1_000, &[Attack::Heads]);
}

#[test]
#[ignore = "13 min: 60,000 requests of the adversary's list under all attacks at once"]
fn sixty_thousand_requests_break_nothing_while_connections_are_held() {
    nothing_breaks_and_nobody_is_shut_out(2, 60_000, &Attack::ALL);
}
