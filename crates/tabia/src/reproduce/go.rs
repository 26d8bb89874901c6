//! The paper on dynamic decomposition search: one-eye problems with and
//! without taking positions apart.

mod paper;
mod positions;

use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_draw::plot::{Axis, Plot, Series};
use tabia_go::{Collection, EyeOptions, Method, Mover, Numbered, solve_eye};
use tabia_kernel::search::Limits;

use super::Reproduced;
use super::machine::Circumstances;
use super::report::{Report, Section};
use crate::commands::go_method_name;
use crate::interrupt::Work;
use crate::numbers;
use crate::output::grouped;
use crate::progress;
use positions::Example;

/// How long to search.
#[derive(Args)]
pub(crate) struct GoOptions {
    /// Give up a one-eye problem after so many seconds; the paper did after 300
    #[arg(
        long,
        help_heading = "Go",
        value_name = "SECONDS",
        default_value_t = 300.0,
        value_parser = numbers::seconds(),
    )]
    seconds: f64,
}

/// What `--quick` leaves of the seconds and of the problems.
const QUICK_SECONDS: f64 = 0.5;
const QUICK_EVERY: usize = 6;

/// The paper's table size.
const MEMORY_MIB: usize = 300;

const METHODS: [Method; 3] = [Method::Plain, Method::Dds, Method::Rds];

/// All numbers of the report.
#[derive(Serialize)]
pub(crate) struct Found {
    system: &'static str,
    circumstances: Circumstances,
    seconds_per_problem: f64,
    memory_mib: usize,
    toy: Measured,
    standard: Measured,
    remarks: [&'static str; paper::REMARKS.len()],
    #[serde(skip)]
    examples: Vec<Example>,
}

/// One collection.
#[derive(Serialize)]
struct Measured {
    collection: &'static str,
    totals: Vec<Total>,
    runs: Vec<Run>,
}

/// A problem with one side to move first, by every method.
#[derive(Serialize)]
struct Run {
    name: String,
    region: usize,
    first: &'static str,
    answer: Option<&'static str>,
    methods: Vec<Effort>,
}

/// What one method needed.
#[derive(Clone, Serialize)]
struct Effort {
    method: &'static str,
    answer: Option<&'static str>,
    nodes: u64,
    played: u64,
    splits: u64,
    seconds: f64,
}

/// What one method came to on a collection; all but `solved` over the problems
/// that every method solved.
#[derive(Serialize)]
struct Total {
    method: &'static str,
    solved: usize,
    problems: usize,
    common: usize,
    nodes: u64,
    played: u64,
    seconds: f64,
    /// Share of the nodes where a split was possible.
    split: f64,
}

/// Runs all experiments. `None` if interrupted.
pub(super) fn reproduce(options: &GoOptions, quick: bool) -> anyhow::Result<Option<Found>> {
    let seconds = match quick {
        true => options.seconds.min(QUICK_SECONDS),
        false => options.seconds,
    };
    let time = numbers::duration(seconds);
    let work = Work::begin();
    let bar = progress::bar(0, "solving");
    let mut measured = Vec::new();
    for collection in Collection::ALL {
        let mut problems = collection.problems();
        if quick {
            problems = problems.into_iter().step_by(QUICK_EVERY).collect();
        }
        let mut runs = Vec::new();
        for (i, numbered) in problems.iter().enumerate() {
            bar.stage(0, collection.name(), i as u64, problems.len() as u64);
            for first in [Mover::Defender, Mover::Attacker] {
                let run = run(numbered, first, time, &work);
                if work.is_interrupted() {
                    return Ok(None);
                }
                runs.push(run);
            }
        }
        measured.push(Measured {
            collection: collection.name(),
            totals: METHODS.iter().map(|method| total(&runs, *method)).collect(),
            runs,
        });
    }
    let standard = measured.pop().context("two collections")?;
    let toy = measured.pop().context("two collections")?;
    let examples = positions::examples(&standard.runs, work.stop());
    Ok(Some(Found {
        system: "go",
        circumstances: Circumstances::now(),
        seconds_per_problem: seconds,
        memory_mib: MEMORY_MIB,
        toy,
        standard,
        remarks: paper::REMARKS,
        examples,
    }))
}

fn run(numbered: &Numbered, first: Mover, time: Duration, work: &Work) -> Run {
    let methods: Vec<Effort> = METHODS
        .iter()
        .map(|&method| {
            let options = EyeOptions {
                method,
                memory_mib: MEMORY_MIB,
                first: Some(first),
                moves: false,
                limits: Limits::time(time),
                ..EyeOptions::default()
            };
            let start = Instant::now();
            let report = solve_eye(&numbered.problem, &options, work.stop());
            let seconds = start.elapsed().as_secs_f64();
            let answer = report.defender_first.or(report.attacker_first);
            Effort {
                method: go_method_name(method),
                answer: answer.map(|answer| answer.class.name()),
                nodes: report.nodes,
                played: report.played,
                splits: report.splits,
                seconds,
            }
        })
        .collect();
    Run {
        name: numbered.name.clone(),
        region: numbered.problem.region().len(),
        first: match first {
            Mover::Defender => "defender",
            Mover::Attacker => "attacker",
        },
        answer: methods.iter().find_map(|effort| effort.answer),
        methods,
    }
}

impl Run {
    fn by(&self, method: Method) -> &Effort {
        let name = go_method_name(method);
        let found = self.methods.iter().find(|effort| effort.method == name);
        found.expect("every method was run")
    }

