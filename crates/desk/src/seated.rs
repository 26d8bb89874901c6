//! Levels of games with hidden hands.

use std::str::FromStr;

use crate::desk::{DeskError, Level};

/// How much a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seated<L> {
    /// What its seat sees; it plays like this.
    Fair(L),
    /// Everything.
    Perfect,
}

/// The most deals that a player imagines for a move.
const MOST: u16 = 64;

impl<L: FromStr> Seated<L> {
    /// Reads `random`, `simple`, a number of deals to imagine, or `perfect`.
    pub(crate) fn read(text: &str) -> Result<Seated<L>, DeskError> {
        let counted = text.parse().is_ok_and(|deals| (1..=MOST).contains(&deals));
        let fair = counted || matches!(text, "random" | "simple");
        match (text, text.parse()) {
            ("perfect", _) => Ok(Seated::Perfect),
            (_, Ok(level)) if fair => Ok(Seated::Fair(level)),
            _ => Err(DeskError::Level(format!(
                "unknown level `{text}`: expected random, simple, a number of deals from 1 to \
                 {MOST}, or perfect"
            ))),
        }
    }
}

/// The levels that are offered.
pub(crate) fn levels(perfect: &'static str) -> Vec<Level> {
    let level = |name, title| Level { name, title };
    vec![
        level("random", "random"),
        level("simple", "simple: rules of thumb"),
        level("1", "1: imagines one deal"),
        level("4", "4: imagines four deals"),
        level("16", "16: imagines sixteen"),
        level("64", "64: imagines sixty-four"),
        level("perfect", perfect),
    ]
}
