//! `tabia man`: man pages of all commands.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{Args, Command};

use crate::ending::Ending;

/// Writes a man page for each command.
#[derive(Args)]
#[command(after_help = "Example: tabia man --out ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The directory for the pages
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Man {
    pub(super) fn run(self, command: Command) -> anyhow::Result<Ending> {
        let name = self.out.display();
        fs::create_dir_all(&self.out).with_context(|| format!("cannot make {name}"))?;
        clap_mangen::generate_to(command, &self.out)
            .with_context(|| format!("cannot write to {name}"))?;
        Ok(Ending::Done)
    }
}
