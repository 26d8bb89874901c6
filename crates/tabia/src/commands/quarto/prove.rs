//! `tabia quarto prove`: a certificate of a position's value.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_kernel::search::Stop;
use tabia_quarto::certificate::{ProofStep, ProveError, Proved, prove};
use tabia_quarto::{Position, Solver};

use super::options::{self, RulesOptions, SolverArgs};
use super::rated::word;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::{output, progress};

/// Prove the value of the empty board, or of another position.
///
/// Writes a certificate: for each side a strategy that secures the value,
/// over classes of equivalent positions. `tabia quarto check` checks it with
/// code of its own. The file appears under its name only when it is whole.
#[derive(Args)]
#[command(after_help = "Example: tabia quarto prove --rules squares --out squares.cert")]
pub(crate) struct Prove {
    /// The position; without one, the empty board
    #[arg(default_value = "................/-", hide_default_value = true)]
    position: String,
    /// Where to write the certificate
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    rules: RulesOptions,
    #[command(flatten)]
    solver: SolverArgs,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Written {
    value: i16,
    entries: Vec<usize>,
    bytes: usize,
    seconds: f64,
}

impl Prove {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rules = self.rules.rules()?;
        let position = options::position(&self.position, &rules)?;
        let name = self.out.display();
        let partial = partial(&self.out);
        // Before any work is done for nothing.
        let file = File::create(&partial)
            .with_context(|| format!("cannot write {}", partial.display()))?;
        let start = Instant::now();
        let work = Work::begin();
        let proved = self
            .solver
            .start_without_book(rules)
            .map(|solver| write(&solver, &position, file, work.stop()));
        let proved = match proved {
            Ok(Ok(proved)) => proved,
            failed => {
                // Half a proof is none.
                fs::remove_file(&partial).ok();
                return match failed? {
                    Err(ProveError::Stopped) => {
                        eprintln!("interrupted: no certificate has been written");
                        Ok(Ending::Interrupted)
                    }
                    failed => Err(failed.expect_err("success is taken care of").into()),
                };
            }
        };
        fs::rename(&partial, &self.out).with_context(|| format!("cannot write {name}"))?;
        let seconds = start.elapsed().as_secs_f64();
        if self.json {
            output::json(&Written {
                value: proved.value.points(),
                entries: proved.entries,
                bytes: proved.bytes,
                seconds,
            })?;
        } else {
            let entries: Vec<String> = proved
                .entries
                .iter()
                .map(|&count| output::grouped(count as u64))
                .collect();
            writeln!(
                output::stdout(),
                "{name} proves: {position} ({rules}) is a {} for the side to move.\n\
                 Strategies of {} positions, {} bytes, made in {}.\n\
                 Check it with: tabia quarto check {name}",
                word(proved.value),
                entries.join(" and "),
                output::grouped(proved.bytes as u64),
                output::duration(seconds)
            )?;
        }
        Ok(Ending::Done)
    }
}

/// Writes the certificate, showing how far it is.
fn write(solver: &Solver, root: &Position, file: File, stop: &Stop) -> Result<Proved, ProveError> {
    let mut out = BufWriter::new(file);
    let bar = progress::bar(0, "solving");
    let proved = prove(solver, root, &mut out, stop, |step| match step {
        ProofStep::Solving => {}
        ProofStep::Strategy {
            number,
            placed,
            done,
            of,
        } => {
            let what = format!("{placed} placed");
            bar.stage(usize::from(number), &what, done as u64, of as u64);
        }
    })?;
    finish(out)?;
    Ok(proved)
}

/// On disk before it gets its name.
fn finish(out: BufWriter<File>) -> io::Result<()> {
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

/// `lines.cert.partial` for `lines.cert`.
fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    name.into()
}
