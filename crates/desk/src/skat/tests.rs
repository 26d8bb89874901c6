//! Skat through the desk's eyes.

use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use super::SkatHost;
use crate::{Desk, Edit, Hosted, Line, Options, Show};

fn desk() -> Hosted<SkatHost> {
    Hosted(SkatHost::new(&Options {
        threads: 1,
        memory_mib: 16,
        ..Options::default()
    }))
}

fn seen_by(viewer: Option<Side>) -> Show {
    Show {
        viewer,
        ..Show::default()
    }
}

#[test]
fn nothing_of_a_hidden_hand_is_told() {
    let desk = desk();
    let line = Line::read("clubs", "#7", "");
    let open = desk
        .look(&line, &seen_by(None), &Stop::new())
        .expect("a deal");
    let hands: Vec<&str> = open.position.split(['|', ';']).take(3).collect();
    for (viewer, hidden) in [(Side::First, [1, 2]), (Side::Second, [0, 2])] {
        let view = desk
            .look(&line, &seen_by(Some(viewer)), &Stop::new())
            .expect("a deal");
        let told = serde_json::to_string(&view).expect("JSON");
        for seat in hidden {
            for card in hands[seat].split_whitespace() {
                assert!(!told.contains(card), "{viewer:?} is told of {card}: {told}");
            }
        }
        // The declarer leads: only to him is said what he may play.
        assert_eq!(view.choices.is_empty(), viewer == Side::Second);
        // What can be copied still leads back to the game.
        let again = desk
            .read("clubs", &view.position, &Stop::new())
            .expect("a game");
        let again = desk
            .look(&again, &seen_by(None), &Stop::new())
            .expect("a deal");
        assert_eq!(again.position, open.position);
    }
}

#[test]
fn a_deal_that_was_set_up_and_a_finished_one_are_open() {
    let desk = desk();
    let text = "CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2";
    let line = Line::read("clubs", text, "");
    let view = desk
        .look(&line, &seen_by(Some(Side::First)), &Stop::new())
        .expect("legal");
    assert!(view.position.contains("DK"));
    assert!(!view.choices.is_empty(), "the other side's, too");
}

#[test]
fn levels_play_by_what_their_seat_sees() {
    let desk = desk();
    let line = Line::read("grand", "#3", "");
    for level in ["random", "simple", "1", "4"] {
        let turn = desk.reply(&line, level, &Stop::new()).expect("legal");
        let again = desk.reply(&line, level, &Stop::new()).expect("legal");
        assert_eq!(
            turn.expect("not stopped"),
            again.expect("not stopped"),
            "{level}"
        );
    }
    for wrong in ["open", "0", "65", "high"] {
        assert!(desk.reply(&line, wrong, &Stop::new()).is_err(), "{wrong}");
    }
}

#[test]
fn a_deal_is_set_up_by_clicks() {
    let desk = desk();
    let mut now = desk.set_up("", "", None).expect("empty hands");
    assert!(now.fault.is_some());
    let clicks = [
        ("seat-1", "CJ"),
        ("seat-1", "SA"),
        ("seat-2", "H7"),
        ("seat-2", "SA"),
        ("seat-3", "CA"),
        ("seat-3", "D7"),
        ("seat-1", "S7"),
        ("clubs", ""),
        ("lead-2", ""),
    ];
    for (tool, click) in clicks {
        let edit = Edit {
            tool: tool.into(),
            click: click.into(),
        };
        now = desk.set_up("", &now.text, Some(&edit)).expect(tool);
    }
    assert_eq!(now.fault, None, "{}", now.text);
    assert_eq!(
        now.text,
        "CJ S7 | SA H7 | CA D7; game clubs; declarer 1; lead 2"
    );
    let edit = Edit {
        tool: "seat-1".into(),
        click: "CJ".into(),
    };
    let taken = desk.set_up("", &now.text, Some(&edit)).expect("a card");
    assert!(taken.fault.expect("uneven").contains("1, 2 and 2"));
    for (text, tool, click, named) in [
        ("", "hammer", "CJ", "`hammer`"),
        ("", "seat-1", "XX", "`XX`"),
        ("CJ | SA", "seat-1", "CJ", "three hands"),
        ("CX | | ", "seat-1", "CJ", "`CX`"),
    ] {
        let edit = Edit {
            tool: tool.into(),
            click: click.into(),
        };
        let words = desk
            .set_up("", text, Some(&edit))
            .expect_err("wrong")
            .to_string();
        assert!(words.contains(named), "{words}");
    }
}

#[test]
fn the_material_has_a_structure_and_few_cards_a_graph() {
    let desk = desk();
    let mut found = Vec::new();
    let text = "CJ SA HT | DK S7 H8 | CA C9 DT; game clubs; declarer 1; lead 2";
    let line = Line::read("clubs", text, "");
    desk.study(&line, &Stop::new(), &mut |study| found.push(study))
        .expect("a material");
    assert!(
        found[0].table.rows[1][1].starts_with("suit-3-"),
        "{found:?}"
    );
    assert!(
        found[0]
            .picture
            .as_ref()
            .is_some_and(|svg| svg.contains("♣J"))
    );
    found.clear();
    desk.study(&Line::read("clubs", "#1", ""), &Stop::new(), &mut |s| {
        found.push(s)
    })
    .expect("a material");
    assert_eq!(found[0].picture, None);
}

#[test]
fn a_defender_has_one_hand_and_the_engine_plays_the_other() {
    let desk = desk();
    let mut line = Line::read("grand", "#3", "");
    let mut turns = Vec::new();
    for _ in 0..3 {
        let view = desk
            .look(&line, &seen_by(Some(Side::Second)), &Stop::new())
            .expect("legal");
        turns.push(view.yours);
        assert_eq!(view.choices.is_empty(), !view.yours);
        let turn = desk.reply(&line, "simple", &Stop::new()).expect("legal");
        let turn = turn.expect("nobody stops it");
        assert_eq!(turn.len(), 1, "one seat's turn");
        line.moves.extend(turn);
    }
    assert_eq!(turns, [false, true, false]);
    let view = desk
        .look(&line, &seen_by(Some(Side::Second)), &Stop::new())
        .expect("legal");
    let made: Vec<bool> = view.history.iter().map(|played| played.yours).collect();
    assert_eq!(made, [false, true, false]);
    // With open hands the seats stay what they are.
    let open = Show {
        open: true,
        ..seen_by(Some(Side::Second))
    };
    let shown = desk.look(&line, &open, &Stop::new()).expect("legal");
    assert_eq!(shown.yours, view.yours);
    assert!(!shown.hidden && !shown.choices.is_empty());
}
