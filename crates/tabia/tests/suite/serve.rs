//! The page, served by the real binary.

use crate::program;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use program::server::{Server, Worker, text};
use program::{command, json, run};

/// Asks a server for a path, as plainly as can be.
fn get(address: &str, path: &str) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    write!(
        stream,
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    )
    .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// The body of an answer.
fn body(answer: &str) -> serde_json::Value {
    let (_, body) = answer.split_once("\r\n\r\n").expect("head and body");
    // It may come in chunks, which here is one and an empty one.
    let json = body.find(['{', '[']).map_or("", |at| &body[at..]);
    let end = json.rfind(['}', ']']).map_or(0, |at| at + 1);
    serde_json::from_str(&json[..end]).unwrap_or_else(|_| panic!("no JSON: {answer}"))
}

/// Sends JSON to a server.
fn post(address: &str, path: &str, json: &serde_json::Value) -> String {
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    let mut stream = TcpStream::connect(host).expect("somebody listens");
    let json = json.to_string();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\nConnection: close\r\n\r\n{json}",
        json.len()
    )
    .expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}

/// Jobs on other machines are seen through the page, from the first unit to the
/// last, and called off there.
/// The page, and what it says when it is there.
fn serve(arguments: &[&str]) -> (Child, serde_json::Value) {
    let mut server = command(arguments).spawn().expect("the binary starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("piped"))
        .read_line(&mut line)
        .expect("a line");
    (server, serde_json::from_str(&line).expect("JSON"))
}

#[test]
fn jobs_of_a_real_server_are_shown_and_called_off() {
    let place = tempfile::tempdir().expect("a scratch directory");
    let Some(nats) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = nats.url();
    let folder = place.path().join("data");
    let arguments = ["serve", "--listen", "127.0.0.1:0", "--data", text(&folder)];
    let arguments = [&arguments[..], &["--json", "--nats", &url]].concat();
    let (mut server, printed) = serve(&arguments);
    let address = printed["address"].as_str().expect("an address").to_owned();
    // What the page says of a job, once that is so.
    let shown = |id: &str, enough: &dyn Fn(&serde_json::Value) -> bool| {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let jobs = body(&get(&address, "/api/v1/jobs"));
            let remote = jobs["remote"].as_array().cloned().unwrap_or_default();
            if let Some(job) = remote
                .into_iter()
                .find(|job| job["id"] == id && enough(job))
            {
                return job;
            }
            assert!(Instant::now() < deadline, "{jobs}");
            thread::sleep(Duration::from_millis(100));
        }
    };
    let submit = |elements: &str| {
        let submit = ["jobs", "submit", "tables", "--elements", elements];
        let submitted = json(&[&submit[..], &["--nats", &url, "--json"]].concat());
        submitted["id"].as_str().expect("a text").to_owned()
    };

    let first = submit("3");
    let job = shown(&first, &|_| true);
    assert_eq!(
        (
            job["state"].as_str(),
            job["done"].as_u64(),
            job["units"].as_u64()
        ),
        (Some("running"), Some(0), Some(25)),
        "{job}"
    );
    let mut worker = Worker::start(&url, "alpha", &[]);
    let job = shown(&first, &|job| job["state"] == "done");
    assert_eq!(job["done"], 25, "{job}");
    assert_eq!(job["workers"][0]["name"], "alpha", "{job}");
    assert_eq!(job["workers"][0]["units"], 25, "{job}");
    let page = get(&address, "/jobs");
    assert!(page.contains(&first) && page.contains("alpha"), "{page}");
    assert_eq!(worker.interrupt(), 0);

    let second = submit("4");
    shown(&second, &|job| job["state"] == "running");
    let nobody = serde_json::json!({ "id": "0000000000000000" });
    let refused = post(&address, "/api/v1/jobs/cancel", &nobody);
    assert!(refused.starts_with("HTTP/1.1 404"), "{refused}");
    let answer = post(
        &address,
        "/api/v1/jobs/cancel",
        &serde_json::json!({ "id": second }),
    );
    assert_eq!(body(&answer)["cancelled"], true, "{answer}");
    shown(&second, &|job| job["state"] == "cancelled");
    let status = json(&["jobs", "status", &second, "--nats", &url, "--json"]);
    assert_eq!(status["cancelled"], true, "{status}");
    // Nobody works on it any more.
    let mut idle = Worker::start(&url, "idle", &["--once"]);
    assert!(idle.0.wait().expect("its end").success());
    let status = json(&["jobs", "status", &second, "--nats", &url, "--json"]);
    assert_eq!(status["done"], 0, "{status}");

    // The server goes away: the page says so, and goes on when it is back.
    drop(nats);
    let deadline = Instant::now() + Duration::from_secs(60);
    while body(&get(&address, "/api/v1/jobs"))["remote_problem"].is_null() {
        assert!(Instant::now() < deadline, "the page still shows jobs");
        thread::sleep(Duration::from_millis(100));
    }
    server.kill().expect("a process");
    server.wait().expect("its end");
}

#[test]
fn serve_prints_its_address_answers_and_ends_on_a_signal() {
    let data = tempfile::tempdir().expect("a scratch directory");
    let folder = data.path().to_str().expect("UTF-8");
    let arguments = [
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--data",
        folder,
        "--json",
    ];
    let (mut server, printed) = serve(&arguments);
    let address = printed["address"].as_str().expect("an address");
    let home = get(address, "/");
    assert!(home.starts_with("HTTP/1.1 200 OK"), "{home}");
    assert!(home.contains("Quarto"), "{home}");
    let solved = get(address, "/api/v1/quarto/solve?position=....3c1..d.92.a./f");
    assert!(solved.contains("\"value\":1"), "{solved}");
    // As Ctrl-C does.
    let ended = std::process::Command::new("kill")
        .args(["-INT", &server.id().to_string()])
        .status();
    assert!(ended.expect("kill runs").success());
    let status = server.wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
}

#[test]
fn an_address_that_cannot_be_had_is_named() {
    let taken = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address").to_string();
    let refused = run(&["serve", "--listen", &address]);
    assert_eq!(refused.code, 2, "{refused:?}");
    assert!(refused.err.contains(&address), "{}", refused.err);
    let nonsense = run(&["serve", "--listen", "nowhere"]);
    assert_eq!(nonsense.code, 2, "{nonsense:?}");
    let help = run(&["serve", "--help"]);
    assert!(
        help.out.contains("Example") && help.out.contains("--json"),
        "{}",
        help.out
    );
}
