//! Running the real binary.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod page;
pub(crate) mod server;

use std::io::Write as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// What a run left behind.
#[derive(Debug)]
pub(crate) struct Run {
    /// Exit code; 128 + n after signal n would show as -1.
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// `tabia` with these arguments; games go nowhere near the user's own.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabia"));
    command
        .args(arguments)
        .env(
            "TABIA_DATA",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("games"),
        )
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// Starts it.
pub(crate) fn start(arguments: &[&str]) -> Child {
    command(arguments).spawn().expect("the binary starts")
}

/// Runs it to the end without input.
pub(crate) fn run(arguments: &[&str]) -> Run {
    run_with(arguments, "")
}

/// Runs it to the end on `input`.
pub(crate) fn run_with(arguments: &[&str], input: &str) -> Run {
    let mut child = start(arguments);
    let mut stdin = child.stdin.take().expect("piped");
    let input = input.to_owned();
    // From another thread: a full pipe must not stop both sides. The program
    // may have enough before all is written, which is its right.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()).ok());
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer ends");
    Run {
        code: output.status.code().unwrap_or(-1),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    }
}

/// The JSON value printed by a run that succeeds.
#[track_caller]
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    let run = run(arguments);
    assert_eq!(run.code, 0, "{run:?}");
    assert_eq!(run.out.lines().count(), 1, "{run:?}");
    serde_json::from_str(&run.out).expect("JSON")
}

/// The keys of an object, in the order printed.
#[track_caller]
pub(crate) fn keys(line: &str) -> Vec<String> {
    // serde_json sorts keys unless told otherwise; read them off the text.
    let value: serde_json::Value = serde_json::from_str(line).expect("JSON");
    let mut keys: Vec<String> = value
        .as_object()
        .expect("an object")
        .keys()
        .cloned()
        .collect();
    keys.sort_by_key(|key| line.find(&format!("\"{key}\":")));
    keys
}
