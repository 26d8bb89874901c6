//! Making the files of a directory.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use tabia_kernel::endgame::{
    TableError, Tabular, Trits, WaveOptions, encode_distances, encode_values, encode_wonlist,
    make_directory, remove_damaged, save,
};

use super::levels::{Progress, in_order};
use super::{DirectoryError, Format, Kind, Limit, MAP, TableDirectory};
use crate::endgames::Class;

/// What to build and how.
#[derive(Clone, Debug, Default)]
pub struct BuildOptions {
    /// Distances too. The rule of forty plies needs them, and has them anyway.
    pub distances: bool,
    /// How many threads; files do not depend on it.
    pub threads: usize,
    /// How values are kept.
    pub format: Format,
    /// Only these classes, and those that captures lead to from them.
    pub only: Option<Vec<Class>>,
}

/// What a build did.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Built {
    /// Classes solved now.
    pub solved: u64,
    /// Classes whose files were there.
    pub found: u64,
    /// Bytes of all their files.
    pub bytes: u64,
    /// Class by class, those of fewer pieces first.
    pub classes: Vec<ClassReport>,
}

/// What building one class came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClassReport {
    /// The class.
    pub class: Class,
    /// Whether it was solved now; else its files were there.
    pub is_new: bool,
    /// Bytes of its files.
    pub bytes: u64,
    /// Time of one thread, from unfolding smaller tables to files on disk: on
    /// the processor where the system tells, else on the clock.
    pub time: Duration,
}

/// A file of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableFile {
    /// What it is called in the directory.
    pub name: String,
    /// All of it.
    pub bytes: Vec<u8>,
}

/// A clock of this thread.
struct Stopwatch {
    start: Instant,
    on_processor: Option<u64>,
}

impl Stopwatch {
    fn start() -> Stopwatch {
        Stopwatch {
            start: Instant::now(),
            on_processor: nanoseconds_on_processor(),
        }
    }

    fn elapsed(&self) -> Duration {
        match (self.on_processor, nanoseconds_on_processor()) {
            (Some(start), Some(now)) => Duration::from_nanos(now.saturating_sub(start)),
            _ => self.start.elapsed(),
        }
    }
}

/// How long this thread has run so far, as Linux counts it.
fn nanoseconds_on_processor() -> Option<u64> {
    let counts = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    counts.split_whitespace().next()?.parse().ok()
}

