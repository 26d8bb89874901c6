//! The exact solver: value, distance, best moves, the value of every move.
//!
//! ```
//! use tabia_kernel::rules::Score;
//! use tabia_kernel::search::Stop;
//! use tabia_quarto::solver::{Solver, SolverOptions};
//! use tabia_quarto::{Position, Rules};
//!
//! let rules = Rules::lines();
//! let solver = Solver::new(rules, SolverOptions { memory_mib: 16, ..SolverOptions::default() })?;
//! let position = Position::read("0d4.15....96..87/b", &rules)?;
//! let solution = solver.solve(&position, &Stop::new()).expect("nobody stops it");
//! assert_eq!(solution.value, Score::LOSS);
//! assert_eq!(solution.distance, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod crew;
mod engine;
mod memory;
mod misere;
mod search;
mod table;

use std::time::Instant;

use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;

use crate::book::{Advice, Book};
use crate::{Move, Position, Rules, Square};
use engine::{Engine, Question};
pub use memory::RecallError;

/// What a solver may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SolverOptions {
    /// Threads for positions with few pieces placed; others need no help.
    pub threads: usize,
    /// Size of the table.
    pub memory_mib: usize,
    /// Whether the shipped opening book may answer, where there is one.
    pub book: bool,
}

impl Default for SolverOptions {
    /// All processors, half a gibibyte and the book.
    fn default() -> Self {
        SolverOptions {
            threads: std::thread::available_parallelism().map_or(1, usize::from),
            memory_mib: 512,
            book: true,
        }
    }
}

/// The outcome of a position under best play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Win, draw or loss for the side to move.
    pub value: Score,
    /// Placements until the game ends; the winner hurries, the loser delays.
    pub distance: u8,
    /// All moves that reach this value and distance.
    pub best: Vec<Move>,
}

/// A move and its outcome.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RatedMove {
    /// The move.
    pub turn: Move,
    /// Win, draw or loss for the side that makes it.
    pub value: Score,
    /// Placements until the game ends, counted from before the move.
    pub distance: u8,
}

/// How a game ends under best play, in the view of the side to move.
///
/// Ordered by preference: sooner wins above later ones, later losses above
/// sooner ones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Ending(i8);

impl Ending {
    pub(crate) const DRAW: Ending = Ending(0);
    /// No loss is better.
    pub(crate) const LATEST_LOSS: Ending = Ending(-1);
    /// No win is worse.
    pub(crate) const LATEST_WIN: Ending = Ending(1);
    /// Nothing is worse.
    pub(crate) const WORST: Ending = Ending(-16);

    /// A win with the `piece`-th piece of the game.
    fn win(piece: usize) -> Ending {
        Ending(17 - piece as i8)
    }

    /// A loss with the `piece`-th piece of the game.
    fn loss(piece: usize) -> Ending {
        Ending(piece as i8 - 17)
    }

    pub(crate) fn reversed(self) -> Ending {
        Ending(-self.0)
    }

    /// The next worse ending.
    pub(crate) fn below(self) -> Ending {
        Ending(self.0 - 1)
    }

    /// The ending in a byte.
    pub(crate) fn code(self) -> u8 {
        self.0 as u8
    }

    /// The ending of a byte, if it is one.
    pub(crate) fn from_code(code: u8) -> Option<Ending> {
        let score = code as i8;
        (-16..=16).contains(&score).then_some(Ending(score))
    }

    pub(crate) fn value(self) -> Score {
        Score::new(i16::from(self.0.signum()))
    }

    /// Placements from a position with `placed` pieces until the end.
    pub(crate) fn distance(self, placed: usize) -> u8 {
        let last = match self.0 {
            0 => 16,
            score => 17 - score.unsigned_abs(),
        };
        last - placed as u8
    }
}

/// Solves positions of one rule set, remembering what it has found out.
///
/// Values, distances and moves are exact and do not depend on the number of
/// threads; node counts do. Every method that searches gives `None` when it
/// was stopped before it knew.
pub struct Solver {
    rules: Rules,
    engine: Engine,
    book: Option<&'static Book>,
}

impl Solver {
    /// A solver with an empty table. Fails if the table cannot be had.
    pub fn new(rules: Rules, options: SolverOptions) -> std::io::Result<Solver> {
        Ok(Solver {
            rules,
            engine: Engine::new(&rules, options)?,
            book: Book::shipped(&rules).filter(|_| options.book),
        })
    }

