//! Putting players to the test.

use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

use crate::random::Seeded;

/// One round of trials: which it is, and where its random choices come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Round {
    /// 0 is the first.
    pub number: u64,
    /// The seed of the run.
    pub seed: u64,
}

impl Round {
    /// The random numbers that belong to this round.
    #[must_use]
    pub fn random(self) -> Seeded {
        Seeded::of_part(self.seed, self.number)
    }
}

/// What a player has shown: points out of tasks. It adds up over rounds.
///
/// ```
/// use tabia_kernel::tune::Evidence;
/// let both = Evidence { points: 3.0, tasks: 10 } + Evidence { points: 4.5, tasks: 10 };
/// assert_eq!(both.mean(), 0.375);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Moves predicted, or points won.
    pub points: f64,
    /// Positions looked at, or games played.
    pub tasks: u64,
}

impl Evidence {
    /// Points for each task; 0 without tasks.
    #[must_use]
    pub fn mean(self) -> f64 {
        match self.tasks {
            0 => 0.0,
            tasks => self.points / tasks as f64,
        }
    }
}

impl Add for Evidence {
    type Output = Evidence;

    fn add(self, other: Evidence) -> Evidence {
        Evidence {
            points: self.points + other.points,
            tasks: self.tasks + other.tasks,
        }
    }
}

impl AddAssign for Evidence {
    fn add_assign(&mut self, other: Evidence) {
        *self = *self + other;
    }
}

/// A test of players, such as predicting a master's moves or a tournament.
///
/// Pure in `field` and `round`: the same arguments give the same evidence,
/// whatever ran before and on however many threads. That is what makes a
/// resumed run the same run.
pub trait Trial<W>: Sync {
    /// What each player of the field shows, in the order of the field.
    fn run(&self, field: &[W], round: Round) -> Vec<Evidence>;
}

impl<W, F> Trial<W> for F
where
    F: Fn(&[W], Round) -> Vec<Evidence> + Sync,
{
    fn run(&self, field: &[W], round: Round) -> Vec<Evidence> {
        self(field, round)
    }
}
