//! Sides, scores, payoffs and bounds: values that know whose view they take.

use std::fmt;
use std::ops::Neg;

/// One of the two parties. A party may be several people, such as the two
/// defenders of a card game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side whose view [`Payoff`] takes.
    First,
    /// The other one.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Side; 2] = [Side::First, Side::Second];

    /// The opponent.
    #[must_use]
    #[inline]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A value in the view of the side to move.
///
/// The scale belongs to the game; [`Score::WIN`], [`Score::DRAW`] and
/// [`Score::LOSS`] are there for games that only tell these three apart.
/// The extremes mean "unknown" in bounds; no position is worth them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

impl Score {
    /// No score is larger.
    pub const MAX: Score = Score(i16::MAX);
    /// No score is smaller. It is the negative of [`Score::MAX`], so that
    /// negation never overflows.
    pub const MIN: Score = Score(-i16::MAX);
    /// One: a win where only win, draw and loss count.
    pub const WIN: Score = Score(1);
    /// Zero.
    pub const DRAW: Score = Score(0);
    /// Minus one: a loss where only win, draw and loss count.
    pub const LOSS: Score = Score(-1);

    /// The score of this number of points.
    ///
    /// # Panics
    ///
    /// On `i16::MIN`, which has no negative.
    #[must_use]
    pub const fn new(points: i16) -> Score {
        assert!(points != i16::MIN, "i16::MIN has no negative");
        Score(points)
    }

    /// The number of points.
    #[must_use]
    #[inline]
    pub const fn points(self) -> i16 {
        self.0
    }

    /// The value for `to` of what is worth this to `from`.
    ///
    /// This is the only place where a value changes sign on its way through
    /// a game tree: a side that moves twice in a row keeps its sign.
    ///
    /// ```
    /// use tabia_kernel::rules::{Score, Side};
    /// let child = Score::new(3);
    /// assert_eq!(child.across(Side::First, Side::First), Score::new(3));
    /// assert_eq!(child.across(Side::First, Side::Second), Score::new(-3));
    /// ```
    #[must_use]
    #[inline]
    pub fn across(self, from: Side, to: Side) -> Score {
        if from == to { self } else { -self }
    }

    /// The next larger score; [`Score::MAX`] stays.
    #[must_use]
    #[inline]
    pub const fn above(self) -> Score {
        if self.0 == i16::MAX {
            self
        } else {
            Score(self.0 + 1)
        }
    }

    /// The next smaller score; [`Score::MIN`] stays.
    #[must_use]
    #[inline]
    pub const fn below(self) -> Score {
        if self.0 == -i16::MAX {
            self
        } else {
            Score(self.0 - 1)
        }
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// What the end of a game is worth to [`Side::First`].
///
/// It cannot be negated, only [seen by](Payoff::seen_by) a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payoff(i16);

impl Payoff {
    /// Nobody gains.
    pub const DRAW: Payoff = Payoff(0);

    /// This number of points for [`Side::First`].
    ///
    /// # Panics
    ///
    /// On `i16::MIN`, which has no negative.
    #[must_use]
    pub const fn new(points: i16) -> Payoff {
        assert!(points != i16::MIN, "i16::MIN has no negative");
        Payoff(points)
    }

    /// The payoff when `winner` wins one point, [`Score::WIN`] in its view.
    #[must_use]
    #[inline]
    pub const fn win_for(winner: Side) -> Payoff {
        match winner {
            Side::First => Payoff(1),
            Side::Second => Payoff(-1),
        }
    }

    /// The payoff in the view of `side`.
    #[must_use]
    #[inline]
    pub fn seen_by(self, side: Side) -> Score {
        Score(self.0).across(Side::First, side)
    }
}

/// What is known of a value: it lies between `lo` and `hi`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bounds {
    /// The value is at least this.
    pub lo: Score,
    /// The value is at most this.
    pub hi: Score,
}

impl Bounds {
    /// Nothing is known.
    pub const UNKNOWN: Bounds = Bounds {
        lo: Score::MIN,
        hi: Score::MAX,
    };

    /// Between a loss and a win, where only win, draw and loss count.
    pub const LOSS_TO_WIN: Bounds = Bounds {
        lo: Score::LOSS,
        hi: Score::WIN,
    };

    /// The value is known.
    #[must_use]
    pub const fn exact(value: Score) -> Bounds {
        Bounds {
            lo: value,
            hi: value,
        }
    }

    /// The value is `lo` or more.
    #[must_use]
    pub const fn at_least(lo: Score) -> Bounds {
        Bounds { lo, hi: Score::MAX }
    }

