//! Who may work together.

use std::sync::LazyLock;

use tabia_chess::contest::RECORD;

use crate::shelf::checksum;
use crate::tables::PACKING;
use crate::tuning::TUNING;

/// The version of jobs: the package's, and a fingerprint of everything that
/// decides bytes, such as `0.1.0+5f1c09e2`.
///
/// Each format says next to itself what its bytes depend on; of the chess engine
/// it is how it searches. Workers of another version are given nothing to do:
/// their bytes may differ.
#[must_use]
pub fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let formats = [
            tabia_darkchess::table_format(),
            format!("packing {PACKING}"),
            tabia_quarto::certificate::certificate_format(),
            format!("games {RECORD} by {}", tabia_chess::bench::fingerprint()),
            format!("tunings {TUNING}"),
        ];
        let sum = checksum(formats.join("\n").as_bytes());
        let print: String = sum[..4].iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{}+{print}", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}

/// What differs between this version and another one, for people.
pub(crate) fn difference(theirs: &str) -> &'static str {
    let release = |version: &str| version.split('+').next().map(str::to_owned);
    match release(theirs) == release(version()) {
        true => " (the same release, but other file formats or another engine)",
        false => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_a_release_and_a_fingerprint() {
        let (release, print) = version().split_once('+').expect("two parts");
        assert_eq!(release, env!("CARGO_PKG_VERSION"));
        assert_eq!(print.len(), 8);
        assert!(print.bytes().all(|byte| byte.is_ascii_hexdigit()));
        assert!(difference(&format!("{release}+00000000")).contains("formats"));
        assert_eq!(difference("9.0.0+00000000"), "");
    }
}
