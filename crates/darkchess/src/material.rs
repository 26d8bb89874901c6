//! Material: how many pieces of each kind each side has.

use std::fmt;
use std::str::FromStr;

use tabia_kernel::rules::Side;
use tabia_kernel::symmetry::material::Code;
use thiserror::Error;

use crate::piece::Kind;

/// How many pieces of each kind each side has, written `KP-kp`.
///
/// Three bits for each count.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u64);

/// The place of a count in the word.
const fn shift(side: Side, kind: Kind) -> u32 {
    3 * (7 * side as u32 + kind as u32)
}

impl Material {
    /// No pieces.
    pub const NONE: Material = Material(0);

    /// All pieces of the full game, sixteen on each side.
    pub const FULL: Material = {
        let mut word = 0;
        let mut kind = 0;
        while kind < 7 {
            let most = Kind::ALL[kind].most() as u64;
            word |= most << shift(Side::First, Kind::ALL[kind]);
            word |= most << shift(Side::Second, Kind::ALL[kind]);
            kind += 1;
        }
        Material(word)
    };

    /// How many pieces of this kind the side has.
    #[must_use]
    #[inline]
    pub const fn count(self, side: Side, kind: Kind) -> u32 {
        (self.0 >> shift(side, kind)) as u32 & 7
    }

    /// How many pieces the side has.
    #[must_use]
    pub fn pieces(self, side: Side) -> u32 {
        Kind::ALL.iter().map(|&kind| self.count(side, kind)).sum()
    }

    /// How many pieces there are.
    #[must_use]
    pub fn elements(self) -> u32 {
        self.pieces(Side::First) + self.pieces(Side::Second)
    }

    /// With one more piece.
    #[must_use]
    pub(crate) const fn plus(self, side: Side, kind: Kind) -> Material {
        Material(self.0 + (1 << shift(side, kind)))
    }

    /// With one piece less.
    #[must_use]
    #[inline]
    pub(crate) const fn minus(self, side: Side, kind: Kind) -> Material {
        Material(self.0 - (1 << shift(side, kind)))
    }

    /// The pieces of this material and of another together.
    ///
    /// No kind may be more numerous than in the full game, as no count may
    /// spill into the next.
    #[must_use]
    #[inline]
    pub(crate) const fn and(self, other: Material) -> Material {
        Material(self.0 + other.0)
    }

    /// What is left without the pieces of another, all of which are here.
    #[must_use]
    #[inline]
    pub(crate) const fn without(self, other: Material) -> Material {
        Material(self.0 - other.0)
    }

    /// The number that the kernel knows it by.
    #[must_use]
    #[inline]
    pub const fn code(self) -> Code {
        Code(self.0)
    }

    /// The material of a code, if it is one.
    #[must_use]
    pub fn of_code(code: Code) -> Option<Material> {
        let material = Material(code.0);
        (code.0 >> 42 == 0 && material.is_possible()).then_some(material)
    }

    fn is_possible(self) -> bool {
        Side::BOTH.iter().all(|&side| {
            let kinds = Kind::ALL.iter();
            kinds.into_iter().all(|&k| self.count(side, k) <= k.most())
        })
    }

    /// The kinds that occur, with their counts: White's first, each side's
    /// strongest first.
    pub fn groups(self) -> impl Iterator<Item = (Side, Kind, u32)> {
        Side::BOTH.into_iter().flat_map(move |side| {
            Kind::ALL.into_iter().filter_map(move |kind| {
                let count = self.count(side, kind);
                (count > 0).then_some((side, kind, count))
            })
        })
    }

    /// The number of ways to place the pieces on the board.
    #[must_use]
    pub fn placements(self) -> u128 {
        let mut free = 32u128;
        let mut ways = 1u128;
        for (_, _, count) in self.groups() {
            for taken in 0..u128::from(count) {
                // A product of consecutive binomials: each division is exact.
                ways = ways * free / (taken + 1);
                free -= 1;
            }
        }
        ways
    }

    /// Every material of so many pieces with at least one on each side, in a
    /// fixed order: White's stronger pieces first.
    #[must_use]
    pub fn all(elements: u32) -> Vec<Material> {
        let mut found = Vec::new();
        for white in 1..elements {
            let mut whites = Vec::new();
            fill(Material::NONE, Side::First, 0, white, &mut whites);
            for with_white in whites {
                fill(with_white, Side::Second, 0, elements - white, &mut found);
            }
        }
        found
    }
}

