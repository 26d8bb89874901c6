//! A directory of tables: making, checking and probing them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use tabia_kernel::endgame::{
    Contents, Label, Progress, TableError, TableReader, Tabular as _, encode_bytes, level_by_level,
    make_directory, remove_damaged, save,
};
use tabia_kernel::rules::Game as _;
use thiserror::Error;

use crate::dealing::Dealings;
use crate::endings::{self, Endings};
use crate::memory::{Packed, Tables};
use crate::outcomes::Outcomes;
use crate::rows::{Ordered, Solving};
use crate::{Card, Cards, Contract, Deal, Kind, Seat, Skat, Structure, Worth};

/// The game's name in files.
const GAME: &str = "skat";
/// What the tables hold.
const RULES: &str = "tricks that the declarer takes";
/// What makes a class.
const EQUIVALENCE: &str = "structure";
/// The version of the numbering of rows and columns, and of the names of outcomes:
/// it goes up whenever one of them changes, so that no table is read wrongly.
const NUMBERING: u32 = 1;

/// A directory with the tables of endings, one file for each [`Structure`].
#[derive(Debug)]
pub struct TableDirectory {
    path: PathBuf,
    open: Mutex<BTreeMap<Structure, Arc<Opened>>>,
}

/// A table that is being probed.
#[derive(Debug)]
struct Opened {
    reader: TableReader,
}

/// Why tables cannot be made or used.
#[derive(Debug, Error)]
pub enum DirectoryError {
    /// A file is missing, damaged or foreign.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A deal has more cards than there are tables for.
    #[error("the hands have {0} cards: tables go to {most}", most = Endings::MOST_CARDS)]
    Beyond(usize),
    /// A set of cards that cannot be dealt into three equal hands.
    #[error("{0} cards do not make three equal hands of at most {most}", most = Endings::MOST_CARDS / 3)]
    Undealt(usize),
    /// A table does not follow from its tricks.
    #[error(
        "the table of {structure} is wrong: row {row}, column {column} says {stored}, its tricks say {expected}"
    )]
    Wrong {
        /// The structure.
        structure: Structure,
        /// Who holds what and leads.
        row: usize,
        /// Which cards.
        column: usize,
        /// The value in the table.
        stored: u8,
        /// What it should be.
        expected: u8,
    },
    /// A name in a table that means nothing.
    #[error("the table of {structure} is wrong: row {row}, column {column} names no outcome")]
    Nameless {
        /// The structure.
        structure: Structure,
        /// Who holds what and leads.
        row: usize,
        /// Which cards.
        column: usize,
    },
}

/// What a build did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Built {
    /// Structures solved now.
    pub solved: u64,
    /// Structures whose files were there.
    pub found: u64,
    /// Endings in all of them.
    pub endings: u64,
    /// Bytes of all their files.
    pub bytes: u64,
}

/// What the tables know of a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// What it is worth.
    pub worth: Worth,
    /// Every card that keeps this worth; none when the game is over.
    pub best: Vec<Card>,
}

/// The values of the structures of a trick less; those of the last level are
/// not kept.
type Smaller = BTreeMap<Structure, Option<Ordered>>;

/// What making one table came to.
struct Made {
    structure: Structure,
    is_new: bool,
}

fn find(smaller: &Smaller, structure: Structure) -> &Ordered {
    match structure.cards() {
        0 => Ordered::end(structure.kind()),
        _ => smaller[&structure]
            .as_ref()
            .expect("values that are needed are kept"),
    }
}

impl TableDirectory {
    /// The tables in a directory, which need not exist yet.
    #[must_use]
    pub fn new(path: &Path) -> TableDirectory {
        TableDirectory {
            path: path.to_owned(),
            open: Mutex::default(),
        }
    }

    /// Whether there is a file for every structure of so many cards, sound or
    /// not.
    #[must_use]
    pub fn has_all(&self, cards: usize) -> bool {
        let mut all = Kind::ALL
            .into_iter()
            .flat_map(|kind| Structure::all(kind, cards));
        all.all(|structure| self.file(structure).is_file())
    }

    fn file(&self, structure: Structure) -> PathBuf {
        self.path.join(format!("{structure}.skt"))
    }

    fn label(structure: Structure) -> Label {
        Label {
            game: GAME.to_owned(),
            rules: RULES.to_owned(),
            equivalence: Label::numbered(EQUIVALENCE, NUMBERING),
            class: structure.to_string(),
        }
    }

    fn reader(&self, structure: Structure) -> Result<TableReader, TableError> {
        TableReader::open(
            &self.file(structure),
            &TableDirectory::label(structure),
            Contents::Bytes,
            Endings.size(structure),
        )
    }

