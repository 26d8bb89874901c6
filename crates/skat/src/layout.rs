//! Cards as solver and tables see them: bits in the order of one contract.

use std::sync::LazyLock;

use crate::{Card, Cards, Colour, Contract, Deal, Kind, Seat};

/// Hands by player, the declarer first, then the defenders in the order of
/// play. Each colour is a run of bits, its lowest card lowest.
pub(crate) type Hands = [u32; 3];

/// Which of the 32 bits stands for which card, and what follows from it.
///
/// Suit games put the plain suits at bits 0, 7 and 14 and the trumps at 21;
/// grand the plain suits at 0, 7, 14 and 21 and the jacks at 28; null the
/// suits at 0, 8, 16 and 24.
pub(crate) struct Layout {
    kind: Kind,
    bit: [u8; 32],
    card: [Card; 32],
    points: [u8; 32],
    colour: [u32; 32],
    above: [u32; 32],
    trumps: u32,
}

impl Layout {
    /// The layout of a contract.
    pub(crate) fn of(contract: Contract) -> &'static Layout {
        static ALL: LazyLock<[Layout; 6]> = LazyLock::new(|| Contract::ALL.map(Layout::new));
        &ALL[contract.index()]
    }

    fn new(contract: Contract) -> Layout {
        let mut cards: Vec<Card> = Card::all().collect();
        cards.sort_by_key(|&card| {
            let colour = match contract.colour(card) {
                Colour::Plain(suit) => suit as u8,
                Colour::Trump => u8::MAX,
            };
            (colour, contract.height(card))
        });
        let mut layout = Layout {
            kind: contract.kind(),
            bit: [0; 32],
            card: [cards[0]; 32],
            points: [0; 32],
            colour: [0; 32],
            above: [0; 32],
            trumps: 0,
        };
        for (at, &card) in cards.iter().enumerate() {
            layout.bit[card.index()] = at as u8;
            layout.card[at] = card;
            layout.points[at] = contract.points(card);
            if contract.colour(card) == Colour::Trump {
                layout.trumps |= 1 << at;
            }
            for (other, &second) in cards.iter().enumerate() {
                if contract.colour(card) == contract.colour(second) {
                    layout.colour[at] |= 1 << other;
                    layout.above[at] |= u32::from(other > at) << other;
                }
            }
        }
        layout
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// All trumps.
    pub(crate) fn trumps(&self) -> u32 {
        self.trumps
    }

    /// What the card at `bit` counts.
    #[inline]
    pub(crate) fn points(&self, bit: u8) -> i32 {
        i32::from(self.points[usize::from(bit)])
    }

    /// All cards of the colour of the card at `bit`.
    #[inline]
    pub(crate) fn colour(&self, bit: u8) -> u32 {
        self.colour[usize::from(bit)]
    }

    /// The higher cards of the colour of the card at `bit`.
    #[inline]
    pub(crate) fn above(&self, bit: u8) -> u32 {
        self.above[usize::from(bit)]
    }

    /// Whether the card at `bit` takes the trick from the one at `best`.
    #[inline]
    pub(crate) fn beats(&self, bit: u8, best: u8) -> bool {
        let same = self.colour(best) >> bit & 1 == 1;
        match same {
            true => bit > best,
            false => self.trumps >> bit & 1 == 1,
        }
    }

    /// What all these cards count.
    pub(crate) fn sum(&self, mut set: u32) -> i32 {
        let mut sum = 0;
        while set != 0 {
            sum += self.points(set.trailing_zeros() as u8);
            set &= set - 1;
        }
        sum
    }

    pub(crate) fn bit(&self, card: Card) -> u8 {
        self.bit[card.index()]
    }

    /// The card at `bit`.
    pub(crate) fn card(&self, bit: u8) -> Card {
        self.card[usize::from(bit)]
    }

    /// The hands of a deal, the declarer's first.
    pub(crate) fn hands(&self, deal: &Deal) -> Hands {
        [0, 1, 2].map(|places| self.set(deal.hand(deal.declarer().after(places))))
    }

    /// The number of a seat, the declarer's being 0.
    pub(crate) fn player(deal: &Deal, seat: Seat) -> usize {
        (seat as usize + 3 - deal.declarer() as usize) % 3
    }

    /// A set of cards as bits.
    pub(crate) fn set(&self, cards: Cards) -> u32 {
        cards.fold(0, |set, card| set | 1 << self.bit(card))
    }

    /// 96 bits that say all that decides the play at the lead of a trick,
    /// but for who leads.
    ///
    /// Cards that have left the game leave no trace: within a colour, cards
    /// that count the same and stand next to each other in the pack (seven,
    /// eight and nine; the jacks; in null games all) move down into the gaps
    /// below them, which keeps their order and their points. Plain suits that
    /// hold the same cards in other hands are interchangeable, so they are
    /// sorted. Equal keys are therefore one position up to the names of
    /// cards, and have one value.
    #[inline]
    pub(crate) fn key(&self, hands: &Hands) -> u128 {
        let closed = &*CLOSED;
        let all = hands[0] | hands[1] | hands[2];
        match self.kind {
            Kind::Suit => {
                let mut plain = [0, 7, 14].map(|at| plain_word(closed, hands, all, at));
                sort3(&mut plain);
                let [a, b, c] = plain.map(u128::from);
                let trumps = hands.map(|hand| {
                    let (x, p) = (hand >> 21, all >> 21);
                    let low = close(closed, x & 7, p & 7);
                    let jacks = close(closed, x >> 7, p >> 7);
                    u128::from(low | x & 0x78 | jacks << 7)
                });
                let trumps = trumps[0] | trumps[1] << 11 | trumps[2] << 22;
                trumps << 63 | a << 42 | b << 21 | c
            }
            Kind::Grand => {
                let mut plain = [0, 7, 14, 21].map(|at| plain_word(closed, hands, all, at));
                plain.sort_unstable();
                let [a, b, c, d] = plain.map(u128::from);
                let jacks = hands.map(|hand| u128::from(close(closed, hand >> 28, all >> 28)));
                let jacks = jacks[0] | jacks[1] << 4 | jacks[2] << 8;
                jacks << 84 | a << 63 | b << 42 | c << 21 | d
            }
            Kind::Null => {
                let mut plain = [0, 8, 16, 24].map(|at| {
                    let [a, b, c] =
                        hands.map(|hand| close(closed, hand >> at & 255, all >> at & 255));
                    a | b << 8 | c << 16
                });
                plain.sort_unstable();
                let [a, b, c, d] = plain.map(u128::from);
                a << 72 | b << 48 | c << 24 | d
            }
        }
    }
}

