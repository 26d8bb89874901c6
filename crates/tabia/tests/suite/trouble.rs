//! Jobs while the network, the disk or the clock fails, with real processes.

use crate::program;
use crate::skipped::skipped;

use std::io;
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use program::server::{Server, Worker, files, text};
use program::{json, run, start};

const BUILD: [&str; 6] = [
    "tables",
    "build",
    "darkchess",
    "--elements",
    "4",
    "--distances",
];

/// Tables made on this machine.
fn made_here(place: &Path) -> PathBuf {
    let near = place.join("near");
    json(&[&BUILD[..], &["--dir", text(&near), "--json"]].concat());
    near
}

/// Waits for a command to end well.
fn ends_well(child: Child) {
    let output = child.wait_with_output().expect("its end");
    assert!(output.status.success(), "{output:?}");
}

/// Runs a system command; whether it succeeded.
fn system(words: &[&str]) -> bool {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).stdout(Stdio::null());
    let done = command.stderr(Stdio::null()).status();
    done.is_ok_and(|status| status.success())
}

/// A line to the server that can be cut: what is on it then is held, and nobody
/// gets through, until it is healed.
struct Line {
    port: u16,
    cut: Arc<AtomicBool>,
}

impl Line {
    fn to(server: u16) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let port = listener.local_addr().expect("an address").port();
        let cut = Arc::new(AtomicBool::new(false));
        let is_cut = cut.clone();
        thread::spawn(move || {
            for here in listener.incoming().flatten() {
                if is_cut.load(Ordering::Relaxed) {
                    continue;
                }
                let Ok(there) = TcpStream::connect(("127.0.0.1", server)) else {
                    continue;
                };
                for (mut from, mut to) in [
                    (
                        here.try_clone().expect("a socket"),
                        there.try_clone().expect("a socket"),
                    ),
                    (there, here),
                ] {
                    let is_cut = is_cut.clone();
                    thread::spawn(move || pass(&mut from, &mut to, &is_cut));
                }
            }
        });
        Line { port, cut }
    }

    fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// Passes bytes on, but for the time of a cut.
fn pass(from: &mut TcpStream, to: &mut TcpStream, is_cut: &AtomicBool) -> io::Result<()> {
    let mut buffer = [0; 1 << 14];
    loop {
        let len = io::Read::read(from, &mut buffer)?;
        if len == 0 {
            return to.shutdown(std::net::Shutdown::Write);
        }
        while is_cut.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(10));
        }
        io::Write::write_all(to, &buffer[..len])?;
    }
}

#[test]
fn a_line_that_is_cut_and_healed_changes_no_byte() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let near = made_here(place.path());
    let far = place.path().join("far");
    let port: u16 = server
        .url()
        .rsplit(':')
        .next()
        .expect("a port")
        .parse()
        .expect("a number");
    let lines = [Line::to(port), Line::to(port)];
    let submitter = lines[0].url();
    let waiting = start(&[&BUILD[..], &["--dir", text(&far), "--nats", &submitter]].concat());
    let hire = |i: usize| Worker::start(&lines[i].url(), &format!("w{i}"), &[]);
    let mut workers = [hire(0), hire(1)];
    server.wait_for_units(1);
    // Each alone, then both, each time for longer than a worker may be silent.
    for cut in [&[0][..], &[1], &[0, 1]] {
        cut.iter()
            .for_each(|&i| lines[i].cut.store(true, Ordering::Relaxed));
        thread::sleep(Duration::from_secs(3));
        cut.iter()
            .for_each(|&i| lines[i].cut.store(false, Ordering::Relaxed));
        // One that had not connected before has given up.
        for (i, worker) in workers.iter_mut().enumerate() {
            if worker.0.try_wait().expect("a process").is_some() {
                *worker = hire(i);
            }
        }
        thread::sleep(Duration::from_millis(150));
    }
    ends_well(waiting);
    drop(workers);
    assert!(files(&near) == files(&far), "other bytes");
}

