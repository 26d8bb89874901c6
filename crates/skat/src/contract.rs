//! What is played: a suit game, grand or null.

use std::fmt;

use crate::{Card, Cards, Rank, Suit};

/// The declarer's game. It says what is trump, which card beats which, and
/// what counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contract {
    /// The jacks and this suit are trumps.
    Suit(Suit),
    /// The jacks are the only trumps.
    Grand,
    /// No trumps, jacks between ten and queen, and the declarer must not
    /// take a trick.
    Null,
}

/// What a card obliges others to follow: the trumps, or its own suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// The trumps, jacks included.
    Trump,
    /// A suit that is not trump, without its jack unless the game is null.
    Plain(Suit),
}

/// The three kinds of contracts: which colours there are, and what counts.
/// All suit games play alike but for the names of suits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Three plain suits of seven cards, eleven trumps.
    Suit,
    /// Four plain suits of seven cards, four trumps.
    Grand,
    /// Four plain suits of eight cards, no trumps, no points.
    Null,
}

impl Kind {
    /// All three.
    pub const ALL: [Kind; 3] = [Kind::Suit, Kind::Grand, Kind::Null];

    /// `suit`, `grand` or `null`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Suit => "suit",
            Kind::Grand => "grand",
            Kind::Null => "null",
        }
    }

    /// One contract of this kind.
    #[must_use]
    pub const fn example(self) -> Contract {
        match self {
            Kind::Suit => Contract::Suit(Suit::Clubs),
            Kind::Grand => Contract::Grand,
            Kind::Null => Contract::Null,
        }
    }
}

impl Contract {
    /// Its kind.
    #[must_use]
    pub const fn kind(self) -> Kind {
        match self {
            Contract::Suit(_) => Kind::Suit,
            Contract::Grand => Kind::Grand,
            Contract::Null => Kind::Null,
        }
    }

    /// All six, as they are written.
    pub const ALL: [Contract; 6] = [
        Contract::Suit(Suit::Clubs),
        Contract::Suit(Suit::Spades),
        Contract::Suit(Suit::Hearts),
        Contract::Suit(Suit::Diamonds),
        Contract::Grand,
        Contract::Null,
    ];

    /// Its place among [`ALL`](Self::ALL).
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Contract::Suit(suit) => suit as usize,
            Contract::Grand => 4,
            Contract::Null => 5,
        }
    }

    /// The contract called `text`: `clubs`, `spades`, `hearts`, `diamonds`,
    /// `grand` or `null`.
    #[must_use]
    pub fn read(text: &str) -> Option<Contract> {
        Contract::ALL.into_iter().find(|c| c.name() == text)
    }

    const fn name(self) -> &'static str {
        match self {
            Contract::Suit(Suit::Clubs) => "clubs",
            Contract::Suit(Suit::Spades) => "spades",
            Contract::Suit(Suit::Hearts) => "hearts",
            Contract::Suit(Suit::Diamonds) => "diamonds",
            Contract::Grand => "grand",
            Contract::Null => "null",
        }
    }

    /// What others have to follow when `card` is led.
    #[must_use]
    pub fn colour(self, card: Card) -> Colour {
        match self {
            Contract::Null => Colour::Plain(card.suit()),
            _ if card.rank() == Rank::Jack => Colour::Trump,
            Contract::Suit(trump) if card.suit() == trump => Colour::Trump,
            _ => Colour::Plain(card.suit()),
        }
    }

    /// How high `card` stands among those of its [`colour`](Self::colour).
    /// No two cards of one colour stand equally high.
    #[must_use]
    pub fn height(self, card: Card) -> u8 {
        let rank = card.rank();
        if self == Contract::Null {
            return rank as u8;
        }
        match rank {
            Rank::Seven => 0,
            Rank::Eight => 1,
            Rank::Nine => 2,
            Rank::Queen => 3,
            Rank::King => 4,
            Rank::Ten => 5,
            Rank::Ace => 6,
            // Clubs, spades, hearts, diamonds, from the top.
            Rank::Jack => 10 - card.suit() as u8,
        }
    }

    /// What `card` counts for whoever takes it; nothing in null games.
    #[must_use]
    pub fn points(self, card: Card) -> u8 {
        match self {
            Contract::Null => 0,
            _ => card.rank().points(),
        }
    }

    /// The cards of `hand` that may be played when `led` lies on the table,
    /// or at the lead of a trick. Who has the colour led must follow it; who
    /// has not may play anything.
    #[must_use]
    pub fn playable(self, hand: Cards, led: Option<Card>) -> Cards {
        let Some(led) = led else { return hand };
        let colour = self.colour(led);
        let following: Cards = hand.filter(|&card| self.colour(card) == colour).collect();
        match following.is_empty() {
            true => hand,
            false => following,
        }
    }

    /// Whether `card` takes the trick from `best`, the best so far.
    #[must_use]
    pub fn beats(self, card: Card, best: Card) -> bool {
        match (self.colour(card), self.colour(best)) {
            (a, b) if a == b => self.height(card) > self.height(best),
            (a, _) => a == Colour::Trump,
        }
    }
}

