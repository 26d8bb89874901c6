//! `tabia go frame`: crucial stones and region for a plain diagram.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_go::Writer;

use super::read;
use super::words::colour;
use crate::ending::Ending;
use crate::output;

/// Propose crucial stones and region for a plain problem diagram.
///
/// The attacker is whoever faces the empty board; his stones beside it are the
/// wall. The defender's blocks at the wall become crucial (TR), everything else
/// inside the region (MA). If there is one finished eye, it stays outside: the
/// second is the question. The result is an SGF file for `tabia go eye` and
/// `tabia go life`. Crucial stones that are marked already are kept.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia go frame diagram.sgf --out problem.sgf\n  \
    tabia go frame diagram.sgf --json")]
pub(crate) struct Frame {
    /// An SGF file with a diagram
    #[arg(value_name = "FILE.sgf")]
    file: PathBuf,
    /// Write the marked problem to this file instead of standard output
    #[arg(long, value_name = "OUT.sgf")]
    out: Option<PathBuf>,
    /// Print one line of JSON instead of the SGF
    #[arg(long)]
    json: bool,
}

/// What is proposed; the keys are a contract.
#[derive(Serialize)]
struct Line {
    defender: char,
    crucial: Vec<String>,
    region: Vec<String>,
}

impl Frame {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let name = self.file.display().to_string();
        let diagram = tabia_go::read_diagram(&read(&self.file)?).with_context(|| name.clone())?;
        let problem = tabia_go::propose_frame(&diagram).with_context(|| name.clone())?;
        let mut writer = Writer::new();
        writer.open().problem(&problem);
        if let Some(name) = &diagram.name {
            writer.text("GN", name);
        }
        writer.close();
        let text = writer.finish();
        if let Some(out) = &self.out {
            output::file(out, &text)?;
        }
        if self.json {
            let spelled = |points: &[tabia_go::Point]| points.iter().map(|p| p.sgf()).collect();
            output::json(&Line {
                defender: problem.defender().letter(),
                crucial: spelled(problem.crucial()),
                region: spelled(problem.region()),
            })?;
        } else if let Some(out) = &self.out {
            writeln!(
                output::stdout(),
                "{}: {} defends {} crucial stones in a region of {} points",
                out.display(),
                colour(problem.defender()),
                problem.crucial().len(),
                problem.region().len()
            )?;
        } else {
            output::stdout().write_all(text.as_bytes())?;
        }
        Ok(Ending::Done)
    }
}
