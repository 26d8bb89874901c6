//! Nobody is shut out of the page by those who ask or read slowly, or only watch,
//! nor by another program that has the file of games. Against the real server in
//! a process of its own, over real connections from several addresses.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::greedy::{escaped, large_problem};
use crate::program::page::{Answer, Page, Visitor};

/// A new visitor gets his page within this time, whatever others do.
pub(crate) const AT_ONCE: Duration = Duration::from_secs(1);
/// The most memory that the server takes under all attacks, in mebibytes.
pub(crate) const MEMORY: f64 = 512.0;

/// A way to hold connections.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Attack {
    /// Half a request's head.
    Heads,
    /// A body that never ends.
    Bodies,
    /// Nothing but watching what runs.
    Watchers,
    /// Answers that are never read.
    Unread,
    /// Requests behind requests, and then away.
    Pipelined,
}

impl Attack {
    pub(crate) const ALL: [Attack; 5] = [
        Attack::Heads,
        Attack::Bodies,
        Attack::Watchers,
        Attack::Unread,
        Attack::Pipelined,
    ];

    /// As many as shut everybody out once.
    fn connections(self) -> usize {
        match self {
            Attack::Heads => 1143,
            Attack::Bodies => 600,
            Attack::Watchers => 256,
            Attack::Unread | Attack::Pipelined => 300,
        }
    }

    fn text(self, page: &Page) -> String {
        let host = &page.host;
        match self {
            Attack::Heads => format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow"),
            Attack::Bodies => format!(
                "POST /api/v1/quarto/reply HTTP/1.1\r\nHost: {host}\r\n\
                 Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{{\"level\""
            ),
            Attack::Watchers => format!("GET /api/v1/jobs/live HTTP/1.1\r\nHost: {host}\r\n\r\n"),
            Attack::Unread => format!("GET /chess HTTP/1.1\r\nHost: {host}\r\n\r\n").repeat(200),
            Attack::Pipelined => {
                let start = escaped(&large_problem(1));
                format!(
                    "GET /api/v1/go/look?start={start}&moves=A19 HTTP/1.1\r\nHost: {host}\r\n\r\n"
                )
                .repeat(20)
            }
        }
    }
}

/// Holds so many connections from an address until it is dropped; those that the
/// server ends are opened anew.
pub(crate) struct Siege<'s> {
    pub(crate) goes_on: &'s AtomicBool,
}

impl Drop for Siege<'_> {
    fn drop(&mut self) {
        self.goes_on.store(false, Ordering::Relaxed);
    }
}

pub(crate) fn besiege(page: &Page, attack: Attack, from: Visitor, goes_on: &AtomicBool) -> usize {
    let text = attack.text(page);
    let mut held: Vec<Option<TcpStream>> = (0..attack.connections()).map(|_| None).collect();
    let mut opened = 0;
    while goes_on.load(Ordering::Relaxed) {
        for place in &mut held {
            let gone = place.as_ref().is_none_or(|stream| {
                stream.set_nonblocking(true).ok();
                matches!(stream.peek(&mut [0]), Ok(0))
                    || matches!(stream.peek(&mut [0]), Err(e) if e.kind() != std::io::ErrorKind::WouldBlock)
            });
            if !goes_on.load(Ordering::Relaxed) {
                return opened;
            }
            if gone {
                *place = page.connect(from).ok();
                if let Some(stream) = place {
                    // Whoever reads nothing cannot be written to for ever.
                    stream.set_nonblocking(true).ok();
                    let _ = stream.write(text.as_bytes());
                    opened += 1;
                }
            }
            if matches!(attack, Attack::Pipelined) && opened % 3 == 0 {
                *place = None;
            }
        }
        thread::sleep(Duration::from_millis(20));
    }
    opened
}

#[test]
fn slow_connections_shut_nobody_out() {
    let page = Page::open(&["--threads", "2"]);
    for attack in Attack::ALL {
        let goes_on = AtomicBool::new(true);
        thread::scope(|scope| {
            let siege = Siege { goes_on: &goes_on };
            let besieger = scope.spawn(|| besiege(&page, attack, 1, &goes_on));
            thread::sleep(Duration::from_millis(700));
            // Who shares an address with those who ask, rather than hold, shares
            // its part of the work too.
            let asks = matches!(attack, Attack::Unread | Attack::Pipelined);
            for visitor in [1, 2] {
                let path = if asks && visitor == 1 { "/" } else { "/quarto" };
                let wait = page.wait_for(visitor, path);
                println!("{attack:?}: visitor {visitor} waited {wait:?}");
                assert!(wait <= AT_ONCE, "{attack:?}: {wait:?}");
                if path == "/" {
                    continue;
                }
                let begun = Instant::now();
                let path = "/api/v1/quarto/analysis?start=....3c1..d.92.a./f";
                let rated = page.get(visitor, path);
                assert!(
                    rated.body.contains("event: done"),
                    "{attack:?}: {}",
                    rated.body
                );
                assert!(begun.elapsed() <= 10 * AT_ONCE, "{:?}", begun.elapsed());
            }
            if matches!(attack, Attack::Watchers) {
                let before = page.worked();
                thread::sleep(Duration::from_secs(2));
                let share = (page.worked() - before) / 2.0;
                println!("watchers cost {:.0} % of a core", 100.0 * share);
                assert!(share < 0.5, "{share}");
            }
            drop(siege);
            println!(
                "{attack:?}: {} connections",
                besieger.join().expect("no panic")
            );
        });
    }
    let peak = page.memory("VmHWM");
    println!("{peak:.0} MiB");
    assert!(peak <= MEMORY, "{peak} MiB");
}

