//! `tabia jobs fetch`.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use super::JobId;
use crate::alone::in_turn;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::{ServerOptions, bring};
use crate::output;

/// Fetch what a finished job has made.
///
/// The files are those of the same work on this machine, byte by byte. Exit
/// code 1 if the job is not done yet; what is there has then been brought, and
/// the same command brings the rest.
#[derive(Args)]
#[command(
    after_help = "Example: tabia jobs fetch 0123456789abcdef --out tables --nats nats://server:4222"
)]
pub(crate) struct Fetch {
    /// The job
    #[arg(value_name = "ID")]
    id: JobId,
    /// The directory to write to
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    server: ServerOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Fetched {
    id: String,
    units: usize,
    done: usize,
    complete: bool,
}

impl Fetch {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let fetched = in_turn(&self.out, || {
            let work = Work::begin();
            let fetched = self.server.with_hall("tabia jobs fetch", async |hall| {
                let brought = bring(&hall, &self.id.0, &self.out, &work).await?;
                Ok((hall.status(&self.id.0).await?, brought))
            })?;
            Ok((!work.is_interrupted()).then_some(fetched))
        })?;
        let Some((status, brought)) = fetched else {
            eprintln!("interrupted: the same command goes on from here");
            return Ok(Ending::Interrupted);
        };
        let fetched = Fetched {
            id: status.id,
            units: status.units,
            done: status.done,
            complete: brought.is_some(),
        };
        if self.json {
            output::json(&fetched)?;
        } else if fetched.complete {
            let out = self.out.display();
            writeln!(output::stdout(), "{out} has what job {} made", fetched.id)?;
        }
        if fetched.complete {
            return Ok(Ending::Done);
        }
        let Fetched {
            id, units, done, ..
        } = &fetched;
        eprintln!("job {id} is not done: {done} of {units} units");
        Ok(Ending::Failed)
    }
}
