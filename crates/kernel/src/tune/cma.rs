//! CMA-ES: evolution that learns which weights hang together.

use serde::{Deserialize, Serialize};

use super::eigen;
use super::{Evidence, Method, Space};
use crate::random::Seeded;

/// Options of CMA-ES.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CmaOptions {
    /// λ: how many players a round; 0 takes 4 + ⌊3 ln n⌋. Default 20.
    pub players: usize,
    /// The first standard deviation, as a share of each range. Default 0.2.
    pub width: f64,
    /// Learn a variance for each weight only (Ros and Hansen 2008): linear
    /// instead of cubic time, for hundreds of weights. Default false.
    pub separable: bool,
}

impl Default for CmaOptions {
    fn default() -> CmaOptions {
        CmaOptions {
            players: 20,
            width: 0.2,
            separable: false,
        }
    }
}

/// CMA-ES, as in Hansen's tutorial (arXiv:1604.00772), with positive
/// recombination weights only.
///
/// It works on the free weights, measured in shares of their ranges. A player
/// is tried, and learnt from, at the nearest allowed place.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cma {
    space: Space,
    options: CmaOptions,
    random: Seeded,
    free: Vec<usize>,
    field: Vec<Vec<f64>>,
    /// The distribution: mean and step in shares of ranges, covariance by
    /// rows (its diagonal if separable).
    mean: Vec<f64>,
    sigma: f64,
    covariance: Vec<f64>,
    /// Evolution paths of step and covariance.
    step_path: Vec<f64>,
    covariance_path: Vec<f64>,
    /// Eigenvectors by columns and square roots of eigenvalues.
    axes: Vec<f64>,
    lengths: Vec<f64>,
    rounds: u64,
    best: Vec<f64>,
}

/// Constants that follow from the dimension and the number of players.
struct Rates {
    weights: Vec<f64>,
    mu_eff: f64,
    c_sigma: f64,
    damping: f64,
    c_c: f64,
    c_1: f64,
    c_mu: f64,
    expected_norm: f64,
}

impl Rates {
    fn new(dimension: usize, players: usize, separable: bool) -> Rates {
        let n = dimension as f64;
        let mu = players / 2;
        let raw: Vec<f64> = (0..mu)
            .map(|i| (players as f64 / 2.0 + 0.5).ln() - (i as f64 + 1.0).ln())
            .collect();
        let sum: f64 = raw.iter().sum();
        let weights: Vec<f64> = raw.iter().map(|w| w / sum).collect();
        let mu_eff = 1.0 / weights.iter().map(|w| w * w).sum::<f64>();
        let c_sigma = (mu_eff + 2.0) / (n + mu_eff + 5.0);
        let damping = 1.0 + 2.0 * (((mu_eff - 1.0) / (n + 1.0)).sqrt() - 1.0).max(0.0) + c_sigma;
        let c_c = (4.0 + mu_eff / n) / (n + 4.0 + 2.0 * mu_eff / n);
        // A diagonal has fewer numbers to learn and may learn them faster.
        let faster = if separable { (n + 2.0) / 3.0 } else { 1.0 };
        let c_1 = (faster * 2.0 / ((n + 1.3).powi(2) + mu_eff)).min(0.5);
        let c_mu = (faster * 2.0 * (mu_eff - 2.0 + 1.0 / mu_eff) / ((n + 2.0).powi(2) + mu_eff))
            .min(1.0 - c_1);
        Rates {
            weights,
            mu_eff,
            c_sigma,
            damping,
            c_c,
            c_1,
            c_mu,
            expected_norm: n.sqrt() * (1.0 - 1.0 / (4.0 * n) + 1.0 / (21.0 * n * n)),
        }
    }
}

impl Cma {
    /// A distribution around the middle of all ranges.
    #[must_use]
    pub fn new(space: Space, options: CmaOptions, seed: u64) -> Cma {
        let middle = space.middle();
        Cma::around(space, options, &middle, seed)
    }

