//! A directory of tables: making, opening and probing them.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use tabia_kernel::endgame::{
    Contents, Finished, Index, Label, Mismatch, TableError, TableReader, Tabular, Trits,
    WaveOptions, check_forward, encode_distances, encode_values, save,
};
use tabia_kernel::rules::{Game, Score};
use tabia_kernel::symmetry::material::Classes;
use thiserror::Error;

use crate::endgames::{Class, Endgames};
use crate::game::{DarkChess, Move};
use crate::material::Material;
use crate::position::Position;

/// The game's name in files.
const GAME: &str = "darkchess";
/// What the tables hold: the result without any limit of plies.
const RULES: &str = "revealed, unlimited";
/// The version of how positions are numbered: files of another are foreign.
const NUMBERING: u32 = 2;
/// The map from materials to classes.
const MAP: &str = "materials.map";

/// A directory with the tables of classes, one file each.
#[derive(Debug)]
pub struct TableDirectory {
    path: PathBuf,
    endgames: Endgames,
    readers: Mutex<HashMap<(Class, Kind), Arc<TableReader>>>,
}

/// The two kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Values,
    Distances,
}

/// Why tables cannot be made or used.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// A file is missing, damaged or foreign.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The system says no to the directory itself.
    #[error("cannot use directory {}", path.display())]
    Directory {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// A position or material is beyond the tables.
    #[error("{0} has more pieces than there are tables for, or a side without pieces")]
    Beyond(Material),
    /// A table does not follow from its moves.
    #[error("the table of {material} is wrong: {mismatch}")]
    Wrong {
        /// The representative of its class.
        material: Material,
        /// Where and how.
        mismatch: Mismatch,
    },
}

/// How far a build or a check has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Positions behind us, up to symmetry.
    pub done: u64,
    /// All of them.
    pub total: u64,
}

/// What a build did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Classes solved now.
    pub solved: u64,
    /// Classes whose files were there.
    pub found: u64,
    /// Bytes of all their files.
    pub bytes: u64,
}

/// How a build is done.
#[derive(Clone, Copy, Debug)]
pub struct BuildOptions {
    /// Whether to keep distances too.
    pub distances: bool,
    /// Threads; the files do not depend on it.
    pub threads: usize,
}

/// What the tables know of a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// 1, 0 or −1.
    pub value: Score,
    /// Plies to the next capture or the end, of a win or loss; `None` for
    /// draws, and where no distances were kept.
    pub distance: Option<u16>,
    /// The moves that keep the value and, where it is known, the distance.
    pub best: Vec<Move>,
}

/// Placements with one side to move, by their value for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Won.
    pub win: u64,
    /// Drawn.
    pub draw: u64,
    /// Lost.
    pub loss: u64,
}

impl TableDirectory {
    /// The tables of these endgames in a directory, which need not exist yet.
    #[must_use]
    pub fn new(path: &Path, endgames: Endgames) -> TableDirectory {
        TableDirectory {
            path: path.to_owned(),
            endgames,
            readers: Mutex::default(),
        }
    }

    /// The endgames.
    #[must_use]
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// Whether there is a file of values for every class of so many pieces,
    /// sound or not.
    #[must_use]
    pub fn has_all(&self, elements: u32) -> bool {
        let of_so_many = |&c: &Class| self.endgames.representative(c).elements() == elements;
        let mut classes = self.endgames.classes().filter(of_so_many);
        classes.all(|c| self.file(c, Kind::Values).is_file())
    }

    fn file(&self, class: Class, kind: Kind) -> PathBuf {
        let ending = match kind {
            Kind::Values => "tbl",
            Kind::Distances => "dst",
        };
        let material = self.endgames.representative(class);
        // Some systems do not tell cases apart; sides are, by their place.
        self.path.join(format!("{material}.{ending}"))
    }

    fn label(&self, class: Class) -> Label {
        let equivalence = self.endgames.equivalence();
        Label {
            game: GAME.to_owned(),
            rules: RULES.to_owned(),
            equivalence: format!(
                "{}, numbering {NUMBERING}",
                equivalence.map_or("none", |e| e.name())
            ),
            class: self.endgames.representative(class).to_string(),
        }
    }

    fn open(&self, class: Class, kind: Kind) -> Result<TableReader, TableError> {
        let contents = match kind {
            Kind::Values => Contents::Values,
            Kind::Distances => Contents::Distances,
        };
        TableReader::open(
            &self.file(class, kind),
            &self.label(class),
            contents,
            self.endgames.size(class),
        )
    }

    fn reader(&self, class: Class, kind: Kind) -> Result<Arc<TableReader>, TableError> {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reader) = readers.get(&(class, kind)) {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(self.open(class, kind)?);
        readers.insert((class, kind), Arc::clone(&reader));
        Ok(reader)
    }