/// A host of its own: a network namespace, tied to ours by a pair of links.
struct Host {
    name: String,
    link: String,
}

impl Host {
    /// `None` where that is not allowed.
    fn new(number: u32) -> Option<Host> {
        let id = std::process::id() % 10_000;
        let host = Host {
            name: format!("tabia{id}-{number}"),
            link: format!("tb{id}-{number}"),
        };
        if !system(&["ip", "netns", "add", &host.name]) {
            return None;
        }
        let inner = format!("ti{id}-{number}");
        let (ours, theirs) = (host.ours(), format!("10.213.{number}.2/24"));
        let ours = format!("{ours}/24");
        let inside = ["ip", "netns", "exec", &host.name];
        let steps: [&[&str]; 4] = [
            &[
                "ip", "link", "add", &host.link, "type", "veth", "peer", "name", &inner,
            ],
            &["ip", "link", "set", &inner, "netns", &host.name],
            &["ip", "addr", "add", &ours, "dev", &host.link],
            &["ip", "link", "set", &host.link, "up"],
        ];
        let fine = steps.iter().all(|step| system(step))
            && system(&[&inside[..], &["ip", "addr", "add", &theirs, "dev", &inner]].concat())
            && system(&[&inside[..], &["ip", "link", "set", &inner, "up"]].concat());
        fine.then_some(host)
    }

    /// Our address, as it sees us.
    fn ours(&self) -> String {
        let number = self.name.rsplit('-').next().expect("a number");
        format!("10.213.{number}.1")
    }

    fn set(&self, state: &str) {
        assert!(system(&["ip", "link", "set", &self.link, state]), "{state}");
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        system(&["ip", "netns", "del", &self.name]);
        system(&["ip", "link", "del", &self.link]);
    }
}

#[test]
fn hosts_that_are_unplugged_and_plugged_in_again_change_no_byte() {
    let place = tempfile::tempdir().expect("a directory");
    let hosts = (Host::new(1), Host::new(2));
    let (Some(one), Some(two)) = hosts else {
        skipped("network namespaces are for root, with iproute2");
        return;
    };
    let Some(server) = Server::start_for_all(&place.path().join("nats")) else {
        return;
    };
    let near = made_here(place.path());
    let far = place.path().join("far");
    let port = server.url().rsplit(':').next().expect("a port").to_owned();
    let worker = |host: &Host, name: &str| {
        let url = format!("nats://{}:{port}", host.ours());
        let words = [
            "netns",
            "exec",
            &host.name,
            env!("CARGO_BIN_EXE_tabia"),
            "worker",
        ];
        let options = [
            "--nats",
            &url,
            "--name",
            name,
            "--threads",
            "1",
            "--patience",
            "2",
        ];
        let mut command = Command::new("ip");
        command.args(words).args(options).stdin(Stdio::null());
        command.stdout(Stdio::null()).stderr(Stdio::null());
        Worker(command.spawn().expect("a worker"))
    };
    let waiting = start(&[&BUILD[..], &["--dir", text(&far), "--nats", &server.url()]].concat());
    let mut workers = [worker(&one, "one"), worker(&two, "two")];
    server.wait_for_units(1);
    for host in [&one, &two] {
        host.set("down");
        thread::sleep(Duration::from_secs(3));
        host.set("up");
        // One that had not connected before has given up.
        for (place, host) in workers.iter_mut().zip([&one, &two]) {
            if place.0.try_wait().expect("a process").is_some() {
                *place = worker(host, "again");
            }
        }
        thread::sleep(Duration::from_millis(200));
    }
    ends_well(waiting);
    drop(workers);
    assert!(files(&near) == files(&far), "other bytes");
}

/// A small disk of its own.
pub(crate) struct Disk(pub(crate) PathBuf);

