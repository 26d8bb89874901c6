//! `tabia go generate`: one-eye problems from a seed.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::{Args, ValueEnum};
use serde::Serialize;
use tabia_go::{Collection, EyeOptions, EyeProblem, Method, Numbered, Recipe, Writer};
use tabia_kernel::search::{Limits, Stop};

use crate::ending::Ending;
use crate::interrupt::Work;
use crate::numbers::{self, within};
use crate::{output, progress};

/// Make one-eye problems from a seed.
///
/// The same seed makes the same problems. They are legal, and no eye is there
/// to begin with; nothing else is known of them, unless --answers asks the
/// solver: a comment then says what comes of it for either side first, and `?`
/// where the nodes do not suffice.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia go generate --points 14 --seed 7\n  \
    tabia go generate --rooms 3 --count 20 --out problems\n  \
    tabia go generate --collection standard --answers 4000000 > standard.sgf")]
pub(crate) struct Generate {
    /// One area of so many points
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12,
        value_parser = within(2..=Recipe::MOST_POINTS as u16),
    )]
    points: u16,
    /// Rooms that are separate from the beginning, instead
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "points",
        value_parser = within(1..=Recipe::MOST_ROOMS as u16),
    )]
    rooms: Option<u16>,
    /// A collection of `reproduce go`, instead
    #[arg(long, value_name = "NAME", conflicts_with_all = ["points", "rooms", "seed", "count"])]
    collection: Option<Named>,
    /// Where to begin; further problems count on from there
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::seed())]
    seed: u64,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = within(1..=1_000_000_u64))]
    count: u64,
    /// Solve them too, with at most so many nodes for each question
    #[arg(long, value_name = "NODES", value_parser = numbers::nodes())]
    answers: Option<u64>,
    /// Write files into this directory instead of printing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one line of JSON for each problem instead
    #[arg(long)]
    json: bool,
}

/// A collection.
#[derive(Clone, Copy, ValueEnum)]
enum Named {
    Toy,
    Standard,
}

#[derive(Serialize)]
struct Line {
    name: String,
    seed: u64,
    region: usize,
    #[serde(flatten)]
    answers: Option<Answers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sgf: Option<String>,
}

/// What comes of it for either side first, if the nodes sufficed.
#[derive(Serialize)]
struct Answers {
    defender_first: Option<&'static str>,
    attacker_first: Option<&'static str>,
}

impl Generate {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        if let Some(directory) = &self.out {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot make {}", directory.display()))?;
        }
        let (problems, count) = self.problems()?;
        let work = Work::begin();
        let doing = if self.answers.is_some() {
            "solving"
        } else {
            "making problems"
        };
        let bar = progress::bar(count, doing);
        for (number, made) in (0..).zip(problems) {
            bar.set(number);
            let solve = |nodes| answer(&made.problem, nodes, work.stop());
            let answers = self.answers.map(solve);
            if work.is_interrupted() {
                drop(bar);
                eprintln!("interrupted at {}", made.name);
                return Ok(Ending::Interrupted);
            }
            let sgf = sgf(&made, answers.as_ref());
            let mut file = None;
            if let Some(directory) = &self.out {
                let path = directory.join(format!("{}.sgf", made.name));
                output::file(&path, &sgf)?;
                file = Some(path.display().to_string());
            }
            if self.json {
                let line = Line {
                    name: made.name,
                    seed: made.seed,
                    region: made.problem.region().len(),
                    answers,
                    sgf: file.is_none().then_some(sgf),
                    file,
                };
                bar.aside(|| output::json(&line))?;
            } else if file.is_none() {
                bar.aside(|| output::stdout().write_all(sgf.as_bytes()))?;
            }
        }
        Ok(Ending::Done)
    }

    /// The problems, each made when it is asked for, and how many there are.
    fn problems(&self) -> anyhow::Result<(Box<dyn Iterator<Item = Numbered>>, u64)> {
        if let Some(named) = self.collection {
            let collection = match named {
                Named::Toy => Collection::Toy,
                Named::Standard => Collection::Standard,
            };
            let problems = collection.problems();
            let count = problems.len() as u64;
            return Ok((Box::new(problems.into_iter()), count));
        }
        let (recipe, kind) = match self.rooms {
            Some(rooms) => {
                let rooms = usize::from(rooms);
                (Recipe::Rooms { rooms }, format!("rooms-{rooms}"))
            }
            None => {
                let points = usize::from(self.points);
                (Recipe::Area { points }, format!("area-{points}"))
            }
        };
        let Some(last) = self.seed.checked_add(self.count - 1) else {
            bail!(
                "--seed {} and --count {}: the last seed there is is {}",
                self.seed,
                self.count,
                u64::MAX
            );
        };
        let made = (self.seed..=last).map(move |seed| Numbered {
            name: format!("{kind}-{seed}"),
            recipe,
            seed,
            problem: tabia_go::generate(recipe, seed),
        });
        Ok((Box::new(made), self.count))
    }
}

fn answer(problem: &EyeProblem, nodes: u64, stop: &Stop) -> Answers {
    let options = EyeOptions {
        method: Method::Rds,
        moves: false,
        limits: Limits::nodes(nodes),
        ..EyeOptions::default()
    };
    let report = tabia_go::solve_eye(problem, &options, stop);
    let name = |answer: Option<tabia_go::Answer>| answer.map(|answer| answer.class.name());
    Answers {
        defender_first: name(report.defender_first),
        attacker_first: name(report.attacker_first),
    }
}

fn sgf(made: &Numbered, answers: Option<&Answers>) -> String {
    let mut writer = Writer::new();
    let tree = writer.open().problem(&made.problem).text("GN", &made.name);
    if let Some(answers) = answers {
        let name = |answer: Option<&'static str>| answer.unwrap_or("?");
        let comment = format!(
            "defender first: {}, attacker first: {}",
            name(answers.defender_first),
            name(answers.attacker_first)
        );
        tree.text("C", &comment);
    }
    tree.close();
    writer.finish()
}
