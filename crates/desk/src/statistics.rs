//! How people fared against the program, for machines.
//!
//! Terminal, page and programs get the same keys and the same numbers.

use serde::Serialize;
use tabia_kernel::arena::{Interval, Tally};

use crate::ledger::{Experience, Filter, Ledger, LedgerError, LevelResults};

/// Results of the program; the keys are a contract.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The rules, as they print themselves.
    pub rules: String,
    /// A row for each level and experience.
    pub levels: Vec<Row>,
    /// Games left out because they were left unfinished.
    pub unfinished: u32,
    /// Games left out because the program helped the person.
    pub assisted_left_out: u32,
}

/// Results at one level against people of one experience.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    /// The level.
    pub level: String,
    /// The people's experience, if they said.
    pub experience: Option<&'static str>,
    /// Games the program won.
    pub wins: u32,
    /// Games nobody won.
    pub draws: u32,
    /// Games the program lost.
    pub losses: u32,
    /// How many turns it took.
    pub engine_turns: u32,
    /// How long one took.
    pub average_seconds: Option<f64>,
    /// How long the longest took.
    pub longest_seconds: Option<f64>,
}

impl Report {
    /// Counts the games of the ledger.
    pub fn read(ledger: &Ledger, filter: &Filter) -> Result<Report, LedgerError> {
        let (unfinished, assisted_left_out) = ledger.left_out(filter)?;
        Ok(Report {
            rules: filter.rules.clone(),
            levels: ledger.results(filter)?.iter().map(Row::from).collect(),
            unfinished,
            assisted_left_out,
        })
    }
}

impl From<&LevelResults> for Row {
    fn from(results: &LevelResults) -> Row {
        let timed = results.turns > 0;
        Row {
            level: results.level.clone(),
            experience: results.experience.map(Experience::text),
            wins: results.wins,
            draws: results.draws,
            losses: results.losses,
            engine_turns: results.turns,
            average_seconds: timed.then(|| results.seconds / f64::from(results.turns)),
            longest_seconds: timed.then_some(results.longest),
        }
    }
}

impl Row {
    /// The program's results as a tally.
    pub fn tally(&self) -> Tally {
        Tally {
            wins: self.wins.into(),
            draws: self.draws.into(),
            losses: self.losses.into(),
        }
    }

    /// Where the program's score lies with 95 % confidence.
    pub fn interval(&self) -> Interval {
        self.tally().interval()
    }
}

/// The results as comma-separated values, with a line of names first.
pub fn csv(results: &[LevelResults]) -> String {
    let mut text =
        String::from("level,experience,wins,draws,losses,engine_turns,seconds,longest\n");
    for r in results {
        let experience = r.experience.map_or("", Experience::text);
        text += &format!(
            "{},{experience},{},{},{},{},{},{}\n",
            r.level, r.wins, r.draws, r.losses, r.turns, r.seconds, r.longest
        );
    }
    text
}
