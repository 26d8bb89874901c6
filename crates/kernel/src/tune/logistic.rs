//! Texel's tuning: scores that foretell results.

use super::objective::{Scale, sum_over};
use super::{Objective, Rows};

/// The mean square of result − σ(K · score), where a score is a row times the
/// weights and results lie from 0 to 1; σ(x) = 1 / (1 + e⁻ˣ).
///
/// A function of the weights; with [`free_scale`](Logistic::free_scale), of the
/// weights and ln K. Cost of a gradient: two multiplications for every feature
/// that is not zero, and an exponential for each row.
///
/// The idea is Peter Österlund's, for his engine Texel (2014).
#[derive(Clone, Debug)]
pub struct Logistic {
    rows: Rows,
    results: Vec<f64>,
    scale: Scale,
}

impl Logistic {
    /// The error of these rows and results, with K = `scale`.
    ///
    /// # Panics
    ///
    /// When there is not one result for each row, or there are none.
    #[must_use]
    pub fn new(rows: Rows, results: Vec<f64>, scale: f64) -> Logistic {
        assert_eq!(rows.len(), results.len(), "a result for each row");
        assert!(!rows.is_empty(), "there are no rows");
        Logistic {
            rows,
            results,
            scale: Scale::given(scale),
        }
    }

    /// The same with ln K as one more number to be found, after the weights:
    /// needed where ranges keep the weights from finding their own scale.
    #[must_use]
    pub fn free_scale(mut self) -> Logistic {
        self.scale.free = true;
        self
    }

    /// The same with another K.
    #[must_use]
    pub fn with_scale(mut self, scale: f64) -> Logistic {
        self.scale.value = scale;
        self
    }

    /// K.
    #[must_use]
    pub fn scale(&self) -> f64 {
        self.scale.value
    }

    /// The rows.
    #[must_use]
    pub fn rows(&self) -> &Rows {
        &self.rows
    }

    /// The error of these weights at some K.
    #[must_use]
    pub fn error(&self, weights: &[f64], scale: f64) -> f64 {
        let mut nothing = [];
        let sum = sum_over(self.rows.len(), &mut nothing, |range, _| {
            let square =
                |row| (sigmoid(scale * self.rows.dot(row, weights)) - self.results[row]).powi(2);
            range.map(square).sum()
        });
        sum / self.rows.len() as f64
    }

    /// The K that fits these weights best, to four digits: the error is
    /// lowered by golden section over ln K.
    #[must_use]
    pub fn fitted_scale(&self, weights: &[f64]) -> f64 {
        let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
        let error = |ln: f64| self.error(weights, ln.exp());
        // From 1/50,000 to 1/5 for each unit of score.
        let (mut lo, mut hi) = (2e-5_f64.ln(), 0.2_f64.ln());
        let (mut a, mut b) = (hi - golden * (hi - lo), lo + golden * (hi - lo));
        let (mut at_a, mut at_b) = (error(a), error(b));
        while hi - lo > 1e-4 {
            if at_a < at_b {
                (hi, b, at_b) = (b, a, at_a);
                a = hi - golden * (hi - lo);
                at_a = error(a);
            } else {
                (lo, a, at_a) = (a, b, at_b);
                b = lo + golden * (hi - lo);
                at_b = error(b);
            }
        }
        f64::midpoint(lo, hi).exp()
    }
}

impl Objective for Logistic {
    fn dimensions(&self) -> usize {
        self.rows.features() + self.scale.dimensions()
    }

