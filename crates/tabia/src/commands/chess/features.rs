//! `tabia chess features`: a score, feature by feature.

use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use cozy_chess::{Board, Color};
use serde::Serialize;
use tabia_chess::eval::{Profile, Weights, seed};

use super::options;
use crate::ending::Ending;
use crate::output;

/// What a score is made of: the 38 features of a position for both sides, or
/// those of another profile, and what they add up to.
///
/// The score is White's features less Black's, times the weights: in the
/// paper's units, where a pawn is 50, or in hundredths of a pawn with `full`,
/// whose features each have a weight for the middle game and one for the
/// endgame, mixed by the pieces that are left.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
    tabia chess features 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3'\n  \
    tabia chess features --profile full startpos\n  \
    tabia chess features --stdin --json < positions.txt")]
pub(crate) struct Features {
    /// A position as FEN, with or without the counters, or `startpos`
    #[arg(required_unless_present = "stdin", conflicts_with = "stdin")]
    position: Option<String>,
    /// Read positions from standard input, one a line
    #[arg(long)]
    stdin: bool,
    /// The evaluation: seed38, base33 or full
    #[arg(long, value_name = "PROFILE", default_value_t = Profile::Seed38)]
    profile: Profile,
    /// A file of weights, instead of those that come with the program
    #[arg(long, value_name = "FILE", conflicts_with = "profile")]
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

/// The answer for a profile whose features are too many to list those that are
/// not there.
#[derive(Serialize)]
struct Terms {
    profile: &'static str,
    terms: Vec<Term>,
    score: i32,
}

/// A feature of the position: White's less Black's.
#[derive(Serialize)]
struct Term {
    feature: String,
    amount: f64,
    weight: i16,
    score: f64,
}

impl Features {
    pub(crate) fn run(self) -> anyhow::Result<Ending> {
        let weights = match &self.weights {
            None => Weights::shipped(self.profile),
            Some(path) => {
                Weights::load(path).with_context(|| format!("weights {}", path.display()))?
            }
        };
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
        match weights.profile() {
            Profile::Full => self.show_terms(board, weights),
            Profile::Seed38 | Profile::Base33 => self.show_sides(board, weights),
        }
    }

    /// Every feature, for both sides.
    fn show_sides(&self, board: &Board, weights: &Weights) -> anyhow::Result<()> {
        let features = seed::Features::of(board);
        let count = weights.profile().size();
        let white = &features.side(Color::White)[..count];
        let black = &features.side(Color::Black)[..count];
        let score = weights.profile().trace(board).score(weights);
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

    /// The features that one side has more of.
    fn show_terms(&self, board: &Board, weights: &Weights) -> anyhow::Result<()> {
        let profile = weights.profile();
        let names = profile.feature_names();
        let trace = profile.trace(board);
        let terms = trace.terms().iter().map(|term| {
            let feature = usize::from(term.feature);
            let weight = weights.values()[feature];
            let amount = f64::from(term.coefficient) / f64::from(trace.divisor());
            Term {
                feature: names[feature].clone(),
                amount,
                weight,
                score: amount * f64::from(weight),
            }
        });
        let answer = Terms {
            profile: profile.name(),
            terms: terms.collect(),
            score: trace.score(weights),
        };
        if self.json {
            output::json(&answer)?;
            return Ok(());
        }
        let mut out = output::stdout();
        let widest = names.iter().map(|name| name.chars().count()).max();
        let width = widest.unwrap_or(0) + 1;
        writeln!(
            out,
            "{:width$}{:>8}{:>8}{:>9}",
            "feature, White's less Black's", "amount", "weight", "score"
        )?;
        for term in &answer.terms {
            writeln!(
                out,
                "{:width$}{:>8.2}{:>8}{:>9.1}",
                term.feature, term.amount, term.weight, term.score
            )?;
        }
        writeln!(
            out,
            "{:width$}{:>25}",
            "sum, rounded, for White", answer.score
        )?;
        Ok(())
    }
}
