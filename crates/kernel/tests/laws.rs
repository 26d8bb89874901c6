//! The test games keep the laws, and the laws notice who does not.

mod common;

use std::collections::HashSet;

use common::heaps::Heaps;
use common::tictactoe::{Position, TicTacToe};
use tabia_kernel::rules::{Game, laws};
use tabia_kernel::symmetry::{Folded, Symmetric, laws as symmetry_laws};

#[test]
fn tic_tac_toe_keeps_the_laws() {
    let g = TicTacToe::new();
    for seed in 0..50 {
        laws::along_a_game(&g, &Position::EMPTY, seed);
        laws::along_a_text_game(&g, &Position::EMPTY, seed);
        laws::along_a_game(&Folded(g.clone()), &Position::EMPTY, seed);
        symmetry_laws::along_a_game(&g, &Position::EMPTY, seed);
    }
    symmetry_laws::maps_form_a_group(&g, &Position::EMPTY, 1);
}

#[test]
fn heaps_keep_the_laws() {
    for seed in 0..20 {
        let g = Heaps { lots: seed };
        laws::along_a_game(&g, &[5, 4, 3], seed);
        laws::along_a_game(&Folded(g.clone()), &[5, 4, 3], seed);
        symmetry_laws::along_a_game(&g, &[5, 4, 3], seed);
    }
}

#[test]
fn tic_tac_toe_has_765_classes_of_positions() {
    fn visit(
        g: &TicTacToe,
        s: &mut Position,
        plain: &mut HashSet<u32>,
        classes: &mut HashSet<u32>,
    ) {
        if !plain.insert(g.key(s)) {
            return;
        }
        classes.insert(g.folded_key(s).0);
        if g.payoff(s).is_some() {
            return;
        }
        let mut moves = Vec::new();
        g.moves(s, &mut moves);
        for m in moves {
            g.play(s, m);
            visit(g, s, plain, classes);
            g.undo(s, m, ());
        }
    }
    let (mut plain, mut classes) = (HashSet::new(), HashSet::new());
    visit(
        &TicTacToe::new(),
        &mut Position::EMPTY.clone(),
        &mut plain,
        &mut classes,
    );
    assert_eq!((plain.len(), classes.len()), (5478, 765));
}
