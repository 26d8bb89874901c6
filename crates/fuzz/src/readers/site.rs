//! What the page is asked: links, parameters and bodies.

use std::sync::Mutex;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Method, Request, StatusCode, Uri, header};
use tabia_web::{Options, Site};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tower::ServiceExt as _;

use super::texts;
use crate::Reader;

/// Routes that search once their parameters are known to be right; those have
/// the same parameters as `look`, which does not.
const SEARCHING: [&str; 10] = [
    "analysis", "ponder", "judge", "study", "proof", "solve", "moves", "eye", "live", "report",
];

/// The longest answer that is looked at.
const LONGEST: usize = 4 << 20;

/// One request: a method and a link in the first line, the body after it.
pub(super) fn readers() -> Vec<Reader> {
    let samples = texts([
        "GET /api/v1/quarto/look?rules=lines&moves=b%20a1%203&flipped=true",
        "GET /api/v1/darkchess/read?text=8/1b6/2K5/8%20b%200",
        "GET /api/v1/skat/read?text=CJ%20SA%20HT%20%7C%20DK%20S7%20H8%20%7C%20CA%20C9%20DT%3B%20game%20clubs%3B%20declarer%201%3B%20lead%202",
        "GET /api/v1/dominoes/setup?text=01%2012%20%7C%2033%2045%20%7C%200-5%20first&tool=first&click=66",
        "GET /api/v1/go/setup?text=(;SZ[9]AB[aa:ab]AW[ac:ec]MA[ba:da])&tool=black&click=ee",
        "GET /api/v1/chess/look?start=8/2p5/3p4/KP5r/1R3pPk/8/4P3/8%20b%20-%20g3%200%201&moves=c7c5",
        "GET /api/v1/chess/features?position=8/2p5/3p4/KP5r/1R3pPk/8/4P3/8%20b%20-%20g3%200%201",
        "GET /chess?moves=e2e4%20e7e5&side=second&level=3",
        "GET /go/setup?text=(;SZ[9])",
        "GET /statistics?game=quarto&rules=lines&assisted=true",
        "GET /api/v1/quarto/stats?rules=squares",
        "GET /api/v1/tuning?run=sample.json",
        "GET /assets/0/page.js",
        "POST /api/v1/quarto/reply\n{\"level\":\"2\",\"moves\":[\"b\",\"a1\",\"3\"],\"viewer\":\"first\"}",
        "POST /api/v1/quarto/games\n{\"id\":\"00112233445566778899aabbccddeeff\",\"moves\":[\"b\"],\"level\":\"2\",\"human\":\"first\",\"started\":1,\"engine_turns\":[0.5]}",
        "POST /api/v1/chess/weights\n{\"weights\":\"{}\"}",
        "POST /api/v1/jobs/cancel\n{\"id\":\"0011223344556677\"}",
    ]);
    let page = Mutex::new(Page::open());
    vec![Reader::new("http", samples, move |bytes| {
        let page = page.lock().unwrap_or_else(|poisoned| {
            // It is the reader that panicked, and that has been told.
            poisoned.into_inner()
        });
        page.ask(bytes)
    })]
}

/// The whole page, in this process, with a ledger of its own.
struct Page {
    router: Router,
    runtime: Runtime,
    _data: TempDir,
}

impl Page {
    fn open() -> Page {
        let data = tempfile::tempdir().expect("a scratch directory");
        let options = Options {
            data: Some(data.path().to_owned()),
            engines: tabia_desk::Options {
                threads: 1,
                memory_mib: 16,
                ..tabia_desk::Options::default()
            },
            ..Options::default()
        };
        let site = Site::open(&options).expect("a new ledger");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build();
        Page {
            router: site.router(),
            runtime: runtime.expect("threads"),
            _data: data,
        }
    }

    /// What comes back: the status, and why not.
    fn ask(&self, bytes: &[u8]) -> String {
        match self.ask_once(bytes) {
            // The machine may have stood still: a slow request is slow again.
            Err(_) => self.ask_once(bytes).unwrap_or_else(|why| panic!("{why}")),
            Ok(answer) => answer,
        }
    }

    /// An error says that it took too long, or that engines are busy.
    fn ask_once(&self, bytes: &[u8]) -> Result<String, String> {
        let line = bytes.iter().position(|&byte| byte == b'\n');
        let (line, body) = match line {
            Some(end) => (&bytes[..end], &bytes[end + 1..]),
            None => (bytes, &[][..]),
        };
        let line = String::from_utf8_lossy(line);
        let (method, link) = line.split_once(' ').unwrap_or(("GET", &line));
        let Ok(method) = Method::from_bytes(method.as_bytes()) else {
            return Ok("no method".to_owned());
        };
        let Ok(link) = Uri::try_from(harmless(link)) else {
            return Ok("no link".to_owned());
        };
        let request = Request::builder()
            .method(method)
            .uri(link)
            .header(header::HOST, "127.0.0.1:7117")
            .header(header::CONTENT_TYPE, "application/json")
            .header(
                header::COOKIE,
                "tabia_player=00112233445566778899aabbccddeeff",
            )
            .body(Body::from(without_level(body)));
        let request = request.expect("all parts are right");
        self.runtime.block_on(async {
            let response = self.router.clone().oneshot(request).await;
            let response = response.expect("it always answers");
            let (parts, body) = response.into_parts();
            let text = to_bytes(body, LONGEST).await.expect("a whole answer");
            let status = parts.status;
            let text = String::from_utf8_lossy(&text);
            if status == StatusCode::SERVICE_UNAVAILABLE {
                return Err(format!("{status}: {text}"));
            }
            assert!(!status.is_server_error(), "{status}: {text}");
            let json = parts.headers.get(header::CONTENT_TYPE);
            let json = json.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
            Ok(match status.is_success() {
                true => format!("read {}", if json { "JSON" } else { "page" }),
                // The end of the message quotes less than its beginning.
                false => {
                    let end = text.char_indices().rev().nth(40).map_or(0, |(i, _)| i);
                    format!("{status:?} {}", &text[end..])
                }
            })
        })
    }
}

/// The link, with `look` instead of a route that searches.
fn harmless(link: &str) -> String {
    let (path, query) = link.split_once('?').unwrap_or((link, ""));
    let (before, last) = path.rsplit_once('/').unwrap_or(("", path));
    match SEARCHING.contains(&last) {
        true => format!("{before}/look?{query}"),
        false => link.to_owned(),
    }
}

/// A body without a level that there is: engines are not asked to think.
fn without_level(body: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<serde_json::Value>(body) {
        Ok(mut value) if value.get("level").is_some_and(|level| level.is_string()) => {
            value["level"] = "none".into();
            value.to_string().into_bytes()
        }
        _ => body.to_vec(),
    }
}
