//! Positions in which pieces may lie face down.

use std::fmt;

use tabia_kernel::rules::{Score, Side};

use super::turn::{Action, Turn};
use crate::game::Move;
use crate::material::Material;
use crate::piece::Kind;
use crate::position::Position;
use crate::square::{STEPS, Square, beside, jumps, squares};

/// So many plies without a capture end the game with a draw. Flips are plies
/// too.
pub const QUIET_LIMIT: u16 = 40;

/// A position of the full game.
///
/// Which pieces lie face down is known as a set, not square by square. The
/// start is the only position without a revealed piece: one that takes is
/// revealed, and stays.
///
/// ```
/// use tabia_darkchess::{Action, FullPosition, Square};
///
/// let start = FullPosition::START;
/// assert_eq!(start.to_move(), None);
/// let flip = start.read_turn("b5(k)")?;
/// let position = start.after(flip);
/// assert_eq!(position.to_string(), "????????/????k???/????????/???????? w 1");
/// assert_eq!(position.face_down().elements(), 31);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FullPosition {
    /// The revealed pieces, who moves, and the plies since the last capture.
    /// Before the first flip its side to move means nothing and is White.
    open: Position,
    /// The squares with a face-down piece.
    covered: u32,
    /// The pieces on these squares.
    face_down: Material,
}

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// This side wins: the other cannot move.
    Won(Side),
    /// Nothing has been taken for [`QUIET_LIMIT`] plies.
    Draw,
}

impl End {
    /// What the end is worth to a side.
    #[must_use]
    pub fn seen_by(self, side: Side) -> Score {
        match self {
            End::Won(winner) if winner == side => Score::WIN,
            End::Won(_) => Score::LOSS,
            End::Draw => Score::DRAW,
        }
    }
}

impl FullPosition {
    /// The start: 32 pieces face down, and no colours yet.
    pub const START: FullPosition = FullPosition {
        open: Position::empty(Side::First),
        covered: u32::MAX,
        face_down: Material::FULL,
    };

    /// A position from its parts; the reader has checked that they fit.
    pub(super) fn from_parts(open: Position, covered: u32, face_down: Material) -> FullPosition {
        debug_assert_eq!(covered.count_ones(), face_down.elements());
        debug_assert_eq!(covered & open.occupied(), 0);
        FullPosition {
            open,
            covered,
            face_down,
        }
    }

