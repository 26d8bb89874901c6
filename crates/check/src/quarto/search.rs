//! Plain search of positions late in the game.
//!
//! One yes-or-no question, asked of both sides in turn: does the side that
//! holds the piece get at least what it needs? There is no table and no
//! symmetry here, only the order in which placements are tried.

use super::Goal;
use super::position::{Board, cells};
use super::rules::Referee;

impl Goal {
    /// What the opponent needs to spoil this goal.
    fn spoiled_by(self) -> Goal {
        match self {
            Goal::Draw => Goal::Win,
            Goal::Win => Goal::Draw,
        }
    }
}

impl Referee {
    /// Whether the side about to place `hand` reaches `goal`.
    pub(super) fn reaches(&self, board: &Board, hand: u8, goal: Goal) -> bool {
        debug_assert!(board.left >> hand & 1 == 0);
        if self.rules.misere {
            return self.reaches_misere(board, hand, goal);
        }
        self.completing(board, hand) != 0 || self.reaches_quietly(board, hand, goal)
    }

    /// The same in normal play when `hand` completes no line.
    fn reaches_quietly(&self, board: &Board, hand: u8, goal: Goal) -> bool {
        if board.left == 0 || self.is_dead(board) {
            return goal == Goal::Draw;
        }
        // A piece that completes a line is never given while another is left:
        // it loses at once. Placements that leave only such pieces lose too.
        let mut tries = [(0u32, *board, 0u16); 16];
        let mut count = 0;
        for cell in cells(!board.occupied) {
            let child = board.with(cell, hand);
            let safe = board.left & !self.completers(&child);
            if safe != 0 {
                tries[count] = (safe.count_ones(), child, safe);
                count += 1;
            }
        }
        // Fewest safe pieces first: the opponent is soonest short of them.
        let tries = &mut tries[..count];
        tries.sort_unstable_by_key(|&(safe, child, _)| (safe, child.occupied));
        tries.iter().any(|(_, child, safe)| {
            self.kinds(*safe)
                .any(|piece| !self.reaches_quietly(&child.without(piece), piece, goal.spoiled_by()))
        })
    }

    /// The same when completing a line loses.
    fn reaches_misere(&self, board: &Board, hand: u8, goal: Goal) -> bool {
        let open = !board.occupied & !self.completing(board, hand);
        if open == 0 {
            return false;
        }
        if board.left == 0 || self.is_dead(board) {
            return goal == Goal::Draw;
        }
        // Most completing pieces first: the opponent is soonest out of cells.
        let mut tries = [(0u32, *board); 16];
        let mut count = 0;
        for cell in cells(open) {
            let child = board.with(cell, hand);
            let safe = board.left & !self.completers(&child);
            tries[count] = (safe.count_ones(), child);
            count += 1;
        }
        let tries = &mut tries[..count];
        tries.sort_unstable_by_key(|&(safe, child)| (safe, child.occupied));
        tries.iter().any(|(_, child)| {
            self.kinds(board.left)
                .any(|piece| !self.reaches_misere(&child.without(piece), piece, goal.spoiled_by()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::{Family, Rules};
    use super::*;

    /// A small linear congruential generator, so that tests repeat.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, n: u32) -> u32 {
            self.0 = self
                .0
                .wrapping_mul(6364136223846793005)
                .wrapping_add(1442695040888963407);
            ((self.0 >> 33) % u64::from(n)) as u32
        }

        fn member(&mut self, set: u16) -> u32 {
            cells(set)
                .nth(self.below(set.count_ones()) as usize)
                .unwrap()
        }
    }

    fn random_position(referee: &Referee, placed: u32, dice: &mut Dice) -> (Board, u8) {
        loop {
            let mut board = Board::EMPTY;
            for _ in 0..placed {
                let piece = dice.member(board.left) as u8;
                board = board
                    .without(piece)
                    .with(dice.member(!board.occupied), piece);
            }
            if !referee.is_over(&board) {
                let hand = dice.member(board.left) as u8;
                return (board.without(hand), hand);
            }
        }
    }

    #[test]
    #[ignore = "prints speed, checks nothing"]
    fn speed() {
        for (family, misere) in [
            (Family::Lines, false),
            (Family::Squares, false),
            (Family::Torus, false),
            (Family::Lines, true),
            (Family::Squares, true),
            (Family::Torus, true),
        ] {
            let referee = Referee::new(Rules {
                family,
                properties: 4,
                misere,
            });
            for placed in [9, 8, 7] {
                let mut dice = Dice(1);
                let positions: Vec<_> =
                    std::iter::repeat_with(|| random_position(&referee, placed, &mut dice))
                        .filter(|(b, h)| misere || referee.completing(b, *h) == 0)
                        .take(if misere { 50 } else { 500 })
                        .collect();
                for goal in [Goal::Draw, Goal::Win] {
                    let start = std::time::Instant::now();
                    let yes = positions
                        .iter()
                        .filter(|(b, h)| referee.reaches(b, *h, goal))
                        .count();
                    println!(
                        "{family:?} {misere} {placed} {goal:?}: {:?} each, {yes}/{} yes",
                        start.elapsed() / positions.len() as u32,
                        positions.len()
                    );
                }
            }
        }
    }
}
