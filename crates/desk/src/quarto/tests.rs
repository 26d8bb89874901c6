//! Quarto through the desk's eyes.

use tabia_kernel::search::Stop;

use crate::{Desk, DeskError, Games, Line, Options, Show};

fn desk() -> std::sync::Arc<dyn Desk> {
    let options = Options {
        threads: 1,
        memory_mib: 16,
        ..Options::default()
    };
    Games::default().desk("quarto", &options).expect("listed")
}

fn look(moves: &str) -> crate::View {
    let line = Line::read("lines", "", moves);
    desk()
        .look(&line, &Show::default(), &Stop::new())
        .expect("a legal line")
}

#[test]
fn every_click_of_a_choice_is_on_the_board() {
    for moves in ["", "b", "b a1", "b a1 3", "b a1 3 c2"] {
        let view = look(moves);
        assert!(!view.choices.is_empty());
        for choice in &view.choices {
            for click in &choice.clicks {
                let attribute = format!("data-click=\"{click}\"");
                assert_eq!(view.board.matches(&attribute).count(), 1, "{click}");
            }
        }
    }
}

#[test]
fn a_bad_line_is_refused_with_its_place() {
    let desk = desk();
    let error = |rules: &str, start: &str, moves: &str| {
        desk.look(
            &Line::read(rules, start, moves),
            &Show::default(),
            &Stop::new(),
        )
        .expect_err("refused")
        .to_string()
    };
    assert!(error("lines", "", "b a1 b").contains("move 3, `b`"));
    assert!(error("cubes", "", "").contains("rules `cubes`"));
    assert!(error("lines-5", "", "").contains('5'));
    assert!(error("lines", "xyz", "").contains("start `xyz`"));
    let won = "0 a1 1 b1 2 c1 3 d1";
    assert!(error("lines", "", &format!("{won} 7")).contains("move 9, `7`: the game is over"));
    let long = Line {
        moves: vec!["b".into(); 3000],
        ..Line::default()
    };
    let refused = desk.look(&long, &Show::default(), &Stop::new());
    assert!(matches!(refused, Err(DeskError::TooLong { .. })));
}

#[test]
fn the_end_is_told_in_words_and_nothing_can_be_clicked_then() {
    let view = look("0 a1 1 b1 2 c1 3 d1");
    let over = view.over.expect("a line of four");
    assert_eq!(over.words, "First wins with a line of four");
    assert_eq!(view.to_move, None);
    assert!(view.choices.is_empty());
    let line = Line::read("", "", "0 a1 1 b1 2 c1 3 d1");
    assert_eq!(desk().reply(&line, "2", &Stop::new()), Err(DeskError::Over));
}

#[test]
fn a_reply_is_a_whole_turn() {
    let line = Line::read("", "", "b");
    let turn = desk()
        .reply(&line, "2", &Stop::new())
        .expect("a legal line");
    assert_eq!(turn.expect("nobody stops it").len(), 2, "place and give");
    let unknown = desk().reply(&line, "1", &Stop::new());
    assert!(matches!(unknown, Err(DeskError::Level(text)) if text.contains("`1`")));
}

#[test]
fn ratings_are_those_of_the_solver() {
    let desk = desk();
    let line = Line::read("", "....3c1..d.92.a./f", "");
    let mut ratings = Vec::new();
    assert_eq!(
        desk.rate(&line, &Stop::new(), &mut |r| ratings.push(r)),
        Ok(true)
    );
    let wins: Vec<_> = ratings.iter().filter(|r| r.value.value > 0).collect();
    assert_eq!(wins.len(), 1);
    assert_eq!(wins[0].text, "b1");
    assert_eq!(wins[0].value.distance, Some(7));
    let mut played = Vec::new();
    let line = Line::read("", "....3c1..d.92.a./f", "a1 0");
    assert_eq!(
        desk.review(&line, &Stop::new(), &mut |r| played.push(r)),
        Ok(true)
    );
    assert_eq!(played.iter().map(|r| r.index).collect::<Vec<_>>(), [1, 0]);
    assert_eq!(played[1].value.value, -1, "a1 loses");
}

#[test]
fn a_stop_ends_rating_and_replying() {
    let stop = Stop::new();
    stop.request();
    let line = Line::read("", "", "b");
    assert_eq!(
        desk().rate(&line, &stop, &mut |_| panic!("stopped")),
        Ok(false)
    );
    assert_eq!(desk().reply(&line, "2", &stop), Ok(None));
}

#[test]
fn positions_and_games_can_be_pasted() {
    let desk = desk();
    let game = desk
        .read("lines", " b@a1  3@c2 7\n", &Stop::new())
        .expect("a game");
    assert_eq!(game, Line::read("lines", "", "b a1 3 c2 7"));
    let position = desk
        .read("lines", "0d4.15....96..87/b", &Stop::new())
        .expect("a position");
    assert_eq!(position.start, "0d4.15....96..87/b");
    let on = desk
        .read("lines", "0d4.15....96..87/b moves d1 2", &Stop::new())
        .expect("both");
    assert_eq!(on.moves, ["d1", "2"]);
    let view = desk
        .look(&on, &Show::default(), &Stop::new())
        .expect("legal");
    assert_eq!(desk.read("lines", &view.record, &Stop::new()), Ok(on));
    let error = desk
        .read("lines", "hello", &Stop::new())
        .expect_err("neither")
        .to_string();
    assert!(
        error.contains("as a position") && error.contains("as a game"),
        "{error}"
    );
}

#[test]
fn each_listed_variant_and_level_works() {
    let desk = desk();
    for variant in &desk.about().variants {
        let view = desk.look(
            &Line::read(variant.name, "", "b a1"),
            &Show::default(),
            &Stop::new(),
        );
        assert!(view.is_ok(), "{}", variant.name);
    }
    let line = Line::read("", "0d4.15....96..87/b", "");
    for level in &desk.about().levels {
        let turn = desk.reply(&line, level.name, &Stop::new()).expect("legal");
        assert!(turn.is_some(), "{}", level.name);
    }
}
