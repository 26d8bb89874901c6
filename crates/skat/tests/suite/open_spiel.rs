//! Games played by OpenSpiel's Skat: the same cards are legal, the same side
//! takes the points. `data/open_spiel.py` made the file.

use tabia_kernel::rules::{Game, Notation};
use tabia_skat::{Card, Contract, Deal, Skat};

#[test]
fn legal_cards_and_points_are_those_of_open_spiel() {
    let games = include_str!("../data/open_spiel.txt");
    assert_eq!(games.lines().count(), 48);
    let mut cards = 0;
    for line in games.lines() {
        let (deal, rest) = line.split_once(" # ").expect("a deal and its play");
        let mut deal = Deal::read(deal).expect("a deal");
        let mut words = rest.split(' ');
        let mut number = || -> u8 { words.next().and_then(|w| w.parse().ok()).expect("a number") };
        let (skat, points) = (number(), number());
        for word in words {
            let (played, legal) = word.split_once('=').expect("a card and the legal ones");
            let mut found: Vec<String> = deal.playable().map(|card| card.to_string()).collect();
            let mut expected: Vec<&str> = legal.split(',').collect();
            found.sort_unstable();
            expected.sort_unstable();
            assert_eq!(found, expected, "{deal}");
            let card: Card = Skat.read_move(&deal, played).expect("a legal card");
            Skat.play(&mut deal, card);
            cards += 1;
        }
        assert!(deal.is_over(), "{line}");
        if deal.contract() != Contract::Null {
            assert_eq!(deal.points() + skat, points, "{line}");
        }
    }
    assert!(cards > 40 * 30, "{cards} cards");
}
