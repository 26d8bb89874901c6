//! Chess keeps the laws of games and of their texts.

use tabia_chess::{Chess, Position};
use tabia_kernel::rules::{Game as _, Notation as _, Side, laws};

#[test]
fn chess_keeps_the_laws() {
    for seed in 0..12 {
        laws::along_a_game(&Chess, &Position::default(), seed);
        laws::along_a_text_game(&Chess, &Position::default(), seed);
    }
}

#[test]
fn texts_remember_what_may_be_repeated() {
    let text = "startpos moves g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let position = Chess.read_state(text).unwrap();
    assert!(Chess.payoff(&position).is_some());
    let again = Chess.read_state(&Chess.write_state(&position)).unwrap();
    assert_eq!(again, position);
    let mate = Chess
        .read_state("startpos moves f2f3 e7e5 g2g4 d8h4")
        .unwrap();
    let payoff = Chess.payoff(&mate).unwrap();
    assert_eq!(payoff, tabia_kernel::rules::Payoff::win_for(Side::Second));
    let error = Chess.read_state("startpos moves e2e4 e2e4").unwrap_err();
    assert!(error.to_string().starts_with("move 2: `e2e4`"), "{error}");
}
