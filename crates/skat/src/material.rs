//! Sets of cards as interaction graphs, and how many kinds there are.

use tabia_kernel::symmetry::material::InteractionGraph;

use crate::structure::choose;
use crate::{Card, Cards, Colour, Contract, Kind, Structure};

/// What a set of cards has to keep when its cards are given other names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// Who must follow and who takes a trick.
    Play,
    /// What cards count as well.
    Points,
}

/// The interaction graph of a set of cards: an edge from each card to those
/// it takes a trick from, in the order of [`Card::index`].
///
/// The label of a node says whether it is a trump and, if asked for, what it
/// counts. That is enough to know who must follow: two trumps are of one
/// colour, a trump and another card are not, and two others are exactly if
/// there is an edge between them. Sets with isomorphic graphs therefore play
/// alike, however the cards are dealt.
#[must_use]
pub fn interaction_graph(
    contract: Contract,
    cards: Cards,
    keeping: Keeping,
) -> (InteractionGraph, Vec<Card>) {
    let cards: Vec<Card> = cards.collect();
    let label = |&card: &Card| {
        let points = match keeping {
            Keeping::Play => 0,
            Keeping::Points => contract.points(card),
        };
        u64::from(points) << 1 | u64::from(contract.colour(card) == Colour::Trump)
    };
    let mut graph = InteractionGraph::new(cards.iter().map(label));
    for (a, &actor) in cards.iter().enumerate() {
        for (t, &target) in cards.iter().enumerate() {
            if a != t && contract.beats(actor, target) {
                graph.connect(a, t);
            }
        }
    }
    (graph, cards)
}

/// The numbers of sets of so many cards and of their classes, for one kind of
/// contract.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Census {
    /// Sets of cards.
    pub sets: u64,
    /// Classes that keep who must follow and who takes a trick.
    pub structures: u64,
    /// Classes that keep the points too.
    pub classes: u64,
    /// Ways to deal one set into three equal hands and to lead, if there are
    /// any.
    pub deals: Option<u64>,
}

/// Counts classes by structure: see [`Structure`].
///
/// # Panics
///
/// If there are not so many cards.
#[must_use]
pub fn census(kind: Kind, cards: usize) -> Census {
    assert!(cards <= 32, "{cards} cards");
    let structures = Structure::all(kind, cards);
    Census {
        sets: choose(32, cards),
        structures: structures.count() as u64,
        classes: Structure::all(kind, cards).map(Structure::sets).sum(),
        deals: (cards.is_multiple_of(3) && cards <= 30)
            .then(|| 3 * choose(cards, cards / 3) * choose(cards * 2 / 3, cards / 3)),
    }
}
