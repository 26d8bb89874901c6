//! Every route, asked rightly and wrongly.

use crate::common;

use axum::body::Body;
use axum::http::{Request, header};
use common::site;
use serde_json::json;

/// A finished game: First completes a row of small pieces.
const WON: [&str; 8] = ["0", "a1", "2", "b1", "4", "c1", "6", "d1"];
const PLAYER: &str = "tabia_player=0123456789abcdef0123456789abcdef";

/// Every page.
const PAGES: [&str; 15] = [
    "/",
    "/quarto",
    "/quarto?rules=squares&moves=b+a1+3",
    "/go",
    "/go/setup",
    "/go/proof?start=%232&path=0",
    "/chess",
    "/darkchess",
    "/dominoes",
    "/skat",
    "/statistics",
    "/chess/tuning",
    "/chess/ratings",
    "/jobs",
    "/report",
];

#[tokio::test]
async fn every_page_is_whole_and_carries_its_guards() {
    let site = site();
    for path in PAGES {
        let page = site.get(path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text);
        assert!(page.text.starts_with("<!DOCTYPE html>"), "{path}");
        assert!(page.text.ends_with("</html>"), "{path}");
        let policy = page.headers[header::CONTENT_SECURITY_POLICY]
            .to_str()
            .unwrap();
        assert!(policy.contains("script-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert!(
            !page.text.contains(" style="),
            "{path}: styles are in the sheet"
        );
        assert!(!page.text.contains(" onclick="), "{path}");
    }
}

#[tokio::test]
async fn the_last_report_is_shown_in_the_dress_of_the_site() {
    let site = site();
    let none = site.get("/report").await;
    assert!(none.text.contains("No report yet"), "{}", none.text);
    let folder = site.data.path().join("report");
    std::fs::create_dir(&folder).expect("a directory");
    let put = |text: &str| std::fs::write(folder.join("report.html"), text).expect("a file");
    put(
        "<html><style>p { color: red }</style><body><main>\n<p>Four papers</p></main></body></html>",
    );
    let shown = site.get("/report").await;
    assert_eq!(shown.status, 200);
    assert!(shown.text.contains("<p>Four papers</p>"), "{}", shown.text);
    assert!(!shown.text.contains("<style"), "{}", shown.text);
    put("something else");
    let refused = site.get("/report").await;
    assert_eq!(refused.status, 500);
    assert!(refused.text.contains("it is no report"), "{}", refused.text);
}

/// The files that a page loads: those it links to, and what they import.
async fn files(site: &common::TestSite, page: &str) -> Vec<String> {
    let mut found: Vec<String> = page
        .split(['"', ' '])
        .filter(|word| word.starts_with("/assets/"))
        .map(str::to_owned)
        .collect();
    let mut next = 0;
    while next < found.len() {
        let file = site.get(&found[next]).await;
        let folder = found[next].rsplit_once('/').expect("a folder").0.to_owned();
        for word in file.text.split('"').filter(|word| word.starts_with("./")) {
            let link = format!("{folder}/{}", &word[2..]);
            if !found.contains(&link) {
                found.push(link);
            }
        }
        next += 1;
    }
    found
}

#[tokio::test]
async fn pages_load_files_that_are_there_and_weigh_little() {
    let site = site();
    for path in PAGES {
        let page = site.get(path).await.text;
        let mut weight = page.len();
        let files = files(&site, &page).await;
        assert!(files.len() >= 2, "{path}: {files:?}");
        for link in &files {
            let file = site.get(link).await;
            assert_eq!(file.status, 200, "{link}");
            let cached = file.headers[header::CACHE_CONTROL].to_str().unwrap();
            assert!(cached.contains("immutable"), "{link}");
            weight += file.text.len();
        }
        println!("{path}: {weight} bytes before compression");
        assert!(
            weight <= 200_000,
            "{path}: {weight} bytes before compression"
        );
    }
    let page = site.get("/quarto").await.text;
    let link = &files(&site, &page).await[0];
    let folder = link.rsplit_once('/').expect("a folder").0;
    site.get(&format!("{folder}/nothing.js")).await.refused(404);
    site.get("/assets/0/game.js").await.refused(404);
    assert_eq!(site.get("/favicon.ico").await.status, 200);
}

/// Every route of the site, with parameters that work: those of the pages and
/// those that the API's document describes.
async fn routes(site: &common::TestSite) -> Vec<(&'static str, String)> {
    let document = site.get("/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().expect("paths");
    let mut routes: Vec<(&str, String)> = PAGES.map(|path| ("GET", path.to_owned())).to_vec();
    for (path, item) in paths {
        for method in item.as_object().expect("methods").keys() {
            let method = if method == "get" { "GET" } else { "POST" };
            routes.push((method, path.clone()));
        }
    }
    for path in [
        "/statistics.csv",
        "/assets/x/game.js",
        "/favicon.ico",
        "/nothing",
    ] {
        routes.push(("GET", path.to_owned()));
    }
    assert!(routes.len() > 60, "{}", routes.len());
    routes
}

#[tokio::test]
async fn every_route_refuses_strangers_long_links_large_bodies_and_wrong_methods() {
    let site = site();
    for (method, path) in routes(&site).await {
        let request = || Request::builder().method(method).uri(&path);
        let empty = |request: axum::http::request::Builder| request.body(Body::empty()).unwrap();
        for (name, value) in [
            (header::HOST, "evil.example"),
            (header::HOST, "127.0.0.1.evil.example:7117"),
            (header::ORIGIN, "http://evil.example"),
            (header::ORIGIN, "null"),
        ] {
            let asked = empty(request().header(name, value));
            let words = site.send(asked).await.refused(403);
            assert!(words.contains(value), "{method} {path}: {words}");
        }
        let joint = if path.contains('?') { '&' } else { '?' };
        let long = format!("{path}{joint}x={}", "x".repeat(20_000));
        let asked = empty(Request::builder().method(method).uri(long));
        site.send(asked).await.refused(414);
        let large = request()
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::CONTENT_LENGTH, "100000")
            .body(Body::from(vec![b' '; 100_000]));
        let answer = site.send(large.unwrap()).await;
        assert_eq!(answer.status, 413, "{method} {path}: {}", answer.text);
        let other = if method == "GET" { "DELETE" } else { "PUT" };
        let asked = empty(Request::builder().method(other).uri(&path));
        let answer = site.send(asked).await;
        assert!(
            matches!(answer.status.as_u16(), 404 | 405),
            "{other} {path}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn every_route_with_parameters_refuses_those_it_does_not_know() {
    let site = site();
    for (method, path) in routes(&site).await {
        let takes_none = [
            "/",
            "/jobs",
            "/report",
            "/chess/ratings",
            "/favicon.ico",
            "/nothing",
        ];
        let document = [
            "openapi.json",
            "v1/games",
            "v1/jobs",
            "v1/tunings",
            "v1/ratings",
        ];
        if method == "POST"
            || takes_none.contains(&path.as_str())
            || path.starts_with("/assets")
            || document.iter().any(|name| path.ends_with(name))
        {
            continue;
        }
        let joint = if path.contains('?') { '&' } else { '?' };
        let answer = site.get(&format!("{path}{joint}no_such_thing=1")).await;
        assert_eq!(answer.status, 400, "{path}: {}", answer.text);
        assert!(
            answer.text.contains("no_such_thing"),
            "{path}: {}",
            answer.text
        );
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused_everywhere() {
    let site = site();
    for path in [
        "/",
        "/quarto",
        "/api/v1/games",
        "/assets/x/game.js",
        "/nothing",
    ] {
        for (name, value) in [
            (header::HOST, "evil.example"),
            (header::HOST, "127.0.0.1.evil.example:7117"),
            (header::ORIGIN, "http://evil.example"),
            (header::ORIGIN, "null"),
            (header::ORIGIN, "http://127.0.0.1:9999"),
        ] {
            let request = Request::get(path).header(name, value).body(Body::empty());
            let words = site.send(request.unwrap()).await.refused(403);
            assert!(words.contains(value), "{words}");
        }
        let ours = Request::get(path)
            .header(header::ORIGIN, "http://127.0.0.1:7117")
            .body(Body::empty());
        assert_ne!(site.send(ours.unwrap()).await.status, 403, "{path}");
    }
    let allowed = Request::get("/").header(header::HOST, "games.example");
    let answer = site.send(allowed.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, 200);
}

#[tokio::test]
async fn other_sites_may_link_to_pages_and_nothing_else() {
    let site = site();
    let ask = async |method: &str, path: &str, fetch: [&str; 3]| {
        let names = ["sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest"];
        let said = names.into_iter().zip(fetch);
        let mut request = Request::builder().method(method).uri(path);
        for (name, value) in said.filter(|(_, value)| !value.is_empty()) {
            request = request.header(name, value);
        }
        let answer = site.send(request.body(Body::empty()).unwrap()).await;
        answer.status.as_u16()
    };
    let link = ["cross-site", "navigate", "document"];
    for (method, path, fetch, status) in [
        ("GET", "/quarto", link, 200),
        ("HEAD", "/", ["same-site", "navigate", "document"], 200),
        ("GET", "/", ["none", "navigate", "document"], 200),
        (
            "GET",
            "/api/v1/games",
            ["same-origin", "cors", "empty"],
            200,
        ),
        ("GET", "/api/v1/games", ["", "", ""], 200),
        // A form is a link too, if it only asks; one that posts is not.
        ("POST", "/api/v1/quarto/games", link, 403),
        ("GET", "/api/v1/games", link, 403),
        (
            "GET",
            "/api/v1/quarto/look",
            ["cross-site", "no-cors", "image"],
            403,
        ),
        (
            "GET",
            "/api/v1/jobs/live",
            ["same-site", "cors", "empty"],
            403,
        ),
        ("GET", "/quarto", ["cross-site", "no-cors", "image"], 403),
        ("GET", "/quarto", ["cross-site", "navigate", "iframe"], 403),
        ("GET", "/quarto", ["", "navigate", "document"], 200),
        ("GET", "/quarto", ["elsewhere", "navigate", "object"], 403),
        (
            "GET",
            "/assets/x/game.js",
            ["cross-site", "no-cors", "script"],
            403,
        ),
    ] {
        let found = ask(method, path, fetch).await;
        assert_eq!(found, status, "{method} {path} {fetch:?}");
    }
    // Said twice, it is not believed.
    let twice = Request::get("/quarto").header("sec-fetch-site", "same-origin");
    let twice = twice.header("sec-fetch-site", "cross-site");
    let answer = site.send(twice.body(Body::empty()).unwrap()).await;
    assert_eq!(answer.status, 403);
}

#[tokio::test]
async fn too_much_is_refused() {
    let site = site();
    let long = format!("/quarto?start={}", "x".repeat(20_000));
    site.get(&long).await.refused(414);
    let body = json!({ "level": "6", "start": "x".repeat(100_000) });
    for path in ["/api/v1/quarto/reply", "/api/v1/quarto/games"] {
        let answer = site.post(path, &body).await;
        assert_eq!(answer.status, 413, "{path}");
    }
    let moves = vec!["b"; 3000];
    let body = json!({ "level": "6", "moves": moves });
    let words = site.post("/api/v1/quarto/reply", &body).await.refused(400);
    assert!(words.contains("3000 moves are too many"), "{words}");
}

#[tokio::test]
async fn bad_parameters_are_named() {
    let site = site();
    for (path, status, named) in [
        ("/api/v1/chequers/look", 404, "`chequers`"),
        ("/api/v1/nothing", 404, "openapi"),
        ("/api/v1/quarto/nothing", 404, "`nothing`"),
        ("/api/v1/quarto/look?rules=cubes", 400, "`cubes`"),
        ("/api/v1/quarto/look?moves=b+a1+b", 400, "move 3, `b`"),
        ("/api/v1/quarto/look?start=hello", 400, "start `hello`"),
        ("/api/v1/quarto/look?colour=red", 400, "colour"),
        ("/api/v1/quarto/look?flipped=perhaps", 400, "flipped"),
        ("/api/v1/quarto/look?side=third", 400, "third"),
        ("/api/v1/quarto/look?moves=%FF%FE", 400, ""),
        ("/api/v1/quarto/analysis?moves=zz", 400, "move 1, `zz`"),
        ("/api/v1/quarto/ponder?moves=zz", 400, "move 1, `zz`"),
        ("/api/v1/quarto/read?text=hello", 400, "as a game"),
        ("/api/v1/quarto/read", 400, "text"),
        ("/api/v1/quarto/solve", 400, "`position`"),
        ("/api/v1/quarto/solve?position=xyz", 400, "position `xyz`"),
        (
            "/api/v1/quarto/solve?position=0d4.15....96..87/b&depth=3",
            400,
            "`depth`",
        ),
        ("/api/v1/quarto/stats?rules=cubes", 400, "`cubes`"),
        ("/api/v1/quarto/study", 404, "`study`"),
        ("/api/v1/quarto/setup?tool=hammer", 400, "`hammer`"),
        ("/api/v1/quarto/setup?tool=put&click=a1", 400, "tray"),
        ("/api/v1/chess/look?rules=weights-../x", 400, "weights-../x"),
        ("/api/v1/chess/look?rules=weights-none", 400, "no such"),
        ("/api/v1/chess/setup?text=hello", 400, "`hello`"),
        ("/api/v1/skat/look?open=perhaps", 400, "open"),
        ("/api/v1/skat/study?start=%231", 400, "hidden"),
        ("/api/v1/quarto/proof", 404, "`proof`"),
        ("/api/v1/go/setup?tool=hammer", 400, "`hammer`"),
        ("/api/v1/go/setup?text=hello", 400, "`hello`"),
        ("/api/v1/go/judge", 400, "no move"),
        ("/api/v1/go/proof?path=x", 400, "`x`"),
        ("/api/v1/go/proof?path=0.99", 400, "no such branch"),
        ("/api/v1/go/study?start=%23x", 400, "`#x`"),
        ("/api/v1/tuning?run=../games.sqlite", 404, "games.sqlite"),
        ("/api/v1/tuning/live?run=nothing.json", 404, "nothing.json"),
        ("/api/v1/tuning", 400, "run"),
        ("/api/v1/jobs/live?seconds=soon", 400, "seconds"),
        ("/statistics.csv?game=chequers", 404, "`chequers`"),
    ] {
        let words = site.get(path).await.refused(status);
        assert!(words.contains(named), "{path}: {words}");
    }
    for (path, status, named) in [
        ("/nothing/at/all", 404, "/nothing/at/all"),
        ("/chequers", 404, "`chequers`"),
        ("/quarto/proof", 404, "proof"),
        ("/quarto/setup?text=hello", 400, "hello"),
        ("/go/setup?text=hello", 400, "hello"),
        ("/go/proof?path=7", 400, "no such branch"),
        ("/chess/tuning?run=nothing.json", 404, "nothing.json"),
        ("/quarto?moves=zz", 400, "move 1, `zz`"),
        ("/quarto?level=99", 400, "`99`"),
        ("/quarto?moves=%3Cscript%3E", 400, "&lt;script&gt;"),
        ("/statistics?game=chequers", 404, "`chequers`"),
    ] {
        let page = site.get(path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.text.contains(named), "{path}: {}", page.text);
        assert!(!page.text.contains("<script>"), "{path}");
    }
}

#[tokio::test]
async fn bodies_and_methods_are_checked() {
    let site = site();
    let path = "/api/v1/quarto/reply";
    let missing = site.post(path, &json!({})).await.refused(400);
    assert!(missing.contains("level"), "{missing}");
    let extra = json!({ "level": "6", "depth": 3 });
    assert!(site.post(path, &extra).await.refused(400).contains("depth"));
    let level = json!({ "level": "1" });
    assert!(site.post(path, &level).await.refused(400).contains("`1`"));
    let over = json!({ "level": "6", "moves": WON });
    assert!(site.post(path, &over).await.refused(400).contains("over"));
    let plain = Request::post(path).body(Body::from("{}")).unwrap();
    site.send(plain).await.refused(415);
    let broken = Request::post(path)
        .header(header::CONTENT_TYPE, "application/json")
        .body(Body::from("{"));
    site.send(broken.unwrap()).await.refused(400);
    site.get(path).await.refused(405);
    site.post("/quarto", &json!({})).await.refused(405);
}

#[tokio::test]
async fn a_reply_is_a_turn_and_the_view_after_it() {
    let site = site();
    let request = json!({ "rules": "lines", "moves": ["b"], "level": "2" });
    let answer = site.post("/api/v1/quarto/reply", &request).await.json();
    let moves = answer["moves"].as_array().expect("moves");
    assert_eq!(moves.len(), 2, "a placement and a gift");
    assert_eq!(
        answer["view"]["history"].as_array().expect("history").len(),
        3
    );
    assert_eq!(answer["view"]["to_move"], "first");
}

#[tokio::test]
async fn answers_are_those_of_the_commands() {
    let site = site();
    let path = "/api/v1/quarto/solve?position=....3c1..d.92.a./f";
    let solved = site.get(path).await.json();
    assert_eq!(solved["value"], 1);
    assert_eq!(solved["distance"], 7);
    assert_eq!(solved["best"], json!(["b1"]));
    let quick = site.get(&format!("{path}&value_only=true")).await.json();
    assert_eq!(quick["value"], 1);
    assert!(quick.get("best").is_none());
    let moves = site
        .get("/api/v1/quarto/moves?position=....3c1..d.92.a./f")
        .await
        .json();
    let wins = moves.as_array().expect("moves").iter();
    let wins: Vec<_> = wins.filter(|m| m["value"] == 1).collect();
    assert_eq!(wins, [&json!({ "move": "b1", "value": 1, "distance": 7 })]);
}

#[tokio::test]
async fn an_analysis_tells_every_move_and_the_whole_game() {
    let site = site();
    let path = "/api/v1/quarto/analysis?start=....3c1..d.92.a./f&moves=a1+0";
    let events = site.get(path).await;
    assert_eq!(events.headers[header::CONTENT_TYPE], "text/event-stream");
    let count = |name: &str| events.text.matches(&format!("event: {name}\n")).count();
    assert_eq!(count("rating"), 8, "{}", events.text);
    assert_eq!(count("played"), 2);
    assert_eq!(count("course"), 1);
    assert!(
        events
            .text
            .trim_end()
            .ends_with(r#"data: {"complete":true}"#)
    );
    let ponder = site
        .get("/api/v1/quarto/ponder?moves=b+a1+3+c2&level=2")
        .await;
    assert!(ponder.text.contains("event: done"), "{}", ponder.text);
}

#[tokio::test]
async fn finished_games_are_kept_once_and_counted() {
    let site = site();
    let game = json!({
        "id": "00112233445566778899aabbccddeeff", "rules": "lines", "moves": WON,
        "level": "2", "human": "first", "experience": "novice", "started": 1_700_000_000,
        "engine_turns": [0.5, 0.25],
    });
    let path = "/api/v1/quarto/games";
    let with = |game: &serde_json::Value| {
        Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, PLAYER)
            .body(Body::from(game.to_string()))
            .unwrap()
    };
    assert!(site.post(path, &game).await.refused(400).contains("cookie"));
    assert_eq!(site.send(with(&game)).await.status, 201);
    let again = site.send(with(&game)).await;
    assert_eq!(
        (again.status.as_u16(), again.json()),
        (200, json!({ "kept": false }))
    );
    for (key, value, named) in [
        ("id", json!("1"), "`1`"),
        ("moves", json!(["b"]), "not over"),
        ("level", json!("7"), "`7`"),
        ("start", json!("0d4.15....96..87/b"), "usual start"),
        ("human", json!("third"), "third"),
        ("experience", json!("guru"), "`guru`"),
        ("engine_turns", json!([-1.0]), "-1"),
    ] {
        let mut bad = game.clone();
        bad[key] = value;
        let words = site.send(with(&bad)).await.refused(400);
        assert!(words.contains(named), "{key}: {words}");
    }
    let stats = site.get("/api/v1/quarto/stats").await.json();
    assert_eq!(stats["levels"].as_array().expect("rows").len(), 1);
    assert_eq!(stats["levels"][0]["losses"], 1, "the person won");
    assert_eq!(stats["levels"][0]["experience"], "novice");
    let page = site.get("/statistics?game=quarto&rules=lines").await.text;
    assert!(
        page.contains("novice") && page.contains("% interval"),
        "{page}"
    );
    let csv = site.get("/statistics.csv?game=quarto").await;
    assert_eq!(csv.text.lines().nth(1), Some("2,novice,0,0,1,2,0.75,0.5"));
    let none = site.get("/statistics?rules=squares").await.text;
    assert!(none.contains("No finished games"), "{none}");
}

#[tokio::test]
async fn a_player_is_named_once() {
    let site = site();
    let first = site.get("/quarto").await;
    let cookie = first.headers[header::SET_COOKIE]
        .to_str()
        .unwrap()
        .to_owned();
    assert!(
        cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"),
        "{cookie}"
    );
    let pair = cookie.split(';').next().unwrap();
    let request = Request::get("/quarto").header(header::COOKIE, pair);
    let second = site.send(request.body(Body::empty()).unwrap()).await;
    assert!(!second.headers.contains_key(header::SET_COOKIE));
}

#[tokio::test]
async fn what_can_be_compressed_is() {
    let site = site();
    let request = Request::get("/quarto")
        .header(header::HOST, "localhost")
        .header(header::ACCEPT_ENCODING, "gzip")
        .body(Body::empty());
    use tower::ServiceExt as _;
    let response = site.router.clone().oneshot(request.unwrap()).await.unwrap();
    assert_eq!(response.headers()[header::CONTENT_ENCODING], "gzip");
}

#[tokio::test]
async fn jobs_on_other_machines_are_shown_and_called_off() {
    let none = site();
    let body = json!({ "id": "0123456789abcdef" });
    let words = none.post("/api/v1/jobs/cancel", &body).await.refused(404);
    assert!(words.contains("--nats"), "{words}");
    let data = tempfile::tempdir().expect("a scratch directory");
    let options = tabia_web::Options {
        remote: Some(std::sync::Arc::new(common::elsewhere::Elsewhere::default())),
        ..common::options(&data)
    };
    let site = common::TestSite {
        router: tabia_web::Site::open(&options).expect("a site").router(),
        data,
    };
    let page = site.get("/jobs").await.text;
    for words in [
        "12.5 %, 25 of 100",
        "12 min",
        "alpha-7",
        "2.50",
        "2.5 MB",
        "K-g",
        "running",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let jobs = site.get("/api/v1/jobs").await.json();
    assert_eq!(jobs["remote"][0]["workers"][0]["units"], 25);
    let other = json!({ "id": "0000000000000000" });
    site.post("/api/v1/jobs/cancel", &other).await.refused(404);
    let answer = site.post("/api/v1/jobs/cancel", &body).await;
    assert_eq!(answer.json(), json!({ "cancelled": true }));
    let jobs = site.get("/api/v1/jobs").await.json();
    assert_eq!(jobs["remote"][0]["state"], "cancelled");
}
