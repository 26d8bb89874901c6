//! What a tuning leaves behind: weights, plots.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use tabia_chess::eval::Profile;
use tabia_chess::tune::{Session, to_openbench, to_rust, weights_of};
use tabia_draw::plot::{Axis, Plot, Series};

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
            write(path, &to_rust(&weights))?;
        }
        if let Some(path) = &self.openbench {
            write(path, &to_openbench(session.space(), &best))?;
        }
        self.plot(session)
    }

    /// Writes the plots, if asked for.
    pub(super) fn plot(&self, session: &Session) -> anyhow::Result<()> {
        if let Some(directory) = &self.plots {
            fs::create_dir_all(directory)
                .with_context(|| format!("cannot make the directory {}", directory.display()))?;
            write(&directory.join("score.svg"), &score_plot(session))?;
            write(&directory.join("weights.svg"), &weights_plot(session))?;
        }
        Ok(())
    }
}

pub(super) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// At most so many points to a line: more cannot be told apart.
const POINTS: usize = 100;

fn thinned(count: usize) -> impl Iterator<Item = usize> {
    let every = count.div_ceil(POINTS).max(1);
    (0..count).filter(move |i| i % every == 0 || i + 1 == count)
}

/// Score by generation.
pub(crate) fn score_plot(session: &Session) -> String {
    let log = session.log();
    let series = |name: &str, value: &dyn Fn(usize) -> f64| {
        let points = thinned(log.len()).map(|i| (i as f64, value(i)));
        Series::new(name, points.collect::<Vec<_>>())
    };
    let (x, y) = match session.plan().method.is_gradient() {
        true => ("step", "loss"),
        false => ("generation", "score"),
    };
    let title = format!("{}: {y} by {x}", session.plan().method);
    let mut plot =
        Plot::new(&title, Axis::linear(x), Axis::linear(y)).with(series("best", &|i| log[i].best));
    if !session.plan().method.is_gradient() {
        plot = plot.with(series("mean", &|i| log[i].mean).dashed());
    }
    plot.svg()
}

/// The weights that moved most, in shares of their ranges, by generation.
pub(crate) fn weights_plot(session: &Session) -> String {
    let log = session.log();
    let parameters = session.space().parameters();
    let share = |i: usize, k: usize| match parameters[k].width() {
        0.0 => 0.0,
        width => (log[i].weights[k] - parameters[k].lo) / width,
    };
    let travelled = |k: usize| -> f64 {
        let each = 1..log.len();
        each.map(|i| (share(i, k) - share(i - 1, k)).abs()).sum()
    };
    let mut order: Vec<(f64, usize)> = (0..parameters.len()).map(|k| (travelled(k), k)).collect();
    order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let title = format!("{}: weights that moved most", session.plan().method);
    let mut plot = Plot::new(
        &title,
        Axis::linear("generation"),
        Axis::linear("share of the range"),
    );
    for &(_, k) in order.iter().take(6) {
        let points = thinned(log.len()).map(|i| (i as f64, share(i, k)));
        plot = plot.with(Series::new(&parameters[k].name, points.collect::<Vec<_>>()));
    }
    plot.svg()
}
