//! `tabia jobs redo`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::JobId;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::ServerOptions;
use crate::{output, progress};

/// Have units of a job done again, because their results were damaged.
///
/// Without names, everything that is done is fetched and checked, and what is
/// damaged is done again. Workers do it, as at the first time; `tabia jobs status
/// --wait` tells when.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia jobs redo 0123456789abcdef --nats nats://server:4222\n  \
    tabia jobs redo 0123456789abcdef K-g KP-k --nats nats://server:4222")]
pub(crate) struct Redo {
    /// The job
    #[arg(value_name = "ID")]
    id: JobId,
    /// Its units, as messages name them [default: those that are damaged]
    #[arg(value_name = "UNIT")]
    units: Vec<String>,
    #[command(flatten)]
    server: ServerOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Redone {
    id: String,
    units: Vec<String>,
}

impl Redo {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let id = self.id.0;
        let work = Work::begin();
        let units = self.server.with_hall("tabia jobs redo", async |hall| {
            let units = match self.units.as_slice() {
                [] => {
                    let bar = progress::bar(0, "checking");
                    let each = |looked: usize, all: usize| {
                        bar.stage(0, "checking", looked as u64, all as u64);
                        !work.is_interrupted()
                    };
                    hall.damaged(&id, &each).await?
                }
                units => Some(units.to_vec()),
            };
            if let Some(units) = &units
                && !units.is_empty()
            {
                hall.redo(&id, units).await?;
            }
            Ok(units)
        })?;
        let Some(units) = units else {
            eprintln!("interrupted: nothing is done again");
            return Ok(Ending::Interrupted);
        };
        if self.json {
            output::json(&Redone { id, units })?;
        } else if units.is_empty() {
            writeln!(output::stdout(), "job {id} has no damaged unit")?;
        } else {
            let units = units.join(", ");
            writeln!(output::stdout(), "job {id} does again: {units}")?;
        }
        Ok(Ending::Done)
    }
}
