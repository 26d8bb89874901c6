//! The project's own chores: `cargo xtask test`, `slow`, `mutants`, `audit`
//! and `bench`.
//!
//! Continuous integration runs `cargo xtask test` and nothing else, so what
//! passes here passes there.

#![forbid(unsafe_code)]

#[cfg(test)]
#[allow(dead_code, reason = "tests of other programs use all of it")]
mod skipped;
mod steps;
mod tools;

use std::path::Path;
use std::process::ExitCode;

use steps::{Plan, Step};

const USAGE: &str = "\
Usage: cargo xtask <COMMAND>

Commands:
  test     formatting, lints, every quick test and doctest, documentation
  slow     the ignored tests, optimised; hours
  mutants  mistakes put into the checkers, which their tests have to notice; hours
  audit    licences, sources and known faults of outside libraries
  bench    benchmarks, then the node-count signatures of the engines
  help     this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    // Paths below are the workspace's, wherever the command was given.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    if let Err(error) = std::env::set_current_dir(root.expect("xtask is in the workspace")) {
        eprintln!("cargo xtask: cannot enter the workspace: {error}");
        return ExitCode::FAILURE;
    }
    match words[..] {
        ["test"] => run(test()),
        ["slow"] => run(slow()),
        ["mutants"] => run(mutants()),
        ["audit"] => run(audit()),
        ["bench"] => run(bench()),
        ["help" | "--help" | "-h"] => {
            println!("{USAGE}");
            ExitCode::SUCCESS
        }
        [] => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        [first, ..] => {
            eprintln!("cargo xtask: unknown arguments, starting at `{first}`\n\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

/// Everything that has to hold before a change is merged.
fn test() -> Plan {
    Plan {
        tools: tools::FOR_TESTS,
        steps: vec![
            Step::cargo("format", &["fmt", "--all", "--check"]),
            Step::cargo(
                "lint",
                &[
                    "clippy",
                    "--workspace",
                    "--all-targets",
                    "--",
                    "-D",
                    "warnings",
                ],
            ),
            // The dev profile is optimised, so that one build serves all tests.
            Step::cargo(
                "tests and doctests",
                &["test", "--workspace", "--no-fail-fast"],
            )
            .noting_what_is_skipped(),
            Step::cargo("documentation", &["doc", "--workspace", "--no-deps"])
                .with_env("RUSTDOCFLAGS", "-D warnings"),
        ],
    }
}

/// The ignored tests. Doctests are left out: to them `ignore` means "not code".
fn slow() -> Plan {
    Plan {
        tools: &[],
        steps: vec![
            Step::cargo(
                "slow tests",
                &[
                    "test",
                    "--workspace",
                    "--release",
                    "--lib",
                    "--bins",
                    "--tests",
                    "--",
                    "--ignored",
                ],
            )
            .noting_what_is_skipped(),
        ],
    }
}

/// Mistakes put into the checkers one by one, by `.cargo/mutants.toml`: it fails
/// if their tests pass all the same.
fn mutants() -> Plan {
    Plan {
        tools: tools::FOR_MUTANTS,
        steps: vec![Step::command(
            "mutants of the checkers",
            "target/tools/mutants/bin/cargo-mutants",
            &["mutants", "--package", "tabia-check"],
        )],
    }
}

/// Outside libraries, by `deny.toml`. Apart from the tests, since the list of
/// known faults comes over the network and changes without us.
fn audit() -> Plan {
    let deny = "target/tools/deny/bin/cargo-deny";
    Plan {
        tools: tools::FOR_AUDIT,
        steps: vec![
            Step::command(
                "licences, sources, duplicates",
                deny,
                &["check", "bans", "licenses", "sources"],
            ),
            Step::command("known faults", deny, &["check", "advisories"]),
        ],
    }
}

/// Speed, then the signatures: total nodes over fixed positions on one
/// thread, which move only when a search visits other nodes than before.
fn bench() -> Plan {
    Plan {
        tools: &[],
        steps: vec![
            Step::cargo("benchmarks", &["bench", "--workspace", "--benches"]),
            signature("signature: quarto", "quarto"),
            signature("signature: darkchess", "darkchess"),
            signature("signature: chess", "chess"),
            signature("signature: skat", "skat"),
            signature("signature: go", "go"),
        ],
    }
}

/// A game's `bench`.
fn signature(name: &'static str, game: &'static str) -> Step {
    let arguments = [
        "run",
        "--release",
        "--package",
        "tabia",
        "--",
        game,
        "bench",
    ];
    Step::cargo(name, &arguments)
}

fn run(plan: Plan) -> ExitCode {
    if let Err(missing) = tools::provide(plan.tools) {
        eprintln!("{missing}");
        return ExitCode::FAILURE;
    }
    let (outcomes, skipped) = plan.run();
    print!("{}", steps::summary(&outcomes, &skipped));
    if outcomes.iter().all(|outcome| outcome.passed) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
