//! A directory of tables, one file for each class.
//!
//! `K-g.tbl` has the values of the class that `K-g` represents, `K-g.dst` its
//! distances, `K-g.won` the list of what is won; `K-g.40.tbl` and so on are for
//! the rule of forty plies. `materials.map` says which material is in which
//! class. Every file appears whole or not at all.

mod building;
mod levels;
mod probing;
mod verifying;

use std::fs;
use std::io::{Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tabia_kernel::arena::Tally;
use tabia_kernel::endgame::{
    Contents, Index, Label, Mismatch, TableError, TableReader, Tabular, Trits, TritsPacker, WonList,
};
use tabia_kernel::rules::{Score, Side};
use tabia_kernel::symmetry::material::Classes;
use thiserror::Error;

pub use building::{BuildOptions, Built, ClassReport, TableFile};
pub use levels::Progress;
pub use probing::Probe;

use crate::endgames::{Class, Endgames};
use crate::equivalence::Equivalence;
use crate::material::Material;

/// The game's name in files.
const GAME: &str = "darkchess";
/// The version of how positions are numbered: files of another are foreign.
const NUMBERING: u32 = 2;
/// The map from materials to classes.
const MAP: &str = "materials.map";

/// What the bytes of tables depend on beside their contents: programs for which
/// this is the same text write the same files.
#[must_use]
pub fn table_format() -> String {
    let file = tabia_kernel::endgame::file_format();
    format!("{GAME}, numbering {NUMBERING}, {file}")
}

/// When a game without captures ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Limit {
    /// Never.
    #[default]
    None,
    /// After forty plies it is drawn: a win that needs more to its next capture
    /// is none. Being unable to move after the fortieth still loses.
    Forty,
}

impl Limit {
    /// The plies that a capture may take.
    #[must_use]
    pub const fn plies(self) -> Option<u16> {
        match self {
            Limit::None => None,
            Limit::Forty => Some(40),
        }
    }

    /// The rules in the label of a file.
    const fn rules(self) -> &'static str {
        match self {
            Limit::None => "revealed, unlimited",
            Limit::Forty => "revealed, 40 plies",
        }
    }
}

/// How values are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Every position's, five to a byte, packed.
    #[default]
    Values,
    /// The numbers of the positions that White wins, and of those that White
    /// wins with colours exchanged.
    WonList,
}

/// A directory with the tables of classes.
#[derive(Debug)]
pub struct TableDirectory {
    path: PathBuf,
    endgames: Endgames,
    limit: Limit,
    /// What is open, by class.
    slots: Vec<Slot>,
}

/// The open files of a class.
#[derive(Debug, Default)]
struct Slot {
    values: OnceLock<Values>,
    /// `None` if there is no file.
    distances: OnceLock<Option<TableReader>>,
}

/// An open file of values in either format.
#[derive(Debug)]
enum Values {
    Table(TableReader),
    List(WonList),
}

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Kind {
    Values,
    Distances,
    WonList,
}

