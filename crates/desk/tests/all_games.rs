//! What holds for every game at the desk.

use std::sync::Arc;

use tabia_desk::{Desk, Line, Options, Show, all};
use tabia_kernel::search::Stop;

fn desks() -> Vec<Arc<dyn Desk>> {
    all(&Options {
        threads: 1,
        memory_mib: 16,
        ..Options::default()
    })
}

/// A game between the two weakest levels, move by move.
fn game(desk: &dyn Desk, start: &str) -> Line {
    let mut line = Line::read("", start, "");
    let level = desk.about().levels[0].name;
    loop {
        let view = desk.look(&line, &Show::default()).expect("a legal line");
        if view.over.is_some() {
            return line;
        }
        let turn = desk.reply(&line, level, &Stop::new()).expect("legal");
        line.moves.extend(turn.expect("nobody stops it"));
    }
}

#[test]
fn clicks_lead_to_every_move_and_to_no_two() {
    for desk in desks() {
        let name = desk.about().name;
        let start = if desk.about().dealt { "#3" } else { "" };
        let whole = game(&*desk, start);
        for moves in 0..=whole.moves.len() {
            let line = Line {
                moves: whole.moves[..moves].to_vec(),
                ..whole.clone()
            };
            let view = desk.look(&line, &Show::default()).expect("legal");
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
}

#[test]
fn records_and_positions_can_be_pasted_back() {
    for desk in desks() {
        let name = desk.about().name;
        let start = if desk.about().dealt { "#5" } else { "" };
        let mut line = game(&*desk, start);
        line.moves.truncate(3);
        let view = desk.look(&line, &Show::default()).expect("legal");
        let pasted = desk.read("", &view.record).expect(name);
        let again = desk.look(&pasted, &Show::default()).expect("legal");
        assert_eq!(again.position, view.position, "{name}");
        assert_eq!(again.history, view.history, "{name}");
        let pasted = desk.read("", &view.position).expect(name);
        let again = desk.look(&pasted, &Show::default()).expect("legal");
        assert_eq!(again.position, view.position, "{name}");
        assert!(desk.read("", "hello").is_err(), "{name}");
    }
}

#[test]
fn ratings_cover_the_choices_late_in_a_game() {
    for desk in desks() {
        let name = desk.about().name;
        let start = if desk.about().dealt { "#5" } else { "" };
        let mut line = game(&*desk, start);
        line.moves.truncate(line.moves.len().saturating_sub(4));
        let view = desk.look(&line, &Show::default()).expect("legal");
        let mut rated = Vec::new();
        let all = desk.rate(&line, &Stop::new(), &mut |rating| rated.push(rating.text));
        assert_eq!(all, Ok(true), "{name}");
        rated.sort();
        let mut choices: Vec<String> = view.choices.into_iter().map(|c| c.text).collect();
        choices.sort();
        assert_eq!(rated, choices, "{name}");
    }
}

#[test]
fn every_listed_level_replies_and_others_are_refused() {
    for desk in desks() {
        let about = desk.about();
        let start = if about.dealt { "#5" } else { "" };
        let mut line = game(&*desk, start);
        line.moves.truncate(line.moves.len().saturating_sub(4));
        for level in &about.levels {
            let turn = desk.reply(&line, level.name, &Stop::new());
            assert!(
                turn.expect("legal").is_some(),
                "{} {}",
                about.name,
                level.name
            );
        }
        assert!(about.levels.iter().any(|l| l.name == about.usual_level));
        let refused = desk.reply(&line, "no-such-level", &Stop::new());
        assert!(
            refused
                .expect_err("refused")
                .to_string()
                .contains("no-such-level")
        );
        for variant in &about.variants {
            let line = Line::read(variant.name, "", "");
            assert!(
                desk.look(&line, &Show::default()).is_ok(),
                "{}",
                variant.name
            );
        }
    }
}

#[test]
fn dealt_games_differ_by_their_number_alone() {
    for desk in desks().into_iter().filter(|desk| desk.about().dealt) {
        let name = desk.about().name;
        let look = |start: &str| {
            let whole = game(&*desk, start);
            let view = desk.look(&whole, &Show::default()).expect("legal");
            view.record
        };
        assert_eq!(look("#1"), look("#1"), "{name}");
        assert_ne!(look("#1"), look("#2"), "{name}");
        let wrong = desk.look(&Line::read("", "#x", ""), &Show::default());
        assert!(
            wrong.expect_err("refused").to_string().contains("#x"),
            "{name}"
        );
    }
}
