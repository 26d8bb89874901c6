//! A game in progress: positions, moves, whose turn it is, take-back.
//!
//! Knows nothing of terminals or of any one game.

use tabia_kernel::rules::{Game, Notation, Payoff, Side};

/// A game in progress.
pub(crate) struct Session<G: Game> {
    game: G,
    /// The start and the position after each move: one more than `moves`.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Notation> Session<G> {
    /// A game that begins at `start`.
    pub(crate) fn new(game: G, start: G::State) -> Session<G> {
        Session {
            game,
            states: vec![start],
            moves: Vec::new(),
        }
    }

    /// The position on the board.
    pub(crate) fn state(&self) -> &G::State {
        self.states.last().expect("the start is never taken back")
    }

    /// The moves so far.
    pub(crate) fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Who moves next; meaningless once the game is over.
    pub(crate) fn to_move(&self) -> Side {
        self.game.to_move(self.state())
    }

    /// How the game ended, or `None` while it goes on.
    pub(crate) fn payoff(&self) -> Option<Payoff> {
        self.game.payoff(self.state())
    }

    /// Plays moves given as text, all of them or, if one cannot be read,
    /// none. Moves after the end of the game are left out; the number played
    /// is returned.
    pub(crate) fn play_texts(&mut self, texts: &[&str]) -> Result<usize, G::ReadMoveError> {
        let before = self.moves.len();
        for text in texts {
            if self.payoff().is_some() {
                break;
            }
            match self.game.read_move(self.state(), text) {
                Ok(m) => self.play(m),
                Err(error) => {
                    self.truncate(before);
                    return Err(error);
                }
            }
        }
        Ok(self.moves.len() - before)
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, m: G::Move) {
        let mut next = self.state().clone();
        self.game.play(&mut next, m);
        self.states.push(next);
        self.moves.push(m);
    }

    /// Takes back the last move of `side` and all that followed, so that
    /// `side` is to move. False if there is no such move.
    pub(crate) fn take_back(&mut self, side: Side) -> bool {
        let last = (0..self.moves.len())
            .rev()
            .find(|&i| self.game.to_move(&self.states[i]) == side);
        if let Some(i) = last {
            self.truncate(i);
        }
        last.is_some()
    }

    fn truncate(&mut self, moves: usize) {
        self.moves.truncate(moves);
        self.states.truncate(moves + 1);
    }
}
