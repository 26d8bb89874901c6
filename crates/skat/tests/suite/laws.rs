//! Skat keeps the laws of the kernel's traits, and of its own rule book.

use crate::common;

use common::{contract, random_deal, reference};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, laws};
use tabia_skat::{Contract, Seat, Skat};

#[test]
fn games_keep_the_laws() {
    for (seed, contract) in (0..60).zip(Contract::ALL.into_iter().cycle()) {
        let deal = random_deal(&mut Seeded::new(seed), 10, contract);
        laws::along_a_game(&Skat, &deal, seed);
        laws::along_a_text_game(&Skat, &deal, seed);
    }
}

/// The reference reads the rule book anew, from the texts of cards.
#[test]
fn playable_cards_and_winners_are_those_of_the_reference() {
    for seed in 0..2_000 {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let mut deal = random_deal(&mut random, 10, contract);
        let mut trick: Vec<(Seat, String)> = Vec::new();
        while !deal.is_over() {
            let hand: Vec<String> = deal.hand(deal.turn()).map(|c| c.to_string()).collect();
            let led = trick.first().map(|(_, card)| card.as_str());
            let mut expected = reference::playable(&hand, led, contract);
            let mut found = Vec::new();
            Skat.moves(&deal, &mut found);
            let mut texts: Vec<String> = found.iter().map(|c| c.to_string()).collect();
            expected.sort_unstable();
            texts.sort_unstable();
            assert_eq!(texts, expected, "seed {seed}, {deal}");
            let card = found[random.below(found.len())];
            trick.push((deal.turn(), card.to_string()));
            let points = deal.points();
            Skat.play(&mut deal, card);
            if trick.len() == 3 {
                let cards: Vec<&str> = trick.iter().map(|(_, card)| card.as_str()).collect();
                let winner = trick[reference::winner(&cards, contract)].0;
                assert_eq!(deal.leader(), winner, "seed {seed}, {trick:?}");
                let taken = match winner == deal.declarer() && contract != Contract::Null {
                    true => reference::points(&cards),
                    false => 0,
                };
                assert_eq!(deal.points() - points, taken, "seed {seed}, {trick:?}");
                trick.clear();
            }
        }
    }
}
