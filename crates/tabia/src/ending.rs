//! How commands end: exit codes and the last message.

use std::io::{self, Write as _};
use std::process::ExitCode;

/// How a command ended without an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending {
    /// It did what was asked: exit code 0.
    Done,
    /// A check or verification failed, which has been reported: 1.
    Failed,
    /// Ctrl-C ended it early, which has been reported: 130, as shells expect.
    Interrupted,
}

/// The exit code of a command. An error, nearly always bad input, is printed
/// with all its causes and gives 2; a reader that went away
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
            anstream::eprintln!("{ERROR}error:{ERROR:#} {error:#}");
            ExitCode::from(2)
        }
    }
}

const ERROR: anstyle::Style = anstyle::AnsiColor::Red.on_default().bold();

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
    fn a_closed_pipe_is_found_under_context() {
        let broken = io::Error::from(io::ErrorKind::BrokenPipe);
        let error = anyhow::Error::from(broken).context("cannot print");
        assert!(is_closed_pipe(&error));
        let missing = anyhow::Error::from(io::Error::from(io::ErrorKind::NotFound));
        assert!(!is_closed_pipe(&missing));
    }
}
