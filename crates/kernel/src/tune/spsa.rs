//! SPSA: one step along a random direction for every pair of players.

use serde::{Deserialize, Serialize};

use super::{Evidence, Method, Space};
use crate::random::Seeded;

/// How far a weight is moved, at the end of the run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaStep {
    /// `C_end`: how far the two players are from the middle.
    pub perturbation: f64,
    /// `R_end`: how far the middle moves for one point of difference, in
    /// units of the perturbation.
    pub learning: f64,
}

/// Options of SPSA. Names in capitals are those of OpenBench.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaOptions {
    /// How many rounds the gains are planned for; the run may be longer.
    /// Default 1000.
    pub rounds: u64,
    /// `Alpha`: how fast the gain falls. Default 0.602.
    pub alpha: f64,
    /// `Gamma`: how fast the perturbation falls. Default 0.101.
    pub gamma: f64,
    /// `A` as a share of the rounds: delays the fall of the gain.
    /// Default 0.1.
    pub stability: f64,
    /// Steps for each weight; if empty, 1/20 of the range and 0.002, as is
    /// usual.
    pub steps: Vec<SpsaStep>,
    /// The signal is the difference of the two mean scores times this; with
    /// the number of games, it is wins minus losses. Default 100.
    pub scale: f64,
}

impl Default for SpsaOptions {
    fn default() -> SpsaOptions {
        SpsaOptions {
            rounds: 1_000,
            alpha: 0.602,
            gamma: 0.101,
            stability: 0.1,
            steps: Vec::new(),
            scale: 100.0,
        }
    }
}

/// Simultaneous perturbation stochastic approximation (Spall 1992), with the
/// gains of Stockfish's testing framework and OpenBench.
///
/// A round tries two players, θ + c·Δ and θ − c·Δ for a random Δ of signs, and
/// moves θ towards the better. The field has two players, so a tournament of
/// them is a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    space: Space,
    options: SpsaOptions,
    random: Seeded,
    theta: Vec<f64>,
    best: Vec<f64>,
    signs: Vec<f64>,
    field: Vec<Vec<f64>>,
    rounds: u64,
}

impl Spsa {
    /// A run from the middle of all ranges.
    ///
    /// # Panics
    ///
    /// When steps are given, but not one for each weight.
    #[must_use]
    pub fn new(space: Space, options: SpsaOptions, seed: u64) -> Spsa {
        let middle = space.middle();
        Spsa::around(space, options, &middle, seed)
    }

    /// A run from `start`.
    ///
    /// # Panics
    ///
    /// When steps are given, but not one for each weight.
    #[must_use]
    pub fn around(space: Space, mut options: SpsaOptions, start: &[f64], seed: u64) -> Spsa {
        if options.steps.is_empty() {
            let step = |p: &super::Parameter| SpsaStep {
                perturbation: p.width() / 20.0,
                learning: 0.002,
            };
            options.steps = space.parameters().iter().map(step).collect();
        }
        assert_eq!(options.steps.len(), space.len(), "a step for each weight");
        let mut spsa = Spsa {
            theta: start.to_vec(),
            best: space.nearest(start),
            random: Seeded::new(seed),
            signs: Vec::new(),
            field: Vec::new(),
            rounds: 0,
            space,
            options,
        };
        spsa.propose();
        spsa
    }

    /// Whether all parts belong together, after it has been read.
    pub(super) fn fits(&self) -> bool {
        let n = self.space.len();
        self.field.len() == 2
            && self.rounds < u64::MAX
            && [self.theta.len(), self.signs.len(), self.options.steps.len()] == [n; 3]
            && self.space.holds(&self.field)
            && self.space.holds([&self.best])
    }

    /// The middle, before rounding.
    #[must_use]
    pub fn theta(&self) -> &[f64] {
        &self.theta
    }

    /// The perturbation of weight `i` in this round.
    fn perturbation(&self, i: usize) -> f64 {
        let o = &self.options;
        let (planned, k) = (o.rounds.max(1) as f64, self.rounds as f64 + 1.0);
        o.steps[i].perturbation * (planned / k).powf(o.gamma)
    }

    /// How far weight `i` moves for one point in this round.
    fn gain(&self, i: usize) -> f64 {
        let o = &self.options;
        let (planned, k) = (o.rounds.max(1) as f64, self.rounds as f64 + 1.0);
        let a = o.stability * planned;
        let end = o.steps[i].learning * o.steps[i].perturbation.powi(2);
        let now = end * ((a + planned) / (a + k)).powf(o.alpha);
        match self.perturbation(i) {
            // A fixed weight stays.
            0.0 => 0.0,
            perturbation => now / perturbation,
        }
    }

    fn propose(&mut self) {
        let n = self.space.len();
        self.signs = (0..n)
            .map(|_| {
                if self.random.bits() >> 63 == 0 {
                    1.0
                } else {
                    -1.0
                }
            })
            .collect();
        let side = |way: f64| -> Vec<f64> {
            let moved = |i: usize| self.theta[i] + way * self.signs[i] * self.perturbation(i);
            self.space.nearest(&(0..n).map(moved).collect::<Vec<_>>())
        };
        self.field = vec![side(1.0), side(-1.0)];
    }
}

impl Method for Spsa {
    fn space(&self) -> &Space {
        &self.space
    }

    fn field(&self) -> &[Vec<f64>] {
        &self.field
    }

    fn learn(&mut self, evidence: &[Evidence]) {
        let [plus, minus] = evidence else {
            panic!("evidence of two players, not {}", evidence.len());
        };
        let signal = self.options.scale * (plus.mean() - minus.mean());
        for i in 0..self.theta.len() {
            let p = &self.space.parameters()[i];
            let moved = self.theta[i] + self.gain(i) * signal * self.signs[i];
            self.theta[i] = moved.clamp(p.lo, p.hi);
        }
        self.best = self.space.nearest(&self.theta);
        self.rounds += 1;
        self.propose();
    }

    fn best(&self) -> &[f64] {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{real_space, space};
    use super::*;

    #[test]
    fn gains_end_where_they_were_planned() {
        let options = SpsaOptions {
            rounds: 500,
            steps: vec![SpsaStep {
                perturbation: 4.0,
                learning: 0.01,
            }],
            ..SpsaOptions::default()
        };
        let mut spsa = Spsa::new(real_space(1, -100.0, 100.0), options, 1);
        assert!(spsa.perturbation(0) > 4.0);
        spsa.rounds = 499;
        // At the last round c = C_end and a/c = R_end·C_end.
        assert!((spsa.perturbation(0) - 4.0).abs() < 1e-12);
        assert!((spsa.gain(0) - 0.04).abs() < 1e-12);
    }

    #[test]
    fn a_fixed_weight_stays() {
        let mut spsa = Spsa::new(space(2, 5, 5), SpsaOptions::default(), 1);
        let evidence = |points| Evidence { points, tasks: 1 };
        spsa.learn(&[evidence(1.0), evidence(0.0)]);
        assert_eq!(spsa.theta(), [5.0, 5.0]);
    }

    #[test]
    fn the_middle_moves_towards_the_better_player() {
        let mut spsa = Spsa::new(space(3, -100, 100), SpsaOptions::default(), 1);
        let (plus, before) = (spsa.field()[0].clone(), spsa.theta().to_vec());
        let evidence = |points| Evidence { points, tasks: 1 };
        spsa.learn(&[evidence(1.0), evidence(0.0)]);
        for i in 0..3 {
            let way = (spsa.theta()[i] - before[i]) * (plus[i] - before[i]);
            assert!(way > 0.0);
        }
    }
}
