//! `tabia go eye`: can an eye be made?

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_go::{
    Aim, Answer, Class, EyeOptions, EyeProblem, EyeReport, KoOptions, Method, Mover, Point,
};
use tabia_kernel::search::{Limits, Stop};

use super::ko::Kos;
use super::line::{Answered, Answers, write_solution_to};
use super::read;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Can the defender make an eye? Exact, for either side to move first.
///
/// Triangles (TR) mark the crucial stones, crosses (MA) the region. The answer
/// is `eye`; or `rep`, if only endless repetition saves the defender; or `ko`,
/// if the attacker has to win a ko; or `none`. All first moves that keep the
/// answer are listed.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia go eye problem.sgf\n  \
    tabia go eye problem.sgf --first attacker --method plain --json\n  \
    tabia go eye problem.sgf --proof proof.sgf\n  \
    tabia go eye problem.sgf --solution solution.sgf\n  \
    tabia go eye problems/*.sgf --json")]
pub(crate) struct Eye {
    /// SGF files, one problem each
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
    /// Answer only for this side to move first
    #[arg(long, value_enum)]
    first: Option<First>,
    /// How positions are taken apart; the answers are the same
    #[arg(long, value_enum, default_value_t = How::Rds)]
    method: How,
    /// Write proofs of the answers to this file, for `tabia go check`
    #[arg(long, value_name = "OUT.sgf")]
    proof: Option<PathBuf>,
    /// Write a solution tree to this file: right moves (TE), wrong tries (BM)
    /// and what refutes them, RIGHT where it is solved
    #[arg(long, value_name = "OUT.sgf")]
    solution: Option<PathBuf>,
    /// Leave the first moves out
    #[arg(long)]
    no_moves: bool,
    /// Search without knowledge: no answers at sight
    #[arg(long)]
    no_knowledge: bool,
    /// Give up a search after so many seconds
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Size of the table in MiB
    #[arg(
        long,
        value_name = "MIB",
        default_value_t = 300,
        value_parser = clap::value_parser!(u32).range(1..=1 << 20),
    )]
    memory: u32,
    /// How many threads [default: all cores]; answers do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Say also what comes of it under situational superko, without threats
    #[arg(long)]
    superko: bool,
    /// Print one line of JSON for each file instead
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum First {
    Defender,
    Attacker,
}

impl From<First> for Mover {
    fn from(first: First) -> Mover {
        match first {
            First::Defender => Mover::Defender,
            First::Attacker => Mover::Attacker,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum How {
    /// All legal moves
    Plain,
    /// Dynamic decomposition
    Dds,
    /// Relaxed decomposition
    Rds,
}

impl From<How> for Method {
    fn from(how: How) -> Method {
        match how {
            How::Plain => Method::Plain,
            How::Dds => Method::Dds,
            How::Rds => Method::Rds,
        }
    }
}

/// The answer; the keys are a contract.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    answers: Answers,
    splits: u64,
    seconds: f64,
    /// With more than one, nodes and splits vary from run to run.
    threads: usize,
}

impl Eye {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.with_context(|| "--time must be a number of seconds")?;
        let options = EyeOptions {
            method: self.method.into(),
            knowledge: !self.no_knowledge,
            memory_mib: self.memory as usize,
            first: self.first.map(Mover::from),
            moves: !self.no_moves,
            limits: time.map_or(Limits::NONE, Limits::time),
            threads: self.threads(),
        };
        anyhow::ensure!(
            self.proof.is_none() || self.files.len() == 1,
            "--proof takes one FILE, not {}",
            self.files.len()
        );
        anyhow::ensure!(
            self.solution.is_none() || self.files.len() == 1,
            "--solution takes one FILE, not {}",
            self.files.len()
        );
        let work = Work::begin();
        let mut ending = Ending::Done;
        for path in &self.files {
            let name = path.display().to_string();
            let problem = tabia_go::read_problem(&read(path)?).with_context(|| name.clone())?;
            let start = Instant::now();
            let (report, proof) = {
                let _spinner = progress::spinner("solving");
                match self.proof {
                    None => (tabia_go::solve_eye(&problem, &options, work.stop()), None),
                    Some(_) => tabia_go::prove_eye(&problem, &options, work.stop()),
                }
            };
            let kos = {
                let _spinner = progress::spinner("looking at the ko");
                self.kos(&problem, &report, options.limits, work.stop())
            };
            let mut is_told = true;
            if let Some(out) = &self.solution {
                let _spinner = progress::spinner("writing the solution");
                let budget = (options.first, self.memory, options.limits);
                is_told = write_solution_to(out, &problem, Aim::OneEye, budget, work.stop())?;
            }
            let seconds = start.elapsed().as_secs_f64();
            if work.is_interrupted() {
                let nodes = output::grouped(report.nodes);
                eprintln!("interrupted at {name} after {nodes} nodes");
                return Ok(Ending::Interrupted);
            }
            if !report.complete || !kos.is_complete() {
                ending = Ending::Failed;
            }
            if let (Some(out), Some(proof)) = (&self.proof, &proof) {
                write_whole(out, proof)?;
            }
            if !is_told {
                eprintln!("the solution of {name} was not found out in time: nothing written");
                ending = Ending::Failed;
            }
            if self.json {
                output::json(&self.line(&name, &problem, &report, kos, seconds))?;
            } else {
                let text = self.sentences(&name, &problem, &report, &kos, seconds);
                output::stdout().write_all(text.as_bytes())?;
            }
        }
        Ok(ending)
    }

    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => thread::available_parallelism().map_or(1, usize::from),
        }
    }

    fn asks(&self, first: First) -> bool {
        self.first.is_none_or(|asked| asked == first)
    }

    /// How kos are fought, where the answer is one, and superko if asked for.
    fn kos(&self, problem: &EyeProblem, report: &EyeReport, limits: Limits, stop: &Stop) -> Kos {
        let options = KoOptions {
            memory_mib: self.memory as usize,
            limits,
        };
        let answer = |first: Mover| match first {
            Mover::Defender => report.defender_first.as_ref(),
            Mover::Attacker => report.attacker_first.as_ref(),
        };
        let is_ko = |first| answer(first).is_some_and(|answer| answer.class == Class::Ko);
        let superko = |first| self.superko && answer(first).is_some();
        Kos::solve(problem, Aim::OneEye, &options, stop, is_ko, superko)
    }

    fn line(
        &self,
        name: &str,
        problem: &EyeProblem,
        report: &EyeReport,
        kos: Kos,
        seconds: f64,
    ) -> Line {
        let file = (self.files.len() > 1).then(|| name.to_owned());
        let defender = self.answered(First::Defender, report.defender_first.as_ref());
        let attacker = self.answered(First::Attacker, report.attacker_first.as_ref());
        Line {
            answers: Answers::new(file, problem, defender, attacker, kos, report.nodes),
            splits: report.splits,
            seconds,
            threads: self.threads(),
        }
    }

    fn answered<'a>(&self, first: First, answer: Option<&'a Answer>) -> Answered<'a> {
        let moves = |answer: &'a Answer| (!self.no_moves).then_some(&answer.moves[..]);
        self.asks(first)
            .then(|| answer.map(|answer| (answer.class.name(), moves(answer))))
    }

    fn sentences(
        &self,
        name: &str,
        problem: &EyeProblem,
        report: &EyeReport,
        kos: &Kos,
        seconds: f64,
    ) -> String {
        let mut text = String::new();
        if self.files.len() > 1 {
            text += &format!("{name}:\n");
        }
        let defender = colour(problem.defender());
        let attacker = colour(problem.defender().other());
        let sides = [
            (First::Defender, defender, &report.defender_first),
            (First::Attacker, attacker, &report.attacker_first),
        ];
        for (first, side, answer) in sides {
            if !self.asks(first) {
                continue;
            }
            text += &match answer {
                None => format!("{side} first: not found out in time.\n"),
                Some(answer) => {
                    let what = outcome(answer.class, defender, attacker);
                    let moves = kept(&answer.moves, problem.board().height());
                    let ko = kos.words(problem, first.into());
                    format!("{side} first: {what}.{ko}{moves}\n")
                }
            };
        }
        let varies = match self.threads() {
            1 => String::new(),
            threads => format!("; on {threads} threads nodes may vary"),
        };
        text + &format!(
            "({} nodes, {} splits, {}{varies})\n",
            output::grouped(report.nodes),
            output::grouped(report.splits),
            output::duration(seconds)
        )
    }
}

/// Writes a file that appears only when it is complete.
pub(crate) fn write_whole(path: &Path, text: &str) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let context = || format!("cannot write {}", path.display());
    fs::write(&beside, text).with_context(context)?;
    fs::rename(&beside, path).with_context(context)
}

pub(crate) fn colour(colour: tabia_go::Colour) -> &'static str {
    match colour {
        tabia_go::Colour::Black => "Black",
        tabia_go::Colour::White => "White",
    }
}

/// What a class means, in words.
fn outcome(class: Class, defender: &str, attacker: &str) -> String {
    match class {
        Class::Eye => format!("{defender} makes an eye"),
        Class::Rep => format!("no eye, but endless repetition saves {defender}"),
        Class::Ko => format!("ko; {attacker} has to win it"),
        Class::None => "no eye".to_owned(),
    }
}

/// Moves as SGF writes them.
pub(crate) fn spelled(moves: &[Option<Point>]) -> Vec<String> {
    let sgf = |point: &Option<Point>| point.map_or("pass".to_owned(), Point::sgf);
    moves.iter().map(sgf).collect()
}

/// The moves that keep an answer, in a sentence.
pub(crate) fn kept(moves: &[Option<Point>], height: u8) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let moves: Vec<String> = moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.on_board(height)))
        .collect();
    format!(" Moves that keep it: {}.", moves.join(", "))
}
