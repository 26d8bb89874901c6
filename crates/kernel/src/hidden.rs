//! Games with hidden hands: how well their players play.

use std::fmt;
use std::str::FromStr;

/// How well a player of a game with hidden hands plays; `MOST` is the largest
/// number of worlds that is worth its time.
///
/// ```
/// use tabia_kernel::hidden::Level;
/// type Skilled = Level<1_000>;
/// assert_eq!("32".parse(), Ok(Skilled::Worlds(32)));
/// assert_eq!("simple".parse(), Ok(Skilled::Simple));
/// assert!("0".parse::<Skilled>().is_err());
/// assert!("1001".parse::<Skilled>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level<const MOST: u16> {
    /// Any move.
    Random,
    /// Rules of thumb.
    Simple,
    /// The move that does best with open hands in so many possible worlds, 1
    /// to `MOST`: perfect-information Monte Carlo.
    Worlds(u16),
    /// Sees everything.
    Open,
}

/// A text that names no level.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "unknown level `{text}`: expected random, simple, a number of worlds from 1 to {most}, or open"
)]
pub struct ReadLevelError {
    text: String,
    most: u16,
}

impl<const MOST: u16> FromStr for Level<MOST> {
    type Err = ReadLevelError;

    fn from_str(text: &str) -> Result<Level<MOST>, ReadLevelError> {
        match (text, text.parse()) {
            ("random", _) => Ok(Level::Random),
            ("simple", _) => Ok(Level::Simple),
            ("open", _) => Ok(Level::Open),
            (_, Ok(worlds)) if (1..=MOST).contains(&worlds) => Ok(Level::Worlds(worlds)),
            _ => Err(ReadLevelError {
                text: text.to_owned(),
                most: MOST,
            }),
        }
    }
}

impl<const MOST: u16> fmt::Display for Level<MOST> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Level::Random => f.write_str("random"),
            Level::Simple => f.write_str("simple"),
            Level::Worlds(worlds) => write!(f, "{worlds}"),
            Level::Open => f.write_str("open"),
        }
    }
}
