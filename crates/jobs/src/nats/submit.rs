//! What those who post jobs want to know.

use std::collections::{BTreeMap, BTreeSet};

use futures_util::TryStreamExt as _;
use serde::Serialize;

use super::entries::{Ended, NatsError, Posted, failed};
use super::hall::{Hall, seconds};
use crate::plan::Plan;
use crate::shelf::Shelf;

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobStatus {
    /// Its id.
    pub id: String,
    /// What it is.
    #[serde(flatten)]
    pub posted: Posted,
    /// All units.
    pub units: usize,
    /// Those done.
    pub done: usize,
    /// The share of the work that is done, by cost.
    pub share: f64,
    /// From the post to the last unit done, by the server's clock.
    pub seconds: f64,
    /// What the rest will take at this pace; `None` before anything is done.
    pub eta_seconds: Option<f64>,
    /// Those set aside, with what happened.
    pub set_aside: BTreeMap<String, String>,
    /// How many can never be done, since they need one that is set aside.
    pub blocked: usize,
    /// Who did how much.
    pub workers: BTreeMap<String, WorkerShare>,
    /// The names of the units done.
    #[serde(skip)]
    pub done_units: BTreeSet<String>,
}

impl JobStatus {
    /// Whether all units are done.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.done == self.units
    }

    /// Whether nothing more will happen.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.posted.cancelled || self.done + self.set_aside.len() + self.blocked == self.units
    }
}

/// What a worker did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct WorkerShare {
    /// Units.
    pub units: usize,
    /// The time they took.
    pub seconds: f64,
    /// The bytes they made.
    pub bytes: u64,
}

impl Hall {
    /// How far every job is. One that cannot be told, as it is another version's or
    /// nobody's, does not hide the others.
    ///
    /// # Errors
    ///
    /// If the server does not answer.
    pub async fn statuses(&self) -> Result<Vec<(String, Result<JobStatus, NatsError>)>, NatsError> {
        let mut all = Vec::new();
        for id in self.list().await? {
            match self.status(&id).await {
                Err(error @ NatsError::Server { .. }) => return Err(error),
                status => all.push((id, status)),
            }
        }
        Ok(all)
    }

    /// How far a job is.
    ///
    /// # Errors
    ///
    /// If there is no such job, or the server does not answer.
    pub async fn status(&self, id: &str) -> Result<JobStatus, NatsError> {
        let no_job = || NatsError::NoJob(id.to_owned());
        let posted = self.posted(id).await?.ok_or_else(no_job)?;
        let plan = self.plan(&posted.description)?;
        let entry = self.jobs.entry(id).await;
        let entry = entry.map_err(failed("read an entry"))?;
        let begun = entry.as_ref().map_or(0.0, seconds);
        let mut status = JobStatus {
            id: id.to_owned(),
            units: plan.units().len(),
            posted,
            done: 0,
            share: 0.0,
            seconds: 0.0,
            eta_seconds: None,
            set_aside: BTreeMap::new(),
            blocked: 0,
            workers: BTreeMap::new(),
            done_units: BTreeSet::new(),
        };
        let all: f64 = plan.units().iter().map(|unit| unit.cost).sum();
        let mut last = begun;
        let keys = self.units.keys().await.map_err(failed("list units"))?;
        let keys: Vec<String> = keys.try_collect().await.map_err(failed("list units"))?;
        for key in keys {
            let Some(unit) = key.strip_prefix(id).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let Some(place) = plan.place(unit) else {
                continue;
            };
            let Some(end) = self.ended(id, unit).await? else {
                continue;
            };
            match end.ended {
                Ended::Done {
                    worker,
                    seconds,
                    bytes,
                    ..
                } => {
                    let share = status.workers.entry(worker).or_default();
                    share.units += 1;
                    share.seconds += seconds;
                    share.bytes += bytes;
                    status.share += plan.units()[place].cost / all;
                    status.done_units.insert(unit.to_owned());
                    last = last.max(end.at);
                }
                Ended::SetAside { worker, problem } => {
                    let what = format!("{problem} (worker {worker})");
                    status.set_aside.insert(unit.to_owned(), what);
                }
            }
        }
        status.done = status.done_units.len();
        // The server's clock may have been set back.
        status.seconds = (last - begun).max(0.0);
        if status.is_done() {
            status.share = 1.0;
        } else if status.share > 0.0 && status.seconds > 0.0 {
            status.eta_seconds = Some(status.seconds * (1.0 - status.share) / status.share);
        }
        status.blocked = blocked(&plan, &status);
        Ok(status)
    }

    /// The ids of all jobs.
    ///
    /// # Errors
    ///
    /// If the server does not answer.
    pub async fn list(&self) -> Result<Vec<String>, NatsError> {
        let keys = self.jobs.keys().await.map_err(failed("list jobs"))?;
        let mut keys: Vec<String> = keys.try_collect().await.map_err(failed("list jobs"))?;
        keys.sort();
        Ok(keys)
    }

    /// Brings results to a shelf while a job goes on: those that a status knows of
    /// and the shelf does not, until one cannot be had or `go_on` says no. What is
    /// left is [`fetch`](Hall::fetch)ed in the end.
    pub async fn gather(
        &self,
        status: &JobStatus,
        shelf: &Shelf,
        go_on: &(dyn Fn() -> bool + Sync),
    ) {
        for unit in &status.done_units {
            if shelf.has(unit) {
                continue;
            }
            let got = match go_on() {
                true => self.get(&status.id, unit).await.ok(),
                false => None,
            };
            if got.is_none_or(|bytes| shelf.put(unit, &bytes).is_err()) {
                return;
            }
        }
    }

    /// Brings the results of a job to a shelf, those that are there and not yet
    /// on it, and returns how many are still missing. `each` hears how many
    /// units have been looked at, of how many, and may say stop.
    ///
    /// # Errors
    ///
    /// If there is no such job, the server does not answer, or results are
    /// damaged or cannot be kept.
    pub async fn fetch(
        &self,
        id: &str,
        shelf: &Shelf,
        each: &(dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<usize, NatsError> {
        let no_job = || NatsError::NoJob(id.to_owned());
        let posted = self.posted(id).await?.ok_or_else(no_job)?;
        let plan = self.plan(&posted.description)?;
        let mut missing = 0;
        for (looked, unit) in plan.units().iter().enumerate() {
            if !each(looked, plan.units().len()) {
                return Ok(missing + plan.units().len() - looked);
            }
            if shelf.has(&unit.name) {
                continue;
            }
            if self.is_done(id, &unit.name).await? {
                let bytes = self.get(id, &unit.name).await?;
                let kept = shelf.put(&unit.name, &bytes);
                kept.map_err(failed("keep a result"))?;
            } else {
                missing += 1;
            }
        }
        Ok(missing)
    }
}

/// How many units need one that is set aside, directly or not.
fn blocked(plan: &Plan, status: &JobStatus) -> usize {
    let mut is_stuck: Vec<bool> = Vec::new();
    let mut blocked = 0;
    for unit in plan.units() {
        let is_aside = status.set_aside.contains_key(&unit.name);
        let is_blocked = !is_aside
            && !status.done_units.contains(&unit.name)
            && unit.needs.iter().any(|&need| is_stuck[need]);
        blocked += usize::from(is_blocked);
        is_stuck.push(is_aside || is_blocked);
    }
    blocked
}
