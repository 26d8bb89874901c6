//! What is left of sets of cards when names and points are forgotten, and how
//! the points come back.

use std::fmt;

use crate::layout::Layout;
use crate::ranks::{self, Ranks};
use crate::{Cards, Contract, Kind};

/// How many cards of each colour are left: all that decides who must follow
/// and who takes a trick.
///
/// Plain suits may be exchanged, so their lengths are in falling order. The
/// text is the kind of contract, the trumps and the plain suits:
/// `suit-2-3-1-0`.
///
/// ```
/// use tabia_skat::{Kind, Structure};
/// let six: Vec<Structure> = Structure::all(Kind::Null, 6).collect();
/// assert_eq!(six.len(), 9);
/// assert_eq!(six[0].to_string(), "null-0-6-0-0-0");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Structure {
    kind: Kind,
    trumps: u8,
    plain: [u8; 4],
}

/// Colours of a structure: the trumps, then up to four plain suits.
pub(crate) const COLOURS: usize = 5;

/// The filling of each colour, by its number among those of its length; 0 for
/// colours that the kind of contract does not have.
pub(crate) type Fillings = [u8; COLOURS];

impl Kind {
    /// What the cards of a colour can be, the trumps being colour 0.
    pub(crate) fn ranks(self, colour: usize) -> &'static Ranks {
        match (self, colour) {
            (Kind::Suit, 0) => &ranks::TRUMPS,
            (Kind::Grand, 0) => &ranks::JACKS,
            (Kind::Null, 0) | (Kind::Suit, 4) => &ranks::NONE,
            (Kind::Null, _) => &ranks::WORTHLESS,
            (_, _) => &ranks::PLAIN,
        }
    }

    /// How many plain suits there are.
    pub(crate) fn plain_suits(self) -> usize {
        match self {
            Kind::Suit => 3,
            Kind::Grand | Kind::Null => 4,
        }
    }

    /// Where the bits of a colour begin in a [`Layout`].
    pub(crate) fn begins(self, colour: usize) -> usize {
        match (self, colour) {
            (Kind::Suit, 0) => 21,
            (Kind::Grand, 0) => 28,
            // No bits: anything does.
            (Kind::Null, 0) | (Kind::Suit, 4) => 0,
            (Kind::Null, plain) => 8 * (plain - 1),
            (_, plain) => 7 * (plain - 1),
        }
    }
}

impl Structure {
    /// Every structure of this kind with so many cards.
    pub fn all(kind: Kind, cards: usize) -> impl Iterator<Item = Structure> {
        let mut found = Vec::new();
        for trumps in 0..=cards.min(kind.ranks(0).longest()) {
            let start = Structure {
                kind,
                trumps: trumps as u8,
                plain: [0; 4],
            };
            start.extend(0, cards - trumps, &mut found);
        }
        found.into_iter()
    }

    /// Adds what becomes of this one when `left` more cards go to the plain
    /// suits from `at` on.
    fn extend(self, at: usize, left: usize, found: &mut Vec<Structure>) {
        if at == self.kind.plain_suits() {
            if left == 0 {
                found.push(self);
            }
            return;
        }
        let before = match at {
            0 => self.kind.ranks(1).longest(),
            _ => usize::from(self.plain[at - 1]),
        };
        for length in (0..=left.min(before)).rev() {
            let mut next = self;
            next.plain[at] = length as u8;
            next.extend(at + 1, left - length, found);
        }
    }

    /// The structure with these lengths, trumps first, plain suits in falling
    /// order.
    pub(crate) fn with_lengths(kind: Kind, lengths: [usize; COLOURS]) -> Structure {
        debug_assert!(lengths[1..].is_sorted_by(|a, b| a >= b));
        let [trumps, plain @ ..] = lengths.map(|length| length as u8);
        Structure {
            kind,
            trumps,
            plain,
        }
    }

    /// The structure of a set of cards in a contract.
    #[must_use]
    pub fn of(contract: Contract, cards: Cards) -> Structure {
        let bits = Layout::of(contract).set(cards);
        Reading::new(contract.kind(), bits).structure
    }

    /// The structure with this text.
    #[must_use]
    pub fn read(text: &str) -> Option<Structure> {
        let numbers = text
            .split('-')
            .filter_map(|word| word.parse::<usize>().ok());
        let cards = numbers.fold(0, usize::saturating_add);
        let kinds = Kind::ALL.into_iter();
        let mut all = kinds.flat_map(|kind| Structure::all(kind, cards.min(32)));
        all.find(|structure| structure.to_string() == text)
    }

    /// The kind of contract.
    #[must_use]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// How many cards there are.
    #[must_use]
    pub fn cards(self) -> usize {
        (0..COLOURS).map(|colour| self.length(colour)).sum()
    }

    /// How many cards a colour has, the trumps being colour 0.
    pub(crate) fn length(self, colour: usize) -> usize {
        usize::from(match colour {
            0 => self.trumps,
            plain => self.plain[plain - 1],
        })
    }

    /// Whether a trick can leave `smaller`, of three cards less.
    pub(crate) fn may_become(self, smaller: Structure) -> bool {
        // Sorted suits shrink to sorted suits place by place.
        (0..COLOURS).all(|colour| smaller.length(colour) <= self.length(colour))
    }

    /// In how many ways card points can be put on it: sets of cards up to
    /// their names.
    #[must_use]
    pub fn sets(self) -> u64 {
        let groups = self.groups();
        groups.iter().map(Group::sets).product()
    }

