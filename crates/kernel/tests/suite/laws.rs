//! The test games keep the laws, and the laws notice who does not.

use crate::common;

use std::collections::HashSet;

use common::heaps::Heaps;
use common::tictactoe::{Position, Square, TicTacToe};
use tabia_kernel::rules::{Game, Payoff, Side, Via, laws};
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

/// A game with one fault at a time.
#[derive(Clone)]
struct Faulty {
    sound: TicTacToe,
    fault: Fault,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    None,
    UndoForgets,
    MovesTwice,
    NoMoves,
    MovesClears,
    RecallsAnother,
    KeyedDiffers,
    PlayDoesNothing,
}

impl Game for Faulty {
    type State = Position;
    type Move = Square;
    type Undo = ();
    type Key = u32;

    fn to_move(&self, s: &Position) -> Side {
        self.sound.to_move(s)
    }
    fn payoff(&self, s: &Position) -> Option<Payoff> {
        self.sound.payoff(s)
    }
    fn moves(&self, s: &Position, out: &mut Vec<Square>) {
        match self.fault {
            Fault::NoMoves if few_squares_are_left(&self.sound, s) => return,
            Fault::MovesClears => out.clear(),
            _ => {}
        }
        self.sound.moves(s, out);
        if self.fault == Fault::MovesTwice {
            let first = out[0];
            out.push(first);
        }
    }
    fn play(&self, s: &mut Position, m: Square) {
        if self.fault != Fault::PlayDoesNothing {
            self.sound.play(s, m);
        }
    }
    fn undo(&self, s: &mut Position, m: Square, (): ()) {
        if self.fault != Fault::UndoForgets {
            self.sound.undo(s, m, ());
        }
    }
    fn key(&self, s: &Position) -> u32 {
        self.sound.key(s)
    }
    fn keyed(&self, s: &Position) -> (u32, Via) {
        match self.fault {
            Fault::KeyedDiffers => (self.sound.key(s) + 1, Via::ITSELF),
            _ => (self.sound.key(s), Via::ITSELF),
        }
    }
    fn recalled_move(&self, m: Square, _: Via) -> Square {
        match self.fault {
            Fault::RecallsAnother => Square((m.0 + 1) % 9),
            _ => m,
        }
    }
}

fn few_squares_are_left(g: &TicTacToe, s: &Position) -> bool {
    let mut moves = Vec::new();
    g.moves(s, &mut moves);
    moves.len() < 6
}

/// What the laws say about a game, or `None` if nothing.
fn complaint(laws: impl Fn() + std::panic::UnwindSafe) -> Option<String> {
    let panic = std::panic::catch_unwind(laws).err()?;
    Some(*panic.downcast::<String>().expect("a message"))
}

#[test]
fn the_laws_of_games_notice_every_fault() {
    use Fault::{
        KeyedDiffers, MovesClears, MovesTwice, NoMoves, PlayDoesNothing, RecallsAnother,
        UndoForgets,
    };
    for (fault, law) in [
        (UndoForgets, "undo restores the position"),
        (MovesTwice, "moves are distinct"),
        (NoMoves, "moves exist unless the game is over"),
        (MovesClears, "moves() appends"),
        (RecallsAnother, "a stored move is recalled"),
        (KeyedDiffers, "keyed() agrees with key()"),
        (PlayDoesNothing, "a move changes the position"),
    ] {
        let sound = TicTacToe::new();
        let g = Faulty { sound, fault };
        let said = complaint(|| laws::along_a_game(&g, &Position::EMPTY, 3));
        let said = said.unwrap_or_else(|| panic!("{fault:?} went unnoticed"));
        assert!(
            said.contains(law) && said.contains("seed 3"),
            "{fault:?}: {said}"
        );
    }
    let sound = TicTacToe::new();
    let fault = Fault::None;
    laws::along_a_game(&Faulty { sound, fault }, &Position::EMPTY, 3);
}

#[test]
fn the_laws_of_symmetry_notice_wrong_maps() {
    // A map that is none of the board's, and a group with a gap.
    let mut shifted = TicTacToe::new();
    shifted.maps.push([1, 2, 0, 4, 5, 3, 7, 8, 6]);
    let mut gap = TicTacToe::new();
    gap.maps.remove(3);
    let wrong = (0..20).find_map(|seed| {
        complaint(|| symmetry_laws::along_a_game(&shifted, &Position::EMPTY, seed))
    });
    assert!(wrong.is_some());
    let open = complaint(|| symmetry_laws::maps_form_a_group(&gap, &Position::EMPTY, 1));
    assert!(open.unwrap().contains("closed under composition"));
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
