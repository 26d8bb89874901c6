//! Weights that the engine can play with, kept in a directory.
//!
//! Files that people put there are theirs. What is handed in through the page
//! goes to a folder of its own, and the oldest of it makes room.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use tabia_chess::eval::{Profile, Weights};
use tabia_kernel::search::Stop;

use crate::DeskError;
use crate::kept::Kept;

/// Files of weights in a directory; a game is played with one of them under
/// rules of the name `weights-` and the file's.
pub(super) struct Evaluations {
    directory: Option<PathBuf>,
    /// Those used last. A file that is written again is another one.
    read: Kept<(String, Written), Weights>,
    /// Which files are weights, as far as they were looked at.
    known: Mutex<BTreeMap<PathBuf, (Written, bool)>>,
}

/// When a file was written.
type Written = Option<SystemTime>;

/// Stands before the name of a file.
const PREFIX: &str = "weights-";
/// The most files that are listed.
const MOST: usize = 200;
/// The longest file that is read.
const MOST_BYTES: u64 = 1 << 20;

/// The folder of what is handed in through the page.
const HANDED: &str = "handed";
/// The most of it that is kept: files, their bytes together, and how long
/// without being handed in again.
const MOST_HANDED: usize = 64;
const MOST_HANDED_BYTES: u64 = 4 << 20;
const OLDEST_HANDED: Duration = Duration::from_secs(30 * 24 * 60 * 60);

impl Evaluations {
    /// Those of a directory, which need not be there yet.
    pub(super) fn new(directory: Option<PathBuf>) -> Evaluations {
        Evaluations {
            directory,
            read: Kept::new(8),
            known: Mutex::default(),
        }
    }

    /// The weights that rules are played with; the error says what is wrong
    /// with their name or the file.
    pub(super) fn read(&self, rules: &str) -> Result<Arc<Weights>, String> {
        let stop = Stop::new();
        if matches!(rules, "" | "standard") {
            let shipped = || Ok(Weights::shipped(Profile::Full));
            return self.read.get((String::new(), None), &stop, shipped);
        }
        let path = self.path(rules).ok_or(
            "expected `standard`, or `weights-` and the name of a file of weights without `.json`",
        )?;
        let about = fs::metadata(&path).map_err(|_| "there are no such weights".to_owned())?;
        if about.len() > MOST_BYTES {
            return Err(format!("more than {MOST_BYTES} bytes are no weights"));
        }
        let load = || Weights::load(&path).map_err(|error| error.to_string());
        let key = (rules.to_owned(), about.modified().ok());
        self.read.get(key, &stop, load)
    }

    /// The rules of all files that are weights, by name.
    pub(super) fn all(&self) -> Vec<String> {
        let Some(directory) = &self.directory else {
            return Vec::new();
        };
        let files = json_files(directory).chain(json_files(&directory.join(HANDED)));
        let files: Vec<PathBuf> = files.take(MOST).collect();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|path, _| files.contains(path));
        let mut names: Vec<String> = files
            .into_iter()
            .filter_map(|path| {
                let rules = format!("{PREFIX}{}", path.file_stem()?.to_str()?);
                let written = fs::metadata(&path).ok()?.modified().ok();
                let is_weights = match known.get(&path) {
                    Some((then, is_weights)) if *then == written => *is_weights,
                    _ => {
                        let is_weights = self.read(&rules).is_ok();
                        known.insert(path, (written, is_weights));
                        is_weights
                    }
                };
                is_weights.then_some(rules)
            })
            .collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    /// Keeps weights in a file named after what is in it, so that the same
    /// are kept once, for as long as there is room.
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
        let name = name(&weights);
        let handed = directory.join(HANDED);
        let path = handed.join(format!("{name}.json"));
        // Two who hand in at once must not both find room for one.
        let _one_at_a_time = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        fs::create_dir_all(&handed)
            .map_err(|error| format!("{}: {error}", handed.display()))
            .and_then(|()| weights.save(&path).map_err(|error| error.to_string()))
            .map_err(DeskError::Engine)?;
        make_room(&handed, &path);
        Ok(format!("{PREFIX}{name}"))
    }

    /// The file of rules, if the name is one that cannot lead elsewhere. What
    /// people put there themselves comes first.
    fn path(&self, rules: &str) -> Option<PathBuf> {
        let name = rules.strip_prefix(PREFIX)?;
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
        let fits = !name.is_empty() && name.len() <= 100 && name.chars().all(plain);
        let fits = fits && !name.starts_with('.');
        let directory = self.directory.as_ref().filter(|_| fits)?;
        let own = directory.join(format!("{name}.json"));
        let handed = directory.join(HANDED).join(format!("{name}.json"));
        Some(if own.exists() { own } else { handed })
    }
}

