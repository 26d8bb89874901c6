//! What a position is worth, as a sum of features times weights.
//!
//! Every profile is linear: the score is the dot product of a sparse
//! [`Trace`] of the position and the [`Weights`]. Searching uses fast forms
//! of the same sums; tuning and explaining use the trace, and tests hold the
//! two together.

pub(crate) mod attacks;
mod full;
mod processor;
pub mod seed;
mod weights;

use std::fmt;
use std::str::FromStr;

use cozy_chess::{Board, Color};

use processor::Processor;

pub use weights::{ReadWeightsError, Weights};

/// Which features an evaluation consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Profile {
    /// The 38 features of the paper.
    Seed38,
    /// Its first 33, the set before the paper's additions.
    Base33,
    /// What makes the engine strong: about a thousand weights.
    Full,
}

impl Profile {
    /// Every profile.
    pub const ALL: [Profile; 3] = [Profile::Seed38, Profile::Base33, Profile::Full];

    /// The name in options and files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Profile::Seed38 => "seed38",
            Profile::Base33 => "base33",
            Profile::Full => "full",
        }
    }

    /// The number of weights.
    #[must_use]
    pub fn size(self) -> usize {
        match self {
            Profile::Seed38 => seed::COUNT,
            Profile::Base33 => seed::BASE_COUNT,
            Profile::Full => full::WEIGHTS,
        }
    }

    /// The names of the weights, in their order.
    #[must_use]
    pub fn feature_names(self) -> Vec<String> {
        match self {
            Profile::Seed38 | Profile::Base33 => seed::NAMES[..self.size()]
                .iter()
                .map(|&name| name.to_owned())
                .collect(),
            Profile::Full => full::names(),
        }
    }

    /// The features of a position, White's less Black's.
    #[must_use]
    pub fn trace(self, board: &Board) -> Trace {
        let mut trace = Trace::default();
        self.trace_into(board, &mut trace);
        trace
    }

    /// The features of a position, written over `trace`, whose memory is
    /// reused.
    pub fn trace_into(self, board: &Board, trace: &mut Trace) {
        if self == Profile::Full {
            full::trace_into(board, trace);
            return;
        }
        trace.terms.clear();
        trace.divisor = 1;
        let difference = seed::Features::of(board).difference();
        for (feature, &coefficient) in difference[..self.size()].iter().enumerate() {
            trace.push(feature as u16, coefficient);
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no [`Profile`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no such evaluation profile: `{0}`; there are seed38, base33 and full")]
pub struct UnknownProfile(pub String);

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(text: &str) -> Result<Profile, UnknownProfile> {
        Profile::ALL
            .into_iter()
            .find(|profile| profile.name() == text)
            .ok_or_else(|| UnknownProfile(text.to_owned()))
    }
}

/// Evaluates positions with given weights, as fast as it can.
///
/// It gives what [`Trace::score`] gives, and keeps what it found out about
/// pawns, so that each thread has its own.
#[derive(Clone)]
pub struct Evaluator {
    kind: Kind,
    processor: Processor,
}

#[derive(Clone)]
enum Kind {
    /// The paper's features; those that a profile lacks have weight 0.
    Seed([i16; seed::COUNT]),
    Full(full::Evaluator),
}

impl Evaluator {
    /// An evaluator with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Evaluator {
        let kind = match weights.profile() {
            Profile::Seed38 | Profile::Base33 => {
                let mut values = [0; seed::COUNT];
                values[..weights.values().len()].copy_from_slice(weights.values());
                Kind::Seed(values)
            }
            Profile::Full => Kind::Full(full::Evaluator::new(weights.values())),
        };
        Evaluator {
            kind,
            processor: Processor::detect(),
        }
    }

    /// The score in White's view, in the units of the weights.
    #[must_use]
    #[inline]
    pub fn score(&mut self, board: &Board) -> i32 {
        self.processor.score(&mut self.kind, board)
    }

    /// The score for the side to move in hundredths of a pawn, the units of
    /// the search: the paper's scale has 50 for a pawn.
    #[must_use]
    #[inline]
    pub fn centipawns(&mut self, board: &Board) -> i32 {
        let score = match self.kind {
            Kind::Seed(_) => 2 * self.score(board),
            Kind::Full(_) => self.score(board),
        };
        match board.side_to_move() {
            Color::White => score,
            Color::Black => -score,
        }
    }
}

impl Evaluator {
    /// What [`centipawns`](Evaluator::centipawns) says of a board after passing, if
    /// it said `before` of it: the other side's view, and whose move it is. Not
    /// exact to the unit, and where races of pawns depend on the move, it is not
    /// seen.
    #[inline]
    pub(crate) fn after_passing(&self, board: &Board, before: i32) -> i32 {
        match &self.kind {
            // Nothing there depends on whose move it is.
            Kind::Seed(_) => -before,
            Kind::Full(evaluator) => 2 * evaluator.tempo(board) - before,
        }
    }
}

impl Kind {
    #[inline(always)]
    fn score(&mut self, board: &Board) -> i32 {
        match self {
            Kind::Seed(weights) => seed::Features::of(board)
                .difference()
                .iter()
                .zip(weights.iter())
                .map(|(&feature, &weight)| i32::from(feature) * i32::from(weight))
                .sum(),
            Kind::Full(evaluator) => evaluator.evaluate(board),
        }
    }
}

/// One feature of a position and how much of it there is, White's less
/// Black's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The index of its weight.
    pub feature: u16,
    /// How much of it there is, in units of the trace's divisor.
    pub coefficient: i16,
}

