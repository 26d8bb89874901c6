//! Whoever asks for much, of the real server: every route with what costs most,
//! and an end to the work when he leaves.

use std::io::Read as _;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::program::page::Page;
use crate::shut_out::{AT_ONCE, MEMORY};

/// A problem that is too large to be searched through.
pub(crate) fn large_problem(name: usize) -> String {
    format!("(;SZ[19]GN[{name}]AB[ag:sg]AW[ah:sh]TR[ag:sg]MA[aa:sf])")
}

/// Moves in it that decide nothing.
const LARGE_MOVES: &str = "A19 C19 E19 G19 J19 L19 N19 Q19 S19 B18 D18 F18 H18 K18 M18 O18 R18 T18 \
                           C18 E18 G18 J18 L18 N18 Q18 S18 B19 D19 F19 H19";

/// A value inside a link.
pub(crate) fn escaped(text: &str) -> String {
    let plain = |c: u8| c.is_ascii_alphanumeric();
    let bytes = text.bytes().map(|c| match plain(c) {
        true => char::from(c).to_string(),
        false => format!("%{c:02X}"),
    });
    bytes.collect()
}

/// A long game: whatever comes first of each third of the moves.
fn long_game(page: &Page, game: &str, start: &str) -> String {
    let mut moves: Vec<String> = Vec::new();
    while moves.len() < 120 {
        let line = escaped(&moves.join(" "));
        let path = format!("/api/v1/{game}/look?open=true&start={start}&moves={line}");
        let view = page.get(3, &path).json();
        let choices = view["choices"].as_array().cloned().unwrap_or_default();
        if choices.is_empty() {
            break;
        }
        let choice = &choices[(moves.len() * 7 + choices.len() / 3) % choices.len()];
        moves.push(choice["move"].as_str().expect("a move").to_owned());
    }
    // Not over yet: then there is more to do.
    moves.truncate(moves.len() - moves.len().min(4));
    moves.join(" ")
}

/// Where a game costs most, as far as is known: rules, start, moves, and a level.
fn costly_lines(page: &Page, game: &str) -> Vec<[String; 4]> {
    let own = |parts: [&str; 4]| parts.map(str::to_owned);
    let long = |start: &str| long_game(page, game, &escaped(start));
    match game {
        "quarto" => vec![
            own(["torus", "", "", "perfect"]),
            own(["squares-misere", "", "0", "perfect"]),
        ],
        "go" => vec![
            own(["medium", &large_problem(0), "A19", "perfect"]),
            own(["medium", &large_problem(0), LARGE_MOVES, "perfect"]),
            own(["rooms", "#987654321", "", "perfect"]),
        ],
        "chess" => vec![own(["", "", &long(""), "full"]), own(["", "", "", "full"])],
        "darkchess" => vec![own(["", "#7", &long("#7"), "6"]), own(["", "#7", "", "6"])],
        "dominoes" => vec![
            own(["pips", "#5", "", "perfect"]),
            own(["stock", "#5", "", "64"]),
        ],
        "skat" => vec![
            own(["grand", "#5", "", "perfect"]),
            own(["null", "#6", "", "64"]),
        ],
        game => panic!("a new game: what costs most in {game}?"),
    }
}

/// What costs most when a question is asked.
fn costly_question(game: &str, question: &str) -> String {
    match (game, question) {
        ("quarto", "solve" | "moves") => "position=................%2F0&rules=torus".into(),
        ("go", "eye") => format!("method=plain&position={}", escaped(&large_problem(0))),
        ("chess", "features") => "position=startpos".into(),
        ("darkchess", "moves") => {
            let position = escaped("????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp");
            format!("level=12&position={position}")
        }
        ("dominoes", "solve") => {
            format!(
                "position={}",
                escaped("01 12 36 46 55 24 13 | 33 45 26 66 02 05 14 | 0-5 first")
            )
        }
        ("skat", "solve") => {
            let deal = "CJ SA HT DA D7 S9 HK C7 CQ HJ | DK S7 H8 SJ ST C8 D8 HQ SQ CT | \
                        CA C9 DT DJ SK S8 H9 HA D9 CK; game grand; declarer 1; lead 2";
            format!("position={}", escaped(deal))
        }
        _ => panic!("a new route: what costs most at /api/v1/{game}/{question}?"),
    }
}

