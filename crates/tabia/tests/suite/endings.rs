//! Readers that go away, and Ctrl-C.

use crate::program;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use program::start;

/// Solved in a moment.
const EASY: &str = "0d4.15....96..87/b";

#[test]
fn a_closed_pipe_is_no_error() {
    let mut child = start(&["quarto", "solve", "--stdin", "--json"]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    writeln!(stdin, "{EASY}").expect("it reads");
    let mut line = String::new();
    lines.read_line(&mut line).expect("an answer");
    assert!(line.contains("\"value\":-1"), "{line}");
    drop(lines);
    // Nobody reads any more: the next answers go nowhere.
    for _ in 0..10 {
        if writeln!(stdin, "{EASY}").is_err() {
            break;
        }
    }
    drop(stdin);
    let status = child.wait().expect("it ends");
    let mut err = String::new();
    let mut stderr = child.stderr.take().expect("piped");
    stderr.read_to_string(&mut err).expect("UTF-8");
    assert_eq!(status.code(), Some(0), "{err}");
    assert_eq!(err, "");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_long_solve_with_code_130() {
    let mut child = start(&[
        "quarto", "solve", "--stdin", "--cold", "--json", "--memory", "16",
    ]);
    let mut stdin = child.stdin.take().expect("piped");
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    // An answer means that the program listens to signals by now.
    writeln!(stdin, "{EASY}").expect("it reads");
    let mut line = String::new();
    lines.read_line(&mut line).expect("an answer");
    // Two pieces on the board take long.
    writeln!(stdin, "0............f../5").expect("it reads");
    std::thread::sleep(std::time::Duration::from_millis(200));
    let sent = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .expect("kill runs");
    assert!(sent.success());
    let status = child.wait().expect("it ends");
    let mut rest = String::new();
    lines.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(status.code(), Some(130), "{rest}");
    assert_eq!(rest, "", "no answer to what was interrupted");
}
