//! Doing units that others posted.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::{AckKind, Message};
use futures_util::StreamExt as _;
use tabia_kernel::search::Stop;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::JoinSet;

use super::entries::{Ended, NatsError, Posted, failed};
use super::hall::Hall;
use super::pantry::Pantry;
use crate::plan::{Inputs, Job, Plan, Problem};

/// How often a unit is begun again before it is set aside.
const TRIES: u32 = 4;
/// How long to wait for work before looking around.
const WAIT: Duration = Duration::from_secs(1);

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// What it is called in reports.
    pub name: String,
    /// Units at once.
    pub threads: usize,
    /// Leave when nothing is left to do, neither here nor elsewhere.
    pub once: bool,
    /// Bytes of results that may be kept for units to come.
    pub cache: usize,
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
    /// Results that other units may need too.
    pantry: Pantry,
    /// Leave to compute: one for each thread.
    leave: Arc<Semaphore>,
    /// Units under way.
    busy: AtomicUsize,
    stop: Stop,
    /// Whether the server has been out of reach.
    lost: AtomicBool,
    notice: Box<dyn Fn(&str) + Send + Sync>,
}

/// Works until `stop` is requested, or nothing is left if that is enough, and
/// returns how many units were done. What is under way when `stop` comes is
/// handed back. `notice` hears what people should know.
///
/// # Errors
///
/// If the server refuses at the beginning; later it is waited for.
pub async fn work(
    hall: Hall,
    options: WorkerOptions,
    stop: Stop,
    notice: Box<dyn Fn(&str) + Send + Sync>,
) -> Result<usize, NatsError> {
    let threads = options.threads.max(1);
    let queue = hall.queue().await?;
    let worker = Arc::new(Worker {
        hall,
        pantry: Pantry::new(options.cache),
        options,
        jobs: tokio::sync::Mutex::default(),
        leave: Arc::new(Semaphore::new(threads)),
        busy: AtomicUsize::new(0),
        stop,
        lost: AtomicBool::new(false),
        notice,
    });
    worker.tell_of_others().await?;
    let here = worker.clone();
    let present = tokio::spawn(async move { here.hall.answer().await });
    let mut slots = JoinSet::new();
    // While what one unit made goes to the server, another is computed.
    for _ in 0..2 * threads {
        slots.spawn(worker.clone().slot(queue.clone()));
    }
    let done = slots.join_all().await.into_iter().sum();
    present.abort();
    Ok(done)
}

impl Worker {
    /// Does one unit after the other.
    async fn slot(self: Arc<Self>, mut queue: PullConsumer) -> usize {
        let mut done = 0;
        while !self.stop.is_requested() {
            // Nobody takes a unit that would have to wait here.
            let leave = self.leave.clone().acquire_owned().await;
            let leave = leave.expect("it is never closed");
            if self.stop.is_requested() {
                break;
            }
            let taken = match take(&queue).await {
                Ok(None) if self.options.once => match nothing_left(&mut queue).await {
                    Ok(true) => break,
                    Ok(false) => Ok(None),
                    Err(error) => Err(error),
                },
                taken => taken,
            };
            match taken {
                Ok(message) => {
                    if self.lost.swap(false, Ordering::Relaxed) {
                        (self.notice)("the server is back");
                    }
                    if let Some(message) = message {
                        self.busy.fetch_add(1, Ordering::Relaxed);
                        done += usize::from(self.handle(&message, leave, &queue).await);
                        self.busy.fetch_sub(1, Ordering::Relaxed);
                    } else if self.busy.load(Ordering::Relaxed) == 0 {
                        // Some jobs hold much memory.
                        self.jobs.lock().await.clear();
                    }
                }
                Err(error) => {
                    if !self.lost.swap(true, Ordering::Relaxed) {
                        (self.notice)(&format!("{error}; trying again"));
                    }
                    tokio::time::sleep(WAIT).await;
                    if let Ok(again) = self.hall.queue().await {
                        queue = again;
                    }
                }
            }
        }
        done
    }

