use tabia_kernel::arena::Tally;

use super::*;
use crate::full::{Deal, Record};

/// Random positions in the middle of games.
fn positions(seed: u64, count: usize) -> Vec<FullPosition> {
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut found = Vec::new();
    while found.len() < count {
        let mut record = Record::new(FullPosition::START);
        let deal = Deal::of(&FullPosition::START, random.bits());
        let turns = 1 + random.below(120);
        let greedy = Player::new(Level::Greedy).with_seed(random.bits());
        while record.end().is_none() && record.turns().len() < turns {
            let choice = greedy.choose(record.position(), &Stop::new());
            let choice = choice.expect("no tables").expect("the game goes on");
            record.push(deal.turn(choice.action));
        }
        if record.end().is_none() {
            found.push(*record.position());
        }
    }
    found
}

#[test]
fn pruning_changes_no_value() {
    let stop = Stop::new();
    for position in positions(5, 60) {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        let few = position.face_down().elements() <= 6;
        let depth = if few { 4 } else { 3 };
        for action in actions.into_iter().take(6) {
            let mut plain = Search::new(None, u64::MAX, &stop);
            plain.prunes = false;
            let exact = plain.of_action(&position, action, depth, -WIN, WIN);
            let mut search = Search::new(None, u64::MAX, &stop);
            let value = search.of_action(&position, action, depth, -WIN, WIN);
            assert_eq!(value, exact, "{position}, {action}");
            assert!(search.nodes <= plain.nodes);
            // Any window: right inside, and on the right side outside.
            for (alpha, beta) in [
                (exact - 1, exact + 1),
                (exact, exact + 9),
                (exact - 9, exact),
            ] {
                let value = search.of_action(&position, action, depth, alpha, beta);
                assert_eq!(value <= alpha, exact <= alpha, "{position}, {action}");
                assert_eq!(value >= beta, exact >= beta, "{position}, {action}");
            }
        }
    }
}

/// Plays from the same deals, each player having the first turn once.
fn duel(a: &Player, b: &Player, games: u64) -> Tally {
    let mut tally = Tally::default();
    for game in 0..games {
        let deal = Deal::of(&FullPosition::START, game / 2);
        let mut record = Record::new(FullPosition::START);
        let a_first = game % 2 == 0;
        while record.end().is_none() {
            let player = if record.is_firsts_turn() == a_first {
                a
            } else {
                b
            };
            let choice = player.choose(record.position(), &Stop::new());
            let choice = choice.expect("no tables").expect("the game goes on");
            record.push(deal.turn(choice.action));
        }
        let first = record.first().expect("there were flips");
        let side = if a_first { first } else { first.other() };
        tally.count(record.end().expect("it is over").seen_by(side));
    }
    tally
}

#[test]
fn each_level_beats_the_one_below() {
    let player = |level: &str, seed| Player::new(level.parse().expect("a level")).with_seed(seed);
    for (stronger, weaker, games) in [
        ("greedy", "random", 40),
        ("1", "greedy", 20),
        ("3", "1", 40),
        ("5", "3", 24),
    ] {
        let tally = duel(&player(stronger, 1), &player(weaker, 2), games);
        println!("{stronger} against {weaker}: {tally}");
        assert!(
            tally.interval().lo > 0.5,
            "{stronger} against {weaker}: {tally}"
        );
    }
}

#[test]
fn choices_depend_on_position_level_seed_and_budget_alone() {
    let choose = |player: &Player, position: &FullPosition| {
        let choice = player.choose(position, &Stop::new());
        choice.expect("no tables").expect("the game goes on")
    };
    let mut differ = 0;
    for position in positions(6, 20) {
        let player = Player::new(Level::Depth(4)).with_nodes(3_000);
        let choice = choose(&player, &position);
        assert_eq!(choose(&player, &position), choice);
        let random = Player::new(Level::Random);
        let other = random.clone().with_seed(2);
        differ += u32::from(choose(&random, &position) != choose(&other, &position));
        // The first depth is finished, and the second not begun.
        let spent = choose(&player.with_nodes(1), &position);
        assert_eq!(spent.depth, 1);
        assert!(spent.nodes < choice.nodes || choice.depth == 1);
    }
    assert!(differ > 10);
}

#[test]
fn a_finished_game_has_no_choice_and_a_stopped_search_none_either() {
    let player = Player::new(Level::Depth(6));
    let over: FullPosition = "8/8/8/7k w 0".parse().expect("a position");
    assert_eq!(player.choose(&over, &Stop::new()).expect("no tables"), None);
    let stop = Stop::new();
    stop.request();
    let position = positions(1, 1)[0];
    let stopped = player.with_nodes(u64::MAX).choose(&position, &stop);
    // Small searches end before they look; what they found is whole.
    if let Some(choice) = stopped.expect("no tables") {
        assert!(choice.depth > 0, "{position}");
    }
}
