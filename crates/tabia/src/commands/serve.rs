//! `tabia serve`: the local page, which has still to be built.

use clap::Args;

use crate::ending::Ending;

/// The local page.
#[derive(Args)]
#[command(after_help = "Example: tabia serve --listen 127.0.0.1:7117")]
pub(crate) struct Serve {
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1:7117", value_name = "ADDRESS")]
    listen: std::net::SocketAddr,
}

impl Serve {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        anyhow::bail!(
            "the page is not built yet, so nothing listens on {}\n\
             What works today, in the terminal:\n  \
             tabia quarto play                          play against the program\n  \
             tabia quarto solve '0d4.15....96..87/b'    the value of a position\n  \
             tabia quarto --help                        everything else",
            self.listen
        )
    }
}
