//! What a game offers to have its endgames tabulated.

use std::fmt::Debug;
use std::hash::Hash;

use crate::rules::{Game, Score, Side};

/// The number of a position in its class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Index(pub u64);

/// A game whose positions are numbered, class by class.
///
/// A class is what stays the same while nothing is converted: the material,
/// up to whatever symmetry the game knows. Positions that share a class and an
/// index have the same value for the side to move; beyond that, generic code
/// knows nothing of symmetry.
///
/// [`laws`](super::laws) states what implementations owe.
pub trait Tabular: Game {
    /// A class. Conversions lead to smaller ones in this order.
    type Class: Copy + Ord + Hash + Debug + Send + Sync;

    /// The class and index of a position; `None` if it has no table, which may
    /// only be where the game is over or, if the game is
    /// [`Accrue`](super::Accrue), in the middle of a turn.
    fn locate(&self, s: &Self::State) -> Option<(Self::Class, Index)>;

    /// The indices of a class are those below this.
    fn size(&self, c: Self::Class) -> u64;

    /// The position with this index, or `None`: a hole, which no position
    /// has.
    fn state(&self, c: Self::Class, i: Index) -> Option<Self::State>;

    /// Whether a legal move leaves the class of the position.
    fn converts(&self, s: &Self::State, m: Self::Move) -> bool;

    /// The classes that conversions lead to, in order. None leads back.
    fn exits(&self, c: Self::Class) -> Vec<Self::Class>;
}

/// A game that can take moves back without knowing them.
pub trait Retract: Tabular {
    /// Appends the positions that a move within the class leads from to `s`.
    /// Moves that convert are not taken back.
    fn predecessors(&self, s: &Self::State, out: &mut Vec<Self::State>);

    /// Appends the index of each predecessor of a position and the side to
    /// move there, and returns the side to move at the position itself.
    ///
    /// Builders spend half of their time here; a game that can do without
    /// making positions should.
    ///
    /// # Panics
    ///
    /// If the index is a hole.
    fn predecessors_at(&self, c: Self::Class, i: Index, out: &mut Vec<(Index, Side)>) -> Side {
        let s = self.state(c, i).expect("not a hole");
        let mut before = Vec::new();
        self.predecessors(&s, &mut before);
        out.extend(before.iter().map(|p| {
            let (class, i) = self.locate(p).expect("a position of the class");
            debug_assert_eq!(class, c);
            (i, self.to_move(p))
        }));
        self.to_move(&s)
    }

    /// Whether, in this class, always as many moves lead from one index to
    /// another as predecessors lead back.
    ///
    /// Positions that a symmetry maps to themselves break this: two mirrored
    /// moves lead from such a position to one index, and only one leads back.
    /// Saying `false` is always right, and slower.
    fn is_balanced(&self, c: Self::Class) -> bool {
        let _ = c;
        false
    }
}

/// Classes that have been solved.
pub trait Finished<C> {
    /// The value of a position of a finished class for its side to move.
    ///
    /// # Panics
    ///
    /// If the class is not finished, which is a bug of the caller.
    fn value(&self, c: C, i: Index) -> Score;
}
