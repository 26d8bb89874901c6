//! Softmax matching: choices as likely as possible.

use super::objective::{Scale, sum_over};
use super::{Choices, Objective};

/// The mean of −ln p over choices, where p is the probability of the option
/// that was taken if options are chosen with probabilities in proportion to
/// e^(T · score).
///
/// A smooth stand-in for the share of choices predicted; a function of the
/// weights, and of ln T with [`free_scale`](Matching::free_scale).
pub struct Matching<'c> {
    choices: &'c Choices,
    scale: Scale,
}

impl<'c> Matching<'c> {
    /// The objective of these choices, with T = `scale`.
    ///
    /// # Panics
    ///
    /// When there are no choices.
    #[must_use]
    pub fn new(choices: &'c Choices, scale: f64) -> Matching<'c> {
        assert!(!choices.is_empty(), "there are no choices");
        Matching {
            choices,
            scale: Scale::given(scale),
        }
    }

    /// The same with ln T as one more number to be found, after the weights.
    #[must_use]
    pub fn free_scale(mut self) -> Matching<'c> {
        self.scale.free = true;
        self
    }
}

impl Objective for Matching<'_> {
    fn dimensions(&self) -> usize {
        self.choices.options().features() + self.scale.dimensions()
    }

    fn gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
        let (weights, scale) = self.scale.split(x);
        let rows = self.choices.options();
        let value = sum_over(self.choices.len(), gradient, |range, gradient| {
            let mut value = 0.0;
            let mut by_scale = 0.0;
            let mut scores = Vec::new();
            for i in range {
                let (options, taken) = self.choices.choice(i);
                scores.clear();
                scores.extend(options.clone().map(|row| scale * rows.dot(row, weights)));
                let own = scores[taken - options.start];
                let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                let sum: f64 = scores.iter().map(|s| (s - highest).exp()).sum();
                value += highest + sum.ln() - own;
                for (row, &score) in options.zip(&scores) {
                    let likely = (score - highest).exp() / sum;
                    let slope = likely - f64::from(u8::from(row == taken));
                    by_scale += slope * score;
                    rows.add_to(row, slope * scale, gradient);
                }
            }
            self.scale.note(by_scale, gradient);
            value
        });
        let count = self.choices.len() as f64;
        gradient.iter_mut().for_each(|g| *g /= count);
        value / count
    }

    fn scales(&self) -> Vec<f64> {
        self.scale.scales(&self.choices.options().sizes())
    }
}

#[cfg(test)]
mod tests {
    use super::super::choices::tests::made_by;
    use super::super::objective::check_gradient;
    use super::super::{Evidence, Lbfgs, MoveMatch, Round, Ties, Trial as _};
    use super::*;

    #[test]
    fn the_gradient_is_the_slope() {
        let choices = made_by(&[3.0, -2.0, 1.0], 200, 0.3, 9);
        check_gradient(&Matching::new(&choices, 0.7), &[0.3, 0.1, -0.4]);
        let free = Matching::new(&choices, 0.7).free_scale();
        check_gradient(&free, &[0.3, 0.1, -0.4, 0.5_f64.ln()]);
    }

    #[test]
    fn matching_likelihood_finds_who_chose() {
        let truth = [30.0, -20.0, 10.0, 5.0];
        let choices = made_by(&truth, 5_000, 0.2, 10);
        let objective = Matching::new(&choices, 0.1);
        let mut descent = Lbfgs::new(&objective, vec![0.0; 4], vec![(-100.0, 100.0); 4]);
        while descent.step(&objective) {}
        let round = Round { number: 0, seed: 0 };
        let field = vec![truth.to_vec(), descent.weights().to_vec()];
        let evidence = MoveMatch::new(&choices, Ties::Share).run(&field, round);
        let [truth, found] = [0, 1].map(|i: usize| Evidence::mean(evidence[i]));
        assert!(truth > 0.8 && found > truth - 0.01, "{truth} {found}");
    }
}
