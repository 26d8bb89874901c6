//! Players of several levels.

use std::sync::Arc;

use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

use crate::round::ENOUGH;
use crate::{Card, Cards, Colour, Contract, Deal, Round, Seat, Solver, Tables, View};

/// How well a player plays: an open one sees all hands, and plays perfectly.
pub type Level = tabia_kernel::hidden::Level<1_000>;

/// A player, who for all levels but [`Level::Open`] knows no more than the
/// [`View`] of his seat.
///
/// *Idea.* Deals that are possible are drawn at random and solved with open
/// hands; the card that wins most often is played. Where all cards do equally
/// well, rules of thumb decide. The known weakness: it never plays to find
/// something out, or to hide something, since in each deal it believes that
/// everyone sees everything.
///
/// *Literature.* S. Kupferschmid and M. Helmert, A Skat Player Based on
/// Monte-Carlo Simulation, 2006.
pub struct Player {
    level: Level,
    solver: Solver,
}

impl Player {
    /// A player of this level, whose solver may use tables of endings.
    #[must_use]
    pub fn new(level: Level, tables: Option<Arc<Tables>>) -> Player {
        let solver = Solver::with_mebibytes(match level {
            Level::Random | Level::Simple => 1,
            Level::Worlds(_) | Level::Open => 16,
        });
        Player {
            level,
            solver: match tables {
                Some(tables) => solver.with_endings(tables),
                None => solver,
            },
        }
    }

    /// The card to play for whose turn it is; `None` if stopped.
    ///
    /// The same round and the same random numbers give the same card.
    ///
    /// # Panics
    ///
    /// If the round is over.
    pub fn choose(&mut self, round: &Round, random: &mut Seeded, stop: &Stop) -> Option<Card> {
        let view = round.view(round.deal().turn());
        let playable: Vec<Card> = view.playable().collect();
        match (self.level, &playable[..]) {
            (_, []) => panic!("the round is over"),
            (_, &[only]) => Some(only),
            (Level::Random, cards) => Some(cards[random.below(cards.len())]),
            (Level::Simple, _) => Some(by_rule(&view, view.playable())),
            (Level::Worlds(worlds), _) => {
                let worlds: Vec<(Deal, Cards)> = (0..worlds).map(|_| view.world(random)).collect();
                self.vote(&view, &worlds, stop)
            }
            (Level::Open, _) => self.vote(&view, &[(*round.deal(), round.skat())], stop),
        }
    }

    /// The card with most votes of the worlds.
    fn vote(&mut self, view: &View, worlds: &[(Deal, Cards)], stop: &Stop) -> Option<Card> {
        let declares = view.seat() == view.deal().declarer();
        let mut votes: Vec<(Card, usize)> = view.playable().map(|card| (card, 0)).collect();
        for (deal, skat) in worlds {
            let have = deal.points() + skat.points();
            let targets = GOALS.map(|(goal, _)| goal.saturating_sub(have));
            let answers = self.solver.reaching(deal, targets, stop)?;
            for ((card, votes), (answered, reached)) in votes.iter_mut().zip(answers) {
                debug_assert_eq!(*card, answered);
                for ((_, weight), reached) in GOALS.iter().zip(reached) {
                    *votes += weight * usize::from(reached == declares);
                }
            }
        }
        let most = votes.iter().map(|&(_, votes)| votes).max()?;
        let best: Cards = votes
            .into_iter()
            .filter(|&(_, votes)| votes == most)
            .map(|(card, _)| card)
            .collect();
        Some(by_rule(view, best))
    }
}

/// One of these cards, by rule of thumb; the first of several.
fn by_rule(view: &View, cards: Cards) -> Card {
    let rate = |&card: &Card| match view.deal().contract() {
        Contract::Null => rate_null(view, card),
        _ => rate(view, card),
    };
    let first = |card: &Card| std::cmp::Reverse(card.index());
    let best = cards.max_by_key(|card| (rate(card), first(card)));
    best.expect("there is a card to play")
}

/// Who may still play to the trick after this seat.
fn behind(view: &View) -> impl Iterator<Item = Seat> {
    let still = 2 - view.deal().table().count();
    let seat = view.seat();
    (1..=still).map(move |places| seat.after(places))
}

