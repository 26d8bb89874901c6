//! What a searcher knows beyond the rules.

use crate::rules::{Bounds, Game, Payoff, Score};

/// What a searcher knows beyond the rules. `()` knows nothing.
///
/// `bounds`, `estimate` and `worth` depend on the position alone, and for a
/// folded game are the same for equivalent positions; otherwise results
/// depend on the path and on the number of threads.
pub trait Knowledge<G: Game> {
    /// Bounds that are certain, for the side to move. They cut the search
    /// short, so they are worth some work. Asked only while the game goes on.
    #[inline]
    fn bounds(&self, g: &G, s: &G::State) -> Bounds {
        let _ = (g, s);
        Bounds::UNKNOWN
    }

    /// Puts promising moves first. The best moves of earlier searches go
    /// before them.
    #[inline]
    fn order(&mut self, g: &G, s: &G::State, moves: &mut [G::Move]) {
        let _ = (g, s, moves);
    }

    /// A guess, for the side to move, where a depth-limited search stops.
    /// It is moved into [`bounds`](Knowledge::bounds) if it lies outside.
    #[inline]
    fn estimate(&self, g: &G, s: &G::State) -> Score {
        let _ = (g, s);
        Score::DRAW
    }

    /// What an end is worth to the side to move.
    ///
    /// A player whose estimates need room between a draw and a win widens
    /// the scale here, and one that seeks or avoids draws shifts it; the
    /// rules stay as they are.
    #[inline]
    fn worth(&self, g: &G, s: &G::State, p: Payoff) -> Score {
        p.seen_by(g.to_move(s))
    }
}

impl<G: Game> Knowledge<G> for () {}

/// Knows that there are only wins, draws and losses of one point, so that a
/// search stops at the first win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WinDrawLoss;

impl<G: Game> Knowledge<G> for WinDrawLoss {
    #[inline]
    fn bounds(&self, _: &G, _: &G::State) -> Bounds {
        Bounds::LOSS_TO_WIN
    }
}
