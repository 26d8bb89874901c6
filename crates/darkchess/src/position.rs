//! Positions of revealed pieces.

use std::fmt;
use std::hash::{Hash, Hasher};

use tabia_kernel::rules::Side;

use crate::material::Material;
use crate::piece::Kind;
use crate::square::{STEPS, Square, beside, jumps, squares};

/// Where the pieces stand, who moves, and how long nothing has been taken.
///
/// Copying is cheap. The sets of squares are the position; the rest is
/// derived from them and kept up to date.
#[derive(Clone, Copy)]
pub struct Position {
    /// The squares of each kind.
    sets: [[u32; 7]; 2],
    /// The squares of each side.
    sides: [u32; 2],
    material: Material,
    to_move: Side,
    quiet: u16,
}

impl Position {
    /// The empty board.
    #[must_use]
    pub const fn empty(to_move: Side) -> Position {
        Position {
            sets: [[0; 7]; 2],
            sides: [0; 2],
            material: Material::NONE,
            to_move,
            quiet: 0,
        }
    }

    /// Who moves.
    #[must_use]
    #[inline]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Plies since the last capture. It stays at `u16::MAX`.
    #[must_use]
    #[inline]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// The pieces that there are.
    #[must_use]
    #[inline]
    pub const fn material(&self) -> Material {
        self.material
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece(&self, square: Square) -> Option<(Side, Kind)> {
        let side = Side::BOTH
            .into_iter()
            .find(|&side| self.sides[side as usize] & square.bit() != 0)?;
        Some((side, self.kind_of(side, square.bit())))
    }

    /// The pieces, square by square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Side, Kind)> {
        squares(self.occupied())
            .filter_map(|square| self.piece(square).map(|(side, kind)| (square, side, kind)))
    }

    /// The same position with this count of plies since the last capture.
    #[must_use]
    #[inline]
    pub const fn with_quiet(self, quiet: u16) -> Position {
        Position { quiet, ..self }
    }

    /// The same position with this side to move.
    #[must_use]
    #[inline]
    pub(crate) const fn with_to_move(self, to_move: Side) -> Position {
        Position { to_move, ..self }
    }

    /// The squares of a side.
    #[inline]
    pub(crate) const fn of_side(&self, side: Side) -> u32 {
        self.sides[side as usize]
    }

    /// Puts a piece on an empty square.
    pub(crate) fn put(&mut self, square: Square, side: Side, kind: Kind) {
        self.put_all(square.bit(), side, kind);
    }

    /// Puts pieces of one kind on empty squares.
    #[inline]
    pub(crate) fn put_all(&mut self, set: u32, side: Side, kind: Kind) {
        debug_assert_eq!(self.occupied() & set, 0);
        self.sets[side as usize][kind.number()] |= set;
        self.sides[side as usize] |= set;
        for _ in 0..set.count_ones() {
            self.material = self.material.plus(side, kind);
        }
    }

    /// The position of these sets, which make up this material.
    #[inline]
    pub(crate) fn from_sets(sets: [[u32; 7]; 2], material: Material, to_move: Side) -> Position {
        Position {
            sets,
            sides: sets.map(|side| side.into_iter().fold(0, |all, set| all | set)),
            material,
            to_move,
            quiet: 0,
        }
    }

    /// The squares of one kind.
    #[inline]
    pub(crate) const fn set(&self, side: Side, kind: Kind) -> u32 {
        self.sets[side as usize][kind.number()]
    }

    /// The squares of every kind.
    #[inline]
    pub(crate) const fn sets(&self) -> [[u32; 7]; 2] {
        self.sets
    }

    /// The squares with pieces.
    #[inline]
    pub(crate) const fn occupied(&self) -> u32 {
        self.sides[0] | self.sides[1]
    }

    #[inline]
    fn kind_of(&self, side: Side, bit: u32) -> Kind {
        let sets = &self.sets[side as usize];
        let kind = Kind::ALL.into_iter().find(|k| sets[k.number()] & bit != 0);
        kind.expect("a square of a side belongs to one of its kinds")
    }

