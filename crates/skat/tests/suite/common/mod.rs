//! Random deals and slow references, shared by the tests.

#![allow(dead_code, reason = "each test file uses some of it")]

pub(crate) mod reference;

use tabia_kernel::random::Seeded;
use tabia_skat::{Card, Contract, Deal, Seat};

/// One of the six contracts; suit games as often as grand and null.
pub(crate) fn contract(random: &mut Seeded) -> Contract {
    match random.below(3) {
        0 => Contract::ALL[random.below(4)],
        1 => Contract::Grand,
        _ => Contract::Null,
    }
}

/// Random hands of `cards` each, a random declarer, a random lead.
pub(crate) fn random_deal(random: &mut Seeded, cards: usize, contract: Contract) -> Deal {
    let mut pack: Vec<Card> = Card::all().collect();
    random.shuffle(&mut pack);
    let hand = |seat: usize| pack[seat * cards..][..cards].iter().copied().collect();
    let hands = [hand(0), hand(1), hand(2)];
    let declarer = Seat::ALL[random.below(3)];
    let leader = Seat::ALL[random.below(3)];
    Deal::new(hands, contract, declarer, leader).expect("cut from one pack")
}
