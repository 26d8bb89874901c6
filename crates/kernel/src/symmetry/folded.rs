//! Games played up to symmetry.

use crate::rules::{Game, Notation, Payoff, Side, Via};

/// A game with maps that carry positions to positions of the same value.
///
/// The maps form a group and commute with play; [`laws`](super::laws) checks
/// both. Maps are data: a game may carry a table of them, found by
/// a constraint solver.
pub trait Symmetric: Game {
    /// One symmetry of the game.
    type Map;

    /// All maps, the identity first. They form a group.
    fn maps(&self) -> &[Self::Map];

    /// Where `f` carries a position.
    fn image(&self, s: &Self::State, f: &Self::Map) -> Self::State;

    /// Where `f` carries a move.
    fn image_of_move(&self, m: Self::Move, f: &Self::Map) -> Self::Move;

    /// The move that `f` carries to `m`.
    fn preimage_of_move(&self, m: Self::Move, f: &Self::Map) -> Self::Move;

    /// The image with the least key: the same for equivalent positions.
    fn representative(&self, s: &Self::State) -> Self::State {
        let (_, via) = self.folded_key(s);
        self.image(s, &self.maps()[via.0 as usize])
    }

    /// The key of the representative, and the index of a map that leads to
    /// it: of several, the first.
    ///
    /// The default tries every map. A game with thousands of maps overrides
    /// it; then any map that leads to the representative will do, and any
    /// exact key that equivalent positions share and others do not.
    fn folded_key(&self, s: &Self::State) -> (Self::Key, Via) {
        let mut best = (self.key(s), Via::ITSELF);
        for (i, f) in self.maps().iter().enumerate().skip(1) {
            let key = self.key(&self.image(s, f));
            if key < best.0 {
                best = (key, Via(i as u32));
            }
        }
        best
    }
}

/// A game whose key is the representative's: the same rules, so that a search
/// meets each class of equivalent positions once.
///
/// Moves are those of the position at hand. A stored move belongs to the
/// representative; [`Game::stored_move`] and [`Game::recalled_move`] map it
/// there and back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Folded<G>(pub G);

impl<G: Symmetric> Game for Folded<G> {
    type State = G::State;
    type Move = G::Move;
    type Undo = G::Undo;
    type Key = G::Key;

    #[inline]
    fn to_move(&self, s: &G::State) -> Side {
        self.0.to_move(s)
    }

    #[inline]
    fn payoff(&self, s: &G::State) -> Option<Payoff> {
        self.0.payoff(s)
    }

    #[inline]
    fn moves(&self, s: &G::State, out: &mut Vec<G::Move>) {
        self.0.moves(s, out);
    }

    #[inline]
    fn play(&self, s: &mut G::State, m: G::Move) -> G::Undo {
        self.0.play(s, m)
    }

    #[inline]
    fn undo(&self, s: &mut G::State, m: G::Move, u: G::Undo) {
        self.0.undo(s, m, u);
    }

    #[inline]
    fn key(&self, s: &G::State) -> G::Key {
        self.0.folded_key(s).0
    }

    #[inline]
    fn keyed(&self, s: &G::State) -> (G::Key, Via) {
        self.0.folded_key(s)
    }

    #[inline]
    fn stored_move(&self, m: G::Move, via: Via) -> G::Move {
        self.0.image_of_move(m, &self.0.maps()[via.0 as usize])
    }

    #[inline]
    fn recalled_move(&self, m: G::Move, via: Via) -> G::Move {
        self.0.preimage_of_move(m, &self.0.maps()[via.0 as usize])
    }
}

impl<G: Symmetric + Notation> Notation for Folded<G> {
    type ReadMoveError = G::ReadMoveError;
    type ReadStateError = G::ReadStateError;

    fn write_move(&self, s: &G::State, m: G::Move) -> String {
        self.0.write_move(s, m)
    }

    fn read_move(&self, s: &G::State, text: &str) -> Result<G::Move, G::ReadMoveError> {
        self.0.read_move(s, text)
    }

    fn write_state(&self, s: &G::State) -> String {
        self.0.write_state(s)
    }

    fn read_state(&self, text: &str) -> Result<G::State, G::ReadStateError> {
        self.0.read_state(text)
    }
}