    /// Makes every table that is not there yet, those of fewer pieces first.
    ///
    /// Each file appears whole or not at all, so a build that was ended in any
    /// way goes on where it was; one that is complete does nothing but read.
    /// A file that is there and damaged is an error, not overwritten. Returns
    /// `None` if `go_on` said no.
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
        fs::create_dir_all(&self.path).map_err(|source| DirectoryError::Directory {
            path: self.path.clone(),
            source,
        })?;
        // One that covers more may stay.
        if self.check_map().is_err() {
            save(&self.path.join(MAP), &self.endgames.map().to_bytes())?;
        }
        let make = |class: Class, done: &BTreeMap<Class, Trits>| {
            self.make(class, done, options.distances, go_on)
        };
        let made = self.in_order(options.threads, go_on, progress, &make)?;
        Ok(made.map(|made| {
            let mut built = Built::default();
            for made in made {
                if made.is_new {
                    built.solved += 1;
                } else {
                    built.found += 1;
                }
                built.bytes += made.bytes;
            }
            built
        }))
    }

    /// Reads the table of a class or makes it.
    fn make(
        &self,
        class: Class,
        done: &BTreeMap<Class, Trits>,
        distances: bool,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<(Trits, Made)>, DirectoryError> {
        let values_file = self.file(class, Kind::Values);
        let distances_file = self.file(class, Kind::Distances);
        let is_new = !values_file.exists() || (distances && !distances_file.exists());
        let values = if is_new {
            let options = WaveOptions {
                distances,
                horizon: None,
            };
            let Some(solved) = self.endgames.solve(class, done, options, go_on) else {
                return Ok(None);
            };
            let label = self.label(class);
            if let Some(distances) = &solved.distances {
                save(&distances_file, &encode_distances(&label, distances))?;
            }
            save(&values_file, &encode_values(&label, &solved.values))?;
            solved.values
        } else {
            if distances {
                self.open(class, Kind::Distances)?;
            }
            self.open(class, Kind::Values)?.values()?
        };
        let len = |file: &Path| fs::metadata(file).map_or(0, |data| data.len());
        let bytes = len(&values_file) + if distances { len(&distances_file) } else { 0 };
        Ok(Some((values, Made { is_new, bytes })))
    }

    /// Checks the map of materials, every checksum and every value against the
    /// moves, and where
    /// there are distances these too. Returns the number of positions, up to
    /// symmetry, or `None` if `go_on` said no.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(
        &self,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<u64>, DirectoryError> {
        self.check_map()?;
        let check = |class: Class, done: &BTreeMap<Class, Trits>| {
            let values = self.open(class, Kind::Values)?.values()?;
            let distances = if self.file(class, Kind::Distances).exists() {
                Some(self.open(class, Kind::Distances)?.distances()?)
            } else {
                None
            };
            let with_this = With {
                done,
                class,
                values: &values,
            };
            let distances = distances.as_deref();
            match check_forward(&self.endgames, class, &with_this, distances, go_on) {
                Ok(checked) => Ok(checked.map(|checked| (values, checked))),
                Err(mismatch) => Err(DirectoryError::Wrong {
                    material: self.endgames.representative(class),
                    mismatch,
                }),
            }
        };
        let checked = self.in_order(threads, go_on, progress, &check)?;
        Ok(checked.map(|checked| checked.into_iter().sum()))
    }

    /// Checks that the map of materials in the directory agrees with ours on
    /// every material that we know.
    fn check_map(&self) -> Result<(), DirectoryError> {
        let path = self.path.join(MAP);
        let bytes = fs::read(&path).map_err(|source| TableError::Io {
            path: path.clone(),
            what: "read",
            source,
        })?;
        let foreign = |reason: String| TableError::Foreign {
            path: path.clone(),
            reason,
        };
        let map = Classes::from_bytes(&bytes).map_err(|error| foreign(error.to_string()))?;
        let mut ours = self.endgames.map().members();
        match ours.find(|&(code, member)| map.member(code) != Some(member)) {
            None => Ok(()),
            Some((code, _)) => {
                let material = Material::of_code(code).map_or_else(String::new, |m| m.to_string());
                Err(foreign(format!("it does not agree on {material}")).into())
            }
        }
    }

    /// Does something for every class, those of equally many pieces on several
    /// threads, with the values of all smaller ones at hand.
    fn in_order<T: Send>(
        &self,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
        job: &Job<'_, T>,
    ) -> Result<Option<Vec<T>>, DirectoryError> {
        let total = self.endgames.classes().map(|c| self.endgames.size(c)).sum();
        let mut behind = 0;
        let mut values = BTreeMap::new();
        let mut results = Vec::new();
        for elements in 2..=self.endgames.elements() {
            let mut classes: Vec<Class> = self
                .endgames
                .classes()
                .filter(|&c| self.endgames.representative(c).elements() == elements)
                .collect();
            // The longest first: threads then end at about the same time.
            classes.sort_by_key(|&c| std::cmp::Reverse(self.endgames.size(c)));
            let next = AtomicUsize::new(0);
            let failed = AtomicBool::new(false);
            let finished = Mutex::new((behind, Vec::new()));
            thread::scope(|scope| {
                for _ in 0..threads.max(1) {
                    scope.spawn(|| {
                        while let Some(&class) = classes.get(next.fetch_add(1, Ordering::Relaxed)) {
                            if failed.load(Ordering::Relaxed) || !go_on() {
                                break;
                            }
                            let result = job(class, &values);
                            failed.fetch_or(result.is_err(), Ordering::Relaxed);
                            let mut finished =
                                finished.lock().unwrap_or_else(PoisonError::into_inner);
                            finished.0 += self.endgames.size(class);
                            finished.1.push((class, result));
                            let done = finished.0;
                            drop(finished);
                            progress(Progress { done, total });
                        }
                    });
                }
            });
            let (done, level) = finished
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner);
            behind = done;
            let count = level.len();
            for (class, result) in level {
                let Some((trits, result)) = result? else {
                    return Ok(None);
                };
                values.insert(class, trits);
                results.push(result);
            }
            if count < classes.len() {
                return Ok(None);
            }
        }
        Ok(Some(results))
    }

    /// What the tables know of a position.
    ///
    /// # Errors
    ///
    /// If it has no table, or a file is not right.
    pub fn probe(&self, position: &Position) -> Result<Probe, DirectoryError> {
        let (value, distance) = self.look_up(position)?;
        let mut moves = Vec::new();
        let mut best = Vec::new();
        if DarkChess.payoff(position).is_none() {
            DarkChess.moves(position, &mut moves);
        }
        for m in moves {
            let mut after = *position;
            let takes = self.endgames.converts(position, m);
            DarkChess.play(&mut after, m);
            let (score, left) = self.look_up(&after)?;
            let score = score.across(after.to_move(), position.to_move());
            let plies = if takes {
                Some(1)
            } else {
                left.map(|left| left + 1)
            };
            if score == value && (distance.is_none() || plies == distance) {
                best.push(m);
            }
        }
        Ok(Probe {
            value,
            distance,
            best,
        })
    }

    /// Value and distance of a position for its side to move.
    fn look_up(&self, position: &Position) -> Result<(Score, Option<u16>), DirectoryError> {
        if let Some(end) = DarkChess.payoff(position) {
            return Ok((end.seen_by(position.to_move()), Some(0)));
        }
        let material = position.material();
        let place = self.endgames.locate(position);
        let (class, i) = place.ok_or(DirectoryError::Beyond(material))?;
        let value = self.reader(class, Kind::Values)?.value(i)?;
        let has_distances = self.file(class, Kind::Distances).exists();
        let distance = if value != Score::DRAW && has_distances {
            Some(self.reader(class, Kind::Distances)?.distance(i)?)
        } else {
            None
        };
        Ok((value, distance))
    }

    /// Every placement of a material by its value, White to move and Black to
    /// move.
    ///
    /// # Errors
    ///
    /// If it has no table, or the file is not right.
    pub fn stats(&self, material: Material) -> Result<[Tally; 2], DirectoryError> {
        let class = self.endgames.class_of(material);
        let (class, swapped) = class.ok_or(DirectoryError::Beyond(material))?;
        let values = self.open(class, Kind::Values)?.values()?;
        let ways = self.endgames.ways(material);
        let mut tallies = [Tally::default(); 2];
        for i in (0..values.len()).map(Index) {
            let Some(orbit) = self.endgames.orbit_size(class, i) else {
                continue;
            };
            let side = match self.endgames.side_at(class, i) {
                side if swapped => side.other(),
                side => side,
            };
            let tally = &mut tallies[side as usize];
            let count = match values.value(i) {
                Score::WIN => &mut tally.win,
                Score::DRAW => &mut tally.draw,
                _ => &mut tally.loss,
            };
            *count += orbit * ways;
        }
        Ok(tallies)
    }
}

/// What is done for one class: its values, and a result.
type Job<'a, T> = dyn Fn(Class, &BTreeMap<Class, Trits>) -> Result<Option<(Trits, T)>, DirectoryError>
    + Sync
    + 'a;

/// What making one class came to.
#[derive(Clone, Copy)]
struct Made {
    is_new: bool,
    bytes: u64,
}

/// Finished classes and one more.
struct With<'a> {
    done: &'a BTreeMap<Class, Trits>,
    class: Class,
    values: &'a Trits,
}

impl Finished<Class> for With<'_> {
    fn value(&self, c: Class, i: Index) -> Score {
        if c == self.class {
            self.values.value(i)
        } else {
            self.done.value(c, i)
        }
    }
}
