//! Wins, draws and losses, and how much they say.

use std::fmt;
use std::ops::{Add, AddAssign};

use crate::rules::Score;

/// The quantile of the normal distribution that leaves 2.5 % above it.
const Z: f64 = 1.959_963_984_540_054;

/// Results of games, or values of positions, in the view of one player.
///
/// ```
/// use tabia_kernel::arena::Tally;
/// let tally = Tally { wins: 70, draws: 20, losses: 10 };
/// assert_eq!(tally.score(), 0.8);
/// let sure = tally.interval();
/// assert!(sure.lo > 0.72 && sure.hi < 0.87);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub wins: u64,
    /// Drawn.
    pub draws: u64,
    /// Lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game that was worth `score` to this player.
    pub fn count(&mut self, score: Score) {
        self.count_times(score, 1);
    }

    /// Counts `times` games or positions that are worth `score`.
    pub fn count_times(&mut self, score: Score, times: u64) {
        match score {
            s if s > Score::DRAW => self.wins += times,
            s if s < Score::DRAW => self.losses += times,
            _ => self.draws += times,
        }
    }

    /// How many games there were.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The same games in the view of the other player.
    #[must_use]
    pub fn reversed(self) -> Tally {
        Tally {
            wins: self.losses,
            losses: self.wins,
            ..self
        }
    }

    /// The mean result, a win counting 1 and a draw ½; ½ without games.
    #[must_use]
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            n => (self.wins as f64 + self.draws as f64 / 2.0) / n as f64,
        }
    }

    /// The share of games won; 0 without games.
    #[must_use]
    pub fn win_rate(self) -> f64 {
        match self.games() {
            0 => 0.0,
            n => self.wins as f64 / n as f64,
        }
    }

    /// Where the score lies with 95 % confidence.
    ///
    /// Wilson's interval with the variance of results that are 0, ½ or 1.
    /// The true variance at an expected score p is p(1 − p) − d/4 for a share
    /// d of draws; d is taken from the games. Without draws this is
    /// [`win_interval`](Tally::win_interval). Where all games were drawn the
    /// games would claim certainty, so half a game of each decisive kind is
    /// added to the estimate of d.
    #[must_use]
    pub fn interval(self) -> Interval {
        let n = self.games() as f64;
        if n == 0.0 {
            return Interval { lo: 0.0, hi: 1.0 };
        }
        let draws = match self.draws {
            0 => 0.0,
            draws => draws as f64 / (n + 1.0),
        };
        wilson(self.score(), n, draws / 4.0)
    }

    /// Where the share of games won lies with 95 % confidence: the interval
    /// of E. B. Wilson (1927), which behaves for shares near 0 and 1.
    #[must_use]
    pub fn win_interval(self) -> Interval {
        match self.games() {
            0 => Interval { lo: 0.0, hi: 1.0 },
            n => wilson(self.win_rate(), n as f64, 0.0),
        }
    }
}

/// All p with |mean − p| ≤ Z √((p(1 − p) − less) / n): the roots of a
/// quadratic equation.
fn wilson(mean: f64, n: f64, less: f64) -> Interval {
    let z2 = Z * Z / n;
    let (a, b, c) = (1.0 + z2, 2.0 * mean + z2, mean * mean + z2 * less);
    // Where no p has a variance that small, only the mean itself is left.
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    Interval {
        lo: ((b - root) / (2.0 * a)).clamp(0.0, mean),
        hi: ((b + root) / (2.0 * a)).clamp(mean, 1.0),
    }
}

impl FromIterator<Score> for Tally {
    fn from_iter<I: IntoIterator<Item = Score>>(scores: I) -> Tally {
        let mut tally = Tally::default();
        for score in scores {
            tally.count(score);
        }
        tally
    }
}

impl Add for Tally {
    type Output = Tally;

    fn add(self, other: Tally) -> Tally {
        Tally {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        *self = *self + other;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Where a share lies, from `lo` to `hi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub lo: f64,
    /// The upper end.
    pub hi: f64,
}

impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} to {:.1} %", 100.0 * self.lo, 100.0 * self.hi)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally {
            wins,
            draws,
            losses,
        }
    }

    #[test]
    fn the_interval_is_wilsons() {
        // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20, 1 of 29.
        for (wins, games, lo, hi) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0000, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let t = tally(wins, 0, games - wins);
            for interval in [t.interval(), t.win_interval()] {
                assert!(
                    (interval.lo - lo).abs() < 5e-5,
                    "{wins}/{games}: {interval:?}"
                );
                assert!(
                    (interval.hi - hi).abs() < 5e-5,
                    "{wins}/{games}: {interval:?}"
                );
            }
        }
    }

    #[test]
    fn draws_narrow_the_interval_but_claim_no_certainty() {
        let width = |t: Tally| t.interval().hi - t.interval().lo;
        assert!(width(tally(25, 50, 25)) < width(tally(50, 0, 50)));
        assert!(width(tally(0, 100, 0)) > 0.01);
        let (t, r) = (tally(9, 5, 2).interval(), tally(2, 5, 9).interval());
        assert!((t.lo + r.hi - 1.0).abs() < 1e-12 && (t.hi + r.lo - 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_interval_holds_the_truth_about_as_often_as_it_says() {
        let seed = 8;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        for (win, draw) in [(50, 0), (30, 40), (10, 80), (70, 20), (5, 0)] {
            let truth = (win as f64 + draw as f64 / 2.0) / 100.0;
            let held = (0..4_000).filter(|_| {
                let mut t = Tally::default();
                for _ in 0..200 {
                    t.count(match random.below(100) {
                        lot if lot < win => Score::WIN,
                        lot if lot < win + draw => Score::DRAW,
                        _ => Score::LOSS,
                    });
                }
                let interval = t.interval();
                interval.lo <= truth && truth <= interval.hi
            });
            let held = held.count() as f64 / 4_000.0;
            assert!((0.93..0.98).contains(&held), "{win} {draw}: {held}");
        }
    }

    #[test]
    fn results_add_up() {
        let mut sum = tally(1, 2, 3) + tally(10, 20, 30);
        sum += tally(1, 0, 0);
        assert_eq!(sum.to_string(), "+12 =22 -33");
        assert_eq!(sum.games(), 67);
        assert_eq!(sum.reversed().score() + sum.score(), 1.0);
        assert_eq!(Tally::default().interval(), Interval { lo: 0.0, hi: 1.0 });
    }
}
