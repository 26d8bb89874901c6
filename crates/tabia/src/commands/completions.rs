//! `tabia completions`: what a shell needs to complete commands and options.

use std::io::Write as _;

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use crate::commands::Tabia;
use crate::ending::Ending;

/// Completions for a shell, on standard output.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    source <(tabia completions bash)\n  \
    tabia completions fish > ~/.config/fish/completions/tabia.fish")]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        // By way of memory: the generator panics when a pipe is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Tabia::command(), "tabia", &mut script);
        std::io::stdout().write_all(&script)?;
        Ok(Ending::Done)
    }
}
