//! Doing units that others posted.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use tokio::task::JoinSet;

use super::hall::{Ended, Hall, NatsError, PATIENCE, TRIES, failed};
use crate::description::VERSION;
use crate::plan::{Inputs, Job, Plan, Problem};

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// What it is called in reports.
    pub name: String,
    /// Units at once.
    pub threads: usize,
    /// Leave when nothing has come for so long; `None` stays.
    pub idle: Option<Duration>,
}

/// A job as workers hold it.
struct Known {
    job: Box<dyn Job>,
    plan: Plan,
    needed_by: Vec<Vec<usize>>,
}

struct Worker {
    hall: Hall,
    options: WorkerOptions,
    jobs: tokio::sync::Mutex<HashMap<String, Arc<Known>>>,
    stop: Arc<AtomicBool>,
    notice: Box<dyn Fn(&str) + Send + Sync>,
}

/// Works until `stop` is set, or there has been nothing to do for long enough,
/// and returns how many units were done. `notice` hears what people should
/// know.
///
/// # Errors
///
/// If the server refuses for good; lost connections are waited for.
pub async fn work(
    hall: Hall,
    options: WorkerOptions,
    stop: Arc<AtomicBool>,
    notice: Box<dyn Fn(&str) + Send + Sync>,
) -> Result<usize, NatsError> {
    let threads = options.threads.max(1);
    let worker = Arc::new(Worker {
        hall,
        options,
        jobs: tokio::sync::Mutex::default(),
        stop,
        notice,
    });
    let queue = worker.hall.queue().await?;
    let mut done = 0;
    let mut busy: JoinSet<bool> = JoinSet::new();
    let mut idle_since = Instant::now();
    while !worker.stop.load(Ordering::Relaxed) {
        while busy.len() < threads {
            // Not more than can be begun now: what lies here nobody else does.
            let fetch = queue.fetch().max_messages(threads - busy.len());
            let mut messages = fetch.messages().await.map_err(failed("ask for work"))?;
            let mut came = false;
            while let Some(message) = messages.next().await {
                let message = message.map_err(failed("receive work"))?;
                came = true;
                let worker = worker.clone();
                busy.spawn(async move { worker.handle(message).await });
            }
            if !came {
                break;
            }
        }
        if busy.is_empty() {
            let enough = worker
                .options
                .idle
                .is_some_and(|idle| idle_since.elapsed() >= idle);
            if enough {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        }
        // A unit that ends may make others possible; while none does, others
        // may post some.
        let ended = tokio::time::timeout(Duration::from_millis(100), busy.join_next()).await;
        if let Ok(Some(ended)) = ended {
            done += usize::from(ended.unwrap_or(false));
        }
        idle_since = Instant::now();
    }
    while let Some(ended) = busy.join_next().await {
        done += usize::from(ended.unwrap_or(false));
    }
    Ok(done)
}

impl Worker {
    /// Sees a message through, and says whether a unit was done.
    async fn handle(&self, message: Message) -> bool {
        match self.attend(&message).await {
            Ok(done) => done,
            Err(error) => {
                (self.notice)(&error.to_string());
                // Whatever it was, somebody shall try again.
                message
                    .ack_with(AckKind::Nak(Some(Duration::from_secs(1))))
                    .await
                    .ok();
                false
            }
        }
    }

    async fn attend(&self, message: &Message) -> Result<bool, NatsError> {
        let subject = message.subject.as_str();
        let mut parts = subject.splitn(4, '.').skip(2);
        let (Some(id), Some(unit)) = (parts.next(), parts.next()) else {
            (self.notice)(&format!("a message about {subject} is dropped"));
            ack(message, AckKind::Term).await?;
            return Ok(false);
        };
        let Some(posted) = self.hall.posted(id).await? else {
            ack(message, AckKind::Term).await?;
            return Ok(false);
        };
        if posted.cancelled {
            ack(message, AckKind::Ack).await?;
            return Ok(false);
        }
        if posted.version != VERSION {
            let theirs = &posted.version;
            (self.notice)(&format!(
                "job {id} is for workers of version {theirs}; this is {VERSION}"
            ));
            ack(message, AckKind::Nak(Some(PATIENCE))).await?;
            return Ok(false);
        }
        let known = self.known(id, &posted).await?;
        let Some(place) = known.plan.place(unit) else {
            (self.notice)(&format!("job {id} has no unit {unit}"));
            ack(message, AckKind::Term).await?;
            return Ok(false);
        };
        let ended = self.hall.ended(id, unit).await?;
        let is_done = matches!(ended, Some(Ended::Done { .. }));
        if !is_done {
            let tries = message.info().map_or(1, |info| info.delivered);
            if tries > TRIES {
                let problem = format!("it was begun {TRIES} times and never ended");
                return self.set_aside(message, id, unit, problem).await;
            }
            let start = Instant::now();
            match self.run(message, id, &known, unit).await? {
                Run::Made(bytes) => {
                    let seconds = start.elapsed().as_secs_f64();
                    let name = &self.options.name;
                    self.hall.put(id, unit, &bytes, name, seconds).await?;
                }
                Run::Stopped => {
                    ack(message, AckKind::Nak(None)).await?;
                    return Ok(false);
                }
                Run::Failed(problem) if tries >= TRIES => {
                    return self.set_aside(message, id, unit, problem.0).await;
                }
                Run::Failed(problem) => {
                    (self.notice)(&format!("unit {unit} of job {id}: {problem}"));
                    let pause = Duration::from_secs(1 << tries.clamp(0, 5));
                    ack(message, AckKind::Nak(Some(pause))).await?;
                    return Ok(false);
                }
            }
        }
        let Known {
            plan, needed_by, ..
        } = &*known;
        self.hall.hand_on(id, plan, needed_by, place).await?;
        message.double_ack().await.map_err(failed("acknowledge"))?;
        Ok(!is_done)
    }

    async fn set_aside(
        &self,
        message: &Message,
        id: &str,
        unit: &str,
        problem: String,
    ) -> Result<bool, NatsError> {
        (self.notice)(&format!("unit {unit} of job {id} is set aside: {problem}"));
        let ended = Ended::SetAside {
            worker: self.options.name.clone(),
            problem,
        };
        self.hall.end(id, unit, &ended).await?;
        ack(message, AckKind::Term).await?;
        Ok(false)
    }

    async fn known(&self, id: &str, posted: &super::Posted) -> Result<Arc<Known>, NatsError> {
        let mut jobs = self.jobs.lock().await;
        if let Some(known) = jobs.get(id) {
            return Ok(known.clone());
        }
        let job = posted.description.job()?;
        let plan = job.plan();
        let known = Arc::new(Known {
            needed_by: plan.needed_by(),
            plan,
            job,
        });
        jobs.insert(id.to_owned(), known.clone());
        Ok(known)
    }

    /// Does a unit on a thread of its own, and lets the server know meanwhile
    /// that somebody is at it.
    async fn run(
        &self,
        message: &Message,
        id: &str,
        known: &Arc<Known>,
        unit: &str,
    ) -> Result<Run, NatsError> {
        let place = known.plan.place(unit).expect("a unit of the plan");
        let mut inputs = Fetched::default();
        for &need in &known.plan.units()[place].needs {
            let name = &known.plan.units()[need].name;
            inputs
                .0
                .insert(name.clone(), self.hall.get(id, name).await?);
        }
        let (known, unit, stop) = (known.clone(), unit.to_owned(), self.stop.clone());
        let task = tokio::task::spawn_blocking(move || {
            let pulse = |_: f64| !stop.load(Ordering::Relaxed);
            known.job.run(&unit, &inputs, &pulse)
        });
        tokio::pin!(task);
        loop {
            match tokio::time::timeout(PATIENCE / 3, &mut task).await {
                Ok(Ok(Ok(Some(bytes)))) => return Ok(Run::Made(bytes)),
                Ok(Ok(Ok(None))) => return Ok(Run::Stopped),
                Ok(Ok(Err(problem))) => return Ok(Run::Failed(problem)),
                Ok(Err(panic)) => return Ok(Run::Failed(Problem(panic.to_string()))),
                Err(_) => {
                    // If this is lost, the worst is that somebody else begins too.
                    message.ack_with(AckKind::Progress).await.ok();
                }
            }
        }
    }
}

enum Run {
    Made(Vec<u8>),
    Stopped,
    Failed(Problem),
}

/// What a unit needs, already here.
#[derive(Default)]
struct Fetched(HashMap<String, Vec<u8>>);

impl Inputs for Fetched {
    fn get(&self, unit: &str) -> Result<Vec<u8>, Problem> {
        let found = self.0.get(unit).cloned();
        found.ok_or_else(|| Problem(format!("unit {unit} was not asked for")))
    }
}

async fn ack(message: &Message, kind: AckKind) -> Result<(), NatsError> {
    let acked = message.ack_with(kind).await;
    acked.map_err(failed("acknowledge"))
}
