//! Differential evolution.

use serde::{Deserialize, Serialize};

use super::{Evidence, Method, Space};
use crate::random::Seeded;

/// Options of differential evolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DifferentialOptions {
    /// How many players, at least four. Default 20.
    pub players: usize,
    /// F: how much of a difference is added. Default 0.5.
    pub factor: f64,
    /// CR: the probability of a weight to come from the mutant. Default 0.9.
    pub crossover: f64,
    /// Put the parents to the trial again beside their children. Needed where
    /// scores of different rounds cannot be compared, as in tournaments.
    /// Default false.
    pub retry: bool,
}

impl Default for DifferentialOptions {
    fn default() -> DifferentialOptions {
        DifferentialOptions {
            players: 20,
            factor: 0.5,
            crossover: 0.9,
            retry: false,
        }
    }
}

/// Differential evolution, `rand/1/bin` (Storn and Price 1997), which Bošković
/// used for chess evaluations.
///
/// A child of player i takes weights from a + F·(b − c), three others, with
/// probability CR and from player i otherwise, and replaces it if it is at
/// least as good.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Differential {
    space: Space,
    options: DifferentialOptions,
    random: Seeded,
    players: Vec<Vec<f64>>,
    /// Scores of the players; empty before the first round.
    scores: Vec<f64>,
    field: Vec<Vec<f64>>,
    best: usize,
}

impl Differential {
    /// Random players.
    #[must_use]
    pub fn new(space: Space, options: DifferentialOptions, seed: u64) -> Differential {
        let mut random = Seeded::new(seed);
        let count = options.players.max(4);
        let players: Vec<_> = (0..count).map(|_| space.random(&mut random)).collect();
        Differential {
            space,
            options,
            random,
            field: players.clone(),
            players,
            scores: Vec::new(),
            best: 0,
        }
    }

    /// The same with some players of the first generation given.
    #[must_use]
    pub fn starting_from(mut self, given: &[Vec<f64>]) -> Differential {
        for (player, given) in self.players.iter_mut().zip(given) {
            *player = self.space.nearest(given);
        }
        self.field.clone_from(&self.players);
        self
    }

    /// Whether all parts belong together, after it has been read.
    pub(super) fn fits(&self) -> bool {
        let count = self.players.len();
        let tried = match (self.scores.is_empty(), self.options.retry) {
            (false, true) => 2 * count,
            _ => count,
        };
        count >= 4
            && self.best < count
            && (self.scores.is_empty() || self.scores.len() == count)
            && self.field.len() == tried
            && self.space.holds(&self.players)
            && self.space.holds(&self.field)
    }

    fn child(&mut self, i: usize) -> Vec<f64> {
        let count = self.players.len();
        let mut others: Vec<usize> = Vec::with_capacity(3);
        while others.len() < 3 {
            let j = self.random.below(count);
            if j != i && !others.contains(&j) {
                others.push(j);
            }
        }
        let [a, b, c] = [0, 1, 2].map(|k| others[k]);
        let certain = self.random.below(self.space.len());
        let mut child = self.players[i].clone();
        for (k, weight) in child.iter_mut().enumerate() {
            if self.random.unit() < self.options.crossover || k == certain {
                let difference = self.players[b][k] - self.players[c][k];
                let mutant = self.players[a][k] + self.options.factor * difference;
                *weight = self.space.parameters()[k].nearest(mutant);
            }
        }
        child
    }
}

impl Method for Differential {
    fn space(&self) -> &Space {
        &self.space
    }

    fn field(&self) -> &[Vec<f64>] {
        &self.field
    }

    fn learn(&mut self, evidence: &[Evidence]) {
        assert_eq!(evidence.len(), self.field.len(), "evidence of each player");
        let count = self.players.len();
        let scores: Vec<f64> = evidence.iter().map(|e| e.mean()).collect();
        if self.scores.is_empty() {
            self.scores = scores;
        } else {
            let children = self.field.len() - count;
            // With parents tried again the field is parents, then children.
            let (parents, children) = match self.options.retry {
                true => scores.split_at(count),
                false => (&[][..], &scores[children..]),
            };
            if !parents.is_empty() {
                self.scores.copy_from_slice(parents);
            }
            let offset = self.field.len() - count;
            for (i, &score) in children.iter().enumerate() {
                if score >= self.scores[i] {
                    self.players[i].clone_from(&self.field[offset + i]);
                    self.scores[i] = score;
                }
            }
        }
        let better = |&a: &usize, &b: &usize| {
            // The first of equals.
            self.scores[a].total_cmp(&self.scores[b]).then(b.cmp(&a))
        };
        self.best = (0..count).max_by(better).expect("four players");
        let children: Vec<_> = (0..count).map(|i| self.child(i)).collect();
        self.field = match self.options.retry {
            true => self.players.iter().cloned().chain(children).collect(),
            false => children,
        };
    }

    fn best(&self) -> &[f64] {
        &self.players[self.best]
    }
}

#[cfg(test)]
mod tests {
    use super::super::Run;
    use super::super::testing::{bowl, real_space};
    use super::*;

    #[test]
    fn trying_parents_again_changes_the_cost_but_not_the_course() {
        let run = |retry| {
            let options = DifferentialOptions {
                retry,
                ..DifferentialOptions::default()
            };
            let method = Differential::new(real_space(3, -20.0, 20.0), options, 5);
            let mut run = Run::new(method, 1);
            for _ in 0..100 {
                run.step(&bowl);
            }
            let tasks = run.log().last().expect("rounds").tasks;
            (run.best().to_vec(), tasks)
        };
        let (once, again) = (run(false), run(true));
        assert_eq!(once.0, again.0);
        assert_eq!((once.1, again.1), (2_000, 2_000 + 99 * 20));
        assert!((once.0[0] - 1.0).abs() < 0.01, "{once:?}");
    }
}
