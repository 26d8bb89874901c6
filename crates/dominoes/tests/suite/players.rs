//! The whole game: what is forced, what is seen, who wins.

use tabia_dominoes::{Event, Level, Move, Party, Tile, Tiles, choose};
use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

/// Plays random moves, calling `visit` before each and at the end.
fn random_game(seed: u64, mut visit: impl FnMut(&Party, &[Event])) {
    let mut random = Seeded::new(seed);
    let mut events = Vec::new();
    let mut party = Party::dealt(&mut random, &mut events);
    loop {
        visit(&party, &events);
        if party.payoff().is_some() {
            break;
        }
        let mut moves = Vec::new();
        party.moves(&mut moves);
        party.play(moves[random.below(moves.len())], &mut events);
    }
}

#[test]
fn the_strongest_tile_opens() {
    for seed in 0..300 {
        let mut events = Vec::new();
        let party = Party::dealt(&mut Seeded::new(seed), &mut events);
        let Some(&Event::Opens(side, opening)) = events.first() else {
            panic!("a game begins with an opening");
        };
        let rank = |tile: Tile| (tile.is_double(), tile.pips());
        // Tiles drawn since cannot be told apart, so only where none were.
        if events.len() == 1 {
            assert_eq!(party.hand(side).len(), 6);
            assert_eq!(party.hand(side.other()).len(), 7);
            let hands = party.hand(side).chain(party.hand(side.other()));
            assert!(
                hands.into_iter().all(|tile| rank(tile) <= rank(opening)),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn whoever_moves_can_lay_a_tile_and_nothing_is_lost() {
    for seed in 0..500 {
        random_game(seed, |party, events| {
            let mut moves = Vec::new();
            party.moves(&mut moves);
            if party.payoff().is_none() {
                assert!(moves.iter().all(|&m| m != Move::Pass), "seed {seed}");
            }
            let laid = events
                .iter()
                .filter(|event| matches!(event, Event::Opens(..) | Event::Lays(..)));
            let held: usize = Side::BOTH.iter().map(|&side| party.hand(side).len()).sum();
            assert_eq!(laid.count() + held + party.stock(), 28, "seed {seed}");
            // Nobody passes while there is a stock.
            if let Some(Event::Passes(_)) = events.last() {
                assert_eq!(party.stock(), 0, "seed {seed}");
            }
        });
    }
}

#[test]
fn the_true_hand_is_never_ruled_out_and_worlds_fit() {
    let mut certain = 0;
    for seed in 0..500 {
        let mut random = Seeded::new(seed);
        random_game(seed, |party, _| {
            if party.payoff().is_some() {
                return;
            }
            let us = party.to_move();
            let view = party.view(us);
            let other = party.hand(us.other());
            let possible = view.may_hold();
            assert!(
                other.into_iter().all(|tile| possible.contains(tile)),
                "seed {seed}"
            );
            certain += usize::from(possible.len() < other.len() + party.stock());
            let world = view.world(&mut random);
            assert_eq!(world.hand(us), party.hand(us));
            assert_eq!(world.hand(us.other()).len(), other.len());
            assert_eq!(world.stock(), party.stock());
            assert_eq!(world.position().ends(), party.position().ends());
            let both: Tiles = world.hand(us).chain(world.hand(us.other())).collect();
            assert_eq!(both.len(), party.hand(us).len() + other.len());
        });
    }
    // Draws and passes tell something now and then.
    assert!(certain > 100, "{certain}");
}

#[test]
fn nobody_is_thought_to_hold_a_tile_that_would_have_opened() {
    let strength = |tile: &Tile| (tile.is_double(), tile.pips(), tile.index());
    let (mut ruled_out, mut drawn_since) = (0, 0);
    for seed in 0..300 {
        let mut random = Seeded::new(seed);
        let mut has_drawn = [false; 2];
        random_game(seed, |party, events| {
            for event in events {
                // A tile that fits is laid at once, and nobody knows more by it.
                if let Event::Draws(side, count) = event {
                    has_drawn[*side as usize] |= *count > 1 || party.stock() == 0;
                }
            }
            let (Some(&Event::Opens(_, opening)), None) = (events.first(), party.payoff()) else {
                return;
            };
            let us = party.to_move();
            let stronger = |tile: &Tile| strength(tile) > strength(&opening);
            let view = party.view(us);
            let possible = view.may_hold();
            if has_drawn[us.other() as usize] {
                // Then it may be one of those.
                drawn_since += possible.filter(stronger).count();
                return;
            }
            assert_eq!(possible.filter(stronger).count(), 0, "seed {seed}");
            let unseen = Tile::all()
                .filter(|tile| !view.hand().contains(*tile) && !party.laid().contains(*tile));
            ruled_out += unseen.filter(stronger).count();
            let world = view.world(&mut random);
            assert_eq!(
                world.hand(us.other()).filter(stronger).count(),
                0,
                "seed {seed}"
            );
        });
    }
    println!("{ruled_out} ruled out, {drawn_since} possible again");
    assert!(ruled_out > 1_000 && drawn_since > 100);
}

fn matched(a: Level, b: Level, pairs: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in 0..pairs {
        for side in Side::BOTH {
            let mut random = Seeded::new(seed);
            let mut events = Vec::new();
            let mut party = Party::dealt(&mut random, &mut events);
            while party.payoff().is_none() {
                let level = if party.to_move() == side { a } else { b };
                let m = choose(level, &party, &mut random, &Stop::new());
                party.play(m.expect("nobody stops it"), &mut events);
            }
            tally.count(party.payoff().expect("it is over").seen_by(side));
        }
    }
    println!("seeds 0..{pairs}: {tally}");
    tally
}

#[test]
fn a_rule_of_thumb_beats_random_tiles() {
    assert!(matched(Level::Simple, Level::Random, 1_500).interval().lo > 0.5);
}

#[test]
fn a_few_worlds_beat_the_rule_of_thumb() {
    assert!(matched(Level::Worlds(8), Level::Simple, 400).interval().lo > 0.5);
}

#[test]
fn who_sees_everything_beats_who_guesses() {
    assert!(matched(Level::Open, Level::Worlds(8), 60).interval().lo > 0.5);
}
