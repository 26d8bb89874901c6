//! `tabia chess suite`: how many problems of a test suite are solved.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, bail};
use clap::Args;
use serde::Serialize;
use tabia_chess::Position;
use tabia_chess::search::{Engine, Limits};
use tabia_chess::suite::Problem;
use tabia_chess::text::write_san;

use super::options::Evaluation;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// Solve the problems of a test suite in EPD: positions with best moves.
///
/// A problem is solved if the move at the end of the search is one of the best
/// (`bm`) and none to avoid (`am`). Suites that give points for other moves
/// (`c0 "f5=10, Be5+=2"`) are also scored by them. Lines that cannot be read are
/// named, skipped and counted.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess suite bratko-kopec.epd --movetime 1000\n  \
    tabia chess suite sts.epd --nodes 100000 --json")]
pub(crate) struct Suite {
    /// A file of EPD
    file: PathBuf,
    #[command(flatten)]
    evaluation: Evaluation,
    /// Milliseconds for each problem
    #[arg(
        long,
        value_name = "MS",
        conflicts_with = "nodes",
        default_value_t = 1000,
        value_parser = within(0..=86_400_000_u64),
    )]
    movetime: u64,
    /// Nodes for each problem, instead: then the result is repeatable
    #[arg(long, value_parser = numbers::nodes())]
    nodes: Option<u64>,
    /// Threads of the search
    #[arg(long, default_value_t = 1, value_parser = within(1..=256_u16))]
    threads: u16,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = within(1..=65_536_u32))]
    hash: u32,
    /// Also print every problem that was not solved
    #[arg(long)]
    misses: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Answer {
    file: String,
    problems: usize,
    /// Lines that could not be read.
    skipped: usize,
    solved: usize,
    points: u32,
    most_points: u32,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    misses: Vec<Miss>,
}

#[derive(Serialize)]
struct Miss {
    name: String,
    played: String,
}

impl Suite {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let name = self.file.display().to_string();
        let (problems, skipped) = self.read().with_context(|| name.clone())?;
        let weights = self.evaluation.weights()?;
        let mut engine = Engine::with_mebibytes(&weights, self.hash as usize)
            .with_context(|| format!("cannot get {} MiB for the table", self.hash))?;
        engine.set_threads(usize::from(self.threads));
        let limits = Limits {
            nodes: self.nodes,
            move_time: match self.nodes {
                None => Some(Duration::from_millis(self.movetime)),
                Some(_) => None,
            },
            ..Limits::default()
        };
        let mut answer = Answer {
            file: name,
            problems: problems.len(),
            skipped,
            solved: 0,
            points: 0,
            most_points: problems.iter().map(Problem::most_points).sum(),
            nodes: 0,
            seconds: 0.0,
            misses: Vec::new(),
        };
        let work = Work::begin();
        let bar = progress::bar(problems.len() as u64, "solving");
        for (i, problem) in problems.iter().enumerate() {
            bar.set(i as u64);
            engine.new_game();
            let position = Position::new(problem.board.clone());
            let outcome = engine.search(&position, &limits, work.stop(), &mut |_| {});
            if work.is_interrupted() {
                eprintln!("interrupted after {i} problems, {} solved", answer.solved);
                return Ok(Ending::Interrupted);
            }
            answer.nodes += outcome.nodes;
            answer.seconds += outcome.time.as_secs_f64();
            let Some(m) = outcome.best else { continue };
            answer.points += problem.points_of(m);
            if problem.is_solved_by(m) {
                answer.solved += 1;
            } else if self.misses {
                answer.misses.push(Miss {
                    name: problem.name.clone().unwrap_or_else(|| format!("{}", i + 1)),
                    played: write_san(&problem.board, m),
                });
            }
        }
        drop(bar);
        self.show(&answer)?;
        Ok(Ending::Done)
    }

    /// The problems, and how many lines were none.
    fn read(&self) -> anyhow::Result<(Vec<Problem>, usize)> {
        let text = fs::read_to_string(&self.file)?;
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let mut problems = Vec::new();
        let mut wrong = Vec::new();
        for (i, line) in lines {
            match Problem::read(line) {
                Ok(problem) => problems.push(problem),
                Err(error) => wrong.push((i + 1, error)),
            }
        }
        // A file of something else is a mistake, not a suite with gaps.
        if problems.is_empty() {
            let Some((line, error)) = wrong.into_iter().next() else {
                bail!("there is no problem in it");
            };
            return Err(error).with_context(|| format!("line {line}"));
        }
        for (line, error) in &wrong {
            eprintln!("skipped: {} line {line}: {error}", self.file.display());
        }
        Ok((problems, wrong.len()))
    }

    fn show(&self, answer: &Answer) -> anyhow::Result<()> {
        if self.json {
            output::json(answer)?;
            return Ok(());
        }
        let mut out = output::stdout();
        for miss in &answer.misses {
            writeln!(out, "not solved: {}, played {}", miss.name, miss.played)?;
        }
        write!(out, "{} of {} solved", answer.solved, answer.problems)?;
        if answer.skipped > 0 {
            write!(out, ", {} lines skipped", answer.skipped)?;
        }
        if answer.most_points > answer.problems as u32 {
            write!(out, ", {} of {} points", answer.points, answer.most_points)?;
        }
        writeln!(
            out,
            "\n({} nodes, {})",
            output::grouped(answer.nodes),
            output::duration(answer.seconds)
        )?;
        Ok(())
    }
}
