//! A child process that is spoken to in lines.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use super::{EngineError, EngineSpec};

/// Longer lines are cut.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be read; an engine that floods its output waits too.
const WAITING_LINES: usize = 4_096;

pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// What it was told last, for messages.
    last: String,
}

impl Process {
    pub(super) fn start(spec: &EngineSpec) -> Result<Process, EngineError> {
        let error = |reason: std::io::Error| EngineError::Start {
            command: spec.program.display().to_string(),
            reason: reason.to_string(),
        };
        let mut child = Command::new(spec.resolved())
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(error)?;
        let stdin = child.stdin.take();
        let stdout = child.stdout.take().expect("it is piped");
        let (send, lines) = mpsc::sync_channel(WAITING_LINES);
        // Ends with the process, or when nobody listens any more.
        thread::spawn(move || {
            let mut reader = BufReader::new(stdout);
            let mut line = Vec::new();
            loop {
                line.clear();
                let read = reader
                    .by_ref()
                    .take(LONGEST_LINE)
                    .read_until(b'\n', &mut line);
                if !matches!(read, Ok(1..)) {
                    break;
                }
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if send.send(text).is_err() {
                    break;
                }
            }
        });
        Ok(Process {
            child,
            stdin,
            lines,
            last: "start".to_owned(),
        })
    }

    /// What it was told last.
    pub(super) fn last(&self) -> String {
        self.last.clone()
    }

    /// Tells it a line.
    pub(super) fn tell(&mut self, line: &str) -> Result<(), EngineError> {
        // Long move lists make poor messages.
        self.last = line.chars().take(60).collect();
        let told = self.stdin.as_mut().map(|stdin| {
            stdin
                .write_all(format!("{line}\n").as_bytes())
                .and_then(|()| stdin.flush())
        });
        match told {
            Some(Ok(())) => Ok(()),
            _ => Err(EngineError::Died { last: self.last() }),
        }
    }

    /// The next line it says before `deadline`.
    pub(super) fn hear(
        &mut self,
        begun: Instant,
        deadline: Instant,
    ) -> Result<String, EngineError> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(EngineError::Silent {
                last: self.last(),
                waited: begun.elapsed(),
            }),
            Err(RecvTimeoutError::Disconnected) => Err(EngineError::Died { last: self.last() }),
        }
    }

    /// Forgets what it said so far.
    pub(super) fn ignore_waiting(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }
}

impl Drop for Process {
    /// Asks it to end, and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.tell("quit");
        // A closed input tells the deaf.
        self.stdin = None;
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => break,
            }
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