/// Every route of the API's document with its most expensive input known:
/// method, path with its parameters, body. At first one for each route.
fn costly_requests(page: &Page) -> Vec<(String, String, String)> {
    let document = page.get(3, "/api/v1/openapi.json").json();
    let mut requests = Vec::new();
    for (path, item) in document["paths"].as_object().expect("paths") {
        let words: Vec<&str> = path.split('/').skip(3).collect();
        let (game, route) = match words[..] {
            [game, route] if !matches!(game, "jobs" | "tuning") => (game, route),
            _ => ("", ""),
        };
        if item.get("get").is_some() {
            for query in costly_queries(page, game, route) {
                requests.push(("GET".to_owned(), format!("{path}?{query}"), String::new()));
            }
        }
        if item.get("post").is_some() {
            for body in costly_bodies(page, game, route) {
                requests.push(("POST".to_owned(), path.clone(), body.to_string()));
            }
        }
        // Pages look too.
        if route == "look" {
            for query in costly_queries(page, game, "look") {
                requests.push(("GET".to_owned(), format!("/{game}?{query}"), String::new()));
            }
        }
    }
    for path in ["/", "/statistics", "/statistics.csv", "/jobs", "/report"] {
        requests.push(("GET".to_owned(), path.to_owned(), String::new()));
    }
    assert!(requests.len() > 80, "{}", requests.len());
    requests
}

fn costly_queries(page: &Page, game: &str, route: &str) -> Vec<String> {
    let line = |[rules, start, moves, level]: [String; 4]| {
        let (start, moves) = (escaped(&start), escaped(&moves));
        format!("rules={rules}&start={start}&moves={moves}&level={level}&open=true")
    };
    let lines = || costly_lines(page, game);
    match route {
        "" => vec!["run=sample.json&seconds=1".into(), String::new()],
        "look" | "analysis" | "ponder" | "judge" | "study" => {
            lines().into_iter().map(line).collect()
        }
        "proof" => {
            let start = escaped(&large_problem(0));
            vec![format!("start={start}&path=0")]
        }
        "read" => {
            let text = |[rules, start, moves, _]: [String; 4]| {
                let text = match start.is_empty() {
                    true => moves,
                    false => format!("{start} moves {moves}"),
                };
                format!("rules={rules}&text={}", escaped(&text))
            };
            lines().into_iter().map(text).collect()
        }
        "setup" => {
            let text = match game {
                "go" => escaped(&large_problem(0)),
                _ => String::new(),
            };
            let tool = if game == "go" { "frame" } else { "" };
            vec![format!("text={text}&tool={tool}")]
        }
        "stats" => vec!["assisted=true".into()],
        question => vec![costly_question(game, question)],
    }
}

