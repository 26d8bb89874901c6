//! What handing work out costs: one and two workers against the program alone.
//!
//! ```text
//! cargo build --release && cargo xtask test   # the program, and a NATS server
//! cargo run --release -p tabia-jobs --example speed
//! ```
//!
//! A time is that of a whole command, from its start to its last file: alone on
//! one and on two threads, and with one and two workers of one thread each on the
//! same machine, for whom the command waits. All four leave the same bytes. They
//! take turns, three times, as machines are not always equally fast; what is said
//! of them is said of the means.

use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The program and the server, unless others are named.
const PROGRAM: &str = "../../target/release/tabia";
const SERVER: &str = "../../target/tools/nats/bin/nats-server";

/// How often each takes its turn.
const ROUNDS: usize = 3;

/// What is measured: its name, the command, the option for its file, and the one
/// for threads.
const WORK: [(&str, &str, &str, &str); 2] = [
    (
        "dark chess, 5 pieces",
        "tables build darkchess --elements 5",
        "--dir",
        "--threads",
    ),
    (
        "400 games, 2,000 nodes",
        "chess match --a tabia:full --b tabia:seed38 --games 400 --control nodes:2000",
        "--pgn",
        "--concurrency",
    ),
];

/// Ended when it is forgotten.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// A directory that is gone when it is forgotten.
struct Place(PathBuf);

impl Place {
    fn new() -> Place {
        let path = std::env::temp_dir().join(format!("tabia-speed-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a directory");
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn start(program: &Path, words: &[&str]) -> Process {
    let mut command = Command::new(program);
    command
        .args(words)
        .stdin(Stdio::null())
        .stdout(Stdio::null());
    let child = command.stderr(Stdio::null()).spawn();
    Process(child.unwrap_or_else(|error| panic!("{}: {error}", program.display())))
}

struct Bench {
    program: PathBuf,
    server: PathBuf,
}

impl Bench {
    /// The time of a command that has to succeed.
    fn time(&self, words: &[&str]) -> f64 {
        let begun = Instant::now();
        let status = start(&self.program, words).0.wait().expect("its end");
        assert!(status.success(), "tabia {}", words.join(" "));
        begun.elapsed().as_secs_f64()
    }

    /// The time with so many workers, each of one thread, on a new server.
    fn with_workers(&self, words: &[&str], workers: usize, place: &Path) -> f64 {
        let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = free.local_addr().expect("an address").port();
        drop(free);
        let files = place.join(format!("nats-{port}"));
        let port = port.to_string();
        let files = files.to_str().expect("UTF-8");
        let here = ["-js", "-a", "127.0.0.1", "-p", &port, "-sd", files];
        let _server = start(&self.server, &here);
        while TcpStream::connect(format!("127.0.0.1:{port}")).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
        let url = format!("nats://127.0.0.1:{port}");
        let names: Vec<String> = (1..=workers).map(|n| format!("w{n}")).collect();
        let hired = |name: &String| {
            let worker = ["worker", "--threads", "1", "--nats", &url, "--name", name];
            start(&self.program, &worker)
        };
        let _workers: Vec<Process> = names.iter().map(hired).collect();
        // They are there before there is anything to do.
        thread::sleep(Duration::from_secs(2));
        self.time(&[words, &["--nats", &url]].concat())
    }

    /// The times alone on one thread, with one worker, alone on two threads and
    /// with two workers, which all leave the same bytes.
    fn round(&self, words: &[&str], file: &str, threads: &str) -> [f64; 4] {
        let place = Place::new();
        let out = |name: &str| {
            let path = place.0.join(name);
            path.to_str().expect("UTF-8").to_owned()
        };
        let alone = |count: &str| {
            let out = out(&format!("alone-{count}"));
            self.time(&[words, &[file, &out, threads, count]].concat())
        };
        let elsewhere = |count: usize| {
            let out = out(&format!("workers-{count}"));
            self.with_workers(&[words, &[file, &out]].concat(), count, &place.0)
        };
        let times = [alone("1"), elsewhere(1), alone("2"), elsewhere(2)];
        let first = contents(Path::new(&out("alone-1")));
        for other in ["alone-2", "workers-1", "workers-2"] {
            assert!(
                first == contents(Path::new(&out(other))),
                "{other} is different"
            );
        }
        times
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut named = |default: &str| arguments.next().map_or(here.join(default), PathBuf::from);
    let bench = Bench {
        program: named(PROGRAM),
        server: named(SERVER),
    };
    println!(
        "| | alone, 1 thread | 1 worker | alone, 2 threads | 2 workers | 2 workers : 1 | overhead of 1, of 2 |"
    );
    println!("|---|---|---|---|---|---|---|");
    for (name, command, file, threads) in WORK {
        let words: Vec<&str> = command.split(' ').collect();
        let rounds: Vec<[f64; 4]> = (0..ROUNDS)
            .map(|_| bench.round(&words, file, threads))
            .collect();
        let mean = |at: usize| rounds.iter().map(|times| times[at]).sum::<f64>() / ROUNDS as f64;
        let [alone_1, one, alone_2, two] = [0, 1, 2, 3].map(mean);
        let all = [0, 1, 2, 3].map(|at| {
            let times = rounds.iter().map(|times| format!("{:.1}", times[at]));
            times.collect::<Vec<String>>().join(", ")
        });
        println!(
            "| {name} | {} s | {:.2} | {:+.1} %, {:+.1} % |",
            all.join(" s | "),
            one / two,
            100.0 * (one / alone_1 - 1.0),
            100.0 * (two / alone_2 - 1.0)
        );
    }
}

/// A file, or all files of a directory, by name.
fn contents(path: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let read = |path: PathBuf| {
        let bytes = std::fs::read(&path).expect("a file");
        (PathBuf::from(path.file_name().unwrap_or_default()), bytes)
    };
    if path.is_file() {
        return vec![(PathBuf::new(), read(path.to_owned()).1)];
    }
    let entries = std::fs::read_dir(path).expect("a directory");
    let mut files: Vec<_> = entries
        .map(|entry| read(entry.expect("an entry").path()))
        .collect();
    files.sort();
    files
}