    fn gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let (weights, scale) = self.scale.split(x);
        let value = sum_over(self.rows.len(), gradient, |range, gradient| {
            let mut value = 0.0;
            let mut by_scale = 0.0;
            for row in range {
                let exponent = scale * self.rows.dot(row, weights);
                let expected = sigmoid(exponent);
                let off = expected - self.results[row];
                value += off * off;
                let slope = 2.0 * off * expected * (1.0 - expected);
                by_scale += slope * exponent;
                self.rows.add_to(row, slope * scale, gradient);
            }
            self.scale.note(by_scale, gradient);
            value
        });
        let rows = self.rows.len() as f64;
        gradient.iter_mut().for_each(|g| *g /= rows);
        value / rows
    }

    fn value(&self, x: &[f64]) -> f64 {
        let (weights, scale) = self.scale.split(x);
        self.error(weights, scale)
    }

    fn scales(&self) -> Vec<f64> {
        self.scale.scales(&self.rows.sizes())
    }
}

#[inline]
fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[cfg(test)]
mod tests {
    use super::super::objective::check_gradient;
    use super::super::{Adam, AdamOptions, Lbfgs};
    use super::*;
    use crate::random::Seeded;

    /// Results drawn from known weights.
    pub(super) fn drawn(rows: usize, truth: &[f64], scale: f64, seed: u64) -> Logistic {
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let mut features = Rows::new(truth.len());
        let mut results = Vec::new();
        for _ in 0..rows {
            let row: Vec<(u16, f32)> = (0..truth.len() as u16)
                .map(|i| (i, random.below(5) as f32 - 2.0))
                .collect();
            features.push(row);
            let win = sigmoid(scale * features.dot(features.len() - 1, truth));
            results.push(f64::from(u8::from(random.unit() < win)));
        }
        Logistic::new(features, results, scale)
    }

    #[test]
    fn the_gradient_is_the_slope() {
        let error = drawn(300, &[30.0, -50.0, 10.0], 0.01, 5);
        check_gradient(&error, &[3.0, 40.0, -20.0]);
        check_gradient(&error.free_scale(), &[3.0, 40.0, -20.0, 0.02_f64.ln()]);
    }

    #[test]
    fn known_weights_are_found_again() {
        let truth = [30.0, -50.0, 10.0, 80.0];
        let error = drawn(40_000, &truth, 0.01, 6);
        let bounds = vec![(-500.0, 500.0); 4];
        let mut exact = Lbfgs::new(&error, vec![0.0; 4], bounds.clone());
        while exact.step(&error) {}
        for (found, truth) in exact.weights().iter().zip(truth) {
            assert!((found - truth).abs() < 3.0, "{:?}", exact.weights());
        }
        // The other road to the same place.
        let mut adam = Adam::new(&error, AdamOptions::default(), vec![0.0; 4], bounds);
        for _ in 0..500 {
            adam.step(&error);
        }
        let apart = error.value(adam.weights()) - exact.value();
        assert!(apart.abs() < 1e-7, "{apart}");
    }

    #[test]
    fn the_scale_that_fits_is_the_one_that_made_the_results() {
        let truth = [30.0, -50.0, 10.0, 80.0];
        let error = drawn(40_000, &truth, 0.01, 7);
        let fitted = error.fitted_scale(&truth);
        assert!((fitted / 0.01 - 1.0).abs() < 0.03, "{fitted}");
        let double: Vec<f64> = truth.iter().map(|w| 2.0 * w).collect();
        assert!((error.fitted_scale(&double) / fitted - 0.5).abs() < 1e-3);
        // No other K is better.
        for other in [0.9, 0.99, 1.01, 1.1] {
            assert!(error.error(&truth, fitted) < error.error(&truth, other * fitted));
        }
    }

    #[test]
    fn sums_do_not_depend_on_threads() {
        let error = drawn(20_000, &[30.0, -50.0, 10.0], 0.01, 8);
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let mut gradient = vec![0.0; 3];
            let value = pool
                .unwrap()
                .install(|| error.gradient(&[1.0, 2.0, 3.0], &mut gradient));
            (
                value.to_bits(),
                gradient.iter().map(|g| g.to_bits()).collect::<Vec<_>>(),
            )
        };
        assert_eq!(on(1), on(3));
    }
}
