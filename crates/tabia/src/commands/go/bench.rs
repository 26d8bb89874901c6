//! `tabia go bench`: the node-count signature.

use std::io::Write as _;
use std::time::Instant;

use clap::Args;
use serde::Serialize;
use tabia_go::{Collection, EyeOptions, Method, Mover, solve_eye};
use tabia_kernel::search::Limits;

use super::eye::How;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// Count the nodes of the solver over its collections.
///
/// The total is the signature: on one thread it moves when a search visits other
/// nodes than before, and with nothing else. Each problem is solved for both
/// sides to move first, at most so many nodes each; with --moves, both at once
/// and with all first moves, at most so many nodes for each question.
#[derive(Args)]
#[command(after_help = "Examples:\n  tabia go bench --json\n  \
    tabia go bench --each --method plain --nodes 1000000\n  \
    tabia go bench --collection standard --last 28 --moves --threads 2")]
pub(crate) struct Bench {
    /// Only this method
    #[arg(long, value_enum)]
    method: Option<How>,
    /// Give up a search after so many nodes
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = numbers::nodes())]
    nodes: u64,
    /// Give up a search after so many seconds too; the signature then depends
    /// on the machine
    #[arg(long, value_name = "SECONDS", value_parser = numbers::seconds())]
    time: Option<f64>,
    /// Only this collection
    #[arg(long, value_name = "NAME", value_parser = ["toy", "standard"])]
    collection: Option<String>,
    /// Only the last problems of a collection, which are the largest
    #[arg(long, value_name = "N", value_parser = within(1..=10_000_usize))]
    last: Option<usize>,
    /// Ask for all first moves too
    #[arg(long)]
    moves: bool,
    /// How many threads; with several the signature varies
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::threads::<u16>())]
    threads: u16,
    /// Print a line for each problem
    #[arg(long)]
    each: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Signature {
    nodes: u64,
    methods: Vec<Total>,
    /// By how much dds makes a move dearer where nothing splits, as a share of
    /// what it costs plainly.
    #[serde(skip_serializing_if = "Option::is_none")]
    dds_overhead: Option<f64>,
    seconds: f64,
}

#[derive(Serialize, Default, Clone)]
struct Total {
    method: &'static str,
    collection: &'static str,
    problems: usize,
    solved: usize,
    nodes: u64,
    played: u64,
    splits: u64,
    seconds: f64,
    #[serde(skip)]
    runs: Vec<Run>,
}

/// One problem with one side first.
#[derive(Clone)]
struct Run {
    played: u64,
    splits: u64,
    seconds: f64,
}

impl Bench {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let work = Work::begin();
        let start = Instant::now();
        let methods = match self.method {
            Some(method) => vec![method],
            None => vec![How::Plain, How::Dds, How::Rds],
        };
        let mut totals = Vec::new();
        let wanted = |name: &str| self.collection.as_ref().is_none_or(|only| only == name);
        for collection in Collection::ALL {
            if !wanted(collection.name()) {
                continue;
            }
            let mut problems = collection.problems();
            if let Some(last) = self.last {
                problems.drain(..problems.len().saturating_sub(last));
            }
            for &method in &methods {
                let total = self.total(collection, &problems, method, &work)?;
                if work.is_interrupted() {
                    eprintln!("interrupted: no signature");
                    return Ok(Ending::Interrupted);
                }
                totals.push(total);
            }
        }
        let signature = Signature {
            nodes: totals.iter().map(|total| total.nodes).sum(),
            dds_overhead: overhead(&totals),
            methods: totals,
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&signature)?;
            return Ok(Ending::Done);
        }
        let mut out = output::stdout();
        for total in &signature.methods {
            writeln!(
                out,
                "{:8} {:5}  solved {:3} of {:3}  {:>12} nodes  {:5.2} million moves/s  {:4.1} % split  {}",
                total.collection,
                total.method,
                total.solved,
                total.problems,
                output::grouped(total.nodes),
                total.played as f64 / total.seconds / 1e6,
                100.0 * total.splits as f64 / total.nodes.max(1) as f64,
                output::duration(total.seconds)
            )?;
        }
        if let Some(overhead) = signature.dds_overhead {
            writeln!(
                out,
                "Where nothing splits dds adds {:.1} % to the time of a move",
                100.0 * overhead
            )?;
        }
        writeln!(out, "Bench: go {}", signature.nodes)?;
        Ok(Ending::Done)
    }

    fn total(
        &self,
        collection: Collection,
        problems: &[tabia_go::Numbered],
        how: How,
        work: &Work,
    ) -> anyhow::Result<Total> {
        let method = Method::from(how);
        let mut total = Total {
            method: name(method),
            collection: collection.name(),
            ..Total::default()
        };
        let mut limits = Limits::nodes(self.nodes);
        if let Some(seconds) = self.time {
            limits = limits.or_time(numbers::duration(seconds));
        }
        let bar = progress::bar(problems.len() as u64, "solving");
        for (i, numbered) in problems.iter().enumerate() {
            bar.set(i as u64);
            let sides: &[Option<Mover>] = match self.moves {
                true => &[None],
                false => &[Some(Mover::Defender), Some(Mover::Attacker)],
            };
            for &first in sides {
                let options = EyeOptions {
                    method,
                    first,
                    moves: self.moves,
                    limits,
                    threads: self.threads.into(),
                    ..EyeOptions::default()
                };
                let start = Instant::now();
                let report = solve_eye(&numbered.problem, &options, work.stop());
                let seconds = start.elapsed().as_secs_f64();
                if work.is_interrupted() {
                    return Ok(total);
                }
                total.problems += 1;
                total.solved += usize::from(report.complete);
                total.nodes += report.nodes;
                total.played += report.played;
                total.splits += report.splits;
                total.seconds += seconds;
                total.runs.push(Run {
                    played: report.played,
                    splits: report.splits,
                    seconds,
                });
                if self.each && !self.json {
                    let answers = [
                        (Mover::Defender, report.defender_first),
                        (Mover::Attacker, report.attacker_first),
                    ];
                    let mut words = String::new();
                    for (mover, answer) in answers {
                        if first.is_none_or(|first| first == mover) {
                            let class = answer.map_or("?", |answer| answer.class.name());
                            words += &format!("{mover:?} first: {class} ");
                        }
                    }
                    writeln!(
                        output::stdout(),
                        "{} {} {words}{} nodes {:.3} s",
                        numbered.name,
                        total.method,
                        report.nodes,
                        seconds
                    )?;
                }
            }
        }
        Ok(total)
    }
}

/// Compares the time of a move by dds and plainly over the problems where dds
/// never split. `None` if not both were measured.
fn overhead(totals: &[Total]) -> Option<f64> {
    let runs = |method: Method| {
        let mut runs = Vec::new();
        for total in totals.iter().filter(|total| total.method == name(method)) {
            runs.extend(&total.runs);
        }
        runs
    };
    let (plain, dds) = (runs(Method::Plain), runs(Method::Dds));
    let cost = |runs: &[&Run]| {
        let unsplit = || runs.iter().zip(&dds).filter(|(_, dds)| dds.splits == 0);
        let seconds: f64 = unsplit().map(|(run, _)| run.seconds).sum();
        let played: u64 = unsplit().map(|(run, _)| run.played).sum();
        (played > 0).then(|| seconds / played as f64)
    };
    Some(cost(&dds)? / cost(&plain)? - 1.0)
}

/// What a method is called.
pub(crate) fn name(method: Method) -> &'static str {
    match method {
        Method::Plain => "plain",
        Method::Dds => "dds",
        Method::Rds => "rds",
    }
}