    fn is_common(&self) -> bool {
        self.methods.iter().all(|effort| effort.answer.is_some())
    }
}

fn total(runs: &[Run], method: Method) -> Total {
    let common = || runs.iter().filter(|run| run.is_common());
    let sum = |value: fn(&Effort) -> u64| common().map(|run| value(run.by(method))).sum::<u64>();
    let nodes = sum(|effort| effort.nodes);
    Total {
        method: go_method_name(method),
        solved: runs
            .iter()
            .filter(|run| run.by(method).answer.is_some())
            .count(),
        problems: runs.len(),
        common: common().count(),
        nodes,
        played: sum(|effort| effort.played),
        seconds: common().map(|run| run.by(method).seconds).sum(),
        split: sum(|effort| effort.splits) as f64 / nodes.max(1) as f64,
    }
}

impl Reproduced for Found {
    const NAME: &'static str = "go";

    fn seeds(&self) -> String {
        "those of the collections, in their files".to_owned()
    }

    /// Whether the methods agree wherever they have an answer.
    fn holds(&self) -> bool {
        let runs = self.toy.runs.iter().chain(&self.standard.runs);
        runs.flat_map(|run| run.methods.iter().map(|effort| (run.answer, effort.answer)))
            .all(|(one, other)| other.is_none() || one == other)
    }

    /// The numbers in words, tables and plots.
    fn report(&self) -> Report {
        Report::new("Dynamic Decomposition Search, reproduced")
            .section(self.introduction())
            .section(positions::section(&self.examples))
            .section(self.table(&self.toy, &paper::TABLE_1, 1))
            .section(self.figure(
                Section::new("Nodes for toy problems (Figure 7)"),
                (&self.toy, "go-figure-7", "nodes"),
                |effort| effort.nodes as f64,
            ))
            .section(self.table(&self.standard, &paper::TABLE_2, 2))
            .section(self.figure(
                Section::new("Time for standard problems (Figure 8)"),
                (&self.standard, "go-figure-8", "seconds"),
                |effort| effort.seconds,
            ))
            .section(self.figure(
                Section::new("Nodes for standard problems (Figure 9)"),
                (&self.standard, "go-figure-9", "nodes"),
                |effort| effort.nodes as f64,
            ))
            .section(remarks())
    }
}

impl Found {
    fn introduction(&self) -> Section {
        Section::new("What this is")
            .text(
                "A. Kishimoto, M. Müller, Dynamic Decomposition Search: A Divide and Conquer \
                 Approach and its Application to the One-Eye Problem in Go, CIG 2005: the paper's \
                 numbers, taken on an Athlon XP 2800+, beside those of this machine. The paper's \
                 collections are lost; ours have as many problems, from a generator with stated \
                 seeds, and were not chosen by how any method does on them.",
            )
            .text(format!(
                "{}. A table of {} MiB, {} seconds for each problem and side to move first, one \
                 thread.",
                self.circumstances.made(""),
                self.memory_mib,
                self.seconds_per_problem
            ))
    }

    fn table(&self, measured: &Measured, printed: &[paper::Row], number: u8) -> Section {
        let heading = ["", "solved", "of", "seconds", "nodes", "nodes/s", "split"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for row in printed {
            rows.push(row.map(str::to_owned).to_vec());
        }
        for total in &measured.totals {
            rows.push(vec![
                format!("Tabia, {}", total.method),
                total.solved.to_string(),
                total.problems.to_string(),
                format!("{:.2}", total.seconds),
                grouped(total.nodes),
                grouped((total.nodes as f64 / total.seconds.max(1e-9)) as u64),
                format!("{:.0} %", 100.0 * total.split),
            ]);
        }
        let common = measured.totals.first().map_or(0, |total| total.common);
        Section::new(&format!(
            "The {} collection (Table {number})",
            measured.collection
        ))
        .table(
            &format!(
                "Solved problems; seconds, nodes and the share of nodes where a split was \
                 possible, over the {common} problems that every method solved"
            ),
            rows,
        )
    }

    /// A cloud of points, a problem each: dds across, the others up.
    fn figure(
        &self,
        section: Section,
        (measured, name, unit): (&Measured, &str, &str),
        value: fn(&Effort) -> f64,
    ) -> Section {
        let common: Vec<&Run> = measured.runs.iter().filter(|run| run.is_common()).collect();
        let against = |method: Method| {
            let point = |run: &&Run| (value(run.by(Method::Dds)), value(run.by(method)));
            common.iter().map(point).collect::<Vec<_>>()
        };
        let values = common.iter().flat_map(|run| run.methods.iter().map(value));
        let positive = values.filter(|value| *value > 0.0);
        let (least, most) = positive.fold((f64::MAX, 0.0f64), |(least, most), value| {
            (least.min(value), most.max(value))
        });
        let plot = Plot::new(
            &format!("{unit}, {} problems", measured.collection),
            Axis::log(&format!("{unit} with dds")),
            Axis::log(unit),
        )
        .with(Series::new("plain", against(Method::Plain)).scattered())
        .with(Series::new("rds", against(Method::Rds)).scattered())
        .with(Series::new("as with dds", [(least, least), (most, most)]).dashed());
        section
            .text("Above the line dds did better, below it the other method.")
            .figure(
                name,
                "Every problem that all methods solved, logarithmic",
                plot.svg(),
            )
    }
}

fn remarks() -> Section {
    Section::new("Remarks on the paper").remarks(&paper::REMARKS)
}