    /// Makes every table of up to so many cards that is not there yet, those
    /// of fewer cards first.
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
        cards: usize,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<Built>, DirectoryError> {
        make_directory(&self.path)?;
        let make = |structure: Structure, smaller: &Smaller| {
            self.make(structure, structure.cards() < cards, smaller, go_on)
        };
        let made = level_by_level(&levels(cards), threads, go_on, progress, &make)?;
        Ok(made.map(|made| {
            let mut built = Built::default();
            for Made { structure, is_new } in made {
                *(if is_new {
                    &mut built.solved
                } else {
                    &mut built.found
                }) += 1;
                built.endings += Endings.size(structure);
                built.bytes += fs::metadata(self.file(structure)).map_or(0, |data| data.len());
            }
            built
        }))
    }

    /// Reads the table of a structure or makes it, and keeps its values if they
    /// will be needed.
    fn make(
        &self,
        structure: Structure,
        keep: bool,
        smaller: &Smaller,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<(Option<Ordered>, Made)>, DirectoryError> {
        if self.file(structure).exists() {
            let reader = self.reader(structure)?;
            let kept = match keep {
                true => Some(Ordered::new(
                    structure,
                    &values(structure, &reader.bytes()?)?,
                )),
                false => None,
            };
            let is_new = false;
            return Ok(Some((kept, Made { structure, is_new })));
        }
        let solving = Solving::new(structure, |child| find(smaller, child));
        let outcomes = Outcomes::new(structure);
        let columns = solving.columns();
        let mut names = vec![0; Endings.size(structure) as usize];
        let mut values = Vec::new();
        let mut row_values = vec![0; columns];
        for (row, names) in names.chunks_exact_mut(columns).enumerate() {
            if !go_on() {
                return Ok(None);
            }
            solving.row(row, &mut row_values);
            outcomes.name(&row_values, names);
            if keep {
                values.extend_from_slice(&row_values);
            }
        }
        let bytes = encode_bytes(&TableDirectory::label(structure), &names);
        save(&self.file(structure), &bytes)?;
        let kept = keep.then(|| Ordered::new(structure, &values));
        let is_new = true;
        Ok(Some((kept, Made { structure, is_new })))
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
        cards: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<Vec<TableError>>, DirectoryError> {
        let mut removed = Vec::new();
        for (structure, _) in levels(cards).into_iter().flatten() {
            if !go_on() {
                return Ok(None);
            }
            let read = self.reader(structure);
            removed.extend(remove_damaged(read.and_then(|table| table.bytes()))?);
        }
        Ok(Some(removed))
    }

    /// Checks every checksum, and every value against all tricks. Returns the
    /// number of endings, or `None` if `go_on` said no.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(
        &self,
        cards: usize,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<u64>, DirectoryError> {
        let check = |structure: Structure, smaller: &Smaller| {
            let values = values(structure, &self.reader(structure)?.bytes()?)?;
            let solving = Solving::new(structure, |child| find(smaller, child));
            let columns = solving.columns();
            let mut expected = vec![0; columns];
            for (row, stored) in values.chunks_exact(columns).enumerate() {
                if !go_on() {
                    return Ok(None);
                }
                solving.row(row, &mut expected);
                if let Some(column) = (0..columns).find(|&at| stored[at] != expected[at]) {
                    return Err(DirectoryError::Wrong {
                        structure,
                        row,
                        column,
                        stored: stored[column],
                        expected: expected[column],
                    });
                }
            }
            let checked = values.len() as u64;
            let keep = structure.cards() < cards;
            Ok(Some((
                keep.then(|| Ordered::new(structure, &values)),
                checked,
            )))
        };
        let checked = level_by_level(&levels(cards), threads, go_on, progress, &check)?;
        Ok(checked.map(|checked| checked.into_iter().sum()))
    }

    /// Loads all tables of up to so many cards, after checking all of their
    /// files.
    ///
    /// # Errors
    ///
    /// If a file is missing or not right.
    pub fn load(&self, cards: usize) -> Result<Tables, DirectoryError> {
        let mut packed = Vec::new();
        for (structure, _) in levels(cards).into_iter().flatten() {
            let names = self.reader(structure)?.bytes()?;
            let known = match structure.kind() {
                Kind::Null => 2,
                _ => crate::outcomes::tricks(structure.cards()).count(),
            };
            if let Some(at) = names.iter().position(|&name| usize::from(name) >= known) {
                let columns = structure.sets() as usize;
                return Err(DirectoryError::Nameless {
                    structure,
                    row: at / columns,
                    column: at % columns,
                });
            }
            packed.push(Packed::new(structure, &names));
        }
        Ok(Tables::new(cards, packed))
    }

    /// What the tables know of a deal, which may be in the middle of a trick.
    ///
    /// # Errors
    ///
    /// If it has no table, or a file is not right.
    pub fn probe(&self, deal: &Deal) -> Result<Probe, DirectoryError> {
        let hands = Seat::ALL.map(|seat| deal.hand(seat).len());
        let cards = hands.iter().sum::<usize>() + deal.table().count();
        if cards > Endings::MOST_CARDS {
            return Err(DirectoryError::Beyond(cards));
        }
        let value = self.value(deal)?;
        let mut best = Vec::new();
        for card in deal.playable() {
            let mut after = *deal;
            Skat.play(&mut after, card);
            let taken = after.points() - deal.points();
            if taken + self.value(&after)? == value {
                best.push(card);
            }
        }
        let worth = match deal.contract() {
            Contract::Null => Worth::Won(value == 1),
            _ => Worth::Points(value),
        };
        Ok(Probe { worth, best })
    }

    /// What the declarer still takes; in null games 1 for a win.
    fn value(&self, deal: &Deal) -> Result<u8, DirectoryError> {
        if deal.is_over() {
            return Ok(u8::from(deal.contract() == Contract::Null && !deal.lost));
        }
        if let Some(place) = endings::place(deal) {
            let structure = place.structure;
            let name = self.opened(structure)?.reader.byte(place.index())?;
            let column = place.column as usize;
            return worth(structure, name, column).ok_or(DirectoryError::Nameless {
                structure,
                row: place.row,
                column,
            });
        }
        // In the middle of a trick.
        let mut best: Option<u8> = None;
        let declarer = deal.turn() == deal.declarer();
        for card in deal.playable() {
            let mut after = *deal;
            Skat.play(&mut after, card);
            let value = after.points() - deal.points() + self.value(&after)?;
            best = Some(match best {
                None => value,
                Some(best) if declarer => best.max(value),
                Some(best) => best.min(value),
            });
        }
        Ok(best.expect("the game is not over"))
    }

    fn opened(&self, structure: Structure) -> Result<Arc<Opened>, TableError> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(opened) = open.get(&structure) {
            return Ok(Arc::clone(opened));
        }
        let opened = Arc::new(Opened {
            reader: self.reader(structure)?,
        });
        open.insert(structure, Arc::clone(&opened));
        Ok(opened)
    }

    /// How often the declarer takes so many points, by who leads (the
    /// declarer, then the defenders in the order of play), over all ways to
    /// deal a set of cards. In null games the values are 0 and 1.
    ///
    /// # Errors
    ///
    /// If it has no table, or the file is not right.
    pub fn stats(
        &self,
        contract: Contract,
        cards: Cards,
    ) -> Result<[BTreeMap<u8, u64>; 3], DirectoryError> {
        let hands = cards.len() / 3;
        if !cards.len().is_multiple_of(3) || cards.is_empty() || hands > 3 {
            return Err(DirectoryError::Undealt(cards.len()));
        }
        let list: Vec<Card> = cards.collect();
        let mut stats: [BTreeMap<u8, u64>; 3] = Default::default();
        for holders in Dealings::of(list.len()).all() {
            let mut dealt = [Cards::NONE; 3];
            for (&card, &holder) in list.iter().zip(holders) {
                let hand = &mut dealt[usize::from(holder)];
                *hand = hand.with(card);
            }
            for (leader, stats) in Seat::ALL.into_iter().zip(&mut stats) {
                let deal = Deal::new(dealt, contract, Seat::One, leader)
                    .expect("equal hands of different cards");
                *stats.entry(self.value(&deal)?).or_default() += 1;
            }
        }
        Ok(stats)
    }
}

/// All structures with their sizes, level by level.
fn levels(cards: usize) -> Vec<Vec<(Structure, u64)>> {
    let of = |cards| {
        let kinds = Kind::ALL.into_iter();
        let structures = kinds.flat_map(move |kind| Structure::all(kind, cards));
        structures
            .map(|structure| (structure, Endings.size(structure)))
            .collect()
    };
    (3..=cards).step_by(3).map(of).collect()
}

/// The values that the names of a structure stand for.
fn values(structure: Structure, names: &[u8]) -> Result<Vec<u8>, DirectoryError> {
    let outcomes = Outcomes::new(structure);
    let columns = structure.sets() as usize;
    let mut values = Vec::with_capacity(names.len());
    for (row, names) in names.chunks_exact(columns).enumerate() {
        for (column, &name) in names.iter().enumerate() {
            let value = outcomes.value(name, column);
            values.push(value.ok_or(DirectoryError::Nameless {
                structure,
                row,
                column,
            })?);
        }
    }
    Ok(values)
}

/// What a name stands for in one column.
fn worth(structure: Structure, name: u8, column: usize) -> Option<u8> {
    if structure.kind() == Kind::Null {
        return (name <= 1).then_some(name);
    }
    let taken = crate::outcomes::tricks(structure.cards()).nth(name.into())?;
    let cards = endings::names(structure, column);
    let taken = cards
        .iter()
        .enumerate()
        .filter(|(at, _)| taken >> at & 1 == 1);
    Some(taken.map(|(_, card)| card.rank().points()).sum())
}
