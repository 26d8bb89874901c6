//! `tabia go gtp`: the Go Text Protocol.

use std::io::{self, Write as _};

use clap::Args;
use tabia_kernel::search::{Limits, Stop};

use crate::ending::Ending;
use crate::memory;
use crate::numbers;

/// Answer questions of a Go program, by the Go Text Protocol (version 2).
///
/// Standard commands, and about the problem of a loaded file (TR, MA) or the
/// one seen on the board: oneeye_solve, tsumego_solve and, in GNU Go's formats,
/// owl_attack, owl_defend, dragon_status, eval_eye. `genmove` plays the move
/// that decides it.
#[derive(Args)]
#[command(after_help = "Example:\n  \
    printf 'loadsgf problem.sgf\\ntsumego_solve\\nquit\\n' | tabia go gtp")]
pub(crate) struct Protocol {
    /// Give up a search after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30.0, value_parser = numbers::seconds())]
    time: f64,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 300, value_parser = numbers::mebibytes())]
    memory: u32,
}

/// No command is longer; the rest of a longer line is dropped.
const LONGEST: usize = 1 << 16;

impl Protocol {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let time = numbers::duration(self.time);
        // Ctrl-C ends the program: there is nothing to keep.
        let memory = memory::mebibytes(self.memory)?;
        let mut gtp = tabia_go::Gtp::new(Limits::time(time), memory, Stop::new());
        let mut input = io::stdin().lock();
        let mut line = Vec::new();
        while next_line(&mut input, &mut line)? {
            let text = String::from_utf8_lossy(&line);
            if let Some(reply) = gtp.respond(&text) {
                let mut out = io::stdout().lock();
                out.write_all(reply.text.as_bytes())?;
                out.flush()?;
                if reply.quits {
                    break;
                }
            }
        }
        Ok(Ending::Done)
    }
}

/// Reads a line without letting it grow beyond bounds; false at the end.
fn next_line(input: &mut impl io::BufRead, line: &mut Vec<u8>) -> io::Result<bool> {
    line.clear();
    let mut any = false;
    loop {
        let chunk = input.fill_buf()?;
        if chunk.is_empty() {
            return Ok(any);
        }
        any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let length = end.unwrap_or(chunk.len());
        let room = LONGEST.saturating_sub(line.len());
        line.extend(&chunk[..length.min(room)]);
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() {
            return Ok(true);
        }
    }
}
