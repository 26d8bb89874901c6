//! `tabia go eye`: can an eye be made?

use std::path::PathBuf;
use std::thread;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_go::{Aim, Class, EyeOptions, EyeProblem, EyeReport, Method, Mover};
use tabia_kernel::search::Stop;

use super::asked::{Answer, Asked, Budget, Question};
use crate::ending::Ending;
use crate::numbers;
use crate::output;

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
    #[command(flatten)]
    asked: Asked,
    #[command(flatten)]
    search: Search,
}

/// How an eye is looked for.
#[derive(Args)]
struct Search {
    /// How positions are taken apart; the answers are the same
    #[arg(long, value_enum, default_value_t = How::Rds)]
    method: How,
    /// Write proofs of the answers to this file, for `tabia go check`
    #[arg(long, value_name = "OUT.sgf")]
    proof: Option<PathBuf>,
    /// Search without knowledge: no answers at sight
    #[arg(long)]
    no_knowledge: bool,
    /// How many threads [default: all cores]; answers do not depend on it
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
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

/// The keys behind the common ones; they are a contract.
#[derive(Serialize)]
struct Rest {
    splits: u64,
    seconds: f64,
    /// With more than one, nodes and splits vary from run to run.
    threads: usize,
}

impl Eye {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        anyhow::ensure!(
            self.search.proof.is_none() || self.asked.len() == 1,
            "--proof takes one FILE, not {}",
            self.asked.len()
        );
        self.asked.run(&self.search)
    }
}

impl Search {
    fn threads(&self) -> usize {
        match self.threads {
            Some(threads) => usize::from(threads),
            None => thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

impl Question for Search {
    /// With the proof, if one is wanted and there is one.
    type Report = (EyeReport, Option<String>);
    type Verdict = Class;
    type Rest = Rest;
    const AIM: Aim = Aim::OneEye;

    fn solve(&self, problem: &EyeProblem, budget: &Budget, stop: &Stop) -> Self::Report {
        let options = EyeOptions {
            method: self.method.into(),
            knowledge: !self.no_knowledge,
            memory_mib: budget.memory_mib,
            first: budget.first,
            moves: budget.moves,
            limits: budget.limits,
            threads: self.threads(),
        };
        match self.proof {
            None => (tabia_go::solve_eye(problem, &options, stop), None),
            Some(_) => tabia_go::prove_eye(problem, &options, stop),
        }
    }

    fn answer<'a>(&self, (report, _): &'a Self::Report, first: Mover) -> Option<Answer<'a, Self>> {
        let answer = match first {
            Mover::Defender => report.defender_first.as_ref()?,
            Mover::Attacker => report.attacker_first.as_ref()?,
        };
        Some(Answer {
            verdict: answer.class,
            moves: &answer.moves,
            all_moves: answer.all_moves,
        })
    }

    fn name(&self, class: Class) -> (&'static str, bool) {
        (class.name(), class == Class::Ko)
    }

    fn effort(&self, (report, _): &Self::Report) -> (u64, bool) {
        (report.nodes, report.complete)
    }

    fn outcome(&self, class: Class, defender: &str, attacker: &str) -> String {
        match class {
            Class::Eye => format!("{defender} makes an eye"),
            Class::Rep => format!("no eye, but endless repetition saves {defender}"),
            Class::Ko => format!("ko; {attacker} has to win it"),
            Class::None => "no eye".to_owned(),
        }
    }

    fn keep(&self, (_, proof): &Self::Report) -> anyhow::Result<()> {
        match (&self.proof, proof) {
            (Some(out), Some(proof)) => output::file(out, proof),
            _ => Ok(()),
        }
    }

    fn rest(&self, (report, _): &Self::Report, seconds: f64) -> Rest {
        Rest {
            splits: report.splits,
            seconds,
            threads: self.threads(),
        }
    }

    fn ending(&self, (report, _): &Self::Report, _: &EyeProblem, seconds: f64) -> String {
        let varies = match self.threads() {
            1 => String::new(),
            threads => format!("; on {threads} threads nodes may vary"),
        };
        format!(
            "({} nodes, {} splits, {}{varies})\n",
            output::grouped(report.nodes),
            output::grouped(report.splits),
            output::duration(seconds)
        )
    }
}
