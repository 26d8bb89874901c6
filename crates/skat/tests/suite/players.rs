//! Rounds with hidden hands: what is seen, what is possible, who wins.

use tabia_kernel::arena::Tally;
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_skat::{Cards, Level, Player, Round, Seat, play_out};

/// A round with some random cards played.
fn random_round(seed: u64) -> Round {
    let mut random = Seeded::new(seed);
    let mut round = Round::dealt(&mut random);
    for _ in 0..random.below(30) {
        let playable: Vec<_> = round.deal().playable().collect();
        if playable.is_empty() {
            break;
        }
        round.play(playable[random.below(playable.len())]);
    }
    round
}

#[test]
fn worlds_agree_with_all_that_is_seen() {
    for seed in 0..400 {
        let round = random_round(seed);
        for seat in Seat::ALL {
            let view = round.view(seat);
            let mut random = Seeded::new(seed);
            for _ in 0..5 {
                let (deal, skat) = view.world(&mut random);
                assert_eq!(deal.hand(seat), round.deal().hand(seat), "seed {seed}");
                assert_eq!(deal.turn(), round.deal().turn());
                let mut all: Cards = round.played().iter().map(|&(_, card)| card).collect();
                for other in Seat::ALL {
                    assert_eq!(deal.hand(other).len(), round.deal().hand(other).len());
                    assert!(
                        deal.hand(other)
                            .all(|card| view.may_hold(other).contains(card))
                    );
                    all = all.union(deal.hand(other));
                }
                assert_eq!(all.union(skat).len(), 32, "seed {seed}");
                if seat == deal.declarer() {
                    assert_eq!(skat, round.skat());
                }
            }
        }
    }
}

#[test]
fn the_true_deal_is_never_ruled_out() {
    for seed in 0..1_000 {
        let round = random_round(seed);
        for (seat, other) in Seat::ALL.iter().flat_map(|&a| Seat::ALL.map(|b| (a, b))) {
            let view = round.view(seat);
            let possible = view.may_hold(other);
            assert!(round.deal().hand(other).all(|card| possible.contains(card)));
        }
    }
}

/// Few cards left to guess: every possible deal comes up.
#[test]
fn all_possible_worlds_come_up() {
    let mut random = Seeded::new(4);
    let mut round = Round::dealt(&mut random);
    while round.played().len() < 27 {
        let card = round.deal().playable().next().expect("a card");
        round.play(card);
    }
    let view = round.view(round.deal().declarer());
    let mut seen = std::collections::HashSet::new();
    for _ in 0..200 {
        seen.insert(view.world(&mut random).0);
    }
    assert_eq!(seen.len(), 2);
}

#[test]
fn taking_back_returns_to_the_round_as_it_was() {
    for seed in 0..50 {
        let round = random_round(seed);
        let cards = round.played().len();
        let mut back = round.clone();
        let half = cards / 2;
        back.take_back_to(half);
        for &(_, card) in &round.played()[half..] {
            back.play(card);
        }
        assert_eq!(back, round);
    }
}

/// Each deal twice, once with each as declarer.
fn matched(a: Level, b: Level, pairs: u64) -> Tally {
    let [mut a, mut b] = [a, b].map(|level| Player::new(level, None));
    let mut tally = Tally::default();
    let stop = Stop::new();
    for seed in 0..pairs {
        let round = Round::dealt(&mut Seeded::new(seed));
        for a_declares in [true, false] {
            let mut random = Seeded::new(seed);
            let (declarer, defenders) = match a_declares {
                true => (&mut a, &mut b),
                false => (&mut b, &mut a),
            };
            let played = play_out(round.clone(), declarer, defenders, &mut random, &stop);
            let result = played
                .and_then(|round| round.result())
                .expect("nobody stops it");
            match result.won == a_declares {
                true => tally.wins += 1,
                false => tally.losses += 1,
            }
        }
    }
    println!("seeds 0..{pairs}: {tally}");
    tally
}

#[test]
fn rules_of_thumb_beat_random_cards() {
    assert!(matched(Level::Simple, Level::Random, 150).interval().lo > 0.5);
}

#[test]
fn a_few_worlds_beat_rules_of_thumb() {
    let tally = matched(Level::Worlds(6), Level::Simple, 25);
    assert!(tally.wins > tally.losses, "{tally}");
}

#[test]
#[ignore = "1 min: enough rounds to be sure of it"]
fn a_few_worlds_surely_beat_rules_of_thumb() {
    assert!(matched(Level::Worlds(8), Level::Simple, 100).interval().lo > 0.5);
}

#[test]
fn who_sees_all_hands_beats_who_guesses() {
    assert!(matched(Level::Open, Level::Worlds(1), 40).interval().lo > 0.5);
}

#[test]
#[ignore = "5 min: levels that are close need many rounds"]
fn more_worlds_beat_fewer() {
    assert!(
        matched(Level::Worlds(16), Level::Worlds(1), 200)
            .interval()
            .lo
            > 0.5
    );
}

#[test]
fn the_same_numbers_give_the_same_round() {
    let play = || {
        let mut random = Seeded::new(3);
        let round = Round::dealt(&mut random);
        let mut player = Player::new(Level::Worlds(2), None);
        let mut other = Player::new(Level::Worlds(2), None);
        play_out(round, &mut player, &mut other, &mut random, &Stop::new())
    };
    assert_eq!(play(), play());
}
