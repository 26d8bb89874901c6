//! Games as questions.

use super::{Problem, Step, Verdict};
use crate::rules::{Game, Payoff, Side};

/// Can First get at least so much? Any game becomes a question this way.
///
/// Where play can go on for ever it counts as No: First has not got it.
/// [`Game::key`] has to be exact, as solvers need it.
#[derive(Clone, Debug)]
pub struct AtLeast<'g, G: Game> {
    /// The rules.
    pub game: &'g G,
    /// The position.
    pub state: G::State,
    /// What First wants.
    pub payoff: Payoff,
}

impl<G: Game> Problem for AtLeast<'_, G> {
    type Key = (G::Key, Payoff);

    fn key(&self) -> Self::Key {
        (self.game.key(&self.state), self.payoff)
    }

    fn at_sight(&self) -> Option<Verdict> {
        let points = |payoff: Payoff| payoff.seen_by(Side::First).points();
        let reached = self.game.payoff(&self.state)?;
        Some(Verdict::from(points(reached) >= points(self.payoff)))
    }

    fn expand(&self, parts: &mut Vec<Self>) -> Step {
        if let Some(verdict) = self.at_sight() {
            return Step::Solved(verdict);
        }
        let mut moves = Vec::new();
        self.game.moves(&self.state, &mut moves);
        for m in moves {
            let mut state = self.state.clone();
            self.game.play(&mut state, m);
            parts.push(AtLeast {
                game: self.game,
                state,
                payoff: self.payoff,
            });
        }
        match self.game.to_move(&self.state) {
            Side::First => Step::Any,
            Side::Second => Step::All,
        }
    }

    fn if_repeated(&self) -> Verdict {
        Verdict::No
    }
}
