//! Who holds which of a few cards: three equal hands, numbered.

use std::sync::LazyLock;

use crate::structure::choose;

/// The most cards that are dealt in tables.
pub(crate) const MOST_CARDS: usize = 9;

/// The player of each card, the declarer being 0, in the order of the
/// structure: trumps from the lowest, then each plain suit from the lowest.
pub(crate) type Holders = [u8; MOST_CARDS];

/// All ways to deal a number of cards into three equal hands.
#[derive(Debug)]
pub(crate) struct Dealings {
    cards: usize,
    all: Vec<Holders>,
    /// By holders read as digits to base three, the first card last.
    number: Vec<u16>,
}

impl Dealings {
    /// Those of 0, 3, 6 or 9 cards.
    pub(crate) fn of(cards: usize) -> &'static Dealings {
        static ALL: LazyLock<[Dealings; 4]> = LazyLock::new(|| [0, 3, 6, 9].map(Dealings::new));
        debug_assert!(cards.is_multiple_of(3) && cards <= MOST_CARDS);
        &ALL[cards / 3]
    }

    fn new(cards: usize) -> Dealings {
        let mut dealings = Dealings {
            cards,
            all: Vec::new(),
            number: vec![u16::MAX; 3_usize.pow(cards as u32)],
        };
        for code in 0..dealings.number.len() {
            let mut rest = code;
            let mut holders = [0; MOST_CARDS];
            let mut held = [0; 3];
            for holder in &mut holders[..cards] {
                *holder = (rest % 3) as u8;
                held[rest % 3] += 1;
                rest /= 3;
            }
            if held == [cards / 3; 3] {
                dealings.number[code] = dealings.all.len() as u16;
                dealings.all.push(holders);
            }
        }
        debug_assert_eq!(
            dealings.all.len() as u64,
            choose(cards, cards / 3) * choose(cards * 2 / 3, cards / 3)
        );
        dealings
    }

    /// All of them, in order.
    pub(crate) fn all(&self) -> &[Holders] {
        &self.all
    }

    /// How many there are with each of the three leads.
    pub(crate) fn rows(&self) -> usize {
        3 * self.all.len()
    }

    /// The place among [`all`](Self::all).
    ///
    /// # Panics
    ///
    /// If the hands are not equal.
    #[inline]
    pub(crate) fn number(&self, holders: &Holders) -> usize {
        let digits = holders[..self.cards].iter().rev();
        let code = digits.fold(0, |code, &holder| 3 * code + usize::from(holder));
        self.at(code)
    }

    /// The same for holders as digits to base three, the first card last.
    ///
    /// # Panics
    ///
    /// If the hands are not equal.
    #[inline]
    pub(crate) fn at(&self, code: usize) -> usize {
        let number = self.number[code];
        assert_ne!(number, u16::MAX, "unequal hands");
        usize::from(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dealings_are_numbered_in_order() {
        for (cards, count) in [(0, 1), (3, 6), (6, 90), (9, 1_680)] {
            let dealings = Dealings::of(cards);
            assert_eq!(dealings.all().len(), count);
            for (at, holders) in dealings.all().iter().enumerate() {
                assert_eq!(dealings.number(holders), at);
            }
        }
    }
}
