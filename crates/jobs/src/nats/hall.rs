//! What the server keeps.

use std::collections::HashSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::RetentionPolicy;
use async_nats::jetstream::{self, kv, object_store, stream};
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tokio::io::AsyncReadExt as _;

use crate::description::{Description, VERSION};
use crate::plan::Plan;
use crate::shelf::checksum;

/// How long a unit may be silent before another worker gets it.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);
/// How often a unit is tried before it is set aside.
pub(super) const TRIES: i64 = 4;
/// How long the server remembers the ids of messages.
const MEMORY: Duration = Duration::from_secs(3600);

/// A job on the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Posted {
    /// The version that posted it, and has to do it.
    pub version: String,
    /// What there is to do.
    pub description: Description,
    /// Whether it has been called off.
    pub cancelled: bool,
}

/// How a unit ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "end", rename_all = "snake_case")]
pub enum Ended {
    /// It is done.
    Done {
        /// The checksum of its bytes, in hexadecimal.
        sum: String,
        /// How many bytes.
        bytes: u64,
        /// Who did it.
        worker: String,
        /// How long it took.
        seconds: f64,
    },
    /// It was tried as often as is reasonable, and set aside.
    SetAside {
        /// Who tried last.
        worker: String,
        /// What happened.
        problem: String,
    },
}

/// Why the server cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum NatsError {
    /// There is no connection, or the server refuses.
    #[error("NATS: cannot {what}: {reason}")]
    Server {
        /// What was tried.
        what: &'static str,
        /// What came back.
        reason: String,
    },
    /// An entry is not what it should be.
    #[error("NATS: {key} is not understood: {reason}")]
    Entry {
        /// Its key.
        key: String,
        /// Why.
        reason: String,
    },
    /// Bytes are not those that were stored.
    #[error("NATS: the bytes of {0} are damaged")]
    Damaged(String),
    /// There is no such job.
    #[error("there is no job {0:?} on the server")]
    NoJob(String),
    /// A job cannot be done as described.
    #[error(transparent)]
    Problem(#[from] crate::Problem),
}

pub(super) fn failed<E: std::fmt::Display>(what: &'static str) -> impl Fn(E) -> NatsError {
    move |error| NatsError::Server {
        what,
        reason: error.to_string(),
    }
}

/// Connects to a server. `url` may hold user and password or a token, and
/// `tls://` asks for encryption; `credentials` is a file as `nsc` makes it.
///
/// # Errors
///
/// If nobody answers or lets us in.
pub async fn connect(
    url: &str,
    credentials: Option<&std::path::Path>,
    name: &str,
) -> Result<async_nats::Client, NatsError> {
    let mut options = async_nats::ConnectOptions::new()
        .name(name)
        .connection_timeout(Duration::from_secs(5));
    if let Some(path) = credentials {
        let with = options.credentials_file(path).await;
        options = with.map_err(failed("read the credentials"))?;
    }
    options.connect(url).await.map_err(failed("connect"))
}

/// The server's places.
pub struct Hall {
    context: jetstream::Context,
    pub(super) jobs: kv::Store,
    pub(super) units: kv::Store,
    results: object_store::ObjectStore,
    work: stream::Stream,
    /// Units known to be done: that does not change.
    done: Mutex<HashSet<String>>,
}

impl Hall {
    /// Finds the places, or makes them.
    ///
    /// # Errors
    ///
    /// If the server has no JetStream, or refuses.
    pub async fn open(client: async_nats::Client) -> Result<Hall, NatsError> {
        let context = jetstream::new(client);
        let bucket = async |bucket: &str| {
            let config = kv::Config {
                bucket: bucket.to_owned(),
                ..kv::Config::default()
            };
            let bucket = context.create_or_update_key_value(config).await;
            bucket.map_err(failed("make a key-value bucket"))
        };
        let results = match context.get_object_store("tabia-results").await {
            Ok(results) => results,
            Err(_) => {
                let config = object_store::Config {
                    bucket: "tabia-results".to_owned(),
                    ..object_store::Config::default()
                };
                let made = context.create_object_store(config).await;
                made.map_err(failed("make an object store"))?
            }
        };
        let config = stream::Config {
            name: "tabia-work".to_owned(),
            subjects: vec!["tabia.work.>".to_owned()],
            retention: RetentionPolicy::WorkQueue,
            duplicate_window: MEMORY,
            ..stream::Config::default()
        };
        let work = context.get_or_create_stream(config).await;
        Ok(Hall {
            jobs: bucket("tabia-jobs").await?,
            units: bucket("tabia-units").await?,
            results,
            work: work.map_err(failed("make a stream"))?,
            context,
            done: Mutex::default(),
        })
    }

