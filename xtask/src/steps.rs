//! Running a list of commands under headings, and the summary at the end.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::tools::Tool;

/// What one `cargo xtask` command does.
pub(crate) struct Plan {
    /// Programs that must be there first.
    pub(crate) tools: &'static [Tool],
    /// The commands, in order.
    pub(crate) steps: Vec<Step>,
}

/// One command under a heading.
pub(crate) struct Step {
    name: &'static str,
    command: Command,
}

/// How a step went.
pub(crate) struct Outcome {
    name: &'static str,
    /// Whether the command ended with exit code 0.
    pub(crate) passed: bool,
    took: Duration,
}

impl Step {
    /// `cargo` with these arguments, by the cargo that started us.
    pub(crate) fn cargo(name: &'static str, arguments: &[&str]) -> Step {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut command = Command::new(cargo);
        command.args(arguments);
        Step { name, command }
    }

    /// Another program with these arguments.
    pub(crate) fn command(name: &'static str, program: &str, arguments: &[&str]) -> Step {
        let mut command = Command::new(program);
        command.args(arguments);
        Step { name, command }
    }

    /// The same with an environment variable set.
    pub(crate) fn with_env(mut self, key: &str, value: &str) -> Step {
        self.command.env(key, value);
        self
    }

    fn run(mut self) -> Outcome {
        println!("\n━━ {}: {}", self.name, typed(&self.command));
        // The child writes to the same descriptor: what we have comes first.
        std::io::stdout().flush().ok();
        let start = Instant::now();
        let passed = match self.command.status() {
            Ok(status) => status.success(),
            Err(error) => {
                eprintln!("cannot run {}: {error}", typed(&self.command));
                false
            }
        };
        Outcome {
            name: self.name,
            passed,
            took: start.elapsed(),
        }
    }
}

impl Plan {
    /// Runs every step, also after a failure: a misplaced space must not hide
    /// a failing test.
    pub(crate) fn run(self) -> Vec<Outcome> {
        self.steps.into_iter().map(Step::run).collect()
    }
}

/// A command as one would type it.
fn typed(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_name();
    let words: Vec<_> = program
        .into_iter()
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect();
    words.join(" ")
}

/// A line for each step and one for the whole.
pub(crate) fn summary(outcomes: &[Outcome]) -> String {
    let width = outcomes.iter().map(|o| o.name.len()).max().unwrap_or(0);
    let mut text = String::from("\n━━ summary\n");
    for Outcome { name, passed, took } in outcomes {
        let verdict = if *passed { "passed" } else { "FAILED" };
        writeln!(
            text,
            "{name:width$}  {verdict}  {:6.1} s",
            took.as_secs_f64()
        )
        .expect("writing to a string");
    }
    let failed = outcomes.iter().filter(|o| !o.passed).count();
    match failed {
        0 => text.push_str("all passed\n"),
        _ => writeln!(text, "{failed} of {} failed", outcomes.len()).expect("writing to a string"),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Stdio;

    fn outcome(name: &'static str, passed: bool) -> Outcome {
        Outcome {
            name,
            passed,
            took: Duration::from_millis(1500),
        }
    }

    #[test]
    fn the_summary_names_what_failed() {
        let text = summary(&[outcome("format", true), outcome("lint", false)]);
        assert_eq!(
            text,
            "\n━━ summary\nformat  passed     1.5 s\nlint    FAILED     1.5 s\n1 of 2 failed\n"
        );
    }

    #[test]
    fn a_failing_command_fails_and_the_next_still_runs() {
        let quiet = |mut step: Step| {
            step.command.stdout(Stdio::null()).stderr(Stdio::null());
            step
        };
        let plan = Plan {
            tools: &[],
            steps: vec![
                quiet(Step::cargo("bad", &["no-such-command"])),
                quiet(Step::cargo("good", &["--version"])),
            ],
        };
        let passed: Vec<bool> = plan.run().iter().map(|o| o.passed).collect();
        assert_eq!(passed, [false, true]);
    }
}