/// Removes what was handed in too long ago, and the oldest of what is too much;
/// the latest stays.
fn make_room(handed: &Path, latest: &Path) {
    let mut files: Vec<(SystemTime, u64, PathBuf)> = json_files(handed)
        .filter(|path| path != latest)
        .filter_map(|path| {
            let about = fs::symlink_metadata(&path).ok()?;
            let written = about.modified().ok()?;
            about.is_file().then_some((written, about.len(), path))
        })
        .collect();
    files.sort();
    let (mut count, mut bytes) = (1, fs::metadata(latest).map_or(0, |about| about.len()));
    for (written, length, path) in files.into_iter().rev() {
        let old = written.elapsed().is_ok_and(|age| age > OLDEST_HANDED);
        count += 1;
        bytes += length;
        if old || count > MOST_HANDED || bytes > MOST_HANDED_BYTES {
            // If it cannot be removed now, it will be tried again.
            let _ = fs::remove_file(path);
        }
    }
}

fn json_files(directory: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Weights that differ in the first.
    fn handed(first: i16) -> String {
        let mut values = [0; 38];
        values[0] = first;
        format!("{{\"profile\":\"seed38\",\"weights\":{values:?}}}")
    }

    #[test]
    fn what_is_handed_in_is_bounded_and_what_people_put_there_stays() {
        let folder = tempfile::tempdir().expect("a scratch directory");
        let own = folder.path().join("own.json");
        fs::write(&own, handed(9_999)).expect("a file");
        let evaluations = Evaluations::new(Some(folder.path().to_owned()));
        let first = evaluations.add(&handed(0)).expect("weights");
        assert!(evaluations.read(&first).is_ok());
        let age = |rules: &str, seconds: u64| {
            let name = format!("{}.json", rules.strip_prefix(PREFIX).expect("handed in"));
            let file = fs::File::options()
                .write(true)
                .open(folder.path().join(HANDED).join(name))
                .expect("it is kept");
            let then = SystemTime::now() - Duration::from_secs(seconds);
            file.set_modified(then).expect("its time is set");
        };
        age(&first, 1_000);
        let mut latest = String::new();
        for weight in 1..=MOST_HANDED as i16 {
            latest = evaluations.add(&handed(weight)).expect("weights");
        }
        let kept = || json_files(&folder.path().join(HANDED)).count();
        assert_eq!(kept(), MOST_HANDED);
        assert!(evaluations.read(&first).is_err(), "the oldest made room");
        assert!(evaluations.read(&latest).is_ok());
        assert!(own.exists() && evaluations.read("weights-own").is_ok());
        assert_eq!(evaluations.all().len(), MOST_HANDED + 1);
        age(&latest, OLDEST_HANDED.as_secs() + 1);
        let new = evaluations.add(&handed(-5)).expect("weights");
        assert!(evaluations.read(&latest).is_err(), "too old");
        // Handed in again it is young again, and there once.
        age(&new, 500);
        assert_eq!(evaluations.add(&handed(-5)).as_ref(), Ok(&new));
        assert!(kept() <= MOST_HANDED);
        // Long files count by their bytes.
        let long = folder.path().join(HANDED).join("long.json");
        fs::write(&long, vec![b' '; MOST_HANDED_BYTES as usize]).expect("a file");
        evaluations.add(&handed(-6)).expect("weights");
        assert!(!long.exists() && own.exists());
    }
}
