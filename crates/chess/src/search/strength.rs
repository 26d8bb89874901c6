//! Playing worse on purpose.

use std::ops::RangeInclusive;

use cozy_chess::Move;
use tabia_kernel::random::Seeded;

use super::{Limits, Outcome};
use crate::score::Value;

/// A strength to play at, in Elo of about the scale of engine matches.
///
/// Weak players look at few nodes and choose among their best moves with
/// some error. The numbers are a rule of thumb, not a calibration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strength(u16);

impl Strength {
    /// What can be asked for.
    pub const RANGE: RangeInclusive<u16> = 1000..=2800;

    /// The number of lines to choose from.
    pub const LINES: usize = 4;

    /// This strength, or the nearest that can be had.
    #[must_use]
    pub fn new(elo: u16) -> Strength {
        Strength(elo.clamp(*Strength::RANGE.start(), *Strength::RANGE.end()))
    }

    /// The number of nodes it looks at, which doubles every 120 points.
    #[must_use]
    pub fn nodes(self) -> u64 {
        let doublings = f64::from(self.0 - 1000) / 120.0;
        (50.0 * doublings.exp2()) as u64
    }

    /// The limits of a search at this strength.
    #[must_use]
    pub fn limited(self, limits: &Limits) -> Limits {
        let nodes = self.nodes();
        Limits {
            nodes: Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes))),
            ..limits.clone()
        }
    }

    /// Chooses among the lines that were found; the same for the same seed.
    #[must_use]
    pub fn choose(self, outcome: &Outcome, seed: u64) -> Option<Move> {
        let error = f64::from(2400_u16.saturating_sub(self.0)) / 12.0;
        let mut random = Seeded::new(seed);
        let mut noise = || (random.below(2001) as f64 / 1000.0 - 1.0) * error;
        let worth = |value: &Value| match *value {
            Value::Centipawns(score) => f64::from(score),
            Value::Mate(moves) if moves > 0 => 10_000.0 - f64::from(moves),
            Value::Mate(moves) => -10_000.0 - f64::from(moves),
        };
        outcome
            .lines
            .iter()
            .filter_map(|(value, line)| Some((worth(value) + noise(), *line.first()?)))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, m)| m)
            .or(outcome.best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stronger_players_look_further() {
        assert_eq!(Strength::new(0), Strength::new(1000));
        assert_eq!(Strength::new(9999), Strength::new(2800));
        assert_eq!(Strength::new(1000).nodes(), 50);
        assert_eq!(Strength::new(1240).nodes(), 200);
        assert!(Strength::new(2800).nodes() > 1_000_000);
    }
}
