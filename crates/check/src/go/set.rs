//! Sets of points.

/// Room for the points of the largest board.
const WORDS: usize = 6;

/// A set of points, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Set([u64; WORDS]);

impl Set {
    pub(super) const NONE: Set = Set([0; WORDS]);

    pub(super) fn of(points: impl IntoIterator<Item = usize>) -> Set {
        let mut set = Set::NONE;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }

    pub(super) fn insert(&mut self, point: usize) {
        self.0[point / 64] |= 1 << (point % 64);
    }

    pub(super) fn has(&self, point: usize) -> bool {
        self.0[point / 64] >> (point % 64) & 1 == 1
    }

    fn with(self, other: Set, join: impl Fn(u64, u64) -> u64) -> Set {
        Set(std::array::from_fn(|i| join(self.0[i], other.0[i])))
    }

    pub(super) fn and(self, other: Set) -> Set {
        self.with(other, |a, b| a & b)
    }

    pub(super) fn or(self, other: Set) -> Set {
        self.with(other, |a, b| a | b)
    }

    pub(super) fn without(self, other: Set) -> Set {
        self.with(other, |a, b| a & !b)
    }

    pub(super) fn is_empty(self) -> bool {
        self == Set::NONE
    }

    pub(super) fn meets(self, other: Set) -> bool {
        !self.and(other).is_empty()
    }

    pub(super) fn is_within(self, other: Set) -> bool {
        self.without(other).is_empty()
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The points, in order.
    pub(super) fn points(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(i, word)| {
            let next = |word: &u64| Some(word & word.wrapping_sub(1));
            let rest = std::iter::successors(Some(word), next);
            rest.take_while(|&word| word != 0)
                .map(move |word| 64 * i + word.trailing_zeros() as usize)
        })
    }
}
