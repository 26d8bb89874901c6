//! Who plays the cards: players that know no more than their seat does.

use std::sync::Mutex;

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Game as _;
use tabia_kernel::search::Stop;
use tabia_skat::{Card, Cards, Deal, Player, Round, Seat, Skat};

use crate::DeskError;
use crate::session::Session;

/// A level of the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Level {
    /// One that plays by what its seat sees.
    Seated(tabia_skat::Level),
    /// One that sees everything.
    Perfect,
}

impl Level {
    pub(super) fn read(text: &str) -> Result<Level, DeskError> {
        let unknown = || {
            DeskError::Level(format!(
                "unknown level `{text}`: expected random, simple, a number of deals from 1 to \
                 64, or perfect"
            ))
        };
        match text {
            "perfect" => Ok(Level::Perfect),
            _ => match text.parse() {
                Ok(tabia_skat::Level::Open | tabia_skat::Level::Worlds(65..)) => Err(unknown()),
                Ok(level) => Ok(Level::Seated(level)),
                Err(_) => Err(unknown()),
            },
        }
    }
}

/// Players that nobody uses at the moment.
#[derive(Default)]
pub(super) struct Players(Mutex<Vec<(tabia_skat::Level, Player)>>);

impl Players {
    /// What a level plays, or that it was stopped; `None` if it would have to
    /// guess in a deal that has nothing to guess.
    pub(super) fn choose(
        &self,
        session: &Session<Skat>,
        level: Level,
        stop: &Stop,
    ) -> Option<Option<Card>> {
        let Level::Seated(level) = level else {
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
        let mut player = self.take(level);
        let card = player.choose(&round, &mut random, stop);
        self.idle().push((level, player));
        Some(card.filter(|_| !stop.is_requested()))
    }

    /// One that nobody else uses; there are never more of a level than threads
    /// that think.
    fn take(&self, level: tabia_skat::Level) -> Player {
        let mut idle = self.idle();
        match idle.iter().position(|(of, _)| *of == level) {
            Some(at) => idle.swap_remove(at).1,
            None => Player::new(level, None),
        }
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<(tabia_skat::Level, Player)>> {
        self.0.lock().expect("nothing panics under this lock")
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
