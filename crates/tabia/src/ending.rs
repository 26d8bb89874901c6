//! How commands end: exit codes and the last message.

use std::io::{self, Write as _};
use std::process::ExitCode;

use rusqlite::ErrorCode;
use tabia_jobs::nats::NatsError;
use tabia_jobs::{Failed, ShelfError};
use tabia_kernel::endgame::TableError;

/// How a command ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// It did what was asked: exit code 0.
    Done,
    /// A check or verification failed, or something that is not the input's fault
    /// kept it from its work, which has been reported: 1.
    Failed,
    /// Ctrl-C ended it early, which has been reported: 130, as shells expect.
    Interrupted,
}

/// What keeps a command from its work and is not the input's fault, in one line.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(crate) struct Trouble(pub(crate) String);

/// The exit code of a command. An error is printed with all its causes and gives
/// 2 if the input was bad, 1 if something else was; a reader that went away
/// (`tabia … | head -1`) is no error.
pub(crate) fn exit_code(result: anyhow::Result<Ending>) -> ExitCode {
    let result = result.and_then(|ending| {
        io::stdout().flush()?;
        Ok(ending)
    });
    match result {
        Ok(Ending::Done) => ExitCode::SUCCESS,
        Ok(Ending::Failed) => ExitCode::from(1),
        Ok(Ending::Interrupted) => ExitCode::from(130),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            anstream::eprintln!("{ERROR}error:{ERROR:#} {}", told(&error));
            ExitCode::from(if is_bad_input(&error) { 2 } else { 1 })
        }
    }
}

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

/// What went wrong and all its causes, once each: many name theirs already.
/// Control characters of wrong input are not for the terminal.
fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if !text.ends_with(&cause) {
            let colon = if text.is_empty() { "" } else { ": " };
            text.extend([colon, &cause]);
        }
    }
    let shown = |c: char| match c.is_control() && c != '\n' {
        true => c.escape_default().to_string(),
        false => c.to_string(),
    };
    text.chars().map(shown).collect()
}

/// Whether other arguments or files would help; else the machine, a server or a
/// damaged file is in the way.
fn is_bad_input(error: &anyhow::Error) -> bool {
    error.chain().all(|cause| {
        if let Some(error) = cause.downcast_ref::<io::Error>() {
            is_of_the_path(error)
        } else if let Some(error) = cause.downcast_ref::<NatsError>() {
            !error.may_pass()
        } else if let Some(error) = cause.downcast_ref::<rusqlite::Error>() {
            !matches!(error.sqlite_error_code(), Some(code) if is_of_the_disk(code))
        } else {
            !cause.is::<Trouble>()
                && !matches!(cause.downcast_ref(), Some(TableError::Damaged { .. }))
                && !matches!(cause.downcast_ref(), Some(ShelfError::Damaged(_)))
                && !matches!(cause.downcast_ref(), Some(Failed::Unit { .. }))
        }
    })
}

/// Whether the system would do it for another path or address. What libraries
/// report of contents is none of the system's errors.
fn is_of_the_path(error: &io::Error) -> bool {
    use io::ErrorKind::{
        AddrInUse, AddrNotAvailable, AlreadyExists, ArgumentListTooLong, DirectoryNotEmpty,
        InvalidFilename, InvalidInput, IsADirectory, NotADirectory, NotFound,
    };
    error.raw_os_error().is_none()
        || matches!(
            error.kind(),
            AddrInUse
                | AddrNotAvailable
                | AlreadyExists
                | ArgumentListTooLong
                | DirectoryNotEmpty
                | InvalidFilename
                | InvalidInput
                | IsADirectory
                | NotADirectory
                | NotFound
        )
}

fn is_of_the_disk(code: ErrorCode) -> bool {
    use ErrorCode::{
        DatabaseBusy, DatabaseLocked, DiskFull, OutOfMemory, PermissionDenied, ReadOnly,
        SystemIoFailure,
    };
    matches!(
        code,
        DatabaseBusy
            | DatabaseLocked
            | DiskFull
            | OutOfMemory
            | PermissionDenied
            | ReadOnly
            | SystemIoFailure
    )
}

fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes_are_told_once_and_controls_are_shown() {
        #[derive(Debug, thiserror::Error)]
        #[error("x.json: {source}")]
        struct Named {
            source: io::Error,
        }
        let source = io::Error::other("no \x1b[31mroom");
        let error = anyhow::Error::from(Named { source }).context("weights");
        assert_eq!(told(&error), "weights: x.json: no \\u{1b}[31mroom");
        assert_eq!(told(&anyhow::anyhow!("two\nlines")), "two\nlines");
    }

    #[test]
    fn a_closed_pipe_is_found_under_context() {
        let broken = io::Error::from(io::ErrorKind::BrokenPipe);
        let error = anyhow::Error::from(broken).context("cannot print");
        assert!(is_closed_pipe(&error));
        let missing = anyhow::Error::from(io::Error::from(io::ErrorKind::NotFound));
        assert!(!is_closed_pipe(&missing));
    }
}
