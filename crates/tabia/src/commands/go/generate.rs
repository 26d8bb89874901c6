//! `tabia go generate`: one-eye problems from a seed.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_go::{EyeProblem, Recipe, Writer};

use crate::ending::Ending;
use crate::output;

/// Make one-eye problems from a seed.
///
/// The same seed makes the same problems. They are legal, and no eye is there
/// to begin with; nothing else is known of them.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia go generate --points 14 --seed 7\n  \
    tabia go generate --rooms 3 --count 20 --out problems")]
pub(crate) struct Generate {
    /// One area of so many points
    #[arg(
        long,
        value_name = "N",
        default_value_t = 12,
        value_parser = clap::value_parser!(u16).range(2..=Recipe::MOST_POINTS as i64),
    )]
    points: u16,
    /// Rooms that are separate from the beginning, instead
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "points",
        value_parser = clap::value_parser!(u16).range(1..=Recipe::MOST_ROOMS as i64),
    )]
    rooms: Option<u16>,
    /// Where to begin; further problems count on from there
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: u64,
    /// Write files into this directory instead of printing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print one line of JSON for each problem instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line {
    name: String,
    seed: u64,
    region: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sgf: Option<String>,
}

impl Generate {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
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
        if let Some(directory) = &self.out {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot make {}", directory.display()))?;
        }
        for seed in (self.seed..).take(usize::try_from(self.count)?) {
            let problem = tabia_go::generate(recipe, seed);
            let name = format!("{kind}-{seed}");
            let sgf = sgf(&problem, &name);
            let mut file = None;
            if let Some(directory) = &self.out {
                let path = directory.join(format!("{name}.sgf"));
                fs::write(&path, &sgf)
                    .with_context(|| format!("cannot write {}", path.display()))?;
                file = Some(path.display().to_string());
            }
            if self.json {
                output::json(&Line {
                    name,
                    seed,
                    region: problem.region().len(),
                    sgf: file.is_none().then_some(sgf),
                    file,
                })?;
            } else if file.is_none() {
                output::stdout().write_all(sgf.as_bytes())?;
            }
        }
        Ok(Ending::Done)
    }
}

fn sgf(problem: &EyeProblem, name: &str) -> String {
    let mut writer = Writer::new();
    writer.open().problem(problem).text("GN", name).close();
    writer.finish()
}