    /// The value is `hi` or less.
    #[must_use]
    pub const fn at_most(hi: Score) -> Bounds {
        Bounds { lo: Score::MIN, hi }
    }

    /// Whether the value is known.
    #[must_use]
    pub fn is_solved(self) -> bool {
        self.lo == self.hi
    }

    /// The value, if it is known.
    #[must_use]
    pub fn value(self) -> Option<Score> {
        self.is_solved().then_some(self.lo)
    }

    /// Whether `value` is possible.
    #[must_use]
    pub fn contains(self, value: Score) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// The bounds for `to` of what is bounded like this for `from`.
    #[must_use]
    #[inline]
    pub fn across(self, from: Side, to: Side) -> Bounds {
        if from == to {
            self
        } else {
            Bounds {
                lo: -self.hi,
                hi: -self.lo,
            }
        }
    }

    /// What both say together.
    ///
    /// Bounds that contradict each other come from a bug; this is asserted
    /// in debug builds.
    #[must_use]
    #[inline]
    pub fn intersect(self, other: Bounds) -> Bounds {
        let both = Bounds {
            lo: self.lo.max(other.lo),
            hi: self.hi.min(other.hi),
        };
        debug_assert!(both.lo <= both.hi, "{self} contradicts {other}");
        both
    }

    /// What is left when only one of the two need hold.
    #[must_use]
    #[inline]
    pub fn hull(self, other: Bounds) -> Bounds {
        Bounds {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }
}

impl fmt::Display for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.lo, self.hi) {
            (Score::MIN, Score::MAX) => write!(f, "unknown"),
            (lo, Score::MAX) => write!(f, "at least {lo}"),
            (Score::MIN, hi) => write!(f, "at most {hi}"),
            (lo, hi) if lo == hi => write!(f, "{lo}"),
            (lo, hi) => write!(f, "{lo} to {hi}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Bounds = Bounds {
        lo: Score::new(-2),
        hi: Score::new(5),
    };

    #[test]
    fn the_extremes_are_each_others_negatives() {
        assert_eq!(-Score::MAX, Score::MIN);
        assert_eq!(-Score::MIN, Score::MAX);
        assert_eq!(Score::MAX.above(), Score::MAX);
        assert_eq!(Score::MIN.below(), Score::MIN);
        assert_eq!(Score::DRAW.above(), Score::WIN);
        assert_eq!(Score::DRAW.below(), Score::LOSS);
    }

    #[test]
    fn a_payoff_is_seen_with_opposite_signs() {
        for winner in Side::BOTH {
            assert_eq!(Payoff::win_for(winner).seen_by(winner), Score::WIN);
            assert_eq!(Payoff::win_for(winner).seen_by(winner.other()), Score::LOSS);
        }
        assert_eq!(Payoff::new(7).seen_by(Side::Second), Score::new(-7));
    }

    #[test]
    fn crossing_over_swaps_and_negates_bounds() {
        let crossed = SOME.across(Side::First, Side::Second);
        assert_eq!((crossed.lo, crossed.hi), (Score::new(-5), Score::new(2)));
        assert_eq!(crossed.across(Side::Second, Side::First), SOME);
        assert_eq!(SOME.across(Side::Second, Side::Second), SOME);
        let unknown = Bounds::UNKNOWN.across(Side::First, Side::Second);
        assert_eq!(unknown, Bounds::UNKNOWN);
    }

    #[test]
    fn intersection_and_hull_meet_in_the_middle() {
        let other = Bounds {
            lo: Score::new(0),
            hi: Score::new(9),
        };
        let both = SOME.intersect(other);
        assert_eq!((both.lo, both.hi), (Score::new(0), Score::new(5)));
        let either = SOME.hull(other);
        assert_eq!((either.lo, either.hi), (Score::new(-2), Score::new(9)));
        assert_eq!(SOME.intersect(Bounds::UNKNOWN), SOME);
        assert!(SOME.contains(Score::new(5)) && !SOME.contains(Score::new(6)));
    }

    #[test]
    fn bounds_are_written_as_people_say_them() {
        assert_eq!(Bounds::UNKNOWN.to_string(), "unknown");
        assert_eq!(Bounds::at_least(Score::DRAW).to_string(), "at least 0");
        assert_eq!(Bounds::at_most(Score::LOSS).to_string(), "at most -1");
        assert_eq!(Bounds::exact(Score::WIN).to_string(), "1");
        assert_eq!(SOME.to_string(), "-2 to 5");
    }
}
