//! The cards in play as a material: what they play like, and who takes whom.

use tabia_draw::graph::{Edges, Look, Spot, placed};
use tabia_skat::interaction_graph;
use tabia_skat::{Card, Cards, Colour, Contract, Deal, Keeping, Seat, Structure, Suit};

use crate::{Details, Study};

/// The most cards whose graph can still be read.
const MOST_DRAWN: usize = 12;

/// What sets of cards play like those in the hands.
pub(super) fn study(deal: &Deal) -> Study {
    let contract = deal.contract();
    let hands = Seat::ALL.map(|seat| deal.hand(seat));
    let cards = hands.iter().fold(Cards::NONE, |all, &hand| all.union(hand));
    let cards: Cards = cards.chain(deal.table()).collect();
    let structure = Structure::of(contract, cards);
    let mut rows = vec![
        ("Cards in play", cards.to_string()),
        ("Plays like", structure.to_string()),
        (
            "Sets of cards of that structure",
            structure.sets().to_string(),
        ),
    ];
    if cards.len() > MOST_DRAWN {
        let words = format!("is drawn from {MOST_DRAWN} cards down");
        rows.push(("The graph", words));
    }
    Study {
        table: Details::pairs("The material", ["Skat", &contract.to_string()], rows),
        picture: (cards.len() <= MOST_DRAWN && !cards.is_empty()).then(|| graph(contract, cards)),
    }
}

/// Who takes a trick from whom: trumps in the first row, a suit in each other.
fn graph(contract: Contract, cards: Cards) -> String {
    let (graph, cards) = interaction_graph(contract, cards, Keeping::Points);
    let mut rows: Vec<(Colour, Vec<Card>)> = Vec::new();
    for &card in &cards {
        let colour = contract.colour(card);
        match rows.iter_mut().find(|(of, _)| *of == colour) {
            Some((_, row)) => row.push(card),
            None => rows.push((colour, vec![card])),
        }
    }
    rows.sort_by_key(|(colour, _)| *colour != Colour::Trump);
    for (_, row) in &mut rows {
        row.sort_by_key(|&card| std::cmp::Reverse(contract.height(card)));
    }
    let spots: Vec<Spot> = cards
        .iter()
        .map(|&card| {
            let place = |(y, (_, row)): (usize, &(Colour, Vec<Card>))| {
                row.iter().position(|&other| other == card).map(|x| (x, y))
            };
            let (x, y) = rows
                .iter()
                .enumerate()
                .find_map(place)
                .expect("every card is in a row");
            Spot {
                text: symbol(card),
                // Every other row is shifted, so that arrows pass between.
                x: x as f64 + 0.5 * (y % 2) as f64,
                y: 1.4 * y as f64,
                look: match card.suit() {
                    Suit::Hearts | Suit::Diamonds => Look::Red,
                    Suit::Clubs | Suit::Spades => Look::Light,
                },
            }
        })
        .collect();
    let pairs = (0..cards.len()).flat_map(|a| (0..cards.len()).map(move |b| (a, b)));
    // Within a colour the next lower card says it all.
    let next = |&(a, b): &(usize, usize)| {
        let between = |c: usize| graph.acts_on(a, c) && graph.acts_on(c, b);
        graph.acts_on(a, b) && !(0..cards.len()).any(between)
    };
    let edges: Vec<(usize, usize)> = pairs.filter(next).collect();
    placed("Who takes whom", &spots, &edges, Edges::Arrows)
}

fn symbol(card: Card) -> String {
    let suit = match card.suit() {
        Suit::Clubs => '♣',
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
    };
    format!("{suit}{}", &card.to_string()[1..])
}
