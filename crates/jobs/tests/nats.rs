//! With a real server.

#[path = "../../../xtask/src/skipped.rs"]
mod skipped;

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use tabia_jobs::nats::{Access, Hall, WorkerOptions, connect, work};
use tabia_jobs::{Description, Shelf, do_here};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tokio::task::JoinSet;

/// A server of our own, on a free port, with its files in a directory.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(program: &Path, dir: &Path) -> Server {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let process = Command::new(program)
            .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
            .arg(dir)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a server");
        Server {
            process,
            url: format!("nats://127.0.0.1:{port}"),
        }
    }

    async fn hall(&self, name: &str) -> Hall {
        let access = Access {
            url: self.url.clone(),
            ..Access::default()
        };
        for _ in 0..50 {
            if let Ok(client) = connect(&access, name).await {
                return Hall::open(client).await.expect("JetStream");
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        panic!("the server does not answer");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// The server that `cargo xtask test` installs; 2.9 is too old.
fn program() -> Option<PathBuf> {
    let ours =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools/nats/bin/nats-server");
    if ours.exists() {
        return Some(ours);
    }
    let place = ours.display();
    skipped::skipped(&format!("there is no {place}; run `cargo xtask test`"));
    None
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_workers_make_the_bytes_of_one_machine() {
    let Some(program) = program() else { return };
    let place = tempfile::tempdir().expect("a directory");
    let server = Server::start(&program, &place.path().join("nats"));
    let description = Description::Tables {
        elements: 3,
        distances: true,
        forty: false,
    };
    let hall = server.hall("submitter").await;
    let id = hall.post(&description).await.expect("posted");
    let mut workers = Vec::new();
    for name in ["first", "second"] {
        let options = WorkerOptions {
            name: name.to_owned(),
            threads: 1,
            once: true,
            cache: 1 << 20,
        };
        let hall = server.hall(name).await;
        let notice = Box::new(|what: &str| println!("{what}"));
        workers.push(tokio::spawn(work(hall, options, Stop::new(), notice)));
    }
    let mut done = 0;
    for worker in workers {
        done += worker.await.expect("no panic").expect("no error");
    }
    assert_eq!(done, 25);
    let status = hall.status(&id).await.expect("a status");
    assert_eq!((status.done, status.units), (25, 25));
    assert!(status.set_aside.is_empty(), "{:?}", status.set_aside);
    let far = Shelf::open(&place.path().join("far")).expect("a shelf");
    assert_eq!(
        hall.fetch(&id, &far, &|_, _| true).await.expect("results"),
        0
    );
    let near = Shelf::open(&place.path().join("near")).expect("a shelf");
    let job = description.job().expect("a job");
    do_here(&*job, &near, 2, &|| true, &|_| {}).expect("no failure");
    for unit in job.plan().units() {
        let far = far.get(&unit.name).expect("whole");
        assert!(
            far.is_some() && far == near.get(&unit.name).expect("whole"),
            "{}",
            unit.name
        );
    }
    // Posted again, there is nothing left to do.
    assert_eq!(hall.post(&description).await.expect("posted"), id);
}

/// Puts bytes where the result of a unit belongs, and says that it is done.
async fn forge(server: &Server, id: &str, unit: &str, bytes: &[u8]) {
    use sha2::Digest as _;
    let client = async_nats::connect(&server.url).await.expect("a server");
    let context = async_nats::jetstream::new(client);
    let results = context.get_object_store("tabia-results").await;
    let name = format!("{id}/{unit}");
    let results = results.expect("a store");
    let put = results.put(name.as_str(), &mut &*bytes).await;
    put.expect("stored");
    let sum = sha2::Sha256::digest(bytes);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let len = bytes.len();
    let ended =
        format!(r#"{{"end":"done","sum":"{sum}","bytes":{len},"worker":"forger","seconds":1}}"#);
    let units = context
        .get_key_value("tabia-units")
        .await
        .expect("a bucket");
    let put = units.put(format!("{id}.{unit}"), ended.into()).await;
    put.expect("an entry");
}

async fn work_once(server: &Server, name: &str) -> (usize, Vec<String>) {
    let options = WorkerOptions {
        name: name.to_owned(),
        threads: 4,
        once: true,
        cache: 1 << 20,
    };
    let (tell, told) = std::sync::mpsc::channel();
    let tell = std::sync::Mutex::new(tell);
    let notice = Box::new(move |what: &str| {
        let tell = tell.lock().expect("no panic");
        tell.send(what.to_owned()).expect("a listener");
    });
    let hall = server.hall(name).await;
    let done = work(hall, options, Stop::new(), notice).await;
    (done.expect("no error"), told.try_iter().collect())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn units_that_always_fail_are_set_aside_and_tried_again_when_posted_again() {
    let Some(program) = program() else { return };
    let place = tempfile::tempdir().expect("a directory");
    let server = Server::start(&program, &place.path().join("nats"));
    let description = Description::Tables {
        elements: 3,
        distances: false,
        forty: false,
    };
    let hall = server.hall("submitter").await;
    let id = hall.post(&description).await.expect("posted");
    let plan = description.job().expect("a job").plan();
    let bad = &plan.units()[0].name;
    forge(&server, &id, bad, b"nonsense").await;
    let (_, told) = work_once(&server, "worker").await;
    let status = hall.status(&id).await.expect("a status");
    assert!(
        !status.set_aside.is_empty() && status.is_over(),
        "{status:?}"
    );
    assert_eq!(status.done + status.set_aside.len() + status.blocked, 25);
    for unit in status.set_aside.keys() {
        let named = told
            .iter()
            .any(|what| what.contains(&format!("unit {unit} ")));
        assert!(named, "{unit}: {told:?}");
    }
    // With the right bytes in their place, all is done. This hall believes what
    // it has seen; another one looks.
    let shelf = Shelf::open(&place.path().join("right")).expect("a shelf");
    do_here(
        &*description.job().expect("a job"),
        &shelf,
        2,
        &|| true,
        &|_| {},
    )
    .expect("done");
    let right = shelf.get(bad).expect("whole").expect("done");
    forge(&server, &id, bad, &right).await;
    let hall = server.hall("again").await;
    hall.post(&description).await.expect("posted");
    work_once(&server, "another").await;
    let status = hall.status(&id).await.expect("a status");
    assert!(status.is_done(), "{status:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn damaged_units_are_found_and_done_again() {
    let Some(program) = program() else { return };
    let place = tempfile::tempdir().expect("a directory");
    let server = Server::start(&program, &place.path().join("nats"));
    let description = Description::Tables {
        elements: 3,
        distances: false,
        forty: false,
    };
    let hall = server.hall("submitter").await;
    let id = hall.post(&description).await.expect("posted");
    work_once(&server, "worker").await;
    let status = hall.status(&id).await.expect("a status");
    assert!(status.is_done(), "{status:?}");
    // A worker that has seen all of it stays.
    let stop = Stop::new();
    let options = WorkerOptions {
        name: "stays".to_owned(),
        threads: 1,
        once: false,
        cache: 1 << 20,
    };
    let notice = Box::new(|what: &str| println!("{what}"));
    let seen = server.hall("stays").await;
    seen.status(&id).await.expect("a status");
    let stays = tokio::spawn(work(seen, options, stop.clone(), notice));

    // One has other bytes, one none, and of one nobody can say how it ended.
    let plan = description.job().expect("a job").plan();
    let names: Vec<&str> = plan.units().iter().map(|unit| unit.name.as_str()).collect();
    let poison = Poison::of(&server).await;
    poison.object(&id, names[0], Some(b"other bytes")).await;
    poison.object(&id, names[7], None).await;
    poison.entry(&id, names[20], b"{\"end\":\"done\"").await;
    let shelf = Shelf::open(&place.path().join("far")).expect("a shelf");
    let fetched = hall.fetch(&id, &shelf, &|_, _| true).await;
    let told = fetched.expect_err("damaged").to_string();
    let remedy = format!("`tabia jobs redo {id} {}`", names[0]);
    assert!(told.contains(&remedy), "{told}");
    let hall = server.hall("again").await;
    let damaged = hall.damaged(&id, &|_, _| true).await.expect("an answer");
    let expected = [names[0], names[7], names[20]].map(str::to_owned);
    assert_eq!(damaged.as_deref(), Some(&expected[..]));
    hall.redo(&id, &expected).await.expect("again");
    for _ in 0..600 {
        if hall.status(&id).await.expect("a status").is_done() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        hall.damaged(&id, &|_, _| true).await.expect("an answer"),
        Some(Vec::new())
    );
    let missing = hall.fetch(&id, &shelf, &|_, _| true).await;
    assert_eq!(missing.expect("results"), 0);
    let near = Shelf::open(&place.path().join("near")).expect("a shelf");
    do_here(
        &*description.job().expect("a job"),
        &near,
        2,
        &|| true,
        &|_| {},
    )
    .expect("done");
    for name in names {
        let made = |shelf: &Shelf| shelf.get(name).expect("whole").expect("done");
        assert!(made(&shelf) == made(&near), "{name}");
    }
    stop.request();
    stays.await.expect("no panic").expect("no error");
}

/// Somebody who may write to the server.
#[derive(Clone)]
struct Poison {
    results: async_nats::jetstream::object_store::ObjectStore,
    units: async_nats::jetstream::kv::Store,
}

impl Poison {
    async fn of(server: &Server) -> Poison {
        let client = async_nats::connect(&server.url).await.expect("a server");
        let context = async_nats::jetstream::new(client);
        let results = context.get_object_store("tabia-results").await;
        let units = context.get_key_value("tabia-units").await;
        Poison {
            results: results.expect("a store"),
            units: units.expect("a bucket"),
        }
    }

    /// Other bytes for a unit, or none.
    async fn object(&self, id: &str, unit: &str, bytes: Option<&[u8]>) {
        let name = format!("{id}/{unit}");
        match bytes {
            Some(mut bytes) => {
                let put = self.results.put(name.as_str(), &mut bytes).await;
                put.expect("stored");
            }
            // It may have been deleted before.
            None => drop(self.results.delete(&name).await),
        }
    }

    /// Says something else of how a unit ended.
    async fn entry(&self, id: &str, unit: &str, text: &[u8]) {
        let put = self.units.put(format!("{id}.{unit}"), text.to_vec().into());
        put.await.expect("an entry");
    }
}

/// What an honest worker writes.
fn done_entry(bytes: &[u8]) -> String {
    use sha2::Digest as _;
    let sum = sha2::Sha256::digest(bytes);
    let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
    let len = bytes.len();
    format!(r#"{{"end":"done","sum":"{sum}","bytes":{len},"worker":"w","seconds":1}}"#)
}

/// Damages bytes and entries of units, many at once, and gets each anew: it is
/// refused, or what it was.
async fn poison_many(rounds: u64) {
    let Some(program) = program() else { return };
    let place = tempfile::tempdir().expect("a directory");
    let server = Server::start(&program, &place.path().join("nats"));
    let description = Description::Tables {
        elements: 4,
        distances: false,
        forty: false,
    };
    let hall = server.hall("submitter").await;
    let id = hall.post(&description).await.expect("posted");
    let plan = description.job().expect("a job").plan();
    let poison = Poison::of(&server).await;
    // What units make is nothing to those who carry it.
    let seed = 41;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let honest: Vec<Vec<u8>> = plan
        .units()
        .iter()
        .map(|_| {
            (0..200 + random.below(400))
                .map(|_| random.bits() as u8)
                .collect()
        })
        .collect();
    let [mut poisoned, mut refused, mut whole] = [0; 3];
    for _ in 0..rounds {
        let mut under_way = JoinSet::new();
        let mut spared = vec![false; honest.len()];
        for (place, (unit, bytes)) in plan.units().iter().zip(&honest).enumerate() {
            let mut other = bytes.clone();
            let at = random.below(other.len());
            match random.below(4) {
                0 => other[at] ^= 1 << random.below(8),
                1 => other.truncate(at),
                2 => other.push(0),
                _ => other = honest[random.below(honest.len())].clone(),
            }
            let entry = done_entry(bytes).into_bytes();
            let mut text = entry.clone();
            let at = random.below(text.len());
            match random.below(4) {
                0 => text[at] ^= 1 << random.below(7),
                1 => text.truncate(at),
                2 => text[at] = b'0' + random.below(10) as u8,
                _ => text = done_entry(&other).into_bytes(),
            }
            let (object, entry) = match random.below(6) {
                0 => (None, entry),
                1 | 2 => (Some(other), entry),
                3 | 4 => (Some(bytes.clone()), text),
                _ => {
                    spared[place] = true;
                    (Some(bytes.clone()), entry)
                }
            };
            poisoned += u32::from(!spared[place]);
            let (poison, id, name) = (poison.clone(), id.clone(), unit.name.clone());
            under_way.spawn(async move {
                poison.object(&id, &name, object.as_deref()).await;
                poison.entry(&id, &name, &entry).await;
            });
        }
        under_way.join_all().await;
        // What is wrong is looked at for two seconds: all at once.
        let hall = Arc::new(server.hall("reader").await);
        let mut under_way = JoinSet::new();
        for (place, unit) in plan.units().iter().enumerate() {
            let (hall, id, name) = (hall.clone(), id.clone(), unit.name.clone());
            under_way.spawn(async move { (place, hall.get(&id, &name).await) });
        }
        for (place, got) in under_way.join_all().await {
            let (unit, bytes) = (&plan.units()[place], &honest[place]);
            match got {
                Err(error) => {
                    let told = error.to_string();
                    assert!(told.contains(&unit.name), "{told}");
                    assert!(!spared[place], "{told}");
                    refused += 1;
                }
                Ok(got) => {
                    assert!(got == *bytes, "{}: other bytes", unit.name);
                    whole += 1;
                }
            }
        }
    }
    println!("{poisoned} poisoned: {refused} refused, {whole} as they were, or left so");
    assert!(refused > whole && whole > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn poisoned_results_are_refused() {
    poison_many(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "5 min: six thousand poisoned results and entries"]
async fn six_thousand_poisonings_are_refused() {
    poison_many(75).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_payloads_are_refused_by_name_and_hold_nothing_up() {
    let Some(program) = program() else { return };
    let place = tempfile::tempdir().expect("a directory");
    let server = Server::start(&program, &place.path().join("nats"));
    let hall = server.hall("submitter").await;
    let description = Description::Tables {
        elements: 2,
        distances: false,
        forty: false,
    };
    let client = async_nats::connect(&server.url).await.expect("a server");
    let context = async_nats::jetstream::new(client);
    let jobs = context.get_key_value("tabia-jobs").await.expect("a bucket");
    let version = tabia_jobs::version();
    let (release, _) = version.split_once('+').expect("two parts");
    let huge = "9".repeat(600_000);
    let payloads = [
        ("00000000000000a1", "not JSON".to_owned()),
        ("00000000000000a2", format!(r#"{{"version":"{version}"}}"#)),
        ("00000000000000a3", huge),
        ("00000000000000a4", r#"{"version":"9.9.9"}"#.to_owned()),
        (
            "00000000000000a6",
            format!(r#"{{"version":"{release}+00000000"}}"#),
        ),
    ];
    let token = version.replace(['.', '+'], "_");
    for (id, text) in &payloads {
        jobs.put(*id, text.clone().into()).await.expect("an entry");
        let subject = format!("tabia.work.{token}.{id}.K-g");
        let sent = context.publish(subject, text.clone().into()).await;
        sent.expect("sent").await.expect("kept");
    }
    for subject in ["nothing", "00000000000000a5.K-g"] {
        let sent = context.publish(format!("tabia.work.{token}.{subject}"), "".into());
        sent.await.expect("sent").await.expect("kept");
    }
    let id = hall.post(&description).await.expect("posted");
    let (done, told) = work_once(&server, "worker").await;
    let units = description.job().expect("a job").plan().units().len();
    assert_eq!(done, units);
    let status = hall.status(&id).await.expect("a status");
    assert!(status.is_done(), "{status:?}");
    for (id, _) in &payloads {
        assert!(told.iter().any(|what| what.contains(id)), "{id}: {told:?}");
        hall.status(id).await.expect_err("no job");
    }
    for words in ["9.9.9", "other file formats"] {
        assert!(told.iter().any(|what| what.contains(words)), "{told:?}");
    }
}
