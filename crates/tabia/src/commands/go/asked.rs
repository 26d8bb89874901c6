//! What `eye` and `life` have in common: problems, options, and how answers
//! are told.

use std::io::Write as _;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_go::{Aim, EyeProblem, KoOptions, Mover, Point, SolutionOptions, write_solution};
use tabia_kernel::search::{Limits, Stop};

use super::ko::Kos;
use super::line::{Answered, Answers, Line};
use super::read;
use super::words::{colour, kept};
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{memory, numbers, output, progress};

/// Which problems, and what about them.
#[derive(Args)]
pub(crate) struct Asked {
    /// SGF files, one problem each
    #[arg(required = true, value_name = "FILE.sgf")]
    files: Vec<PathBuf>,
    /// Answer only for this side to move first
    #[arg(long, value_enum)]
    first: Option<First>,
    /// Write a solution tree to this file: right moves (TE), wrong tries (BM)
    /// and what refutes them, RIGHT where it is solved
    #[arg(long, value_name = "OUT.sgf")]
    solution: Option<PathBuf>,
    /// Leave the first moves out
    #[arg(long)]
    no_moves: bool,
    /// Spend at most so many seconds on each file; what is known by then is told
    #[arg(long, value_name = "SECONDS", value_parser = numbers::seconds())]
    time: Option<f64>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 300, value_parser = numbers::mebibytes())]
    memory: u32,
    /// Say also what comes of it under situational superko, without threats
    #[arg(long)]
    superko: bool,
    /// Print one line of JSON for each file instead
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum First {
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

/// What is asked about a problem.
pub(super) trait Question: Sized {
    /// What the solver says.
    type Report;
    /// What becomes of the group.
    type Verdict: Copy;
    /// The JSON keys behind the common ones.
    type Rest: Serialize;
    /// What the defender wants.
    const AIM: Aim;

    fn solve(&self, problem: &EyeProblem, budget: &Budget, stop: &Stop) -> Self::Report;

    /// The answer for a side to move first; `None` if it was not found.
    fn answer<'a>(&self, report: &'a Self::Report, first: Mover) -> Option<Answer<'a, Self>>;

    /// The name of a verdict in JSON, and whether it is a ko.
    fn name(&self, verdict: Self::Verdict) -> (&'static str, bool);

    /// Nodes visited, and whether everything was found out.
    fn effort(&self, report: &Self::Report) -> (u64, bool);

    /// What a verdict means in words.
    fn outcome(&self, verdict: Self::Verdict, defender: &str, attacker: &str) -> String;

    /// Keeps what else was made.
    fn keep(&self, _report: &Self::Report) -> anyhow::Result<()> {
        Ok(())
    }

    fn rest(&self, report: &Self::Report, seconds: f64) -> Self::Rest;

    /// The last sentences.
    fn ending(&self, report: &Self::Report, problem: &EyeProblem, seconds: f64) -> String;
}

/// An answer: what becomes of the group, and the moves that keep it so.
pub(super) struct Answer<'a, Q: Question> {
    pub(super) verdict: Q::Verdict,
    pub(super) moves: &'a [Option<Point>],
    /// Whether all first moves were looked at.
    pub(super) all_moves: bool,
}

/// What a search may spend, and what it has to find.
pub(super) struct Budget {
    pub(super) memory_mib: usize,
    pub(super) first: Option<Mover>,
    pub(super) moves: bool,
    pub(super) limits: Limits,
}

impl Asked {
    /// How many files there are.
    pub(super) fn len(&self) -> usize {
        self.files.len()
    }

    /// Answers a question about each problem.
    pub(super) fn run(&self, question: &impl Question) -> anyhow::Result<Ending> {
        let time = self.time.map(numbers::duration);
        let budget = Budget {
            memory_mib: memory::mebibytes(self.memory)?,
            first: self.first.map(Mover::from),
            moves: !self.no_moves,
            limits: time.map_or(Limits::NONE, Limits::time),
        };
        anyhow::ensure!(
            self.solution.is_none() || self.len() == 1,
            "--solution takes one FILE, not {}",
            self.len()
        );
        let work = Work::begin();
        let mut ending = Ending::Done;
        for path in &self.files {
            let name = path.display().to_string();
            let problem = tabia_go::read_problem(&read(path)?).with_context(|| name.clone())?;
            match self.one(question, &name, &problem, &budget, &work)? {
                Ending::Done => {}
                Ending::Failed => ending = Ending::Failed,
                Ending::Interrupted => return Ok(Ending::Interrupted),
            }
        }
        Ok(ending)
    }

