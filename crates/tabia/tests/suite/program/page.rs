//! The page, served by the real binary in a process of its own, and asked over
//! real connections from several addresses of this machine.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use serde_json::Value;

/// A server with a scratch data directory, ended when it is dropped.
pub(crate) struct Page {
    pub(crate) process: Child,
    /// Where it listens: `127.0.0.1:7117`.
    pub(crate) host: String,
    pub(crate) data: tempfile::TempDir,
}

/// What came back.
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let body = &self.body;
        serde_json::from_str(body).unwrap_or_else(|_| panic!("no JSON: {body}"))
    }
}

/// A visitor of this name: 1 is 127.0.0.1, 2 is 127.0.0.2.
pub(crate) type Visitor = u8;

impl Page {
    /// One with more options.
    pub(crate) fn open(more: &[&str]) -> Page {
        let data = tempfile::tempdir().expect("a scratch directory");
        let folder = data.path().to_str().expect("UTF-8");
        let arguments = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--json",
            "--data",
            folder,
        ];
        // As many open files as there usually are.
        let mut process = Command::new("sh")
            .args(["-c", "ulimit -n 1024; exec \"$0\" \"$@\""])
            .arg(env!("CARGO_BIN_EXE_tabia"))
            .args([&arguments[..], more].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        BufReader::new(process.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("a line");
        let printed: Value = serde_json::from_str(&line).expect("JSON");
        let address = printed["address"].as_str().expect("an address");
        Page {
            process,
            host: address
                .trim_start_matches("http://")
                .trim_end_matches('/')
                .to_owned(),
            data,
        }
    }

    /// A connection, if there is one to be had.
    pub(crate) fn connect(&self, from: Visitor) -> std::io::Result<TcpStream> {
        static RUNTIME: OnceLock<tokio::runtime::Runtime> = OnceLock::new();
        let runtime = RUNTIME.get_or_init(|| {
            let runtime = tokio::runtime::Builder::new_multi_thread();
            { runtime }
                .worker_threads(1)
                .enable_all()
                .build()
                .expect("a thread")
        });
        let to: SocketAddr = self.host.parse().expect("an address");
        let stream = runtime.block_on(async {
            let socket = tokio::net::TcpSocket::new_v4()?;
            socket.bind((Ipv4Addr::new(127, 0, 0, from), 0).into())?;
            let connected = tokio::time::timeout(Duration::from_secs(20), socket.connect(to));
            connected.await.map_err(std::io::Error::from)??.into_std()
        })?;
        stream.set_nonblocking(false)?;
        stream.set_read_timeout(Some(Duration::from_secs(90)))?;
        Ok(stream)
    }

    /// A connection on which something has been sent.
    pub(crate) fn send(&self, from: Visitor, text: &str) -> std::io::Result<TcpStream> {
        let mut stream = self.connect(from)?;
        stream.write_all(text.as_bytes())?;
        Ok(stream)
    }

    /// A whole request.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        let host = &self.host;
        let json = match body.is_empty() {
            true => "",
            false => "Content-Type: application/json\r\n",
        };
        let length = body.len();
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
             Cookie: tabia_player=0123456789abcdef0123456789abcdef\r\n{json}\
             Content-Length: {length}\r\n\r\n{body}"
        )
    }

    /// What somebody is answered, and how long it took.
    #[track_caller]
    pub(crate) fn ask(&self, from: Visitor, method: &str, path: &str, body: &str) -> Answer {
        let mut text = Vec::new();
        let sent = self.send(from, &self.request(method, path, body));
        let read = sent.and_then(|mut stream| stream.read_to_end(&mut text));
        let text = String::from_utf8_lossy(&text).into_owned();
        assert!(
            read.is_ok() || !text.is_empty(),
            "{method} {path}: {read:?}"
        );
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        let body = match head.to_lowercase().contains("transfer-encoding: chunked") {
            true => whole(body),
            false => body.to_owned(),
        };
        Answer {
            status: status.unwrap_or(0),
            head: head.to_owned(),
            body,
        }
    }

    #[track_caller]
    pub(crate) fn get(&self, from: Visitor, path: &str) -> Answer {
        self.ask(from, "GET", path, "")
    }

    /// How long a new visitor waits for a page: the middle of five tries, since
    /// this machine has other things to do.
    #[track_caller]
    pub(crate) fn wait_for(&self, from: Visitor, path: &str) -> Duration {
        let mut times: Vec<Duration> = (0..5)
            .map(|_| {
                let begun = Instant::now();
                let answer = self.get(from, path);
                assert_eq!(answer.status, 200, "{path}: {}", answer.body);
                begun.elapsed()
            })
            .collect();
        times.sort();
        times[2]
    }

    /// Seconds of processor time that the server has taken.
    pub(crate) fn worked(&self) -> f64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.process.id()));
        let stat = stat.expect("Linux says");
        let (_, rest) = stat.rsplit_once(") ").expect("a name in brackets");
        let ticks: Vec<f64> = rest
            .split(' ')
            .filter_map(|word| word.parse().ok())
            .collect();
        // The state, which is no number, is left out.
        (ticks[10] + ticks[11]) / 100.0
    }

    /// Seconds until the server has stopped working.
    pub(crate) fn quiet_after(&self) -> f64 {
        let begun = Instant::now();
        let mut before = self.worked();
        loop {
            std::thread::sleep(Duration::from_millis(150));
            let now = self.worked();
            // The clock of processor time goes by hundredths.
            if now - before <= 0.02 {
                return (begun.elapsed().as_secs_f64() - 0.15).max(0.0);
            }
            before = now;
        }
    }

    /// Mebibytes of memory: of one of the lines of `status`, such as `VmHWM`.
    pub(crate) fn memory(&self, line: &str) -> f64 {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).expect("Linux says");
        let found = status
            .lines()
            .find(|l| l.starts_with(line))
            .expect("a line");
        let kib = found.split_whitespace().nth(1).expect("a number");
        kib.parse::<f64>().expect("a number") / 1024.0
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A body that came in chunks.
fn whole(mut chunks: &str) -> String {
    let mut body = String::new();
    while let Some((length, rest)) = chunks.split_once("\r\n") {
        let length = usize::from_str_radix(length, 16).unwrap_or(0);
        let Some(chunk) = rest.get(..length).filter(|_| length > 0) else {
            break;
        };
        body += chunk;
        chunks = rest.get(length + 2..).unwrap_or_default();
    }
    body
}
