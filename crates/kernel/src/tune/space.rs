//! What is tuned: named weights and the ranges they may take.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::random::Seeded;

/// One weight: its name and its range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Parameter {
    /// The name, for people and files.
    pub name: String,
    /// The least value.
    pub lo: f64,
    /// The greatest value; a weight with `lo == hi` is not tuned.
    pub hi: f64,
    /// Only whole numbers are allowed.
    pub whole: bool,
}

impl Parameter {
    /// A weight that takes whole numbers from `lo` to `hi`.
    #[must_use]
    pub fn whole(name: impl Into<String>, lo: i32, hi: i32) -> Parameter {
        Parameter {
            name: name.into(),
            lo: f64::from(lo),
            hi: f64::from(hi),
            whole: true,
        }
    }

    /// A weight that takes any number from `lo` to `hi`.
    #[must_use]
    pub fn real(name: impl Into<String>, lo: f64, hi: f64) -> Parameter {
        Parameter {
            name: name.into(),
            lo,
            hi,
            whole: false,
        }
    }

    /// `hi − lo`.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.hi - self.lo
    }

    /// Whether there is nothing to tune.
    #[must_use]
    pub fn is_fixed(&self) -> bool {
        self.lo == self.hi
    }

    /// The allowed value nearest to `value`.
    #[must_use]
    pub fn nearest(&self, value: f64) -> f64 {
        let value = value.clamp(self.lo, self.hi);
        match self.whole {
            true => value.round().clamp(self.lo.ceil(), self.hi.floor()),
            false => value,
        }
    }

    /// A random allowed value; whole numbers are equally likely.
    fn random(&self, random: &mut Seeded) -> f64 {
        match self.whole {
            true => {
                let (lo, hi) = (self.lo.ceil(), self.hi.floor());
                lo + random.below((hi - lo) as usize + 1) as f64
            }
            false => self.lo + self.width() * random.unit(),
        }
    }
}

/// No weight lies further from zero: beyond it whole numbers have gaps.
const WIDEST: f64 = (1_u64 << 53) as f64;

/// The weights that are tuned together.
///
/// ```
/// use tabia_kernel::random::Seeded;
/// use tabia_kernel::tune::{Parameter, Space};
/// let space = Space::new(vec![
///     Parameter::whole("PAWN", 50, 50),
///     Parameter::whole("KNIGHT", 100, 200),
/// ])?;
/// let player = space.random(&mut Seeded::new(1));
/// assert_eq!(player[0], 50.0);
/// assert!((100.0..=200.0).contains(&player[1]) && player[1].fract() == 0.0);
/// assert_eq!(space.nearest(&[0.0, 163.4]), [50.0, 163.0]);
/// # Ok::<(), tabia_kernel::tune::SpaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Parameter>")]
pub struct Space(Vec<Parameter>);

impl TryFrom<Vec<Parameter>> for Space {
    type Error = SpaceError;

    fn try_from(parameters: Vec<Parameter>) -> Result<Space, SpaceError> {
        Space::new(parameters)
    }
}

/// Why parameters cannot be tuned.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SpaceError {
    /// There is none.
    #[error("there is nothing to tune")]
    Empty,
    /// A range holds no allowed value.
    #[error("{name}: no value from {lo} to {hi}")]
    NoValue {
        /// The parameter.
        name: String,
        /// Its least value.
        lo: f64,
        /// Its greatest value.
        hi: f64,
    },
    /// A range is too wide for sums of its ends.
    #[error("{name}: from {lo} to {hi} is too wide")]
    TooWide {
        /// The parameter.
        name: String,
        /// Its least value.
        lo: f64,
        /// Its greatest value.
        hi: f64,
    },
    /// Two have the same name.
    #[error("{0} appears twice")]
    Twice(String),
}

