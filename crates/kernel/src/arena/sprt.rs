//! When enough games have been played.

use super::{Pairs, score_of_elo};

/// A sequential probability ratio test of two differences in Elo: play until
/// the results tell which of them is the more likely, with stated risks.
///
/// The generalised test on pairs (pentanomial), as Stockfish's and OpenBench's
/// testing frameworks use it: the likelihood of the results under a hypothesis
/// is that of the most likely distribution of pairs with the expected score
/// that the hypothesis claims.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The player is as strong as `elo1`, rather than `elo0`.
    Better,
    /// The player is as strong as `elo0`, rather than `elo1`.
    NotBetter,
    /// Play on.
    Open,
}

impl Sprt {
    /// A test of `elo0` against `elo1` with both risks 5 %.
    ///
    /// # Panics
    ///
    /// Unless `elo0` is less than `elo1`.
    #[must_use]
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        assert!(elo0 < elo1, "{elo0} is not less than {elo1}");
        Sprt {
            elo0,
            elo1,
            alpha: 0.05,
            beta: 0.05,
        }
    }

    /// The same with other risks: `alpha` of calling a player better who is
    /// not, `beta` of missing one who is.
    ///
    /// # Panics
    ///
    /// Unless both lie between 0 and ½.
    #[must_use]
    pub fn risks(self, alpha: f64, beta: f64) -> Sprt {
        for risk in [alpha, beta] {
            assert!(risk > 0.0 && risk < 0.5, "a risk of {risk}");
        }
        Sprt {
            alpha,
            beta,
            ..self
        }
    }

    /// The two differences.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Where the log-likelihood ratio decides: below the first for `elo0`,
    /// above the second for `elo1`.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// The log-likelihood ratio of these pairs.
    #[must_use]
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        // A kind of pair not seen yet may still come: a trace of each.
        let counts = pairs.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let seen = counts.map(|count| count / total);
        let likely = |elo| most_likely(&seen, score_of_elo(elo));
        let (p0, p1) = (likely(self.elo0), likely(self.elo1));
        let each = (0..5).map(|i| seen[i] * (p1[i] / p0[i]).ln());
        total * each.sum::<f64>()
    }

    /// What these pairs say.
    #[must_use]
    pub fn judge(&self, pairs: &Pairs) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(pairs) {
            llr if llr >= upper => Verdict::Better,
            llr if llr <= lower => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}

/// The distribution with mean `score` under which the frequencies `seen` are
/// most likely.
///
/// By Lagrange it is seenᵢ / (1 + x·(sᵢ − score)) for the x that gives the
/// mean; the sum that has to vanish falls as x grows, so x is found by halving.
fn most_likely(seen: &[f64; 5], score: f64) -> [f64; 5] {
    let off: [f64; 5] = std::array::from_fn(|i| i as f64 / 4.0 - score);
    // Probabilities stay positive between these.
    let (mut lo, mut hi) = (-1.0 / off[4], -1.0 / off[0]);
    for _ in 0..100 {
        let x = f64::midpoint(lo, hi);
        let sum: f64 = (0..5).map(|i| seen[i] * off[i] / (1.0 + x * off[i])).sum();
        if sum > 0.0 {
            lo = x;
        } else {
            hi = x;
        }
    }
    let x = f64::midpoint(lo, hi);
    std::array::from_fn(|i| seen[i] / (1.0 + x * off[i]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::elo_of_score;
    use crate::random::Seeded;

    #[test]
    fn the_most_likely_distribution_is_one_and_none_is_likelier() {
        let seed = 5;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        for _ in 0..200 {
            let raw: [f64; 5] = std::array::from_fn(|_| random.unit() + 0.01);
            let total: f64 = raw.iter().sum();
            let seen = raw.map(|x| x / total);
            let score = 0.3 + 0.4 * random.unit();
            let p = most_likely(&seen, score);
            let sum = |f: &dyn Fn(usize) -> f64| (0..5).map(f).sum::<f64>();
            assert!((sum(&|i| p[i]) - 1.0).abs() < 1e-9);
            assert!((sum(&|i| p[i] * i as f64 / 4.0) - score).abs() < 1e-9);
            let likelihood = |p: &[f64; 5]| sum(&|i| seen[i] * p[i].ln());
            // Small steps that keep sum and mean: along (1, −2, 1).
            for k in 0..3 {
                for step in [1e-3, -1e-3] {
                    let mut other = p;
                    other[k] += step;
                    other[k + 1] -= 2.0 * step;
                    other[k + 2] += step;
                    if other.iter().all(|&p| p > 0.0) {
                        assert!(likelihood(&other) < likelihood(&p));
                    }
                }
            }
        }
    }

    #[test]
    fn the_ratio_grows_with_evidence_and_knows_its_sign() {
        let sprt = Sprt::new(0.0, 10.0);
        let better = Pairs([10, 100, 300, 140, 20]);
        assert!(sprt.llr(&better) > 0.0);
        assert!(sprt.llr(&better.reversed()) < 0.0);
        assert!((sprt.llr(&(better + better)) - 2.0 * sprt.llr(&better)).abs() < 1e-9);
        assert_eq!(sprt.llr(&Pairs::default()), 0.0);
        assert_eq!(sprt.judge(&Pairs::default()), Verdict::Open);
    }

    #[test]
    fn a_player_half_way_between_gives_no_evidence() {
        // Games that are won or lost, at the score where both hypotheses are
        // as likely: ln of both ratios cancel.
        let sprt = Sprt::new(-20.0, 20.0);
        assert!(sprt.llr(&Pairs([100, 0, 50, 0, 100])).abs() < 1e-9);
    }

    #[test]
    fn certain_wins_have_the_closed_form() {
        // Almost all pairs won: p is forced, and the ratio is that of two
        // coins that fall with the scores of the hypotheses.
        let sprt = Sprt::new(0.0, 100.0);
        let llr = sprt.llr(&Pairs([0, 0, 0, 0, 1_000]));
        let coins = 1_000.0 * (score_of_elo(100.0) / score_of_elo(0.0)).ln();
        assert!((llr - coins).abs() < 0.02 * coins, "{llr} {coins}");
    }

    #[test]
    fn the_test_errs_as_seldom_as_promised() {
        let seed = 17;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let sprt = Sprt::new(0.0, 40.0);
        let mut passed = |elo: f64| {
            let runs = 400;
            let mut better = 0;
            let mean = score_of_elo(elo);
            for _ in 0..runs {
                let mut pairs = Pairs::default();
                let verdict = loop {
                    // Half the games drawn, the rest decided by strength.
                    let mut game = || match random.unit() {
                        lot if lot < 0.5 => 0.5,
                        lot if lot < mean + 0.25 => 1.0,
                        _ => 0.0,
                    };
                    pairs.count(game(), game());
                    match sprt.judge(&pairs) {
                        Verdict::Open => {}
                        verdict => break verdict,
                    }
                };
                better += u32::from(verdict == Verdict::Better);
            }
            f64::from(better) / f64::from(runs)
        };
        assert!((elo_of_score(score_of_elo(40.0)) - 40.0).abs() < 1e-9);
        let (none, forty) = (passed(0.0), passed(40.0));
        assert!(none < 0.08 && forty > 0.92, "{none} {forty}");
    }
}
