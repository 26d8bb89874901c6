//! The page, served by the real binary.

mod program;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;

use program::{command, run};

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
    let mut server = command(&arguments).spawn().expect("the binary starts");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("piped"))
        .read_line(&mut line)
        .expect("a line");
    let printed: serde_json::Value = serde_json::from_str(&line).expect("JSON");
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