impl Disk {
    /// `None` where that is not allowed.
    pub(crate) fn new(path: PathBuf, size: &str) -> Option<Disk> {
        std::fs::create_dir_all(&path).expect("a directory");
        let size = format!("size={size}");
        let mounted = system(&["mount", "-t", "tmpfs", "-o", &size, "tmpfs", text(&path)]);
        mounted.then_some(Disk(path))
    }

    fn resize(&self, size: &str) {
        let size = format!("remount,size={size}");
        assert!(system(&["mount", "-o", &size, text(&self.0)]));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        system(&["umount", "-l", text(&self.0)]);
    }
}

#[test]
fn a_full_disk_ends_a_build_by_name_and_with_room_it_goes_on() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(disk) = Disk::new(place.path().join("disk"), "1m") else {
        skipped("only root mounts a small disk");
        return;
    };
    let near = made_here(place.path());
    let far = disk.0.join("tables");
    let build = [&BUILD[..], &["--dir", text(&far)]].concat();
    let full = run(&build);
    assert_eq!(full.code, 1, "{full:?}");
    assert!(full.err.contains(text(&far)), "{}", full.err);
    assert!(full.err.contains("No space left"), "{}", full.err);
    // What is there is whole.
    let whole = files(&near);
    for (name, bytes) in files(&far) {
        assert!(whole.get(&name) == Some(&bytes), "{name}");
    }
    disk.resize("64m");
    assert_eq!(run(&build).code, 0);
    assert!(whole == files(&far), "other bytes");
}

#[test]
fn a_server_whose_disk_is_full_loses_nothing() {
    let place = tempfile::tempdir().expect("a directory");
    let Some(disk) = Disk::new(place.path().join("disk"), "3m") else {
        skipped("only root mounts a small disk");
        return;
    };
    let Some(mut server) = Server::start(&disk.0) else {
        return;
    };
    let near = made_here(place.path());
    let far = place.path().join("far");
    let url = server.url();
    let build = [&BUILD[..], &["--dir", text(&far), "--nats", &url]].concat();
    let mut waiting = start(&build);
    let _workers = ["one", "two"].map(|name| Worker::start(&url, name, &[]));
    // Long enough to fill it.
    thread::sleep(Duration::from_secs(5));
    assert!(!far.join("materials.map").exists() || files(&far) != files(&near));
    disk.resize("256m");
    server.replace();
    server.wait();
    // It may have given up with the server.
    if waiting.try_wait().expect("a process").is_some() {
        waiting = start(&build);
    }
    ends_well(waiting);
    assert!(files(&near) == files(&far), "other bytes");
}

#[test]
fn clocks_that_are_wrong_change_no_byte() {
    if !system(&["faketime", "--version"]) {
        skipped("there is no faketime; `cargo xtask test` installs it");
        return;
    }
    let place = tempfile::tempdir().expect("a directory");
    let Some(server) = Server::start(&place.path().join("nats")) else {
        return;
    };
    let near = made_here(place.path());
    let far = place.path().join("far");
    let url = server.url();
    // Before the workers, who leave when nothing is left: a signal would reach
    // faketime alone.
    let submit = ["jobs", "submit", "tables", "--elements", "4", "--distances"];
    json(&[&submit[..], &["--nats", &url, "--json"]].concat());
    let faked = |when: &str, name: &str| {
        let mut command = Command::new("faketime");
        // Nobody sets the monotonic clock, on which deadlines rest.
        command.args(["--exclude-monotonic", "-m", "-f", when]);
        command.args([env!("CARGO_BIN_EXE_tabia"), "worker", "--nats", &url]);
        command.args(["--name", name, "--threads", "1", "--once"]);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        command.stderr(Stdio::null()).spawn().expect("a process")
    };
    // A year behind, and a clock that runs a thousand times too fast.
    let workers = [faked("-1y", "late"), faked("+0 x1000", "fast")];
    let build = [&BUILD[..], &["--dir", text(&far), "--nats", &url]].concat();
    ends_well(start(&build));
    workers.into_iter().for_each(ends_well);
    assert!(files(&near) == files(&far), "other bytes");
}
