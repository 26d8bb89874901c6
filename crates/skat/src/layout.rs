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
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
