//! What a tuning came to.

use serde::Serialize;

use super::TrialKind;
use crate::commands::chess::data::{Quality, Source};
use crate::output;

/// As many warnings as a person reads; profiles with thousands of weights have
/// hundreds.
const WARNINGS: usize = 10;

/// The keys are a contract.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) profile: String,
    pub(super) method: String,
    pub(super) trial: TrialKind,
    pub(super) weights: Vec<i16>,
    pub(super) names: Vec<String>,
    pub(super) rounds: u64,
    pub(super) tasks: u64,
    pub(super) score: f64,
    pub(super) held_out: Quality,
    pub(super) hand_set: Quality,
    /// The weights of --start; without it those set by hand.
    pub(super) start: Quality,
    /// Whether the weights found are far below those.
    pub(super) worse_than_start: bool,
    #[serde(skip)]
    pub(super) began_with: Option<String>,
    pub(super) data: Source,
    pub(super) warnings: Vec<String>,
    pub(super) seconds: f64,
}

impl Report {
    /// Where the weights come from, in one line.
    pub(super) fn origin(&self) -> String {
        let q = &self.held_out;
        format!(
            "tabia chess tune --method {} --trial {}, {} rounds, {} games, held out {}: \
             match {:.2} % (static {:.2} %), error {:.5}",
            self.method,
            format!("{:?}", self.trial).to_lowercase(),
            self.rounds,
            self.data.training_games,
            self.data.split,
            100.0 * q.quiescence_match,
            100.0 * q.static_match,
            q.error
        )
    }

    /// What --start names.
    fn beginning(&self) -> &str {
        match self.began_with.as_deref() {
            None | Some("hand") => "set by hand",
            Some(named) => named,
        }
    }

    /// That the weights found are worse, and by how much.
    pub(super) fn fall(&self) -> String {
        let (now, then) = (&self.held_out, &self.start);
        format!(
            "these weights are far below the start ({}): on games held out {:.2} % of moves \
             predicted instead of {:.2} %, error {:.5} instead of {:.5}. Do not use them; more \
             games, more generations or a profile with fewer features may do better",
            self.beginning(),
            100.0 * now.quiescence_match,
            100.0 * then.quiescence_match,
            now.error,
            then.error
        )
    }

    pub(super) fn text(&self) -> String {
        let quality = |q: &Quality| {
            vec![
                format!("{:.2} %", 100.0 * q.quiescence_match),
                format!("{:.2} %", 100.0 * q.static_match),
                format!("{:.5}", q.error),
            ]
        };
        let mut rows = vec![["", "Match", "static", "Error"].map(str::to_owned).to_vec()];
        let mut measured = vec![("tuned", &self.held_out), ("set by hand", &self.hand_set)];
        if self.beginning() != "set by hand" {
            measured.push((self.beginning(), &self.start));
        }
        for (name, q) in measured {
            let mut row = vec![name.to_owned()];
            row.extend(quality(q));
            rows.push(row);
        }
        let mut text = format!(
            "{} by {}: {} rounds, {} tasks, score {:.5}, {}\n\
             {} games to learn from, {} held out {}, {} skipped\n\n\
             On {} positions held out:\n{}\n",
            self.profile,
            self.method,
            self.rounds,
            output::grouped(self.tasks),
            self.score,
            output::duration(self.seconds),
            output::grouped(self.data.training_games),
            output::grouped(self.data.held_out_games),
            self.data.split,
            self.data.skipped,
            output::grouped(self.held_out.positions),
            crate::columns::columns(&rows)
        );
        if self.weights.len() <= 64 {
            let mut rows = vec![vec!["Weight".to_owned(), "Value".to_owned()]];
            let each = self.names.iter().zip(&self.weights);
            rows.extend(each.map(|(name, weight)| vec![name.clone(), weight.to_string()]));
            text += &crate::columns::columns(&rows);
        }
        for warning in self.warnings.iter().take(WARNINGS) {
            text += &format!("warning: {warning}\n");
        }
        if let Some(more) = self.warnings.len().checked_sub(WARNINGS + 1) {
            text += &format!("warning: … and {} more, which --json has\n", more + 1);
        }
        text
    }
}
