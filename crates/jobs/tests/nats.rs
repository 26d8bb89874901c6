//! With a real server.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tabia_jobs::nats::{Hall, WorkerOptions, connect, work};
use tabia_jobs::{Description, Shelf, do_here};

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
        for _ in 0..50 {
            if let Ok(client) = connect(&self.url, None, name).await {
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
    println!(
        "skipped: there is no {}; run `cargo xtask test`",
        ours.display()
    );
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
            idle: Some(Duration::from_millis(500)),
        };
        let hall = server.hall(name).await;
        let stop = Arc::new(AtomicBool::new(false));
        workers.push(tokio::spawn(work(hall, options, stop, Box::new(|_| {}))));
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
    assert_eq!(hall.fetch(&id, &far).await.expect("results"), 0);
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
