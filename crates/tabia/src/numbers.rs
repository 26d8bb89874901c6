//! Numbers on the command line. Each has a range, which `--help` shows and
//! messages name; none that is let through is too large for what is done with it.

use std::ffi::OsStr;
use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command};

/// Reads a number that lies in a range.
#[derive(Clone)]
pub(crate) struct Within<T>(RangeInclusive<T>);

/// A number of this range, both ends included.
pub(crate) fn within<T: Number>(range: RangeInclusive<T>) -> Within<T> {
    Within(range)
}

/// Where random numbers come from: anything.
pub(crate) fn seed() -> Within<u64> {
    within(0..=u64::MAX)
}

/// Threads, games at once.
pub(crate) fn threads<T: Number + From<u16>>() -> Within<T> {
    within(T::from(1)..=T::from(1024))
}

/// The size of a table in MiB.
pub(crate) fn mebibytes() -> Within<u32> {
    within(1..=1 << 20)
}

/// Games that are played in one go: all are kept in memory.
pub(crate) const MOST_GAMES: u32 = 1_000_000;

/// Games of a match.
pub(crate) fn games() -> Within<u32> {
    within(1..=MOST_GAMES)
}

/// Nodes or positions of a search: 20 years at a million and a half a second.
pub(crate) fn nodes() -> Within<u64> {
    within(1..=1_000_000_000_000_000)
}

/// Seconds of a search, a year at most.
pub(crate) fn seconds() -> Within<f64> {
    within(0.0..=31_536_000.0)
}

/// What [`seconds`] let through.
pub(crate) fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds)
}

/// A part of a whole.
pub(crate) fn share() -> Within<f64> {
    within(0.0..=1.0)
}

/// A factor, a step, a width: above nothing, and nothing that overflows.
pub(crate) fn positive() -> Within<f64> {
    within(1e-9..=1e9)
}

/// A number that options have.
pub(crate) trait Number:
    FromStr + PartialOrd + Display + Clone + Send + Sync + 'static
{
    /// What it is called in messages.
    const CALLED: &str = "whole number";
}

impl Number for u8 {}
impl Number for u16 {}
impl Number for u32 {}
impl Number for u64 {}
impl Number for usize {}
impl Number for i8 {}
impl Number for f64 {
    const CALLED: &str = "number";
}

impl<T: Number> Within<T> {
    fn read(&self, text: &str) -> Result<T, String> {
        // Infinities and what is no number at all lie in no range.
        let number = text.parse().ok().filter(|number| self.0.contains(number));
        number.ok_or_else(|| format!("not a {} from {}", T::CALLED, self.shown()))
    }

    fn shown(&self) -> String {
        format!("{} to {}", self.0.start(), self.0.end())
    }
}

impl<T: Number> TypedValueParser for Within<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let range = self.clone();
        let read = move |text: &str| range.read(text);
        read.parse_ref(command, arg, value)
    }

    /// The range, hidden: for [`with_range`].
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let range = PossibleValue::new("N").hide(true).help(self.shown());
        Some(Box::new(std::iter::once(range)))
    }
}

/// The option with its range at the end of its help.
pub(crate) fn with_range(arg: Arg) -> Arg {
    let values = arg.get_possible_values();
    let range = values.first().filter(|value| value.is_hide_set());
    let Some(range) = range.and_then(|value| value.get_help()) else {
        return arg;
    };
    let range = format!(" [{range}]");
    let [help, long] = [arg.get_help(), arg.get_long_help()]
        .map(|help| help.map(|help| help.to_string() + &range));
    let arg = arg.hide_possible_values(true);
    let arg = match help {
        Some(help) => arg.help(help),
        None => arg.help(range.trim_start().to_owned()),
    };
    match long {
        Some(long) => arg.long_help(long),
        None => arg,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_number_of_the_range_is_refused_with_it() {
        let whole = within(2..=300_u16);
        for text in [
            "1", "301", "65536", "-1", "", " 5", "0x10", "5.0", "1e2", "NaN", "inf",
        ] {
            let refused = whole.read(text).expect_err(text);
            assert_eq!(refused, "not a whole number from 2 to 300");
        }
        assert_eq!(whole.read("+5"), Ok(5));
        for text in ["NaN", "inf", "-inf", "1e308", "1.001", "-1e-320", "", "x"] {
            assert!(share().read(text).is_err(), "{text}");
        }
        assert_eq!(share().read("1e-320"), Ok(1e-320));
    }
}