#[test]
fn whoever_asks_or_does_nothing_for_long_is_not_waited_for() {
    let page = Page::open(&[]);
    let begun = Instant::now();
    let mut slow: Vec<TcpStream> = [Attack::Heads, Attack::Bodies]
        .map(|attack| page.send(1, &attack.text(&page)).expect("a connection"))
        .into();
    // One byte now and then changes nothing.
    while begun.elapsed() < Duration::from_secs(8) {
        thread::sleep(Duration::from_millis(500));
        for stream in &mut slow {
            stream.write_all(b"a").expect("it is still read");
        }
    }
    for stream in &mut slow {
        let mut answer = String::new();
        // An answer, or none; but an end.
        let _ = stream.read_to_string(&mut answer);
        let ended = begun.elapsed();
        assert!(ended < Duration::from_secs(20), "{ended:?}");
    }
}

/// The file of games while another program has it.
#[test]
fn a_locked_file_of_games_delays_nobody_and_no_game_is_lost() {
    let page = Page::open(&["--threads", "2"]);
    let file = page.data.path().join("games.sqlite");
    let other = rusqlite::Connection::open(&file).expect("the file of games");
    other.execute_batch("BEGIN EXCLUSIVE").expect("a lock");
    let game = json!({
        "id": "00112233445566778899aabbccddeeff", "rules": "lines",
        "moves": ["0", "a1", "2", "b1", "4", "c1", "6", "d1"], "level": "2",
        "human": "first", "started": 1_700_000_000,
    })
    .to_string();
    let keep = || page.ask(1, "POST", "/api/v1/quarto/games", &game);
    let busy = |answer: &Answer| {
        assert_eq!(answer.status, 503, "{}", answer.body);
        assert!(
            answer.head.to_lowercase().contains("retry-after"),
            "{}",
            answer.head
        );
        assert!(answer.body.contains("try again"), "{}", answer.body);
    };
    thread::scope(|scope| {
        let begun = Instant::now();
        let asked: Vec<_> = (0..6)
            .map(|_| scope.spawn(|| page.get(1, "/api/v1/quarto/stats")))
            .collect();
        thread::sleep(Duration::from_millis(100));
        for visitor in [1, 2] {
            let wait = page.wait_for(visitor, "/quarto");
            assert!(wait <= AT_ONCE, "{wait:?}");
        }
        for asked in asked {
            busy(&asked.join().expect("no panic"));
        }
        assert!(
            begun.elapsed() < Duration::from_secs(8),
            "{:?}",
            begun.elapsed()
        );
        busy(&keep());
        assert_eq!(page.get(1, "/statistics").status, 503);
        assert_eq!(page.get(1, "/statistics.csv").status, 503);
    });
    other.execute_batch("ROLLBACK").expect("no lock");
    let kept = keep();
    assert!([200, 201].contains(&kept.status), "{}", kept.body);
    let stats = page.get(1, "/api/v1/quarto/stats").json();
    assert_eq!(stats["levels"][0]["losses"], 1, "{stats}");

    // The directory goes away, and comes back.
    let (here, away) = (page.data.path(), page.data.path().with_extension("away"));
    std::fs::create_dir(here.join("runs")).expect("a directory");
    assert_eq!(page.get(1, "/api/v1/tunings").status, 200);
    std::fs::rename(here, &away).expect("it goes");
    for path in [
        "/api/v1/quarto/stats",
        "/statistics",
        "/api/v1/tunings",
        "/api/v1/jobs",
        "/jobs",
    ] {
        let answer = page.get(1, path);
        assert_eq!(answer.status, 500, "{path}: {}", answer.body);
        assert!(answer.body.contains("vanished"), "{path}: {}", answer.body);
    }
    let lost = keep();
    assert_eq!(lost.status, 500, "{}", lost.body);
    std::fs::rename(&away, here).expect("it comes back");
    assert_eq!(keep().status, 200, "it was kept before");
    let stats = page.get(1, "/api/v1/quarto/stats").json();
    assert_eq!(stats["levels"][0]["losses"], 1, "{stats}");
}
