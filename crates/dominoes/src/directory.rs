//! A directory of tables: making, checking and probing them.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tabia_kernel::arena::Tally;
use tabia_kernel::endgame::{
    Contents, Index, Label, Progress, TableError, TableReader, Tabular as _, Trits, encode_values,
    level_by_level, look_ahead, make_directory, remove_damaged, save,
};
use tabia_kernel::rules::{Game as _, Score};
use thiserror::Error;

use crate::{Block, Dominoes, Endings, Material, Move, Position, Shape};

/// The game's name in files.
const GAME: &str = "dominoes";
/// The version of the numbering of positions: it goes up whenever positions of a
/// shape get other numbers, so that no table is read with the wrong ones.
const NUMBERING: u32 = 1;

/// A directory with the tables of endings, one file for each [`Shape`].
pub struct TableDirectory {
    path: PathBuf,
    game: Dominoes,
    /// For probing.
    endings: Endings,
    readers: Mutex<HashMap<Shape, Arc<TableReader>>>,
}

/// Why tables cannot be made or used.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// A file is missing, damaged or foreign.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A material is beyond the tables.
    #[error("{0} has {elements} elements: tables have 3 to {most}", elements = .0.elements(), most = Endings::MOST_ELEMENTS)]
    Beyond(Material),
    /// A table does not follow from its moves.
    #[error("the table of {material} is wrong: index {} says {stored}, its moves say {expected}", index.0)]
    Wrong {
        /// The least material of its shape.
        material: Material,
        /// Where.
        index: Index,
        /// The value in the table.
        stored: Score,
        /// What it should be.
        expected: Score,
    },
}

/// What a build did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Shapes solved now.
    pub solved: u64,
    /// Shapes whose files were there.
    pub found: u64,
    /// Classes of materials in all of them.
    pub classes: u64,
    /// Positions in all of them.
    pub positions: u64,
    /// Bytes of all their files.
    pub bytes: u64,
}

/// What the tables know of a position, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// 1, 0 or −1.
    pub value: Score,
    /// The moves that keep the value, in the order listed.
    pub best: Vec<Move>,
}

impl TableDirectory {
    /// The tables of these rules in a directory, which need not exist yet.
    #[must_use]
    pub fn new(path: &Path, game: Dominoes) -> TableDirectory {
        TableDirectory {
            path: path.to_owned(),
            game,
            endings: Endings::on_demand(game),
            readers: Mutex::default(),
        }
    }

    /// Whether there is a file for every shape of so many elements, sound or
    /// not.
    #[must_use]
    pub fn has_all(&self, elements: usize) -> bool {
        let shapes = crate::relabelled_classes(elements);
        shapes
            .iter()
            .all(|least| self.file(Shape::of(least)).is_file())
    }

