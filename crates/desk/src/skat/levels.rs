//! Who plays the cards: players that know no more than their seat does.

use std::convert::Infallible;

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Game as _;
use tabia_kernel::search::Stop;
use tabia_skat::{Card, Cards, Deal, Player, Round, Seat, Skat};

use crate::idle::Idle;
use crate::seated::Seated;
use crate::session::Session;

/// How a card is chosen.
pub(super) type Level = Seated<tabia_skat::Level>;

/// Players of all levels.
pub(super) struct Players(Idle<tabia_skat::Level, Player>);

/// Players kept at a time.
const PLAYERS: usize = 12;

impl Players {
    /// None yet.
    pub(super) fn new() -> Players {
        Players(Idle::new(PLAYERS))
    }

    /// What a level plays, or that it was stopped; `None` if it would have to
    /// guess in a deal that has nothing to guess.
    pub(super) fn choose(
        &self,
        session: &Session<Skat>,
        level: Level,
        stop: &Stop,
    ) -> Option<Option<Card>> {
        let Level::Fair(level) = level else {
            return None;
        };
        let deal = session.state();
        let key = Skat.key(deal);
        let mut random = Seeded::new((key ^ key >> 64) as u64);
        let Some(round) = round(session) else {
            let cards: Vec<Card> = deal.playable().collect();
            return match level {
                tabia_skat::Level::Random => Some(Some(cards[random.below(cards.len())])),
                tabia_skat::Level::Simple => Some(
                    cards
                        .into_iter()
                        .max_by_key(|&card| deal.contract().height(card)),
                ),
                _ => None,
            };
        };
        let make = || Ok::<_, Infallible>(Player::new(level, None));
        let choose = |player: &mut Player| player.choose(&round, &mut random, stop);
        let Ok(card) = self.0.with(level, make, choose);
        Some(card.filter(|_| !stop.is_requested()))
    }
}

/// The game as a round with hidden hands, if it began with a whole deal. What
/// is in nobody's hand lies aside.
pub(super) fn round(session: &Session<Skat>) -> Option<Round> {
    let start = &session.states()[0];
    let hands = Seat::ALL.map(|seat| start.hand(seat));
    let held = hands.iter().fold(Cards::NONE, |all, &hand| all.union(hand));
    let aside: Cards = Card::all().filter(|&card| !held.contains(card)).collect();
    // The round counts what lies aside by itself.
    let bare = Deal::new(hands, start.contract(), start.declarer(), start.leader()).ok()?;
    let mut round = Round::new(bare, aside)?;
    for &card in session.moves() {
        round.play(card);
    }
    Some(round)
}
