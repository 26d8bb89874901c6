//! L-BFGS with ranges: to the bottom, and there it stops.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::Objective;

/// How many steps are remembered.
const MEMORY: usize = 12;

/// Limited-memory BFGS (Nocedal 1980) with weights kept in their ranges by
/// projection: weights that push against an end of their range are left out of
/// the step (Bertsekas 1982).
///
/// Each [`step`](Lbfgs::step) costs one gradient, seldom more. It converges in
/// some dozens of steps where first-order methods take hundreds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lbfgs {
    bounds: Vec<(f64, f64)>,
    scales: Vec<f64>,
    x: Vec<f64>,
    value: f64,
    gradient: Vec<f64>,
    /// Differences of places and of gradients, newest last.
    memory: VecDeque<(Vec<f64>, Vec<f64>)>,
    gradients: u64,
}

impl Lbfgs {
    /// A descent from the place in range nearest to `start`.
    ///
    /// # Panics
    ///
    /// When there is not a start and a range for each dimension.
    pub fn new(objective: &impl Objective, start: Vec<f64>, bounds: Vec<(f64, f64)>) -> Lbfgs {
        let n = objective.dimensions();
        assert_eq!(
            (start.len(), bounds.len()),
            (n, n),
            "one for each dimension"
        );
        let each = start.iter().zip(&bounds);
        let x: Vec<f64> = each.map(|(x, (lo, hi))| x.clamp(*lo, *hi)).collect();
        let mut gradient = vec![0.0; n];
        let value = objective.gradient(&x, &mut gradient);
        Lbfgs {
            scales: objective.scales(),
            bounds,
            x,
            value,
            gradient,
            memory: VecDeque::new(),
            gradients: 1,
        }
    }

    /// One step downwards; `false` at the bottom, to the accuracy of sums.
    pub fn step(&mut self, objective: &impl Objective) -> bool {
        // 1. Weights that push against an end of their range stay there.
        let n = self.x.len();
        let free: Vec<bool> = (0..n)
            .map(|i| {
                let (lo, hi) = self.bounds[i];
                let (x, g) = (self.x[i], self.gradient[i]);
                !(lo == hi || (x <= lo && g > 0.0) || (x >= hi && g < 0.0))
            })
            .collect();
        let steepest: Vec<f64> = (0..n)
            .map(|i| if free[i] { self.gradient[i] } else { 0.0 })
            .collect();
        // In units of the scales, a slope that no longer matters.
        let slope = |i: usize| steepest[i] / self.scales[i];
        if (0..n).all(|i| slope(i).abs() < 1e-9) {
            return false;
        }

        // 2. The direction; steepest descent where the memory misleads.
        let mut direction = self.direction(&steepest, &free);
        let downhill = dot(&direction, &steepest);
        if downhill >= 0.0 {
            self.memory.clear();
            direction = self.direction(&steepest, &free);
        }

        // 3. Halve until it goes down enough, along the projected path.
        let mut length = 1.0;
        let mut gradient = vec![0.0; n];
        for _ in 0..40 {
            let place: Vec<f64> = (0..n)
                .map(|i| {
                    let (lo, hi) = self.bounds[i];
                    (self.x[i] + length * direction[i]).clamp(lo, hi)
                })
                .collect();
            let moved: Vec<f64> = place.iter().zip(&self.x).map(|(a, b)| a - b).collect();
            let value = objective.gradient(&place, &mut gradient);
            self.gradients += 1;
            if value <= self.value + 1e-4 * dot(&moved, &steepest) {
                let change: Vec<f64> = gradient
                    .iter()
                    .zip(&self.gradient)
                    .map(|(a, b)| a - b)
                    .collect();
                let gained = self.value - value;
                if dot(&moved, &change) > 1e-14 * dot(&change, &change).sqrt() {
                    self.memory.push_back((moved, change));
                    if self.memory.len() > MEMORY {
                        self.memory.pop_front();
                    }
                }
                self.x = place;
                self.value = value;
                self.gradient = gradient;
                return gained > 1e-13 * value.abs();
            }
            length /= 2.0;
        }
        if self.memory.is_empty() {
            return false;
        }
        // Try once more without the memory.
        self.memory.clear();
        true
    }

