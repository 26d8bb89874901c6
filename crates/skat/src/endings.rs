//! Endings at the lead of a trick, numbered for tables.

use tabia_kernel::endgame::{Accrue, Index, Tabular};
use tabia_kernel::rules::{Game, Payoff, Side};

use crate::dealing::{Dealings, Holders, MOST_CARDS};
use crate::layout::Layout;
use crate::structure::{COLOURS, Reading};
use crate::{Card, Cards, Contract, Deal, Seat, Skat, Structure};

/// Skat as tables see it: what counts is still to come.
///
/// A class is a [`Structure`] of 3, 6 or 9 cards. Its indices are made of a
/// row and a column. The row says who holds which card of the structure and
/// who leads; the column is the set of cards that fills the structure, up to
/// their names. What happens in a row differs from column to column only in
/// card points, which is why columns of a row lie next to each other in
/// files.
///
/// A deal that is not at the lead of a trick has no index.
#[derive(Clone, Copy, Debug, Default)]
pub struct Endings;

impl Endings {
    /// The most cards that have tables.
    pub const MOST_CARDS: usize = MOST_CARDS;
}

/// Where an ending is: its structure, row and column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) structure: Structure,
    pub(crate) row: usize,
    pub(crate) column: u64,
}

impl Place {
    pub(crate) fn index(self) -> Index {
        Index(self.row as u64 * self.structure.sets() + self.column)
    }
}

/// Where a deal at the lead of a trick is; `None` for all others.
pub(crate) fn place(deal: &Deal) -> Option<Place> {
    let cards = 3 * deal.hand(Seat::One).len();
    if deal.is_over() || deal.table().next().is_some() || cards > MOST_CARDS {
        return None;
    }
    let layout = Layout::of(deal.contract());
    let hands = layout.hands(deal);
    let kind = deal.contract().kind();
    let reading = Reading::new(kind, hands[0] | hands[1] | hands[2]);
    let structure = reading.structure;
    let dealing = Dealings::of(cards).number(&holders(&reading, hands));
    let leader = Layout::player(deal, deal.leader());
    Some(Place {
        structure,
        row: 3 * dealing + leader,
        column: structure.rank(&structure.groups(), &reading.fillings),
    })
}

/// Who holds the cards of a reading, in the order of its structure.
fn holders(reading: &Reading, hands: [u32; 3]) -> Holders {
    let mut holders = [0; MOST_CARDS];
    let mut at = 0;
    for colour in 0..COLOURS {
        let ranks = reading.structure.kind().ranks(colour);
        let cards = ((1_u32 << ranks.longest()) - 1) << reading.begins[colour];
        let mut left = (hands[0] | hands[1] | hands[2]) & cards;
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left ^= bit;
            let holder = hands.iter().position(|hand| hand & bit != 0);
            holders[at] = holder.expect("someone holds it") as u8;
            at += 1;
        }
    }
    holders
}

impl Game for Endings {
    type State = Deal;
    type Move = Card;
    type Undo = Deal;
    type Key = u128;

    fn to_move(&self, s: &Deal) -> Side {
        Skat.to_move(s)
    }

    /// What is still to come at the end: nothing, but for the verdict of a
    /// null game.
    fn payoff(&self, s: &Deal) -> Option<Payoff> {
        match s.contract() {
            Contract::Null => Skat.payoff(s),
            _ => s.is_over().then_some(Payoff::DRAW),
        }
    }

    fn moves(&self, s: &Deal, out: &mut Vec<Card>) {
        Skat.moves(s, out);
    }

    fn play(&self, s: &mut Deal, m: Card) -> Deal {
        Skat.play(s, m)
    }

    fn undo(&self, s: &mut Deal, m: Card, u: Deal) {
        Skat.undo(s, m, u);
    }

    fn key(&self, s: &Deal) -> u128 {
        Skat.key(s)
    }
}

impl Tabular for Endings {
    type Class = Structure;

    fn locate(&self, s: &Deal) -> Option<(Structure, Index)> {
        let place = place(s)?;
        Some((place.structure, place.index()))
    }

    fn size(&self, c: Structure) -> u64 {
        Dealings::of(c.cards()).rows() as u64 * c.sets()
    }

    /// Seat 1 declares; clubs are trumps in suit games.
    fn state(&self, c: Structure, i: Index) -> Option<Deal> {
        let (row, column) = ((i.0 / c.sets()) as usize, (i.0 % c.sets()) as usize);
        let cards = names(c, column);
        let holders = Dealings::of(c.cards()).all()[row / 3];
        let mut hands = [Cards::NONE; 3];
        for (&card, &holder) in cards.iter().zip(&holders) {
            let hand = &mut hands[usize::from(holder)];
            *hand = hand.with(card);
        }
        let leader = Seat::ALL[row % 3];
        Deal::new(hands, c.kind().example(), Seat::One, leader).ok()
    }

    /// The third card of a trick does.
    fn converts(&self, s: &Deal, _: Card) -> bool {
        s.table().count() == 2
    }

    fn exits(&self, c: Structure) -> Vec<Structure> {
        match c.cards() {
            0..=3 => Vec::new(),
            cards => Structure::all(c.kind(), cards - 3)
                .filter(|&smaller| c.may_become(smaller))
                .collect(),
        }
    }
}

impl Accrue for Endings {
    fn gain(&self, s: &Deal, m: Card) -> Payoff {
        let mut after = *s;
        after.play(m);
        Payoff::new(i16::from(after.points()) - i16::from(s.points()))
    }
}

/// The cards of a column, in the order of the structure: clubs are trumps in
/// suit games.
pub(crate) fn names(c: Structure, column: usize) -> Vec<Card> {
    let fillings = c.filling(&c.groups(), column as u64);
    let layout = Layout::of(c.kind().example());
    let mut names = Vec::with_capacity(c.cards());
    for (colour, &number) in fillings.iter().enumerate() {
        let ranks = c.kind().ranks(colour);
        let mut cards = ranks.of_length(c.length(colour))[usize::from(number)].cards;
        while cards != 0 {
            let bit = c.kind().begins(colour) + cards.trailing_zeros() as usize;
            names.push(layout.card(bit as u8));
            cards &= cards - 1;
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;

    /// All of three cards, a sample of more.
    #[test]
    fn index_and_deal_invert_each_other() {
        for kind in Kind::ALL {
            for (cards, step) in [(3, 1), (6, 997), (9, 1_000_003)] {
                for c in Structure::all(kind, cards) {
                    for i in (0..Endings.size(c)).step_by(step).map(Index) {
                        let deal = Endings.state(c, i).expect("no holes");
                        assert_eq!(Endings.locate(&deal), Some((c, i)), "{deal}");
                    }
                }
            }
        }
    }

    #[test]
    fn exits_cover_every_trick() {
        for kind in Kind::ALL {
            for c in Structure::all(kind, 6) {
                let exits = Endings.exits(c);
                for i in (0..Endings.size(c)).step_by(1_013).map(Index) {
                    let mut deal = Endings.state(c, i).expect("no holes");
                    while deal.hand(Seat::One).len() > 1 || deal.table().next().is_some() {
                        let card = deal.playable().next().expect("a card");
                        deal.play(card);
                    }
                    if let Some((class, _)) = Endings.locate(&deal) {
                        assert!(exits.contains(&class), "{c} to {class}");
                    }
                }
            }
        }
    }
}
