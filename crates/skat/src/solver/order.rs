//! Which card to try first.

use super::search::{Candidate, Trick};
use crate::Kind;
use crate::layout::{Hands, Layout};

/// Rates the candidates: the higher the score, the sooner it is tried. The
/// order changes how long the search takes, never what it finds.
pub(super) fn rate(layout: &Layout, hands: &Hands, trick: &Trick, candidates: &mut [Candidate]) {
    let rate = match (layout.kind(), trick.played) {
        (Kind::Null, 0) => null_lead,
        (Kind::Null, _) => null_reply,
        (_, 0) => lead,
        (_, _) => reply,
    };
    for candidate in candidates {
        candidate.score = rate(layout, hands, trick, candidate.bit);
    }
}

fn lead(layout: &Layout, hands: &Hands, trick: &Trick, bit: u8) -> i32 {
    let turn = trick.turn();
    let points = layout.points(bit);
    let colour = layout.colour(bit);
    let trump = layout.trumps() >> bit & 1 == 1;
    let trumps = layout.trumps();
    if turn == 0 {
        let theirs = hands[1] | hands[2];
        let safe = theirs & layout.above(bit) == 0;
        let ruffed = !trump
            && ((hands[1] & colour == 0 && hands[1] & trumps != 0)
                || (hands[2] & colour == 0 && hands[2] & trumps != 0));
        return match (safe, ruffed) {
            (true, false) => 100 + points,
            (_, true) => 10 - points,
            (false, false) => 40 - 2 * points,
        };
    }
    let partner = 3 - turn;
    let above = layout.above(bit);
    let declarer_follows = hands[0] & colour != 0;
    let declarer_ruffs = !declarer_follows && !trump && hands[0] & trumps != 0;
    let declarer_above = hands[0] & above != 0;
    let partner_above = hands[partner] & above != 0;
    let partner_best = hands[partner] & colour > hands[0] & colour;
    if declarer_ruffs {
        return 20 - 2 * points;
    }
    if !declarer_above {
        return 100 + points;
    }
    if partner_above && partner_best {
        return 80 + points;
    }
    40 - 2 * points
}

fn reply(layout: &Layout, hands: &Hands, trick: &Trick, bit: u8) -> i32 {
    let turn = trick.turn();
    let declarer = turn == 0;
    let points = layout.points(bit);
    let trump = i32::from(layout.trumps() >> bit & 1 == 1);
    let wins = layout.beats(bit, trick.best);
    let (best, winner) = match wins {
        true => (bit, turn),
        false => (trick.best, trick.winner),
    };
    let mut ours = (winner == 0) == declarer;
    if trick.played == 1 {
        let third = 3 - turn - trick.leader;
        let third_ours = (third == 0) == declarer;
        if third_ours != ours && can_beat(layout, hands[third], trick.led, best) {
            ours = !ours;
        }
    }
    let height = i32::from(layout.above(bit).count_ones() as u8);
    match (ours, wins) {
        // With the cheapest that will do, but home with the points.
        (true, true) => 200 + 2 * points + height - 20 * trump,
        (true, false) => 200 + 3 * points - 20 * trump,
        (false, _) => 100 - 4 * points + height - 10 * trump,
    }
}

/// Whether `hand` has a legal card that beats `best` after `led`.
fn can_beat(layout: &Layout, hand: u32, led: u8, best: u8) -> bool {
    let following = hand & layout.colour(led);
    let playable = if following != 0 { following } else { hand };
    let mut better = layout.above(best);
    if layout.trumps() >> best & 1 == 0 {
        better |= layout.trumps();
    }
    playable & better != 0
}

fn null_lead(layout: &Layout, hands: &Hands, trick: &Trick, bit: u8) -> i32 {
    let turn = trick.turn();
    let colour = layout.colour(bit);
    let above = layout.above(bit);
    if turn == 0 {
        // Someone has to take it over.
        let higher = (hands[1] | hands[2]) & above;
        return higher.count_ones() as i32;
    }
    let mine = hands[0] & colour;
    if mine == 0 {
        return -10;
    }
    // Low cards under which the declarer cannot stay.
    let stuck = (mine & !above).count_ones();
    20 - 4 * stuck as i32 - (colour & !above).count_ones() as i32
}

fn null_reply(layout: &Layout, _: &Hands, trick: &Trick, bit: u8) -> i32 {
    let wins = layout.beats(bit, trick.best);
    let height = (layout.colour(bit) & !layout.above(bit)).count_ones() as i32;
    match (trick.turn() == 0, wins) {
        // The highest that stays under, or the most dangerous discard.
        (true, false) => 20 + height,
        (true, true) => -height,
        // Defenders get rid of high cards.
        (false, _) => height,
    }
}