/// Adds `left` pieces of `side`, of the kinds from `from` on, in every way.
fn fill(start: Material, side: Side, from: usize, left: u32, out: &mut Vec<Material>) {
    if left == 0 {
        out.push(start);
        return;
    }
    let Some(&kind) = Kind::ALL.get(from) else {
        return;
    };
    for count in (0..=kind.most().min(left)).rev() {
        let more = (0..count).fold(start, |material, _| material.plus(side, kind));
        fill(more, side, from + 1, left - count, out);
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            if side == Side::Second {
                f.write_str("-")?;
            }
            for kind in Kind::ALL {
                for _ in 0..self.count(side, kind) {
                    write!(f, "{}", kind.letter(side))?;
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Material({self})")
    }
}

/// Why a text is no material.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadMaterialError {
    /// There is not one hyphen.
    #[error("material {0:?} is not two sides with a hyphen between, such as KP-kp")]
    NotTwoSides(String),
    /// A letter is no piece of the side.
    #[error(
        "material {text:?}, letter {place}: {letter:?} is none of White's KGBNRCP before the \
         hyphen or Black's kgbnrcp after it"
    )]
    NoPiece {
        /// The whole text.
        text: String,
        /// The letter.
        letter: char,
        /// Where it stands, from 1.
        place: usize,
    },
    /// There are more of a kind than in the game.
    #[error("material {text:?} has {letter} more often than the {most} times of the full game")]
    TooMany {
        /// The whole text.
        text: String,
        /// The letter.
        letter: char,
        /// How many there are in the full game.
        most: u32,
    },
    /// A side has no pieces.
    #[error("material {0:?} has a side without pieces")]
    Bare(String),
}

impl FromStr for Material {
    type Err = ReadMaterialError;

    fn from_str(text: &str) -> Result<Material, ReadMaterialError> {
        let whole = || text.to_owned();
        let mut material = Material::NONE;
        let mut side = Side::First;
        for (place, letter) in text.chars().enumerate() {
            if letter == '-' {
                if side == Side::Second {
                    return Err(ReadMaterialError::NotTwoSides(whole()));
                }
                side = Side::Second;
                continue;
            }
            let Some((_, kind)) = Kind::of_letter(letter).filter(|piece| piece.0 == side) else {
                return Err(ReadMaterialError::NoPiece {
                    text: whole(),
                    letter,
                    place: place + 1,
                });
            };
            if material.count(side, kind) == kind.most() {
                return Err(ReadMaterialError::TooMany {
                    text: whole(),
                    letter,
                    most: kind.most(),
                });
            }
            material = material.plus(side, kind);
        }
        if side == Side::First {
            return Err(ReadMaterialError::NotTwoSides(whole()));
        }
        if Side::BOTH.iter().any(|&side| material.pieces(side) == 0) {
            return Err(ReadMaterialError::Bare(whole()));
        }
        Ok(material)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_round_trip() {
        for material in (2..=4).flat_map(Material::all) {
            assert_eq!(material.to_string().parse(), Ok(material));
            assert_eq!(Material::of_code(material.code()), Some(material));
        }
        assert_eq!("PK-pk".parse(), "KP-kp".parse::<Material>());
    }

    #[test]
    fn errors_name_letter_and_place() {
        let error = |text: &str| text.parse::<Material>().expect_err(text).to_string();
        assert!(error("KK-k").contains("K more often than the 1"));
        assert!(error("Kx-k").contains("letter 2: 'x'"));
        assert!(error("Kk-k").contains("letter 2: 'k'"));
        assert!(error("K").contains("hyphen"));
        assert!(error("K-k-k").contains("hyphen"));
        assert!(error("K-").contains("without pieces"));
    }

    #[test]
    fn placements_are_counted() {
        let placements = |text: &str| text.parse::<Material>().expect(text).placements();
        assert_eq!(placements("K-k"), 32 * 31);
        assert_eq!(placements("K-kg"), 29_760);
        assert_eq!(placements("K-pp"), 14_880);
    }
}
