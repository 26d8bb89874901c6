//! Positions without their points, and the points apart.

use std::sync::LazyLock;

use crate::Kind;
use crate::layout::{Hands, Layout};

/// All that decides the play at the lead of a trick, but for who leads: who
/// holds what, and what it counts.
///
/// Cards that have left the game leave no trace, and plain suits are sorted,
/// so that positions are alike whatever their cards are called. Equal
/// likenesses mean one value. If they are equal but for points, the same lines
/// of play are possible in both positions and lead to the same tricks: a strategy that brings the declarer `v` points in one brings him,
/// in the other, at least `v` less what its cards count less. So their values
/// lie no further apart than their points (T. Furtak and M. Buro, *Using
/// Payoff-Similarity to Speed Up Search*, 2011).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Likeness {
    /// Who of the defenders holds which card, two bits for each card.
    pub(super) holders: u64,
    /// How many cards each colour has, four bits each.
    pub(super) lengths: u32,
    /// What each card counts, four bits each.
    pub(super) points: u128,
}

impl Likeness {
    #[inline]
    pub(super) fn new(layout: &Layout, hands: &Hands) -> Likeness {
        let tables = &*TABLES;
        let all = hands[0] | hands[1] | hands[2];
        let word = |at: u32, cards: u32| {
            let [_, second, third] = hands.map(|hand| hand >> at & cards);
            Word::new(tables, all >> at & cards, second, third)
        };
        let mut likeness = Likeness::default();
        match layout.kind() {
            Kind::Suit => {
                let mut plain = [word(0, 127), word(7, 127), word(14, 127)];
                sort(&mut plain, 0, 1);
                sort(&mut plain, 1, 2);
                sort(&mut plain, 0, 1);
                plain.iter().for_each(|word| likeness.add(word));
                likeness.add(&word(21, 127).under(&word(28, 15).of_jacks()));
            }
            Kind::Grand => {
                let mut plain = [word(0, 127), word(7, 127), word(14, 127), word(21, 127)];
                sort4(&mut plain);
                plain.iter().for_each(|word| likeness.add(word));
                likeness.add(&word(28, 15).of_jacks());
            }
            Kind::Null => {
                let mut plain = [0, 8, 16, 24].map(|at| Word {
                    points: 0,
                    ..word(at, 255)
                });
                sort4(&mut plain);
                plain.iter().for_each(|word| likeness.add(word));
            }
        }
        likeness
    }

    /// Appends a colour.
    #[inline]
    fn add(&mut self, word: &Word) {
        let holders = word.second << word.length | word.third;
        self.holders = self.holders << (2 * word.length) | u64::from(holders);
        self.lengths = self.lengths << 4 | word.length;
        self.points = self.points << (4 * word.length) | u128::from(word.points);
    }

    /// How much more, and how much less, the cards of this position count than
    /// those of another that plays alike.
    #[inline]
    pub(super) fn apart(self, points: u128) -> (i32, i32) {
        let (mut more, mut less) = (0, 0);
        let mut different = self.points ^ points;
        while different != 0 {
            let at = different.trailing_zeros() & !3;
            different &= !(15 << at);
            let difference = (self.points >> at & 15) as i32 - (points >> at & 15) as i32;
            more += difference.max(0);
            less += (-difference).max(0);
        }
        (more, less)
    }
}

/// One colour, gaps closed.
#[derive(Clone, Copy)]
struct Word {
    /// The cards of the first defender, lowest card lowest.
    second: u32,
    /// Those of the other.
    third: u32,
    /// What each counts, four bits each.
    points: u64,
    length: u32,
}

impl Word {
    /// The cards present in a colour of at most eight, and who of the
    /// defenders has which.
    #[inline]
    fn new(tables: &Tables, present: u32, second: u32, third: u32) -> Word {
        let closed = |set: u32| u32::from(tables.closed[(present << 8 | set) as usize]);
        Word {
            second: closed(second),
            third: closed(third),
            points: u64::from(tables.points[(present & 127) as usize]),
            length: present.count_ones(),
        }
    }

    /// The same cards, counting as jacks do.
    #[inline]
    fn of_jacks(self) -> Word {
        Word {
            points: 0x2222 & ((1 << (4 * self.length)) - 1),
            ..self
        }
    }

    /// One colour of these cards and higher ones.
    #[inline]
    fn under(self, higher: &Word) -> Word {
        Word {
            second: self.second | higher.second << self.length,
            third: self.third | higher.third << self.length,
            points: self.points | higher.points << (4 * self.length),
            length: self.length + higher.length,
        }
    }

    /// What plain suits are sorted by: play first, then points.
    #[inline]
    fn rank(&self) -> u64 {
        // At most eight cards and, where points count, seven.
        u64::from(self.length << 16 | self.second << 8 | self.third) << 32 | self.points
    }
}

#[inline]
fn sort(words: &mut [Word], a: usize, b: usize) {
    if words[a].rank() > words[b].rank() {
        words.swap(a, b);
    }
}