    /// Whether the side to move has no legal move.
    #[inline]
    pub(crate) fn is_stuck(&self) -> bool {
        let own = self.sides[self.to_move as usize];
        beside(own) & !self.occupied() == 0 && !self.any_capture()
    }

    #[inline]
    fn any_capture(&self) -> bool {
        let mut any = false;
        self.each_capture(|_, _| any = true);
        any
    }

    /// Calls `step` with each step to an empty square of the side to move.
    #[inline]
    pub(crate) fn each_step(&self, mut step: impl FnMut(Square, Square)) {
        self.each_step_of(self.to_move, &mut step);
    }

    /// Calls `step` with each step to an empty square of a side. They are
    /// also its steps back: steps can be reversed.
    #[inline]
    pub(crate) fn each_step_of(&self, side: Side, step: &mut impl FnMut(Square, Square)) {
        let empty = !self.occupied();
        for from in squares(self.sides[side as usize]) {
            for to in squares(STEPS[from.number()] & empty) {
                step(from, to);
            }
        }
    }

    /// Calls `capture` with each capture of the side to move.
    #[inline]
    pub(crate) fn each_capture(&self, mut capture: impl FnMut(Square, Square)) {
        let them = self.to_move.other();
        let their_all = self.sides[them as usize];
        let ours = &self.sets[self.to_move as usize];
        for kind in Kind::ALL {
            let takers = ours[kind.number()];
            if takers == 0 {
                continue;
            }
            if kind == Kind::Cannon {
                for from in squares(takers) {
                    for to in squares(jumps(from, self.occupied()) & their_all) {
                        capture(from, to);
                    }
                }
                continue;
            }
            // Most positions have no enemy beside.
            if beside(takers) & their_all == 0 {
                continue;
            }
            let prey = Kind::ALL
                .iter()
                .filter(|&&other| kind.takes(other))
                .fold(0, |set, &other| set | self.set(them, other));
            for from in squares(takers) {
                for to in squares(STEPS[from.number()] & prey) {
                    capture(from, to);
                }
            }
        }
    }

    /// Moves a piece of the side to move, and returns what it takes.
    #[inline]
    pub(crate) fn carry_out(&mut self, from: Square, to: Square) -> Option<Kind> {
        let us = self.to_move;
        let them = us.other();
        let taken = (self.sides[them as usize] & to.bit() != 0).then(|| {
            let kind = self.kind_of(them, to.bit());
            self.sets[them as usize][kind.number()] ^= to.bit();
            self.sides[them as usize] ^= to.bit();
            self.material = self.material.minus(them, kind);
            kind
        });
        self.shift(us, from, to);
        self.to_move = them;
        self.quiet = match taken {
            Some(_) => 0,
            None => self.quiet.saturating_add(1),
        };
        taken
    }

    /// The inverse of [`carry_out`](Position::carry_out).
    #[inline]
    pub(crate) fn take_back(&mut self, from: Square, to: Square, taken: Option<Kind>, quiet: u16) {
        let them = self.to_move;
        self.to_move = them.other();
        self.shift(self.to_move, to, from);
        if let Some(kind) = taken {
            self.put(to, them, kind);
        }
        self.quiet = quiet;
    }

    /// The position before a step of the other side from `from` to `to`, as
    /// far as pieces and the side to move are concerned.
    #[inline]
    pub(crate) fn before_step(&self, from: Square, to: Square) -> Position {
        let mut before = self.with_quiet(0);
        before.to_move = self.to_move.other();
        before.shift(before.to_move, to, from);
        before
    }

    #[inline]
    fn shift(&mut self, side: Side, from: Square, to: Square) {
        let both = from.bit() | to.bit();
        self.sides[side as usize] ^= both;
        for set in &mut self.sets[side as usize] {
            if *set & from.bit() != 0 {
                *set ^= both;
            }
        }
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        (self.sets, self.to_move, self.quiet) == (other.sets, other.to_move, other.quiet)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.sets, self.to_move, self.quiet).hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}
