//! Jobs on a NATS server, for the page.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tabia_jobs::nats::{Access, Hall, JobStatus, NatsError, connect};
use tabia_web::{Remote, RemoteJob, RemoteWorker};
use tokio::runtime::Handle;

use crate::nats::{shown, state};

/// How often is looked, and how long to wait after a failure.
const EVERY: Duration = Duration::from_secs(2);

type Seen = Result<Vec<RemoteJob>, String>;

/// Looks at the server from time to time, so that pages need not wait for it.
pub(super) struct Watch {
    seen: Arc<Mutex<Seen>>,
    hall: Arc<tokio::sync::Mutex<Option<Arc<Hall>>>>,
    handle: Handle,
}

impl fmt::Debug for Watch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

impl Watch {
    /// Begins to look. A server that is not there is waited for.
    pub(super) fn begin(access: Access, handle: &Handle) -> Watch {
        let url = shown(&access.url);
        let watch = Watch {
            seen: Arc::new(Mutex::new(Err(format!("{url}: not connected yet")))),
            hall: Arc::default(),
            handle: handle.clone(),
        };
        let (seen, place) = (watch.seen.clone(), watch.hall.clone());
        handle.spawn(async move {
            let opened = async || -> Result<Hall, NatsError> {
                Hall::open(connect(&access, "tabia serve").await?).await
            };
            let hall = loop {
                match opened().await {
                    Ok(hall) => break Arc::new(hall),
                    Err(error) => set(&seen, Err(format!("{url}: {error}"))),
                }
                tokio::time::sleep(EVERY).await;
            };
            *place.lock().await = Some(hall.clone());
            loop {
                let now = look(&hall).await;
                set(&seen, now.map_err(|error| format!("{url}: {error}")));
                tokio::time::sleep(EVERY).await;
            }
        });
        watch
    }
}

fn set(seen: &Mutex<Seen>, now: Seen) {
    *seen.lock().unwrap_or_else(PoisonError::into_inner) = now;
}

async fn look(hall: &Hall) -> Result<Vec<RemoteJob>, NatsError> {
    let job = |(id, status): (String, Result<JobStatus, NatsError>)| match status {
        Ok(status) => RemoteJob {
            state: state(&status).to_owned(),
            what: status.posted.description.to_string(),
            units: status.units,
            done: status.done,
            share: status.share,
            eta_seconds: status.eta_seconds,
            set_aside: status.set_aside.keys().cloned().collect(),
            workers: status
                .workers
                .iter()
                .map(|(name, share)| RemoteWorker {
                    name: name.clone(),
                    units: share.units,
                    seconds: share.seconds,
                    bytes: share.bytes,
                })
                .collect(),
            id,
        },
        Err(error) => RemoteJob {
            state: "refused".to_owned(),
            what: error.to_string(),
            units: 0,
            done: 0,
            share: 0.0,
            eta_seconds: None,
            set_aside: Vec::new(),
            workers: Vec::new(),
            id,
        },
    };
    Ok(hall.statuses().await?.into_iter().map(job).collect())
}

impl Remote for Watch {
    fn jobs(&self) -> Seen {
        let seen = self.seen.lock();
        seen.unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn cancel(&self, id: &str) -> Result<(), String> {
        self.handle.block_on(async {
            let hall = self.hall.lock().await.clone();
            let hall = hall.ok_or("not connected yet")?;
            let cancelled = hall.cancel(id).await;
            cancelled.map_err(|error| error.to_string())?;
            let now = look(&hall).await.map_err(|error| error.to_string());
            set(&self.seen, now);
            Ok(())
        })
    }
}