impl Space {
    /// The space of these parameters.
    ///
    /// # Errors
    ///
    /// There has to be at least one; names differ; every range holds a value.
    pub fn new(parameters: Vec<Parameter>) -> Result<Space, SpaceError> {
        if parameters.is_empty() {
            return Err(SpaceError::Empty);
        }
        let mut names = std::collections::HashSet::new();
        for p in &parameters {
            let (lo, hi) = match p.whole {
                true => (p.lo.ceil(), p.hi.floor()),
                false => (p.lo, p.hi),
            };
            if !(p.lo.is_finite() && p.hi.is_finite() && lo <= hi) {
                return Err(SpaceError::NoValue {
                    name: p.name.clone(),
                    lo: p.lo,
                    hi: p.hi,
                });
            }
            if p.lo.abs().max(p.hi.abs()) > WIDEST {
                return Err(SpaceError::TooWide {
                    name: p.name.clone(),
                    lo: p.lo,
                    hi: p.hi,
                });
            }
            if !names.insert(p.name.as_str()) {
                return Err(SpaceError::Twice(p.name.clone()));
            }
        }
        Ok(Space(parameters))
    }

    /// The parameters, in order.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.0
    }

    /// How many weights a player has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Never: a space has a parameter.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Indices of the weights that are not fixed.
    #[must_use]
    pub fn free(&self) -> Vec<usize> {
        (0..self.len()).filter(|&i| !self.0[i].is_fixed()).collect()
    }

    /// A player with random weights.
    #[must_use]
    pub fn random(&self, random: &mut Seeded) -> Vec<f64> {
        self.0.iter().map(|p| p.random(random)).collect()
    }

    /// The player in the middle of all ranges.
    #[must_use]
    pub fn middle(&self) -> Vec<f64> {
        self.0
            .iter()
            .map(|p| p.nearest((p.lo + p.hi) / 2.0))
            .collect()
    }

    /// The allowed player nearest to `weights`.
    ///
    /// # Panics
    ///
    /// When there are not as many weights as parameters.
    #[must_use]
    pub fn nearest(&self, weights: &[f64]) -> Vec<f64> {
        assert_eq!(weights.len(), self.len(), "one weight for each parameter");
        let each = self.0.iter().zip(weights);
        each.map(|(p, &weight)| p.nearest(weight)).collect()
    }

    /// Whether each of `players` has an allowed weight for each parameter.
    pub(super) fn holds<'p>(&self, players: impl IntoIterator<Item = &'p Vec<f64>>) -> bool {
        players.into_iter().all(|player| {
            let mut each = self.0.iter().zip(player);
            player.len() == self.len() && each.all(|(p, &weight)| p.nearest(weight) == weight)
        })
    }

    /// Tuned weights that stand at an end of their range: the best value may
    /// lie beyond it.
    pub fn at_bounds(&self, weights: &[f64]) -> Vec<&Parameter> {
        let each = self.0.iter().zip(weights);
        each.filter(|(p, w)| !p.is_fixed() && (**w <= p.lo || **w >= p.hi))
            .map(|(p, _)| p)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_drawn_alike_and_stay_in_range() {
        let space = Space::new(vec![Parameter::whole("a", -2, 2)]).unwrap();
        let mut random = Seeded::new(3);
        let mut seen = [0; 5];
        for _ in 0..5_000 {
            seen[(space.random(&mut random)[0] + 2.0) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
    }

    #[test]
    fn bad_spaces_are_refused_by_name() {
        assert_eq!(Space::new(vec![]), Err(SpaceError::Empty));
        let backwards = vec![Parameter::whole("a", 2, 1)];
        assert_eq!(
            Space::new(backwards).unwrap_err().to_string(),
            "a: no value from 2 to 1"
        );
        let mut between = Parameter::real("b", 0.2, 0.8);
        between.whole = true;
        assert!(Space::new(vec![between]).is_err());
        assert!(Space::new(vec![Parameter::real("c", f64::NAN, 1.0)]).is_err());
        let twice = vec![Parameter::whole("a", 0, 1), Parameter::whole("a", 0, 1)];
        assert_eq!(Space::new(twice), Err(SpaceError::Twice("a".to_owned())));
    }

    #[test]
    fn weights_at_the_ends_of_their_ranges_are_named() {
        let space = Space::new(vec![
            Parameter::whole("fixed", 5, 5),
            Parameter::whole("low", 0, 9),
            Parameter::whole("inside", 0, 9),
            Parameter::whole("high", 0, 9),
        ])
        .unwrap();
        let names: Vec<_> = space
            .at_bounds(&[5.0, 0.0, 4.0, 9.0])
            .iter()
            .map(|p| p.name.as_str())
            .collect();
        assert_eq!(names, ["low", "high"]);
    }
}
