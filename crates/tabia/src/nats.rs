//! Jobs on a NATS server, as commands use them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use clap::Args;
use tabia_jobs::nats::{Access, Hall, JobStatus, NatsError, connect};
use tabia_jobs::{Description, Shelf};

use crate::ending::{Ending, Trouble};
use crate::interrupt::Work;
use crate::progress;

/// How to get into a server.
#[derive(Args, Clone)]
pub(crate) struct EntryOptions {
    /// NATS: a file of credentials, as nsc makes it
    #[arg(long, value_name = "FILE", requires = "nats")]
    creds: Option<PathBuf>,
    /// NATS: certificates to trust beside the system's
    #[arg(long, value_name = "FILE", requires = "nats")]
    ca: Option<PathBuf>,
}

impl EntryOptions {
    /// How to reach the server there.
    pub(crate) fn access(&self, url: &str) -> Access {
        Access {
            url: url.to_owned(),
            credentials: self.creds.clone(),
            certificates: self.ca.clone(),
        }
    }
}

/// A server that has to be named.
#[derive(Args)]
pub(crate) struct ServerOptions {
    /// The NATS server, with JetStream: nats://HOST, nats://USER:PASSWORD@HOST,
    /// tls://HOST
    #[arg(long, value_name = "URL", env = "TABIA_NATS", hide_env_values = true)]
    nats: String,
    #[command(flatten)]
    entry: EntryOptions,
}

impl ServerOptions {
    /// Runs `work` with the server's places.
    pub(crate) fn with_hall<T>(
        &self,
        name: &str,
        work: impl AsyncFnOnce(Hall) -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        with_hall(&self.nats, &self.entry, name, work)
    }
}

/// Runs `work` with the places of a server.
pub(crate) fn with_hall<T>(
    url: &str,
    entry: &EntryOptions,
    name: &str,
    work: impl AsyncFnOnce(Hall) -> anyhow::Result<T>,
) -> anyhow::Result<T> {
    let access = entry.access(url);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start threads")?;
    let result = runtime.block_on(async {
        let opened = async { Hall::open(connect(&access, name).await?).await };
        let hall = opened
            .await
            .with_context(|| format!("--nats {}", shown(url)))?;
        work(hall).await
    });
    // A unit that does not stop must not keep the program.
    runtime.shutdown_timeout(Duration::from_secs(1));
    result
}

/// An URL without what it may hold of passwords.
pub(crate) fn shown(url: &str) -> String {
    match (url.split_once("://"), url.rsplit_once('@')) {
        (Some((scheme, _)), Some((_, host))) => format!("{scheme}://…@{host}"),
        (None, Some((_, host))) => format!("…@{host}"),
        _ => url.to_owned(),
    }
}

/// A job in a word.
pub(crate) fn state(status: &JobStatus) -> &'static str {
    match () {
        () if status.is_done() => "done",
        () if status.posted.cancelled => "cancelled",
        () if status.is_over() => "stuck",
        () => "running",
    }
}

/// What a job has come to.
pub(crate) struct Outcome {
    /// How it stands now.
    pub(crate) status: JobStatus,
    /// How it stood before it was posted, if it was there.
    pub(crate) before: Option<JobStatus>,
}

/// Posts a job and waits for it under a progress bar; an ending if it does not
/// get done, which has been reported.
///
/// Results come to the shelf meanwhile, if there is one.
pub(crate) async fn see_through(
    hall: &Hall,
    description: &Description,
    shelf: Option<&Shelf>,
    work: &Work,
) -> anyhow::Result<Result<Outcome, Ending>> {
    let before = match hall.status(&description.id()).await {
        Ok(status) => Some(status),
        Err(NatsError::NoJob(_)) => None,
        Err(error) => return Err(error.into()),
    };
    let id = hall.post(description).await?;
    let Some(status) = wait(hall, hall.status(&id).await?, shelf, work).await? else {
        eprintln!(
            "interrupted: workers go on with job {id}; the same command waits for it again, and \
             `tabia jobs cancel {id}` calls it off"
        );
        return Ok(Err(Ending::Interrupted));
    };
    if !status.is_done() {
        report_failure(&status);
        return Ok(Err(Ending::Failed));
    }
    Ok(Ok(Outcome { status, before }))
}

/// The same, and brings the results to a directory.
pub(crate) async fn have_done(
    hall: &Hall,
    description: &Description,
    out: &Path,
    work: &Work,
) -> anyhow::Result<Result<Outcome, Ending>> {
    let shelf = Shelf::open(&on_the_way(out, &description.id()))?;
    let outcome = match see_through(hall, description, Some(&shelf), work).await? {
        Ok(outcome) => outcome,
        Err(ending) => return Ok(Err(ending)),
    };
    if bring(hall, &outcome.status.id, out, work).await?.is_none() {
        eprintln!("interrupted: the same command goes on from here");
        return Ok(Err(Ending::Interrupted));
    }
    Ok(Ok(outcome))
}

