//! The options that programs can set.

use std::fmt;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use crate::eval::{Profile, Weights};
use crate::search::{DEFAULT_HASH, Engine, Margins, Strength};

const HASH: RangeInclusive<usize> = 1..=65_536;
const THREADS: RangeInclusive<usize> = 1..=256;
const MULTI_PV: RangeInclusive<usize> = 1..=218;
const OVERHEAD: RangeInclusive<usize> = 0..=5_000;

/// The time a move needs on its way, unless told otherwise, in milliseconds.
const DEFAULT_OVERHEAD: usize = 10;

/// What is set now.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) hash: usize,
    pub(crate) threads: usize,
    pub(crate) multi_pv: usize,
    pub(crate) overhead: Duration,
    pub(crate) limit_strength: bool,
    pub(crate) elo: usize,
    pub(crate) chess960: bool,
    pub(crate) profile: Profile,
    pub(crate) weights: Weights,
    pub(crate) margins: Margins,
    /// Whether the margins are declared, for who tunes them.
    pub(crate) show_margins: bool,
}

/// What a change of options means for the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Hash,
    Threads,
    MultiPv,
    Weights,
    Margins,
    Clear,
    Nothing,
}

impl Options {
    pub(crate) fn new(weights: Weights) -> Options {
        Options {
            hash: DEFAULT_HASH,
            threads: 1,
            multi_pv: 1,
            overhead: Duration::from_millis(DEFAULT_OVERHEAD as u64),
            limit_strength: false,
            elo: usize::from(*Strength::RANGE.end()),
            chess960: false,
            profile: weights.profile(),
            weights,
            margins: Margins::default(),
            show_margins: false,
        }
    }

    /// The strength to play at, if it is limited.
    pub(crate) fn strength(&self) -> Option<Strength> {
        self.limit_strength
            .then(|| Strength::new(u16::try_from(self.elo).unwrap_or(u16::MAX)))
    }

    /// The lines that declare the options.
    pub(crate) fn declaration(&self) -> String {
        let mut text = String::new();
        let mut spin = |name: &str, default: usize, range: RangeInclusive<usize>| {
            text += &declared(name, default, range);
        };
        spin("Hash", DEFAULT_HASH, HASH);
        spin("Threads", 1, THREADS);
        spin("MultiPV", 1, MULTI_PV);
        spin("Move Overhead", DEFAULT_OVERHEAD, OVERHEAD);
        spin("UCI_Elo", usize::from(*Strength::RANGE.end()), elo_range());
        for name in ["Ponder", "UCI_LimitStrength", "UCI_Chess960"] {
            text += &format!("option name {name} type check default false\n");
        }
        text += &format!(
            "option name EvalProfile type combo default {}",
            self.profile
        );
        for profile in Profile::ALL {
            text += &format!(" var {profile}");
        }
        text += "\noption name WeightsFile type string default <empty>\n";
        text += "option name Clear Hash type button\n";
        if self.show_margins {
            for margin in Margins::ALL {
                text += &declared(margin.name, margin.default, margin.range());
            }
        }
        text
    }

    /// Makes an engine what is set, after a change.
    ///
    /// # Errors
    ///
    /// If there is not enough memory.
    pub(crate) fn apply(&self, change: Change, engine: &mut Engine) -> io::Result<()> {
        match change {
            Change::Hash => engine.set_hash(self.hash)?,
            Change::Threads => engine.set_threads(self.threads),
            Change::MultiPv => {
                let least = match self.strength() {
                    Some(_) => Strength::LINES,
                    None => 1,
                };
                engine.set_multi_pv(self.multi_pv.max(least));
            }
            Change::Weights => engine.set_weights(&self.weights),
            Change::Margins => engine.set_margins(&self.margins),
            Change::Clear => engine.clear_hash(),
            Change::Nothing => {}
        }
        Ok(())
    }

    /// Sets an option; the error says what is wrong with the value.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Change, String> {
        let number = |range: RangeInclusive<usize>| match value.parse::<usize>() {
            Ok(number) if range.contains(&number) => Ok(number),
            _ => Err(format!(
                "{name} is a number from {} to {}, not `{value}`",
                range.start(),
                range.end()
            )),
        };
        let flag = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name} is true or false, not `{value}`")),
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number(HASH)?;
                Ok(Change::Hash)
            }
            "threads" => {
                self.threads = number(THREADS)?;
                Ok(Change::Threads)
            }
            "multipv" => {
                self.multi_pv = number(MULTI_PV)?;
                Ok(Change::MultiPv)
            }
            "move overhead" => {
                self.overhead = Duration::from_millis(number(OVERHEAD)? as u64);
                Ok(Change::Nothing)
            }
            "uci_elo" => {
                self.elo = number(elo_range())?;
                Ok(Change::MultiPv)
            }
            "uci_limitstrength" => {
                self.limit_strength = flag()?;
                Ok(Change::MultiPv)
            }
            "uci_chess960" => {
                self.chess960 = flag()?;
                Ok(Change::Nothing)
            }
            "ponder" => {
                flag()?;
                Ok(Change::Nothing)
            }
            "evalprofile" => {
                self.profile = value
                    .parse()
                    .map_err(|error: crate::eval::UnknownProfile| error.to_string())?;
                self.weights = Weights::shipped(self.profile);
                Ok(Change::Weights)
            }
            "weightsfile" => {
                self.weights = if value.is_empty() || value == "<empty>" {
                    Weights::shipped(self.profile)
                } else {
                    Weights::load(Path::new(value)).map_err(|error| error.to_string())?
                };
                self.profile = self.weights.profile();
                Ok(Change::Weights)
            }
            "clear hash" => Ok(Change::Clear),
            _ => self.set_margin(name, value).map(|()| Change::Margins),
        }
    }

    fn set_margin(&mut self, name: &str, value: &str) -> Result<(), String> {
        let Some(margin) = Margins::named(&name.to_ascii_lowercase()) else {
            return Err(format!("no option is called `{name}`"));
        };
        let number = value.parse().ok();
        match number.is_some_and(|number| self.margins.set(margin.name, number)) {
            true => Ok(()),
            false => Err(format!(
                "{name} is a number from {} to {}, not `{value}`",
                margin.lo, margin.hi
            )),
        }
    }
}

/// The line that declares an option with a number.
fn declared<N: fmt::Display>(name: &str, default: N, range: RangeInclusive<N>) -> String {
    let (min, max) = range.into_inner();
    format!("option name {name} type spin default {default} min {min} max {max}\n")
}

fn elo_range() -> RangeInclusive<usize> {
    usize::from(*Strength::RANGE.start())..=usize::from(*Strength::RANGE.end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_out_of_range_are_refused() {
        let mut options = Options::new(Weights::shipped(Profile::Full));
        assert_eq!(options.set("Hash", "64"), Ok(Change::Hash));
        assert_eq!(options.hash, 64);
        for (name, value) in [
            ("Hash", "0"),
            ("Hash", "lots"),
            ("Threads", "-1"),
            ("UCI_LimitStrength", "yes"),
            ("EvalProfile", "seed39"),
            ("WeightsFile", "/no/such/file"),
            ("Contempt", "3"),
            ("razor", "1000000"),
            ("Razor", "-"),
        ] {
            let error = options.set(name, value).unwrap_err();
            assert!(error.contains(value) || error.contains(name), "{error}");
        }
        assert_eq!(options.hash, 64);
    }
}
