//! How well a player plays.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A playing level.
///
/// ```
/// use tabia_darkchess::Level;
/// assert_eq!("3".parse(), Ok(Level::Depth(3)));
/// assert_eq!("greedy".parse(), Ok(Level::Greedy));
/// assert!("0".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Anything that is legal.
    Random,
    /// The most valuable capture there is, else anything.
    Greedy,
    /// Expectimax, so many plies ahead.
    Depth(u8),
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown level `{0}`: expected random, greedy or a depth from 1 to {max}", max = Level::MAX_DEPTH)]
pub struct ReadLevelError(String);

impl Level {
    /// The greatest depth.
    pub const MAX_DEPTH: u8 = 20;
}

impl FromStr for Level {
    type Err = ReadLevelError;

    fn from_str(text: &str) -> Result<Level, ReadLevelError> {
        match text {
            "random" => Ok(Level::Random),
            "greedy" => Ok(Level::Greedy),
            _ => match text.parse() {
                Ok(depth @ 1..=Level::MAX_DEPTH) => Ok(Level::Depth(depth)),
                _ => Err(ReadLevelError(text.to_owned())),
            },
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Greedy => f.write_str("greedy"),
            Level::Depth(depth) => write!(f, "{depth}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_and_others_are_refused() {
        let depths = (1..=Level::MAX_DEPTH).map(Level::Depth);
        for level in [Level::Random, Level::Greedy].into_iter().chain(depths) {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["0", "21", "256", "-2", "", "Random", "six"] {
            let error = text.parse::<Level>().expect_err(text);
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }
}