/// Whether the seats are on one side.
fn together(view: &View, a: Seat, b: Seat) -> bool {
    view.deal().side(a) == view.deal().side(b)
}

/// Whether someone of the other side who comes later may take the trick from
/// `card`.
fn may_lose(view: &View, card: Card) -> bool {
    let contract = view.deal().contract();
    behind(view)
        .filter(|&seat| !together(view, seat, view.seat()))
        .any(|seat| {
            view.may_hold(seat)
                .into_iter()
                .any(|c| contract.beats(c, card))
        })
}

/// The best card on the table and who played it.
fn winning(view: &View) -> Option<(Card, Seat)> {
    let deal = view.deal();
    let mut cards = deal
        .table()
        .zip((0..).map(|places| deal.leader().after(places)));
    let first = cards.next()?;
    Some(cards.fold(
        first,
        |best, next| match deal.contract().beats(next.0, best.0) {
            true => next,
            false => best,
        },
    ))
}

/// How good a card looks where points count.
fn rate(view: &View, card: Card) -> i32 {
    let contract = view.deal().contract();
    let points = i32::from(contract.points(card));
    let height = i32::from(contract.height(card));
    let trump = contract.colour(card) == Colour::Trump;
    let declares = view.seat() == view.deal().declarer();
    let Some((best, winner)) = winning(view) else {
        // To lead: the declarer draws trumps from the top, then cashes what
        // nobody can take; defenders lead aces, then low cards.
        let safe = !may_lose(view, card);
        return match (declares, trump, safe) {
            (true, true, true) => 200 + height,
            (true, true, false) => 60 - 4 * points,
            (true, false, true) => 150 + points,
            (false, false, true) => 200 + points,
            (false, true, _) => 10 - points,
            (_, false, false) => 80 - 5 * points,
        };
    };
    let on_table: i32 = view
        .deal()
        .table()
        .map(|c| i32::from(contract.points(c)))
        .sum();
    let takes = contract.beats(card, best);
    let ours = together(view, winner, view.seat());
    // Whether the trick will be ours if this card is played, as far as one
    // can see.
    let will_be_ours = match takes {
        true => !may_lose(view, card),
        false => ours && !may_lose(view, best),
    };
    match (will_be_ours, takes) {
        // Home with the points, but a trump is worth more than a few.
        (true, false) => 300 + 4 * points - 30 * i32::from(trump),
        (true, true) => 250 + 3 * (on_table + points) - height - 12 * i32::from(trump),
        // A doubtful trick: no points into it.
        (false, true) => 150 - 5 * points - height - 10 * i32::from(trump),
        (false, false) => 140 - 5 * points - height - 20 * i32::from(trump),
    }
}

/// How good a card looks in null games.
fn rate_null(view: &View, card: Card) -> i32 {
    let contract = view.deal().contract();
    let height = i32::from(contract.height(card));
    let declares = view.seat() == view.deal().declarer();
    match (winning(view), declares) {
        (None, _) => 50 - height,
        // The declarer gets rid of the highest card that does not take.
        (Some((best, _)), true) => match contract.beats(card, best) && !may_lose(view, card) {
            true => -height,
            false => 50 + height,
        },
        // Defenders stay under the declarer, and throw high cards otherwise.
        (Some((best, winner)), false) => {
            let over = contract.beats(card, best);
            match together(view, winner, view.seat()) {
                true => 50 + height,
                false if over => height - 50,
                false => 50 + height,
            }
        }
    }
}

/// What is asked of each world: points of the declarer, and the votes for a
/// card that brings its side there. To win counts; a little less or more shows
/// who is nearer to it, since others do not play as if they saw all cards.
const GOALS: [(u8, usize); 3] = [(ENOUGH, 4), (ENOUGH - 12, 1), (ENOUGH + 12, 1)];

/// Plays a round to its end; `None` if stopped.
pub fn play_out(
    mut round: Round,
    declarer: &mut Player,
    defenders: &mut Player,
    random: &mut Seeded,
    stop: &Stop,
) -> Option<Round> {
    while round.result().is_none() {
        let player = match round.deal().turn() == round.deal().declarer() {
            true => &mut *declarer,
            false => &mut *defenders,
        };
        let card = player.choose(&round, random, stop)?;
        round.play(card);
    }
    Some(round)
}
