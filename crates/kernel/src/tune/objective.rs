//! What gradient methods descend.

use rayon::prelude::*;

/// A function to be made small.
///
/// Sums over data are taken in pieces of fixed size and added in their order,
/// so that the last bit does not depend on the number of threads.
pub trait Objective: Sync {
    /// How many numbers it is a function of.
    fn dimensions(&self) -> usize;

    /// The value at `x`, and its gradient.
    fn gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64;

    /// The value at `x`.
    fn value(&self, x: &[f64]) -> f64 {
        self.gradient(x, &mut vec![0.0; x.len()])
    }

    /// How much each number counts, such as the root of the mean square of a
    /// feature: steps are measured in these units. Positive.
    fn scales(&self) -> Vec<f64> {
        vec![1.0; self.dimensions()]
    }
}

/// Items to a piece of a sum: enough to keep threads busy, few enough to share
/// a few thousand among them.
const PIECE: usize = 2_048;

/// Adds up values and gradients over `0..count`. `piece` adds those of a range
/// to the gradient it is handed and returns their value.
pub(super) fn sum_over(
    count: usize,
    gradient: &mut [f64],
    piece: impl Fn(std::ops::Range<usize>, &mut [f64]) -> f64 + Sync,
) -> f64 {
    let pieces: Vec<(f64, Vec<f64>)> = (0..count.div_ceil(PIECE))
        .into_par_iter()
        .map(|number| {
            let mut gradient = vec![0.0; gradient.len()];
            let range = number * PIECE..count.min((number + 1) * PIECE);
            (piece(range, &mut gradient), gradient)
        })
        .collect();
    gradient.fill(0.0);
    let mut value = 0.0;
    for (part, gradients) in pieces {
        value += part;
        for (sum, part) in gradient.iter_mut().zip(gradients) {
            *sum += part;
        }
    }
    value
}

/// What scores are multiplied by: given, or found as one more number, its
/// logarithm, after the weights.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scale {
    /// Where it is given, or begins.
    pub(super) value: f64,
    /// Whether it is to be found.
    pub(super) free: bool,
}

impl Scale {
    /// One that is given.
    pub(super) fn given(value: f64) -> Scale {
        Scale { value, free: false }
    }

    /// How many numbers are to be found for it.
    pub(super) fn dimensions(self) -> usize {
        usize::from(self.free)
    }

    /// The weights and the scale in `x`.
    pub(super) fn split(self, x: &[f64]) -> (&[f64], f64) {
        match x.split_last() {
            Some((ln, weights)) if self.free => (weights, ln.exp()),
            _ => (x, self.value),
        }
    }

    /// Notes the slope by the scale's logarithm, if it is to be found.
    pub(super) fn note(self, slope: f64, gradient: &mut [f64]) {
        if let (true, Some(last)) = (self.free, gradient.last_mut()) {
            *last = slope;
        }
    }

    /// How much each number counts where features have these sizes: a weight by
    /// its feature's size times the scale, and the logarithm by the size of the
    /// exponent, which is about 1.
    pub(super) fn scales(self, sizes: &[f64]) -> Vec<f64> {
        let weights = sizes.iter().map(|size| size * self.value);
        weights.chain(self.free.then_some(1.0)).collect()
    }
}

/// Holds `objective`'s gradient against differences of its values at `x`.
#[cfg(test)]
pub(super) fn check_gradient(objective: &impl Objective, x: &[f64]) {
    let mut gradient = vec![0.0; x.len()];
    let value = objective.gradient(x, &mut gradient);
    assert!((objective.value(x) - value).abs() < 1e-12 * value.abs().max(1.0));
    for i in 0..x.len() {
        let h = 1e-5 / objective.scales()[i];
        let at = |step: f64| {
            let mut moved = x.to_vec();
            moved[i] += step;
            objective.value(&moved)
        };
        let slope = (at(h) - at(-h)) / (2.0 * h);
        let size = gradient[i].abs().max(1e-3);
        assert!(
            (slope - gradient[i]).abs() < 1e-5 * size,
            "{i}: {slope} {}",
            gradient[i]
        );
    }
}
