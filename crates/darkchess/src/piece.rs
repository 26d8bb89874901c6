//! Kinds of pieces and what they take.

use tabia_kernel::rules::Side;

/// A kind of piece, from the weakest to the strongest in the usual numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// 1: takes pawns and the king.
    Pawn,
    /// 2: takes everything, but only by a jump.
    Cannon,
    /// 3.
    Rook,
    /// 4.
    Knight,
    /// 5.
    Bishop,
    /// 6.
    Guard,
    /// 7: takes everything but pawns.
    King,
}

impl Kind {
    /// All kinds, strongest first: the order of material texts.
    pub const ALL: [Kind; 7] = [
        Kind::King,
        Kind::Guard,
        Kind::Bishop,
        Kind::Knight,
        Kind::Rook,
        Kind::Cannon,
        Kind::Pawn,
    ];

    /// The name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::King => "king",
            Kind::Guard => "guard",
            Kind::Bishop => "bishop",
            Kind::Knight => "knight",
            Kind::Rook => "rook",
            Kind::Cannon => "cannon",
            Kind::Pawn => "pawn",
        }
    }

    /// How many of this kind a side has in the full game.
    #[must_use]
    pub const fn most(self) -> u32 {
        match self {
            Kind::King => 1,
            Kind::Pawn => 5,
            _ => 2,
        }
    }

    /// Whether a piece of this kind takes one of that kind: a cannon by a
    /// jump, any other by a step.
    ///
    /// ```
    /// use tabia_darkchess::Kind;
    /// assert!(Kind::Pawn.takes(Kind::King) && !Kind::King.takes(Kind::Pawn));
    /// assert!(Kind::Rook.takes(Kind::Cannon) && !Kind::Pawn.takes(Kind::Cannon));
    /// ```
    #[must_use]
    #[inline]
    pub const fn takes(self, other: Kind) -> bool {
        match (self, other) {
            (Kind::Cannon, _) => true,
            (Kind::King, Kind::Pawn) => false,
            (Kind::Pawn, Kind::King) => true,
            _ => self as u8 >= other as u8,
        }
    }

    /// The letter: upper case for White, who is [`Side::First`].
    #[must_use]
    pub const fn letter(self, side: Side) -> char {
        let letter = match self {
            Kind::King => 'K',
            Kind::Guard => 'G',
            Kind::Bishop => 'B',
            Kind::Knight => 'N',
            Kind::Rook => 'R',
            Kind::Cannon => 'C',
            Kind::Pawn => 'P',
        };
        match side {
            Side::First => letter,
            Side::Second => letter.to_ascii_lowercase(),
        }
    }

    /// The piece of a letter.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<(Side, Kind)> {
        Side::BOTH.into_iter().find_map(|side| {
            let kind = Kind::ALL.into_iter().find(|k| k.letter(side) == letter);
            kind.map(|kind| (side, kind))
        })
    }

    /// A number below 7.
    #[inline]
    pub(crate) const fn number(self) -> usize {
        self as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captures_are_those_of_the_rules() {
        // Rows take columns, in the order K G B N R C P.
        let table = [
            "xxxxxx.", ".xxxxxx", "..xxxxx", "...xxxx", "....xxx", "xxxxxxx", "x.....x",
        ];
        for (row, taker) in table.iter().zip(Kind::ALL) {
            for (cell, target) in row.chars().zip(Kind::ALL) {
                assert_eq!(taker.takes(target), cell == 'x', "{taker:?} x {target:?}");
            }
        }
    }

    #[test]
    fn a_side_has_sixteen_pieces() {
        assert_eq!(Kind::ALL.map(Kind::most).iter().sum::<u32>(), 16);
    }
}
