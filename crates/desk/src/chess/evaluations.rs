//! Weights that the engine can play with, kept in a directory.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use tabia_chess::eval::{Profile, Weights};
use tabia_kernel::search::Stop;

use crate::DeskError;
use crate::kept::Kept;

/// Files of weights in a directory; a game is played with one of them under
/// rules of the name `weights-` and the file's.
pub(super) struct Evaluations {
    directory: Option<PathBuf>,
    /// Those used last. A file that is written again is another one.
    read: Kept<(String, Option<SystemTime>), Weights>,
}

/// Stands before the name of a file.
const PREFIX: &str = "weights-";
/// The most files that are listed, and kept at the request of a page.
const MOST: usize = 200;
/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 20;

impl Evaluations {
    /// Those of a directory, which need not be there yet.
    pub(super) fn new(directory: Option<PathBuf>) -> Evaluations {
        Evaluations {
            directory,
            read: Kept::new(8),
        }
    }

    /// The weights that rules are played with; the error says what is wrong
    /// with their name or the file.
    pub(super) fn read(&self, rules: &str) -> Result<Arc<Weights>, String> {
        if matches!(rules, "" | "standard") {
            let shipped = || Ok(Weights::shipped(Profile::Full));
            return self.read.get((String::new(), None), &Stop::new(), shipped);
        }
        let path = self.path(rules).ok_or(
            "expected `standard`, or `weights-` and the name of a file of weights without `.json`",
        )?;
        let about = std::fs::metadata(&path).map_err(|_| "there are no such weights".to_owned())?;
        if about.len() > MOST_BYTES {
            return Err(format!("more than {MOST_BYTES} bytes are no weights"));
        }
        let load = || Weights::load(&path).map_err(|error| error.to_string());
        self.read.get(
            (rules.to_owned(), about.modified().ok()),
            &Stop::new(),
            load,
        )
    }

    /// The rules of all files that are weights, by name.
    pub(super) fn all(&self) -> Vec<String> {
        let Some(directory) = &self.directory else {
            return Vec::new();
        };
        let mut names: Vec<String> = json_files(directory)
            .filter_map(|path| Some(format!("{PREFIX}{}", path.file_stem()?.to_str()?)))
            .filter(|rules| self.read(rules).is_ok())
            .take(MOST)
            .collect();
        names.sort_unstable();
        names
    }

    /// Keeps weights in a file named after what is in it, so that the same
    /// are kept once.
    pub(super) fn add(&self, text: &str) -> Result<String, DeskError> {
        let wrong = |reason: String| DeskError::Parameter {
            name: "weights".into(),
            text: text.chars().take(40).collect(),
            reason,
        };
        let weights = Weights::from_json(text).map_err(|error| wrong(error.to_string()))?;
        let directory = self
            .directory
            .as_ref()
            .ok_or_else(|| DeskError::Engine("there is no directory for weights".into()))?;
        let rules = format!("{PREFIX}{}", name(&weights));
        let path = self.path(&rules).expect("hex digits are a name");
        if path.exists() {
            return Ok(rules);
        }
        if json_files(directory).count() >= MOST {
            return Err(wrong(format!(
                "there are {MOST} files already: remove some"
            )));
        }
        std::fs::create_dir_all(directory)
            .map_err(|error| error.to_string())
            .and_then(|()| weights.save(&path).map_err(|error| error.to_string()))
            .map_err(DeskError::Engine)?;
        Ok(rules)
    }

    /// The file of rules, if the name is one that cannot lead elsewhere.
    fn path(&self, rules: &str) -> Option<PathBuf> {
        let name = rules.strip_prefix(PREFIX)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let fits = !name.is_empty() && name.len() <= 100 && name.chars().all(plain);
        let fits = fits && !name.starts_with('.');
        let directory = self.directory.as_ref().filter(|_| fits)?;
        Some(directory.join(format!("{name}.json")))
    }
}

fn json_files(directory: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == "json"))
}

/// A name that depends on the weights alone.
fn name(weights: &Weights) -> String {
    // FNV-1a: a name, not a proof.
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in weights.to_json().bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{}-{:08x}", weights.profile().name(), hash >> 32)
}
