//! Values and distances of positions, for any game that ends.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::{Game, Score};
use crate::search::{AlphaBeta, Limits, MAX_DEPTH, Stop, TableFor, Wanted, WinDrawLoss};

/// What a position, or a move, is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solution {
    /// For whoever moves; a draw as long as nothing else is proved.
    pub value: Score,
    /// Moves until the game ends, the winner hurrying and the loser delaying.
    /// `None` for draws, which end when they end, and beyond [`MAX_DEPTH`].
    pub distance: Option<u32>,
    /// Whether the value is that of the game; otherwise the limits were spent
    /// or somebody asked to stop.
    pub proven: bool,
}

impl Solution {
    /// Orders from bad to good: quick losses, slow ones, draws, slow wins,
    /// quick ones.
    #[must_use]
    pub fn rank(&self) -> (Score, i64) {
        let distance = self.distance.map_or(0, i64::from);
        (self.value, -distance * i64::from(self.value.points()))
    }
}

/// Value and distance by trying everything: what a [`Solver`] must agree with.
///
/// For tests, and for positions with few moves to go.
///
/// # Panics
///
/// If a position that is not over has no move.
pub fn brute_force<G: Game>(game: &G, s: &G::State) -> Solution {
    let solved = |value, distance| Solution {
        value,
        distance,
        proven: true,
    };
    let mover = game.to_move(s);
    if let Some(payoff) = game.payoff(s) {
        return solved(payoff.seen_by(mover), Some(0));
    }
    let mut moves = Vec::new();
    game.moves(s, &mut moves);
    let children = moves.into_iter().map(|m| {
        let mut after = s.clone();
        game.play(&mut after, m);
        let found = brute_force(game, &after);
        let distance = found.distance.filter(|_| found.value != Score::DRAW);
        let value = found.value.across(game.to_move(&after), mover);
        solved(value, distance.map(|moves| moves + 1))
    });
    children.max_by_key(Solution::rank).expect("a move")
}

/// Solves positions of a game of wins, draws and losses, and remembers them.
///
/// The idea: with a draw at the horizon, [`AlphaBeta`] finds a win or a loss
/// at the first depth that can force it, so deepening gives the distance with
/// the value. A search that no horizon stops proves draws.
///
/// Handed a [`Folded`](crate::symmetry::Folded) game, it solves equivalent
/// positions once. Values and distances that are proven are the same for any
/// number of threads; how much is proven within a limit of nodes or time may
/// differ.
///
/// Cost: that of the searches; memory is the table's. Keys have to be exact.
///
/// # Examples
///
/// A heap from which one or two are taken; whoever takes the last wins.
///
/// ```
/// use tabia_kernel::rules::{Game, Payoff, Score, Side};
/// use tabia_kernel::search::{Limits, Solver, Stop};
///
/// struct Heap;
///
/// impl Game for Heap {
///     type State = (u8, Side);
///     type Move = u8;
///     type Undo = ();
///     type Key = (u8, bool);
///
///     fn to_move(&self, s: &(u8, Side)) -> Side {
///         s.1
///     }
///     fn payoff(&self, s: &(u8, Side)) -> Option<Payoff> {
///         (s.0 == 0).then(|| Payoff::win_for(s.1.other()))
///     }
///     fn moves(&self, s: &(u8, Side), out: &mut Vec<u8>) {
///         out.extend(1..=s.0.min(2));
///     }
///     fn play(&self, s: &mut (u8, Side), m: u8) {
///         *s = (s.0 - m, s.1.other());
///     }
///     fn undo(&self, s: &mut (u8, Side), m: u8, (): ()) {
///         *s = (s.0 + m, s.1.other());
///     }
///     fn key(&self, s: &(u8, Side)) -> (u8, bool) {
///         (s.0, s.1 == Side::First)
///     }
/// }
///
/// let solver = Solver::new(Heap, 1);
/// let solved = solver.solve(&(7, Side::First), Limits::NONE, &Stop::new());
/// assert_eq!((solved.value, solved.distance), (Score::WIN, Some(5)));
/// let taken = solver.rate(&(7, Side::First), 2, Limits::NONE, &Stop::new());
/// assert_eq!(taken.value, Score::LOSS);
/// ```
pub struct Solver<G: Game> {
    game: G,
    table: TableFor<G>,
    threads: usize,
    nodes: AtomicU64,
}

impl<G> Solver<G>
where
    G: Game + Sync,
    G::State: Send + Sync,
    G::Move: Send + Sync,
    G::Key: Default + Send,
{
    /// A solver with a table of this many mebibytes and one thread.
    #[must_use]
    pub fn new(game: G, mebibytes: usize) -> Solver<G> {
        Solver {
            game,
            table: TableFor::<G>::with_mebibytes(mebibytes),
            threads: 1,
            nodes: AtomicU64::new(0),
        }
    }

    /// Searches with this many threads.
    #[must_use]
    pub fn threads(self, threads: usize) -> Solver<G> {
        Solver { threads, ..self }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Positions visited so far.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// What a position is worth to the side to move. A limit of depth makes it
    /// look no further, as players of that strength do.
    pub fn solve(&self, s: &G::State, limits: Limits, stop: &Stop) -> Solution {
        let mut decided = None;
        let search = AlphaBeta::new(&self.game, WinDrawLoss)
            .table(&self.table)
            .threads(self.threads)
            .limits(limits)
            .stop(stop.clone())
            .wanted(Wanted::Value);
        let report = search.run_watched(s, |report| {
            let value = report.value.value().unwrap_or(Score::DRAW);
            if value != Score::DRAW && report.depth <= MAX_DEPTH {
                decided = decided.or(Some(u32::from(report.depth)));
            }
        });
        self.nodes.fetch_add(report.nodes, Ordering::Relaxed);
        match report.proven.value() {
            Some(value) => Solution {
                value,
                distance: match self.game.payoff(s) {
                    Some(_) => Some(0),
                    None => decided,
                },
                proven: true,
            },
            None => Solution {
                value: Score::DRAW,
                distance: None,
                proven: false,
            },
        }
    }

    /// What a legal move is worth to the side that makes it.
    pub fn rate(&self, s: &G::State, m: G::Move, limits: Limits, stop: &Stop) -> Solution {
        let mut after = s.clone();
        self.game.play(&mut after, m);
        let sides = (self.game.to_move(&after), self.game.to_move(s));
        let solved = self.solve(&after, limits, stop);
        Solution {
            value: solved.value.across(sides.0, sides.1),
            distance: solved.distance.map(|moves| moves + 1),
            ..solved
        }
    }

    /// Every legal move with what it is worth, in the order listed. After
    /// `stop` the rest is not proven.
    pub fn moves(&self, s: &G::State, limits: Limits, stop: &Stop) -> Vec<(G::Move, Solution)> {
        let mut moves = Vec::new();
        if self.game.payoff(s).is_none() {
            self.game.moves(s, &mut moves);
        }
        let rated = moves
            .into_iter()
            .map(|m| (m, self.rate(s, m, limits, stop)));
        rated.collect()
    }
}