#[inline]
fn sort4(words: &mut [Word; 4]) {
    for (a, b) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
        sort(words, a, b);
    }
}

struct Tables {
    /// For cards present and some of them: the latter, when the gaps between
    /// those present have closed.
    closed: Box<[u8; 1 << 16]>,
    /// For cards present in a plain suit, 7 8 9 Q K T A: what they count, from
    /// the lowest, four bits each.
    points: [u32; 128],
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut closed = Box::new([0; 1 << 16]);
    for present in 0..256_usize {
        for set in 0..256_usize {
            let places = (0..8).filter(|bit| present >> bit & 1 == 1);
            for (place, bit) in places.enumerate() {
                closed[present << 8 | set] |= ((set >> bit & 1) as u8) << place;
            }
        }
    }
    let mut points = [0; 128];
    for (present, points) in points.iter_mut().enumerate() {
        let cards = [0, 0, 0, 3, 4, 10, 11].into_iter().enumerate();
        let held = cards.filter(|(bit, _)| present >> bit & 1 == 1);
        *points = held.rev().fold(0, |sum, (_, points)| sum << 4 | points);
    }
    Tables { closed, points }
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{Contract, Deal, Suit};

    fn likeness(text: &str) -> Likeness {
        let deal = Deal::read(text).unwrap();
        let layout = Layout::of(deal.contract());
        Likeness::new(layout, &layout.hands(&deal))
    }

    #[test]
    fn gaps_between_worthless_cards_and_between_jacks_close() {
        let a = likeness("C7 SJ | C9 HA | DJ D9; game clubs; declarer 1; lead 1");
        let b = likeness("C8 CJ | C9 HA | SJ D7; game clubs; declarer 1; lead 1");
        assert_eq!(a, b);
    }

    /// Whether two positions are equal but for points.
    fn play_alike(a: Likeness, b: Likeness) -> bool {
        (a.holders, a.lengths) == (b.holders, b.lengths)
    }

    #[test]
    fn points_keep_cards_apart_except_in_null() {
        let hands = ["SA | SK | S7", "SA | SQ | S8"];
        let both = |game: &str| {
            hands.map(|hands| likeness(&format!("{hands}; game {game}; declarer 1; lead 1")))
        };
        let [a, b] = both("hearts");
        assert!(play_alike(a, b));
        assert_eq!(a.apart(b.points), (1, 0));
        assert_eq!(b.apart(a.points), (0, 1));
        let [a, b] = both("null");
        assert_eq!(a, b);
    }

    #[test]
    fn a_jack_may_stand_for_an_ace_of_trumps() {
        let a = likeness("CJ | CT | S7; game clubs; declarer 1; lead 1");
        let b = likeness("CA | CK | S7; game clubs; declarer 1; lead 1");
        assert!(play_alike(a, b));
        assert_eq!(a.apart(b.points), (6, 9));
    }

    #[test]
    fn suits_and_seats_are_interchangeable() {
        let a = likeness("SA H7 | SK HT | S7 DJ; game clubs; declarer 1; lead 1");
        let b = likeness("H9 DJ | HA D7 | HK DT; game spades; declarer 2; lead 1");
        assert_eq!(a, b);
        let c = likeness("DA H8 | DK HT | D7 CJ; game grand; declarer 1; lead 1");
        let d = likeness("SA D9 | SK DT | S9 HJ; game grand; declarer 1; lead 1");
        assert_eq!(c, d);
    }

    /// Sets of cards whoever holds them, counted up to likeness, and up to
    /// play alone.
    #[test]
    fn sets_of_one_to_six_cards_fall_into_so_many_classes() {
        let expected = [
            (
                Contract::Suit(Suit::Clubs),
                [11, 73, 378, 1_600, 5_641, 16_898],
                [2, 4, 7, 11, 16, 23],
            ),
            (
                Contract::Grand,
                [6, 32, 137, 528, 1_718, 4_909],
                [2, 4, 7, 12, 17, 25],
            ),
            (Contract::Null, [1, 2, 3, 5, 6, 9], [1, 2, 3, 5, 6, 9]),
        ];
        for (contract, counts, structures) in expected {
            let layout = Layout::of(contract);
            for (size, (count, structures)) in (1..).zip(counts.into_iter().zip(structures)) {
                let mut alike = HashSet::new();
                let mut play = HashSet::new();
                let mut set: u64 = (1 << size) - 1;
                while set < 1 << 32 {
                    let likeness = Likeness::new(layout, &[set as u32, 0, 0]);
                    let plays = (likeness.holders, likeness.lengths);
                    alike.insert((plays, likeness.points));
                    play.insert(plays);
                    // The next larger number with as many bits.
                    let low = set & set.wrapping_neg();
                    let up = set + low;
                    set = up | ((set ^ up) / low) >> 2;
                }
                assert_eq!(alike.len(), count, "{contract}, {size} cards");
                assert_eq!(play.len(), structures, "{contract}, {size} cards");
            }
        }
    }
}
