//! Results and moves at once.

use tabia_kernel::tune::{Logistic, Matching, Objective};

/// Texel's error plus the softmax loss, each as a share of what it is for
/// weights that know nothing, so that neither drowns the other.
///
/// The numbers are the weights, then ln K if the error has it, then ln T.
pub(super) struct Joint<'d> {
    error: &'d Logistic,
    matching: &'d Matching<'d>,
    weights: usize,
}

/// The error of a score that is always zero, and about the loss of a blind
/// guess among thirty moves.
const BLIND_ERROR: f64 = 0.125;
const BLIND_LOSS: f64 = 3.4;

impl<'d> Joint<'d> {
    pub(super) fn new(error: &'d Logistic, matching: &'d Matching<'d>) -> Joint<'d> {
        Joint {
            error,
            matching,
            weights: matching.dimensions() - 1,
        }
    }
}

impl Objective for Joint<'_> {
    fn dimensions(&self) -> usize {
        self.error.dimensions() + 1
    }

    fn gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let n = self.error.dimensions();
        let first = self.error.gradient(&x[..n], &mut gradient[..n]);
        gradient[..n].iter_mut().for_each(|g| *g /= BLIND_ERROR);
        let mut place = x[..self.weights].to_vec();
        place.push(x[n]);
        let mut slope = vec![0.0; place.len()];
        let second = self.matching.gradient(&place, &mut slope);
        for (g, s) in gradient.iter_mut().zip(&slope[..self.weights]) {
            *g += s / BLIND_LOSS;
        }
        gradient[n] = slope[self.weights] / BLIND_LOSS;
        first / BLIND_ERROR + second / BLIND_LOSS
    }

    fn scales(&self) -> Vec<f64> {
        let mut scales = self.error.scales();
        scales.push(1.0);
        scales
    }
}
