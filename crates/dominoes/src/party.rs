//! The whole game for two: hidden hands, a stock, the strongest tile opens.

use std::fmt;

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Payoff, Side};

use crate::{Dominoes, Move, Position, Tile, Tiles};

/// Stands in the stock where there is nothing left to draw.
const DRAWN: Tile = Tile::new(0, 0);
/// Tiles that each side is dealt.
const DEALT: usize = 7;
/// Tiles that are left for the stock.
pub(crate) const STOCK: usize = 28 - 2 * DEALT;

/// A game in progress, as only the dealer could see it.
///
/// Each side is dealt seven tiles; the highest double opens, or the heaviest
/// tile if nobody has a double. Who cannot play draws from the stock until a
/// tile fits, and passes once it is empty. All that is forced happens by
/// itself, so the side to move always has a tile to lay, unless the game is
/// over: a hand is empty, or nobody can play and the lighter hand wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Party {
    pub(crate) hands: [Tiles; 2],
    /// The last of the first `left` is drawn next; the others are [`DRAWN`].
    stock: [Tile; STOCK],
    left: usize,
    ends: Tile,
    to_move: Side,
    /// Numbers that no tile of a hand shows, as bits, for all to know.
    pub(crate) lacks: [u8; 2],
    /// A tile for each hand that none of its tiles is stronger than: the one that
    /// opened, as long as the hand has only tiles that were dealt.
    pub(crate) below: [Option<Tile>; 2],
    /// The tiles laid so far.
    laid: Tiles,
}

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side laid the first tile.
    Opens(Side, Tile),
    /// A side laid a tile at the end that shows a number.
    Lays(Side, Tile, u8),
    /// A side drew so many tiles from the stock.
    Draws(Side, usize),
    /// A side could not play, and the stock was empty.
    Passes(Side),
}

impl fmt::Display for Event {
    /// `first 35@5`, `second draws 2`, `second passes`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: &Side| ["first", "second"][*side as usize];
        match self {
            Event::Opens(side, tile) => write!(f, "{} opens with {tile}", name(side)),
            Event::Lays(side, tile, at) => write!(f, "{} {tile}@{at}", name(side)),
            Event::Draws(side, count) => write!(f, "{} draws {count}", name(side)),
            Event::Passes(side) => write!(f, "{} passes", name(side)),
        }
    }
}

/// Who holds the strongest tile opens: doubles before all others, then by pips.
pub(crate) fn strength(tile: &Tile) -> (bool, u8, usize) {
    (tile.is_double(), tile.pips(), tile.index())
}

impl Party {
    /// Deals at random; what happens by itself goes into `events`.
    #[must_use]
    pub fn dealt(random: &mut Seeded, events: &mut Vec<Event>) -> Party {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        random.shuffle(&mut tiles);
        let hand = |side: usize| tiles[DEALT * side..][..DEALT].iter().copied().collect();
        let hands: [Tiles; 2] = [hand(0), hand(1)];
        let both = hands[0].chain(hands[1]);
        let opening = both.max_by_key(strength).expect("tiles were dealt");
        let opener = Side::BOTH[usize::from(hands[1].contains(opening))];
        let mut party = Party {
            hands,
            stock: tiles[2 * DEALT..]
                .try_into()
                .expect("the rest is the stock"),
            left: STOCK,
            ends: opening,
            to_move: opener.other(),
            lacks: [0; 2],
            below: [Some(opening); 2],
            laid: Tiles::NONE.with(opening),
        };
        let hand = &mut party.hands[opener as usize];
        *hand = hand.without(opening);
        events.push(Event::Opens(opener, opening));
        party.settle(&mut |event| events.push(event));
        party
    }

    /// A game that stands like this, with these tiles to draw, the last one
    /// first; all others have been laid. What is forced is yet to happen.
    /// `None` if a tile is in two places or more are to be drawn than a stock
    /// can have.
    pub(crate) fn standing(
        position: &Position,
        stock: &[Tile],
        lacks: [u8; 2],
        below: [Option<Tile>; 2],
    ) -> Option<Party> {
        let mut known: Tiles = position.hands[0].chain(position.hands[1]).collect();
        let mut party = Party {
            hands: position.hands,
            stock: [DRAWN; STOCK],
            left: stock.len(),
            ends: position.ends,
            to_move: position.to_move,
            lacks,
            below,
            laid: Tiles::NONE,
        };
        for (place, &tile) in stock.iter().enumerate() {
            if known.contains(tile) {
                return None;
            }
            known = known.with(tile);
            *party.stock.get_mut(place)? = tile;
        }
        party.laid = Tile::all().filter(|&tile| !known.contains(tile)).collect();
        Some(party)
    }

    /// The tiles to draw, the last one first.
    pub(crate) fn drawable(&self) -> &[Tile] {
        &self.stock[..self.left]
    }

    /// Whether the side to move has a choice, or the game is over: nothing is
    /// left that happens by itself.
    pub(crate) fn is_settled(&self) -> bool {
        self.payoff().is_some() || self.position().can_play(self.to_move)
    }

    /// The tiles laid so far.
    #[must_use]
    pub fn laid(&self) -> Tiles {
        self.laid
    }

