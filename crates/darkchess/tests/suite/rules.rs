//! The rules, example by example.

use tabia_darkchess::{DarkChess, Position};
use tabia_kernel::rules::{Game, Notation, Payoff, Side};

/// The moves of a position as text, sorted.
fn moves(text: &str) -> Vec<String> {
    let s: Position = text.parse().expect("a position");
    let mut moves = Vec::new();
    DarkChess.moves(&s, &mut moves);
    let mut texts: Vec<String> = moves
        .into_iter()
        .map(|m| DarkChess.write_move(&s, m))
        .collect();
    texts.sort();
    texts
}

fn payoff(text: &str) -> Option<Payoff> {
    DarkChess.payoff(&text.parse().expect("a position"))
}

#[test]
fn pieces_step_and_take_beside() {
    assert_eq!(
        moves("8/1bK5/8/8 w 0"),
        ["b3-a3", "b3-b4", "b3-c3", "b3xb2"]
    );
    assert_eq!(moves("8/1bK5/8/8 b 0"), ["b2-a2", "b2-b1", "b2-c2"]);
    assert_eq!(moves("pK6/8/8/8 w 0"), ["a2-a3", "a2-b2"]);
    assert_eq!(moves("pK6/8/8/8 b 0"), ["a1-b1", "a1xa2"]);
}

#[test]
fn cannons_jump_over_one_piece_of_any_colour() {
    assert_eq!(moves("C1p1k3/8/8/8 w 0"), ["a1-a2", "a1-b1", "a1xa5"]);
    assert_eq!(moves("C1P1k3/8/8/8 w 0").last().expect("one"), "a3-b3");
    assert!(moves("C1P1k3/8/8/8 w 0").contains(&"a1xa5".to_owned()));
    // Never an adjacent piece, never over two, never a friend.
    assert_eq!(moves("Ck6/8/8/8 w 0"), ["a1-b1"]);
    assert_eq!(moves("C1ppk3/8/8/8 w 0"), ["a1-a2", "a1-b1", "a1xa4"]);
    assert_eq!(moves("C1p1K3/7k/8/8 w 0").len(), 5);
}

#[test]
fn who_cannot_move_loses() {
    assert_eq!(
        payoff("Kp6/p7/8/8 w 0"),
        Some(Payoff::win_for(Side::Second))
    );
    assert_eq!(payoff("Kr6/p7/8/8 w 0"), None);
    assert_eq!(payoff("8/8/8/7k w 0"), Some(Payoff::win_for(Side::Second)));
    assert_eq!(payoff("8/8/8/7k b 0"), None);
}

/// Lines of play of each length, by plain recursion.
fn perft(s: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    DarkChess.moves(s, &mut moves);
    moves
        .into_iter()
        .map(|m| {
            let undo = DarkChess.play(s, m);
            let lines = perft(s, depth - 1);
            DarkChess.undo(s, m, undo);
            lines
        })
        .sum()
}

#[test]
fn the_first_moves_are_counted_by_hand() {
    let mut s: Position = "8/1b6/2K5/8 b 0".parse().expect("a position");
    // Four steps of the bishop; against b1 and a2 the king has four steps,
    // beside b3 and c2 three steps and the capture.
    assert_eq!(perft(&mut s, 1), 4);
    assert_eq!(perft(&mut s, 2), 16);
}
