//! Options that several commands share.

use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use cozy_chess::Board;
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::text::read_fen;

/// Which evaluation to use.
#[derive(Args)]
pub(crate) struct Evaluation {
    /// The evaluation: full, seed38 or base33
    #[arg(long, value_name = "PROFILE", default_value_t = Profile::Full)]
    profile: Profile,
    /// A file of weights, instead of those that come with the program
    #[arg(long, value_name = "FILE", conflicts_with = "profile")]
    weights: Option<PathBuf>,
}

impl Evaluation {
    /// The weights that were asked for.
    pub(crate) fn weights(&self) -> anyhow::Result<Weights> {
        match &self.weights {
            None => Ok(Weights::shipped(self.profile)),
            Some(path) => {
                Weights::load(path).with_context(|| format!("weights {}", path.display()))
            }
        }
    }
}

/// Reads a position; the message names it.
pub(crate) fn board(text: &str) -> anyhow::Result<Board> {
    if text.trim() == "startpos" {
        return Ok(Board::startpos());
    }
    read_fen(text).context("position")
}
