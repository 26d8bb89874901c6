//! Pairs of games from one opening, with sides exchanged.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use super::{Interval, Tally, elo_of_score};

/// Results of pairs of games for one player: how many pairs were worth 0, ½, 1,
/// 1½ and 2 points.
///
/// The two games of a pair share an opening, so they are not independent: a
/// lopsided opening gives one point far more often than chance would. Pairs
/// are, and what is computed from them is honest.
///
/// ```
/// use tabia_kernel::arena::Pairs;
/// let mut pairs = Pairs::default();
/// pairs.count(1.0, 0.5);
/// pairs.count(0.0, 1.0);
/// assert_eq!(pairs, Pairs([0, 0, 1, 1, 0]));
/// assert_eq!(pairs.score(), 0.625);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pairs(pub [u64; 5]);

/// How much stronger a player is, in Elo, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Strength {
    /// The best guess; infinite after nothing but wins.
    pub elo: f64,
    /// Where the truth lies.
    pub lo: f64,
    /// Where the truth lies.
    pub hi: f64,
}

impl Pairs {
    /// Counts a pair of games that were worth so many points.
    ///
    /// # Panics
    ///
    /// When points are not 0, ½ or 1.
    pub fn count(&mut self, first: f64, second: f64) {
        let half_points = [first, second].map(|points| match points {
            0.0 => 0,
            0.5 => 1,
            1.0 => 2,
            _ => panic!("a game is worth 0, ½ or 1, not {points}"),
        });
        self.0[half_points[0] + half_points[1]] += 1;
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points for each game; ½ without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points: u64 = (0..)
            .zip(self.0)
            .map(|(points, count)| points * count)
            .sum();
        match self.pairs() {
            0 => 0.5,
            pairs => points as f64 / (4 * pairs) as f64,
        }
    }

    /// Where the points for each game lie with 95 % confidence: the mean of
    /// pairs ± 1.96 of its standard errors, with a pair of each kind added to
    /// the variance so that few pairs claim no certainty.
    #[must_use]
    pub fn interval(&self) -> Interval {
        let n = self.pairs() as f64;
        if n == 0.0 {
            return Interval { lo: 0.0, hi: 1.0 };
        }
        let mean = self.score();
        let spread: f64 = (0..)
            .zip(self.0)
            .map(|(points, count)| (count as f64 + 0.2) * (f64::from(points) / 4.0 - mean).powi(2))
            .sum();
        let error = 1.96 * (spread / (n + 1.0) / n).sqrt();
        Interval {
            lo: (mean - error).max(0.0),
            hi: (mean + error).min(1.0),
        }
    }

    /// The difference in strength.
    #[must_use]
    pub fn strength(&self) -> Strength {
        let Interval { lo, hi } = self.interval();
        Strength {
            elo: elo_of_score(self.score()),
            lo: elo_of_score(lo),
            hi: elo_of_score(hi),
        }
    }

    /// The same pairs for the other player.
    #[must_use]
    pub fn reversed(&self) -> Pairs {
        let mut counts = self.0;
        counts.reverse();
        Pairs(counts)
    }

    /// Games of `tally` as if each were a pair that ended alike: for games
    /// without pairs, such as one game from each opening.
    #[must_use]
    pub fn unpaired(tally: Tally) -> Pairs {
        Pairs([tally.losses, 0, tally.draws, 0, tally.wins])
    }
}

impl Add for Pairs {
    type Output = Pairs;

    fn add(self, other: Pairs) -> Pairs {
        let mut sum = self;
        sum += other;
        sum
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        for (sum, count) in self.0.iter_mut().zip(other.0) {
            *sum += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    #[test]
    fn points_are_counted_for_either_player() {
        let pairs = Pairs([1, 2, 3, 4, 5]);
        assert_eq!(pairs.pairs(), 15);
        assert!((pairs.score() + pairs.reversed().score() - 1.0).abs() < 1e-12);
        assert_eq!(pairs + pairs.reversed(), Pairs([6, 6, 6, 6, 6]));
        assert_eq!(Pairs::default().score(), 0.5);
    }

    #[test]
    fn the_interval_holds_the_truth_about_as_often_as_it_says() {
        let seed = 21;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let shares = [5, 20, 40, 25, 10];
        let truth = (20.0 + 80.0 + 75.0 + 40.0) / 400.0;
        let mut held = 0;
        for _ in 0..3_000 {
            let mut pairs = Pairs::default();
            for _ in 0..100 {
                let mut lot = random.below(100);
                let kind = shares.iter().position(|&share| {
                    let hit = lot < share;
                    lot = lot.wrapping_sub(share);
                    hit
                });
                pairs.0[kind.expect("shares add up to 100")] += 1;
            }
            let Interval { lo, hi } = pairs.interval();
            held += u32::from(lo <= truth && truth <= hi);
        }
        let held = f64::from(held) / 3_000.0;
        assert!((0.935..0.97).contains(&held), "{held}");
    }
}
