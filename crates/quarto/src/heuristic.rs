//! The paper's evaluation: lines that are one piece short.

use tabia_kernel::rules::Score;

use crate::{Position, Rules, lines::Lines};

/// Counts lines with exactly three pieces that share a counted property.
///
/// Such a line can still be completed, so many of them are good for the side
/// that holds a piece and bad for the side that must give one: the value is
/// the count for the placer and its negation for the giver. In misère, where
/// completing a line loses, the signs are the other way round.
///
/// The paper gives the range as 0 to 7, but all ten lines can be one piece
/// short at once:
///
/// ```
/// use tabia_quarto::{Heuristic, Position, Rules};
/// let rules = Rules::lines();
/// let position = Position::read("45.3.da97.60e8b./-", &rules)?;
/// assert_eq!(Heuristic::new(&rules).threats(&position), 10);
/// # Ok::<(), tabia_quarto::ReadPositionError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Heuristic {
    lines: Lines,
    misere: bool,
}

impl Heuristic {
    /// Prepares the tables, 4 KiB.
    pub fn new(rules: &Rules) -> Heuristic {
        Heuristic {
            lines: Lines::new(rules),
            misere: rules.misere(),
        }
    }

    /// How many lines have an empty cell and three pieces sharing a property.
    pub fn threats(&self, position: &Position) -> u32 {
        self.lines.threats(position)
    }

    /// The paper's value of an unfinished position for the side to move.
    pub fn value(&self, position: &Position) -> Score {
        let threats = self.threats(position) as i16;
        let placing = position.hand().is_some();
        Score::new(if placing != self.misere {
            threats
        } else {
            -threats
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Shape, testing};

    /// The definition, read off cell by cell.
    fn threats_by_definition(position: &Position, rules: &Rules) -> u32 {
        let lines = rules.line_masks();
        let one_short = |line: &&u16| {
            let pieces: Vec<u8> = crate::Square::all()
                .filter(|cell| *line >> cell.index() & 1 != 0)
                .filter_map(|cell| position.piece_at(cell))
                .map(|piece| piece.bits())
                .collect();
            pieces.len() == 3
                && (0..rules.properties()).any(|property| {
                    let with = pieces.iter().filter(|&p| p >> property & 1 != 0).count();
                    with == 0 || with == 3
                })
        };
        lines.iter().filter(one_short).count() as u32
    }

    #[test]
    fn masks_and_definition_count_the_same_threats() {
        for rules in testing::all_rules() {
            let heuristic = Heuristic::new(&rules);
            for position in testing::random_positions(&rules, 40, 0x7e57) {
                assert_eq!(
                    heuristic.threats(&position),
                    threats_by_definition(&position, &rules),
                    "{position} under {rules}, seed 0x7e57"
                );
            }
        }
    }

    #[test]
    fn squares_and_wrapped_diagonals_are_counted_too() {
        let torus = Rules::new(Shape::Torus, 4, false).unwrap();
        let threats = |text, rules: &Rules| {
            let position = Position::read(text, rules).unwrap();
            Heuristic::new(rules).threats(&position)
        };
        let square = "01..2.........../-";
        assert_eq!(threats(square, &Rules::lines()), 0);
        assert_eq!(threats(square, &Rules::squares()), 1);
        let wrapped = ".0....1....2..../-";
        assert_eq!(threats(wrapped, &Rules::lines()), 0);
        assert_eq!(threats(wrapped, &torus), 1);
    }

    #[test]
    fn threats_are_good_for_the_placer_and_bad_for_the_giver() {
        let misere = Rules::new(Shape::Lines, 4, true).unwrap();
        let value = |text, rules: &Rules| {
            let position = Position::read(text, rules).unwrap();
            Heuristic::new(rules).value(&position)
        };
        assert_eq!(value("012............./f", &Rules::lines()), Score::new(1));
        assert_eq!(value("012............./-", &Rules::lines()), Score::new(-1));
        assert_eq!(value("012............./f", &misere), Score::new(-1));
        assert_eq!(value("012............./-", &misere), Score::new(1));
    }
}
