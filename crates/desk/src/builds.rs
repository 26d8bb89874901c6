//! Endgame tables on disk: what is there, and what is being written.

use std::fs;
use std::path::Path;

use serde::Serialize;
use tabia_kernel::alone::BUILDER;
use tabia_kernel::whole::under_way;

use crate::runs::idle;

/// A directory of tables.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Build {
    /// The directory, seen from the one that was asked about.
    pub folder: String,
    /// Finished files.
    pub files: u64,
    /// Their bytes.
    pub bytes: u64,
    /// Files under way: they bear their names when they are whole.
    pub writing: Vec<String>,
    /// Seconds since the last of its files was written.
    pub idle_seconds: f64,
}

/// The most files that are looked at in one directory.
const MOST_FILES: usize = 100_000;

/// A directory of tables and those directly inside it, as far as they hold
/// files.
pub fn builds(directory: &Path) -> Vec<Build> {
    let mut folders = vec![(".".to_owned(), directory.to_owned())];
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            folders.push((
                entry.file_name().to_string_lossy().into_owned(),
                entry.path(),
            ));
        }
    }
    folders.sort();
    folders
        .iter()
        .filter_map(|(name, path)| build(name, path))
        .collect()
}

fn build(name: &str, path: &Path) -> Option<Build> {
    let mut build = Build {
        folder: name.to_owned(),
        files: 0,
        bytes: 0,
        writing: Vec::new(),
        idle_seconds: f64::INFINITY,
    };
    for entry in fs::read_dir(path).ok()?.flatten().take(MOST_FILES) {
        let Ok(about) = entry.metadata() else {
            continue;
        };
        if !about.is_file() {
            continue;
        }
        build.idle_seconds = build.idle_seconds.min(idle(&entry.path()).as_secs_f64());
        let file = entry.file_name().to_string_lossy().into_owned();
        match under_way(&file) {
            // Says who builds.
            Some(BUILDER) => {}
            Some(whole) => build.writing.push(whole.to_owned()),
            None => {
                build.files += 1;
                build.bytes += about.len();
            }
        }
    }
    build.writing.sort();
    (build.files > 0 || !build.writing.is_empty()).then_some(build)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_files_are_counted_and_unfinished_ones_named() {
        let folder = tempfile::tempdir().expect("a scratch directory");
        assert_eq!(builds(folder.path()), []);
        let inner = folder.path().join("darkchess");
        fs::create_dir(&inner).expect("a directory");
        fs::write(inner.join("K-k"), [0; 10]).expect("a file");
        fs::write(inner.join("KP-kp.partial"), [0; 3]).expect("a file");
        fs::write(inner.join("P-k.tbl~a1B2c3.partial"), [0; 3]).expect("a file");
        fs::write(inner.join("build.partial"), [0; 3]).expect("a file");
        let found = builds(folder.path());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].files, found[0].bytes), (1, 10));
        assert_eq!(found[0].writing, ["KP-kp", "P-k.tbl"]);
        assert!(found[0].idle_seconds < 60.0);
    }
}
