//! `tabia worker`: units of work for others.

use std::io::Write as _;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use tabia_jobs::nats::{PATIENCE, WorkerOptions, work};

use super::tables::cores;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::ServerOptions;
use crate::numbers::{self, within};
use crate::output;

/// Work for jobs that others submit.
///
/// Any number of workers, on any machines, share the units of all jobs on a
/// NATS server; they join and leave at any time. Ctrl-C hands back the units
/// under way; those of a worker that is killed go to another one after
/// --patience. Workers only take units of jobs of their own version.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia worker --nats nats://server:4222\n  \
    tabia worker --nats tls://server --creds worker.creds --threads 8 --once")]
pub(crate) struct Worker {
    #[command(flatten)]
    server: ServerOptions,
    /// What it is called in reports [default: the host's name and a number]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Units at once [default: all cores]
    #[arg(long, value_name = "N", value_parser = numbers::threads::<u16>())]
    threads: Option<u16>,
    /// Leave when nothing is left to do
    #[arg(long)]
    once: bool,
    /// Seconds that a worker may be silent before its unit goes to another one;
    /// the first worker on a server decides for all
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = PATIENCE.as_secs(),
        value_parser = within(1..=3600_u64),
    )]
    patience: u64,
    /// Memory for results that several units need, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = within(0..=1_u32 << 20))]
    cache: u32,
    /// Print one line of JSON at the end instead
    #[arg(long)]
    json: bool,
}

/// The keys are a contract.
#[derive(Serialize)]
struct Worked {
    worker: String,
    units: usize,
    seconds: f64,
}

impl Worker {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let name = self.name.clone().unwrap_or_else(default_name);
        let options = WorkerOptions {
            name: name.clone(),
            threads: self.threads.map_or_else(cores, usize::from),
            once: self.once,
            cache: (self.cache as usize) << 20,
        };
        let begun = Work::begin();
        let start = Instant::now();
        let units = self.server.with_hall(&name, async |hall| {
            if !self.json {
                let mut out = output::stdout();
                writeln!(out, "{name} is at work   (Ctrl-C ends it)")?;
                out.flush()?;
            }
            let hall = hall.with_patience(Duration::from_secs(self.patience));
            let notice = Box::new(|what: &str| eprintln!("{what}"));
            Ok(work(hall, options, begun.stop().clone(), notice).await?)
        })?;
        let worked = Worked {
            worker: name,
            units,
            seconds: start.elapsed().as_secs_f64(),
        };
        if self.json {
            output::json(&worked)?;
        } else {
            let Worked { worker, units, .. } = &worked;
            let took = output::duration(worked.seconds);
            writeln!(output::stdout(), "{worker} did {units} units in {took}")?;
        }
        // Ending it is what Ctrl-C is for: no failure.
        Ok(Ending::Done)
    }
}

/// The host's name where the system tells, and the number of the process, so
/// that workers are told apart.
fn default_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let host = host.ok().map(|host| host.trim().to_owned());
    let host = host.filter(|host| !host.is_empty());
    format!(
        "{}-{}",
        host.as_deref().unwrap_or("worker"),
        std::process::id()
    )
}
