//! The opening book: every class with few pieces placed and one in hand.
//!
//! Made by the solver, shipped with the program. Each class has its ending
//! and a placement that secures it. Classes are not stored: listing them in
//! order takes milliseconds, so the file is two bytes for each, compressed.

use std::collections::HashMap;
use std::io;
use std::sync::OnceLock;

use tabia_kernel::search::Stop;

use crate::canonical::{Canonical, ClassKey};
use crate::census::positions_to_place;
use crate::solver::{Ending, Solver};
use crate::{Move, Position, Rules, Shape, Square};

/// What the book says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Advice {
    pub(crate) ending: Ending,
    /// A placement that secures it.
    pub(crate) turn: Move,
}

/// A book of one rule set.
pub struct Book {
    rules: Rules,
    most_placed: usize,
    /// For each class, the ending and a cell of the representative.
    classes: HashMap<ClassKey, (Ending, Square)>,
}

/// Why bytes are no book.
#[derive(Debug, thiserror::Error)]
pub enum ReadBookError {
    /// They cannot be decompressed.
    #[error("the book is damaged: {0}")]
    Damaged(#[from] io::Error),
    /// They do not hold two bytes for each class.
    #[error("the book has {found} bytes where its classes need {expected}")]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes that the classes need.
        expected: usize,
    },
    /// An entry that no position has.
    #[error("entry {index} of the book is impossible")]
    Entry {
        /// Which one, from 0.
        index: usize,
    },
}

impl Book {
    /// The shipped book for `rules`, if there is one.
    pub fn shipped(rules: &Rules) -> Option<&'static Book> {
        static LINES: OnceLock<Book> = OnceLock::new();
        static SQUARES: OnceLock<Book> = OnceLock::new();
        if rules.misere() || rules.properties() != 4 {
            return None;
        }
        let (slot, bytes): (_, &[u8]) = match rules.shape() {
            Shape::Lines => (&LINES, include_bytes!("../books/lines.book")),
            Shape::Squares => (&SQUARES, include_bytes!("../books/squares.book")),
            Shape::Torus => return None,
        };
        // A test reads the shipped books, so this cannot fail for a user.
        Some(slot.get_or_init(|| Book::read(rules, bytes).expect("the shipped book is whole")))
    }

    /// Solves every class with at most `most_placed` pieces placed, by a solver
    /// without a book; `None` if stopped. `progress` hears how many classes are done, and of how many.
    pub fn make(
        solver: &Solver,
        most_placed: usize,
        stop: &Stop,
        mut progress: impl FnMut(usize, usize),
    ) -> Option<Book> {
        let rules = *solver.rules();
        let canonical = Canonical::of(&rules);
        let mut book = Book {
            rules,
            most_placed,
            classes: HashMap::new(),
        };
        // Larger positions first: what they leave in the table serves the
        // smaller ones.
        let layers: Vec<Vec<Position>> = (0..=most_placed)
            .map(|placed| positions_to_place(&rules, placed))
            .collect();
        let total = layers.iter().map(Vec::len).sum();
        for position in layers.iter().rev().flatten() {
            progress(book.classes.len(), total);
            let ending = solver.ending(position, stop)?;
            let mut secure = None;
            for (turn, next) in solver.moves_from(position) {
                if solver.reaches(position, &next, ending, None, stop)? {
                    secure = Some(turn);
                    break;
                }
            }
            let Some(Move::Place(square)) = secure else {
                unreachable!("some move reaches the value of {position}")
            };
            book.classes
                .insert(canonical.class(position), (ending, square));
        }
        progress(total, total);
        Some(book)
    }

    /// How many classes it knows.
    pub fn len(&self) -> usize {
        self.classes.len()
    }

    /// Whether it knows nothing.
    pub fn is_empty(&self) -> bool {
        self.classes.is_empty()
    }

    /// What it says of a position with a piece in hand.
    pub(crate) fn advice(&self, position: &Position) -> Option<Advice> {
        if position.placed() > self.most_placed || position.hand().is_none() {
            return None;
        }
        let canonical = Canonical::of(&self.rules);
        let &(ending, square) = self.classes.get(&canonical.class(position))?;
        let (_, _, way) = canonical.normal_form_and_way(position);
        let turn = canonical.recalled_move(Move::Place(square), way);
        Some(Advice { ending, turn })
    }

    /// The book as a file.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let canonical = Canonical::of(&self.rules);
        let mut plain = vec![self.most_placed as u8];
        for placed in 0..=self.most_placed {
            for position in positions_to_place(&self.rules, placed) {
                let (ending, square) = self.classes[&canonical.class(&position)];
                plain.extend([ending.code(), square.index() as u8]);
            }
        }
        zstd::encode_all(&plain[..], 19)
    }

    /// Reads what [`bytes`](Book::bytes) gave.
    pub fn read(rules: &Rules, bytes: &[u8]) -> Result<Book, ReadBookError> {
        let plain = zstd::decode_all(bytes)?;
        let (&most_placed, mut entries) = plain.split_first().ok_or(ReadBookError::Length {
            found: 0,
            expected: 1,
        })?;
        let most_placed = usize::from(most_placed);
        if most_placed > 5 {
            return Err(ReadBookError::Entry { index: 0 });
        }
        let canonical = Canonical::of(rules);
        let positions: Vec<Position> = (0..=most_placed)
            .flat_map(|placed| positions_to_place(rules, placed))
            .collect();
        if entries.len() != 2 * positions.len() {
            return Err(ReadBookError::Length {
                found: entries.len(),
                expected: 2 * positions.len(),
            });
        }
        let mut classes = HashMap::with_capacity(positions.len());
        for (index, position) in positions.iter().enumerate() {
            let (&[code, cell], rest) = entries.split_first_chunk().expect("counted above");
            entries = rest;
            let ending = Ending::from_code(code).ok_or(ReadBookError::Entry { index })?;
            let square = (cell < 16)
                .then(|| Square::new(cell))
                .filter(|&square| position.piece_at(square).is_none())
                .ok_or(ReadBookError::Entry { index })?;
            classes.insert(canonical.class(position), (ending, square));
        }
        Ok(Book {
            rules: *rules,
            most_placed,
            classes,
        })
    }
}