impl fmt::Display for Contract {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.split_whitespace()
            .map(|card| Card::read(card).unwrap())
            .collect()
    }

    fn card(text: &str) -> Card {
        Card::read(text).unwrap()
    }

    #[test]
    fn jacks_are_trumps_except_in_null() {
        let hearts = Contract::Suit(Suit::Hearts);
        assert_eq!(hearts.colour(card("CJ")), Colour::Trump);
        assert_eq!(hearts.colour(card("H7")), Colour::Trump);
        assert_eq!(hearts.colour(card("C7")), Colour::Plain(Suit::Clubs));
        assert_eq!(
            Contract::Grand.colour(card("H7")),
            Colour::Plain(Suit::Hearts)
        );
        assert_eq!(
            Contract::Null.colour(card("CJ")),
            Colour::Plain(Suit::Clubs)
        );
    }

    #[test]
    fn a_jack_does_not_follow_its_printed_suit() {
        let hand = cards("CJ D9 DA");
        let playable = |contract: Contract, led| contract.playable(hand, Some(card(led)));
        assert_eq!(playable(Contract::Grand, "CA"), hand);
        assert_eq!(playable(Contract::Grand, "SJ"), cards("CJ"));
        assert_eq!(playable(Contract::Suit(Suit::Spades), "S7"), cards("CJ"));
        assert_eq!(playable(Contract::Null, "CA"), cards("CJ"));
        assert_eq!(playable(Contract::Null, "D7"), cards("D9 DA"));
    }

    #[test]
    fn who_cannot_follow_need_not_trump() {
        let hand = cards("CJ C7 D9");
        let clubs = Contract::Suit(Suit::Clubs);
        assert_eq!(clubs.playable(hand, Some(card("HA"))), hand);
    }

    #[test]
    fn tens_stand_under_aces_and_in_null_under_jacks() {
        let order = |contract: Contract, text: &str| {
            let cards: Vec<Card> = text.split_whitespace().map(card).collect();
            cards
                .windows(2)
                .all(|w| contract.beats(w[0], w[1]) && !contract.beats(w[1], w[0]))
        };
        let clubs = Contract::Suit(Suit::Clubs);
        assert!(order(clubs, "CJ SJ HJ DJ CA CT CK CQ C9 C8 C7 DA"));
        assert!(order(Contract::Grand, "CJ SJ HJ DJ DA DT DK DQ D9 D8 D7"));
        assert!(order(Contract::Null, "DA DK DQ DJ DT D9 D8 D7"));
    }

    #[test]
    fn a_discard_takes_nothing() {
        assert!(!Contract::Grand.beats(card("HA"), card("S7")));
        assert!(!Contract::Null.beats(card("CJ"), card("S7")));
        assert!(Contract::Grand.beats(card("DJ"), card("SA")));
    }
}
