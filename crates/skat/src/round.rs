//! A round with hidden hands: what is dealt, what is played, what each sees.

use tabia_kernel::random::Seeded;

use crate::announce::{announce, strength};
use crate::{Card, Cards, Contract, Deal, Seat};

/// A round from the first lead on: the declarer has taken up the skat, laid
/// two cards aside and named a game.
///
/// Cards laid aside count for the declarer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    start: Deal,
    skat: Cards,
    deal: Deal,
    played: Vec<(Seat, Card)>,
}

/// How a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoundResult {
    /// Whether the declarer won: 61 points, or no trick in null games.
    pub won: bool,
    /// The declarer's points, those laid aside included; 0 in null games.
    pub points: u8,
}

/// The points with which a declarer wins.
pub const ENOUGH: u8 = 61;

impl Round {
    /// A round that begins with `start`, `skat` being laid aside; `None`
    /// unless these are 30 cards at the lead of the first trick and the two
    /// others.
    #[must_use]
    pub fn new(start: Deal, skat: Cards) -> Option<Round> {
        let dealt = Seat::ALL
            .iter()
            .fold(skat, |all, &seat| all.union(start.hand(seat)));
        let whole = dealt.len() == 32 && skat.len() == 2 && start.table().next().is_none();
        whole.then_some(Round {
            start,
            skat,
            deal: start,
            played: Vec::new(),
        })
    }

    /// A random deal in which the strongest hand declares, announces a game by
    /// rule of thumb and lays two cards aside by another. The lead is random.
    #[must_use]
    pub fn dealt(random: &mut Seeded) -> Round {
        let mut pack: Vec<Card> = Card::all().collect();
        random.shuffle(&mut pack);
        let mut hands = [0, 1, 2].map(|seat| pack[10 * seat..][..10].iter().copied().collect());
        let skat: Cards = pack[30..].iter().copied().collect();
        let leader = Seat::ALL[random.below(3)];
        let declarer = Seat::ALL
            .into_iter()
            .max_by_key(|&seat| strength(hands[seat as usize]));
        let declarer = declarer.expect("there are three");
        let hand = &mut hands[declarer as usize];
        let (contract, skat) = announce(hand.union(skat));
        *hand = hand.union(pack[30..].iter().copied().collect()).minus(skat);
        let start = Deal::new(hands, contract, declarer, leader).expect("cut from one pack");
        Round::new(start, skat).expect("a whole pack")
    }

    /// The cards as they lie, with open hands.
    #[must_use]
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The cards at the first lead.
    #[must_use]
    pub fn start(&self) -> &Deal {
        &self.start
    }

    /// The cards laid aside.
    #[must_use]
    pub fn skat(&self) -> Cards {
        self.skat
    }

    /// The cards played so far, in order.
    #[must_use]
    pub fn played(&self) -> &[(Seat, Card)] {
        &self.played
    }

    /// Plays a card, which must be [`playable`](Deal::playable).
    pub fn play(&mut self, card: Card) {
        self.played.push((self.deal.turn(), card));
        self.deal.play(card);
    }

    /// Takes back cards until only so many have been played.
    pub fn take_back_to(&mut self, cards: usize) {
        self.played.truncate(cards);
        self.deal = self.start;
        for &(_, card) in &self.played {
            self.deal.play(card);
        }
    }

    /// How it ended, or `None` while cards are left to play.
    #[must_use]
    pub fn result(&self) -> Option<RoundResult> {
        self.deal.is_over().then(|| match self.deal.contract() {
            Contract::Null => RoundResult {
                won: !self.deal.lost,
                points: 0,
            },
            _ => {
                let points = self.deal.points() + self.skat.points();
                RoundResult {
                    won: points >= ENOUGH,
                    points,
                }
            }
        })
    }

    /// What a seat sees.
    #[must_use]
    pub fn view(&self, seat: Seat) -> View {
        let deal = &self.deal;
        let declares = seat == deal.declarer();
        let mut seen: Cards = deal.hand(seat);
        let mut lacking = [Cards::NONE; 3];
        let mut led: Option<Card> = None;
        let mut in_trick = 0;
        for &(player, card) in &self.played {
            seen = seen.with(card);
            match led {
                None => led = Some(card),
                Some(first) => {
                    let colour = deal.contract().colour(first);
                    if deal.contract().colour(card) != colour {
                        let all = Card::all().filter(|&c| deal.contract().colour(c) == colour);
                        let lacks = &mut lacking[player as usize];
                        *lacks = lacks.union(all.collect());
                    }
                }
            }
            in_trick += 1;
            if in_trick == 3 {
                (led, in_trick) = (None, 0);
            }
        }
        if declares {
            seen = seen.union(self.skat);
        }
        let unseen: Cards = Card::all().filter(|&card| !seen.contains(card)).collect();
        View {
            seat,
            deal: Deal {
                hands: Seat::ALL.map(|other| match other == seat {
                    true => deal.hand(seat),
                    false => Cards::NONE,
                }),
                ..*deal
            },
            skat: declares.then_some(self.skat),
            unseen,
            lengths: Seat::ALL.map(|other| deal.hand(other).len()),
            may_hold: Seat::ALL.map(|other| unseen.minus(lacking[other as usize])),
        }
    }
}

