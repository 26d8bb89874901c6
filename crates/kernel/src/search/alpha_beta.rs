//! Iterative-deepening alpha-beta search.

mod deepening;
mod tree;

use crate::rules::{Bounds, Game, Score};
use crate::search::{Knowledge, Limits, Stop, TableFor};

/// The deepest horizon. A search without a depth limit goes on to the end of
/// the game when it has come this far.
pub const MAX_DEPTH: u8 = 126;

/// What the answer has to tell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wanted {
    /// The value. The best move is whichever was found to attain it first,
    /// and may differ from run to run with several threads.
    Value,
    /// The value and, among the moves that attain it, the one listed first.
    #[default]
    Move,
    /// The exact value of every move, whatever the window.
    EveryMove,
}

/// What is remembered of a position that was searched with some window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TablePolicy {
    /// Lower and upper bounds, each used as what it is. The value is that of
    /// plain minimax, whatever the window.
    #[default]
    Bounds,
    /// Values, taken to be exact, and nothing where the search was cut off.
    ///
    /// A position all of whose moves fall below the window is remembered by
    /// an upper bound as if it were its value, so results depend on the
    /// window and on what was searched before. It is there to study such
    /// players; it searches with one thread and full windows.
    ValuesWithoutCutoffs,
}

/// A move of the position asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RootMove<M> {
    /// The move.
    pub action: M,
    /// Its value for the side that makes it, at the depth of the report.
    pub value: Score,
    /// Whether the value is that of the game, not an estimate.
    pub proven: bool,
}

/// What a search found.
///
/// Within a limit of depth, or none, `value`, `best`, `line` and the values
/// of `moves` are the same for any number of threads. The rest tells how they
/// were found, which may differ from run to run with several threads: a proof
/// may be noticed a little sooner or later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<M> {
    /// The value at [`depth`](Report::depth) for the side to move: exact, or
    /// a bound if it lies at the edge of the window asked for or outside.
    pub value: Bounds,
    /// What is certain of the value of the game, whatever the depth.
    pub proven: Bounds,
    /// The best move, by what [`Wanted`] says. `None` if the game is over or
    /// no move reaches the window.
    pub best: Option<M>,
    /// Best play from here on, if it was asked for.
    pub line: Vec<M>,
    /// Every move in the order listed, if it was asked for.
    pub moves: Vec<RootMove<M>>,
    /// Positions visited, by all threads.
    pub nodes: u64,
    /// The last depth that was searched to its end; 0 when not even one move
    /// was, and then the value is the estimate and the best move the first.
    /// [`Reach::UNLIMITED`](crate::search::Reach::UNLIMITED) when there was
    /// no horizon.
    pub depth: u8,
    /// Whether looking deeper can change nothing: neither the value nor the
    /// choice of the best move rests on an estimate.
    pub complete: bool,
}

/// Iterative-deepening alpha-beta search in negamax form.
///
/// Values change sign exactly when the side to move does
/// ([`Score::across`]), so a side may move several times in a row. Each
/// iteration looks one move further and tries the best moves of the last one
/// first; later moves are tried with null windows.
///
/// **Result.** The value at each depth is that of plain minimax with the
/// knowledge's estimates at the horizon, and of the moves that attain it the
/// one listed first is chosen, for any number of threads, any table contents
/// of the same game and knowledge, folded or not: see
/// [`Reach`](crate::search::Reach). "Listed" means listed by
/// [`Game::moves`] and then ordered by [`Knowledge::order`] before the
/// search.
///
/// **Several threads** search the same tree and share the table; a thread
/// leaves positions that another is busy with for later (T. Kerrigan's
/// simplification of ABDADA, J.-C. Weill 1996). The first to finish answers.
///
/// **Cost.** No allocation per node. Time is what the limits say; a search
/// without limits ends only in games without cycles. Without a table the
/// memory is a few vectors as long as the line of play.
///
/// D. E. Knuth, R. W. Moore, *An analysis of alpha-beta pruning*, 1975;
/// J. Pearl, *Scout*, 1980.
///
/// # Examples
///
/// The example of the crate solves tic-tac-toe.
pub struct AlphaBeta<'a, G: Game, K> {
    game: &'a G,
    knowledge: K,
    table: Option<&'a TableFor<G>>,
    limits: Limits,
    stop: Stop,
    threads: usize,
    window: Bounds,
    wanted: Wanted,
    policy: TablePolicy,
    deepening: bool,
    line: bool,
}

// Derived, it would ask for a game that can be cloned.
impl<G: Game, K: Clone> Clone for AlphaBeta<'_, G, K> {
    fn clone(&self) -> Self {
        AlphaBeta {
            knowledge: self.knowledge.clone(),
            stop: self.stop.clone(),
            ..*self
        }
    }
}

impl<'a, G: Game, K: Knowledge<G>> AlphaBeta<'a, G, K> {
    /// A search to the end of the game, with one thread and no table.
    #[must_use]
    pub fn new(game: &'a G, knowledge: K) -> Self {
        AlphaBeta {
            game,
            knowledge,
            table: None,
            limits: Limits::NONE,
            stop: Stop::new(),
            threads: 1,
            window: Bounds::UNKNOWN,
            wanted: Wanted::Move,
            policy: TablePolicy::Bounds,
            deepening: true,
            line: false,
        }
    }

    /// Remembers positions in `table`. What it holds must come from the same
    /// game with the same knowledge.
    #[must_use]
    pub fn table(self, table: &'a TableFor<G>) -> Self {
        AlphaBeta {
            table: Some(table),
            ..self
        }
    }

    /// Spends no more than `limits`; a depth above [`MAX_DEPTH`] counts as
    /// that.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        AlphaBeta { limits, ..self }
    }

    /// Ends soon after `stop` is requested, and answers with what it has.
    #[must_use]
    pub fn stop(self, stop: Stop) -> Self {
        AlphaBeta { stop, ..self }
    }

    /// Searches with this many threads; 0 counts as 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        AlphaBeta {
            threads: threads.max(1),
            ..self
        }
    }

    /// Asks only how the value lies with respect to these bounds: a value
    /// outside comes back as a bound on the near side. `lo` to `lo.above()`
    /// asks whether the value is above `lo`.
    ///
    /// # Panics
    ///
    /// If the window has no room: `lo >= hi`.
    #[must_use]
    pub fn window(self, window: Bounds) -> Self {
        assert!(window.lo < window.hi, "a window from {window} has no room");
        AlphaBeta { window, ..self }
    }

    /// Says what the answer has to tell.
    #[must_use]
    pub fn wanted(self, wanted: Wanted) -> Self {
        AlphaBeta { wanted, ..self }
    }

    /// Says what the table remembers.
    #[must_use]
    pub fn policy(self, policy: TablePolicy) -> Self {
        AlphaBeta { policy, ..self }
    }

    /// Searches the limit of depth at once, without shallower iterations.
    #[must_use]
    pub fn without_deepening(self) -> Self {
        AlphaBeta {
            deepening: false,
            ..self
        }
    }

    /// Also reports best play from here on, of the moves that attain the
    /// value always the one listed first. This takes a short search for each
    /// move of the line; a spent budget shortens it.
    #[must_use]
    pub fn with_line(self) -> Self {
        AlphaBeta { line: true, ..self }
    }
}
