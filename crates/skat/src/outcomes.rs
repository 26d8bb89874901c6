//! What a table stores: which cards the declarer takes.

use crate::structure::COLOURS;
use crate::{Kind, Structure};

/// The names of outcomes of one structure.
///
/// Equal structures play alike up to points, so from one set of cards to the
/// next it is mostly the same cards that the declarer takes, though they count
/// otherwise (the payoff similarity of T. Furtak and M. Buro, *Using
/// Payoff-Similarity to Speed Up Search*, 2011). A table therefore names, for
/// each row and column, a set of cards of the structure, whole tricks, that
/// counts exactly as much as the declarer takes. Few names serve a whole row,
/// and such rows take next to no space; the points come back by adding up.
///
/// In null games, where nothing counts, the name is 1 if the declarer wins.
pub(crate) struct Outcomes {
    null: bool,
    columns: usize,
    /// For each name and column, what the cards count.
    points: Vec<Vec<u8>>,
}

/// How many columns are asked which name would serve them best. The choice is
/// free: it decides the size of a file, never a value.
const ASKED: usize = 64;

impl Outcomes {
    pub(crate) fn new(structure: Structure) -> Outcomes {
        let fillings = structure.fillings();
        let count = |cards: u32| {
            let count = |fillings: &[u8; COLOURS]| {
                let mut at = 0;
                let mut sum = 0;
                for (colour, &number) in fillings.iter().enumerate() {
                    let length = structure.length(colour);
                    let ranks = structure.kind().ranks(colour).of_length(length);
                    for points in &ranks[usize::from(number)].points[..length] {
                        sum += points * u8::from(cards >> at & 1 == 1);
                        at += 1;
                    }
                }
                sum
            };
            fillings.iter().map(count).collect()
        };
        let null = structure.kind() == Kind::Null;
        Outcomes {
            null,
            columns: fillings.len(),
            points: match null {
                true => vec![vec![0], vec![1]],
                false => tricks(structure.cards()).map(count).collect(),
            },
        }
    }

    /// What the declarer takes in a column according to a name; `None` if
    /// there is no such name.
    pub(crate) fn value(&self, name: u8, column: usize) -> Option<u8> {
        Some(self.points.get(usize::from(name))?[column])
    }

    /// Names the values of a row.
    ///
    /// # Panics
    ///
    /// If a value is no sum of whole tricks.
    pub(crate) fn name(&self, values: &[u8], names: &mut [u8]) {
        debug_assert_eq!(values.len(), self.columns);
        if self.null {
            names.copy_from_slice(values);
            return;
        }
        let mut open: Vec<u32> = (0..values.len() as u32).collect();
        while !open.is_empty() {
            // 1. The name that serves most of a few columns, the first of
            // several.
            let stride = open.len().div_ceil(ASKED);
            let served = |points: &[u8]| {
                let asked = open.iter().step_by(stride).map(|&column| column as usize);
                asked
                    .filter(|&column| points[column] == values[column])
                    .count()
            };
            let best = (0..self.points.len())
                .rev()
                .max_by_key(|&name| served(&self.points[name]));
            let best = best.expect("there are names");
            // 2. All columns that it serves are done.
            let points = &self.points[best];
            let before = open.len();
            open.retain(|&column| {
                let column = column as usize;
                let serves = points[column] == values[column];
                if serves {
                    names[column] = best as u8;
                }
                !serves
            });
            assert!(open.len() < before, "a value is the worth of some tricks");
        }
    }
}

/// The sets of so many cards that are whole tricks, as bits: 2 of three cards,
/// 22 of six, 170 of nine.
pub(crate) fn tricks(cards: usize) -> impl Iterator<Item = u32> {
    (0..1_u32 << cards).filter(|set| set.count_ones().is_multiple_of(3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_names_every_outcome() {
        assert_eq!([3, 6, 9].map(|cards| tricks(cards).count()), [2, 22, 170]);
    }

    #[test]
    fn names_bring_the_values_back() {
        let structure = Structure::read("suit-2-2-1-1").expect("a structure");
        let outcomes = Outcomes::new(structure);
        let columns = structure.sets() as usize;
        // Any mixture of outcomes will do.
        let values: Vec<u8> = (0..columns)
            .map(|column| {
                let name = (column * 7 % 22) as u8;
                outcomes.value(name, column).expect("a name")
            })
            .collect();
        let mut names = vec![0; columns];
        outcomes.name(&values, &mut names);
        for column in 0..columns {
            assert_eq!(outcomes.value(names[column], column), Some(values[column]));
        }
        assert_eq!(outcomes.value(22, 0), None);
    }
}
