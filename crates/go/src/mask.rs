//! Sets of places, a bit for each.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not};

/// A set of small numbers. Most problems fit into 64 places, all into 384;
/// the solver is compiled for each width.
pub(crate) trait Mask:
    Copy
    + Eq
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// How many places there are.
    const WIDTH: usize;
    /// The empty set.
    const NONE: Self;

    /// The set of one place.
    fn bit(place: usize) -> Self;
    /// Whether the place belongs to the set.
    fn has(self, place: usize) -> bool;
    /// Whether nothing does.
    fn is_empty(self) -> bool;
    /// How many places do.
    fn count(self) -> u32;
    /// The least place of a set that is not empty.
    fn least(self) -> usize;
    /// The set without its least place.
    fn without_least(self) -> Self;

    /// Whether two sets have a place in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether all places of the set are in the other.
    #[inline]
    fn is_within(self, other: Self) -> bool {
        (self & !other).is_empty()
    }

    /// The places in ascending order.
    #[inline]
    fn places(self) -> Places<Self> {
        Places(self)
    }
}

/// The places of a set in ascending order.
#[derive(Clone, Copy)]
pub(crate) struct Places<M>(M);

impl<M: Mask> Iterator for Places<M> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        let place = self.0.least();
        self.0 = self.0.without_least();
        Some(place)
    }
}

macro_rules! one_word {
    ($word:ty) => {
        impl Mask for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const NONE: $word = 0;

            #[inline]
            fn bit(place: usize) -> $word {
                1 << place
            }

            #[inline]
            fn has(self, place: usize) -> bool {
                self >> place & 1 != 0
            }

            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn least(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline]
            fn without_least(self) -> $word {
                self & self.wrapping_sub(1)
            }
        }
    };
}

one_word!(u64);
one_word!(u128);

/// Enough for every point of a 19×19 board and what surrounds a region.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Wide([u64; 6]);

impl Wide {
    #[inline]
    fn zip(self, other: Wide, join: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitAndAssign for Wide {
    #[inline]
    fn bitand_assign(&mut self, other: Wide) {
        *self = *self & other;
    }
}

impl BitOrAssign for Wide {
    #[inline]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Mask for Wide {
    const WIDTH: usize = 384;
    const NONE: Wide = Wide([0; 6]);

    #[inline]
    fn bit(place: usize) -> Wide {
        let mut words = [0; 6];
        words[place / 64] = 1 << (place % 64);
        Wide(words)
    }

    #[inline]
    fn has(self, place: usize) -> bool {
        self.0[place / 64] >> (place % 64) & 1 != 0
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == [0; 6]
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline]
    fn least(self) -> usize {
        let word = self.0.iter().position(|&word| word != 0);
        let word = word.expect("the set is not empty");
        64 * word + self.0[word].trailing_zeros() as usize
    }

    #[inline]
    fn without_least(mut self) -> Wide {
        if let Some(word) = self.0.iter_mut().find(|word| **word != 0) {
            *word &= *word - 1;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keeps_what_it_is_given<M: Mask>(places: &[usize]) {
        let set = places.iter().fold(M::NONE, |set, &p| set | M::bit(p));
        assert_eq!(set.places().collect::<Vec<_>>(), places);
        assert_eq!(set.count() as usize, places.len());
        assert!(places.iter().all(|&p| set.has(p) && !(!set).has(p)));
        assert!(set.is_within(set) && !set.meets(!set) && M::NONE.is_empty());
    }

    #[test]
    fn every_width_is_a_set() {
        keeps_what_it_is_given::<u64>(&[0, 5, 63]);
        keeps_what_it_is_given::<u128>(&[0, 63, 64, 127]);
        keeps_what_it_is_given::<Wide>(&[0, 63, 64, 127, 128, 300, 383]);
    }
}