    /// The rules it solves.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Forgets everything found so far and counts nodes from 0.
    pub fn clear(&mut self) {
        self.engine.clear();
    }

    /// Nodes visited since the last [`clear`](Solver::clear).
    pub fn nodes(&self) -> u64 {
        self.engine.nodes()
    }

    /// Win, draw or loss for the side to move, by the shortest way.
    pub fn value(&self, position: &Position, stop: &Stop) -> Option<Score> {
        self.value_by(position, None, stop)
    }

    /// The same, given up at `deadline`.
    pub(crate) fn value_by(
        &self,
        position: &Position,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<Score> {
        if let Some(ending) = self.known(position) {
            return Some(ending.value());
        }
        let ask = |question| self.engine.ask(position, question, deadline, stop);
        let [low, high] = self.bounds(position);
        Some(if high >= Ending::LATEST_WIN && ask(Question::WIN)? {
            Score::WIN
        } else if low >= Ending::DRAW || ask(Question::HOLD)? {
            Score::DRAW
        } else {
            Score::LOSS
        })
    }

    /// Value, distance and best moves.
    pub fn solve(&self, position: &Position, stop: &Stop) -> Option<Solution> {
        let ending = self.ending(position, stop)?;
        let mut best = Vec::new();
        for (turn, next) in self.moves_from(position) {
            if self.reaches(position, &next, ending, None, stop)? {
                best.push(turn);
            }
        }
        Some(Solution {
            value: ending.value(),
            distance: ending.distance(position.placed()),
            best,
        })
    }

    /// Every legal move with its value and distance, in board order.
    pub fn moves(&self, position: &Position, stop: &Stop) -> Option<Vec<RatedMove>> {
        self.moves_from(position)
            .map(|(turn, next)| self.rate_next(position, turn, &next, stop))
            .collect()
    }

    /// A legal move with its value and distance.
    ///
    /// # Panics
    /// If the move cannot be made.
    pub fn rate(&self, position: &Position, turn: Move, stop: &Stop) -> Option<RatedMove> {
        let next = position.after(turn).expect("a legal move");
        self.rate_next(position, turn, &next, stop)
    }

    fn rate_next(
        &self,
        position: &Position,
        turn: Move,
        next: &Position,
        stop: &Stop,
    ) -> Option<RatedMove> {
        let ending = self.ending(next, stop)?;
        let ending = if changes_side(position, next) {
            ending.reversed()
        } else {
            ending
        };
        Some(RatedMove {
            turn,
            value: ending.value(),
            distance: ending.distance(position.placed()),
        })
    }

    /// How `position` ends.
    pub(crate) fn ending(&self, position: &Position, stop: &Stop) -> Option<Ending> {
        self.ending_by(position, None, stop)
    }

    /// The same, given up at `deadline`.
    pub(crate) fn ending_by(
        &self,
        position: &Position,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<Ending> {
        if let Some(ending) = self.known(position) {
            return Some(ending);
        }
        let ask = |question| self.engine.ask(position, question, deadline, stop);
        // The next piece is placed by the side to move if it holds one.
        // Normally who places the last piece of a line wins, misère loses.
        let mine = position.placed() + if position.hand().is_some() { 1 } else { 2 };
        let theirs = position.placed() + if position.hand().is_some() { 2 } else { 1 };
        let (win, loss) = if self.rules.misere() {
            (theirs, mine)
        } else {
            (mine, theirs)
        };
        let [low, high] = self.bounds(position);
        if high >= Ending::LATEST_WIN && ask(Question::WIN)? {
            for last in (win..16).step_by(2) {
                if ask(Question::wins_by(last))? {
                    return Some(Ending::win(last));
                }
            }
            return Some(Ending::win(last_of(win)));
        }
        if low >= Ending::DRAW || ask(Question::HOLD)? {
            return Some(Ending::DRAW);
        }
        for last in (loss..16).step_by(2) {
            if !ask(Question::holds_until(last))? {
                return Some(Ending::loss(last));
            }
        }
        Some(Ending::loss(last_of(loss)))
    }

    /// Whether the side to move at `position` gets no more than `ending`.
    pub(crate) fn at_most(
        &self,
        position: &Position,
        ending: Ending,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool> {
        let more = Question::at_least(ending.0 + 1);
        Some(!self.engine.ask(position, more, deadline, stop)?)
    }

    /// Whether the piece in hand completes a line, and that wins.
    pub(crate) fn wins_at_once(&self, position: &Position) -> bool {
        !self.rules.misere() && self.engine.completes(position)
    }

    /// How many replies the placer of `position` has that do not lose at
    /// once; `None` if he wins at once.
    pub(crate) fn replies(&self, position: &Position) -> Option<u32> {
        self.engine.replies(position)
    }

    /// How many threads it may use.
    pub(crate) fn threads(&self) -> usize {
        self.engine.threads()
    }

    /// Whether moving to `next` secures at least `ending`.
    pub(crate) fn reaches(
        &self,
        position: &Position,
        next: &Position,
        ending: Ending,
        deadline: Option<Instant>,
        stop: &Stop,
    ) -> Option<bool> {
        let reversed = changes_side(position, next);
        if let Some(found) = self.known(next) {
            let found = if reversed { found.reversed() } else { found };
            return Some(found >= ending);
        }
        let ask = |question| self.engine.ask(next, question, deadline, stop);
        if reversed {
            // I get at least this unless the opponent gets more than minus it.
            Some(!ask(Question::at_least(1 - ending.0))?)
        } else {
            ask(Question::at_least(ending.0))
        }
    }

    /// A move from the book and the ending it secures: what to do with a piece
    /// in hand, or the gift that goes with the placement just made.
    pub(crate) fn book_move(&self, position: &Position) -> Option<(Ending, Move)> {
        if position.hand().is_some() {
            let advice = self.advice(position)?;
            return Some((advice.ending, Move::Place(advice.square)));
        }
        Square::all().find_map(|square| {
            let advice = self.advice(&position.before(square)?)?;
            let gift = advice.gift.filter(|_| advice.square == square)?;
            Some((advice.ending, Move::Give(gift)))
        })
    }

    /// What the book says of a position with a piece in hand.
    fn advice(&self, position: &Position) -> Option<Advice> {
        self.book?.advice(position)
    }

    /// An ending that needs no search: the game is over, or it is in the book.
    fn known(&self, position: &Position) -> Option<Ending> {
        if let Some(ending) = self.ended(position) {
            return Some(ending);
        }
        if let Some((ending, _)) = self.book_move(position) {
            return Some(ending);
        }
        if position.hand().is_some() {
            return None;
        }
        // The giver gets the best of what the gifts leave.
        let mut best = None;
        for piece in position.remaining() {
            let given = position.after(Move::Give(piece))?;
            best = best.max(Some(self.advice(&given)?.ending.reversed()));
        }
        best
    }

    /// What follows from the book for positions just past it: least and best.
    ///
    /// A board came from each position with one of its pieces still in hand,
    /// so its giver can do no better than any of those; and who is then given
    /// a piece can do no worse.
    fn bounds(&self, position: &Position) -> [Ending; 2] {
        let best_of_giver = Square::all()
            .filter_map(|square| self.advice(&position.before(square)?))
            .map(|advice| advice.ending)
            .min();
        match (best_of_giver, position.hand()) {
            (None, _) => [Ending::WORST, Ending::WORST.reversed()],
            (Some(best), None) => [Ending::WORST, best],
            (Some(best), Some(_)) => [best.reversed(), Ending::WORST.reversed()],
        }
    }

    /// The ending of a game that is over.
    pub(crate) fn ended(&self, position: &Position) -> Option<Ending> {
        // The side that completed a line is still to move.
        if position.complete_line(&self.rules).is_some() {
            let placed = position.placed();
            return Some(if self.rules.misere() {
                Ending::loss(placed)
            } else {
                Ending::win(placed)
            });
        }
        (position.placed() == 16).then_some(Ending::DRAW)
    }

    /// The legal moves and where they lead, in board order.
    pub(crate) fn moves_from(
        &self,
        position: &Position,
    ) -> impl Iterator<Item = (Move, Position)> + use<> {
        let position = *position;
        let over = self.ended(&position).is_some();
        let places = position.empty_squares().map(Move::Place);
        let gives = position.remaining().map(Move::Give);
        places
            .chain(gives)
            .filter(move |_| !over)
            .filter_map(move |turn| Some((turn, position.after(turn)?)))
    }
}

/// The last piece that the one to place piece `first` will place.
fn last_of(first: usize) -> usize {
    16 - (16 - first) % 2
}

/// Whether the step from `before` to `after` was a gift.
fn changes_side(before: &Position, after: &Position) -> bool {
    before.placed() == after.placed()
}
