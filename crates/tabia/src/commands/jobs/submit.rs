//! `tabia jobs submit`.

use std::io::Write as _;

use clap::{Args, Subcommand};
use serde::Serialize;
use tabia_jobs::Description;

use crate::ending::Ending;
use crate::nats::ServerOptions;
use crate::output;

/// Submit a job and leave; `tabia jobs status` tells how far it is.
///
/// The same job has the same id: submitted again, it goes on where it was, also
/// after it was called off, and tries again what was set aside.
#[derive(Args)]
#[command(after_help = "Example: tabia jobs submit tables --elements 4 --nats nats://server:4222")]
pub(crate) struct Submit {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// The tables of dark chess, a unit for each class of materials.
    #[command(
        after_help = "Example: tabia jobs submit tables --elements 4 --nats nats://server:4222"
    )]
    Tables {
        /// Most pieces on the board
        #[arg(long, value_name = "N")]
        elements: u32,
        /// Distances too
        #[arg(long)]
        distances: bool,
        /// Under the rule of forty plies
        #[arg(long)]
        forty: bool,
        #[command(flatten)]
        server: ServerOptions,
        /// Print one line of JSON instead
        #[arg(long)]
        json: bool,
    },
}

/// The keys are a contract.
#[derive(Serialize)]
struct Submitted {
    id: String,
    units: usize,
    done: usize,
}

impl Submit {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let What::Tables {
            elements,
            distances,
            forty,
            server,
            json,
        } = self.what;
        let description = Description::Tables {
            elements,
            distances,
            forty,
        };
        let status = server.with_hall("tabia jobs submit", async |hall| {
            let id = hall.post(&description).await?;
            Ok(hall.status(&id).await?)
        })?;
        let submitted = Submitted {
            id: status.id,
            units: status.units,
            done: status.done,
        };
        if json {
            output::json(&submitted)?;
        } else {
            let Submitted { id, units, done } = &submitted;
            writeln!(
                output::stdout(),
                "job {id}: {done} of {units} units are done"
            )?;
        }
        Ok(Ending::Done)
    }
}
