//! Quarto as searches see it: one key for each class of equivalent positions.

use std::sync::Arc;

use tabia_kernel::rules::{Game, Payoff, Side, Via};

use crate::canonical::{Canonical, Way};
use crate::{Move, Position, Quarto, Rules};

/// The same game as [`Quarto`], keyed by the fast canonical form.
///
/// What [`Folded`](tabia_kernel::symmetry::Folded) is to the paper's
/// representative, this is to the fast one, a hundred times quicker. Of
/// remaining pieces that are alike in the counted properties only the first
/// is offered, since giving another comes to the same.
#[derive(Clone)]
pub(crate) struct Classes {
    quarto: Quarto,
    canonical: &'static Canonical,
    /// For each class of occupied cells, the first of its keys.
    first_keys: Arc<[u64]>,
}

impl Classes {
    /// The game under `rules`.
    pub(crate) fn new(rules: Rules) -> Classes {
        let canonical = Canonical::of(&rules);
        Classes {
            quarto: Quarto::new(rules),
            canonical,
            first_keys: first_keys(canonical),
        }
    }

    /// The plain game.
    pub(crate) fn quarto(&self) -> &Quarto {
        &self.quarto
    }
}

/// Divides the numbers of 64 bits among the classes of occupied cells.
///
/// With `n` cells occupied the pieces take 4·`n` bits and the presence of a
/// piece in hand takes one. There are few classes with many cells, so all of
/// them fit and keys are exact: for the nine squares, which have the fewest
/// symmetries, about 0.6·2^64 numbers are used.
fn first_keys(canonical: &Canonical) -> Arc<[u64]> {
    let mut first_keys = Vec::new();
    let mut next = 0u64;
    for occupied in 0..u16::MAX {
        let (class, _) = canonical.normal_form(occupied, 0, None);
        // Classes are numbered in the order in which their first set of
        // cells comes. Full boards end the game and are not among them.
        if usize::from(class) == first_keys.len() {
            first_keys.push(next);
            let keys = 1u64 << (4 * occupied.count_ones() + 1);
            next = next.checked_add(keys).expect("keys fit in 64 bits");
        }
    }
    first_keys.into()
}

impl Game for Classes {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    type Key = u64;

    #[inline]
    fn to_move(&self, s: &Position) -> Side {
        self.quarto.to_move(s)
    }

    #[inline]
    fn payoff(&self, s: &Position) -> Option<Payoff> {
        self.quarto.payoff(s)
    }

    #[inline]
    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        if s.hand().is_some() || self.quarto.rules().properties() == 4 {
            return self.quarto.moves(s, out);
        }
        let counted = self.quarto.rules().counted();
        let mut offered = 0u16;
        for piece in s.remaining() {
            let kind = 1 << (piece.bits() & counted);
            if offered & kind == 0 {
                offered |= kind;
                out.push(Move::Give(piece));
            }
        }
    }

    #[inline]
    fn play(&self, s: &mut Position, m: Move) -> Position {
        self.quarto.play(s, m)
    }

    #[inline]
    fn undo(&self, s: &mut Position, m: Move, u: Position) {
        self.quarto.undo(s, m, u);
    }

    #[inline]
    fn key(&self, s: &Position) -> u64 {
        self.keyed(s).0
    }

    #[inline]
    fn keyed(&self, s: &Position) -> (u64, Via) {
        if s.placed() == 16 {
            // No moves are left, so all that matters is whether it was won.
            let won = u64::from(self.quarto.lines().is_complete(s));
            return (u64::MAX - won, Via::ITSELF);
        }
        let (class, pieces, way) = self.canonical.normal_form_and_way(s);
        let holds = u64::from(s.hand().is_some()) << (4 * s.placed());
        let key = self.first_keys[usize::from(class)] + (holds | pieces);
        (key, Via(way.packed()))
    }

    #[inline]
    fn stored_move(&self, m: Move, via: Via) -> Move {
        self.canonical.stored_move(m, Way::unpack(via.0))
    }

    #[inline]
    fn recalled_move(&self, m: Move, via: Via) -> Move {
        self.canonical.recalled_move(m, Way::unpack(via.0))
    }
}

#[cfg(test)]
mod tests {
    use tabia_kernel::rules::laws;
    use tabia_kernel::search::{AlphaBeta, Table, WinDrawLoss};
    use tabia_kernel::symmetry::Folded;

    use super::*;
    use crate::testing;

    #[test]
    fn classes_keep_the_laws() {
        for rules in testing::all_rules() {
            let classes = Classes::new(rules);
            for seed in 0..20 {
                laws::along_a_game(&classes, &Position::EMPTY, seed);
            }
        }
    }

    #[test]
    fn plain_folded_and_canonical_searches_agree() {
        let seed = 0xf01d;
        for rules in testing::all_rules() {
            let (plain, classes) = (Quarto::new(rules), Classes::new(rules));
            let folded = Folded(Quarto::new(rules));
            let folded_table = Table::with_mebibytes(1);
            let classes_table = Table::with_mebibytes(1);
            let mut positions = testing::random_positions(&rules, 40, seed);
            positions.retain(|position| position.placed() >= 11);
            for position in positions.iter().step_by(7) {
                let plain = AlphaBeta::new(&plain, WinDrawLoss).run(position);
                let folded = AlphaBeta::new(&folded, WinDrawLoss)
                    .table(&folded_table)
                    .run(position);
                let classes = AlphaBeta::new(&classes, WinDrawLoss)
                    .table(&classes_table)
                    .threads(2)
                    .run(position);
                let context = format!("{position} under {rules}, seed {seed:#x}");
                assert_eq!(plain.value, folded.value, "{context}");
                assert_eq!(plain.best, folded.best, "{context}");
                assert_eq!(plain.value, classes.value, "{context}");
                assert_eq!(plain.best, classes.best, "{context}");
            }
        }
    }

    #[test]
    fn keys_are_exact() {
        for rules in testing::all_rules() {
            let classes = Classes::new(rules);
            let canonical = Canonical::of(&rules);
            let mut seen = std::collections::HashMap::new();
            for position in testing::random_positions(&rules, 300, 0xf17) {
                let class = canonical.class(&position);
                let other = *seen.entry(classes.key(&position)).or_insert(class);
                assert_eq!(other, class, "{position} under {rules}");
            }
        }
    }
}