    /// Colours that may be exchanged, in order.
    pub(crate) fn groups(self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for colour in 0..=self.kind.plain_suits() {
            let length = self.length(colour);
            match groups.last_mut() {
                Some(group) if colour > 1 && group.length == length => group.colours += 1,
                _ => groups.push(Group {
                    first: colour,
                    colours: 1,
                    length,
                    choices: self.kind.ranks(colour).of_length(length).len(),
                }),
            }
        }
        groups
    }

    /// The number of fillings that are sorted within each group.
    pub(crate) fn rank(self, groups: &[Group], fillings: &Fillings) -> u64 {
        groups.iter().fold(0, |rank, group| {
            let range = group.first..group.first + group.colours;
            rank * group.sets() + group.rank(&fillings[range])
        })
    }

    /// The fillings with this [`rank`](Self::rank).
    pub(crate) fn filling(self, groups: &[Group], mut rank: u64) -> Fillings {
        let mut fillings = [0; COLOURS];
        for group in groups.iter().rev() {
            group.unrank(rank % group.sets(), &mut fillings[group.first..]);
            rank /= group.sets();
        }
        fillings
    }

    /// All fillings in the order of [`rank`](Self::rank).
    pub(crate) fn fillings(self) -> Vec<Fillings> {
        let groups = self.groups();
        (0..self.sets())
            .map(|rank| self.filling(&groups, rank))
            .collect()
    }
}

impl fmt::Display for Structure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.kind.name(), self.trumps)?;
        for length in &self.plain[..self.kind.plain_suits()] {
            write!(f, "-{length}")?;
        }
        Ok(())
    }
}

/// Colours of one length that may be exchanged; the trumps on their own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Group {
    /// The first of them.
    pub(crate) first: usize,
    /// How many there are.
    pub(crate) colours: usize,
    /// How many cards each has.
    length: usize,
    /// How many fillings each may have.
    pub(crate) choices: usize,
}

impl Group {
    /// How many sorted tuples of fillings there are.
    fn sets(&self) -> u64 {
        choose(self.choices + self.colours - 1, self.colours)
    }

    /// The place of a tuple among those in falling order.
    fn rank(&self, tuple: &[u8]) -> u64 {
        debug_assert!(tuple.is_sorted_by(|a, b| a >= b));
        let places = (1..=self.colours).rev().zip(tuple);
        places
            .map(|(left, &number)| choose(usize::from(number) + left - 1, left))
            .sum()
    }

    /// The tuple at a place.
    fn unrank(&self, mut rank: u64, tuple: &mut [u8]) {
        for (left, number) in (1..=self.colours).rev().zip(tuple) {
            let before = |number: usize| choose(number + left - 1, left);
            let fits = (0..self.choices)
                .rev()
                .find(|&number| before(number) <= rank);
            let fits = fits.expect("none come before number 0");
            rank -= before(fits);
            *number = fits as u8;
        }
    }
}

/// Of `n` things, the ways to take `k`.
pub(crate) fn choose(n: usize, k: usize) -> u64 {
    (0..k).fold(1, |ways, i| {
        ways * (n.saturating_sub(i)) as u64 / (i as u64 + 1)
    })
}

/// A set of cards, read as structure and fillings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    pub(crate) structure: Structure,
    /// In falling order among suits of one length.
    pub(crate) fillings: Fillings,
    /// Where the bits of each colour of the structure begin.
    pub(crate) begins: [usize; COLOURS],
}

impl Reading {
    /// Reads a set of bits of the layout of a contract of this kind.
    pub(crate) fn new(kind: Kind, set: u32) -> Reading {
        let suits = kind.plain_suits();
        // Length, filling, and where it is: the longest first.
        let mut plain = [(0, 0, 0); 4];
        for (at, suit) in plain[..suits].iter_mut().enumerate() {
            *suit = colour(kind, set, at + 1);
        }
        plain[..suits].sort_by_key(|suit| std::cmp::Reverse((suit.0, suit.1)));
        let trumps = colour(kind, set, 0);
        Reading {
            structure: Structure {
                kind,
                trumps: trumps.0,
                plain: plain.map(|suit| suit.0),
            },
            fillings: [trumps.1, plain[0].1, plain[1].1, plain[2].1, plain[3].1],
            begins: [trumps.2, plain[0].2, plain[1].2, plain[2].2, plain[3].2],
        }
    }
}

/// Length, filling and first bit of a colour.
fn colour(kind: Kind, set: u32, colour: usize) -> (u8, u8, usize) {
    let ranks = kind.ranks(colour);
    let begins = kind.begins(colour);
    let cards = set >> begins & ((1 << ranks.longest()) - 1);
    (cards.count_ones() as u8, ranks.number(cards), begins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_numbered_without_gaps() {
        for kind in Kind::ALL {
            for structure in (1..=6).flat_map(|cards| Structure::all(kind, cards)) {
                let groups = structure.groups();
                let fillings = structure.fillings();
                assert_eq!(fillings.len() as u64, structure.sets(), "{structure}");
                for (at, fillings) in fillings.iter().enumerate() {
                    assert_eq!(structure.rank(&groups, fillings), at as u64);
                }
                assert_eq!(Structure::read(&structure.to_string()), Some(structure));
            }
        }
        assert_eq!(Structure::read("suit-9-9-9-9"), None);
        assert_eq!(Structure::read("suit-1-1-2-0"), None);
    }
}
