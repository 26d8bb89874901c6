//! The whole site in this process, and asking it.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod browser;
pub(crate) mod elsewhere;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use serde_json::Value;
use tabia_web::{Options, Site};
use tower::ServiceExt as _;

/// A site with its own scratch ledger.
pub(crate) struct TestSite {
    pub(crate) router: Router,
    pub(crate) data: tempfile::TempDir,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

/// Small engines: tests run several sites at once.
pub(crate) fn options(data: &tempfile::TempDir) -> Options {
    Options {
        data: Some(data.path().to_owned()),
        hosts: vec!["games.example".into()],
        engines: tabia_desk::Options {
            threads: 2,
            memory_mib: 16,
            ..tabia_desk::Options::default()
        },
        ..Options::default()
    }
}

/// A tuning run among the site's, before its first round.
pub(crate) fn sample_run(data: &tempfile::TempDir) -> std::path::PathBuf {
    use tabia_chess::eval::Profile;
    use tabia_chess::eval::seed::Ranges;
    use tabia_chess::tune::{Plan, Session, space};
    let space = space(Profile::Seed38, Ranges::Seed);
    let session = Session::new(Plan::default(), space, None, false);
    let folder = data.path().join("runs");
    std::fs::create_dir_all(&folder).expect("a directory");
    let path = folder.join("sample.json");
    let saved = serde_json::json!({ "settings": "", "session": session });
    tabia_kernel::tune::checkpoint::save(&path, &saved).expect("a file");
    path
}

pub(crate) fn site() -> TestSite {
    let data = tempfile::tempdir().expect("a scratch directory");
    let site = Site::open(&options(&data)).expect("a new ledger");
    sample_run(&data);
    TestSite {
        router: site.router(),
        data,
    }
}

impl TestSite {
    /// Sends a request; `Host` is this machine unless it is set.
    pub(crate) async fn send(&self, mut request: Request<Body>) -> Answer {
        let headers = request.headers_mut();
        if !headers.contains_key(header::HOST) {
            headers.insert(header::HOST, "127.0.0.1:7117".parse().expect("a name"));
        }
        let response = self
            .router
            .clone()
            .oneshot(request)
            .await
            .expect("no error");
        let (parts, body) = response.into_parts();
        let bytes = to_bytes(body, 4 << 20).await.expect("a body");
        Answer {
            status: parts.status,
            headers: parts.headers,
            text: String::from_utf8(bytes.into()).expect("UTF-8"),
        }
    }

    pub(crate) async fn get(&self, path: &str) -> Answer {
        let request = Request::get(path).body(Body::empty());
        self.send(request.expect("a request")).await
    }

    pub(crate) async fn post(&self, path: &str, json: &Value) -> Answer {
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Body::from(json.to_string()));
        self.send(request.expect("a request")).await
    }
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    /// The words of a refusal with this status.
    #[track_caller]
    pub(crate) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status.as_u16(), status, "{}", self.text);
        self.json()["error"].as_str().expect("an error").to_owned()
    }
}
