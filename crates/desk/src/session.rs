//! A game in progress: positions, moves, whose turn it is, take-back.
//!
//! Knows nothing of terminals or of any one game.

use tabia_kernel::rules::{Game, Notation, Payoff, Side};

/// A game in progress.
pub struct Session<G: Game> {
    game: G,
    /// The start and the position after each move: one more than `moves`.
    states: Vec<G::State>,
    moves: Vec<G::Move>,
    rules: String,
}

impl<G: Notation> Session<G> {
    /// A game that begins at `start`.
    pub fn new(game: G, start: G::State) -> Session<G> {
        Session {
            game,
            states: vec![start],
            moves: Vec::new(),
            rules: String::new(),
        }
    }

    /// The same, under rules of this name.
    #[must_use]
    pub fn under(mut self, rules: &str) -> Session<G> {
        self.rules = rules.to_owned();
        self
    }

    /// The name of the rules; empty for the usual ones.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The start and the position after each move.
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The position on the board.
    pub fn state(&self) -> &G::State {
        self.states.last().expect("the start is never taken back")
    }

    /// The moves so far.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Who moves next; meaningless once the game is over.
    pub fn to_move(&self) -> Side {
        self.game.to_move(self.state())
    }

    /// How the game ended, or `None` while it goes on.
    pub fn payoff(&self) -> Option<Payoff> {
        self.game.payoff(self.state())
    }

    /// Plays moves given as text, all of them or, if one cannot be read,
    /// none. Moves after the end of the game are left out; the number played
    /// is returned.
    pub fn play_texts(&mut self, texts: &[&str]) -> Result<usize, G::ReadMoveError> {
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
    pub fn play(&mut self, m: G::Move) {
        let mut next = self.state().clone();
        self.game.play(&mut next, m);
        self.states.push(next);
        self.moves.push(m);
    }

    /// Takes back the last move of `side` and all that followed, so that
    /// `side` is to move. False if there is no such move.
    pub fn take_back(&mut self, side: Side) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use tabia_quarto::{Position, Quarto, Rules};

    /// A game with these moves played.
    fn session(moves: &[&str]) -> Session<Quarto> {
        let mut session = Session::new(Quarto::new(Rules::lines()), Position::EMPTY);
        assert_eq!(session.play_texts(moves), Ok(moves.len()));
        session
    }

    #[test]
    fn a_turn_with_a_mistake_in_it_is_not_played_at_all() {
        let mut session = session(&["b", "a1", "3"]);
        let before = *session.state();
        let error = session.play_texts(&["a2", "b"]).expect_err("b is placed");
        assert!(error.to_string().contains("piece b is gone"), "{error}");
        assert_eq!(*session.state(), before);
        assert_eq!(session.moves().len(), 3);
    }

    #[test]
    fn what_follows_the_end_of_the_game_is_left_out() {
        let mut session = session(&["0", "a1", "1", "b1", "2", "c1", "3"]);
        assert_eq!(session.play_texts(&["d1", "7"]), Ok(1));
        assert_eq!(session.payoff(), Some(Payoff::win_for(Side::First)));
    }

    #[test]
    fn taking_back_returns_to_the_last_decision_of_a_side() {
        // First gives b; Second places and gives 3; First places.
        let mut session = session(&["b", "a1", "3", "a2"]);
        assert_eq!(session.to_move(), Side::First);
        assert!(session.take_back(Side::First));
        assert_eq!(session.state().to_string(), "b.............../3");
        // The next one back undoes Second's whole turn as well.
        assert!(session.take_back(Side::First));
        assert_eq!(*session.state(), Position::EMPTY);
        assert!(!session.take_back(Side::First));
    }

    #[test]
    fn a_side_that_has_not_moved_has_nothing_to_take_back() {
        let mut session = session(&["b"]);
        assert!(!session.take_back(Side::Second));
        assert_eq!(session.moves().len(), 1);
    }
}
