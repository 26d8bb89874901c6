//! The perfect player: never gives away the value of the game, and sets traps.
//!
//! All sound openings draw, so against a perfect player strength lies in
//! swindling. Of the moves that keep the value this one prefers those after
//! which the greatest share of the opponent's replies is a mistake, leaving
//! out replies that lose at once, which nobody falls for. A won game it wins
//! in the fewest placements; a lost one it drags out.

use std::io;
use std::time::{Duration, Instant};

use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;

use crate::solver::{Ending, Solver, SolverOptions};
use crate::{Move, Position, Rules};

/// A perfect player of one rule set.
///
/// Its moves keep the value for certain. Which of them it prefers depends on
/// how many traps it can try in the time it is given, so games may differ from
/// run to run unless that time is zero.
///
/// The first moves of some variants, misère with four properties above all,
/// are beyond the solver in reasonable time. After ten seconds the player then
/// moves by rule of thumb, and says that it does not know the value.
pub struct Perfect {
    solver: Solver,
}

/// A move of the perfect player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chosen {
    /// The move.
    pub turn: Move,
    /// The value of the position for the side to move, if it was found.
    pub value: Option<Score>,
    /// The share of the opponent's replies that are mistakes, among those
    /// that do not lose at once, if there was time to find out.
    pub trap: Option<f64>,
}

/// How long it looks for the value before it moves without knowing it.
const PATIENCE: Duration = Duration::from_secs(10);

/// With fewer pieces placed nearly every reply keeps the balance, and finding
/// the others would take too long.
const TRAPS_FROM: usize = 4;

/// Gifts tried for a placement when traps are looked for.
const GIFTS_TRIED: usize = 3;

impl Perfect {
    /// A player with an empty table. Fails if the table cannot be had.
    pub fn new(rules: Rules, options: SolverOptions) -> io::Result<Perfect> {
        Ok(Perfect {
            solver: Solver::new(rules, options)?,
        })
    }

    /// The solver, with all it has found out in the game so far.
    pub fn solver(&self) -> &Solver {
        &self.solver
    }

    /// A move that keeps the value: from the book, where there is nothing but
    /// draws to choose from, or found by search; what is then left of `budget`
    /// goes into traps. `None` if the game is over or it was stopped.
    pub fn choose(&self, position: &Position, budget: Duration, stop: &Stop) -> Option<Chosen> {
        let traps = position.placed() >= TRAPS_FROM;
        let deadline = Instant::now() + if traps { budget } else { Duration::ZERO };
        let moves = self.ordered_moves(position);
        let &(_, first) = moves.first()?;
        if let Some(turn) = self.win_at_once(position, &moves) {
            return Some(Chosen {
                turn,
                value: Some(Score::WIN),
                trap: None,
            });
        }
        if let Some((ending, turn)) = self.solver.book_move(position) {
            return Some(Chosen {
                turn,
                value: Some(ending.value()),
                trap: None,
            });
        }
        let patience = Instant::now() + PATIENCE;
        let Some(value) = self.solver.value_by(position, Some(patience), stop) else {
            return (!stop.is_requested()).then_some(Chosen {
                turn: first,
                value: None,
                trap: None,
            });
        };
        let target = self.target(position, value, deadline, stop)?;
        let mut best: Option<Chosen> = None;
        for &(_, turn) in &moves {
            let next = position.after(turn).expect("a legal move");
            // The first that serves must be found; others only in time.
            let until = best.map(|_| deadline);
            let Some(serves) = self.solver.reaches(position, &next, target, until, stop) else {
                break;
            };
            if !serves {
                continue;
            }
            let trap = self.trap(&next, target, deadline, stop);
            if best.is_none_or(|best| trap > best.trap) {
                best = Some(Chosen {
                    turn,
                    value: Some(value),
                    trap,
                });
            }
            if trap.is_none() && Instant::now() >= deadline {
                break;
            }
        }
        if stop.is_requested() {
            return None;
        }
        // In a lost game with no time to choose, every move loses alike.
        best.or(Some(Chosen {
            turn: first,
            value: Some(value),
            trap: None,
        }))
    }

