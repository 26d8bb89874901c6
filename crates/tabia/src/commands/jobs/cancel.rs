//! `tabia jobs cancel`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;

use super::JobId;
use crate::ending::Ending;
use crate::nats::ServerOptions;
use crate::output;

/// Call a job off. What is done stays; submitted again, it goes on from there.
#[derive(Args)]
#[command(after_help = "Example: tabia jobs cancel 0123456789abcdef --nats nats://server:4222")]
pub(crate) struct Cancel {
    /// The job
    #[arg(value_name = "ID")]
    id: JobId,
    #[command(flatten)]
    server: ServerOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Cancelled {
    id: String,
    cancelled: bool,
}

impl Cancel {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let id = self.id.0;
        self.server.with_hall("tabia jobs cancel", async |hall| {
            Ok(hall.cancel(&id).await?)
        })?;
        if self.json {
            let cancelled = true;
            output::json(&Cancelled { id, cancelled })?;
        } else {
            writeln!(output::stdout(), "job {id} is called off")?;
        }
        Ok(Ending::Done)
    }
}
