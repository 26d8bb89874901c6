//! What the server keeps.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::io;
use std::iter;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_nats::ConnectErrorKind;
use async_nats::client::RequestErrorKind;
use async_nats::jetstream::consumer::{AckPolicy, PullConsumer, pull};
use async_nats::jetstream::stream::RetentionPolicy;
use async_nats::jetstream::{self, kv, object_store, stream};
use futures_util::StreamExt as _;
use percent_encoding::percent_decode_str;
use tokio::io::AsyncReadExt as _;

use super::entries::{Ended, NatsError, Posted, failed};
use crate::description::Description;
use crate::plan::Plan;
use crate::shelf::checksum;
use crate::version::version;

/// How long a unit may be silent before another worker gets it.
pub const PATIENCE: Duration = Duration::from_secs(30);
/// How long the server remembers the ids of messages.
const MEMORY: Duration = Duration::from_secs(3600);
/// How long a transfer may stand still.
const STILL: Duration = Duration::from_secs(10);

/// How to reach a server.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// Its URL, which may hold user and password or a token; `tls://` asks for
    /// encryption.
    pub url: String,
    /// A file of credentials as `nsc` makes it.
    pub credentials: Option<PathBuf>,
    /// Certificates to trust beside the system's.
    pub certificates: Option<PathBuf>,
}

/// Connects to a server. A connection that is lost later is made again.
///
/// # Errors
///
/// If nobody answers or lets us in.
pub async fn connect(access: &Access, name: &str) -> Result<async_nats::Client, NatsError> {
    let mut options = async_nats::ConnectOptions::new()
        .name(name)
        .connection_timeout(Duration::from_secs(5))
        // A second at most: whoever waits for work shall not wait for this.
        .reconnect_delay_callback(|tries| Duration::from_millis(100 * tries.min(10) as u64));
    // The client leaves it to us who is named in the address.
    if let Ok(server) = access.url.parse::<async_nats::ServerAddr>() {
        let plain = |word: &str| percent_decode_str(word).decode_utf8_lossy().into_owned();
        options = match (server.username(), server.password()) {
            (Some(user), Some(word)) => options.user_and_password(plain(user), plain(word)),
            (Some(token), None) => options.token(plain(token)),
            (None, _) => options,
        };
    }
    if let Some(path) = &access.credentials {
        let with = fs::read_to_string(path).and_then(|text| options.credentials(&text));
        options = with.map_err(|source| NatsError::Credentials {
            path: path.clone(),
            source,
        })?;
    }
    if let Some(path) = &access.certificates {
        options = options.add_root_certificates(path.clone());
    }
    let connected = options.connect(&access.url).await;
    connected.map_err(|error| match error.kind() {
        ConnectErrorKind::ServerParse
        | ConnectErrorKind::Authentication
        | ConnectErrorKind::AuthorizationViolation
        | ConnectErrorKind::Tls => NatsError::KeptOut(error.to_string()),
        // So the library hands on what certificates are refused for.
        _ if system_error(&error).is_some_and(|kind| kind == io::ErrorKind::InvalidData) => {
            NatsError::KeptOut(error.to_string())
        }
        _ => failed("connect")(error),
    })
}

