//! What a tuning leaves behind: weights, plots.

use std::fs;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use tabia_chess::eval::Profile;
use tabia_chess::tune::{Session, to_openbench, to_rust, weights_of};
use tabia_desk::runs::{score_plot, weights_plot};

use crate::output;

/// Where results are written.
#[derive(Args)]
pub(super) struct Outputs {
    /// Write the weights here, as JSON
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the weights here, as Rust
    #[arg(long, value_name = "FILE")]
    rust: Option<PathBuf>,
    /// Write the weights here, as OpenBench's lines of SPSA parameters
    #[arg(long, value_name = "FILE")]
    pub(super) openbench: Option<PathBuf>,
    /// Write plots of score and weights by generation into this directory
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

impl Outputs {
    /// Refuses files that cannot be written, before any work is done for nothing.
    pub(super) fn try_out(&self) -> anyhow::Result<()> {
        let files = [&self.out, &self.rust, &self.openbench];
        files
            .into_iter()
            .flatten()
            .try_for_each(|path| output::try_file(path))
    }

    /// Writes what was asked for.
    pub(super) fn write(
        &self,
        profile: Profile,
        session: &Session,
        origin: &str,
    ) -> anyhow::Result<()> {
        let best = session.best();
        let weights = weights_of(profile, &best).with_origin(origin);
        if let Some(path) = &self.out {
            weights
                .save(path)
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(path) = &self.rust {
            output::file(path, to_rust(&weights))?;
        }
        if let Some(path) = &self.openbench {
            let lines = to_openbench(session.space(), &best, &session.plan().steps);
            output::file(path, &lines)?;
        }
        self.plot(session)
    }

    /// Writes the plots, if asked for.
    pub(super) fn plot(&self, session: &Session) -> anyhow::Result<()> {
        if let Some(directory) = &self.plots {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot make the directory {}", directory.display()))?;
            output::file(&directory.join("score.svg"), score_plot(session))?;
            output::file(&directory.join("weights.svg"), weights_plot(session))?;
        }
        Ok(())
    }
}