/// All that an evaluation sees of a position: the features that are there.
///
/// The score, in White's view, is Σ weight × coefficient ÷ divisor. In a
/// tapered profile a feature has two weights, one for the middle game and
/// one for the endgame, and its coefficients are multiplied by the phase:
/// tuners need to know nothing of that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    terms: Vec<Term>,
    divisor: i32,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            terms: Vec::new(),
            divisor: 1,
        }
    }
}

impl Trace {
    /// The features with a coefficient other than zero, in ascending order.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// What the sum is divided by.
    #[must_use]
    pub fn divisor(&self) -> i32 {
        self.divisor
    }

    /// The score in White's view, rounded towards zero.
    ///
    /// # Panics
    ///
    /// When the weights are of another profile with fewer features.
    #[must_use]
    pub fn score(&self, weights: &Weights) -> i32 {
        let values = weights.values();
        let sum: i32 = self
            .terms
            .iter()
            .map(|term| i32::from(values[usize::from(term.feature)]) * i32::from(term.coefficient))
            .sum();
        sum / self.divisor
    }

    fn push(&mut self, feature: u16, coefficient: i16) {
        if coefficient != 0 {
            self.terms.push(Term {
                feature,
                coefficient,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use cozy_chess::Piece;
    use tabia_kernel::random::Seeded;

    use super::*;
    use crate::legal_moves;

    #[test]
    fn passing_changes_whose_view_it_is_and_whose_move() {
        let seed = 4;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        for profile in Profile::ALL {
            let mut evaluator = Evaluator::new(&Weights::shipped(profile));
            let mut compared = 0;
            for _ in 0..60 {
                let mut board = Board::startpos();
                for _ in 0..120 {
                    let legal = legal_moves(&board);
                    if legal.is_empty() {
                        break;
                    }
                    board.play(legal[random.below(legal.len())]);
                    // With kings and pawns alone, the move decides races.
                    let simple = board.pieces(Piece::Pawn) | board.pieces(Piece::King);
                    let both = Color::ALL.map(|color| !(board.colors(color) & !simple).is_empty());
                    let passed = board.null_move();
                    let (Some(passed), [true, true]) = (passed, both) else {
                        continue;
                    };
                    let before = evaluator.centipawns(&board);
                    let guess = evaluator.after_passing(&passed, before);
                    let exact = evaluator.centipawns(&passed);
                    assert!((guess - exact).abs() <= 2, "{profile} {board}");
                    compared += 1;
                }
            }
            assert!(compared > 3_000, "{profile}: {compared}");
        }
    }
}