/// The first error of the system among the causes.
fn system_error(error: &(dyn Error + 'static)) -> Option<io::ErrorKind> {
    let mut causes = iter::successors(Some(error), |&error| error.source());
    causes.find_map(|cause| cause.downcast_ref::<io::Error>().map(io::Error::kind))
}

/// How a unit ended, and when by the server's clock, in seconds.
#[derive(Clone, Debug)]
pub(super) struct End {
    pub(super) ended: Ended,
    pub(super) at: f64,
}

/// The server's places.
pub struct Hall {
    client: async_nats::Client,
    context: jetstream::Context,
    pub(super) jobs: kv::Store,
    pub(super) units: kv::Store,
    pub(super) tries: kv::Store,
    results: object_store::ObjectStore,
    work: stream::Stream,
    patience: Duration,
    /// Units known to be done: that does not change within a round of its job.
    done: Mutex<HashMap<String, End>>,
    /// The rounds of jobs that are known.
    rounds: Mutex<HashMap<String, u32>>,
    /// Plans of jobs: nor do they, and some take a while to make.
    plans: Mutex<HashMap<String, Arc<Plan>>>,
}

impl Hall {
    /// Finds the places, or makes them.
    ///
    /// # Errors
    ///
    /// If the server has no JetStream, or refuses.
    pub async fn open(client: async_nats::Client) -> Result<Hall, NatsError> {
        let context = jetstream::new(client.clone());
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
            tries: bucket("tabia-tries").await?,
            results,
            work: work.map_err(failed("make a stream"))?,
            client,
            context,
            patience: PATIENCE,
            done: Mutex::default(),
            rounds: Mutex::default(),
            plans: Mutex::default(),
        })
    }

    /// With another patience than [`PATIENCE`], if nobody has worked for the
    /// server yet: the first worker decides for all.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Hall {
        Hall { patience, ..self }
    }

    /// The queue that workers of this version share.
    pub(super) async fn queue(&self) -> Result<PullConsumer, NatsError> {
        let name = format!("workers-{}", version_token());
        let config = pull::Config {
            durable_name: Some(name.clone()),
            filter_subject: format!("tabia.work.{}.>", version_token()),
            ack_policy: AckPolicy::Explicit,
            ack_wait: self.patience,
            max_ack_pending: 100_000,
            ..pull::Config::default()
        };
        let queue = self.work.get_or_create_consumer(&name, config).await;
        queue.map_err(failed("make a consumer"))
    }

    /// What a job is; `None` if there is none of this id.
    ///
    /// # Errors
    ///
    /// If the server does not answer, or the entry is not right.
    pub async fn posted(&self, id: &str) -> Result<Option<Posted>, NatsError> {
        let text = self.jobs.get(id).await.map_err(failed("read an entry"))?;
        let posted = text.map(|text| Posted::read(id, &text)).transpose()?;
        if let Some(posted) = &posted {
            let mut rounds = self.rounds.lock().unwrap_or_else(PoisonError::into_inner);
            let before = rounds.insert(id.to_owned(), posted.round);
            if before.is_some_and(|before| before != posted.round) {
                // Some may have to be done again.
                let of_the_job = format!("{id}.");
                self.known().retain(|key, _| !key.starts_with(&of_the_job));
            }
        }
        Ok(posted)
    }

    /// Answers whoever asks whether [`anybody`](Hall::anybody) is at work, until
    /// the connection is closed.
    pub(super) async fn answer(&self) -> Result<(), NatsError> {
        let asked = self.client.subscribe(presence()).await;
        let mut asked = asked.map_err(failed("say that a worker is here"))?;
        while let Some(message) = asked.next().await {
            if let Some(reply) = message.reply {
                self.client.publish(reply, "".into()).await.ok();
            }
        }
        Ok(())
    }

    /// Whether there is a worker of this version; yes if the server does not say.
    pub async fn anybody(&self) -> bool {
        let asked = self.client.request(presence(), "".into());
        // Whoever is slow to answer is there.
        let asked = tokio::time::timeout(Duration::from_secs(1), asked).await;
        !matches!(asked, Ok(Err(error)) if error.kind() == RequestErrorKind::NoResponders)
    }

    /// The plan of a job.
    ///
    /// # Errors
    ///
    /// If there is no such job.
    pub fn plan(&self, description: &Description) -> Result<Arc<Plan>, NatsError> {
        let lock = || self.plans.lock().unwrap_or_else(PoisonError::into_inner);
        let id = description.id();
        if let Some(plan) = lock().get(&id) {
            return Ok(plan.clone());
        }
        let plan = Arc::new(description.job()?.plan());
        lock().insert(id, plan.clone());
        Ok(plan)
    }

    /// How a unit ended; `None` if it has not.
    pub(super) async fn ended(&self, id: &str, unit: &str) -> Result<Option<End>, NatsError> {
        let key = format!("{id}.{unit}");
        if let Some(end) = self.known().get(&key) {
            return Ok(Some(end.clone()));
        }
        let entry = self.units.entry(&key).await;
        let Some(entry) = entry.map_err(failed("read an entry"))? else {
            return Ok(None);
        };
        if entry.operation != kv::Operation::Put {
            return Ok(None);
        }
        let read = serde_json::from_slice(&entry.value);
        let ended = read.map_err(|error| NatsError::Entry {
            key: format!("unit {key}"),
            reason: error.to_string(),
        })?;
        let at = seconds(&entry);
        let end = End { ended, at };
        if matches!(end.ended, Ended::Done { .. }) {
            self.known().insert(key, end.clone());
        }
        Ok(Some(end))
    }

    pub(super) async fn is_done(&self, id: &str, unit: &str) -> Result<bool, NatsError> {
        let end = self.ended(id, unit).await?;
        Ok(end.is_some_and(|end| matches!(end.ended, Ended::Done { .. })))
    }

    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<String, End>> {
        self.done.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Posts a job, or says that it is there already, and hands out what can
    /// be done at once. One that was called off goes on; units that had been
    /// set aside are tried again.
    ///
    /// # Errors
    ///
    /// If the server refuses, or there is no such job.
    pub async fn post(&self, description: &Description) -> Result<String, NatsError> {
        let plan = self.plan(description)?;
        let id = description.id();
        let before = self.posted(&id).await?;
        let aside = match before {
            Some(_) => self.status(&id).await?.set_aside,
            None => Default::default(),
        };
        for unit in aside.keys() {
            self.forget(&id, unit).await?;
        }
        let posted = Posted {
            version: version().to_owned(),
            // The server drops what was handed out before in the same round.
            round: match &before {
                Some(before) if before.cancelled || !aside.is_empty() => before.round + 1,
                Some(before) => before.round,
                None => 0,
            },
            cancelled: false,
            description: description.clone(),
        };
        if before.as_ref() != Some(&posted) {
            self.write(&id, &posted).await?;
        }
        for (place, unit) in plan.units().iter().enumerate() {
            // After a crash some may be possible that need others; of a new job
            // only those that need nothing.
            if before.is_none() && !unit.needs.is_empty() {
                continue;
            }
            if !self.is_done(&id, &unit.name).await? {
                self.hand_out(&id, posted.round, &plan, place).await?;
            }
        }
        Ok(id)
    }

    /// Has units done again, whatever was made of them. A job that was called off
    /// goes on.
    ///
    /// # Errors
    ///
    /// If there is no such job or unit, or the server refuses.
    pub async fn redo(&self, id: &str, units: &[String]) -> Result<(), NatsError> {
        let posted = self.posted(id).await?;
        let posted = posted.ok_or_else(|| NatsError::NoJob(id.to_owned()))?;
        let plan = self.plan(&posted.description)?;
        if let Some(unit) = units.iter().find(|unit| plan.place(unit).is_none()) {
            return Err(NatsError::NoUnit {
                id: id.to_owned(),
                unit: unit.clone(),
            });
        }
        for unit in units {
            self.forget(id, unit).await?;
        }
        let again = Posted {
            round: posted.round + 1,
            cancelled: false,
            ..posted
        };
        self.write(id, &again).await?;
        // What everybody believes to be done is looked up anew.
        self.post(&again.description).await?;
        Ok(())
    }

    /// The units that are said to be done and whose bytes are not there as they
    /// were stored, or whose entries are not understood. `each` hears how many
    /// have been looked at, of how many, and may say stop.
    ///
    /// # Errors
    ///
    /// If there is no such job, or the server does not answer.
    pub async fn damaged(
        &self,
        id: &str,
        each: &(dyn Fn(usize, usize) -> bool + Sync),
    ) -> Result<Option<Vec<String>>, NatsError> {
        let posted = self.posted(id).await?;
        let posted = posted.ok_or_else(|| NatsError::NoJob(id.to_owned()))?;
        let plan = self.plan(&posted.description)?;
        let mut damaged = Vec::new();
        for (looked, unit) in plan.units().iter().enumerate() {
            if !each(looked, plan.units().len()) {
                return Ok(None);
            }
            let got = match self.is_done(id, &unit.name).await {
                Ok(true) => self.get(id, &unit.name).await.map(drop),
                is_done => is_done.map(drop),
            };
            match got {
                Ok(()) => {}
                Err(NatsError::Damaged { .. } | NatsError::Entry { .. }) => {
                    damaged.push(unit.name.clone());
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Some(damaged))
    }

    /// As if a unit had never been begun.
    async fn forget(&self, id: &str, unit: &str) -> Result<(), NatsError> {
        let key = format!("{id}.{unit}");
        for bucket in [&self.tries, &self.units] {
            let deleted = bucket.delete(&key).await;
            deleted.map_err(failed("try a unit again"))?;
        }
        Ok(())
    }

    async fn write(&self, id: &str, posted: &Posted) -> Result<(), NatsError> {
        let text = serde_json::to_vec(posted).expect("no maps");
        // Better said now than by every worker.
        Posted::read(id, &text)?;
        let put = self.jobs.put(id, text.into()).await;
        put.map_err(failed("post a job"))?;
        Ok(())
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
        self.write(id, &posted).await?;
        let subjects = format!("tabia.work.{}.{id}.>", version_token());
        let purged = self.work.purge().filter(subjects).await;
        purged.map_err(failed("clear the queue"))?;
        Ok(())
    }

    /// Hands out a unit if all that it needs is done.
    async fn hand_out(
        &self,
        id: &str,
        round: u32,
        plan: &Plan,
        place: usize,
    ) -> Result<(), NatsError> {
        let unit = &plan.units()[place];
        for &need in &unit.needs {
            if !self.is_done(id, &plan.units()[need].name).await? {
                return Ok(());
            }
        }
        let name = format!("{id}.{}", unit.name);
        let message = jetstream::message::PublishMessage::build();
        let message = message.message_id(format!("{name}.{round}"));
        let subject = format!("tabia.work.{}.{name}", version_token());
        let sent = self.context.send_publish(subject, message).await;
        let sent = sent.map_err(failed("hand out a unit"))?;
        sent.await.map_err(failed("hand out a unit"))?;
        Ok(())
    }

    /// Hands out what a finished unit made possible.
    pub(super) async fn hand_on(
        &self,
        id: &str,
        round: u32,
        plan: &Plan,
        next: &[usize],
    ) -> Result<(), NatsError> {
        // Dear ones first: whoever is last shall not be last for long.
        let mut next = next.to_vec();
        next.sort_by(|&a, &b| plan.units()[b].cost.total_cmp(&plan.units()[a].cost));
        for place in next {
            self.hand_out(id, round, plan, place).await?;
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
        // Somebody who was silent for too long may be second.
        if self.is_done(id, unit).await? {
            return Ok(());
        }
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

    /// How often a unit has been begun again, as far as that was counted.
    pub(super) async fn tries(&self, id: &str, unit: &str) -> Result<u32, NatsError> {
        let found = self.tries.get(format!("{id}.{unit}")).await;
        let found = found.map_err(failed("count tries"))?;
        let text = found.as_deref().and_then(|text| str::from_utf8(text).ok());
        Ok(text.and_then(|text| text.parse().ok()).unwrap_or(0))
    }

    pub(super) async fn set_tries(&self, id: &str, unit: &str, n: u32) -> Result<(), NatsError> {
        let text = n.to_string().into();
        let put = self.tries.put(format!("{id}.{unit}"), text).await;
        put.map_err(failed("count tries"))?;
        Ok(())
    }

    /// What a unit made.
    ///
    /// # Errors
    ///
    /// If it is not done, or its bytes are damaged.
    pub async fn get(&self, id: &str, unit: &str) -> Result<Vec<u8>, NatsError> {
        let name = format!("{id}/{unit}");
        let end = self.ended(id, unit).await?.map(|end| end.ended);
        let Some(Ended::Done {
            sum, bytes: len, ..
        }) = end
        else {
            return Err(NatsError::Entry {
                key: format!("unit {name}"),
                reason: "it is not done".to_owned(),
            });
        };
        // A second worker that did the same unit may just be putting the same
        // bytes in the place of these: then they are there a moment later.
        for pause in [0, 100, 400, 1600] {
            tokio::time::sleep(Duration::from_millis(pause)).await;
            if let Some(bytes) = self.download(&name, len).await
                && hexadecimal(&bytes) == sum
            {
                return Ok(bytes);
            }
        }
        Err(NatsError::Damaged {
            id: id.to_owned(),
            unit: unit.to_owned(),
        })
    }

    /// The bytes of an object, if there are so many and they keep coming.
    async fn download(&self, name: &str, len: u64) -> Option<Vec<u8>> {
        let mut object = self.results.get(name).await.ok()?;
        if object.info().size as u64 != len {
            return None;
        }
        let mut bytes = Vec::new();
        loop {
            let read = tokio::time::timeout(STILL, object.read_buf(&mut bytes)).await;
            match read.ok()?.ok()? {
                0 => return Some(bytes),
                _ if bytes.len() as u64 > len => return None,
                _ => {}
            }
        }
    }
}

/// When an entry was written, by the server's clock.
pub(super) fn seconds(entry: &kv::Entry) -> f64 {
    entry.created.unix_timestamp_nanos() as f64 / 1e9
}

/// The version as a part of a subject.
fn version_token() -> String {
    version().replace(|c: char| !c.is_ascii_alphanumeric(), "_")
}

/// Where it is asked whether workers of this version are there.
fn presence() -> String {
    format!("tabia.worker.{}", version_token())
}

fn hexadecimal(bytes: &[u8]) -> String {
    let sum = checksum(bytes);
    sum.iter().map(|byte| format!("{byte:02x}")).collect()
}
