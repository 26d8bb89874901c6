//! Which engine: its program, protocol and options.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// How an engine is spoken to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The protocol of xboard and WinBoard, version 2 or 1.
    Xboard,
    /// UCI, by our own engine: where no clocks count it needs no process.
    Own,
}

/// An engine to be started.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineSpec {
    /// What it is called in results.
    pub name: String,
    /// The program; a bare name is looked up as shells do, and in the
    /// directories for games.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Its protocol.
    pub protocol: Protocol,
    /// Options: for UCI `setoption`, for xboard commands to send at the start
    /// (name and value, separated by a space).
    pub options: Vec<(String, String)>,
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadSpecError {
    /// There is no program.
    #[error("`{0}` names no program")]
    NoProgram(String),
    /// An option has no value.
    #[error("option `{option}` in `{text}` should read name=value")]
    Option {
        /// The whole text.
        text: String,
        /// The option.
        option: String,
    },
}

/// Where programs are found besides the search path.
const GAMES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// Engines of Debian that speak xboard only.
const XBOARD: [&str; 6] = [
    "phalanx",
    "sjeng",
    "hoichess",
    "fairymax",
    "crafty",
    "gnuchessx",
];

impl EngineSpec {
    /// Reads `program [arguments][;option=value]…`, such as
    /// `stockfish;Skill Level=5;Threads=1`.
    ///
    /// The name is that of the program with its options. The protocol is UCI,
    /// unless the program is known to speak xboard only or an option
    /// `protocol=xboard` says so; an option `name=…` renames it.
    ///
    /// ```
    /// use tabia_chess::engines::{EngineSpec, Protocol};
    /// let spec = EngineSpec::read("gnuchess --uci;Hash=16;name=GNU")?;
    /// assert_eq!((spec.name.as_str(), spec.arguments[0].as_str()), ("GNU", "--uci"));
    /// assert_eq!(EngineSpec::read("phalanx")?.protocol, Protocol::Xboard);
    /// # Ok::<(), tabia_chess::engines::ReadSpecError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When there is no program or an option has no value.
    pub fn read(text: &str) -> Result<EngineSpec, ReadSpecError> {
        let mut parts = text.split(';');
        let mut words = parts.next().unwrap_or("").split_whitespace();
        let program = words
            .next()
            .ok_or_else(|| ReadSpecError::NoProgram(text.to_owned()))?;
        let program = PathBuf::from(program);
        let stem = program.file_stem().unwrap_or_default().to_string_lossy();
        let mut spec = EngineSpec {
            name: text.replace(';', " ").trim().to_owned(),
            protocol: match XBOARD.contains(&stem.as_ref()) {
                true => Protocol::Xboard,
                false => Protocol::Uci,
            },
            arguments: words.map(str::to_owned).collect(),
            options: Vec::new(),
            program: program.clone(),
        };
        for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                return Err(ReadSpecError::Option {
                    text: text.to_owned(),
                    option: part.to_owned(),
                });
            };
            match (name.trim(), value.trim()) {
                ("name", value) => spec.name = value.to_owned(),
                ("protocol", "xboard") => spec.protocol = Protocol::Xboard,
                ("protocol", "uci") => spec.protocol = Protocol::Uci,
                (name, value) => spec.options.push((name.to_owned(), value.to_owned())),
            }
        }
        Ok(spec)
    }

    /// The program to run.
    #[must_use]
    pub fn resolved(&self) -> PathBuf {
        let bare = self.program.components().count() == 1 && !self.program.is_absolute();
        if !bare {
            return self.program.clone();
        }
        let path = std::env::var_os("PATH").unwrap_or_default();
        let places = std::env::split_paths(&path).chain(GAMES.map(PathBuf::from));
        places
            .map(|place| place.join(&self.program))
            .find(|file| file.is_file())
            .unwrap_or_else(|| self.program.clone())
    }

    /// Whether the program is there.
    #[must_use]
    pub fn is_installed(&self) -> bool {
        Path::new(&self.resolved()).is_file()
    }
}

impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_and_their_lack_are_read() {
        let spec = EngineSpec::read("stockfish;Skill Level=5; Hash=16;").unwrap();
        assert_eq!(spec.name, "stockfish Skill Level=5  Hash=16");
        let options: Vec<_> = spec
            .options
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .collect();
        assert_eq!(options, [("Skill Level", "5"), ("Hash", "16")]);
        assert!(EngineSpec::read(" ;Hash=1").is_err());
        let error = EngineSpec::read("toga2;Hash").unwrap_err().to_string();
        assert!(error.contains("`Hash`"), "{error}");
        let other = EngineSpec::read("crafty;protocol=uci").unwrap();
        assert_eq!(other.protocol, Protocol::Uci);
    }

    #[test]
    fn a_path_is_taken_as_it_is() {
        let spec = EngineSpec::read("./no/such/engine").unwrap();
        assert_eq!(spec.resolved(), PathBuf::from("./no/such/engine"));
        assert!(!spec.is_installed());
    }
}
