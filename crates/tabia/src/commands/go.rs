//! `tabia go`.

mod asked;
pub(crate) mod bench;
mod check;
mod eye;
mod frame;
mod generate;
mod gtp;
mod ko;
mod life;
mod line;
mod words;

use std::path::Path;

use anyhow::Context as _;
use clap::Subcommand;

use crate::ending::Ending;

/// Go: one-eye problems, life and death.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Can an eye be made? Exact, for either side to move first.
    Eye(eye::Eye),
    /// Does a group live? Exact, for either side to move first.
    Life(life::Life),
    /// Propose crucial stones and region for a plain diagram.
    Frame(frame::Frame),
    /// Answer a Go program, by the Go Text Protocol.
    Gtp(gtp::Protocol),
    /// Count nodes over the collections.
    Bench(bench::Bench),
    /// Check a proof.
    Check(check::Check),
    /// Make one-eye problems from a seed.
    Generate(generate::Generate),
}

impl Command {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        match self {
            Command::Eye(command) => command.run(),
            Command::Life(command) => command.run(),
            Command::Frame(command) => command.run(),
            Command::Gtp(command) => command.run(),
            Command::Bench(command) => command.run(),
            Command::Check(command) => command.run(),
            Command::Generate(command) => command.run(),
        }
    }
}

/// The bytes of a file. Nobody's problem is larger than this; what is, is
/// something else.
fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    const MOST: u64 = 64 << 20;
    let name = path.display();
    let length = std::fs::metadata(path)
        .with_context(|| format!("cannot open {name}"))?
        .len();
    anyhow::ensure!(
        length <= MOST,
        "{name} has {length} bytes, more than {MOST}"
    );
    std::fs::read(path).with_context(|| format!("cannot read {name}"))
}
