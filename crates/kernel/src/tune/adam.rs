//! Adam: gradient steps of about equal size for every weight.

use serde::{Deserialize, Serialize};

use super::Objective;

/// Options of Adam.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AdamOptions {
    /// The size of the first steps, in units of the objective's scales: with
    /// 0.05 a weight changes the scores by about 0.05 in the logistic's
    /// exponent. Default 0.05.
    pub rate: f64,
    /// The step shrinks to this share of the rate over `epochs`. Default 0.01.
    pub last: f64,
    /// Over how many steps. Default 500.
    pub epochs: u64,
    /// Decay of the mean of gradients. Default 0.9.
    pub beta1: f64,
    /// Decay of the mean of their squares. Default 0.99:
    /// gradients over all the data shrink on the way, and should be forgotten.
    pub beta2: f64,
}

impl Default for AdamOptions {
    fn default() -> AdamOptions {
        AdamOptions {
            rate: 0.05,
            last: 0.01,
            epochs: 500,
            beta1: 0.9,
            beta2: 0.99,
        }
    }
}

/// Adam (Kingma and Ba 2015) over all the data in each step, with weights kept
/// in their ranges.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Adam {
    options: AdamOptions,
    bounds: Vec<(f64, f64)>,
    scales: Vec<f64>,
    x: Vec<f64>,
    mean: Vec<f64>,
    square: Vec<f64>,
    epochs: u64,
}

impl Adam {
    /// A descent from `start`.
    ///
    /// # Panics
    ///
    /// When there is not a start and a range for each dimension.
    pub fn new(
        objective: &impl Objective,
        options: AdamOptions,
        start: Vec<f64>,
        bounds: Vec<(f64, f64)>,
    ) -> Adam {
        let n = objective.dimensions();
        assert_eq!(
            (start.len(), bounds.len()),
            (n, n),
            "one for each dimension"
        );
        Adam {
            options,
            scales: objective.scales(),
            mean: vec![0.0; n],
            square: vec![0.0; n],
            epochs: 0,
            x: start,
            bounds,
        }
    }

    /// One step; returns the value before it.
    pub fn step(&mut self, objective: &impl Objective) -> f64 {
        let mut gradient = vec![0.0; self.x.len()];
        let value = objective.gradient(&self.x, &mut gradient);
        self.epochs += 1;
        let o = &self.options;
        let t = self.epochs as f64;
        let gone = (t / o.epochs.max(1) as f64).min(1.0);
        let rate = o.rate * o.last.powf(gone);
        let (unbias1, unbias2) = (1.0 - o.beta1.powf(t), 1.0 - o.beta2.powf(t));
        for (i, g) in gradient.into_iter().enumerate() {
            // In units of the scale, so that rates mean the same everywhere.
            let g = g / self.scales[i];
            self.mean[i] = o.beta1 * self.mean[i] + (1.0 - o.beta1) * g;
            self.square[i] = o.beta2 * self.square[i] + (1.0 - o.beta2) * g * g;
            let size = (self.square[i] / unbias2).sqrt() + 1e-12;
            let step = rate * self.mean[i] / unbias1 / size;
            let (lo, hi) = self.bounds[i];
            self.x[i] = (self.x[i] - step / self.scales[i]).clamp(lo, hi);
        }
        value
    }

    /// Where it stands.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.x
    }

    /// Steps taken.
    #[must_use]
    pub fn epochs(&self) -> u64 {
        self.epochs
    }
}
