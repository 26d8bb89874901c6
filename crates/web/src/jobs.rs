//! What runs on this server now, and how far it is.

use serde::Serialize;
use tabia_desk::Details;
use tabia_desk::builds::{Build, builds};
use tabia_desk::runs::{RunError, Tournament, Tuning};

use crate::pool::{Load, MOST_STREAMS, MOST_WAITING};
use crate::remote::{Remote, RemoteJob};
use crate::site::Site;

/// A run that was written within so many seconds is taken to be under way.
const FRESH: f64 = 120.0;

/// All of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub(crate) struct Jobs {
    /// What engines of this server do.
    pub(crate) engines: Load,
    /// Tunings of chess weights.
    pub(crate) tunings: Vec<Tuning>,
    /// Tournaments of chess engines.
    pub(crate) tournaments: Vec<Tournament>,
    /// Tables on disk.
    pub(crate) tables: Vec<Build>,
    /// Jobs on other machines.
    pub(crate) remote: Vec<RemoteJob>,
    /// Why they are not known, if somebody is to be asked.
    pub(crate) remote_problem: Option<String>,
}

impl Jobs {
    /// As things are now. Reads files.
    pub(crate) fn now(site: &Site) -> Result<Jobs, RunError> {
        let (remote, remote_problem) = match site.remote.as_deref().map(Remote::jobs) {
            None => (Vec::new(), None),
            Some(Ok(jobs)) => (jobs, None),
            Some(Err(problem)) => (Vec::new(), Some(problem)),
        };
        Ok(Jobs {
            remote,
            remote_problem,
            engines: site.pool.load(),
            tunings: site.runs.tunings()?,
            tournaments: site.runs.tournaments()?,
            tables: builds(&site.tables),
        })
    }

    /// The same as tables to be read.
    pub(crate) fn tables(&self) -> Vec<Details> {
        let load = self.engines;
        let engines = table(
            "Engines of this server",
            &["Work", "Now", "At most"],
            vec![
                row([
                    "replies",
                    &load.replies.to_string(),
                    &load.threads.to_string(),
                ]),
                row([
                    "waiting for a reply",
                    &load.waiting.to_string(),
                    &MOST_WAITING.to_string(),
                ]),
                row([
                    "analyses",
                    &load.analyses.to_string(),
                    &load.threads.to_string(),
                ]),
                row([
                    "pages that watch",
                    &load.streams.to_string(),
                    &MOST_STREAMS.to_string(),
                ]),
            ],
        );
        let tunings = self.tunings.iter().map(|run| {
            let done = format!("{} of {}", run.round, run.rounds);
            row([
                &run.name,
                &run.method,
                &done,
                &state(run.over, run.idle_seconds),
            ])
        });
        let tournaments = self.tournaments.iter().map(|run| {
            let name = format!("{}, run {}", run.name, run.run);
            let games = format!("{} games", run.games);
            row([&name, &run.kind, &games, &state(false, run.idle_seconds)])
        });
        let builds = self.tables.iter().map(|build| {
            let files = format!("{} files, {:.1} MB", build.files, build.bytes as f64 / 1e6);
            row([
                &build.folder,
                &build.writing.join(" "),
                &files,
                &state(build.writing.is_empty(), build.idle_seconds),
            ])
        });
        let heading = ["Run", "Kind", "How far", "State"];
        let tables = ["Folder", "Being written", "Finished", "State"];
        let mut all = vec![engines];
        all.extend(self.elsewhere());
        all.extend([
            table("Tunings", &heading, tunings.collect()),
            table("Tournaments", &heading, tournaments.collect()),
            table("Endgame tables", &tables, builds.collect()),
        ]);
        all
    }

    /// Jobs on other machines and who works for them, if there are any.
    fn elsewhere(&self) -> Vec<Details> {
        let mut tables = Vec::new();
        if let Some(problem) = &self.remote_problem {
            let rows = vec![row([problem])];
            tables.push(table(ELSEWHERE, &["Problem"], rows));
        }
        if self.remote.is_empty() {
            return tables;
        }
        let jobs = self.remote.iter().map(|job| {
            let far = format!(
                "{:.1} %, {} of {} units",
                100.0 * job.share,
                job.done,
                job.units
            );
            let left = match job.eta_seconds {
                Some(seconds) if job.state == "running" => left(seconds),
                _ => String::new(),
            };
            let aside = job.set_aside.join(" ");
            row([&job.id, &job.what, &far, &left, &aside, &job.state])
        });
        let heading = ["Job", "What", "How far", "Left", "Set aside", "State"];
        tables.push(table(ELSEWHERE, &heading, jobs.collect()));
        let workers = self.remote.iter().flat_map(|job| {
            job.workers.iter().map(|worker| {
                row([
                    &worker.name,
                    &job.id,
                    &worker.units.to_string(),
                    &format!("{:.2}", worker.units as f64 / worker.seconds.max(1e-9)),
                    &format!("{:.1} MB", worker.bytes as f64 / 1e6),
                ])
            })
        });
        let heading = ["Worker", "Job", "Units", "Units a second", "Made"];
        tables.push(table("Workers", &heading, workers.collect()));
        tables
    }
}

/// The title that the script knows: jobs under it can be called off.
const ELSEWHERE: &str = "Jobs on other machines";

fn left(seconds: f64) -> String {
    match seconds {
        s if s < 120.0 => format!("{s:.0} s"),
        s => ago(s),
    }
}

/// What a file tells of the work that writes it.
fn state(over: bool, idle: f64) -> String {
    match (over, idle < FRESH) {
        (true, _) => "finished".into(),
        (false, true) => "under way".into(),
        (false, false) => format!("stopped {} ago", ago(idle)),
    }
}

fn ago(seconds: f64) -> String {
    match seconds {
        s if s < 7_200.0 => format!("{:.0} min", s / 60.0),
        s if s < 172_800.0 => format!("{:.0} h", s / 3_600.0),
        s => format!("{:.0} days", s / 86_400.0),
    }
}

fn row<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

fn table(title: &str, heading: &[&str], rows: Vec<Vec<String>>) -> Details {
    Details {
        title: title.to_owned(),
        heading: heading.iter().map(|&name| name.to_owned()).collect(),
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_tell_whether_work_goes_on() {
        assert_eq!(state(true, 1.0), "finished");
        assert_eq!(state(false, 1.0), "under way");
        assert_eq!(state(false, 600.0), "stopped 10 min ago");
        assert_eq!(state(false, 36_000.0), "stopped 10 h ago");
        assert_eq!(state(false, 1e6), "stopped 12 days ago");
    }
}
