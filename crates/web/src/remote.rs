//! Jobs on other machines, as somebody else knows them.

use std::fmt::Debug;

use serde::Serialize;

/// Who knows of jobs on other machines. Asked often: answers from memory.
pub trait Remote: Debug + Send + Sync {
    /// All jobs.
    ///
    /// # Errors
    ///
    /// What is in the way, for people.
    fn jobs(&self) -> Result<Vec<RemoteJob>, String>;

    /// Calls a job off. May take a moment.
    ///
    /// # Errors
    ///
    /// Why not, for people.
    fn cancel(&self, id: &str) -> Result<(), String>;
}

/// A job on other machines.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RemoteJob {
    /// Its id.
    pub id: String,
    /// What it is.
    pub what: String,
    /// `running`, `done`, `cancelled`, `stuck` or `refused`.
    pub state: String,
    /// All units.
    pub units: usize,
    /// Those done.
    pub done: usize,
    /// The share of the work that is done, from 0 to 1.
    pub share: f64,
    /// What the rest will take, in seconds.
    pub eta_seconds: Option<f64>,
    /// Units that were tried in vain.
    pub set_aside: Vec<String>,
    /// Who did how much.
    pub workers: Vec<RemoteWorker>,
}

/// What a worker did for a job.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RemoteWorker {
    /// Its name.
    pub name: String,
    /// Units.
    pub units: usize,
    /// The time they took.
    pub seconds: f64,
    /// The bytes they made.
    pub bytes: u64,
}