    /// The hands and the ends, as if there were no stock.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            hands: self.hands,
            ends: self.ends,
            to_move: self.to_move,
        }
    }

    /// The tiles of a side.
    #[must_use]
    pub fn hand(&self, side: Side) -> Tiles {
        self.hands[side as usize]
    }

    /// How many tiles are left to draw.
    #[must_use]
    pub fn stock(&self) -> usize {
        self.left
    }

    /// Who moves.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// What the end is worth, or `None` while the game goes on.
    #[must_use]
    #[inline]
    pub fn payoff(&self) -> Option<Payoff> {
        // Whoever could draw has drawn: who cannot play now never will.
        Dominoes::default().payoff(&self.position())
    }

    /// The moves of the side to move.
    #[inline]
    pub fn moves(&self, out: &mut Vec<Move>) {
        Dominoes::default().moves(&self.position(), out);
    }

    /// Lays a tile, then does all that is forced.
    ///
    /// # Panics
    ///
    /// If the tile does not fit.
    pub fn play(&mut self, m: Move, events: &mut Vec<Event>) {
        self.play_telling(m, &mut |event| events.push(event));
    }

    #[inline]
    pub(crate) fn play_telling(&mut self, m: Move, tell: &mut impl FnMut(Event)) {
        let Move::Play { tile, at } = m else {
            panic!("passing is not a choice");
        };
        tell(Event::Lays(self.to_move, tile, at));
        let mut position = self.position();
        Dominoes::default().play(&mut position, m);
        self.hands = position.hands;
        self.ends = position.ends;
        self.to_move = position.to_move;
        self.laid = self.laid.with(tile);
        self.settle(tell);
    }

    /// Draws and passes until someone can lay a tile or the game is over.
    #[inline]
    fn settle(&mut self, tell: &mut impl FnMut(Event)) {
        let over = |hands: &[Tiles; 2]| hands.iter().any(|hand| hand.is_empty());
        for _ in Side::BOTH {
            if over(&self.hands) || self.position().can_play(self.to_move) {
                return;
            }
            let side = self.to_move;
            let (a, b) = self.ends.halves();
            let shown = 1 << a | 1 << b;
            let before = self.left;
            while self.left > 0 && !self.position().can_play(side) {
                self.left -= 1;
                let hand = &mut self.hands[side as usize];
                *hand = hand.with(self.stock[self.left]);
                self.stock[self.left] = DRAWN;
            }
            let drawn = before - self.left;
            let can_play = self.position().can_play(side);
            // Nothing of what is left in the hand once the last tile drawn has
            // been laid shows an end. Of what was known before, only a hand
            // that got no other tile is still sure.
            let fresh = drawn - usize::from(can_play);
            if fresh > 0 {
                self.lacks[side as usize] = 0;
                self.below[side as usize] = None;
            }
            self.lacks[side as usize] |= shown;
            if drawn > 0 {
                tell(Event::Draws(side, drawn));
            }
            if can_play {
                return;
            }
            tell(Event::Passes(side));
            self.to_move = side.other();
        }
    }

    /// What a side sees.
    #[must_use]
    pub fn view(&self, side: Side) -> View {
        let own = self.hand(side);
        let hidden = Tile::all().filter(|&tile| !own.contains(tile) && !self.laid.contains(tile));
        View {
            side,
            own,
            other: self.hand(side.other()).len(),
            lacks: self.lacks[side.other() as usize],
            below: self.below[side.other() as usize],
            hidden: hidden.collect(),
            party: Party {
                hands: match side {
                    Side::First => [own, Tiles::NONE],
                    Side::Second => [Tiles::NONE, own],
                },
                stock: [DRAWN; STOCK],
                ..*self
            },
        }
    }
}

/// What one side sees of a game, and what follows from it for certain.
#[derive(Clone, Copy, Debug)]
pub struct View {
    side: Side,
    own: Tiles,
    /// How many tiles the other holds.
    other: usize,
    /// Numbers that none of them shows.
    lacks: u8,
    /// A tile that none of them is stronger than.
    below: Option<Tile>,
    /// The other's tiles and the stock.
    hidden: Tiles,
    /// Without the other's tiles and the stock.
    party: Party,
}

impl View {
    /// The own tiles.
    #[must_use]
    pub fn hand(&self) -> Tiles {
        self.own
    }

    /// How many tiles the other side holds.
    #[must_use]
    pub fn others(&self) -> usize {
        self.other
    }

    /// The tiles that the other side may hold.
    #[must_use]
    pub fn may_hold(&self) -> Tiles {
        let possible = |tile: &Tile| {
            let (a, b) = tile.halves();
            let shown = self.lacks >> a & 1 == 0 && self.lacks >> b & 1 == 0;
            let weaker = |most: Tile| strength(tile) <= strength(&most);
            shown && self.below.is_none_or(weaker)
        };
        self.hidden.filter(possible).collect()
    }

    /// A game that is possible: the other's tiles and the order of the stock,
    /// all equally likely.
    #[must_use]
    pub fn world(&self, random: &mut Seeded) -> Party {
        let mut possible: Vec<Tile> = self.may_hold().collect();
        random.shuffle(&mut possible);
        debug_assert!(possible.len() >= self.other, "the true hand is possible");
        let other: Tiles = possible.into_iter().take(self.other).collect();
        let mut stock: Vec<Tile> = self.hidden.filter(|&tile| !other.contains(tile)).collect();
        random.shuffle(&mut stock);
        let mut party = self.party;
        party.hands[self.side.other() as usize] = other;
        party.stock[..stock.len()].copy_from_slice(&stock);
        debug_assert_eq!(party.left, stock.len());
        party
    }
}