impl TableDirectory {
    /// Makes every table that is not there yet, those of fewer pieces first.
    ///
    /// Each file appears whole or not at all, so a build that was ended in any
    /// way goes on where it was; one that is complete does nothing but look.
    /// A file that is there and damaged is an error, not overwritten; of those
    /// that nothing else needs only the beginning is read. Returns `None` if
    /// `go_on` said no.
    ///
    /// # Errors
    ///
    /// If a file cannot be written, or one that is there is not right.
    pub fn build(
        &self,
        options: BuildOptions,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Built>, DirectoryError> {
        self.begin()?;
        let distances = options.distances || self.limit != Limit::None;
        let format = options.format;
        let wanted = self.with_exits(options.only.as_deref());
        let is_missing = |class: Class| {
            let values = match format {
                Format::Values => Kind::Values,
                Format::WonList => Kind::WonList,
            };
            !self.file(class, values).exists()
                || (distances && !self.file(class, Kind::Distances).exists())
        };
        let missing: BTreeSet<Class> = wanted.iter().copied().filter(|&c| is_missing(c)).collect();
        let needed: BTreeSet<Class> = missing
            .iter()
            .flat_map(|&class| self.endgames.exits(class))
            .collect();
        let make = |class: Class, done: &BTreeMap<Class, Trits>, go_on: &dyn Fn(f64) -> bool| {
            let clock = Stopwatch::start();
            let is_new = missing.contains(&class);
            let values = if is_new {
                match self.make(class, done, distances, format, go_on)? {
                    Some(values) => Some(values),
                    None => return Ok(None),
                }
            } else {
                if distances {
                    self.open_table(class, Kind::Distances)?;
                }
                if needed.contains(&class) {
                    Some(self.values(class)?)
                } else {
                    self.open_values(class)?;
                    None
                }
            };
            let report = ClassReport {
                class,
                is_new,
                bytes: self.bytes(class),
                time: clock.elapsed(),
            };
            Ok(Some((values.filter(|_| needed.contains(&class)), report)))
        };
        let made = in_order(
            &self.endgames,
            &wanted,
            options.threads,
            go_on,
            progress,
            &make,
        )?;
        Ok(made.map(|classes| Built {
            solved: classes.iter().filter(|report| report.is_new).count() as u64,
            found: classes.iter().filter(|report| !report.is_new).count() as u64,
            bytes: classes.iter().map(|report| report.bytes).sum(),
            classes,
        }))
    }

    /// Reads every file whole that a build would find, and the map of materials,
    /// and removes those that are not as they were written: a build makes them
    /// anew. Returns what was wrong with them, or `None` if `go_on` said no.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or removed.
    pub fn repair(
        &self,
        options: &BuildOptions,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Vec<TableError>>, DirectoryError> {
        let mut removed: Vec<TableError> = Vec::new();
        removed.extend(remove_damaged(self.map_there())?);
        let check = |class: Class, _: &BTreeMap<Class, Trits>, _: &dyn Fn(f64) -> bool| {
            let mut removed = Vec::new();
            removed.extend(remove_damaged(
                self.open_table(class, Kind::Values)
                    .and_then(|table| table.values()),
            )?);
            removed.extend(remove_damaged(
                self.open_table(class, Kind::Distances)
                    .and_then(|table| table.distances()),
            )?);
            removed.extend(remove_damaged(
                self.open_list(class).and_then(|list| list.numbers()),
            )?);
            Ok(Some((None, removed)))
        };
        let checked = in_order(
            &self.endgames,
            &self.with_exits(options.only.as_deref()),
            options.threads,
            go_on,
            progress,
            &check,
        )?;
        Ok(checked.map(|checked| {
            removed.extend(checked.into_iter().flatten());
            removed
        }))
    }

    /// Makes the directory and the map of materials, if they are not there.
    ///
    /// # Errors
    ///
    /// If they cannot be written, or a map is there that is not ours.
    pub fn begin(&self) -> Result<(), DirectoryError> {
        make_directory(&self.path)?;
        self.save_map()
    }

    /// Writes a file that [`solve`](TableDirectory::solve) made elsewhere, unless
    /// there is one of its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written, or is none of ours.
    pub fn adopt(&self, file: &TableFile) -> Result<(), DirectoryError> {
        let path = self.path.join(&file.name);
        let mut ours = self.endgames.classes().flat_map(|class| {
            [Kind::Values, Kind::Distances, Kind::WonList].map(|kind| self.file_name(class, kind))
        });
        // It came from elsewhere: no name leads out of the directory.
        if !ours.any(|name| name == file.name) {
            let reason = "no class has a file of this name".to_owned();
            return Err(TableError::Foreign { path, reason }.into());
        }
        if !path.exists() {
            save(&path, &file.bytes)?;
        }
        Ok(())
    }

    /// Solves a class and writes its files.
    fn make(
        &self,
        class: Class,
        done: &BTreeMap<Class, Trits>,
        distances: bool,
        format: Format,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<Option<Trits>, DirectoryError> {
        let Some((values, files)) = self.solve(class, done, distances, format, go_on) else {
            return Ok(None);
        };
        for file in files {
            save(&self.path.join(file.name), &file.bytes)?;
        }
        Ok(Some(values))
    }

    /// Solves a class without writing anything: its values, and the files that
    /// [`build`](TableDirectory::build) would write. `done` has the classes that
    /// captures lead to. Returns `None` if `go_on` said no.
    #[must_use]
    pub fn solve(
        &self,
        class: Class,
        done: &BTreeMap<Class, Trits>,
        distances: bool,
        format: Format,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Option<(Trits, Vec<TableFile>)> {
        let options = WaveOptions {
            distances: distances || self.limit != Limit::None,
            horizon: self.limit.plies(),
        };
        let solved = self.endgames.solve(class, done, options, go_on)?;
        let label = self.label(class);
        let file = |kind: Kind, bytes: Vec<u8>| TableFile {
            name: self.file_name(class, kind),
            bytes,
        };
        let mut files = Vec::new();
        if let Some(distances) = &solved.distances {
            files.push(file(Kind::Distances, encode_distances(&label, distances)));
        }
        files.push(match format {
            Format::Values => file(Kind::Values, encode_values(&label, &solved.values)),
            Format::WonList => {
                let numbers = self.won_numbers(class, &solved.values);
                let bytes = encode_wonlist(&label, 2 * solved.values.len(), &numbers);
                file(Kind::WonList, bytes)
            }
        });
        Some((solved.values, files))
    }

    /// All classes, or some with those that captures lead to.
    pub(super) fn with_exits(&self, only: Option<&[Class]>) -> BTreeSet<Class> {
        let Some(only) = only else {
            return self.endgames.classes().collect();
        };
        let mut wanted = BTreeSet::new();
        let mut waiting = only.to_vec();
        while let Some(class) = waiting.pop() {
            if wanted.insert(class) {
                waiting.extend(self.endgames.exits(class));
            }
        }
        wanted
    }

    /// Bytes of the files of a class.
    fn bytes(&self, class: Class) -> u64 {
        let len = |file: &Path| fs::metadata(file).map_or(0, |data| data.len());
        [Kind::Values, Kind::Distances, Kind::WonList]
            .iter()
            .map(|&kind| len(&self.file(class, kind)))
            .sum()
    }

    /// Writes the map of materials, unless there is one that covers as much.
    /// One that is there and says something else is not overwritten.
    fn save_map(&self) -> Result<(), DirectoryError> {
        let path = self.path.join(MAP);
        if path.exists() {
            let there = self.map_there()?;
            let (mut theirs, mut ours) = (there.map().members(), self.endgames.map().members());
            // The shorter one is the beginning of the longer one.
            if !theirs.by_ref().zip(ours.by_ref()).all(|(a, b)| a == b) {
                return Err(self.foreign_map("it is about other classes"));
            }
            if there.elements() >= self.endgames.elements() {
                return Ok(());
            }
        }
        Ok(save(&path, &self.endgames.map().to_bytes())?)
    }

    pub(super) fn foreign_map(&self, reason: &str) -> DirectoryError {
        let path = self.path.join(MAP);
        let reason = reason.to_owned();
        TableError::Foreign { path, reason }.into()
    }
}
