//! The exact value of any open-hand ending.

use tabia_kernel::rules::{Game as _, Score};
use tabia_kernel::search::{AlphaBeta, Stop, Table, TableFor, Wanted, WinDrawLoss};

use crate::{Dominoes, Move, Position, Tile};

/// A solved position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// Its value for the side to move.
    pub value: Score,
    /// Every move that keeps the value, in the order listed; none when the
    /// game is over.
    pub best: Vec<Move>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves endings with the kernel's alpha-beta and a table of exact keys.
///
/// ```
/// use tabia_dominoes::{Dominoes, Position, Solver};
/// use tabia_kernel::rules::Score;
/// use tabia_kernel::search::Stop;
///
/// let position = Position::read("01 12 | 33 45 | 0-5 first")?;
/// let solver = Solver::new(Dominoes::default());
/// let solution = solver.solve(&position, &Stop::new()).expect("nobody stops it");
/// assert_eq!(solution.value, Score::WIN);
/// # Ok::<(), tabia_dominoes::ReadPositionError>(())
/// ```
pub struct Solver {
    game: Dominoes,
    table: TableFor<Dominoes>,
}

impl Solver {
    /// A solver with a table of 64 MiB.
    #[must_use]
    pub fn new(game: Dominoes) -> Solver {
        Solver::with_mebibytes(game, 64)
    }

    /// A solver with a table of this many mebibytes.
    #[must_use]
    pub fn with_mebibytes(game: Dominoes, mebibytes: usize) -> Solver {
        Solver {
            game,
            table: Table::with_mebibytes(mebibytes),
        }
    }

    /// The value and every best move, or `None` if stopped before they are
    /// certain.
    pub fn solve(&self, position: &Position, stop: &Stop) -> Option<Solution> {
        if let Some(payoff) = self.game.payoff(position) {
            return Some(Solution {
                value: payoff.seen_by(position.to_move()),
                best: Vec::new(),
                nodes: 1,
            });
        }
        let report = AlphaBeta::new(&self.game, WinDrawLoss)
            .table(&self.table)
            .wanted(Wanted::EveryMove)
            .stop(stop.clone())
            .run(position);
        let value = report.proven.value()?;
        if report.moves.iter().any(|m| !m.proven) {
            return None;
        }
        let best = report.moves.iter().filter(|m| m.value == value);
        Some(Solution {
            value,
            best: best.map(|m| m.action).collect(),
            nodes: report.nodes,
        })
    }
}

/// The value of a small position for the side to move, without any memory.
///
/// Every line is played to its end unless a win is found before, so it suits
/// hands of a few tiles; for longer ones there is [`Solver`].
#[must_use]
pub fn outcome(game: &Dominoes, s: &Position) -> Score {
    if let Some(payoff) = game.payoff(s) {
        return payoff.seen_by(s.to_move());
    }
    let (a, b) = s.ends().halves();
    let mut best = None;
    for (at, tile) in tiles_at(s, a).chain(tiles_at(s, b).filter(|_| a != b)) {
        let value = after(game, s, Move::Play { tile, at });
        if value == Score::WIN {
            return value;
        }
        best = best.max(Some(value));
    }
    best.unwrap_or_else(|| after(game, s, Move::Pass))
}

fn tiles_at(s: &Position, at: u8) -> impl Iterator<Item = (u8, Tile)> {
    let fitting = s.hand(s.to_move()).showing(at);
    fitting.map(move |tile| (at, tile))
}

fn after(game: &Dominoes, s: &Position, m: Move) -> Score {
    let mut next = *s;
    game.play(&mut next, m);
    outcome(game, &next).across(next.to_move(), s.to_move())
}
