//! `tabia serve`: the local page.

mod watch;

use std::io::Write as _;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use serde::Serialize;
use tabia_desk::Games;
use tabia_web::{Remote, Site};

use super::darkchess::engine::endings;
use crate::ending::Ending;
use crate::interrupt::Work;
use crate::nats::EntryOptions;
use crate::{memory, output};
use watch::Watch;

/// The local page: play, solve and study every game in the browser.
///
/// Only this machine can reach it unless --listen names another address;
/// browsers elsewhere also need --host with the name they use. Every address
/// has its share of the engines; behind a proxy all have the proxy's address
/// and share its part. Games are kept for the page's statistics; Ctrl-C ends it and loses nothing, since
/// a link holds all of a game in progress.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia serve\n  \
    tabia serve --nats nats://server:4222\n  \
    tabia serve --listen 0.0.0.0:7117 --host games.example")]
pub(crate) struct Serve {
    /// Where to listen; port 0 takes any that is free
    #[arg(long, default_value = "127.0.0.1:7117", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// Another name under which browsers may ask; can be given several times
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// Directory of the games played [default: your data directory]
    #[arg(long, value_name = "DIR", env = "TABIA_DATA", hide_env_values = true)]
    data: Option<PathBuf>,
    /// How many threads engines may use [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Memory for each of a few engines, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 32,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    memory: u32,
    /// Directory of dark chess tables, as `tabia tables build darkchess` makes
    /// them
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Directory of runs to be shown: checkpoints of `tabia chess tune
    /// --checkpoint DIR/name.json`, games of `tabia chess rate --db
    /// DIR/name.sqlite`, and weights to play with, `DIR/name.json` [default:
    /// `runs` in the data directory]
    #[arg(long, value_name = "DIR")]
    runs: Option<PathBuf>,
    /// Show the jobs on this NATS server too
    #[arg(long, value_name = "URL")]
    nats: Option<String>,
    #[command(flatten)]
    entry: EntryOptions,
    /// Directory of the report to be shown, as `tabia reproduce all --out DIR`
    /// writes it [default: the last one made]
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Print the address as one line of JSON instead
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Listening {
    address: String,
}

impl Serve {
    pub(super) fn run(self, games: &Games) -> anyhow::Result<Ending> {
        let default = tabia_desk::Options::default();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .context("cannot start threads")?;
        let remote = self.nats.as_ref().map(|url| -> Arc<dyn Remote> {
            Arc::new(Watch::begin(self.entry.access(url), runtime.handle()))
        });
        let site = Site::open(&tabia_web::Options {
            data: self.data.clone(),
            hosts: self.hosts.clone(),
            games: games.clone(),
            engines: tabia_desk::Options {
                threads: self.threads.map_or(default.threads, usize::from),
                memory_mib: memory::mebibytes(self.memory)?,
                darkchess: endings(self.tables.as_deref())?,
                ..default
            },
            runs: self.runs.clone(),
            tables: self.tables.clone(),
            remote,
            report: self.report.clone(),
        })?;
        runtime.block_on(self.serve(site))
    }

    async fn serve(&self, site: Site) -> anyhow::Result<Ending> {
        let listener = tokio::net::TcpListener::bind(self.listen)
            .await
            .with_context(|| format!("cannot listen on {}", self.listen))?;
        let address = Site::address(listener.local_addr()?);
        if self.json {
            output::json(&Listening { address })?;
        } else {
            let mut out = output::stdout();
            writeln!(out, "Tabia is at {address}   (Ctrl-C ends it)")?;
            out.flush()?;
        }
        let work = Work::begin();
        let stop = work.stop().clone();
        tabia_web::serve(site, listener, async move {
            // Ctrl-C only sets a flag; nobody notices a twentieth of a second.
            while !stop.is_requested() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        })
        .await
        .context("the server stopped")?;
        // Ending it is what Ctrl-C is for: no failure.
        Ok(Ending::Done)
    }
}
