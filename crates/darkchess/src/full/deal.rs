//! Which piece lies where, which no player knows.

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;

use super::position::FullPosition;
use super::turn::{Action, Turn};
use crate::piece::Kind;
use crate::square::{Square, squares};

/// The face-down pieces of a position, square by square.
///
/// A deal is made once and kept during a game, so that a flip that was taken
/// back reveals the same piece again, and two games can be played from one
/// deal. To players it is the same as drawing at each flip.
///
/// ```
/// use tabia_darkchess::{Action, Deal, FullPosition, Square};
///
/// let deal = Deal::of(&FullPosition::START, 7);
/// let turn = deal.turn(Action::Flip(Square::new(0)));
/// assert_eq!(turn, deal.turn(turn.action()));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal([Option<(Side, Kind)>; 32]);

impl Deal {
    /// Lays the face-down pieces of a position on its face-down squares, in
    /// an order that depends on the seed alone.
    #[must_use]
    pub fn of(position: &FullPosition, seed: u64) -> Deal {
        let mut pieces: Vec<(Side, Kind)> = position
            .face_down()
            .groups()
            .flat_map(|(side, kind, count)| (0..count).map(move |_| (side, kind)))
            .collect();
        Seeded::new(seed).shuffle(&mut pieces);
        let mut deal = [None; 32];
        for (square, piece) in squares(position.covered()).zip(pieces) {
            deal[square.number()] = Some(piece);
        }
        Deal(deal)
    }

    /// What comes of an action.
    ///
    /// # Panics
    ///
    /// If it flips a square on which the deal has no piece.
    #[must_use]
    pub fn turn(&self, action: Action) -> Turn {
        match action {
            Action::Move(m) => Turn::Move(m),
            Action::Flip(square) => {
                let piece = self.piece(square);
                let (side, kind) = piece.expect("only face-down pieces are flipped");
                Turn::Flip(square, side, kind)
            }
        }
    }

    /// What lies, or lay, on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        self.0[square.number()]
    }
}