    /// The queue that workers share.
    pub(super) async fn queue(&self) -> Result<PullConsumer, NatsError> {
        let config = pull::Config {
            durable_name: Some("workers".to_owned()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: PATIENCE,
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        let queue = self.work.get_or_create_consumer("workers", config).await;
        queue.map_err(failed("make a consumer"))
    }

    /// What a job is; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// If the server does not answer, or the entry is not understood.
    pub async fn posted(&self, id: &str) -> Result<Option<Posted>, NatsError> {
        entry(&self.jobs, id).await
    }

    /// How a unit ended; `None` if it has not.
    pub(super) async fn ended(&self, id: &str, unit: &str) -> Result<Option<Ended>, NatsError> {
        entry(&self.units, &format!("{id}.{unit}")).await
    }

    async fn is_done(&self, id: &str, unit: &str) -> Result<bool, NatsError> {
        let key = format!("{id}.{unit}");
        if self.known().contains(&key) {
            return Ok(true);
        }
        let is_done = matches!(self.ended(id, unit).await?, Some(Ended::Done { .. }));
        if is_done {
            self.known().insert(key);
        }
        Ok(is_done)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashSet<String>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Posts a job, or says that it is there already, and hands out what can
    /// be done at once.
    ///
    /// # Errors
    ///
    /// If the server refuses, or there is no such job.
    pub async fn post(&self, description: &Description) -> Result<String, NatsError> {
        let plan = description.job()?.plan();
        let id = description.id();
        let posted = Posted {
            version: VERSION.to_owned(),
            description: description.clone(),
            cancelled: false,
        };
        let text = serde_json::to_vec(&posted).expect("no maps");
        let put = self.jobs.put(&id, text.into()).await;
        put.map_err(failed("post a job"))?;
        for (place, unit) in plan.units().iter().enumerate() {
            // After a crash some may be possible that need others.
            if !self.is_done(&id, &unit.name).await? {
                self.hand_out(&id, &plan, place).await?;
            }
        }
        Ok(id)
    }

    /// Hands out a unit if all that it needs is done.
    async fn hand_out(&self, id: &str, plan: &Plan, place: usize) -> Result<(), NatsError> {
        let unit = &plan.units()[place];
        for &need in &unit.needs {
            if !self.is_done(id, &plan.units()[need].name).await? {
                return Ok(());
            }
        }
        let name = format!("{id}.{}", unit.name);
        let message = jetstream::message::PublishMessage::build().message_id(&name);
        let sent = self
            .context
            .send_publish(format!("tabia.work.{name}"), message)
            .await
            .map_err(failed("hand out a unit"))?;
        sent.await.map_err(failed("hand out a unit"))?;
        Ok(())
    }

    /// Hands out what a finished unit made possible.
    pub(super) async fn hand_on(
        &self,
        id: &str,
        plan: &Plan,
        needed_by: &[Vec<usize>],
        place: usize,
    ) -> Result<(), NatsError> {
        for &next in &needed_by[place] {
            self.hand_out(id, plan, next).await?;
        }
        Ok(())
    }

    /// Keeps what a unit made, then says that it is done.
    pub(super) async fn put(
        &self,
        id: &str,
        unit: &str,
        bytes: &[u8],
        worker: &str,
        seconds: f64,
    ) -> Result<(), NatsError> {
        let name = format!("{id}/{unit}");
        let put = self.results.put(name.as_str(), &mut &*bytes).await;
        put.map_err(failed("store a result"))?;
        let ended = Ended::Done {
            sum: hexadecimal(bytes),
            bytes: bytes.len() as u64,
            worker: worker.to_owned(),
            seconds,
        };
        self.end(id, unit, &ended).await
    }

    pub(super) async fn end(&self, id: &str, unit: &str, ended: &Ended) -> Result<(), NatsError> {
        let text = serde_json::to_vec(ended).expect("no maps");
        let put = self.units.put(format!("{id}.{unit}"), text.into()).await;
        put.map_err(failed("say how a unit ended"))?;
        Ok(())
    }

    /// What a unit made.
    ///
    /// # Errors
    ///
    /// If it is not done, or its bytes are damaged.
    pub async fn get(&self, id: &str, unit: &str) -> Result<Vec<u8>, NatsError> {
        let name = format!("{id}/{unit}");
        let Some(Ended::Done { sum, .. }) = self.ended(id, unit).await? else {
            return Err(NatsError::Entry {
                key: name,
                reason: "the unit is not done".to_owned(),
            });
        };
        let mut bytes = Vec::new();
        // A second worker that did the same unit may just be putting the same
        // bytes in the place of these: then they are there a moment later.
        for pause in [0, 100, 400, 1600] {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            bytes.clear();
            let Ok(mut object) = self.results.get(name.as_str()).await else {
                continue;
            };
            if object.read_to_end(&mut bytes).await.is_ok() && hexadecimal(&bytes) == sum {
                return Ok(bytes);
            }
        }
        Err(NatsError::Damaged(name))
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    let sum = checksum(bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An entry of a bucket.
async fn entry<T: for<'de> Deserialize<'de>>(
    bucket: &kv::Store,
    key: &str,
) -> Result<Option<T>, NatsError> {
    let found: Option<Bytes> = bucket.get(key).await.map_err(failed("read an entry"))?;
    let read = found.map(|text| serde_json::from_slice(&text)).transpose();
    read.map_err(|error| NatsError::Entry {
        key: key.to_owned(),
        reason: error.to_string(),
    })
}