    /// The colour of the player to move; `None` before the first flip, which
    /// decides it.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Option<Side> {
        if self.covered == u32::MAX {
            None
        } else {
            Some(self.open.to_move())
        }
    }

    /// Plies since the last capture, or since the start.
    #[must_use]
    #[inline]
    pub const fn quiet(&self) -> u16 {
        self.open.quiet()
    }

    /// The revealed piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        self.open.piece(square)
    }

    /// Whether a piece lies face down on a square.
    #[must_use]
    #[inline]
    pub const fn is_face_down(&self, square: Square) -> bool {
        self.covered & square.bit() != 0
    }

    /// The pieces that lie face down.
    #[must_use]
    #[inline]
    pub const fn face_down(&self) -> Material {
        self.face_down
    }

    /// The pieces that are still in the game, face down or not.
    #[must_use]
    #[inline]
    pub const fn alive(&self) -> Material {
        self.open.material().and(self.face_down)
    }

    /// The pieces that have been taken.
    #[must_use]
    pub const fn captured(&self) -> Material {
        Material::FULL.without(self.alive())
    }

    /// The position for the endgame rules and tables, once no piece is face
    /// down.
    #[must_use]
    #[inline]
    pub const fn revealed(&self) -> Option<&Position> {
        if self.covered == 0 {
            Some(&self.open)
        } else {
            None
        }
    }

    /// The revealed pieces alone.
    #[inline]
    pub(crate) const fn open(&self) -> &Position {
        &self.open
    }

    /// The squares with a face-down piece.
    #[inline]
    pub(crate) const fn covered(&self) -> u32 {
        self.covered
    }

    /// How the game has ended, or `None` while it goes on.
    ///
    /// Who cannot move loses, also when the limit of plies is reached at the
    /// same time.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        if self.is_stuck() {
            Some(End::Won(self.open.to_move().other()))
        } else if self.quiet() >= QUIET_LIMIT {
            Some(End::Draw)
        } else {
            None
        }
    }

    /// Whether the player to move has nothing to do. As long as a piece is
    /// face down there is: to flip it.
    #[inline]
    fn is_stuck(&self) -> bool {
        self.covered == 0 && self.open.is_stuck()
    }

    /// Appends what the player to move may do, as if the game were not over:
    /// captures, steps, flips.
    pub fn actions(&self, out: &mut Vec<Action>) {
        self.each_capture(|from, to| out.push(Action::Move(Move { from, to })));
        self.each_step(|from, to| out.push(Action::Move(Move { from, to })));
        out.extend(squares(self.covered).map(Action::Flip));
    }

    /// Calls `step` with each step to an empty square.
    #[inline]
    pub(crate) fn each_step(&self, mut step: impl FnMut(Square, Square)) {
        let empty = !(self.open.occupied() | self.covered);
        let own = self.open.of_side(self.open.to_move());
        if beside(own) & empty == 0 {
            return;
        }
        for from in squares(own) {
            for to in squares(STEPS[from.number()] & empty) {
                step(from, to);
            }
        }
    }

    /// Calls `capture` with each capture. Face-down pieces are screens for
    /// cannons, and cannot be taken.
    #[inline]
    pub(crate) fn each_capture(&self, mut capture: impl FnMut(Square, Square)) {
        let us = self.open.to_move();
        let theirs = self.open.of_side(us.other());
        let occupied = self.open.occupied() | self.covered;
        for kind in Kind::ALL {
            let takers = self.open.set(us, kind);
            if takers == 0 {
                continue;
            }
            if kind == Kind::Cannon {
                for from in squares(takers) {
                    for to in squares(jumps(from, occupied) & theirs) {
                        capture(from, to);
                    }
                }
                continue;
            }
            if beside(takers) & theirs == 0 {
                continue;
            }
            let prey = Kind::ALL
                .iter()
                .filter(|&&other| kind.takes(other))
                .fold(0, |set, &other| set | self.open.set(us.other(), other));
            for from in squares(takers) {
                for to in squares(STEPS[from.number()] & prey) {
                    capture(from, to);
                }
            }
        }
    }

    /// The same position with the other side to move, a ply later: what a
    /// flip far from everything comes to.
    #[inline]
    pub(crate) fn passed(&self) -> FullPosition {
        let open = self.open.with_to_move(self.open.to_move().other());
        FullPosition {
            open: open.with_quiet(self.quiet().saturating_add(1)),
            ..*self
        }
    }

    /// The position after a legal turn.
    #[must_use]
    #[inline]
    pub fn after(&self, turn: Turn) -> FullPosition {
        let mut next = *self;
        match turn {
            Turn::Flip(square, side, kind) => {
                debug_assert!(self.is_face_down(square), "{square} in {self}");
                debug_assert!(self.face_down.count(side, kind) > 0, "{turn:?} in {self}");
                let mover = self.to_move().unwrap_or(side);
                next.covered ^= square.bit();
                next.face_down = self.face_down.minus(side, kind);
                next.open.put(square, side, kind);
                next.open = next
                    .open
                    .with_to_move(mover.other())
                    .with_quiet(self.quiet().saturating_add(1));
            }
            Turn::Move(m) => {
                next.open.carry_out(m.from, m.to);
            }
        }
        next
    }
}

impl From<Position> for FullPosition {
    /// The same pieces; all others have been taken.
    fn from(open: Position) -> FullPosition {
        FullPosition::from_parts(open, 0, Material::NONE)
    }
}

impl fmt::Debug for FullPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FullPosition({self})")
    }
}