    fn rules(&self) -> &'static str {
        match self.game.block {
            Block::Pips => "pips",
            Block::Drawn => "drawn",
        }
    }

    fn file(&self, shape: Shape) -> PathBuf {
        // `01 02 12*` becomes `01-02-12t`: no system objects to that.
        let name = shape.least().to_string();
        let name = name.replace(' ', "-").replace('*', "t");
        self.path.join(format!("{name}.{}", self.rules()))
    }

    fn label(&self, shape: Shape) -> Label {
        Label {
            game: GAME.to_owned(),
            rules: self.rules().to_owned(),
            equivalence: Label::numbered("fair relabelling", NUMBERING),
            class: shape.least().to_string(),
        }
    }

    fn open(&self, endings: &Endings, shape: Shape) -> Result<TableReader, TableError> {
        TableReader::open(
            &self.file(shape),
            &self.label(shape),
            Contents::Values,
            endings.size(shape),
        )
    }

    /// Makes every table of up to so many elements that is not there yet,
    /// those of fewer first.
    ///
    /// Each file appears whole or not at all, so a build that was ended in any
    /// way goes on where it was; one that is complete does nothing but read.
    /// A file that is there and damaged is an error, not overwritten. The
    /// files do not depend on the number of threads. Returns `None` if `go_on`
    /// said no.
    ///
    /// # Errors
    ///
    /// If a file cannot be written, or one that is there is not right.
    pub fn build(
        &self,
        elements: usize,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Built>, DirectoryError> {
        make_directory(&self.path)?;
        let Some(endings) = Endings::new(self.game, elements, threads, go_on) else {
            return Ok(None);
        };
        let make = |shape: Shape, done: &BTreeMap<Shape, Trits>| -> Result<_, DirectoryError> {
            if self.file(shape).exists() {
                let values = self.open(&endings, shape)?.values()?;
                return Ok(Some((values, (shape, false))));
            }
            let Some(values) = look_ahead(&endings, shape, done, go_on) else {
                return Ok(None);
            };
            let values = Trits::from_scores(values);
            save(
                &self.file(shape),
                &encode_values(&self.label(shape), &values),
            )?;
            Ok(Some((values, (shape, true))))
        };
        let made = level_by_level(&levels(&endings, elements), threads, go_on, progress, &make)?;
        Ok(made.map(|made| {
            let mut built = Built::default();
            for (shape, is_new) in made {
                *(if is_new {
                    &mut built.solved
                } else {
                    &mut built.found
                }) += 1;
                built.classes += endings.classes(shape) as u64;
                built.positions += endings.size(shape);
                built.bytes += fs::metadata(self.file(shape)).map_or(0, |data| data.len());
            }
            built
        }))
    }

    /// Reads every file whole that a build would find, and removes those that are
    /// not as they were written: a build makes them anew. Returns what was wrong
    /// with them, or `None` if `go_on` said no.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or removed.
    pub fn repair(
        &self,
        elements: usize,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<TableError>>, DirectoryError> {
        let Some(endings) = Endings::new(self.game, elements, threads, go_on) else {
            return Ok(None);
        };
        let mut removed = Vec::new();
        for (shape, _) in levels(&endings, elements).into_iter().flatten() {
            if !go_on() {
                return Ok(None);
            }
            let read = self.open(&endings, shape);
            removed.extend(remove_damaged(read.and_then(|table| table.values()))?);
        }
        Ok(Some(removed))
    }

    /// Checks every checksum, and every value against the moves. Returns the
    /// number of positions, up to symmetry, or `None` if `go_on` said no.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(
        &self,
        elements: usize,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<u64>, DirectoryError> {
        let Some(endings) = Endings::new(self.game, elements, threads, go_on) else {
            return Ok(None);
        };
        let check = |shape: Shape, done: &BTreeMap<Shape, Trits>| -> Result<_, DirectoryError> {
            let values = self.open(&endings, shape)?.values()?;
            let Some(expected) = look_ahead(&endings, shape, done, go_on) else {
                return Ok(None);
            };
            for (index, expected) in (0..).map(Index).zip(expected) {
                let expected = expected.expect("there are no holes");
                let stored = values.value(index);
                if stored != expected {
                    return Err(DirectoryError::Wrong {
                        material: shape.least(),
                        index,
                        stored,
                        expected,
                    });
                }
            }
            let checked = values.len();
            Ok(Some((values, checked)))
        };
        let checked = level_by_level(
            &levels(&endings, elements),
            threads,
            go_on,
            progress,
            &check,
        )?;
        Ok(checked.map(|checked| checked.into_iter().sum()))
    }

    /// What the tables know of a position.
    ///
    /// # Errors
    ///
    /// If it has no table, or a file is not right.
    pub fn probe(&self, position: &Position) -> Result<Probe, DirectoryError> {
        let value = self.value(position)?;
        let mut moves = Vec::new();
        let mut best = Vec::new();
        if self.game.payoff(position).is_none() {
            self.game.moves(position, &mut moves);
        }
        for m in moves {
            let mut after = *position;
            self.game.play(&mut after, m);
            let score = self.value(&after)?;
            if score.across(after.to_move(), position.to_move()) == value {
                best.push(m);
            }
        }
        Ok(Probe { value, best })
    }

    fn value(&self, position: &Position) -> Result<Score, DirectoryError> {
        if let Some(end) = self.game.payoff(position) {
            return Ok(end.seen_by(position.to_move()));
        }
        let place = self.endings.locate(position);
        let (shape, i) = place.ok_or_else(|| DirectoryError::Beyond(Material::of(position)))?;
        Ok(self.reader(shape)?.value(i)?)
    }

    fn reader(&self, shape: Shape) -> Result<Arc<TableReader>, TableError> {
        let mut readers = self.readers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(reader) = readers.get(&shape) {
            return Ok(Arc::clone(reader));
        }
        let reader = Arc::new(self.open(&self.endings, shape)?);
        readers.insert(shape, Arc::clone(&reader));
        Ok(reader)
    }

    /// The positions of a material, both hands holding something, by their
    /// value for the side to move.
    ///
    /// # Errors
    ///
    /// If it has no table, or the file is not right.
    pub fn stats(&self, material: &Material) -> Result<Tally, DirectoryError> {
        if !(3..=Endings::MOST_ELEMENTS).contains(&material.elements()) {
            return Err(DirectoryError::Beyond(*material));
        }
        let mut tally = Tally::default();
        for position in material.positions() {
            tally.count(self.value(&position)?);
        }
        Ok(tally)
    }
}

/// All shapes with their sizes, level by level.
fn levels(endings: &Endings, elements: usize) -> Vec<Vec<(Shape, u64)>> {
    let level = |of| {
        let shapes = endings.shapes(of);
        shapes.map(|shape| (shape, endings.size(shape))).collect()
    };
    (3..=elements).map(level).collect()
}
