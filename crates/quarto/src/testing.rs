//! What the tests of this crate share: every variant, and random positions.

use tabia_kernel::random::Seeded;

use crate::{Move, Position, Rules, Shape};

/// Every rule option: three shapes, one to four properties, misère or not.
pub(crate) fn all_rules() -> Vec<Rules> {
    let mut rules = Vec::new();
    for shape in [Shape::Lines, Shape::Squares, Shape::Torus] {
        for properties in 1..=4 {
            for misere in [false, true] {
                rules.push(Rules::new(shape, properties, misere).unwrap());
            }
        }
    }
    rules
}

/// What can be done in a position, finished or not.
pub(crate) fn moves(position: &Position) -> Vec<Move> {
    match position.hand() {
        Some(_) => position.empty_squares().map(Move::Place).collect(),
        None => position.remaining().map(Move::Give).collect(),
    }
}

/// All unfinished positions of `games` random games.
pub(crate) fn random_positions(rules: &Rules, games: usize, seed: u64) -> Vec<Position> {
    let mut random = Seeded::new(seed);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::EMPTY;
        loop {
            let moves = moves(&position);
            if moves.is_empty() || position.complete_line(rules).is_some() {
                break;
            }
            positions.push(position);
            let turn = moves[random.below(moves.len())];
            position = position.after(turn).expect("a legal move");
        }
    }
    positions
}
