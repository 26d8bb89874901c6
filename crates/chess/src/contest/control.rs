//! How long engines may think.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The control of a game.
///
/// ```
/// use std::time::Duration;
/// use tabia_chess::contest::Control;
/// let control: Control = "2+0.02".parse()?;
/// assert_eq!(control, Control::Clock {
///     time: Duration::from_secs(2),
///     increment: Duration::from_millis(20),
/// });
/// assert_eq!("nodes:5000".parse::<Control>()?, Control::Nodes(5000));
/// # Ok::<(), tabia_chess::contest::ReadControlError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// A clock: `2+0.02`, seconds for the game and for each move.
    Clock {
        /// For all moves.
        time: Duration,
        /// Added for each.
        increment: Duration,
    },
    /// `nodes:5000` for each move. Load of the machine does not matter.
    Nodes(u64),
    /// `depth:6` for each move.
    Depth(u32),
    /// `movetime:0.1`, seconds for each move.
    MoveTime(Duration),
}

/// A text that is no control.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no control: seconds+increment as in 2+0.02, nodes:5000, depth:6 or movetime:0.1")]
pub struct ReadControlError(pub String);

impl FromStr for Control {
    type Err = ReadControlError;

    fn from_str(text: &str) -> Result<Control, ReadControlError> {
        let error = || ReadControlError(text.to_owned());
        let seconds = |word: &str| {
            let number = word.parse::<f64>().ok();
            let number = number.filter(|x| x.is_finite() && *x >= 0.0 && *x < 1e6);
            number.map(Duration::from_secs_f64).ok_or_else(error)
        };
        let control = match text.split_once(':') {
            Some(("nodes", number)) => Control::Nodes(number.parse().map_err(|_| error())?),
            Some(("depth", number)) => Control::Depth(number.parse().map_err(|_| error())?),
            Some(("movetime", number)) => Control::MoveTime(seconds(number)?),
            Some(_) => return Err(error()),
            None => {
                let (time, increment) = text.split_once('+').unwrap_or((text, "0"));
                Control::Clock {
                    time: seconds(time)?,
                    increment: seconds(increment)?,
                }
            }
        };
        let nothing = match control {
            Control::Clock { time, .. } => time.is_zero(),
            Control::Nodes(nodes) => nodes == 0,
            Control::Depth(depth) => depth == 0,
            Control::MoveTime(time) => time.is_zero(),
        };
        if nothing { Err(error()) } else { Ok(control) }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Control::Clock { time, increment } => {
                write!(f, "{}+{}", time.as_secs_f64(), increment.as_secs_f64())
            }
            Control::Nodes(nodes) => write!(f, "nodes:{nodes}"),
            Control::Depth(depth) => write!(f, "depth:{depth}"),
            Control::MoveTime(time) => write!(f, "movetime:{}", time.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_back() {
        for text in ["2+0.02", "60+0", "nodes:5000", "depth:6", "movetime:0.1"] {
            let control: Control = text.parse().unwrap();
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "", "x", "0+1", "-1", "nodes:0", "nodes:x", "plies:3", "1+x", "inf",
        ] {
            let error = text.parse::<Control>().unwrap_err();
            assert!(error.to_string().contains(&format!("`{text}`")));
        }
    }
}
