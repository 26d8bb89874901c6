//! What a desk owes to page and terminal, checked on games that its weakest
//! level plays against itself.
//!
//! A game calls [`hold_for`] in its tests; it panics on the first breach with
//! the name of the game.

use tabia_kernel::search::Stop;

use crate::{Desk, Line, Show};

/// Checks all laws:
///
/// - every move can be clicked, and no move's clicks begin another's;
/// - games and positions can be pasted back;
/// - every move is rated late in a game;
/// - every level listed replies, and others are refused by name;
/// - every variant listed begins;
/// - dealt games differ by their number alone.
///
/// # Panics
///
/// On a breach.
pub fn hold_for(desk: &dyn Desk) {
    clicks_lead_to_every_move_and_to_no_two(desk);
    records_and_positions_can_be_pasted_back(desk);
    ratings_are_of_choices(desk);
    every_listed_level_replies_and_others_are_refused(desk);
    if desk.about().dealt {
        dealt_games_differ_by_their_number_alone(desk);
    }
}

/// A game between two players of the weakest level, move by move.
fn game(desk: &dyn Desk, start: &str) -> Line {
    let mut line = Line::read("", start, "");
    let level = desk.about().levels[0].name;
    loop {
        let view = desk
            .look(&line, &Show::default(), &Stop::new())
            .expect("a legal line");
        if view.over.is_some() {
            return line;
        }
        let turn = desk.reply(&line, level, &Stop::new()).expect("legal");
        line.moves.extend(turn.expect("nobody stops it"));
    }
}

/// Where a game begins, of those that are dealt the one with this number.
fn start(desk: &dyn Desk, number: &'static str) -> &'static str {
    match desk.about().dealt {
        true => number,
        false => "",
    }
}

fn clicks_lead_to_every_move_and_to_no_two(desk: &dyn Desk) {
    let name = desk.about().name;
    let whole = game(desk, start(desk, "#3"));
    for moves in 0..=whole.moves.len() {
        let line = Line {
            moves: whole.moves[..moves].to_vec(),
            ..whole.clone()
        };
        let view = desk
            .look(&line, &Show::default(), &Stop::new())
            .expect("legal");
        assert_eq!(view.history.len(), moves, "{name}");
        assert_eq!(view.over.is_some(), moves == whole.moves.len(), "{name}");
        for (i, choice) in view.choices.iter().enumerate() {
            assert!(!choice.clicks.is_empty(), "{name}");
            assert!(!choice.text.contains(char::is_whitespace), "{name}");
            for click in &choice.clicks {
                let click = format!("data-click=\"{click}\"");
                assert_eq!(view.board.matches(&click).count(), 1, "{name}: {click}");
            }
            for other in &view.choices[i + 1..] {
                let shared = choice.clicks.iter().zip(&other.clicks);
                let same = shared.take_while(|(a, b)| a == b).count();
                let least = choice.clicks.len().min(other.clicks.len());
                assert!(same < least, "{name}: {choice:?} {other:?}");
            }
        }
    }
}

fn records_and_positions_can_be_pasted_back(desk: &dyn Desk) {
    let name = desk.about().name;
    let mut line = game(desk, start(desk, "#5"));
    line.moves.truncate(3);
    let view = desk
        .look(&line, &Show::default(), &Stop::new())
        .expect("legal");
    let pasted = desk.read("", &view.record, &Stop::new()).expect(name);
    let again = desk
        .look(&pasted, &Show::default(), &Stop::new())
        .expect("legal");
    assert_eq!(again.position, view.position, "{name}");
    assert_eq!(again.history, view.history, "{name}");
    let pasted = desk.read("", &view.position, &Stop::new()).expect(name);
    let again = desk
        .look(&pasted, &Show::default(), &Stop::new())
        .expect("legal");
    assert_eq!(again.position, view.position, "{name}");
    assert!(desk.read("", "hello", &Stop::new()).is_err(), "{name}");
}

fn ratings_are_of_choices(desk: &dyn Desk) {
    let name = desk.about().name;
    let (all, rated, choices) = rated_late_in_a_game(desk);
    let known = |text: &String| choices.contains(text);
    assert!(rated.iter().all(known), "{name}: {rated:?}");
    assert!(
        rated.is_sorted_by(|a, b| a < b),
        "{name}: one twice in {rated:?}"
    );
    assert_eq!(all, rated.len() == choices.len(), "{name}");
}

/// The law of games whose engines know, or guess, what every move is worth four
/// moves before the end; others leave some moves unrated, and say so.
///
/// # Panics
///
/// On a breach.
pub fn ratings_cover_the_choices_late_in_a_game(desk: &dyn Desk) {
    let (all, rated, choices) = rated_late_in_a_game(desk);
    assert_eq!((all, rated), (true, choices), "{}", desk.about().name);
}

/// Whether all moves were rated, which, and which there are, sorted.
fn rated_late_in_a_game(desk: &dyn Desk) -> (bool, Vec<String>, Vec<String>) {
    let mut line = game(desk, start(desk, "#5"));
    line.moves.truncate(line.moves.len().saturating_sub(4));
    let view = desk
        .look(&line, &Show::default(), &Stop::new())
        .expect("legal");
    let mut rated = Vec::new();
    let all = desk.rate(&line, &Stop::new(), &mut |rating| rated.push(rating.text));
    let mut choices: Vec<String> = view.choices.into_iter().map(|c| c.text).collect();
    rated.sort();
    choices.sort();
    (all.expect("legal"), rated, choices)
}

fn every_listed_level_replies_and_others_are_refused(desk: &dyn Desk) {
    let about = desk.about();
    let mut line = game(desk, start(desk, "#5"));
    line.moves.truncate(line.moves.len().saturating_sub(4));
    for level in &about.levels {
        let turn = desk.reply(&line, level.name, &Stop::new());
        let turn = turn.expect("legal");
        assert!(turn.is_some(), "{} {}", about.name, level.name);
    }
    assert!(about.levels.iter().any(|l| l.name == about.usual_level));
    let refused = desk.reply(&line, "no-such-level", &Stop::new());
    let refused = refused.expect_err("refused").to_string();
    assert!(refused.contains("no-such-level"), "{refused}");
    for variant in &about.variants {
        let line = Line::read(variant.name, "", "");
        let begun = desk.look(&line, &Show::default(), &Stop::new());
        assert!(begun.is_ok(), "{} {}", about.name, variant.name);
    }
}

fn dealt_games_differ_by_their_number_alone(desk: &dyn Desk) {
    let name = desk.about().name;
    let look = |start: &str| {
        let whole = game(desk, start);
        let view = desk
            .look(&whole, &Show::default(), &Stop::new())
            .expect("legal");
        view.record
    };
    assert_eq!(look("#1"), look("#1"), "{name}");
    assert_ne!(look("#1"), look("#2"), "{name}");
    let wrong = desk.look(&Line::read("", "#x", ""), &Show::default(), &Stop::new());
    let wrong = wrong.expect_err("refused").to_string();
    assert!(wrong.contains("#x"), "{name}: {wrong}");
}
