//! The trait that describes a game.

use std::hash::Hash;

use super::{Payoff, Side};

/// The rules of a two-sided game of complete information.
///
/// `&self` is the rules with their options, such as the size of the board;
/// a state is plain data. Methods trust their caller: `play` is handed only
/// moves that `moves` lists, and checks no more than a `debug_assert!`.
///
/// [`laws`](super::laws) states what implementations owe each other.
pub trait Game {
    /// A position, with all that decides how the game goes on.
    type State: Clone + Eq + Hash;
    /// A single action. A side may act several times before the other does.
    type Move: Copy + Eq;
    /// What [`undo`](Game::undo) needs; the state itself, for small ones.
    type Undo;
    /// What tables are keyed by: equal keys mean positions of equal value.
    ///
    /// For a solver the key is exact, the whole position in fewer bits; for
    /// a player it may be a hash.
    type Key: Copy + Ord + Hash;

    /// The side that moves next; when the game is over, any fixed choice.
    fn to_move(&self, s: &Self::State) -> Side;

    /// What the end is worth, or `None` while the game goes on.
    fn payoff(&self, s: &Self::State) -> Option<Payoff>;

    /// Appends the legal moves. There is at least one unless the game is
    /// over; none is listed twice.
    fn moves(&self, s: &Self::State, out: &mut Vec<Self::Move>);

    /// Makes a legal move and returns what is needed to take it back.
    fn play(&self, s: &mut Self::State, m: Self::Move) -> Self::Undo;

    /// Takes back the last move, `m`, exactly.
    fn undo(&self, s: &mut Self::State, m: Self::Move, u: Self::Undo);

    /// The key of a position.
    fn key(&self, s: &Self::State) -> Self::Key;

    /// The key, and how the position relates to the one it stands for.
    ///
    /// Plain games keep this default. A game whose key is that of an
    /// equivalent position, such as [`Folded`](crate::symmetry::Folded),
    /// says which map leads there, so that searches can store moves.
    #[inline]
    fn keyed(&self, s: &Self::State) -> (Self::Key, Via) {
        (self.key(s), Via::ITSELF)
    }

    /// The move to store under the key for move `m` in the position at hand.
    #[inline]
    fn stored_move(&self, m: Self::Move, via: Via) -> Self::Move {
        debug_assert_eq!(via, Via::ITSELF);
        m
    }

    /// The move in the position at hand for the move `m` stored under its
    /// key: the inverse of [`stored_move`](Game::stored_move).
    #[inline]
    fn recalled_move(&self, m: Self::Move, via: Via) -> Self::Move {
        debug_assert_eq!(via, Via::ITSELF);
        m
    }
}

/// The way from a position to the one that its key stands for.
///
/// Searches carry it from [`Game::keyed`] to [`Game::stored_move`] and
/// [`Game::recalled_move`] without looking inside. For a folded game it is
/// the index of a map in [`Symmetric::maps`](crate::symmetry::Symmetric::maps).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Via(pub u32);

impl Via {
    /// The key stands for the position itself.
    pub const ITSELF: Via = Via(0);
}
