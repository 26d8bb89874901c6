//! Classes of sets of cards: numbers, and three roads to them.

use crate::common;

use std::collections::{BTreeMap, HashMap, HashSet};

use common::contract;
use tabia_kernel::random::Seeded;
use tabia_kernel::symmetry::material::{Classes, Code};
use tabia_skat::{
    Card, Cards, Contract, Keeping, Kind, Structure, Suit, census, interaction_graph,
};

#[test]
fn sets_of_one_to_six_cards_fall_into_so_many_classes() {
    let expected = [
        (
            Kind::Suit,
            [2, 4, 7, 11, 16, 23],
            [11, 73, 378, 1_600, 5_641, 16_898],
        ),
        (
            Kind::Grand,
            [2, 4, 7, 12, 17, 25],
            [6, 32, 137, 528, 1_718, 4_909],
        ),
        (Kind::Null, [1, 2, 3, 5, 6, 9], [1, 2, 3, 5, 6, 9]),
    ];
    for (kind, structures, classes) in expected {
        for (cards, (structures, classes)) in (1..).zip(structures.into_iter().zip(classes)) {
            let found = census(kind, cards);
            assert_eq!((found.structures, found.classes), (structures, classes));
        }
    }
    let nine = census(Kind::Suit, 9);
    assert_eq!((nine.sets, nine.classes), (28_048_800, 200_146));
    assert_eq!(nine.deals, Some(5_040));
}

/// The usual normal form of Skat programs, written from the texts of cards:
/// each suit as the list of its cards' points from the top, plain suits
/// sorted.
fn normal_form(contract: Contract, cards: Cards) -> Vec<Vec<u8>> {
    let mut suits: BTreeMap<String, Vec<(u8, u8)>> = BTreeMap::new();
    for card in cards {
        let text = card.to_string();
        let jack = text.ends_with('J') && contract != Contract::Null;
        let trump = contract.to_string().to_uppercase().chars().next();
        let suit = match contract {
            Contract::Suit(_) if jack || text.chars().next() == trump => "trump".to_owned(),
            Contract::Grand if jack => "trump".to_owned(),
            _ => text[..1].to_owned(),
        };
        let entry = (contract.height(card), contract.points(card));
        suits.entry(suit).or_default().push(entry);
    }
    let mut list = |suit: &str| {
        let mut cards = suits.remove(suit).unwrap_or_default();
        cards.sort_unstable();
        cards
            .into_iter()
            .map(|(_, points)| points)
            .collect::<Vec<u8>>()
    };
    let trumps = list("trump");
    let mut plain: Vec<Vec<u8>> = ["C", "S", "H", "D"].map(&mut list).to_vec();
    plain.sort_unstable();
    [vec![trumps], plain].concat()
}

/// All sets of three cards and fewer, and random larger ones: two sets have
/// isomorphic graphs exactly if the normal form takes them together.
#[test]
fn graphs_and_the_usual_normal_form_make_the_same_classes() {
    let clubs = Contract::Suit(Suit::Clubs);
    for contract in [clubs, Contract::Grand, Contract::Null] {
        let mut graphs = Classes::new();
        let mut forms = HashMap::new();
        let mut both = HashSet::new();
        let mut meet = |cards: Cards| {
            let (graph, _) = interaction_graph(contract, cards, Keeping::Points);
            let by_graph = graphs.add(Code(u64::from(cards.bits())), &graph);
            let next = forms.len();
            let form = normal_form(contract, cards);
            let by_form = *forms.entry(form).or_insert(next);
            both.insert((by_graph, by_form));
            (graphs.len(), next.max(by_form + 1), both.len())
        };
        let pack: Vec<Card> = Card::all().collect();
        for (i, &a) in pack.iter().enumerate() {
            meet([a].into_iter().collect());
            for (j, &b) in pack.iter().enumerate().take(i) {
                meet([a, b].into_iter().collect());
                for &c in &pack[..j] {
                    meet([a, b, c].into_iter().collect());
                }
            }
        }
        let mut random = Seeded::new(17);
        let mut counts = (0, 0, 0);
        for _ in 0..4_000 {
            let mut pack = pack.clone();
            random.shuffle(&mut pack);
            let size = 4 + random.below(6);
            counts = meet(pack[..size].iter().copied().collect());
        }
        // One to one.
        assert_eq!(counts.0, counts.2, "{contract}");
        assert_eq!(counts.1, counts.2, "{contract}");
    }
}

#[test]
fn structures_are_graphs_without_points() {
    for kind in Kind::ALL {
        let contract = kind.example();
        let mut random = Seeded::new(3);
        let mut graphs = Classes::new();
        let mut both = HashSet::new();
        let mut structures = HashSet::new();
        for code in 0..3_000 {
            let mut pack: Vec<Card> = Card::all().collect();
            random.shuffle(&mut pack);
            let cards: Cards = pack[..6].iter().copied().collect();
            let (graph, _) = interaction_graph(contract, cards, Keeping::Play);
            let structure = Structure::of(contract, cards);
            structures.insert(structure);
            both.insert((graphs.add(Code(code), &graph), structure));
        }
        assert_eq!(graphs.len(), both.len());
        assert_eq!(structures.len(), both.len());
    }
}

#[test]
fn suits_of_a_contract_have_one_structure() {
    let mut random = Seeded::new(8);
    for _ in 0..200 {
        let contract = contract(&mut random);
        let mut pack: Vec<Card> = Card::all().collect();
        random.shuffle(&mut pack);
        let cards: Cards = pack[..9].iter().copied().collect();
        let structure = Structure::of(contract, cards);
        assert_eq!((structure.cards(), structure.kind()), (9, contract.kind()));
        assert!(Structure::all(contract.kind(), 9).any(|s| s == structure));
    }
}