/// One plain suit of seven cards, all three hands.
#[inline]
fn plain_word(closed: &[u8; 1 << 16], hands: &Hands, all: u32, at: u32) -> u32 {
    let present = all >> at & 7;
    let [a, b, c] = hands.map(|hand| {
        let x = hand >> at & 127;
        close(closed, x & 7, present) | x & 0x78
    });
    a | b << 7 | c << 14
}

#[inline]
fn sort3(words: &mut [u32; 3]) {
    if words[0] > words[1] {
        words.swap(0, 1);
    }
    if words[1] > words[2] {
        words.swap(1, 2);
    }
    if words[0] > words[1] {
        words.swap(0, 1);
    }
}

/// The cards `set`, some of those `present`, when the gaps between those
/// present have closed.
#[inline]
fn close(closed: &[u8; 1 << 16], set: u32, present: u32) -> u32 {
    u32::from(closed[(present << 8 | set) as usize])
}

/// [`close`] for all subsets of eight cards.
static CLOSED: LazyLock<Box<[u8; 1 << 16]>> = LazyLock::new(|| {
    let mut table = Box::new([0; 1 << 16]);
    for present in 0..256_usize {
        for set in 0..256_usize {
            let places = (0..8).filter(|bit| present >> bit & 1 == 1);
            for (place, bit) in places.enumerate() {
                table[present << 8 | set] |= ((set >> bit & 1) as u8) << place;
            }
        }
    }
    table
});

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::Suit;

    fn key(text: &str) -> u128 {
        let deal = Deal::read(text).unwrap();
        let layout = Layout::of(deal.contract());
        layout.key(&layout.hands(&deal))
    }

    #[test]
    fn colours_are_runs_of_bits() {
        for contract in Contract::ALL {
            let layout = Layout::of(contract);
            for bit in 0..32 {
                let colour = layout.colour(bit);
                let run = colour >> colour.trailing_zeros();
                assert_eq!(run & (run + 1), 0, "{contract}");
                assert_eq!(layout.bit(layout.card(bit)), bit);
            }
            for (a, b) in (0..32).flat_map(|a| (0..32).map(move |b| (a, b))) {
                let beats = contract.beats(layout.card(a), layout.card(b));
                assert_eq!(layout.beats(a, b), a != b && beats);
            }
        }
    }

    #[test]
    fn gaps_between_worthless_cards_and_between_jacks_close() {
        let a = key("C7 SJ | C9 HA | DJ D9; game clubs; declarer 1; lead 1");
        let b = key("C8 CJ | C9 HA | SJ D7; game clubs; declarer 1; lead 1");
        assert_eq!(a, b);
    }

    #[test]
    fn points_keep_cards_apart_except_in_null() {
        let hands = ["SA | SK | S7", "SA | SQ | S7"];
        let keys = |game: &str| {
            hands.map(|hands| key(&format!("{hands}; game {game}; declarer 1; lead 1")))
        };
        let [a, b] = keys("hearts");
        assert_ne!(a, b);
        let [a, b] = keys("null");
        assert_eq!(a, b);
    }

    #[test]
    fn suits_and_seats_are_interchangeable() {
        let a = key("SA H7 | SK HT | S7 DJ; game clubs; declarer 1; lead 1");
        let b = key("H9 DJ | HA D7 | HK DT; game spades; declarer 2; lead 1");
        assert_eq!(a, b);
        let c = key("DA H8 | DK HT | D7 CJ; game grand; declarer 1; lead 1");
        let d = key("SA D9 | SK DT | S9 HJ; game grand; declarer 1; lead 1");
        assert_eq!(c, d);
    }

    /// Sets of cards whoever holds them, counted up to the key: the usual
    /// normal form of Skat programs by suit, rank and points.
    #[test]
    fn sets_of_one_to_six_cards_fall_into_so_many_classes() {
        let expected = [
            (
                Contract::Suit(Suit::Clubs),
                [11, 73, 378, 1_600, 5_641, 16_898],
            ),
            (Contract::Grand, [6, 32, 137, 528, 1_718, 4_909]),
            (Contract::Null, [1, 2, 3, 5, 6, 9]),
        ];
        for (contract, counts) in expected {
            let layout = Layout::of(contract);
            for (size, count) in (1..).zip(counts) {
                let mut keys = HashSet::new();
                let mut set: u64 = (1 << size) - 1;
                while set < 1 << 32 {
                    keys.insert(layout.key(&[set as u32, 0, 0]));
                    // The next larger number with as many bits.
                    let low = set & set.wrapping_neg();
                    let up = set + low;
                    set = up | ((set ^ up) / low) >> 2;
                }
                assert_eq!(keys.len(), count, "{contract}, {size} cards");
            }
        }
    }
}
