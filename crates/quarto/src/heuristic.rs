//! The paper's evaluation: lines that are one piece short.

use tabia_kernel::rules::Score;

use crate::{Position, Rules, WIN, lines::Lines};

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
    /// `None`: the paper's, which need no other feature.
    weights: Option<Weights>,
}

/// How many features are weighed.
pub const FEATURES: usize = 4;

/// What the features are, in their order.
pub const FEATURE_NAMES: [&str; FEATURES] = ["threats", "poison", "odd", "forced"];

/// What the features of a position are worth to the side that places and to
/// the side that gives, in [`FEATURE_NAMES`]' order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weights {
    /// With a piece in hand.
    pub placing: [i16; FEATURES],
    /// With a piece to give.
    pub giving: [i16; FEATURES],
}

impl Weights {
    /// The paper's: a threat is worth 1 to the placer, nothing else counts.
    pub const PAPER: Weights = Weights {
        placing: [1, 0, 0, 0],
        giving: [-1, 0, 0, 0],
    };

    /// The largest weight of either sign.
    pub const MOST: i16 = 900;
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::PAPER
    }
}

impl Heuristic {
    /// Prepares the tables, 4 KiB.
    pub fn new(rules: &Rules) -> Heuristic {
        Heuristic {
            lines: Lines::new(rules),
            misere: rules.misere(),
            weights: None,
        }
    }

    /// The same with other weights.
    #[must_use]
    pub fn with_weights(self, weights: Weights) -> Heuristic {
        let weights = (weights != Weights::PAPER).then_some(weights);
        Heuristic { weights, ..self }
    }

    /// What is weighed: lines one piece short; pieces left that complete one
    /// of them; whether an odd number of pieces left completes none; whether
    /// the end is forced, since the piece in hand completes a line or every
    /// piece left does. In misère, where completing loses, the same.
    pub fn features(&self, position: &Position) -> [i16; FEATURES] {
        let completing = self.lines.completing(position);
        let left = position.remaining();
        let poison = left.filter(|&piece| completing.contains(piece)).count();
        let safe = left.len() - poison;
        let forced = match position.hand() {
            Some(piece) => completing.contains(piece),
            None => safe == 0 && poison > 0,
        };
        [
            self.threats(position) as i16,
            poison as i16,
            (safe % 2) as i16,
            i16::from(forced),
        ]
    }

    /// How many lines have an empty cell and three pieces sharing a property.
    pub fn threats(&self, position: &Position) -> u32 {
        self.lines.threats(position)
    }

    /// The value of an unfinished position for the side to move: the paper's,
    /// unless there are other weights. Less than a win.
    pub fn value(&self, position: &Position) -> Score {
        let placing = position.hand().is_some();
        let Some(weights) = &self.weights else {
            let threats = self.threats(position) as i16;
            return Score::new(if placing != self.misere {
                threats
            } else {
                -threats
            });
        };
        let weights = match placing {
            true => &weights.placing,
            false => &weights.giving,
        };
        let features = self.features(position);
        let pairs = weights.iter().zip(&features);
        let value: i32 = pairs.map(|(&w, &f)| i32::from(w) * i32::from(f)).sum();
        let value = if self.misere { -value } else { value };
        let most = i32::from(WIN.points()) - 1;
        Score::new(value.clamp(-most, most) as i16)
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
    fn the_papers_weights_give_the_papers_value() {
        let near = Weights {
            placing: [1, 0, 0, 0],
            giving: [-1, 0, 0, 1],
        };
        for rules in testing::all_rules() {
            let paper = Heuristic::new(&rules);
            let weighed = paper.clone().with_weights(near);
            for position in testing::random_positions(&rules, 40, 0x9a9e) {
                let [threats, poison, odd, forced] = paper.features(&position);
                assert_eq!(threats as u32, paper.threats(&position));
                assert!(poison <= 16 && odd <= 1 && forced <= 1);
                if forced == 0 {
                    assert_eq!(
                        weighed.value(&position),
                        paper.value(&position),
                        "{position} under {rules}, seed 0x9a9e"
                    );
                }
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
