//! `tabia jobs status`.

use std::io::Write as _;

use clap::Args;
use tabia_jobs::nats::JobStatus;

use super::JobId;
use crate::columns::columns;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::{ServerOptions, wait};
use crate::output;

/// How far a job is, who did how much, and what the rest will take.
///
/// Exit code 1 if units have been set aside.
#[derive(Args)]
#[command(after_help = "Example: tabia jobs status 0123456789abcdef --nats nats://server:4222")]
pub(crate) struct Status {
    /// The job
    #[arg(value_name = "ID")]
    id: JobId,
    #[command(flatten)]
    server: ServerOptions,
    /// Wait until nothing more will happen
    #[arg(long)]
    wait: bool,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

impl Status {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let work = self.wait.then(Work::begin);
        let status = self.server.with_hall("tabia jobs status", async |hall| {
            let status = hall.status(&self.id.0).await?;
            match &work {
                Some(work) => wait(&hall, status, None, work).await,
                None => Ok(Some(status)),
            }
        })?;
        let Some(status) = status else {
            eprintln!("interrupted: the job goes on");
            return Ok(Ending::Interrupted);
        };
        if self.json {
            output::json(&status)?;
        } else {
            output::stdout().write_all(explain(&status).as_bytes())?;
        }
        Ok(match status.set_aside.is_empty() {
            true => Ending::Done,
            false => Ending::Failed,
        })
    }
}

fn explain(status: &JobStatus) -> String {
    let mut text = format!(
        "job {}: {}\n{} of {} units, {:.1} % of the work, in {}",
        status.id,
        status.posted.description,
        status.done,
        status.units,
        100.0 * status.share,
        output::duration(status.seconds),
    );
    if status.posted.cancelled {
        text += "; called off";
    } else if let Some(eta) = status.eta_seconds {
        text += &format!("; {} to go", output::duration(eta));
    }
    text += "\n";
    if !status.workers.is_empty() {
        let head = ["worker", "units", "seconds", "units a second", "bytes"];
        let mut rows = vec![head.map(str::to_owned).to_vec()];
        for (name, share) in &status.workers {
            rows.push(vec![
                name.clone(),
                share.units.to_string(),
                format!("{:.1}", share.seconds),
                format!("{:.2}", share.units as f64 / share.seconds),
                output::grouped(share.bytes),
            ]);
        }
        text += "\n";
        text += &columns(&rows);
    }
    for (unit, problem) in &status.set_aside {
        text += &format!("unit {unit} is set aside: {problem}\n");
    }
    if status.blocked > 0 {
        text += &format!("{} units need one that is set aside\n", status.blocked);
    }
    text
}
