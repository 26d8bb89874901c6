//! The history mechanism: good players that dropped out and may come back.

use serde::{Deserialize, Serialize};

use crate::random::Seeded;

/// Size and admission of a history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HistoryOptions {
    /// How many players it holds at most. Default 20.
    pub size: usize,
    /// Pr: out of 100 places to be filled, how many go to the history on
    /// average; the rest to mutants. Default 10.
    pub percent: f64,
    /// Only players that passed so many selections before they dropped out
    /// are admitted. Default 0.
    pub selections: u32,
    /// A player is taken out when it comes back, rather than copied.
    /// Default false.
    pub take_out: bool,
}

impl Default for HistoryOptions {
    fn default() -> HistoryOptions {
        HistoryOptions {
            size: 20,
            percent: 10.0,
            selections: 0,
            take_out: false,
        }
    }
}

/// The best players that left the process, a bounded array of whole players.
///
/// While it has room every leaver is admitted; then a leaver with a higher
/// score takes the place of the one with the lowest. Scores of different
/// rounds are compared as they are. A player is kept once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct History {
    options: HistoryOptions,
    /// Best first; equal scores, older first.
    players: Vec<Veteran>,
}

/// A player that left.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Veteran {
    /// Its weights.
    pub weights: Vec<f64>,
    /// Its score when it left.
    pub score: f64,
}

impl History {
    /// An empty history.
    #[must_use]
    pub fn new(options: HistoryOptions) -> History {
        History {
            options,
            players: Vec::new(),
        }
    }

    /// What it was made with.
    #[must_use]
    pub fn options(&self) -> &HistoryOptions {
        &self.options
    }

    /// Whom it holds, best first.
    #[must_use]
    pub fn players(&self) -> &[Veteran] {
        &self.players
    }

    /// A player leaves after so many selections.
    pub fn leave(&mut self, weights: &[f64], score: f64, selections: u32) {
        if selections < self.options.selections || self.players.iter().any(|p| p.weights == weights)
        {
            return;
        }
        let place = self.players.partition_point(|p| p.score >= score);
        if place < self.options.size {
            let weights = weights.to_vec();
            self.players.insert(place, Veteran { weights, score });
            self.players.truncate(self.options.size);
        }
    }

    /// One of them, all alike; `None` while there is none.
    pub fn come_back(&mut self, random: &mut Seeded) -> Option<Vec<f64>> {
        if self.players.is_empty() {
            return None;
        }
        let i = random.below(self.players.len());
        Some(match self.options.take_out {
            true => self.players.remove(i).weights,
            false => self.players[i].weights.clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(history: &History) -> Vec<f64> {
        history.players().iter().map(|p| p.score).collect()
    }

    #[test]
    fn the_best_leavers_are_kept_once() {
        let mut history = History::new(HistoryOptions {
            size: 3,
            ..HistoryOptions::default()
        });
        for (weight, score) in [(1.0, 5.0), (2.0, 1.0), (3.0, 3.0), (4.0, 2.0), (1.0, 9.0)] {
            history.leave(&[weight], score, 0);
        }
        assert_eq!(scores(&history), [5.0, 3.0, 2.0]);
        // No better than the last: it stays out.
        history.leave(&[5.0], 2.0, 0);
        assert!(history.players().iter().all(|p| p.weights != [5.0]));
    }

    #[test]
    fn newcomers_can_be_kept_out() {
        let mut history = History::new(HistoryOptions {
            selections: 2,
            ..HistoryOptions::default()
        });
        history.leave(&[1.0], 5.0, 1);
        assert_eq!(history.come_back(&mut Seeded::new(1)), None);
        history.leave(&[1.0], 5.0, 2);
        assert_eq!(history.come_back(&mut Seeded::new(1)), Some(vec![1.0]));
        assert_eq!(history.players().len(), 1);
    }

    #[test]
    fn players_can_be_taken_out_when_they_come_back() {
        let mut history = History::new(HistoryOptions {
            take_out: true,
            ..HistoryOptions::default()
        });
        history.leave(&[1.0], 5.0, 0);
        assert!(history.come_back(&mut Seeded::new(1)).is_some());
        assert!(history.players().is_empty());
    }
}
