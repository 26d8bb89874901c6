//! Skat as a [`Game`].

use tabia_kernel::rules::{Game, Notation, Payoff, Side};

use crate::{Card, Contract, Deal, ReadDealError};

/// The play of the cards with open hands, under the International Skat Order.
///
/// The declarer is [`Side::First`], both defenders are [`Side::Second`]. The
/// payoff of a suit or grand game is the declarer's card points, those taken
/// before included; a null game is won or lost, the latter as soon as the
/// declarer takes a trick.
///
/// ```
/// use tabia_kernel::rules::{Game, Payoff, Side};
/// use tabia_skat::{Card, Deal, Skat};
///
/// let mut deal = Deal::read("CJ | CA | HT; game clubs; declarer 1; lead 2")?;
/// for card in ["CA", "HT", "CJ"] {
///     Skat.play(&mut deal, Card::read(card).unwrap());
/// }
/// assert_eq!(Skat.payoff(&deal), Some(Payoff::new(11 + 10 + 2)));
/// # Ok::<(), tabia_skat::ReadDealError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Skat;

impl Skat {
    /// Checks that `card` may be played.
    pub fn check(self, deal: &Deal, card: Card) -> Result<(), IllegalCard> {
        if deal.is_over() {
            return Err(IllegalCard::Over);
        }
        let seat = deal.turn();
        let playable = deal.playable();
        if playable.contains(card) {
            return Ok(());
        }
        if !deal.hand(seat).contains(card) {
            return Err(IllegalCard::NotHeld { card, seat });
        }
        let led = deal.table().next().unwrap_or(card);
        let held = playable.into_iter().next().unwrap_or(card);
        Err(IllegalCard::MustFollow { card, led, held })
    }
}

/// Why a card cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalCard {
    /// The player does not have it.
    #[error("{card} is not in the hand of seat {seat}, whose turn it is")]
    NotHeld {
        /// The card.
        card: Card,
        /// Whose turn it is.
        seat: crate::Seat,
    },
    /// The player has to follow.
    #[error("{card} does not follow {led}, and {held} would")]
    MustFollow {
        /// The card.
        card: Card,
        /// The first card of the trick.
        led: Card,
        /// One that may be played.
        held: Card,
    },
    /// Nothing can be played any more.
    #[error("the game is over")]
    Over,
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadMoveError {
    /// No card at all.
    #[error("`{0}` is not a card: expected a suit, C S H D, and a rank, 7 8 9 T J Q K A")]
    Card(String),
    /// A card that may not be played.
    #[error(transparent)]
    Illegal(#[from] IllegalCard),
}

impl Game for Skat {
    type State = Deal;
    type Move = Card;
    type Undo = Deal;
    /// All of the deal, exactly.
    type Key = u128;

    #[inline]
    fn to_move(&self, s: &Deal) -> Side {
        s.side(s.turn())
    }

    fn payoff(&self, s: &Deal) -> Option<Payoff> {
        s.is_over().then(|| match (s.contract, s.lost) {
            (Contract::Null, true) => Payoff::win_for(Side::Second),
            (Contract::Null, false) => Payoff::win_for(Side::First),
            _ => Payoff::new(i16::from(s.points)),
        })
    }

    fn moves(&self, s: &Deal, out: &mut Vec<Card>) {
        out.extend(s.playable());
    }

    fn play(&self, s: &mut Deal, m: Card) -> Deal {
        let before = *s;
        s.play(m);
        before
    }

    fn undo(&self, s: &mut Deal, _: Card, u: Deal) {
        *s = u;
    }

    fn key(&self, s: &Deal) -> u128 {
        let parts = [
            (s.contract.index() as u128, 3),
            (s.leader as u128, 2),
            (s.declarer as u128, 2),
            (u128::from(s.points), 7),
            (u128::from(s.lost), 1),
            (s.table[0].map_or(32, |card| card.index() as u128), 6),
            (s.table[1].map_or(32, |card| card.index() as u128), 6),
        ];
        let hands = s.hands.iter().map(|hand| (u128::from(hand.bits()), 32));
        hands
            .chain(parts)
            .fold(0, |key, (value, width)| key << width | value)
    }
}

impl Notation for Skat {
    type ReadMoveError = ReadMoveError;
    type ReadStateError = ReadDealError;

    fn write_move(&self, _: &Deal, m: Card) -> String {
        m.to_string()
    }

    fn read_move(&self, s: &Deal, text: &str) -> Result<Card, ReadMoveError> {
        let card = Card::read(text).ok_or_else(|| ReadMoveError::Card(text.to_owned()))?;
        self.check(s, card)?;
        Ok(card)
    }

    fn write_state(&self, s: &Deal) -> String {
        s.to_string()
    }

    fn read_state(&self, text: &str) -> Result<Deal, ReadDealError> {
        Deal::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;

    fn deal(text: &str) -> Deal {
        Deal::read(text).unwrap()
    }

    fn play(deal: &mut Deal, cards: &str) {
        for text in cards.split_whitespace() {
            let card = Skat.read_move(deal, text).unwrap();
            Skat.play(deal, card);
        }
    }

    #[test]
    fn the_winner_of_a_trick_leads_the_next() {
        let mut s = deal("CA C7 | D7 C9 | H7 DJ; game grand; declarer 1; lead 3");
        play(&mut s, "H7 CA D7");
        assert_eq!((s.turn(), Skat.to_move(&s)), (Seat::Three, Side::Second));
        play(&mut s, "DJ C7 C9");
        assert_eq!((s.points(), Skat.payoff(&s)), (0, Some(Payoff::new(0))));
    }

    #[test]
    fn a_null_game_ends_with_the_declarers_first_trick() {
        let mut s = deal("C7 S8 | C8 S7 | C9 SA; game null; declarer 1; lead 1");
        play(&mut s, "C7 C8 C9");
        assert_eq!(Skat.payoff(&s), None);
        let mut won = s;
        play(&mut won, "SA S8 S7");
        assert_eq!(Skat.payoff(&won), Some(Payoff::win_for(Side::First)));
        let mut s = deal("C9 S8 | C8 S7 | C7 SA; game null; declarer 1; lead 1");
        play(&mut s, "C9 C8 C7");
        assert_eq!(Skat.payoff(&s), Some(Payoff::win_for(Side::Second)));
        assert!(s.playable().is_empty());
    }

    #[test]
    fn illegal_cards_say_what_is_wrong() {
        let s = deal("CA C7 | D7 C9 | H7; game grand; declarer 1; lead 3; table CT");
        let complaint = |text: &str| Skat.read_move(&s, text).unwrap_err().to_string();
        assert_eq!(
            complaint("H7"),
            "H7 is not in the hand of seat 1, whose turn it is"
        );
        assert_eq!(
            complaint("1C"),
            "`1C` is not a card: expected a suit, C S H D, and a rank, 7 8 9 T J Q K A"
        );
        let mut s = s;
        play(&mut s, "C7");
        let complaint = Skat.read_move(&s, "D7").unwrap_err().to_string();
        assert_eq!(complaint, "D7 does not follow CT, and C9 would");
    }
}