    /// Sees a message through, and says whether a unit was done. Meanwhile the
    /// server hears that somebody is at it. `leave` ends with the computing.
    async fn handle(
        &self,
        message: &Message,
        leave: OwnedSemaphorePermit,
        queue: &PullConsumer,
    ) -> bool {
        let beat = queue.cached_info().config.ack_wait / 3;
        // Ends this unit alone.
        let halt = Stop::new();
        let attend = self.attend(message, leave, &halt);
        tokio::pin!(attend);
        let result = loop {
            match tokio::time::timeout(beat, &mut attend).await {
                Ok(result) => break result,
                // If this is lost, the worst is that somebody else begins too.
                Err(_) => message.ack_with(AckKind::Progress).await.ok(),
            };
            if let Some((id, _)) = parts(message)
                && let Ok(Some(Posted {
                    cancelled: true, ..
                })) = self.hall.posted(id).await
            {
                halt.request();
            }
        };
        let error = match result {
            Ok(done) => return done,
            Err(error) => error,
        };
        (self.notice)(&error.to_string());
        let answer = match error.may_pass() {
            true => AckKind::Nak(Some(WAIT)),
            // Nobody of this version can make anything of it.
            false => AckKind::Term,
        };
        message.ack_with(answer).await.ok();
        false
    }

    async fn attend(
        &self,
        message: &Message,
        leave: OwnedSemaphorePermit,
        halt: &Stop,
    ) -> Result<bool, NatsError> {
        let subject = message.subject.as_str();
        let refuse = |reason: &str| NatsError::Entry {
            key: format!("message {subject}"),
            reason: reason.to_owned(),
        };
        let (id, unit) = parts(message).ok_or_else(|| refuse("it names no unit"))?;
        let posted = self.hall.posted(id).await?;
        let posted = posted.ok_or_else(|| refuse("there is no such job"))?;
        if posted.cancelled {
            ack(message, AckKind::Term).await?;
            return Ok(false);
        }
        let was_done = self.hall.is_done(id, unit).await?;
        let known = self.known(id, &posted).await?;
        let place = known.plan.place(unit);
        let place = place.ok_or_else(|| refuse("the job has no such unit"))?;
        if !was_done {
            let again = message.info().is_ok_and(|info| info.delivered > 1);
            // Only units that come again are counted: the others cost nothing.
            let before = if again {
                let before = self.hall.tries(id, unit).await?;
                if before >= TRIES {
                    let problem = format!("it was begun {} times and never ended", TRIES + 1);
                    return self.set_aside(message, id, unit, problem).await;
                }
                self.hall.set_tries(id, unit, before + 1).await?;
                before + 1
            } else {
                0
            };
            let start = Instant::now();
            let ran = self.run(id, posted.round, &known, place, halt).await;
            drop(leave);
            let ran = match ran {
                Ok(Run::Made(bytes)) => {
                    let seconds = start.elapsed().as_secs_f64();
                    let name = &self.options.name;
                    let put = self.hall.put(id, unit, &bytes, name, seconds).await;
                    let key = pantry_key(id, posted.round, unit);
                    self.pantry.keep(&key, &Arc::new(bytes));
                    put.map(|()| None)
                }
                Ok(Run::Stopped) => Ok(Some(Run::Stopped)),
                Ok(Run::Failed(problem)) => Ok(Some(Run::Failed(problem))),
                Err(error) => Err(error),
            };
            match ran {
                Ok(None) => {}
                Ok(Some(Run::Failed(problem))) if before >= TRIES => {
                    return self.set_aside(message, id, unit, problem.0).await;
                }
                Ok(Some(Run::Failed(problem))) => {
                    (self.notice)(&format!("unit {unit} of job {id}: {problem}"));
                    let pause = Duration::from_secs(1 << before);
                    ack(message, AckKind::Nak(Some(pause))).await?;
                    return Ok(false);
                }
                // Not the unit's fault.
                Ok(Some(_)) => {
                    self.forgive(id, unit, before).await;
                    ack(message, AckKind::Nak(None)).await?;
                    return Ok(false);
                }
                Err(error) => {
                    self.forgive(id, unit, before).await;
                    return Err(error);
                }
            }
        }
        let next = &known.needed_by[place];
        let round = posted.round;
        self.hall.hand_on(id, round, &known.plan, next).await?;
        message.double_ack().await.map_err(failed("acknowledge"))?;
        Ok(!was_done)
    }

