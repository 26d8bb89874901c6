//! `tabia jobs`.

mod cancel;
mod fetch;
mod list;
mod redo;
mod status;
mod submit;

use std::str::FromStr;

use clap::Subcommand;

use crate::ending::Ending;

/// Jobs on a NATS server: submit, watch, fetch.
#[derive(Subcommand)]
pub(crate) enum Command {
    Submit(submit::Submit),
    Status(status::Status),
    Cancel(cancel::Cancel),
    Redo(redo::Redo),
    Fetch(fetch::Fetch),
    List(list::List),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Submit(command) => command.run(),
            Command::Status(command) => command.run(),
            Command::Cancel(command) => command.run(),
            Command::Redo(command) => command.run(),
            Command::Fetch(command) => command.run(),
            Command::List(command) => command.run(),
        }
    }
}

/// What a job is called.
#[derive(Clone, Debug)]
struct JobId(String);

impl FromStr for JobId {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<JobId, &'static str> {
        match text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            true => Ok(JobId(text.to_ascii_lowercase())),
            false => Err("the id of a job has 16 hexadecimal digits"),
        }
    }
}