/// Why tables cannot be made or used.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// A file is missing, damaged or foreign.
    #[error(transparent)]
    Table(#[from] TableError),
    /// It is no directory, or one without tables.
    #[error("{} {reason}", path.display())]
    NoTables {
        /// The path.
        path: PathBuf,
        /// Which of the two.
        reason: &'static str,
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

impl TableDirectory {
    /// The tables of these endgames in a directory, which need not exist yet.
    ///
    /// If it has tables for the rule of forty plies and no others, they are
    /// meant; [`with_limit`](TableDirectory::with_limit) chooses.
    #[must_use]
    pub fn new(path: &Path, endgames: Endgames) -> TableDirectory {
        let slots = endgames.classes().map(|_| Slot::default()).collect();
        let tables = TableDirectory {
            path: path.to_owned(),
            endgames,
            limit: Limit::None,
            slots,
        };
        let smallest = tables.endgames.classes().next().expect("there are classes");
        if tables.has(smallest) {
            return tables;
        }
        let forty = tables.with_limit(Limit::Forty);
        if forty.has(smallest) {
            forty
        } else {
            forty.with_limit(Limit::None)
        }
    }

    /// The tables of a directory, by the map that is there: nothing about
    /// materials has to be worked out again.
    ///
    /// # Errors
    ///
    /// If it is no directory with tables, or its map is not right.
    pub fn open(path: &Path) -> Result<TableDirectory, DirectoryError> {
        let no_tables = |reason| DirectoryError::NoTables {
            path: path.to_owned(),
            reason,
        };
        let map = path.join(MAP);
        match map.try_exists() {
            Ok(true) => {}
            Ok(false) if path.is_dir() => return Err(no_tables("has no tables of dark chess")),
            // What may not be looked into may well have some.
            Err(source) if source.kind() == ErrorKind::PermissionDenied => {
                return Err(TableError::Io {
                    path: map,
                    what: "read",
                    source,
                }
                .into());
            }
            _ => return Err(no_tables("is no directory")),
        }
        let endgames = read_map(&map, Equivalence::Swap)?;
        Ok(TableDirectory::new(path, endgames))
    }

    /// The tables of the same directory under a rule.
    #[must_use]
    pub fn with_limit(self, limit: Limit) -> TableDirectory {
        TableDirectory {
            limit,
            slots: self.slots.iter().map(|_| Slot::default()).collect(),
            ..self
        }
    }

    /// The endgames.
    #[must_use]
    pub fn endgames(&self) -> &Endgames {
        &self.endgames
    }

    /// The rule.
    #[must_use]
    pub fn limit(&self) -> Limit {
        self.limit
    }

    /// Whether there is a file of values for every class of so many pieces,
    /// sound or not.
    #[must_use]
    pub fn has_all(&self, elements: u32) -> bool {
        let of_so_many = |&c: &Class| self.endgames.representative(c).elements() == elements;
        let mut classes = self.endgames.classes().filter(of_so_many);
        classes.all(|c| self.has(c))
    }

    /// Whether a class has a file of values in some format.
    fn has(&self, class: Class) -> bool {
        self.file(class, Kind::Values).is_file() || self.file(class, Kind::WonList).is_file()
    }

    fn file(&self, class: Class, kind: Kind) -> PathBuf {
        self.path.join(self.file_name(class, kind))
    }

    fn file_name(&self, class: Class, kind: Kind) -> String {
        let limit = match self.limit {
            Limit::None => "",
            Limit::Forty => ".40",
        };
        let ending = match kind {
            Kind::Values => "tbl",
            Kind::Distances => "dst",
            Kind::WonList => "won",
        };
        let material = self.endgames.representative(class);
        // Some systems do not tell cases apart; sides are, by their place.
        format!("{material}{limit}.{ending}")
    }

    /// The map of materials that is there.
    fn map_there(&self) -> Result<Endgames, TableError> {
        // Without an equivalence, too, kinds are the nodes.
        let equivalence = self.endgames.equivalence().unwrap_or(Equivalence::Paper);
        read_map(&self.path.join(MAP), equivalence)
    }

    fn label(&self, class: Class) -> Label {
        let equivalence = self.endgames.equivalence();
        Label {
            game: GAME.to_owned(),
            rules: self.limit.rules().to_owned(),
            equivalence: Label::numbered(equivalence.map_or("none", |e| e.name()), NUMBERING),
            class: self.endgames.representative(class).to_string(),
        }
    }

    /// Opens the file of values of a class: the packed ones if there are both.
    fn open_values(&self, class: Class) -> Result<Values, TableError> {
        let missing = match self.open_table(class, Kind::Values) {
            Err(TableError::Io { source, .. }) if source.kind() == ErrorKind::NotFound => source,
            opened => return opened.map(Values::Table),
        };
        if self.file(class, Kind::WonList).exists() {
            return self.open_list(class).map(Values::List);
        }
        Err(TableError::Io {
            path: self.file(class, Kind::Values),
            what: "open",
            source: missing,
        })
    }

    fn open_list(&self, class: Class) -> Result<WonList, TableError> {
        let limit = 2 * self.endgames.size(class);
        WonList::open(&self.file(class, Kind::WonList), &self.label(class), limit)
    }

    fn open_table(&self, class: Class, kind: Kind) -> Result<TableReader, TableError> {
        let contents = match kind {
            Kind::Distances => Contents::Distances,
            _ => Contents::Values,
        };
        TableReader::open(
            &self.file(class, kind),
            &self.label(class),
            contents,
            self.endgames.size(class),
        )
    }

    /// All values of a class from the file of values that
    /// [`solve`](TableDirectory::solve) made, wherever it has been meanwhile.
    ///
    /// # Errors
    ///
    /// If the file is not right.
    pub fn values_in(&self, class: Class, file: &TableFile) -> Result<Trits, DirectoryError> {
        let reader = TableReader::new(
            Cursor::new(file.bytes.as_slice()),
            Path::new(&file.name),
            &self.label(class),
            Contents::Values,
            self.endgames.size(class),
        )?;
        Ok(reader.values()?)
    }

    /// All values of a class, by index, in whatever format they are kept.
    ///
    /// # Errors
    ///
    /// If the file is not right.
    pub fn values(&self, class: Class) -> Result<Trits, DirectoryError> {
        match self.open_values(class)? {
            Values::Table(table) => Ok(table.values()?),
            Values::List(list) => {
                let numbers = list.numbers()?;
                let size = self.endgames.size(class);
                let reversed = numbers.partition_point(|&number| number < size);
                let (mut white, mut black) = (0, reversed);
                let mut packer = TritsPacker::new(size);
                for i in 0..size {
                    let next = |at: &mut usize, number| {
                        let found = numbers.get(*at) == Some(&number);
                        *at += usize::from(found);
                        found
                    };
                    let white = next(&mut white, i);
                    let black = next(&mut black, size + i);
                    let (won, lost) = match self.endgames.side_at(class, Index(i)) {
                        Side::First => (white, black),
                        Side::Second => (black, white),
                    };
                    packer.push(u32::from(won), u32::from(lost && !won), 1);
                }
                Ok(packer.finish())
            }
        }
    }

    /// The numbers in the list of what is won: those of positions that White
    /// wins, and, after all positions, of those that Black wins, which are won
    /// by White with colours exchanged.
    fn won_numbers(&self, class: Class, values: &Trits) -> Vec<u64> {
        let size = values.len();
        let won_by = |side: Side| {
            (0..size).filter(move |&i| {
                let i = Index(i);
                values
                    .value(i)
                    .across(self.endgames.side_at(class, i), side)
                    == Score::WIN
            })
        };
        let black = won_by(Side::Second).map(|i| size + i);
        won_by(Side::First).chain(black).collect()
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
        let values = self.values(class)?;
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
            tallies[side as usize].count_times(values.value(i), orbit * ways);
        }
        Ok(tallies)
    }
}

/// Reads a map of materials, and checks that it is sound.
fn read_map(path: &Path, equivalence: Equivalence) -> Result<Endgames, TableError> {
    let bytes = fs::read(path).map_err(|source| TableError::Io {
        path: path.to_owned(),
        what: "read",
        source,
    })?;
    let foreign = |reason: String| TableError::Foreign {
        path: path.to_owned(),
        reason,
    };
    let map = Classes::from_bytes(&bytes).map_err(|error| foreign(error.to_string()))?;
    Endgames::from_map(map, equivalence).map_err(|error| foreign(error.to_string()))
}