/// Waits until nothing more will happen to a job; `None` after Ctrl-C. Results
/// come to the shelf meanwhile, if there is one.
pub(crate) async fn wait(
    hall: &Hall,
    mut status: JobStatus,
    shelf: Option<&Shelf>,
    work: &Work,
) -> anyhow::Result<Option<JobStatus>> {
    /// A bar counts in these: units differ too much in cost.
    const STEPS: f64 = 10_000.0;
    let bar = progress::bar(STEPS as u64, "waiting");
    let mut is_lost = false;
    let mut nobody = Nobody::default();
    while !status.is_over() {
        let workers = status.workers.len();
        let text = format!(
            "{} of {} units, {workers} worker{}",
            status.done,
            status.units,
            if workers == 1 { "" } else { "s" },
        );
        bar.say(text);
        bar.set((STEPS * status.share) as u64);
        let start = Instant::now();
        match hall.status(&status.id).await {
            Ok(now) => {
                status = now;
                is_lost = false;
                nobody.look(hall, &status).await;
            }
            Err(error) if error.may_pass() => {
                if !is_lost {
                    eprintln!("{error}; trying again");
                }
                is_lost = true;
            }
            Err(error) => return Err(error.into()),
        }
        // Looking shall not be what the server is busy with, least of all long
        // before the end.
        let left = status.eta_seconds.unwrap_or(20.0);
        let pause = Duration::from_secs_f64((left / 20.0).clamp(0.2, 2.0));
        let pause = pause.max(10 * start.elapsed());
        if let Some(shelf) = shelf {
            hall.gather(&status, shelf, &|| !work.is_interrupted())
                .await;
        }
        let until = Instant::now() + pause;
        while Instant::now() < until && !status.is_over() {
            if work.is_interrupted() {
                return Ok(None);
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
    Ok(Some(status))
}

/// Since when no worker has been there.
#[derive(Default)]
struct Nobody {
    since: Option<Instant>,
    told: u32,
    /// Units that were done then.
    done: usize,
}

impl Nobody {
    /// Says so after a few seconds, and then ever more seldom.
    async fn look(&mut self, hall: &Hall, status: &JobStatus) {
        // A server may let workers work and not answer.
        if status.done > self.done || hall.anybody().await {
            let done = status.done;
            *self = Nobody {
                done,
                ..Nobody::default()
            };
            return;
        }
        let since = self.since.get_or_insert_with(Instant::now).elapsed();
        if since >= Duration::from_secs(5 << self.told.min(6)) {
            eprintln!(
                "no worker is at work; job {} waits for `tabia worker --nats URL`, on this \
                 machine or others",
                status.id
            );
            self.told += 1;
        }
    }
}

/// Says why a job will not be done.
pub(crate) fn report_failure(status: &JobStatus) {
    let id = &status.id;
    if status.posted.cancelled {
        eprintln!("job {id} has been called off");
    }
    for (unit, problem) in &status.set_aside {
        eprintln!("unit {unit} of job {id} is set aside: {problem}");
    }
    if status.blocked > 0 {
        eprintln!("{} units need one that is set aside", status.blocked);
    }
}

/// Brings the results of a job to a shelf under a progress bar, and returns how
/// many are missing, since they are not there or after Ctrl-C.
pub(crate) async fn fetch(
    hall: &Hall,
    id: &str,
    shelf: &Shelf,
    work: &Work,
) -> anyhow::Result<usize> {
    let bar = progress::bar(0, "fetching");
    let each = |looked: usize, all: usize| {
        bar.stage(0, "fetching", looked as u64, all as u64);
        !work.is_interrupted()
    };
    Ok(hall.fetch(id, shelf, &each).await?)
}

/// Where results are until all have come.
fn on_the_way(out: &Path, id: &str) -> PathBuf {
    out.join(format!(".job-{id}"))
}

/// Brings the results of a job to a directory; `None` if not all are there, or
/// after Ctrl-C. What has come stays for the next time.
pub(crate) async fn bring(
    hall: &Hall,
    id: &str,
    out: &Path,
    work: &Work,
) -> anyhow::Result<Option<()>> {
    let on_the_way = on_the_way(out, id);
    let shelf = Shelf::open(&on_the_way)?;
    if fetch(hall, id, &shelf, work).await? > 0 {
        return Ok(None);
    }
    let posted = hall.posted(id).await?.context("the job is gone")?;
    let finished = posted.description.job()?.finish(&shelf, out);
    finished.map_err(|problem| Trouble(problem.0))?;
    std::fs::remove_dir_all(&on_the_way)
        .with_context(|| format!("cannot remove {}", on_the_way.display()))?;
    Ok(Some(()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        assert_eq!(shown("nats://me:secret@host:4222"), "nats://…@host:4222");
        assert_eq!(shown("token@host"), "…@host");
        assert_eq!(shown("tls://host"), "tls://host");
    }
}
