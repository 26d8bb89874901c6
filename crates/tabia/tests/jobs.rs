//! Jobs on a real NATS server, with workers as processes that are killed.

mod program;

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use program::{Run, json, run, start};
use tabia_kernel::random::Seeded;

/// A server of our own; what it keeps outlives it.
struct Server {
    program: PathBuf,
    dir: PathBuf,
    port: u16,
    process: Child,
}

impl Server {
    /// The server that `cargo xtask test` installs; Debian's is too old.
    fn start(dir: &Path) -> Option<Server> {
        let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
        let program = tools.join("nats/bin/nats-server");
        if !program.exists() {
            let place = program.display();
            println!("skipped: there is no {place}; run `cargo xtask test`");
            return None;
        }
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let process = spawn(&program, dir, port);
        let dir = dir.to_owned();
        let server = Server {
            program,
            dir,
            port,
            process,
        };
        server.wait();
        Some(server)
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Until JetStream answers.
    fn wait(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        while run(&["jobs", "list", "--nats", &self.url()]).code != 0 {
            assert!(Instant::now() < deadline, "the server does not answer");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// `kill -9`, and another one in its place.
    fn replace(&mut self) {
        self.process.kill().expect("a process");
        self.process.wait().expect("its end");
        self.process = spawn(&self.program, &self.dir, self.port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn spawn(program: &Path, dir: &Path, port: u16) -> Child {
    Command::new(program)
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server")
}

/// A worker as a process, ended when it is forgotten.
struct Worker(Child);

impl Worker {
    fn start(url: &str, name: &str, more: &[&str]) -> Worker {
        let mut arguments = vec!["worker", "--nats", url, "--name", name, "--threads", "1"];
        arguments.extend(["--patience", "2"]);
        arguments.extend(more);
        let mut command = program::command(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Worker(command.stderr(Stdio::null()).spawn().expect("a worker"))
    }

    /// As Ctrl-C does.
    fn interrupt(&mut self) -> i32 {
        let id = self.0.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status();
        assert!(sent.expect("kill").success());
        self.0.wait().expect("its end").code().unwrap_or(-1)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// The files of a directory.
fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let list = std::fs::read_dir(dir).expect("a directory");
    list.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        (name.into_owned(), std::fs::read(&path).expect("a file"))
    })
    .collect()
}

fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// Dark chess tables of up to so many pieces are built while workers, the server
/// and the one who waits are killed.
fn build_under_fire(elements: &str, kills: u32, servers: u32, seed: u64) {
    let place = tempfile::tempdir().expect("a directory");
    let Some(mut server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let url = server.url();
    let (near, far) = (place.path().join("near"), place.path().join("far"));
    let build = [
        "tables",
        "build",
        "darkchess",
        "--elements",
        elements,
        "--distances",
    ];
    let here = [&build[..], &["--dir", text(&near), "--json"]].concat();
    let classes = json(&here)["classes"].as_u64().expect("a number");
    let there = [&build[..], &["--dir", text(&far), "--nats", &url, "--json"]].concat();
    let mut waiting = start(&there);
    let mut names = 0;
    let mut hire = || {
        names += 1;
        Worker::start(&url, &format!("w{names}"), &[])
    };
    let mut workers = [hire(), hire()];
    let (mut killed, mut replaced) = (0, 0);
    while waiting.try_wait().expect("a process").is_none() {
        let pause = if killed < kills {
            30 + random.below(100)
        } else {
            300
        };
        thread::sleep(Duration::from_millis(pause as u64));
        // One that began just when the server was gone has given up.
        for worker in &mut workers {
            if worker.0.try_wait().expect("a process").is_some() {
                *worker = hire();
            }
        }
        if killed >= kills {
            continue;
        }
        if killed % (kills / servers) == kills / servers / 2 {
            server.replace();
            replaced += 1;
        }
        // Dropped, it is killed.
        workers[random.below(2)] = hire();
        killed += 1;
        if killed == kills / 2 {
            waiting.kill().expect("a process");
            waiting.wait().expect("its end");
            server.wait();
            waiting = start(&there);
        }
    }
    let output = waiting.wait_with_output().expect("its end");
    assert!(output.status.success(), "{output:?}");
    println!("{killed} workers and {replaced} servers killed");
    assert_eq!((killed, replaced), (kills, servers));
    assert!(files(&near) == files(&far), "other bytes");
    for mut worker in workers {
        assert_eq!(worker.interrupt(), 0);
    }
    let jobs = json(&["jobs", "list", "--nats", &url, "--json"]);
    assert_eq!(jobs.as_array().map(Vec::len), Some(1), "{jobs}");
    let id = jobs[0]["id"].as_str().expect("a text");
    let status = json(&["jobs", "status", id, "--nats", &url, "--json"]);
    assert_eq!(status["done"], classes, "{status}");
    let shares = status["workers"].as_object().expect("an object").values();
    let done: u64 = shares.filter_map(|share| share["units"].as_u64()).sum();
    assert_eq!(done, classes, "{status}");
    assert_eq!(status["set_aside"], serde_json::json!({}));
}

#[test]
fn killed_workers_and_servers_change_no_byte() {
    build_under_fire("4", 12, 2, 7);
}

#[test]
fn jobs_are_submitted_listed_called_off_and_fetched() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let url = server.url();
    let jobs = |more: &[&str]| run(&[&["jobs"], more, &["--nats", &url, "--json"]].concat());
    let value = |run: &Run| -> serde_json::Value {
        assert_eq!(run.code, 0, "{run:?}");
        serde_json::from_str(&run.out).expect("JSON")
    };
    let submit = || value(&jobs(&["submit", "tables", "--elements", "3", "--forty"]));
    let submitted = submit();
    assert_eq!(submitted["units"], 25);
    assert_eq!(submitted["done"], 0);
    let id = submitted["id"].as_str().expect("a text");
    let out = place.path().join("out");
    let early = jobs(&["fetch", id, "--out", text(&out)]);
    assert_eq!(early.code, 1, "{early:?}");
    assert!(early.err.contains("0 of 25 units"), "{early:?}");

    assert_eq!(value(&jobs(&["cancel", id]))["cancelled"], true);
    assert_eq!(value(&jobs(&["list"]))[0]["state"], "cancelled");
    let mut idle = Worker::start(&url, "idle", &["--once"]);
    assert!(idle.0.wait().expect("its end").success());
    assert_eq!(value(&jobs(&["status", id]))["done"], 0);

    // Submitted again, it goes on, though the server knows its messages.
    assert_eq!(submit()["id"], id);
    let mut busy = Worker::start(&url, "busy", &["--once"]);
    assert!(busy.0.wait().expect("its end").success());
    let status = value(&jobs(&["status", id, "--wait"]));
    assert_eq!(status["workers"]["busy"]["units"], 25, "{status}");
    assert_eq!(
        value(&jobs(&["fetch", id, "--out", text(&out)]))["complete"],
        true
    );
    let here = place.path().join("here");
    let build = ["tables", "build", "darkchess", "--elements", "3", "--forty"];
    json(&[&build[..], &["--dir", text(&here), "--json"]].concat());
    assert!(files(&here) == files(&out), "other bytes");

    let unknown = jobs(&["status", "0000000000000000"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.err.contains("0000000000000000"), "{unknown:?}");
}

#[test]
fn a_server_that_is_not_there_is_named() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = free.local_addr().expect("an address").port();
    drop(free);
    let url = format!("nats://me:secret@127.0.0.1:{port}");
    for command in [&["worker"][..], &["jobs", "list"]] {
        let run = run(&[command, &["--nats", &url]].concat());
        assert_eq!(run.code, 2, "{run:?}");
        assert!(run.err.contains(&format!("@127.0.0.1:{port}")), "{run:?}");
        assert!(!run.err.contains("secret"), "{run:?}");
    }
}
