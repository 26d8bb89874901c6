//! What a piece of the region is worth, in the words of Go players.

use crate::Point;

/// Eyes that can be had in a piece of the region, as far as its surroundings
/// do not matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct EyeCount {
    /// So many for sure, even if the group has no liberty elsewhere.
    pub least: u8,
    /// So many at most, even if it always has one. 2 stands for more.
    pub most: u8,
}

impl EyeCount {
    /// The number, if both are the same.
    #[must_use]
    pub fn known(self) -> Option<u8> {
        (self.least == self.most).then_some(self.least)
    }
}

/// Who keeps the turn when a piece is played out.
///
/// A first move does *what a first move can* if the piece is then worth what it
/// is to that side moving first, the other side answering. It *threatens* if a
/// second one in a row would be worth an eye more, so that it asks for the
/// answer. A side has *sente* if it has a first move that does both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// Whoever moves first, the eyes are the same.
    Settled,
    /// An eye or two are at stake and neither side has sente: who plays there
    /// loses the turn.
    Gote,
    /// The defender alone has sente.
    DefendersSente,
    /// The attacker alone has.
    AttackersSente,
    /// Both have.
    DoubleSente,
}

impl Turn {
    /// `settled`, `gote` or `sente`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Turn::Settled => "settled",
            Turn::Gote => "gote",
            Turn::DefendersSente | Turn::AttackersSente | Turn::DoubleSente => "sente",
        }
    }
}

/// A piece of the region that the group and safe stones cut off from the rest,
/// and the eyes that it is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeRegion {
    /// Its points, in order.
    pub points: Vec<Point>,
    /// Eyes that the defender can force there when he moves first.
    pub defender_first: EyeCount,
    /// Those that he can when the attacker moves first.
    pub attacker_first: EyeCount,
    /// Who keeps the turn, if that is known.
    pub turn: Option<Turn>,
}

impl EyeRegion {
    /// `0`, `½`, `1`, `1½` or `2`: the mean of what the two sides get when they
    /// move first, if both are known.
    #[must_use]
    pub fn value(&self) -> Option<&'static str> {
        let sum = self.defender_first.known()? + self.attacker_first.known()?;
        Some(["0", "½", "1", "1½", "2"][usize::from(sum.min(4))])
    }
}
