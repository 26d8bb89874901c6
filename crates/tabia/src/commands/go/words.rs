//! Colours and moves, as people and as SGF write them.

use tabia_go::{Colour, Point};

pub(super) fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "Black",
        Colour::White => "White",
    }
}

/// Moves as SGF writes them.
pub(super) fn spelled(moves: &[Option<Point>]) -> Vec<String> {
    let sgf = |point: &Option<Point>| point.map_or("pass".to_owned(), Point::sgf);
    moves.iter().map(sgf).collect()
}

/// The moves that keep an answer, in a sentence.
pub(super) fn kept(moves: &[Option<Point>], height: u8) -> String {
    if moves.is_empty() {
        return String::new();
    }
    let moves: Vec<String> = moves
        .iter()
        .map(|point| point.map_or("pass".to_owned(), |point| point.on_board(height)))
        .collect();
    format!(" Moves that keep it: {}.", moves.join(", "))
}
