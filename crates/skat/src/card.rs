//! Cards and sets of cards.

use std::fmt;

/// One of the four suits, in the order of the jacks: clubs above all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// ♣, written `C`.
    Clubs,
    /// ♠, written `S`.
    Spades,
    /// ♥, written `H`.
    Hearts,
    /// ♦, written `D`.
    Diamonds,
}

impl Suit {
    /// All four, highest jack first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Spades, Suit::Hearts, Suit::Diamonds];

    const LETTERS: [char; 4] = ['C', 'S', 'H', 'D'];

    fn read(letter: char) -> Option<Suit> {
        let at = Suit::LETTERS.iter().position(|&l| l == letter)?;
        Some(Suit::ALL[at])
    }
}

/// One of the eight ranks, in the order of null games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rank {
    /// `7`.
    Seven,
    /// `8`.
    Eight,
    /// `9`.
    Nine,
    /// `T`.
    Ten,
    /// `J`.
    Jack,
    /// `Q`.
    Queen,
    /// `K`.
    King,
    /// `A`.
    Ace,
}

impl Rank {
    /// All eight, in the order of null games, lowest first.
    pub const ALL: [Rank; 8] = [
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];

    const LETTERS: [char; 8] = ['7', '8', '9', 'T', 'J', 'Q', 'K', 'A'];

    fn read(letter: char) -> Option<Rank> {
        let at = Rank::LETTERS.iter().position(|&l| l == letter)?;
        Some(Rank::ALL[at])
    }

    /// What a card of this rank counts in a trick.
    #[must_use]
    pub const fn points(self) -> u8 {
        match self {
            Rank::Seven | Rank::Eight | Rank::Nine => 0,
            Rank::Jack => 2,
            Rank::Queen => 3,
            Rank::King => 4,
            Rank::Ten => 10,
            Rank::Ace => 11,
        }
    }
}

/// One of the 32 cards.
///
/// ```
/// use tabia_skat::{Card, Rank, Suit};
/// let card = Card::read("HT").unwrap();
/// assert_eq!((card.suit(), card.rank()), (Suit::Hearts, Rank::Ten));
/// assert_eq!(card.to_string(), "HT");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

impl Card {
    /// The card of this suit and rank.
    #[must_use]
    pub const fn new(suit: Suit, rank: Rank) -> Card {
        Card(suit as u8 * 8 + rank as u8)
    }

    /// All 32.
    pub fn all() -> impl Iterator<Item = Card> {
        (0..32).map(Card)
    }

    /// The card that a suit letter and a rank name, such as `HT`.
    #[must_use]
    pub fn read(text: &str) -> Option<Card> {
        let mut letters = text.chars();
        let suit = Suit::read(letters.next()?)?;
        let rank = Rank::read(letters.next()?)?;
        letters.next().is_none().then(|| Card::new(suit, rank))
    }

    /// Its suit as printed, which is not always the one to follow: a jack is
    /// a trump except in null games.
    #[must_use]
    pub const fn suit(self) -> Suit {
        Suit::ALL[self.0 as usize / 8]
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[self.0 as usize % 8]
    }

    /// Its number: eight cards of a suit after each other, suits in order.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suit = Suit::LETTERS[self.suit() as usize];
        let rank = Rank::LETTERS[self.rank() as usize];
        write!(f, "{suit}{rank}")
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

tabia_kernel::set_of! {
    /// A set of cards.
    pub struct Cards of Card;
}

impl Cards {
    /// What they count together.
    #[must_use]
    pub fn points(self) -> u8 {
        // At most 120: four times 30.
        self.map(|card| card.rank().points()).sum()
    }
}

impl fmt::Display for Cards {
    /// Suit by suit, the highest of each first: `CJ SA S7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cards: Vec<Card> = self.collect();
        cards.sort_by_key(|card| (card.suit(), std::cmp::Reverse(card.rank())));
        for (i, card) in cards.iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            write!(f, "{gap}{card}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_two_cards_count_120_points() {
        let all: Cards = Card::all().collect();
        assert_eq!(all.len(), 32);
        assert_eq!(all.points(), 120);
    }

    #[test]
    fn every_card_is_read_back() {
        for card in Card::all() {
            assert_eq!(Card::read(&card.to_string()), Some(card));
        }
    }

    #[test]
    fn what_is_no_card_is_not_read() {
        for text in ["", "C", "CJJ", "JC", "C1", "c7", "♣J", "C10"] {
            assert_eq!(Card::read(text), None, "{text}");
        }
    }

    #[test]
    fn sets_list_suit_by_suit() {
        let set: Cards = ["DT", "S7", "CJ", "SA"]
            .into_iter()
            .filter_map(Card::read)
            .collect();
        assert_eq!(set.to_string(), "CJ SA S7 DT");
        assert_eq!(set.without(Card::new(Suit::Spades, Rank::Ace)).len(), 3);
    }
}
