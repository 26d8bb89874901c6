//! What those who post jobs want to know.

use std::collections::BTreeMap;

use futures_util::TryStreamExt as _;
use serde::Serialize;

use super::hall::{Ended, Hall, NatsError, Posted, failed};
use crate::shelf::Shelf;

/// How far a job is.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JobStatus {
    /// Its id.
    pub id: String,
    /// What it is.
    pub posted: Posted,
    /// All units.
    pub units: usize,
    /// Those done.
    pub done: usize,
    /// Those set aside, with what happened.
    pub set_aside: BTreeMap<String, String>,
    /// Who did how much.
    pub workers: BTreeMap<String, WorkerShare>,
    /// The share of the work that is done, by cost.
    pub share: f64,
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
    /// How far a job is.
    ///
    /// # Errors
    ///
    /// If there is no such job, or the server does not answer.
    pub async fn status(&self, id: &str) -> Result<JobStatus, NatsError> {
        let posted = self.posted(id).await?;
        let posted = posted.ok_or_else(|| NatsError::NoJob(id.to_owned()))?;
        let plan = posted.description.job()?.plan();
        let mut status = JobStatus {
            id: id.to_owned(),
            units: plan.units().len(),
            posted,
            done: 0,
            set_aside: BTreeMap::new(),
            workers: BTreeMap::new(),
            share: 0.0,
        };
        let all: f64 = plan.units().iter().map(|unit| unit.cost).sum();
        let keys = self.units.keys().await.map_err(failed("list units"))?;
        let keys: Vec<String> = keys.try_collect().await.map_err(failed("list units"))?;
        for key in keys {
            let Some(unit) = key.strip_prefix(id).and_then(|rest| rest.strip_prefix('.')) else {
                continue;
            };
            let Some(place) = plan.place(unit) else {
                continue;
            };
            match self.ended(id, unit).await? {
                Some(Ended::Done {
                    worker,
                    seconds,
                    bytes,
                    ..
                }) => {
                    let share = status.workers.entry(worker).or_default();
                    share.units += 1;
                    share.seconds += seconds;
                    share.bytes += bytes;
                    status.done += 1;
                    status.share += plan.units()[place].cost / all;
                }
                Some(Ended::SetAside { worker, problem }) => {
                    let what = format!("{problem} (worker {worker})");
                    status.set_aside.insert(unit.to_owned(), what);
                }
                None => {}
            }
        }
        Ok(status)
    }

    /// Calls a job off. What is done stays.
    ///
    /// # Errors
    ///
    /// If there is no such job, or the server does not answer.
    pub async fn cancel(&self, id: &str) -> Result<(), NatsError> {
        let posted = self.posted(id).await?;
        let mut posted = posted.ok_or_else(|| NatsError::NoJob(id.to_owned()))?;
        posted.cancelled = true;
        let text = serde_json::to_vec(&posted).expect("no maps");
        let put = self.jobs.put(id, text.into()).await;
        put.map_err(failed("call a job off"))?;
        Ok(())
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

    /// Brings the results of a job to a shelf, those that are there and not yet
    /// on it, and returns how many are still missing.
    ///
    /// # Errors
    ///
    /// If there is no such job, the server does not answer, or results are
    /// damaged or cannot be kept.
    pub async fn fetch(&self, id: &str, shelf: &Shelf) -> Result<usize, NatsError> {
        let posted = self.posted(id).await?;
        let posted = posted.ok_or_else(|| NatsError::NoJob(id.to_owned()))?;
        let plan = posted.description.job()?.plan();
        let mut missing = 0;
        for unit in plan.units() {
            if shelf.has(&unit.name) {
                continue;
            }
            match self.ended(id, &unit.name).await? {
                Some(Ended::Done { .. }) => {
                    let bytes = self.get(id, &unit.name).await?;
                    let kept = shelf.put(&unit.name, &bytes);
                    kept.map_err(failed("keep a result"))?;
                }
                _ => missing += 1,
            }
        }
        Ok(missing)
    }
}
