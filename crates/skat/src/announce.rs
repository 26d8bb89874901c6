//! Which game to play, and what to lay aside, by rule of thumb.
//!
//! Bidding is no part of this crate: these rules only make rounds that are
//! worth playing, won by the declarer about as often as lost.

use crate::{Card, Cards, Colour, Contract, Rank, Suit};

/// How strong a hand is for its best game.
pub(crate) fn strength(hand: Cards) -> i32 {
    let contracts = Contract::ALL.into_iter();
    contracts
        .map(|contract| rate(contract, hand))
        .max()
        .unwrap_or(0)
}

/// The game that twelve cards are best for, and the two to lay aside.
pub(crate) fn announce(cards: Cards) -> (Contract, Cards) {
    let contracts = Contract::ALL.into_iter();
    let best = contracts
        .max_by_key(|&contract| (rate(contract, cards), std::cmp::Reverse(contract.index())));
    let contract = best.expect("there are six");
    (contract, aside(contract, cards))
}

fn rate(contract: Contract, hand: Cards) -> i32 {
    if contract == Contract::Null {
        // Every card that others cannot be made to take over counts against.
        let risk: i32 = hand.map(|card| null_risk(hand, card)).sum();
        return 28 - 8 * risk;
    }
    let of = |card: Card| match (contract.colour(card), card.rank()) {
        (Colour::Trump, Rank::Jack) => 6 - card.suit() as i32,
        (Colour::Trump, Rank::Ace | Rank::Ten) => 3,
        (Colour::Trump, _) => 2,
        (Colour::Plain(_), Rank::Ace) => 3,
        (Colour::Plain(suit), Rank::Ten) => {
            i32::from(hand.contains(Card::new(suit, Rank::Ace))) * 2
        }
        (Colour::Plain(_), _) => 0,
    };
    let sum: i32 = hand.map(of).sum();
    match contract {
        // Without a long trump suit the jacks and aces have to do it.
        Contract::Grand => sum * 3 / 2 - 6,
        _ => sum,
    }
}

/// 1 if a card is too high for its place among those of its suit: the lowest
/// should be a seven or eight, the second at most a ten, and so on.
fn null_risk(hand: Cards, card: Card) -> i32 {
    let below = hand.filter(|c| c.suit() == card.suit() && c.rank() < card.rank());
    i32::from(card.rank() as usize > 2 * below.count() + 1)
}

/// The two cards that help least: in null games the most dangerous, else cards
/// of short plain suits, those that count before others, but no aces.
fn aside(contract: Contract, cards: Cards) -> Cards {
    let length = |suit: Suit| {
        let same = cards.filter(|&card| contract.colour(card) == Colour::Plain(suit));
        same.count() as i32
    };
    let mut order: Vec<Card> = cards.collect();
    order.sort_by_key(|&card| match (contract, contract.colour(card)) {
        (Contract::Null, _) => -(10 * null_risk(cards, card) + card.rank() as i32),
        (_, Colour::Trump) => 1_000 + i32::from(contract.height(card)),
        (_, Colour::Plain(_)) if card.rank() == Rank::Ace => 500,
        (_, Colour::Plain(suit)) => 20 * length(suit) - i32::from(card.rank().points()),
    });
    order.into_iter().take(2).collect()
}
