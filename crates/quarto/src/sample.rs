//! Random positions for measurements.

use tabia_kernel::random::Seeded;

use crate::{Move, Piece, Position, Rules, Square, lines::Lines};

/// Draws before a number of pieces is taken to allow no open position.
const MOST_DRAWS: usize = 100_000;

/// A random position with `placed` pieces and one in hand.
///
/// Cells and pieces are drawn uniformly, again and again until no line is
/// complete and the piece in hand completes none. `None` if that never
/// happens, as with many pieces and few properties.
///
/// ```
/// use tabia_kernel::random::Seeded;
/// use tabia_quarto::{Rules, random_position};
/// let position = random_position(&Rules::lines(), 8, &mut Seeded::new(1)).unwrap();
/// assert_eq!(position.placed(), 8);
/// assert!(position.hand().is_some());
/// ```
pub fn random_position(rules: &Rules, placed: usize, random: &mut Seeded) -> Option<Position> {
    assert!(placed < 16, "no piece would be left to hold");
    let lines = Lines::new(rules);
    let mut cells: Vec<u8> = (0..16).collect();
    let mut pieces: Vec<u8> = (0..16).collect();
    (0..MOST_DRAWS).find_map(|_| {
        random.shuffle(&mut cells);
        random.shuffle(&mut pieces);
        let mut position = Position::EMPTY;
        for (&cell, &piece) in cells.iter().zip(&pieces).take(placed) {
            position.put(Square::new(cell), Piece::new(piece));
        }
        let hand = Piece::new(pieces[placed]);
        if lines.is_complete(&position) || lines.completes(&position, hand) {
            return None;
        }
        position.after(Move::Give(hand))
    })
}
