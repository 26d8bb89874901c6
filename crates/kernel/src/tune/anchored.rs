//! Holding weights to where they start.

use super::Objective;

/// An objective plus `strength` ÷ 2 × the square of the distance from where
/// the weights started.
///
/// Data say little about rare features, and descent then believes whatever
/// few examples seem to say; held to their start, such weights stay sensible.
/// Numbers after the weights, such as ln K, are free. The usual name is ridge
/// regression (Hoerl and Kennard 1970), or a normal prior around the start.
#[derive(Clone, Debug)]
pub struct Anchored<'d, O> {
    objective: &'d O,
    start: &'d [f64],
    strength: f64,
}

impl<'d, O: Objective> Anchored<'d, O> {
    /// Holds the first numbers of `objective` to `start`.
    ///
    /// # Panics
    ///
    /// When there are more of these than the objective has numbers.
    #[must_use]
    pub fn new(objective: &'d O, start: &'d [f64], strength: f64) -> Anchored<'d, O> {
        assert!(start.len() <= objective.dimensions(), "too many weights");
        Anchored {
            objective,
            start,
            strength,
        }
    }
}

impl<O: Objective> Objective for Anchored<'_, O> {
    fn dimensions(&self) -> usize {
        self.objective.dimensions()
    }

    fn gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let mut value = self.objective.gradient(x, gradient);
        for ((x, start), slope) in x.iter().zip(self.start).zip(gradient) {
            let off = x - start;
            value += self.strength / 2.0 * off * off;
            *slope += self.strength * off;
        }
        value
    }

    fn value(&self, x: &[f64]) -> f64 {
        let pairs = x.iter().zip(self.start);
        let squares: f64 = pairs.map(|(x, start)| (x - start).powi(2)).sum();
        self.objective.value(x) + self.strength / 2.0 * squares
    }

    fn scales(&self) -> Vec<f64> {
        // A feature that never comes up counts through its anchor alone.
        let least = self.strength.sqrt();
        let scales = self.objective.scales();
        scales.into_iter().map(|scale| scale.max(least)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::super::objective::check_gradient;
    use super::super::{Lbfgs, Logistic, Rows};
    use super::*;

    fn data() -> Logistic {
        let mut rows = Rows::new(2);
        for value in [1.0, 2.0, -1.0, 3.0] {
            rows.push([(0, value)]);
        }
        Logistic::new(rows, vec![1.0, 0.5, 0.0, 1.0], 0.1).free_scale()
    }

    #[test]
    fn the_gradient_is_that_of_the_value() {
        let data = data();
        check_gradient(&Anchored::new(&data, &[2.0, -3.0], 0.01), &[1.0, 4.0, -2.0]);
    }

    #[test]
    fn the_stronger_the_nearer_to_the_start() {
        let data = data();
        let start = [2.0, -3.0];
        let found = |strength| {
            let objective = Anchored::new(&data, &start, strength);
            let bounds = vec![(-100.0, 100.0); 3];
            let mut descent = Lbfgs::new(&objective, vec![2.0, -3.0, 0.1_f64.ln()], bounds);
            for _ in 0..100 {
                if !descent.step(&objective) {
                    break;
                }
            }
            descent.weights().to_vec()
        };
        let (loose, tight) = (found(1e-6), found(1.0));
        assert!((tight[0] - 2.0).abs() < (loose[0] - 2.0).abs());
        assert!((tight[0] - 2.0).abs() < 0.1, "{tight:?}");
        // Nothing is known of the second feature.
        assert!((loose[1] + 3.0).abs() < 1e-9 && (tight[1] + 3.0).abs() < 1e-9);
    }
}