    /// Answers a question about one problem.
    fn one<Q: Question>(
        &self,
        question: &Q,
        name: &str,
        problem: &EyeProblem,
        budget: &Budget,
        work: &Work,
    ) -> anyhow::Result<Ending> {
        let start = Instant::now();
        let report = {
            let _spinner = progress::spinner("solving");
            question.solve(problem, budget, work.stop())
        };
        let kos = {
            let _spinner = progress::spinner("looking at the ko");
            let limits = budget.limits.after(start.elapsed());
            self.kos(question, problem, &report, limits, work.stop())
        };
        let is_told = {
            let _spinner = progress::spinner("writing the solution");
            let limits = budget.limits.after(start.elapsed());
            self.write_solution(problem, Q::AIM, limits, work.stop())?
        };
        let seconds = start.elapsed().as_secs_f64();
        let (nodes, is_complete) = question.effort(&report);
        if work.is_interrupted() {
            let nodes = output::grouped(nodes);
            eprintln!("interrupted at {name} after {nodes} nodes");
            return Ok(Ending::Interrupted);
        }
        question.keep(&report)?;
        if !is_told {
            eprintln!("the solution of {name} was not found out in time: nothing written");
        }
        let ending = match is_complete && kos.is_complete() && is_told {
            true => Ending::Done,
            false => Ending::Failed,
        };
        if self.json {
            let file = (self.len() > 1).then(|| name.to_owned());
            let [defender, attacker] = [Mover::Defender, Mover::Attacker]
                .map(|first| self.answered(question, &report, first));
            output::json(&Line {
                answers: Answers::new(file, problem, defender, attacker, kos, (nodes, is_complete)),
                rest: question.rest(&report, seconds),
            })?;
        } else {
            let mut text = match self.len() {
                1 => String::new(),
                _ => format!("{name}:\n"),
            };
            text += &self.sentences(question, problem, &report, &kos);
            text += &question.ending(&report, problem, seconds);
            output::stdout().write_all(text.as_bytes())?;
        }
        Ok(ending)
    }

    fn asks(&self, first: Mover) -> bool {
        self.first.is_none_or(|asked| Mover::from(asked) == first)
    }

    fn answered<'a, Q: Question>(
        &self,
        question: &Q,
        report: &'a Q::Report,
        first: Mover,
    ) -> Answered<'a> {
        let told = |answer: Answer<'a, Q>| {
            let moves = (!self.no_moves).then_some(answer.moves);
            (question.name(answer.verdict).0, moves)
        };
        self.asks(first)
            .then(|| question.answer(report, first).map(told))
    }

    /// How kos are fought, where the answer is one, and superko if asked for.
    fn kos<Q: Question>(
        &self,
        question: &Q,
        problem: &EyeProblem,
        report: &Q::Report,
        limits: Limits,
        stop: &Stop,
    ) -> Kos {
        let options = KoOptions {
            memory_mib: self.memory as usize,
            limits,
        };
        let answer = |first| question.answer(report, first);
        let is_ko = |first| answer(first).is_some_and(|answer| question.name(answer.verdict).1);
        let superko = |first| self.superko && answer(first).is_some();
        Kos::solve(problem, Q::AIM, &options, stop, is_ko, superko)
    }

    /// Writes the solution tree, if it is wanted. False if the budget was
    /// spent; then there is no file.
    fn write_solution(
        &self,
        problem: &EyeProblem,
        aim: Aim,
        limits: Limits,
        stop: &Stop,
    ) -> anyhow::Result<bool> {
        let Some(out) = &self.solution else {
            return Ok(true);
        };
        let options = SolutionOptions {
            memory_mib: self.memory as usize,
            first: self.first.map(Mover::from),
            limits,
        };
        let Some(text) = write_solution(problem, aim, &options, stop) else {
            return Ok(false);
        };
        output::file(out, &text).with_context(|| "--solution")?;
        Ok(true)
    }

    /// A sentence for each side to move first.
    fn sentences<Q: Question>(
        &self,
        question: &Q,
        problem: &EyeProblem,
        report: &Q::Report,
        kos: &Kos,
    ) -> String {
        let mut text = String::new();
        let defender = colour(problem.defender());
        let attacker = colour(problem.defender().other());
        for (first, side) in [(Mover::Defender, defender), (Mover::Attacker, attacker)] {
            if !self.asks(first) {
                continue;
            }
            text += &match question.answer(report, first) {
                None => format!("{side} first: not found out in time.\n"),
                Some(answer) => {
                    let what = question.outcome(answer.verdict, defender, attacker);
                    let mut moves = kept(answer.moves, problem.board().height());
                    if !answer.all_moves {
                        moves += " Not all moves were tried in time.";
                    }
                    let ko = kos.words(problem, first);
                    format!("{side} first: {what}.{ko}{moves}\n")
                }
            };
        }
        text
    }
}