/// What one player sees of a round, and what follows from it for certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    seat: Seat,
    /// With the own hand only.
    deal: Deal,
    /// The cards laid aside, if this is the declarer.
    skat: Option<Cards>,
    /// Cards in other hands, or laid aside.
    unseen: Cards,
    lengths: [usize; 3],
    /// Which of them each seat may hold: who did not follow a colour has none
    /// of it.
    may_hold: [Cards; 3],
}

impl View {
    /// Whose view it is.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The own hand.
    #[must_use]
    pub fn hand(&self) -> Cards {
        self.deal.hand(self.seat)
    }

    /// The game, the trick and the points; the other hands are empty.
    #[must_use]
    pub fn deal(&self) -> &Deal {
        &self.deal
    }

    /// The cards laid aside, if this is the declarer.
    #[must_use]
    pub fn skat(&self) -> Option<Cards> {
        self.skat
    }

    /// The cards that may be played, if it is this seat's turn.
    #[must_use]
    pub fn playable(&self) -> Cards {
        let led = self.deal.table().next();
        self.deal.contract().playable(self.hand(), led)
    }

    /// Which cards another seat may hold.
    #[must_use]
    pub fn may_hold(&self, seat: Seat) -> Cards {
        match seat == self.seat {
            true => self.hand(),
            false => self.may_hold[seat as usize],
        }
    }

    /// Some hands and cards laid aside that are possible.
    ///
    /// Cards are dealt one by one, those that fewest players may hold first,
    /// to a player drawn in proportion to the cards he still lacks; where that
    /// leads nowhere, the last choices are made otherwise. All possible deals
    /// can come up, nearly equally often.
    #[must_use]
    pub fn world(&self, random: &mut Seeded) -> (Deal, Cards) {
        let mut room = [0; 4];
        for seat in Seat::ALL {
            if seat != self.seat {
                room[seat as usize] = self.lengths[seat as usize];
            }
        }
        room[SKAT] = if self.skat.is_some() { 0 } else { 2 };
        let mut cards: Vec<Card> = self.unseen.collect();
        random.shuffle(&mut cards);
        let places = |card: Card| -> Vec<usize> {
            let seats = Seat::ALL
                .into_iter()
                .filter(|&seat| seat != self.seat && self.may_hold[seat as usize].contains(card));
            let mut places: Vec<usize> = seats.map(|seat| seat as usize).collect();
            if self.skat.is_none() {
                places.push(SKAT);
            }
            places
        };
        cards.sort_by_key(|&card| places(card).len());
        let places: Vec<Vec<usize>> = cards.iter().map(|&card| places(card)).collect();
        let mut dealt = [Cards::NONE; 4];
        let possible = assign(&cards, &places, &mut room, &mut dealt, random);
        debug_assert!(possible, "the true deal is possible");
        let mut deal = self.deal;
        for seat in Seat::ALL {
            if seat != self.seat {
                deal.hands[seat as usize] = dealt[seat as usize];
            }
        }
        (deal, self.skat.unwrap_or(dealt[SKAT]))
    }
}

/// The place of the skat beside the three seats.
const SKAT: usize = 3;

/// Deals the cards to places that may have them and have room; false if that
/// is impossible.
fn assign(
    cards: &[Card],
    places: &[Vec<usize>],
    room: &mut [usize; 4],
    dealt: &mut [Cards; 4],
    random: &mut Seeded,
) -> bool {
    let (Some((&card, cards)), Some((here, places))) = (cards.split_first(), places.split_first())
    else {
        return true;
    };
    let mut left: Vec<usize> = here
        .iter()
        .copied()
        .filter(|&place| room[place] > 0)
        .collect();
    while !left.is_empty() {
        let total: usize = left.iter().map(|&place| room[place]).sum();
        let mut lot = random.below(total);
        let at = left.iter().position(|&place| {
            let hit = lot < room[place];
            lot = lot.saturating_sub(room[place]);
            hit
        });
        let place = left.swap_remove(at.expect("the lot is below the sum"));
        room[place] -= 1;
        dealt[place] = dealt[place].with(card);
        if assign(cards, places, room, dealt, random) {
            return true;
        }
        dealt[place] = dealt[place].without(card);
        room[place] += 1;
    }
    false
}
