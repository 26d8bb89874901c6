//! How well an engine player plays.

use std::fmt;
use std::str::FromStr;

/// A playing level: one of the paper's depths, or perfect play.
///
/// ```
/// use tabia_quarto::Level;
/// assert_eq!("6".parse(), Ok(Level::Depth(6)));
/// assert_eq!("perfect".parse(), Ok(Level::Perfect));
/// assert!("1".parse::<Level>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// The paper's player, looking this many single actions ahead, 2 to 32.
    Depth(u8),
    /// Keeps the value of the game and sets traps.
    Perfect,
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown level `{0}`: expected a depth from 2 to 32, or perfect")]
pub struct ReadLevelError(pub String);

impl Level {
    /// The least depth: one placement and one gift.
    pub const MIN_DEPTH: u8 = 2;
    /// The greatest depth: sixteen placements and sixteen gifts, so the whole
    /// game.
    pub const MAX_DEPTH: u8 = 32;
}

impl FromStr for Level {
    type Err = ReadLevelError;

    fn from_str(text: &str) -> Result<Level, ReadLevelError> {
        if text == "perfect" {
            return Ok(Level::Perfect);
        }
        match text.parse() {
            Ok(depth @ Level::MIN_DEPTH..=Level::MAX_DEPTH) => Ok(Level::Depth(depth)),
            _ => Err(ReadLevelError(text.to_owned())),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Depth(depth) => write!(f, "{depth}"),
            Level::Perfect => f.write_str("perfect"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_round_trip_and_others_are_refused() {
        for depth in 2..=32 {
            let level = Level::Depth(depth);
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        for text in ["0", "1", "33", "256", "-2", "", "Perfect", "six"] {
            let error = text.parse::<Level>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")), "{error}");
        }
    }
}
