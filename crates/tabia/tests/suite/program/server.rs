//! A real NATS server, and workers as processes.

use std::collections::BTreeMap;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use super::run;

/// A server of our own; what it keeps outlives it.
pub(crate) struct Server {
    program: PathBuf,
    dir: PathBuf,
    /// Where it listens.
    address: &'static str,
    port: u16,
    process: Child,
}

/// The server that `cargo xtask test` installs; Debian's is too old.
fn program() -> Option<PathBuf> {
    let tools = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/tools");
    let program = tools.join("nats/bin/nats-server");
    if !program.exists() {
        let place = program.display();
        crate::skipped::skipped(&format!("there is no {place}; run `cargo xtask test`"));
        return None;
    }
    Some(program)
}

impl Server {
    /// One on this host alone.
    pub(crate) fn start(dir: &Path) -> Option<Server> {
        Server::start_at(dir, "127.0.0.1")
    }

    /// One that other hosts reach too.
    pub(crate) fn start_for_all(dir: &Path) -> Option<Server> {
        Server::start_at(dir, "0.0.0.0")
    }

    fn start_at(dir: &Path, address: &'static str) -> Option<Server> {
        let program = program()?;
        let port = free_port();
        let process = spawn(&program, dir, address, port);
        let dir = dir.to_owned();
        let server = Server {
            program,
            dir,
            address,
            port,
            process,
        };
        server.wait();
        Some(server)
    }

    /// One with more in its configuration, which may ask who is there:
    /// [`wait_as`](Server::wait_as) somebody.
    pub(crate) fn start_with(dir: &Path, rules: &str) -> Option<Server> {
        let program = program()?;
        std::fs::create_dir_all(dir).expect("a directory");
        let file = dir.join("server.conf");
        std::fs::write(&file, rules).expect("a file");
        let (address, port) = ("127.0.0.1", free_port());
        let process = command(&program, dir, address, port)
            .arg("-c")
            .arg(&file)
            .spawn()
            .expect("a server");
        let dir = dir.to_owned();
        Some(Server {
            program,
            dir,
            address,
            port,
            process,
        })
    }

    /// The address, with a user and password or a token.
    pub(crate) fn url_as(&self, who: &str) -> String {
        format!("nats://{who}@127.0.0.1:{}", self.port)
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Until JetStream answers.
    pub(crate) fn wait(&self) {
        self.wait_as(&self.url(), &[]);
    }

    /// The same for whoever is let in.
    pub(crate) fn wait_as(&self, url: &str, more: &[&str]) {
        let deadline = Instant::now() + Duration::from_secs(20);
        loop {
            let asked = run(&[&["jobs", "list", "--nats", url], more].concat());
            if asked.code == 0 {
                return;
            }
            assert!(Instant::now() < deadline, "{asked:?}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    /// Until so many units of the first job are done.
    pub(crate) fn wait_for_units(&self, units: u64) {
        let deadline = Instant::now() + Duration::from_secs(60);
        loop {
            let jobs = run(&["jobs", "list", "--nats", &self.url(), "--json"]).out;
            let jobs: serde_json::Value = serde_json::from_str(&jobs).unwrap_or_default();
            if jobs[0]["done"].as_u64().is_some_and(|done| done >= units) {
                return;
            }
            assert!(Instant::now() < deadline, "nothing is done: {jobs}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// `kill -9`, and another one in its place.
    pub(crate) fn replace(&mut self) {
        self.process.kill().expect("a process");
        self.process.wait().expect("its end");
        self.process = spawn(&self.program, &self.dir, self.address, self.port);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

fn spawn(program: &Path, dir: &Path, address: &str, port: u16) -> Child {
    let mut command = command(program, dir, address, port);
    command.spawn().expect("a server")
}

fn command(program: &Path, dir: &Path, address: &str, port: u16) -> Command {
    let mut command = Command::new(program);
    command
        .args(["-js", "-a", address, "-p", &port.to_string(), "-sd"])
        .arg(dir)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    command
}

/// A worker as a process, ended when it is forgotten.
pub(crate) struct Worker(pub(crate) Child);

impl Worker {
    pub(crate) fn start(url: &str, name: &str, more: &[&str]) -> Worker {
        let mut arguments = vec!["worker", "--nats", url, "--name", name, "--threads", "1"];
        arguments.extend(["--patience", "2"]);
        arguments.extend(more);
        let mut command = super::command(&arguments);
        command.stdin(Stdio::null()).stdout(Stdio::null());
        Worker(command.stderr(Stdio::null()).spawn().expect("a worker"))
    }

    /// As Ctrl-C does.
    pub(crate) fn interrupt(&mut self) -> i32 {
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

/// The files of a directory, and the names of directories in it.
pub(crate) fn files(dir: &Path) -> BTreeMap<String, Vec<u8>> {
    let list = std::fs::read_dir(dir).expect("a directory");
    list.map(|entry| {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        match path.is_dir() {
            true => (format!("{name}/"), Vec::new()),
            false => (name.into_owned(), std::fs::read(&path).expect("a file")),
        }
    })
    .collect()
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("UTF-8")
}

/// A port that nobody listens on.
pub(crate) fn free_port() -> u16 {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    free.local_addr().expect("an address").port()
}