    /// A distribution around `start`.
    #[must_use]
    pub fn around(space: Space, options: CmaOptions, start: &[f64], seed: u64) -> Cma {
        let free = space.free();
        let n = free.len();
        let identity = |separable: bool| match separable {
            true => vec![1.0; n],
            false => (0..n * n)
                .map(|k| f64::from(u8::from(k % (n + 1) == 0)))
                .collect(),
        };
        let share = |&i: &usize| {
            let p = &space.parameters()[i];
            (start[i] - p.lo) / p.width()
        };
        let mut cma = Cma {
            mean: free.iter().map(share).collect(),
            sigma: options.width,
            covariance: identity(options.separable),
            step_path: vec![0.0; n],
            covariance_path: vec![0.0; n],
            axes: identity(options.separable),
            lengths: vec![1.0; n],
            rounds: 0,
            best: space.nearest(start),
            random: Seeded::new(seed),
            field: Vec::new(),
            free,
            space,
            options,
        };
        cma.sample();
        cma
    }

    /// Whether all parts belong together, after it has been read.
    pub(super) fn fits(&self) -> bool {
        let n = self.free.len();
        let square = if self.options.separable { n } else { n * n };
        let lines = [
            &self.mean,
            &self.step_path,
            &self.covariance_path,
            &self.lengths,
        ];
        self.free == self.space.free()
            && lines.iter().all(|line| line.len() == n)
            && [self.covariance.len(), self.axes.len()] == [square; 2]
            && self.rounds < u64::MAX
            && self.field.len() == self.players()
            && self.space.holds(&self.field)
            && self.space.holds([&self.best])
    }

    fn players(&self) -> usize {
        match self.options.players {
            0 => 4 + (3.0 * (self.free.len().max(1) as f64).ln()) as usize,
            players => players.max(4),
        }
    }

    /// A player at these shares of the ranges.
    fn player(&self, shares: &[f64]) -> Vec<f64> {
        let mut player: Vec<f64> = self.space.parameters().iter().map(|p| p.lo).collect();
        for (&i, share) in self.free.iter().zip(shares) {
            let p = &self.space.parameters()[i];
            player[i] = p.nearest(p.lo + share * p.width());
        }
        player
    }

    fn sample(&mut self) {
        let n = self.free.len();
        let players = self.players();
        self.field = (0..players)
            .map(|_| {
                let normal: Vec<f64> = (0..n)
                    .map(|k| self.lengths[k] * self.random.normal())
                    .collect();
                let shares: Vec<f64> = (0..n)
                    .map(|i| self.mean[i] + self.sigma * self.along_axes(&normal, i))
                    .collect();
                self.player(&shares)
            })
            .collect();
    }

    /// Coordinate `i` of a vector given along the axes.
    fn along_axes(&self, vector: &[f64], i: usize) -> f64 {
        let n = vector.len();
        match self.options.separable {
            true => vector[i],
            false => (0..n).map(|k| self.axes[i * n + k] * vector[k]).sum(),
        }
    }

    /// C^(−½) · `vector`.
    fn whitened(&self, vector: &[f64]) -> Vec<f64> {
        let n = vector.len();
        if self.options.separable {
            let each = vector.iter().zip(&self.lengths);
            return each.map(|(x, length)| x / length).collect();
        }
        let inner: Vec<f64> = (0..n)
            .map(|k| {
                let along: f64 = (0..n).map(|i| self.axes[i * n + k] * vector[i]).sum();
                along / self.lengths[k]
            })
            .collect();
        (0..n).map(|i| self.along_axes(&inner, i)).collect()
    }

    fn decompose(&mut self) {
        let n = self.free.len();
        // A variance that rounding made negative is a tiny one.
        let length = |value: f64| value.max(1e-20).sqrt();
        if self.options.separable {
            self.lengths = self.covariance.iter().map(|&v| length(v)).collect();
        } else {
            let (values, axes) = eigen::symmetric(self.covariance.clone(), n);
            self.lengths = values.into_iter().map(length).collect();
            self.axes = axes;
        }
    }
}

impl Method for Cma {
    fn space(&self) -> &Space {
        &self.space
    }

    fn field(&self) -> &[Vec<f64>] {
        &self.field
    }