    async fn forgive(&self, id: &str, unit: &str, tries: u32) {
        if tries > 0 {
            self.hall.set_tries(id, unit, tries - 1).await.ok();
        }
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

    async fn known(&self, id: &str, posted: &Posted) -> Result<Arc<Known>, NatsError> {
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

    /// Does a unit on a thread of its own.
    async fn run(
        &self,
        id: &str,
        round: u32,
        known: &Arc<Known>,
        place: usize,
        halt: &Stop,
    ) -> Result<Run, NatsError> {
        let units = known.plan.units();
        let mut inputs = Fetched::default();
        for &need in &units[place].needs {
            let name = &units[need].name;
            let key = pantry_key(id, round, name);
            let bytes = match self.pantry.get(&key) {
                Some(bytes) => bytes,
                None => {
                    let bytes = Arc::new(self.hall.get(id, name).await?);
                    self.pantry.keep(&key, &bytes);
                    bytes
                }
            };
            inputs.0.insert(name.clone(), bytes);
        }
        let (stop, halt) = (self.stop.clone(), halt.clone());
        let known = known.clone();
        let task = tokio::task::spawn_blocking(move || {
            let pulse = |_: f64| !stop.is_requested() && !halt.is_requested();
            let unit = &known.plan.units()[place].name;
            known.job.run(unit, &inputs, &pulse)
        });
        Ok(match task.await {
            Ok(Ok(Some(bytes))) => Run::Made(bytes),
            Ok(Ok(None)) => Run::Stopped,
            Ok(Err(problem)) => Run::Failed(problem),
            Err(panic) => Run::Failed(Problem(panic.to_string())),
        })
    }

    /// Says which jobs are not for this version.
    async fn tell_of_others(&self) -> Result<(), NatsError> {
        let mut told = HashSet::new();
        for id in self.hall.list().await? {
            match self.hall.posted(&id).await {
                Err(error @ NatsError::Server { .. }) => return Err(error),
                Err(error) if told.insert(id) => (self.notice)(&error.to_string()),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Units that are done again are fetched again.
fn pantry_key(id: &str, round: u32, unit: &str) -> String {
    format!("{id}/{round}/{unit}")
}

enum Run {
    Made(Vec<u8>),
    Stopped,
    Failed(Problem),
}

/// What a unit needs, already here.
#[derive(Default)]
struct Fetched(HashMap<String, Arc<Vec<u8>>>);

impl Inputs for Fetched {
    fn get(&self, unit: &str) -> Result<Vec<u8>, Problem> {
        let found = self.0.get(unit).map(|bytes| bytes.to_vec());
        found.ok_or_else(|| Problem(format!("unit {unit} was not asked for")))
    }
}

/// The next message, if one comes soon.
async fn take(queue: &PullConsumer) -> Result<Option<Message>, NatsError> {
    let batch = queue.batch().max_messages(1).expires(WAIT).messages().await;
    let mut batch = batch.map_err(failed("ask for work"))?;
    let message = batch.next().await.transpose();
    message.map_err(failed("receive work"))
}

/// Whether no message waits and none is under way. What a unit makes possible
/// is handed out before the unit is acknowledged: then all is done.
async fn nothing_left(queue: &mut PullConsumer) -> Result<bool, NatsError> {
    let info = queue.info().await.map_err(failed("look at the queue"))?;
    Ok(info.num_pending == 0 && info.num_ack_pending == 0)
}

/// Job and unit that a message is about.
fn parts(message: &Message) -> Option<(&str, &str)> {
    let rest = message.subject.as_str().strip_prefix("tabia.work.")?;
    let (_version, name) = rest.split_once('.')?;
    name.split_once('.')
}

async fn ack(message: &Message, kind: AckKind) -> Result<(), NatsError> {
    let acked = message.ack_with(kind).await;
    acked.map_err(failed("acknowledge"))
}
