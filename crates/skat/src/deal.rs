//! Deals: who holds what, what lies on the table, whose turn it is.

use std::fmt;

use tabia_kernel::rules::Side;

use crate::{Card, Cards, Contract};

/// One of the three players, counted from 1 in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// Seat 1.
    One,
    /// Seat 2, who plays after seat 1.
    Two,
    /// Seat 3, who plays before seat 1.
    Three,
}

impl Seat {
    /// All three, in the order of play.
    pub const ALL: [Seat; 3] = [Seat::One, Seat::Two, Seat::Three];

    /// The seat that plays `places` after this one.
    #[must_use]
    pub const fn after(self, places: usize) -> Seat {
        Seat::ALL[(self as usize + places) % 3]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", *self as usize + 1)
    }
}

/// The cards still held, with open hands, and all that decides how the play
/// goes on.
///
/// [`Deal::read`](Deal::read) describes the text. Hands are equally long at
/// the lead of a trick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    pub(crate) hands: [Cards; 3],
    /// The trick so far, in the order played; the third card ends it.
    pub(crate) table: [Option<Card>; 2],
    pub(crate) leader: Seat,
    pub(crate) declarer: Seat,
    pub(crate) contract: Contract,
    /// What the declarer has taken so far; 0 in null games.
    pub(crate) points: u8,
    /// Whether the declarer of a null game has taken a trick.
    pub(crate) lost: bool,
}

/// Why hands are no deal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum DealError {
    /// One card in two hands.
    #[error("{card} is in the hands of seats {first} and {second}")]
    Twice {
        /// The card.
        card: Card,
        /// Who has it first.
        first: Seat,
        /// Who has it too.
        second: Seat,
    },
    /// Hands that no trick leaves behind.
    #[error("the hands have {0}, {1} and {2} cards: expected equally many")]
    Unequal(usize, usize, usize),
    /// More than thirty cards would be in play.
    #[error("the hands have {0} cards each: expected at most 10")]
    TooMany(usize),
}

impl Deal {
    /// A deal at the lead of a trick, nothing taken yet.
    pub fn new(
        hands: [Cards; 3],
        contract: Contract,
        declarer: Seat,
        leader: Seat,
    ) -> Result<Deal, DealError> {
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            if let Some(card) = hands[first]
                .into_iter()
                .find(|&c| hands[second].contains(c))
            {
                let (first, second) = (Seat::ALL[first], Seat::ALL[second]);
                return Err(DealError::Twice {
                    card,
                    first,
                    second,
                });
            }
        }
        let [a, b, c] = hands.map(Cards::len);
        if a != b || b != c {
            return Err(DealError::Unequal(a, b, c));
        }
        if a > 10 {
            return Err(DealError::TooMany(a));
        }
        Ok(Deal {
            hands,
            table: [None; 2],
            leader,
            declarer,
            contract,
            points: 0,
            lost: false,
        })
    }

    /// The cards that `seat` holds.
    #[must_use]
    pub fn hand(&self, seat: Seat) -> Cards {
        self.hands[seat as usize]
    }

    /// The trick so far, in the order played: none to two cards.
    pub fn table(&self) -> impl Iterator<Item = Card> + use<> {
        self.table.into_iter().flatten()
    }

    /// Who leads, or led, the trick.
    #[must_use]
    pub fn leader(&self) -> Seat {
        self.leader
    }

    /// The player on his own.
    #[must_use]
    pub fn declarer(&self) -> Seat {
        self.declarer
    }

    /// What is played.
    #[must_use]
    pub fn contract(&self) -> Contract {
        self.contract
    }

    /// The declarer's points so far; 0 in null games.
    #[must_use]
    pub fn points(&self) -> u8 {
        self.points
    }

    /// Who plays the next card.
    #[must_use]
    pub fn turn(&self) -> Seat {
        self.leader.after(self.table().count())
    }

    /// Which side `seat` is on: the declarer is First, the defenders Second.
    #[must_use]
    pub fn side(&self, seat: Seat) -> Side {
        match seat == self.declarer {
            true => Side::First,
            false => Side::Second,
        }
    }

    /// Whether nothing more can happen: no card is left, or a null game is
    /// lost.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.lost || (self.table[0].is_none() && self.hands.iter().all(|hand| hand.is_empty()))
    }

    /// The cards that may be played next; none when the game is over.
    #[must_use]
    pub fn playable(&self) -> Cards {
        match self.is_over() {
            true => Cards::NONE,
            false => self
                .contract
                .playable(self.hand(self.turn()), self.table[0]),
        }
    }

    /// Plays a card that is [`playable`](Self::playable), and takes the trick
    /// in if it was the third.
    pub(crate) fn play(&mut self, card: Card) {
        debug_assert!(self.playable().contains(card), "{card} in {self:?}");
        let turn = self.turn();
        let hand = &mut self.hands[turn as usize];
        *hand = hand.without(card);
        let (first, second) = match self.table {
            [None, _] => {
                self.table[0] = Some(card);
                return;
            }
            [Some(_), None] => {
                self.table[1] = Some(card);
                return;
            }
            [Some(first), Some(second)] => (first, second),
        };
        let mut winner = (self.leader, first);
        for (places, card) in [(1, second), (2, card)] {
            if self.contract.beats(card, winner.1) {
                winner = (self.leader.after(places), card);
            }
        }
        if winner.0 == self.declarer {
            match self.contract {
                Contract::Null => self.lost = true,
                contract => {
                    self.points += [first, second, card]
                        .map(|c| contract.points(c))
                        .iter()
                        .sum::<u8>();
                }
            }
        }
        self.leader = winner.0;
        self.table = [None; 2];
    }
}
