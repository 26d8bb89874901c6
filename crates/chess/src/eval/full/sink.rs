//! Where features go: into a sum, for playing, or a list, for tuning.

use cozy_chess::{Color, Piece, Square};

use super::layout::{self, COUNT, Wings};

/// Takes features as they are found.
pub(crate) trait Sink {
    /// `color` has `count` of `feature`.
    fn add(&mut self, color: Color, feature: usize, count: i32);

    /// `color` has a piece, which is no king, on `square`.
    #[inline(always)]
    fn add_piece(&mut self, color: Color, wings: Wings, piece: Piece, square: Square) {
        for feature in layout::piece_on(color, wings, piece, square) {
            self.add(color, feature, 1);
        }
    }
}

/// A weight for the middle game and one for the endgame in one number, so
/// that a sum of both is one addition.
///
/// The middle game is in the upper half; the lower half borrows from it when
/// negative, which [`middlegame`](Pair::middlegame) takes back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pair(i64);

impl Pair {
    pub(crate) const fn new(middlegame: i32, endgame: i32) -> Pair {
        Pair(((middlegame as i64) << 32) + endgame as i64)
    }

    #[inline(always)]
    pub(crate) const fn middlegame(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    #[inline(always)]
    pub(crate) const fn endgame(self) -> i32 {
        self.0 as i32
    }

    #[inline(always)]
    pub(crate) const fn plus(self, other: Pair, count: i32) -> Pair {
        Pair(self.0 + other.0 * count as i64)
    }

    #[inline(always)]
    pub(crate) const fn minus(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

/// Weights as sums want them.
#[derive(Clone)]
pub(crate) struct Pairs {
    features: [Pair; COUNT],
    /// What pieces are worth where they stand, by colour, wings, piece and square.
    pieces: [[[[Pair; Square::NUM]; Piece::NUM]; Wings::NUM]; Color::NUM],
}

impl Pairs {
    /// Of values for middle game and endgame in turn.
    pub(crate) fn new(values: &[i16]) -> Box<Pairs> {
        let mut pairs = Box::new(Pairs {
            features: [Pair::default(); COUNT],
            pieces: [[[[Pair::default(); Square::NUM]; Piece::NUM]; Wings::NUM]; Color::NUM],
        });
        for (pair, values) in pairs.features.iter_mut().zip(values.as_chunks::<2>().0) {
            *pair = Pair::new(values[0].into(), values[1].into());
        }
        for color in Color::ALL {
            for wings in Wings::all() {
                for piece in &Piece::ALL[..Piece::King as usize] {
                    for square in Square::ALL {
                        let features = layout::piece_on(color, wings, *piece, square);
                        let weights = features.map(|feature| pairs.features[feature]);
                        let [first, second, third] = weights;
                        let table = &mut pairs.pieces[color as usize][wings.index()];
                        table[*piece as usize][square as usize] =
                            first.plus(second, 1).plus(third, 1);
                    }
                }
            }
        }
        pairs
    }

    /// The weights of a feature.
    pub(crate) fn feature(&self, feature: usize) -> Pair {
        self.features[feature]
    }
}

/// Adds features times weights for both sides.
pub(crate) struct Sum<'w> {
    weights: &'w Pairs,
    sides: [Pair; 2],
}

impl<'w> Sum<'w> {
    #[inline(always)]
    pub(crate) fn new(weights: &'w Pairs) -> Sum<'w> {
        Sum {
            weights,
            sides: [Pair::default(); 2],
        }
    }

    /// White's sum less Black's.
    #[inline(always)]
    pub(crate) fn difference(&self) -> Pair {
        self.sides[0].minus(self.sides[1])
    }
}

impl Sink for Sum<'_> {
    #[inline(always)]
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        let side = &mut self.sides[color as usize];
        *side = side.plus(self.weights.features[feature], count);
    }

    #[inline(always)]
    fn add_piece(&mut self, color: Color, wings: Wings, piece: Piece, square: Square) {
        let pieces = &self.weights.pieces[color as usize][wings.index()];
        let worth = pieces[piece as usize][square as usize];
        let side = &mut self.sides[color as usize];
        *side = side.plus(worth, 1);
    }
}

/// Counts features, White's less Black's.
pub(crate) struct Counts(pub(crate) Vec<i32>);

impl Counts {
    pub(crate) fn new() -> Counts {
        Counts(vec![0; COUNT])
    }
}

impl Sink for Counts {
    #[inline(always)]
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        self.0[feature] += match color {
            Color::White => count,
            Color::Black => -count,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_of_a_pair_survive_any_signs() {
        for middlegame in [-30_000, -1, 0, 7, 30_000] {
            for endgame in [-30_000, -1, 0, 7, 30_000] {
                let pair = Pair::new(middlegame, endgame);
                assert_eq!(pair.middlegame(), middlegame);
                assert_eq!(pair.endgame(), endgame);
                let sum = pair.plus(Pair::new(-5, 9), -3);
                assert_eq!(sum.middlegame(), middlegame + 15);
                assert_eq!(sum.endgame(), endgame - 27);
            }
        }
    }
}
