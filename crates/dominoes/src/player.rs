//! Players of several levels.

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use crate::{Move, Party};

/// How well a player plays: a simple one lays the tile after which most of its
/// own fit, doubles first; an open one sees the other hand and the stock.
pub type Level = tabia_kernel::hidden::Level<10_000>;

/// What a win is worth to the search; estimates stay below.
const WIN: i32 = 1_000;

/// Tiles that are looked ahead in one of many games.
const AHEAD: u32 = 6;
/// The same where only one game is looked at.
const FURTHER: u32 = 10;
/// Without a stock, hands of so many tiles together are played to the end.
const FEW: usize = 9;

/// Chooses a move for the side to move; `None` if stopped.
///
/// For all levels but [`Level::Open`] only the [`view`](Party::view) of that
/// side is looked at. The same game and the same random numbers give the same
/// move.
///
/// # Panics
///
/// If the game is over.
pub fn choose(level: Level, party: &Party, random: &mut Seeded, stop: &Stop) -> Option<Move> {
    let mut moves = Vec::new();
    party.moves(&mut moves);
    match (level, &moves[..]) {
        (_, []) => panic!("the game is over"),
        (_, &[only]) => Some(only),
        (Level::Random, moves) => Some(moves[random.below(moves.len())]),
        (Level::Simple, moves) => moves.iter().copied().max_by_key(|&m| by_rule(party, m)),
        (Level::Worlds(worlds), moves) => {
            let view = party.view(party.to_move());
            let worlds = (0..worlds).map(|_| view.world(random));
            vote(moves, worlds, AHEAD, stop)
        }
        (Level::Open, moves) => vote(moves, [*party], FURTHER, stop),
    }
}

/// How good a move looks: how many of the own tiles fit afterwards, whether it
/// gets rid of a double, which fits seldom, and how heavy it is.
fn by_rule(party: &Party, m: Move) -> (usize, bool, u8) {
    let Move::Play { tile, at } = m else {
        return (0, false, 0);
    };
    let (a, b) = party.position().ends().halves();
    let kept = if a == at { b } else { a };
    let shown = tile.across(at).unwrap_or(at);
    let left = party.hand(party.to_move()).without(tile);
    let fits = left.filter(|tile| tile.across(kept).is_some() || tile.across(shown).is_some());
    (fits.count(), tile.is_double(), tile.pips())
}

/// What each move of the side to move is worth to it on the average over so
/// many possible games: 1 if it wins them all, as far as it can be seen, −1 if
/// it loses them all. `None` if stopped.
///
/// Only the [`view`](Party::view) of that side is looked at. The same game and
/// the same random numbers give the same answer.
pub fn outlook(
    worlds: u16,
    party: &Party,
    random: &mut Seeded,
    stop: &Stop,
) -> Option<Vec<(Move, f64)>> {
    let mut moves = Vec::new();
    if party.payoff().is_none() {
        party.moves(&mut moves);
    }
    let view = party.view(party.to_move());
    let imagined = (0..worlds).map(|_| view.world(random));
    let sums = sums(&moves, imagined, AHEAD, stop)?;
    let most = f64::from(WIN) * f64::from(worlds.max(1));
    let worth = |sum: i64| (sum as f64 / most).clamp(-1.0, 1.0);
    Some(moves.into_iter().zip(sums.into_iter().map(worth)).collect())
}

/// The value of each move, summed over the games; `None` if stopped.
fn sums(
    moves: &[Move],
    worlds: impl IntoIterator<Item = Party>,
    ahead: u32,
    stop: &Stop,
) -> Option<Vec<i64>> {
    let mut sums = vec![0_i64; moves.len()];
    for world in worlds {
        if stop.is_requested() {
            return None;
        }
        let mut search = Search { moves: Vec::new() };
        for (sum, &m) in sums.iter_mut().zip(moves) {
            *sum += i64::from(search.after(&world, m, ahead, -2 * WIN, 2 * WIN));
        }
    }
    Some(sums)
}

/// The move with the best sum of values over the games; of several the
/// heaviest.
fn vote(
    moves: &[Move],
    worlds: impl IntoIterator<Item = Party>,
    ahead: u32,
    stop: &Stop,
) -> Option<Move> {
    let sums = sums(moves, worlds, ahead, stop)?;
    let weight = |m: Move| match m {
        Move::Play { tile, .. } => tile.pips(),
        Move::Pass => 0,
    };
    let best = moves.iter().zip(sums).rev();
    best.max_by_key(|&(&m, sum)| (sum, weight(m)))
        .map(|(&m, _)| m)
}

/// Alpha-beta with open hands and a known stock.
struct Search {
    /// The moves of the games on the way, each behind those before.
    moves: Vec<Move>,
}

impl Search {
    /// The value of a move for the side that makes it.
    fn after(&mut self, party: &Party, m: Move, ahead: u32, lo: i32, hi: i32) -> i32 {
        let mut next = *party;
        next.play_telling(m, &mut |_| ());
        // Draws and passes may leave the turn with the same side.
        match next.to_move() == party.to_move() {
            true => self.value(&next, ahead, lo, hi),
            false => -self.value(&next, ahead, -hi, -lo),
        }
    }

    /// The value for the side to move.
    fn value(&mut self, party: &Party, ahead: u32, mut lo: i32, hi: i32) -> i32 {
        let us = party.to_move();
        if let Some(end) = party.payoff() {
            return WIN * i32::from(end.seen_by(us).points().signum());
        }
        let held = party.hand(us).len() + party.hand(us.other()).len();
        if ahead == 0 && (party.stock() > 0 || held > FEW) {
            return estimate(party, us);
        }
        let start = self.moves.len();
        party.moves(&mut self.moves);
        let mut best = -2 * WIN;
        for at in start..self.moves.len() {
            let m = self.moves[at];
            best = best.max(self.after(party, m, ahead.saturating_sub(1), lo, hi));
            lo = lo.max(best);
            if lo >= hi {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }
}

/// Fewer tiles, fewer pips, more to choose from.
fn estimate(party: &Party, us: Side) -> i32 {
    let of = |side: Side| {
        let hand = party.hand(side);
        let (a, b) = party.position().ends().halves();
        let fits = hand.filter(|tile| tile.across(a).is_some() || tile.across(b).is_some());
        40 * hand.len() as i32 + i32::from(hand.pips()) - 10 * fits.count() as i32
    };
    of(us.other()) - of(us)
}
