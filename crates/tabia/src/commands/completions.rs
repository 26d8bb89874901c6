//! `tabia completions`: what a shell needs to complete commands and options.

use std::io::Write as _;

use clap::{Args, Command};
use clap_complete::Shell;

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
    pub(super) fn run(self, mut command: Command) -> anyhow::Result<Ending> {
        // By way of memory: the generator panics when a pipe is closed.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "tabia", &mut script);
        std::io::stdout().write_all(&script)?;
        Ok(Ending::Done)
    }
}
