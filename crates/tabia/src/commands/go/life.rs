//! `tabia go life`: does the group live?

use std::io::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_go::{
    Aim, EyeCount, EyeProblem, EyeRegion, Fate, KoOptions, LifeAnswer, LifeOptions, LifeReport,
    Mover, Turn,
};
use tabia_kernel::search::{Limits, Stop};

use super::eye::{First, colour, kept};
use super::ko::{ForBoth, Kos};
use super::line::{Answered, Answers, write_solution_to};
use super::read;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Does an enclosed group live? Exact, for either side to move first.
///
/// Triangles (TR) mark the crucial stones, crosses (MA) the region. Attacker
/// stones outside the region are safe; empty points outside are liberties that
/// only the attacker fills, and areas that only the defender's stones border
/// belong to the region. The answer is `alive`: two eyes; `seki`: not two eyes,
/// but it cannot be captured; `rep`: only endless repetition saves it; `ko`: it
/// is captured if the attacker wins a ko; or `dead`. All first moves that keep
/// the answer are listed.
///
/// Where the group and safe stones cut the region into pieces, each piece with
/// room for an eye is listed with the eyes it is worth: the mean of what the
/// defender gets there when he moves first and when the attacker does. `gote`:
/// who plays there loses the turn; `sente`: a side has a first move that asks
/// for an answer; `settled`: it is the same whoever moves first.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia go life problem.sgf\n  \
    tabia go life problem.sgf --first attacker --json\n  \
    tabia go life problem.sgf --solution solution.sgf\n  \
    tabia go life problems/*.sgf --json")]
pub(crate) struct Life {
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
    /// Search the whole at once: no adding up of eyes
    #[arg(long)]
    no_regions: bool,
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
    /// Say also what comes of it under situational superko, without threats
    #[arg(long)]
    superko: bool,
    /// Print one line of JSON for each file instead
    #[arg(long)]
    json: bool,
}

/// The answer; the keys are a contract.
#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    answers: Answers,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    regions: Vec<Region>,
    seconds: f64,
}

/// A piece of the region; the keys are a contract. What is not known for sure
/// is null, and then there are bounds.
#[derive(Serialize)]
struct Region {
    points: Vec<String>,
    eyes: Option<&'static str>,
    defender_first: Option<u8>,
    attacker_first: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    least: Option<ForBoth<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<ForBoth<u8>>,
    kind: Option<&'static str>,
    /// Who has sente, if it is one's: `defender`, `attacker` or `both`.
    #[serde(skip_serializing_if = "Option::is_none")]
    sente: Option<&'static str>,
}

impl From<&EyeRegion> for Region {
    fn from(region: &EyeRegion) -> Region {
        let counts = [region.defender_first, region.attacker_first];
        let is_known = counts.iter().all(|count| count.known().is_some());
        let bounds = |bound: fn(EyeCount) -> u8| {
            (!is_known).then(|| ForBoth {
                defender_first: Some(bound(counts[0])),
                attacker_first: Some(bound(counts[1])),
            })
        };
        Region {
            points: region.points.iter().map(|point| point.sgf()).collect(),
            eyes: region.value(),
            defender_first: counts[0].known(),
            attacker_first: counts[1].known(),
            least: bounds(|count| count.least),
            most: bounds(|count| count.most),
            kind: region.turn.map(Turn::name),
            sente: region.turn.and_then(|turn| match turn {
                Turn::DefendersSente => Some("defender"),
                Turn::AttackersSente => Some("attacker"),
                Turn::DoubleSente => Some("both"),
                Turn::Gote | Turn::Settled => None,
            }),
        }
    }
}

impl Life {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let time = self.time.map(Duration::try_from_secs_f64).transpose();
        let time = time.with_context(|| "--time must be a number of seconds")?;
        let options = LifeOptions {
            memory_mib: self.memory as usize,
            first: self.first.map(Mover::from),
            moves: !self.no_moves,
            regions: !self.no_regions,
            limits: time.map_or(Limits::NONE, Limits::time),
        };
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
            let report = {
                let _spinner = progress::spinner("solving");
                tabia_go::solve_life(&problem, &options, work.stop())
            };
            let kos = {
                let _spinner = progress::spinner("looking at the ko");
                self.kos(&problem, &report, options.limits, work.stop())
            };
            let mut is_told = true;
            if let Some(out) = &self.solution {
                let _spinner = progress::spinner("writing the solution");
                let budget = (options.first, self.memory, options.limits);
                is_told = write_solution_to(out, &problem, Aim::TwoEyes, budget, work.stop())?;
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

    fn asks(&self, first: First) -> bool {
        self.first.is_none_or(|asked| asked == first)
    }

    /// How kos are fought, where the answer is one, and superko if asked for.
    fn kos(&self, problem: &EyeProblem, report: &LifeReport, limits: Limits, stop: &Stop) -> Kos {
        let options = KoOptions {
            memory_mib: self.memory as usize,
            limits,
        };
        let answer = |first: Mover| match first {
            Mover::Defender => report.defender_first.as_ref(),
            Mover::Attacker => report.attacker_first.as_ref(),
        };
        let is_ko = |first| answer(first).is_some_and(|answer| answer.fate == Fate::Ko);
        let superko = |first| self.superko && answer(first).is_some();
        Kos::solve(problem, Aim::TwoEyes, &options, stop, is_ko, superko)
    }

    fn line(
        &self,
        name: &str,
        problem: &EyeProblem,
        report: &LifeReport,
        kos: Kos,
        seconds: f64,
    ) -> Line {
        let file = (self.files.len() > 1).then(|| name.to_owned());
        let defender = self.answered(First::Defender, report.defender_first.as_ref());
        let attacker = self.answered(First::Attacker, report.attacker_first.as_ref());
        Line {
            answers: Answers::new(file, problem, defender, attacker, kos, report.nodes),
            regions: report.regions.iter().map(Region::from).collect(),
            seconds,
        }
    }

    fn answered<'a>(&self, first: First, answer: Option<&'a LifeAnswer>) -> Answered<'a> {
        let moves = |answer: &'a LifeAnswer| (!self.no_moves).then_some(&answer.moves[..]);
        self.asks(first)
            .then(|| answer.map(|answer| (answer.fate.name(), moves(answer))))
    }

    fn sentences(
        &self,
        name: &str,
        problem: &EyeProblem,
        report: &LifeReport,
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
                    let what = outcome(answer.fate, defender, attacker);
                    let moves = kept(&answer.moves, problem.board().height());
                    let ko = kos.words(problem, first.into());
                    format!("{side} first: {what}.{ko}{moves}\n")
                }
            };
        }
        for region in &report.regions {
            text += &worth(region, problem.board().height(), defender, attacker);
        }
        text + &format!(
            "({} nodes, {})\n",
            output::grouped(report.nodes),
            output::duration(seconds)
        )
    }
}

/// What a fate means, in words.
fn outcome(fate: Fate, defender: &str, attacker: &str) -> String {
    match fate {
        Fate::Alive => format!("{defender} lives"),
        Fate::Seki => format!("seki; {defender} has no two eyes but is not captured"),
        Fate::Rep => format!("endless repetition saves {defender}"),
        Fate::Ko => format!("ko; {attacker} has to win it"),
        Fate::Dead => format!("{defender} is dead"),
    }
}

/// What a piece of the region is worth, in words.
fn worth(region: &EyeRegion, height: u8, defender: &str, attacker: &str) -> String {
    let points: Vec<String> = region.points.iter().map(|p| p.on_board(height)).collect();
    let eyes = match (region.value(), region.defender_first, region.attacker_first) {
        (Some("1"), ..) => "1 eye".to_owned(),
        (Some(value), ..) => format!("{value} eyes"),
        (None, first, second) => format!(
            "between {} and {} eyes if {defender} moves first, \
             between {} and {} if {attacker} does",
            first.least, first.most, second.least, second.most
        ),
    };
    let turn = match region.turn {
        None => "",
        Some(Turn::Settled) => ", settled",
        Some(Turn::Gote) => ", gote",
        Some(Turn::DefendersSente) => &format!(", {defender}'s sente"),
        Some(Turn::AttackersSente) => &format!(", {attacker}'s sente"),
        Some(Turn::DoubleSente) => ", double sente",
    };
    format!("Region {}: {eyes}{turn}.\n", points.join(" "))
}