    /// The moves, those that leave the opponent fewest replies first.
    fn ordered_moves(&self, position: &Position) -> Vec<(u32, Move)> {
        let mut moves: Vec<(u32, Move)> = self
            .solver
            .moves_from(position)
            .map(|(turn, next)| {
                let replies = match turn {
                    Move::Give(_) => self.solver.replies(&next),
                    Move::Place(_) => self.gifts(&next).first().map(|&(replies, _)| replies),
                };
                (replies.unwrap_or(u32::MAX), turn)
            })
            .collect();
        moves.sort_by_key(|&(replies, _)| replies);
        moves
    }

    /// The gifts on a board that do not lose at once, by the replies they
    /// leave.
    fn gifts(&self, board: &Position) -> Vec<(u32, Position)> {
        if self.solver.ended(board).is_some() {
            return Vec::new();
        }
        let mut gifts: Vec<(u32, Position)> = board
            .remaining()
            .filter_map(|piece| {
                let given = board.after(Move::Give(piece))?;
                Some((self.solver.replies(&given)?, given))
            })
            .collect();
        gifts.sort_by_key(|&(replies, _)| replies);
        gifts
    }

    fn win_at_once(&self, position: &Position, moves: &[(u32, Move)]) -> Option<Move> {
        moves.iter().map(|&(_, turn)| turn).find(|&turn| {
            let next = position.after(turn).expect("a legal move");
            matches!(turn, Move::Place(_))
                && self
                    .solver
                    .ended(&next)
                    .is_some_and(|end| end > Ending::DRAW)
        })
    }

    /// The least ending to aim at: any draw, the soonest win or the latest
    /// loss that can be found in time.
    fn target(
        &self,
        position: &Position,
        value: Score,
        deadline: Instant,
        stop: &Stop,
    ) -> Option<Ending> {
        if value == Score::DRAW {
            return Some(Ending::DRAW);
        }
        match self.solver.ending_by(position, Some(deadline), stop) {
            Some(ending) => Some(ending),
            None if stop.is_requested() => None,
            None if value == Score::WIN => Some(Ending::LATEST_WIN),
            None => Some(Ending::WORST),
        }
    }

    /// The share of mistakes among the opponent's replies once I have moved to
    /// `next`; `None` if time ran out or there is none to count.
    fn trap(&self, next: &Position, target: Ending, deadline: Instant, stop: &Stop) -> Option<f64> {
        if Instant::now() >= deadline {
            return None;
        }
        if next.hand().is_some() {
            return self.mistakes(next, target, deadline, stop);
        }
        let mut shares = Vec::new();
        for (_, given) in self.gifts(next).into_iter().take(GIFTS_TRIED) {
            if self
                .solver
                .reaches(next, &given, target, Some(deadline), stop)?
            {
                shares.push(self.mistakes(&given, target, deadline, stop)?);
            }
        }
        shares.into_iter().max_by(f64::total_cmp)
    }

    /// The share of the placer's replies to `given` that leave me better off
    /// than `target`, among those that do not lose at once.
    fn mistakes(
        &self,
        given: &Position,
        target: Ending,
        deadline: Instant,
        stop: &Stop,
    ) -> Option<f64> {
        let better = match target.value() {
            Score::WIN => return Some(0.0),
            Score::DRAW => Ending::LATEST_WIN,
            _ => Ending::DRAW,
        };
        let (mut replies, mut mistakes) = (0u32, 0u32);
        for (_, board) in self.solver.moves_from(given) {
            for (_, mine) in self.gifts(&board) {
                replies += 1;
                // His gift from `board` gives me at least `better`.
                if !self
                    .solver
                    .at_most(&mine, better.below(), Some(deadline), stop)?
                {
                    mistakes += 1;
                }
            }
        }
        (replies > 0).then(|| f64::from(mistakes) / f64::from(replies))
    }
}