    /// The two loops of Nocedal, on the free weights.
    fn direction(&self, steepest: &[f64], free: &[bool]) -> Vec<f64> {
        let mut q = steepest.to_vec();
        let mut alphas = Vec::with_capacity(self.memory.len());
        let masked = |a: &[f64], b: &[f64]| -> f64 {
            let each = a.iter().zip(b).zip(free);
            each.filter(|(_, free)| **free)
                .map(|((a, b), _)| a * b)
                .sum()
        };
        for (s, y) in self.memory.iter().rev() {
            let sy = masked(s, y);
            let alpha = if sy > 0.0 { masked(s, &q) / sy } else { 0.0 };
            q.iter_mut().zip(y).for_each(|(q, y)| *q -= alpha * y);
            alphas.push(alpha);
        }
        // The first guess of the curvature: the square of the scales, times
        // what the last step showed.
        let unit = |i: usize| self.scales[i] * self.scales[i];
        let first = match self.memory.back() {
            Some((s, y)) => {
                let (mut sy, mut yy) = (0.0, 0.0);
                for i in (0..s.len()).filter(|&i| free[i]) {
                    sy += s[i] * y[i];
                    yy += y[i] * y[i] / unit(i);
                }
                if sy > 0.0 && yy > 0.0 { sy / yy } else { 1.0 }
            }
            None => 1.0,
        };
        for (i, q) in q.iter_mut().enumerate() {
            *q *= first / unit(i);
        }
        for ((s, y), alpha) in self.memory.iter().zip(alphas.iter().rev()) {
            let sy = masked(s, y);
            let beta = if sy > 0.0 { masked(y, &q) / sy } else { 0.0 };
            q.iter_mut()
                .zip(s)
                .for_each(|(q, s)| *q += (alpha - beta) * s);
        }
        let each = q.into_iter().zip(free);
        each.map(|(q, free)| if *free { -q } else { 0.0 }).collect()
    }

    /// Whether all parts belong together and to so many dimensions, after it has
    /// been read.
    #[must_use]
    pub fn fits(&self, dimensions: usize) -> bool {
        let differences = self.memory.iter().flat_map(|(s, y)| [s, y]);
        let mut lines = differences.chain([&self.scales, &self.x, &self.gradient]);
        lines.all(|line| line.len() == dimensions)
            && self.bounds.len() == dimensions
            && self.bounds.iter().all(|(lo, hi)| lo <= hi)
            && self.gradients < u64::MAX / 2
    }

    /// Where it stands.
    #[must_use]
    pub fn weights(&self) -> &[f64] {
        &self.x
    }

    /// The value there.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Gradients computed so far.
    #[must_use]
    pub fn gradients(&self) -> u64 {
        self.gradients
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rosenbrock's valley.
    struct Valley(usize);

    impl Objective for Valley {
        fn dimensions(&self) -> usize {
            self.0
        }

        fn gradient(&self, x: &[f64], gradient: &mut [f64]) -> f64 {
            gradient.fill(0.0);
            let mut value = 0.0;
            for i in 0..self.0 - 1 {
                let (a, b) = (x[i + 1] - x[i] * x[i], 1.0 - x[i]);
                value += 100.0 * a * a + b * b;
                gradient[i] += -400.0 * a * x[i] - 2.0 * b;
                gradient[i + 1] += 200.0 * a;
            }
            value
        }
    }

    #[test]
    fn the_valley_is_followed_to_its_end() {
        let valley = Valley(10);
        let mut descent = Lbfgs::new(&valley, vec![-1.2; 10], vec![(-5.0, 5.0); 10]);
        while descent.step(&valley) {}
        assert!(descent.value() < 1e-9, "{}", descent.value());
        assert!(descent.gradients() < 400, "{}", descent.gradients());
    }

    #[test]
    fn at_the_end_of_a_range_the_slope_points_outwards() {
        let valley = Valley(2);
        // The free minimum (1, 1) is out of range.
        let bounds = vec![(-2.0, 0.5), (-2.0, 2.0)];
        let mut descent = Lbfgs::new(&valley, vec![-1.0, 1.0], bounds);
        while descent.step(&valley) {}
        // At x = ½ the best y is x² = ¼.
        let [x, y] = [descent.weights()[0], descent.weights()[1]];
        assert!((x - 0.5).abs() < 1e-9 && (y - 0.25).abs() < 1e-6, "{x} {y}");
    }

    #[test]
    fn a_fixed_weight_stays() {
        let valley = Valley(3);
        let bounds = vec![(-2.0, 2.0), (0.3, 0.3), (-2.0, 2.0)];
        let mut descent = Lbfgs::new(&valley, vec![-1.0, 1.0, 1.0], bounds);
        while descent.step(&valley) {}
        assert_eq!(descent.weights()[1], 0.3);
        assert!((descent.weights()[2] - 0.09).abs() < 1e-6);
    }
}
