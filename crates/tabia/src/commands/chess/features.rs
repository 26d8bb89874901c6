//! `tabia chess features`: a score, feature by feature.

use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, bail};
use clap::Args;
use cozy_chess::{Board, Color};
use serde::Serialize;
use tabia_chess::eval::{Profile, Weights, seed};

use super::options;
use crate::ending::Ending;
use crate::output;

/// The 38 features of a position, for both sides, and what they add up to.
///
/// The score is White's features less Black's, times the weights, in the
/// paper's units: a pawn is 50.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess features 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'\n  \
    tabia chess features --stdin --json < positions.txt")]
pub(crate) struct Features {
    /// A position as FEN, with or without the counters, or `startpos`
    #[arg(required_unless_present = "stdin", conflicts_with = "stdin")]
    position: Option<String>,
    /// Read positions from standard input, one a line
    #[arg(long)]
    stdin: bool,
    /// A file of weights for seed38, instead of those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Print JSON instead, one line for each position
    #[arg(long)]
    json: bool,
}

/// The answer; the keys are a contract.
#[derive(Serialize)]
struct Answer<'a> {
    white: &'a [i16],
    black: &'a [i16],
    score: i32,
}

impl Features {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let weights = match &self.weights {
            None => Weights::shipped(Profile::Seed38),
            Some(path) => {
                Weights::load(path).with_context(|| format!("weights {}", path.display()))?
            }
        };
        if weights.profile() != Profile::Seed38 {
            bail!("weights of {} given, seed38 needed", weights.profile());
        }
        if let Some(text) = &self.position {
            self.show(&options::board(text)?, &weights)?;
        }
        if self.stdin {
            for (i, line) in io::stdin().lock().lines().enumerate() {
                let line = line.context("standard input")?;
                if line.trim().is_empty() {
                    continue;
                }
                let board = options::board(&line).with_context(|| format!("line {}", i + 1))?;
                self.show(&board, &weights)?;
            }
        }
        Ok(Ending::Done)
    }

    fn show(&self, board: &Board, weights: &Weights) -> anyhow::Result<()> {
        let features = seed::Features::of(board);
        let white = features.side(Color::White);
        let black = features.side(Color::Black);
        let score = Profile::Seed38.trace(board).score(weights);
        if self.json {
            output::json(&Answer {
                white,
                black,
                score,
            })?;
            return Ok(());
        }
        let mut out = output::stdout();
        writeln!(
            out,
            "{:>2} {:27}{:>6}{:>7}{:>8}{:>8}",
            "", "feature", "White", "Black", "weight", "score"
        )?;
        for (i, &weight) in weights.values().iter().enumerate() {
            let contribution = i32::from(white[i] - black[i]) * i32::from(weight);
            writeln!(
                out,
                "{:>2} {:27}{:>6}{:>7}{:>8}{:>8}",
                i + 1,
                seed::NAMES[i],
                white[i],
                black[i],
                weight,
                contribution
            )?;
        }
        writeln!(out, "{:>2} {:27}{:>29}", "", "sum, for White", score)?;
        Ok(())
    }
}
