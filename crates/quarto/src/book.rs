//! The opening book: every class with few pieces placed and one in hand.
//!
//! Made by the solver, shipped with the program. Each class has its ending
//! and a placement and a gift that secure it. Classes are not stored: listing
//! them in order takes milliseconds, so the file is three bytes for each,
//! compressed.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::sync::OnceLock;

use tabia_kernel::search::Stop;

use crate::canonical::{Canonical, ClassKey};
use crate::census::layers_to_place;
use crate::solver::{Ending, Solver};
use crate::{Move, Piece, Position, Rules, Shape, Square};

/// What the book says of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Advice {
    pub(crate) ending: Ending,
    /// A placement that secures it.
    pub(crate) square: Square,
    /// A gift that then secures it, unless the placement ends the game.
    pub(crate) gift: Option<Piece>,
}

/// A book of one rule set.
pub struct Book {
    rules: Rules,
    most_placed: usize,
    /// For each class, what holds for its representative.
    classes: HashMap<ClassKey, Advice>,
}

/// Stands for no gift in a file.
const NO_GIFT: u8 = 16;

/// No book has more bytes, unpacked: three for each of millions of classes.
const MOST_BYTES: u64 = 16 << 20;

/// Why bytes are no book.
#[derive(Debug, thiserror::Error)]
pub enum ReadBookError {
    /// They cannot be decompressed.
    #[error("the book is damaged: {0}")]
    Damaged(#[from] io::Error),
    /// They do not hold three bytes for each class.
    #[error("the book has {found} bytes of entries where its classes need {expected}")]
    Length {
        /// Bytes found.
        found: usize,
        /// Bytes that the classes need, as far as they were counted.
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
        let layers: Vec<Vec<Position>> = layers_to_place(&rules).take(most_placed + 1).collect();
        let total = layers.iter().map(Vec::len).sum();
        for position in layers.iter().rev().flatten() {
            progress(book.classes.len(), total);
            let advice = secured(solver, position, stop)?;
            book.classes.insert(canonical.class(position), advice);
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
        let key = canonical.class(position);
        let advice = self.classes.get(&key)?;
        let (_, _, way) = canonical.normal_form_and_way(position);
        let turn = canonical.recalled_move(Move::Place(advice.square), way);
        let Move::Place(square) = turn else {
            unreachable!("placements come back as placements");
        };
        // The gift that leads to the same class as the representative's.
        let gift = advice.gift.and_then(|gift| {
            let wanted = after(&canonical.representative(key), advice.square, gift);
            let wanted = canonical.class(&wanted);
            position
                .remaining()
                .find(|&gift| canonical.class(&after(position, square, gift)) == wanted)
        });
        Some(Advice {
            ending: advice.ending,
            square,
            gift,
        })
    }

    /// The book as a file.
    pub fn bytes(&self) -> io::Result<Vec<u8>> {
        let canonical = Canonical::of(&self.rules);
        let mut plain = vec![self.most_placed as u8];
        let layers = layers_to_place(&self.rules).take(self.most_placed + 1);
        for position in layers.flatten() {
            let advice = self.classes[&canonical.class(&position)];
            let gift = advice.gift.map_or(NO_GIFT, Piece::bits);
            plain.extend([advice.ending.code(), advice.square.index() as u8, gift]);
        }
        zstd::encode_all(&plain[..], 19)
    }

    /// Reads what [`bytes`](Book::bytes) gave.
    pub fn read(rules: &Rules, bytes: &[u8]) -> Result<Book, ReadBookError> {
        let mut plain = Vec::new();
        let frame = zstd::Decoder::new(bytes)?;
        frame.take(MOST_BYTES + 1).read_to_end(&mut plain)?;
        let (&most_placed, mut entries) = plain.split_first().ok_or(ReadBookError::Length {
            found: 0,
            expected: 1,
        })?;
        let most_placed = usize::from(most_placed);
        if most_placed > 5 {
            return Err(ReadBookError::Entry { index: 0 });
        }
        let canonical = Canonical::of(rules);
        let found = entries.len();
        let mut expected = 0;
        let mut classes = HashMap::with_capacity(found / 3);
        let mut layers = layers_to_place(rules);
        for _ in 0..=most_placed {
            // Layers are dear: they are worked out only for entries that are there.
            let layer = match entries {
                [] => None,
                _ => layers.next(),
            };
            expected += 3 * layer.as_ref().map_or(1, Vec::len);
            if found < expected {
                return Err(ReadBookError::Length { found, expected });
            }
            for position in layer.iter().flatten() {
                let entry = entries.split_first_chunk().expect("counted above");
                let (&[code, cell, gift], rest) = entry;
                entries = rest;
                let index = classes.len();
                let advice = read_entry(position, code, cell, gift);
                let advice = advice.ok_or(ReadBookError::Entry { index })?;
                classes.insert(canonical.class(position), advice);
            }
        }
        if found > expected {
            return Err(ReadBookError::Length { found, expected });
        }
        Ok(Book {
            rules: *rules,
            most_placed,
            classes,
        })
    }
}

/// An entry for `position`, if it makes sense there.
fn read_entry(position: &Position, code: u8, cell: u8, gift: u8) -> Option<Advice> {
    let square = (cell < 16).then(|| Square::new(cell))?;
    let board = position.after(Move::Place(square))?;
    let gift = match gift {
        NO_GIFT => None,
        0..16 => Some(Piece::new(gift)).filter(|&gift| board.remaining().contains(gift)),
        _ => return None,
    };
    Some(Advice {
        ending: Ending::from_code(code)?,
        square,
        gift,
    })
}

/// The ending of a position and the first placement and gift, in board order,
/// that secure it; `None` if stopped.
fn secured(solver: &Solver, position: &Position, stop: &Stop) -> Option<Advice> {
    let ending = solver.ending(position, stop)?;
    for square in position.empty_squares() {
        let board = position.after(Move::Place(square)).expect("it is empty");
        if !solver.reaches(position, &board, ending, None, stop)? {
            continue;
        }
        let mut gift = None;
        for (turn, given) in solver.moves_from(&board) {
            if let Move::Give(piece) = turn
                && solver.reaches(&board, &given, ending, None, stop)?
            {
                gift = Some(piece);
                break;
            }
        }
        return Some(Advice {
            ending,
            square,
            gift,
        });
    }
    unreachable!("some placement reaches the value of {position}")
}

/// The position that the opponent gets.
fn after(position: &Position, square: Square, gift: Piece) -> Position {
    position
        .after(Move::Place(square))
        .and_then(|board| board.after(Move::Give(gift)))
        .expect("a legal move")
}
