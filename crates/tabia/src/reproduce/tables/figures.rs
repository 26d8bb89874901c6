//! The paper's figures: boards and interaction graphs.

use tabia_darkchess::{FullPosition, Kind};
use tabia_dominoes::{Position, Tile};
use tabia_draw::darkchess::Picture;
use tabia_draw::dominoes;
use tabia_draw::graph::{Edges, Look, Node, Spot, placed, two_columns};
use tabia_kernel::rules::Side;
use tabia_skat::{Card, Colour, Contract, Rank, Suit};

/// Figure 1: the position after ten turns of the sample game.
pub(super) const FIGURE_1: &str = "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp";
/// Figure 2: drawn if White moves, lost for Black if Black does.
pub(super) const FIGURE_2: &str = "8/1b6/2K5/8 b 0";

/// A board.
pub(super) fn board(text: &str) -> String {
    let position: FullPosition = text.parse().expect("a position written here");
    Picture::new(&position).svg()
}

/// Figure 3: a chain of tiles, and those that can be laid to it.
pub(super) fn chain() -> String {
    let position = Position::read("02 16 | 33 45 | 0-1 first").expect("a position written here");
    dominoes::Picture::new(&position)
        .chain(vec![(0, 4), (4, 4), (4, 2), (2, 1)])
        .svg()
}

/// Figure 4: what each white piece takes.
pub(super) fn captures() -> String {
    let column = |side: Side| {
        Kind::ALL.map(|kind| Node {
            text: kind.letter(side).to_string(),
            right: side == Side::Second,
        })
    };
    let nodes: Vec<Node> = Side::BOTH.into_iter().flat_map(column).collect();
    let mut edges = Vec::new();
    for (a, taker) in Kind::ALL.into_iter().enumerate() {
        for (b, target) in Kind::ALL.into_iter().enumerate() {
            if taker.takes(target) {
                edges.push((a, Kind::ALL.len() + b));
            }
        }
    }
    two_columns("Captures in dark chess", &nodes, &edges)
}

/// Figure 5: which card takes which with clubs as trumps, without the arrows
/// that follow from others.
pub(super) fn tricks() -> String {
    let contract = Contract::Suit(Suit::Clubs);
    let cards: Vec<Card> = Card::all().collect();
    let spots: Vec<Spot> = cards
        .iter()
        .map(|&card| card_spot(contract, card))
        .collect();
    let beats = |a: usize, b: usize| contract.beats(cards[a], cards[b]);
    let all = 0..cards.len();
    let mut edges = Vec::new();
    for a in all.clone() {
        for b in all.clone() {
            let between = |c: usize| beats(a, c) && beats(c, b);
            if beats(a, b) && !all.clone().any(between) {
                edges.push((a, b));
            }
        }
    }
    let title = "Tricks in Skat with clubs as trumps";
    placed(title, &spots, &edges, Edges::Arrows)
}

/// Trumps in a row, and the other suits in three rows behind.
fn card_spot(contract: Contract, card: Card) -> Spot {
    let better = |other: &Card| {
        contract.colour(*other) == contract.colour(card)
            && contract.height(*other) > contract.height(card)
    };
    let place = Card::all().filter(better).count() as f64;
    let sign = match card.suit() {
        Suit::Clubs => '♣',
        Suit::Spades => '♠',
        Suit::Hearts => '♥',
        Suit::Diamonds => '♦',
    };
    let rank = match card.rank() {
        Rank::Seven => "7",
        Rank::Eight => "8",
        Rank::Nine => "9",
        Rank::Ten => "T",
        Rank::Jack => "J",
        Rank::Queen => "Q",
        Rank::King => "K",
        Rank::Ace => "A",
    };
    let (x, y) = match contract.colour(card) {
        Colour::Trump => (place, 1.0),
        Colour::Plain(suit) => (12.0 + place, f64::from(suit as u8) - 1.0),
    };
    Spot {
        text: format!("{sign}{rank}"),
        x,
        y,
        look: match card.suit() {
            Suit::Clubs | Suit::Spades => Look::Light,
            Suit::Hearts | Suit::Diamonds => Look::Red,
        },
    }
}

/// Figure 6: which tiles can lie beside each other. Those that share a number
/// are joined in a chain, along its row and then its column.
pub(super) fn tiles() -> String {
    let tiles: Vec<Tile> = Tile::all().collect();
    let spots: Vec<Spot> = tiles
        .iter()
        .map(|tile| {
            let (a, b) = tile.halves();
            Spot {
                text: format!("{a}|{b}"),
                x: f64::from(a),
                y: f64::from(b),
                look: if tile.is_double() {
                    Look::Dark
                } else {
                    Look::Light
                },
            }
        })
        .collect();
    let place = |a: u8, b: u8| {
        let tile = Tile::new(a, b);
        tiles.iter().position(|&other| other == tile)
    };
    let mut edges = Vec::new();
    for number in 0..=6 {
        for other in 0..6 {
            let ends = (place(number, other), place(number, other + 1));
            if let (Some(a), Some(b)) = ends {
                edges.push((a, b));
            }
        }
    }
    placed("Tiles that share a number", &spots, &edges, Edges::Lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_have_the_edges_of_the_rules() {
        // 6 + 6 + 5 + 4 + 3 + 7 + 2 captures.
        assert_eq!(captures().matches("<path").count(), 33);
        // Ten between trumps, three from the lowest, six in each suit.
        assert_eq!(tricks().matches("<path").count(), 31);
        // Six for each number.
        assert_eq!(tiles().matches("<line").count(), 42);
    }

    #[test]
    fn boards_are_those_of_the_figures() {
        assert!(board(FIGURE_1).contains("c3: black guard"));
        assert!(board(FIGURE_2).contains("c3: white king"));
    }
}
