//! Dark chess through the desk's eyes.

use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use super::DarkChessDesk;
use crate::{Desk, Line, Show};

fn desk() -> DarkChessDesk {
    DarkChessDesk::new(None)
}

#[test]
fn a_whole_game_between_levels_ends_and_can_be_read_back() {
    let desk = desk();
    let mut line = Line::read("", "#7", "");
    let over = loop {
        let view = desk
            .look(&line, &Show::default(), &Stop::new())
            .expect("a legal line");
        for choice in &view.choices {
            for click in &choice.clicks {
                assert!(view.board.contains(&format!("data-click=\"{click}\"")));
            }
        }
        if let Some(over) = view.over {
            break over;
        }
        let level = match view.to_move {
            Some(Side::First) => "1",
            _ => "greedy",
        };
        let turn = desk.reply(&line, level, &Stop::new()).expect("legal");
        line.moves.extend(turn.expect("nobody stops it"));
    };
    assert!(over.words.contains("wins") || over.words.contains("Draw"));
    let record = desk
        .look(&line, &Show::default(), &Stop::new())
        .expect("legal")
        .record;
    // What was dealt is in the record, so the number is no longer needed.
    let pasted = desk
        .read("", &record, &Stop::new())
        .expect("our own record");
    assert_eq!(pasted.start, "");
    let again = desk
        .look(&pasted, &Show::default(), &Stop::new())
        .expect("legal");
    assert_eq!(again.record, record);
    assert_eq!(again.over, Some(over));
}

#[test]
fn a_deal_follows_from_its_number() {
    let desk = desk();
    let look = |start: &str| {
        let line = Line::read("", start, "a1 a2 b1 b2");
        desk.look(&line, &Show::default(), &Stop::new())
            .expect("four flips")
            .record
    };
    assert_eq!(look("#1"), look("#1"));
    assert_ne!(look("#1"), look("#2"));
}

#[test]
fn who_flips_first_plays_that_colour() {
    let desk = desk();
    let view = |moves: &str| {
        let line = Line::read("", "", moves);
        desk.look(&line, &Show::default(), &Stop::new())
            .expect("legal")
    };
    assert!(view("").prompt.starts_with("First turns over"));
    assert!(view("b5(k)").prompt.starts_with("Second, White"));
    assert!(view("b5(k) d8(P)").prompt.starts_with("First, Black"));
}

#[test]
fn ratings_say_that_they_are_estimates() {
    let desk = desk();
    let line = Line::read("", "8/1gKn4/2p5/8 w 0", "");
    let mut ratings = Vec::new();
    assert_eq!(
        desk.rate(&line, &Stop::new(), &mut |r| ratings.push(r)),
        Ok(true)
    );
    assert!(!ratings.is_empty());
    assert!(ratings.iter().all(|rating| !rating.value.exact));
    let mut played = 0;
    let line = Line::read("", "8/1gKn4/2p5/8 w 0", "b3xb2");
    assert_eq!(
        desk.review(&line, &Stop::new(), &mut |_| played += 1),
        Ok(true)
    );
    assert_eq!(played, 1);
}

#[test]
fn bad_lines_are_named() {
    let desk = desk();
    for (rules, start, moves, named) in [
        ("fifty", "", "", "`fifty`"),
        ("", "#x", "", "`x`"),
        ("", "#1 zz", "", "zz"),
        ("", "zz", "", "zz"),
        ("", "#1", "a1 z9", "move 2, `z9`"),
        ("", "#1", "a1(K) b1(K)", "move 2, `b1(K)`"),
    ] {
        let error = desk.look(
            &Line::read(rules, start, moves),
            &Show::default(),
            &Stop::new(),
        );
        let words = error.expect_err("refused").to_string();
        assert!(words.contains(named), "{words}");
    }
}

#[test]
fn a_material_has_representatives_and_a_graph() {
    let desk = desk();
    let study = |start: &str| {
        let mut found = Vec::new();
        let line = Line::read("", start, "");
        desk.study(&line, &Stop::new(), &mut |study| found.push(study))
            .expect("a position");
        found.remove(0)
    };
    let found = study("8/1b6/2K5/8 b 0");
    assert_eq!(found.table.rows[0][1], "K-b");
    // A guard against a pawn is the same fight, as any that is one-sided.
    assert_ne!(found.table.rows[2][1], "K-b");
    assert!(found.picture.is_some_and(|svg| svg.contains(">K</text>")));
    assert_eq!(study("#1").picture, None);
}

#[test]
fn tables_make_values_exact_with_distances_and_are_looked_up() {
    use tabia_darkchess::{BuildOptions, Endgames, Endings, Equivalence, TableDirectory};
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
    let tables = TableDirectory::new(scratch.path(), endgames);
    let options = BuildOptions {
        distances: true,
        threads: 1,
        ..BuildOptions::default()
    };
    tables
        .build(options, &|| true, &|_| {})
        .expect("a directory that can be written");
    let endings = Endings::new(tables).expect("tables");
    let desk = DarkChessDesk::new(Some(std::sync::Arc::new(endings)));
    // Two guards against a bishop: White wins, whatever the first step.
    let line = Line::read("", "G6b/8/8/G7 w 0", "");
    let mut ratings = Vec::new();
    desk.rate(&line, &Stop::new(), &mut |r| ratings.push(r))
        .expect("a position");
    assert!(!ratings.is_empty());
    for rating in &ratings {
        assert!(rating.value.exact, "{rating:?}");
        assert_eq!(rating.value.distance.is_some(), rating.value.value != 0);
    }
    assert!(ratings.iter().any(|rating| rating.value.value == 1));
    let mut found = Vec::new();
    desk.study(&line, &Stop::new(), &mut |study| found.push(study))
        .expect("a position");
    let row = found[0].table.rows.last().expect("rows");
    assert_eq!(row[0], "In the tables");
    assert!(
        row[1].starts_with("a win, ") && row[1].contains("best: "),
        "{}",
        row[1]
    );
}
