//! Writing results to standard output, for people and for machines, and to files.

use std::io::{self, StdoutLock, Write as _};
use std::path::Path;

use anstream::AutoStream;
use anyhow::Context as _;
use serde::Serialize;
use tabia_kernel::whole;

/// Standard output; drops colours where they do not belong. Its errors are
/// to be passed on: one of them means that the reader has seen enough.
pub(crate) fn stdout() -> AutoStream<StdoutLock<'static>> {
    anstream::stdout().lock()
}

/// Writes one line of JSON.
pub(crate) fn json(value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    io::stdout().lock().write_all(&line)
}

/// Writes a file, which appears whole or not at all.
pub(crate) fn file(path: &Path, contents: impl AsRef<[u8]>) -> anyhow::Result<()> {
    whole::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// Refuses where [`file`] would, before any work is done for nothing.
pub(crate) fn try_file(path: &Path) -> anyhow::Result<()> {
    whole::try_out(path).with_context(|| format!("cannot write {}", path.display()))
}

/// `1,234,567`.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Seconds for people: `0.42 ms`, `12.3 s`, `3 min 20 s`.
pub(crate) fn duration(seconds: f64) -> String {
    if seconds < 1e-3 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 1.0 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 120.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {} s", whole / 60, whole % 60)
    }
}

/// A difference in Elo and the ends of its interval: `+12 (-3 to +27)`.
pub(crate) fn elo_interval([difference, lo, hi]: [f64; 3]) -> String {
    format!("{} ({} to {})", elo(difference), elo(lo), elo(hi))
}

/// A difference in Elo for people: `+12`, `0`, `-∞`.
pub(crate) fn elo(difference: f64) -> String {
    match difference.round() {
        rounded if rounded.is_infinite() => format!("{}∞", if rounded > 0.0 { '+' } else { '-' }),
        0.0 => "0".to_owned(),
        rounded => format!("{rounded:+.0}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_in_elo_have_signs_unless_there_is_none() {
        let all = [12.4, -0.3, 0.2, -7.5, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(all.map(elo), ["+12", "0", "0", "-8", "+∞", "-∞"]);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }

    #[test]
    fn durations_choose_their_unit() {
        assert_eq!(duration(0.000_042), "42 µs");
        assert_eq!(duration(0.042), "42.0 ms");
        assert_eq!(duration(42.0), "42.0 s");
        assert_eq!(duration(200.0), "3 min 20 s");
    }
}