    fn learn(&mut self, evidence: &[Evidence]) {
        assert_eq!(evidence.len(), self.field.len(), "evidence of each player");
        let n = self.free.len();
        if n == 0 {
            return;
        }
        let rates = Rates::new(n, self.field.len(), self.options.separable);
        let mut order: Vec<usize> = (0..self.field.len()).collect();
        order.sort_by(|&a, &b| evidence[b].mean().total_cmp(&evidence[a].mean()));

        // Steps from the old mean to the better half, in units of sigma.
        let steps: Vec<Vec<f64>> = order[..rates.weights.len()]
            .iter()
            .map(|&player| {
                let each = self.free.iter().zip(&self.mean);
                each.map(|(&i, mean)| {
                    let p = &self.space.parameters()[i];
                    let share = (self.field[player][i] - p.lo) / p.width();
                    (share - mean) / self.sigma
                })
                .collect()
            })
            .collect();
        let mean_step: Vec<f64> = (0..n)
            .map(|i| {
                let each = rates.weights.iter().zip(&steps);
                each.map(|(w, step)| w * step[i]).sum()
            })
            .collect();
        for (mean, step) in self.mean.iter_mut().zip(&mean_step) {
            *mean += self.sigma * step;
        }

        // Paths.
        self.rounds += 1;
        let keep = (rates.c_sigma * (2.0 - rates.c_sigma) * rates.mu_eff).sqrt();
        let white = self.whitened(&mean_step);
        for (path, white) in self.step_path.iter_mut().zip(&white) {
            *path = (1.0 - rates.c_sigma) * *path + keep * white;
        }
        let norm = self.step_path.iter().map(|x| x * x).sum::<f64>().sqrt();
        let settled = 1.0 - (1.0 - rates.c_sigma).powf(2.0 * self.rounds as f64);
        let moving = norm / settled.sqrt() < (1.4 + 2.0 / (n as f64 + 1.0)) * rates.expected_norm;
        let keep = (rates.c_c * (2.0 - rates.c_c) * rates.mu_eff).sqrt();
        for (path, step) in self.covariance_path.iter_mut().zip(&mean_step) {
            *path = (1.0 - rates.c_c) * *path + if moving { keep * step } else { 0.0 };
        }

        // Covariance and step.
        let stalled = if moving {
            0.0
        } else {
            rates.c_1 * rates.c_c * (2.0 - rates.c_c)
        };
        let old = 1.0 - rates.c_1 - rates.c_mu + stalled;
        let path = &self.covariance_path;
        let updated = |old_value: f64, i: usize, j: usize| {
            let each = rates.weights.iter().zip(&steps);
            let spread: f64 = each.map(|(w, step)| w * step[i] * step[j]).sum();
            old * old_value + rates.c_1 * path[i] * path[j] + rates.c_mu * spread
        };
        if self.options.separable {
            for (i, value) in self.covariance.iter_mut().enumerate() {
                *value = updated(*value, i, i);
            }
        } else {
            for i in 0..n {
                for j in 0..=i {
                    let value = updated(self.covariance[i * n + j], i, j);
                    self.covariance[i * n + j] = value;
                    self.covariance[j * n + i] = value;
                }
            }
        }
        let change = rates.c_sigma / rates.damping * (norm / rates.expected_norm - 1.0);
        // Wider than the ranges, or too narrow to move, helps nobody.
        self.sigma = (self.sigma * change.min(1.0).exp()).clamp(1e-12, 1.0);
        self.decompose();
        self.best = self.player(&self.mean.clone());
        self.sample();
    }

    fn best(&self) -> &[f64] {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::super::Run;
    use super::super::testing::{bowl, real_space};
    use super::*;

    #[test]
    fn a_valley_that_lies_askew_is_followed_to_its_end() {
        // Rosenbrock's function: the hard case for methods that know no axes
        // but the given ones.
        let trial = |field: &[Vec<f64>], _: super::super::Round| {
            let value = |x: &Vec<f64>| {
                let each = x.windows(2);
                each.map(|p| 100.0 * (p[1] - p[0] * p[0]).powi(2) + (1.0 - p[0]).powi(2))
                    .sum::<f64>()
            };
            let evidence = |x| Evidence {
                points: -value(x),
                tasks: 1,
            };
            field.iter().map(evidence).collect()
        };
        let method = Cma::new(real_space(4, -3.0, 5.0), CmaOptions::default(), 3);
        let mut run = Run::new(method, 1);
        for _ in 0..600 {
            run.step(&trial);
        }
        for weight in run.best() {
            assert!((weight - 1.0).abs() < 1e-3, "{:?}", run.best());
        }
    }

    #[test]
    fn the_separable_form_finds_the_bowl_too() {
        let options = CmaOptions {
            separable: true,
            ..CmaOptions::default()
        };
        let mut run = Run::new(Cma::new(real_space(8, -50.0, 50.0), options, 3), 1);
        for _ in 0..400 {
            run.step(&bowl);
        }
        for (i, weight) in (1..).zip(run.best()) {
            assert!((weight - f64::from(i)).abs() < 1e-2, "{:?}", run.best());
        }
    }
}
