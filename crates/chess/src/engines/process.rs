//! A child process that is spoken to in lines, or what one said.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use tabia_kernel::search::Stop;

use super::{EngineError, EngineSpec};

/// Longer lines are cut.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that wait to be read; an engine that floods its output waits too.
const WAITING_LINES: usize = 4_096;
/// How often somebody who waits looks whether he still should.
const GLANCE: Duration = Duration::from_millis(50);

pub(super) struct Process {
    voice: Voice,
    /// What it was told last, for messages.
    last: String,
}

/// Where lines come from.
enum Voice {
    /// A program.
    Child {
        child: Child,
        stdin: Option<ChildStdin>,
        lines: Receiver<String>,
    },
    /// Everything that it will say is known; it does not listen.
    Script(std::vec::IntoIter<String>),
}

impl Process {
    pub(super) fn start(spec: &EngineSpec) -> Result<Process, EngineError> {
        let error = |reason: std::io::Error| EngineError::Start {
            command: spec.program.display().to_string(),
            reason: reason.to_string(),
        };
        let mut command = Command::new(spec.resolved());
        command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Ctrl-C is for whoever plays the games: engines that it ends as well
        // would seem to have crashed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(error)?;
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
        Ok(Process::with(Voice::Child {
            child,
            stdin,
            lines,
        }))
    }

    /// A program that says these lines, and then no more.
    pub(super) fn scripted(said: &[u8]) -> Process {
        let lines = said.split(|&byte| byte == b'\n');
        let lines = lines.flat_map(|line| line.chunks(LONGEST_LINE as usize));
        let text = |line: &[u8]| String::from_utf8_lossy(line).trim().to_owned();
        let lines: Vec<String> = lines.map(text).collect();
        Process::with(Voice::Script(lines.into_iter()))
    }

    fn with(voice: Voice) -> Process {
        Process {
            voice,
            last: "start".to_owned(),
        }
    }

    /// What it was told last.
    pub(super) fn last(&self) -> String {
        self.last.clone()
    }

    /// Tells it a line.
    pub(super) fn tell(&mut self, line: &str) -> Result<(), EngineError> {
        // Long move lists make poor messages.
        self.last = line.chars().take(60).collect();
        let told = match &mut self.voice {
            Voice::Child { stdin, .. } => stdin.as_mut().is_some_and(|stdin| {
                let told = stdin.write_all(format!("{line}\n").as_bytes());
                told.and_then(|()| stdin.flush()).is_ok()
            }),
            Voice::Script(_) => true,
        };
        match told {
            true => Ok(()),
            false => Err(EngineError::Died { last: self.last() }),
        }
    }

    /// The next line it says before `deadline`.
    pub(super) fn hear(
        &mut self,
        begun: Instant,
        deadline: Instant,
    ) -> Result<String, EngineError> {
        self.hear_unless(begun, deadline, &Stop::new())
    }

    /// The same; once `stop` is requested, nothing is waited for.
    pub(super) fn hear_unless(
        &mut self,
        begun: Instant,
        deadline: Instant,
        stop: &Stop,
    ) -> Result<String, EngineError> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let heard = match &mut self.voice {
                Voice::Child { lines, .. } => lines.recv_timeout(left.min(GLANCE)),
                Voice::Script(lines) => lines.next().ok_or(RecvTimeoutError::Disconnected),
            };
            match heard {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) if left > GLANCE && !stop.is_requested() => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(EngineError::Silent {
                        last: self.last(),
                        waited: begun.elapsed(),
                    });
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(EngineError::Died { last: self.last() });
                }
            }
        }
    }

    /// Forgets what it said so far. A script says nothing before it is asked.
    pub(super) fn ignore_waiting(&mut self) {
        if let Voice::Child { lines, .. } = &self.voice {
            while lines.try_recv().is_ok() {}
        }
    }
}

impl Drop for Process {
    /// Asks it to end, and ends it if it does not.
    fn drop(&mut self) {
        let _ = self.tell("quit");
        let Voice::Child { child, stdin, .. } = &mut self.voice else {
            return;
        };
        // A closed input tells the deaf.
        *stdin = None;
        for _ in 0..20 {
            match child.try_wait() {
                Ok(Some(_)) => return,
                Ok(None) => thread::sleep(Duration::from_millis(10)),
                Err(_) => break,
            }
        }
        let _ = child.kill();
        let _ = child.wait();
    }
}