fn costly_bodies(page: &Page, game: &str, route: &str) -> Vec<Value> {
    let moves = |moves: &str| {
        moves
            .split(' ')
            .filter(|m| !m.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    };
    match route {
        "reply" => {
            let body = |[rules, start, line, level]: [String; 4]| {
                let line = moves(&line);
                let line: Vec<&str> = line.split(' ').filter(|m| !m.is_empty()).collect();
                json!({ "rules": rules, "start": start, "moves": line, "level": level })
            };
            costly_lines(page, game).into_iter().map(body).collect()
        }
        "games" => {
            let [rules, start, line, level] = costly_lines(page, game)[0].clone();
            let line: Vec<&str> = line.split(' ').filter(|m| !m.is_empty()).collect();
            let start = if start.starts_with('#') {
                start
            } else {
                String::new()
            };
            vec![json!({
                "id": "00112233445566778899aabbccddeeff", "rules": rules, "start": start,
                "moves": line, "level": level, "human": "first", "started": 0,
            })]
        }
        "weights" => vec![json!({ "weights": "[".repeat(60_000) })],
        "" => vec![json!({ "id": "0000000000000000" })],
        route => panic!("a new route: what costs most at POST /api/v1/{game}/{route}?"),
    }
}

/// Asks and leaves after a while; how long the server went on working then.
/// `None` if the answer came first.
fn ask_and_leave(page: &Page, request: &(String, String, String), after: Duration) -> Option<f64> {
    let (method, path, body) = request;
    let sent = page.send(1, &page.request(method, path, body));
    let mut stream = sent.expect("a connection");
    let (begun, mut bytes, mut some) = (Instant::now(), Vec::new(), [0; 1 << 16]);
    let mut ended = false;
    while let Some(left) = after.checked_sub(begun.elapsed()).filter(|t| !t.is_zero()) {
        stream.set_read_timeout(Some(left)).expect("a socket");
        match stream.read(&mut some) {
            Ok(0) => {
                ended = true;
                break;
            }
            Ok(count) => bytes.extend(&some[..count]),
            Err(_) => break,
        }
    }
    drop(stream);
    if ended {
        let status = String::from_utf8_lossy(&bytes[..bytes.len().min(12)]).into_owned();
        assert!(
            status.starts_with("HTTP/1.1 "),
            "{method} {path:.200}: {status}"
        );
        // What is refused costs nothing: then something else costs most.
        let works = [
            "/look?",
            "/analysis?",
            "/ponder?",
            "/study?",
            "/solve?",
            "/moves?",
        ];
        let works = works.iter().any(|route| path.contains(route)) || path.ends_with("/reply");
        let fine = if works {
            status.ends_with("200")
        } else {
            !status.ends_with("500")
        };
        assert!(fine, "{method} {path:.200}: {status}");
        return None;
    }
    Some(page.quiet_after())
}

fn every_route_ends_with_its_asker(after: Duration, every: usize) {
    let page = Page::open(&["--threads", "2"]);
    let requests = costly_requests(&page);
    let (mut worked, mut longest) = (0, 0.0_f64);
    for request in requests.iter().step_by(every) {
        let Some(quiet) = ask_and_leave(&page, request, after) else {
            continue;
        };
        let (method, path, _) = request;
        println!("{quiet:.2} s: {method} {path:.100}");
        // A second, and another for a machine that has other things to do.
        assert!(quiet <= 2.0, "{method} {path}: worked on for {quiet:.1} s");
        (worked, longest) = (worked + 1, longest.max(quiet));
        assert_eq!(page.get(1, "/").status, 200);
    }
    let peak = page.memory("VmHWM");
    println!(
        "{} requests, {worked} of them left; worked on for {longest:.2} s at most; {peak:.0} MiB",
        requests.len().div_ceil(every)
    );
    assert!(
        worked * every >= 15,
        "{worked}: too few of them are expensive"
    );
    assert!(peak <= MEMORY, "{peak} MiB");
}

#[test]
fn work_ends_when_whoever_asked_has_left_on_some_routes() {
    every_route_ends_with_its_asker(Duration::from_millis(100), 3);
}

#[test]
#[ignore = "15 s: every route with every expensive input, one after the other"]
fn work_ends_when_whoever_asked_has_left_on_every_route() {
    every_route_ends_with_its_asker(Duration::from_millis(300), 1);
}

#[test]
fn whoever_asks_for_much_has_no_more_than_a_share() {
    let page = Page::open(&["--threads", "2"]);
    let look = |name: usize| {
        let (start, moves) = (escaped(&large_problem(name)), escaped(LARGE_MOVES));
        format!("/api/v1/go/look?start={start}&moves={moves}")
    };
    let reply = json!({ "rules": "torus", "moves": [], "level": "perfect" }).to_string();
    let analysis = "/api/v1/quarto/analysis?rules=torus".to_owned();
    let mut open = Vec::new();
    for number in 0..60 {
        for request in [
            page.request("GET", &look(number), ""),
            page.request("POST", "/api/v1/quarto/reply", &reply),
            page.request("GET", &analysis, ""),
        ] {
            open.push(page.send(1, &request).expect("a connection"));
        }
    }
    thread::sleep(Duration::from_millis(300));
    // Another address has its share of each kind of work, beside pages.
    let wait = page.wait_for(2, "/go?start=%233");
    assert!(wait <= AT_ONCE, "{wait:?}");
    let begun = Instant::now();
    let body = json!({ "moves": ["b"], "level": "2" }).to_string();
    let answer = page.ask(2, "POST", "/api/v1/quarto/reply", &body);
    assert_eq!(answer.status, 200, "{}", answer.body);
    assert!(begun.elapsed() <= 5 * AT_ONCE, "{:?}", begun.elapsed());
    let rated = page.get(2, "/api/v1/quarto/analysis?start=....3c1..d.92.a./f");
    assert!(rated.body.contains("event: rating"), "{}", rated.body);
    // The first address gets pages too.
    let wait = page.wait_for(1, "/");
    assert!(wait <= AT_ONCE, "{wait:?}");
    drop(open);
    let quiet = page.quiet_after();
    assert!(quiet <= 2.0, "{quiet} s");
    let peak = page.memory("VmHWM");
    println!("180 askers left; worked on for {quiet:.2} s; {peak:.0} MiB");
    assert!(peak <= MEMORY, "{peak} MiB");
}

/// Engines of all kinds at once, under many rules, for three visitors: as much
/// memory as can be asked for.
fn engines_take_no_more_than_there_is_for_them(rounds: usize) {
    let page = Page::open(&["--threads", "2"]);
    let shapes = ["lines", "squares", "torus"];
    let rules: Vec<String> = (1..=4)
        .rev()
        .flat_map(|properties| shapes.map(|shape| (shape, properties)))
        .flat_map(|(shape, properties)| ["", "-misere"].map(|end| (shape, properties, end)))
        .map(|(shape, properties, end)| format!("{shape}-{properties}{end}"))
        .collect();
    for round in 0..rounds {
        let mut open = Vec::new();
        for visitor in [1, 2, 3] {
            for kind in 0..3 {
                let rules = &rules[(round * 9 + usize::from(visitor) * 3 + kind) % rules.len()];
                let reply = |body: &Value| {
                    let game = ["quarto", "chess", "skat"][(round + kind) % 3];
                    page.request("POST", &format!("/api/v1/{game}/reply"), &body.to_string())
                };
                let level = ["perfect", "full", "64"][(round + kind) % 3];
                let rules_of_quarto = if level == "perfect" {
                    rules.as_str()
                } else {
                    ""
                };
                let start = if level == "64" {
                    format!("#{round}")
                } else {
                    String::new()
                };
                let problem = escaped(&large_problem(round * 9 + kind));
                for request in [
                    reply(&json!({ "rules": rules_of_quarto, "start": start, "level": level })),
                    page.request("GET", &format!("/api/v1/quarto/analysis?rules={rules}"), ""),
                    page.request("GET", &format!("/api/v1/go/eye?position={problem}"), ""),
                    page.request("GET", &format!("/api/v1/go/study?start={problem}"), ""),
                    page.request(
                        "GET",
                        &format!("/api/v1/dominoes/analysis?start=%23{round}&rules=pips"),
                        "",
                    ),
                ] {
                    open.push(page.send(visitor, &request).expect("a connection"));
                }
            }
        }
        thread::sleep(Duration::from_millis(1500));
        let wait = page.wait_for(4, "/");
        assert!(wait <= AT_ONCE, "{wait:?}");
    }
    let peak = page.memory("VmHWM");
    println!("{rounds} rounds: {peak:.0} MiB");
    assert!(peak <= MEMORY, "{peak} MiB");
}

#[test]
fn engines_of_all_kinds_take_no_more_memory_than_there_is_for_them() {
    engines_take_no_more_than_there_is_for_them(2);
}

#[test]
#[ignore = "40 s: engines of all kinds, under two dozen rules, twenty times"]
fn engines_of_all_kinds_again_and_again_take_no_more_memory() {
    engines_take_no_more_than_there_is_for_them(20);
}
