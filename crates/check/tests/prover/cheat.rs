//! Certificates of what is false: right as far as that goes, and a cheat where
//! no move reaches the goal.

use std::collections::{BTreeMap, HashSet};

use super::{Cells, Certificate, Dice, Game, Maker, Root, Strategy, word};

/// How to cheat where no move is good enough: the move as an entry's byte, or
/// no entry.
pub(crate) type Cheat<'c> = &'c dyn Fn(&Game, &Cells, u8) -> Option<u8>;

/// A cell and a piece to give, each chosen for how it breaks the rules or loses.
pub(crate) fn moves(game: &Game, cells: &Cells, hand: u8) -> Vec<u8> {
    let completes = |cells: &Cells, piece: u8, cell: usize| {
        let mut next = *cells;
        next[cell] = Some(piece);
        game.is_over(&next)
    };
    let empty = Game::empty(cells);
    let (over, quiet): (Vec<usize>, Vec<usize>) = empty
        .iter()
        .partition(|&&cell| completes(cells, hand, cell));
    let taken = (0..16).find(|&cell| cells[cell].is_some());
    let chosen = [over.first(), quiet.first(), quiet.last(), taken.as_ref()];
    let left = Game::left(cells, Some(hand));
    let wins = left.iter().find(|&&piece| {
        let mut empty = empty.iter();
        empty.any(|&cell| completes(cells, piece, cell))
    });
    let gone = cells.iter().flatten().next();
    let given = [left.first(), left.last(), wins, gone, Some(&hand)];
    let mut found: Vec<u8> = chosen
        .into_iter()
        .flatten()
        .flat_map(|cell| {
            given
                .into_iter()
                .flatten()
                .map(move |piece| *cell as u8 | piece << 4)
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

impl Game {
    /// Where a side first has to place a piece.
    pub(crate) fn first_turns(&mut self, root: &Root, side: u8) -> Vec<(Cells, u8)> {
        match (root.hand, side) {
            (Some(hand), 0) => vec![(root.cells, hand)],
            (Some(hand), _) => self.turns_after(&root.cells, hand),
            (None, 0) => {
                let left = Game::left(&root.cells, None);
                let best = left
                    .into_iter()
                    .min_by_key(|&piece| self.value(&root.cells, piece));
                self.turns_after(&root.cells, best.expect("pieces are left"))
            }
            (None, _) => {
                let left = Game::left(&root.cells, None).into_iter();
                left.map(|piece| (root.cells, piece)).collect()
            }
        }
    }

    fn turns_after(&self, cells: &Cells, given: u8) -> Vec<(Cells, u8)> {
        let mut turns = Vec::new();
        for cell in Game::empty(cells) {
            let mut next = *cells;
            next[cell] = Some(given);
            if !self.is_over(&next) {
                let left = Game::left(&next, None).into_iter();
                turns.extend(left.map(|piece| (next, piece)));
            }
        }
        turns
    }

    /// A certificate that claims another value than the root has.
    pub(crate) fn forge(
        &mut self,
        root: &Root,
        claimed: i8,
        cheat: Cheat<'_>,
        dice: &mut Dice,
    ) -> Certificate {
        let sides: &[u8] = match claimed {
            0 => &[0, 1],
            1 => &[0],
            _ => &[1],
        };
        let strategies = sides.iter().map(|&side| {
            let turns = self.first_turns(root, side);
            let placed = turns
                .first()
                .map_or(6, |(cells, _)| cells.iter().flatten().count() as u8);
            // What comes after the entries is searched.
            let first_leaf = (placed + 2).min(12);
            let mut entries = BTreeMap::new();
            for (cells, hand) in turns {
                let mut maker = Maker {
                    game: self,
                    goal: claimed.abs(),
                    first_leaf: placed + 1,
                    dice,
                    layers: BTreeMap::new(),
                    seen: HashSet::new(),
                };
                if maker.game.value(&cells, hand) >= maker.goal {
                    maker.cover(&cells, hand);
                    entries.extend(maker.layers.into_values().flatten());
                } else if let Some(chosen) = cheat(self, &cells, hand) {
                    entries.insert(word(&cells, Some(hand)), chosen);
                }
            }
            Strategy {
                side,
                first_leaf,
                layers: vec![(placed, entries.into_iter().collect())],
            }
        });
        let strategies = strategies.collect();
        Certificate {
            variant: self.variant,
            value: claimed,
            root: *root,
            strategies,
        }
    }
}
