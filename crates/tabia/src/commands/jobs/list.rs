//! `tabia jobs list`.

use std::io::Write as _;

use clap::Args;
use serde::Serialize;
use tabia_jobs::nats::{JobStatus, NatsError};

use crate::columns::columns;
use crate::ending::Ending;
use crate::nats::{ServerOptions, state};
use crate::output;

/// All jobs on a server, and how far they are.
#[derive(Args)]
#[command(after_help = "Example: tabia jobs list --nats nats://server:4222")]
pub(crate) struct List {
    #[command(flatten)]
    server: ServerOptions,
    /// Print one line of JSON instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Row {
    id: String,
    /// `running`, `done`, `cancelled`, `stuck` or `refused`.
    state: &'static str,
    units: usize,
    done: usize,
    what: String,
}

impl List {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let rows = self.server.with_hall("tabia jobs list", async |hall| {
            let row = |(id, status): (String, Result<JobStatus, NatsError>)| match status {
                Ok(status) => Row {
                    state: state(&status),
                    units: status.units,
                    done: status.done,
                    what: status.posted.description.to_string(),
                    id,
                },
                Err(error) => Row {
                    state: "refused",
                    units: 0,
                    done: 0,
                    what: error.to_string(),
                    id,
                },
            };
            let rows: Vec<Row> = hall.statuses().await?.into_iter().map(row).collect();
            Ok(rows)
        })?;
        if self.json {
            output::json(&rows)?;
            return Ok(Ending::Done);
        }
        if rows.is_empty() {
            writeln!(output::stdout(), "There are no jobs.")?;
            return Ok(Ending::Done);
        }
        let head = ["job", "state", "done", "units", "what"];
        let mut text = vec![head.map(str::to_owned).to_vec()];
        for row in rows {
            let (done, units) = (row.done.to_string(), row.units.to_string());
            text.push(vec![row.id, row.state.to_owned(), done, units, row.what]);
        }
        output::stdout().write_all(columns(&text).as_bytes())?;
        Ok(Ending::Done)
    }
}
