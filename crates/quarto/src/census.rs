//! Classes of equivalent boards, counted and listed.

use std::collections::BTreeSet;

use tabia_kernel::search::Stop;

use crate::canonical::{Canonical, ClassKey};
use crate::{Move, Position, Rules};

/// How many classes of boards there are with a number of pieces placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Census {
    /// Pieces on the board.
    pub placed: usize,
    /// Classes, boards with a complete line included.
    pub classes: u64,
    /// Classes without a complete line.
    pub open: u64,
}

/// More placed and the list of classes outgrows a usual memory.
pub const MOST_PLACED: usize = 7;

/// Boards are expanded so many at a time, to bound what is sorted at once.
const BATCH: usize = 1 << 16;

/// Counts the classes of boards with `placed` pieces, at most
/// [`MOST_PLACED`]; `None` if stopped.
///
/// `progress` hears how much of the last and largest step is done, from 0 to 1.
/// Time and memory grow about twentyfold with each piece.
///
/// # Panics
/// If `placed` is above [`MOST_PLACED`].
pub fn count_classes(
    rules: &Rules,
    placed: usize,
    stop: &Stop,
    mut progress: impl FnMut(f64),
) -> Option<Census> {
    assert!(placed <= MOST_PLACED, "the classes do not fit in memory");
    let canonical = Canonical::of(rules);
    let mut layer = vec![canonical.class(&Position::EMPTY).packed()];
    for step in 1..=placed {
        let mut last = |part: f64| {
            if step == placed {
                progress(part);
            }
        };
        layer = next_layer(canonical, &layer, stop, &mut last)?;
    }
    let open = layer
        .iter()
        .filter(|&&key| {
            let board = canonical.representative(ClassKey::unpack(key));
            board.complete_line(rules).is_none()
        })
        .count();
    Some(Census {
        placed,
        classes: layer.len() as u64,
        open: open as u64,
    })
}

/// The classes with one piece more, sorted.
fn next_layer(
    canonical: &Canonical,
    layer: &[u64],
    stop: &Stop,
    progress: &mut dyn FnMut(f64),
) -> Option<Vec<u64>> {
    let mut next: Vec<u64> = Vec::new();
    let mut sorted = 0;
    for (i, batch) in layer.chunks(BATCH).enumerate() {
        if stop.is_requested() {
            return None;
        }
        progress(i as f64 * BATCH as f64 / layer.len() as f64);
        for &key in batch {
            let board = canonical.representative(ClassKey::unpack(key));
            for child in children(&board) {
                next.push(canonical.class(&child).packed());
            }
        }
        // Sorting after each doubling keeps both time and memory in bounds.
        if next.len() > 2 * sorted + BATCH {
            next.sort_unstable();
            next.dedup();
            sorted = next.len();
        }
    }
    next.sort_unstable();
    next.dedup();
    Some(next)
}

/// The boards with one piece more.
fn children(board: &Position) -> impl Iterator<Item = Position> + use<> {
    let board = *board;
    board.remaining().flat_map(move |piece| {
        let given = board.after(Move::Give(piece)).expect("it remains");
        given
            .empty_squares()
            .map(move |square| given.after(Move::Place(square)).expect("it is empty"))
    })
}

/// A position for each class with 0, 1, 2, … pieces on an open board and one in
/// hand, by increasing class key.
pub(crate) fn layers_to_place(rules: &Rules) -> impl Iterator<Item = Vec<Position>> + '_ {
    let canonical = Canonical::of(rules);
    let empty = canonical.class(&Position::EMPTY).packed();
    let mut before: Option<Vec<u64>> = None;
    std::iter::from_fn(move || {
        let mut boards = match &before {
            None => vec![empty],
            Some(before) => next_layer(canonical, before, &Stop::new(), &mut |_| {})
                .expect("nobody asks it to stop"),
        };
        boards.retain(|&key| {
            let board = canonical.representative(ClassKey::unpack(key));
            board.complete_line(rules).is_none()
        });
        let given = boards.iter().flat_map(|&key| {
            let board = canonical.representative(ClassKey::unpack(key));
            board.remaining().map(move |piece| {
                let given = board.after(Move::Give(piece)).expect("it remains");
                canonical.class(&given)
            })
        });
        let classes: BTreeSet<ClassKey> = given.collect();
        let position = |key| canonical.representative(key);
        let layer = classes.into_iter().map(position).collect();
        before = Some(boards);
        Some(layer)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn counted(rules: &Rules, most: usize) -> Vec<(u64, u64)> {
        (0..=most)
            .map(|placed| {
                let census = count_classes(rules, placed, &Stop::new(), |_| {}).unwrap();
                (census.classes, census.open)
            })
            .collect()
    }

    #[test]
    fn classes_of_lines_are_those_of_the_specification() {
        let found = counted(&Rules::lines(), 5);
        let classes: Vec<u64> = found.iter().map(|count| count.0).collect();
        assert_eq!(classes, [1, 2, 40, 454, 10_374, 216_432]);
        assert_eq!(found[4].1, 10_346);
        assert_eq!(found[5].1, 214_800);
    }

    #[test]
    fn classes_of_squares_are_those_of_the_specification() {
        let found = counted(&Rules::squares(), 4);
        let classes: Vec<u64> = found.iter().map(|count| count.0).collect();
        assert_eq!(classes, [1, 3, 84, 1_586, 39_193]);
    }

    #[test]
    fn a_representative_is_of_its_class() {
        for shape in [Shape::Lines, Shape::Squares, Shape::Torus] {
            for properties in 1..=4 {
                let rules = Rules::new(shape, properties, false).unwrap();
                let canonical = Canonical::of(&rules);
                for position in crate::testing::random_positions(&rules, 30, 5) {
                    let key = canonical.class(&position);
                    assert_eq!(
                        canonical.class(&canonical.representative(key)),
                        key,
                        "{position} under {rules}"
                    );
                }
            }
        }
    }

    #[test]
    #[ignore = "1 min: six placed"]
    fn six_placed() {
        let lines = count_classes(&Rules::lines(), 6, &Stop::new(), |_| {}).unwrap();
        assert_eq!((lines.classes, lines.open), (3_928_242, 3_835_041));
        let squares = count_classes(&Rules::squares(), 5, &Stop::new(), |_| {}).unwrap();
        assert_eq!(squares.classes, 860_913);
        let squares = count_classes(&Rules::squares(), 6, &Stop::new(), |_| {}).unwrap();
        assert_eq!(squares.classes, 15_674_409);
    }
}
