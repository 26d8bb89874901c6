//! Running a list of commands under headings, and the summary at the end.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
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

    /// The same, its tests noting in [`SKIPPED`] what they have left out.
    pub(crate) fn noting_what_is_skipped(mut self) -> Step {
        // Tests run where their packages are.
        let here = std::env::current_dir().expect("the workspace was entered");
        self.command.env("TABIA_SKIPPED", here.join(SKIPPED));
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

/// Where tests say what they have left out; see `skipped`.
const SKIPPED: &str = "target/skipped.txt";

impl Plan {
    /// Runs every step, also after a failure: a misplaced space must not hide
    /// a failing test. Beside the outcomes, what tests have left out.
    pub(crate) fn run(self) -> (Vec<Outcome>, BTreeSet<String>) {
        fs::remove_file(SKIPPED).ok();
        let outcomes = self.steps.into_iter().map(Step::run).collect();
        (outcomes, lines(Path::new(SKIPPED)))
    }
}

/// The lines of a file, if there is one.
fn lines(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap_or_default();
    text.lines().map(str::to_owned).collect()
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

/// A line for each step, one for each test that was skipped, and one for the whole.
pub(crate) fn summary(outcomes: &[Outcome], skipped: &BTreeSet<String>) -> String {
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
    for test in skipped {
        writeln!(text, "skipped: {test}").expect("writing to a string");
    }
    let failed = outcomes.iter().filter(|o| !o.passed).count();
    match failed {
        0 if skipped.is_empty() => text.push_str("all passed\n"),
        0 => writeln!(text, "all passed, {} skipped", skipped.len()).expect("writing to a string"),
        _ => writeln!(text, "{failed} of {} failed", outcomes.len()).expect("writing to a string"),
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skipped;
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
        let outcomes = [outcome("format", true), outcome("lint", false)];
        let text = summary(&outcomes, &BTreeSet::new());
        assert_eq!(
            text,
            "\n━━ summary\nformat  passed     1.5 s\nlint    FAILED     1.5 s\n1 of 2 failed\n"
        );
    }

    #[test]
    fn the_summary_names_what_was_skipped_and_why() {
        let path = std::env::temp_dir().join(format!("tabia-skipped-{}", std::process::id()));
        fs::remove_file(&path).ok();
        for why in ["no engine", "no server", "no engine"] {
            skipped::note(Some(path.clone().into()), why);
        }
        // Without a file they are only printed.
        skipped::note(None, "no file");
        let noted = lines(&path);
        fs::remove_file(&path).expect("a file");
        let thread = std::thread::current();
        let test = format!("xtask {}", thread.name().expect("that of the test"));
        let text = summary(&[outcome("tests", true)], &noted);
        assert_eq!(
            text,
            format!(
                "\n━━ summary\ntests  passed     1.5 s\nskipped: {test}: no engine\n\
                 skipped: {test}: no server\nall passed, 2 skipped\n"
            )
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
        let passed: Vec<bool> = plan.run().0.iter().map(|o| o.passed).collect();
        assert_eq!(passed, [false, true]);
    }
}
