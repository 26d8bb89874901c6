//! What building and checking come to, for the games without repetition.

use std::io::Write as _;
use std::path::Path;

use anyhow::bail;
use serde::Serialize;

use crate::ending::Ending;
use crate::output;

/// A finished build; the keys are a contract.
#[derive(Serialize)]
pub(super) struct Made {
    pub(super) classes: u64,
    pub(super) solved: u64,
    pub(super) positions: u64,
    pub(super) bytes: u64,
    pub(super) seconds: f64,
}

impl Made {
    /// Tells of it; `what` are the classes, such as `structures of up to 9
    /// cards`.
    pub(super) fn report(&self, json: bool, dir: &Path, what: &str) -> anyhow::Result<Ending> {
        if json {
            output::json(self)?;
        } else {
            writeln!(
                output::stdout(),
                "{}: {} {what}, {} of them solved now, {} positions, {} bytes ({})",
                dir.display(),
                output::grouped(self.classes),
                output::grouped(self.solved),
                output::grouped(self.positions),
                output::grouped(self.bytes),
                output::duration(self.seconds)
            )?;
        }
        Ok(Ending::Done)
    }
}

/// Says that a build was interrupted.
pub(super) fn interrupted() -> Ending {
    eprintln!("interrupted: the same command goes on from here");
    Ending::Interrupted
}

/// A finished check; the keys are a contract.
#[derive(Serialize)]
pub(super) struct Verified {
    pub(super) valid: bool,
    pub(super) elements: u32,
    pub(super) positions: u64,
    pub(super) error: Option<String>,
    pub(super) seconds: f64,
}

impl Verified {
    /// Tells of it; `what` are the elements, such as `cards`.
    pub(super) fn report(&self, json: bool, what: &str) -> anyhow::Result<Ending> {
        if json {
            output::json(self)?;
        } else if let Some(error) = &self.error {
            writeln!(output::stdout(), "Not valid: {error}")?;
        } else {
            writeln!(
                output::stdout(),
                "Valid: all tables of up to {} {what}, {} positions up to symmetry ({})",
                self.elements,
                output::grouped(self.positions),
                output::duration(self.seconds)
            )?;
        }
        Ok(match self.valid {
            true => Ending::Done,
            false => Ending::Failed,
        })
    }
}

/// Refuses what is no directory.
pub(super) fn existing(dir: &Path) -> anyhow::Result<&Path> {
    if !dir.is_dir() {
        bail!("{} is no directory", dir.display());
    }
    Ok(dir)
}
