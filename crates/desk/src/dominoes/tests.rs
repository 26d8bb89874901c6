//! Dominoes through the desk's eyes.

use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use super::DominoesDesk;
use crate::{Desk, Edit, Line, Options, Show};

fn desk() -> DominoesDesk {
    DominoesDesk::new(&Options {
        threads: 1,
        memory_mib: 16,
        ..Options::default()
    })
}

fn seen_by(viewer: Option<Side>) -> Show {
    Show {
        viewer,
        ..Show::default()
    }
}

#[test]
fn nothing_of_a_hidden_hand_or_the_stock_is_told() {
    let desk = desk();
    let line = Line::read("stock", "#7", "");
    let open = desk
        .look(&line, &seen_by(None), &Stop::new())
        .expect("a deal");
    let hands: Vec<&str> = open.position.split('|').take(2).collect();
    for (viewer, hidden) in [(Side::First, 1), (Side::Second, 0)] {
        let view = desk
            .look(&line, &seen_by(Some(viewer)), &Stop::new())
            .expect("a deal");
        let told = serde_json::to_string(&view).expect("JSON");
        for tile in hands[hidden].split_whitespace() {
            let click = format!("data-click=\\\"{tile}\\\"");
            assert!(!told.contains(&click), "{viewer:?} sees {tile}");
            assert!(
                !told.contains(&format!("\"{tile}@")),
                "{viewer:?} is told of {tile}"
            );
        }
        assert!(!told.contains(" | "), "no position: {told}");
        assert_eq!(view.choices.is_empty(), view.to_move != Some(viewer));
        let again = desk
            .read("stock", &view.record, &Stop::new())
            .expect("a game");
        let again = desk
            .look(&again, &seen_by(None), &Stop::new())
            .expect("a deal");
        assert_eq!(again.position, open.position);
    }
    // The rules without a stock are about open hands.
    let line = Line::read("pips", "#7", "");
    let view = desk
        .look(&line, &seen_by(Some(Side::Second)), &Stop::new())
        .expect("a deal");
    assert!(view.position.contains(" | ") && !view.choices.is_empty());
}

#[test]
fn a_game_with_a_stock_is_played_out_and_ends_open() {
    let desk = desk();
    let mut line = Line::read("stock", "#5", "");
    let over = loop {
        let view = desk
            .look(&line, &seen_by(Some(Side::First)), &Stop::new())
            .expect("legal");
        if view.over.is_some() {
            break view;
        }
        let level = if view.to_move == Some(Side::First) {
            "simple"
        } else {
            "4"
        };
        let turn = desk.reply(&line, level, &Stop::new()).expect("legal");
        line.moves.extend(turn.expect("nobody stops it"));
    };
    assert!(over.position.contains(" | "), "all is shown at the end");
    let mut rated = Vec::new();
    assert_eq!(
        desk.review(&line, &Stop::new(), &mut |r| rated.push(r)),
        Ok(true)
    );
    assert_eq!(rated.len(), line.moves.len());
}

#[test]
fn an_empty_stock_is_proved_and_a_full_one_estimated() {
    let desk = desk();
    let exact = |start: &str| {
        let line = Line::read("stock", start, "");
        let mut exact = Vec::new();
        desk.rate(&line, &Stop::new(), &mut |r| exact.push(r.value.exact))
            .expect("legal");
        exact
    };
    assert!(
        exact("01 12 | 33 45 | 0-5 first")
            .iter()
            .all(|&exact| exact)
    );
    let guessed = exact("#3");
    assert!(!guessed.is_empty() && guessed.iter().all(|&exact| !exact));
}

#[test]
fn tiles_are_set_up_by_clicks() {
    let desk = desk();
    let clicks = |rules: &str, edits: &[(&str, &str)]| {
        let mut now = desk.set_up(rules, "", None)?;
        for (tool, click) in edits {
            let edit = Edit {
                tool: (*tool).into(),
                click: (*click).into(),
            };
            now = desk.set_up(rules, &now.text, Some(&edit))?;
        }
        Ok::<_, crate::DeskError>(now)
    };
    let edits = [
        ("first", "01"),
        ("first", "12"),
        ("second", "33"),
        ("stock", "66"),
        ("stock", "05"),
        ("stock", "05"),
        ("right", "@5"),
        ("second-moves", ""),
        ("first-moves", ""),
    ];
    let drawn = clicks("stock", &edits).expect("all there");
    assert_eq!(drawn.fault, None);
    assert_eq!(drawn.text, "01 12 | 33 | 0-5 first; stock 66");
    assert!(clicks("stock", &[]).expect("empty").fault.is_some());
    for (rules, tool, click, named) in [
        ("pips", "stock", "66", "`stock`"),
        ("stock", "left", "66", "`66`"),
        ("stock", "first", "@6", "`@6`"),
    ] {
        let words = clicks(rules, &[(tool, click)])
            .expect_err("wrong")
            .to_string();
        assert!(words.contains(named), "{words}");
    }
}

#[test]
fn a_material_has_a_representative_and_a_graph() {
    let desk = desk();
    let study = |rules: &str, start: &str| {
        let mut found = Vec::new();
        desk.study(&Line::read(rules, start, ""), &Stop::new(), &mut |s| {
            found.push(s)
        })
        .expect("a position");
        found.remove(0)
    };
    let settled = study("drawn", "45 56 | 33 | 4-6 first");
    assert_eq!(settled.table.rows[1][1], "01 03 13 22");
    assert!(settled.picture.is_some());
    assert_eq!(study("stock", "#1").picture, None);
    // Whole hands are no more work than small ones.
    assert!(study("pips", "#1").picture.is_some());
}
