//! Did you mean …: for values that are words or numbers.

use std::fmt::Display;
use std::str::FromStr;

use tabia_desk::with_nearest;

/// Reads a value of the command line; a text that is nearly one of `words` is
/// refused with the question whether that was meant.
pub(crate) fn reader<T>(
    words: &'static [&'static str],
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static
where
    T: FromStr<Err: Display>,
{
    move |text| {
        let read = text.parse();
        read.map_err(|error: T::Err| with_nearest(error.to_string(), text, words.iter().copied()))
    }
}
