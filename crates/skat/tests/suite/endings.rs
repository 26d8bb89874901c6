//! The solver against plain minimax, which knows the rules and nothing else.

use crate::common;

use common::{contract, random_deal};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Side};
use tabia_kernel::search::Stop;
use tabia_skat::{Card, Contract, Deal, Skat, Solver, Worth};

/// The payoff under best play: every line to its end, nothing remembered,
/// nothing left out.
fn minimax(deal: &mut Deal) -> i16 {
    if let Some(payoff) = Skat.payoff(deal) {
        return payoff.seen_by(Side::First).points();
    }
    let declarer = Skat.to_move(deal) == Side::First;
    let values = rated(deal).into_iter().map(|(_, value)| value);
    let best = if declarer { values.max() } else { values.min() };
    best.expect("the game is not over")
}

/// Every card with its payoff.
fn rated(deal: &mut Deal) -> Vec<(Card, i16)> {
    let mut cards = Vec::new();
    Skat.moves(deal, &mut cards);
    let rate = |card| {
        let undo = Skat.play(deal, card);
        let value = minimax(deal);
        Skat.undo(deal, card, undo);
        (card, value)
    };
    cards.into_iter().map(rate).collect()
}

fn check(solver: &mut Solver, deal: &mut Deal, seed: u64) {
    let text = deal.to_string();
    let solution = solver.solve(deal, &Stop::new()).expect("nobody stops it");
    let value = minimax(deal);
    let expected = match deal.contract() {
        Contract::Null => Worth::Won(value == 1),
        _ => Worth::Points(u8::try_from(value).expect("points") - deal.points()),
    };
    assert_eq!(solution.worth, expected, "seed {seed}, {text}");
    assert_eq!(solver.worth(deal, &Stop::new()), Some(expected));
    let best: Vec<Card> = rated(deal)
        .into_iter()
        .filter(|&(_, v)| v == value)
        .map(|(card, _)| card)
        .collect();
    assert_eq!(solution.best, best, "seed {seed}, {text}");
}

#[test]
fn endings_are_worth_what_minimax_says() {
    let mut solver = Solver::with_mebibytes(1);
    for seed in 0..1_500 {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let cards = 1 + random.below(4);
        let mut deal = random_deal(&mut random, cards, contract);
        check(&mut solver, &mut deal, seed);
    }
}

/// Deals met while playing: unequal hands, cards on the table, points taken.
#[test]
fn tricks_in_progress_are_worth_what_minimax_says() {
    let mut solver = Solver::with_mebibytes(1);
    for seed in 0..1_000 {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let mut deal = random_deal(&mut random, 5, contract);
        for _ in 0..4 + random.below(6) {
            let mut cards = Vec::new();
            Skat.moves(&deal, &mut cards);
            if !cards.is_empty() {
                let card = cards[random.below(cards.len())];
                Skat.play(&mut deal, card);
            }
        }
        check(&mut solver, &mut deal, seed);
    }
}

#[test]
#[ignore = "1 min: minimax over five cards each"]
fn longer_endings_are_worth_what_minimax_says() {
    let mut solver = Solver::with_mebibytes(1);
    for seed in 0..1_000 {
        let mut random = Seeded::new(seed);
        let contract = contract(&mut random);
        let mut deal = random_deal(&mut random, 5, contract);
        check(&mut solver, &mut deal, seed);
    }
}
