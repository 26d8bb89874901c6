//! One-eye problems through the desk's eyes.

use tabia_kernel::rules::Side;
use tabia_kernel::search::Stop;

use super::GoDesk;
use super::questions::EXAMPLE;
use crate::{Desk, DeskError, Line, Options, Show};

fn desk() -> GoDesk {
    GoDesk::new(&Options {
        threads: 1,
        memory_mib: 16,
        ..Options::default()
    })
}

#[test]
fn three_points_in_a_row_belong_to_whoever_is_first_at_the_middle() {
    let desk = desk();
    let line = Line::read("", EXAMPLE, "");
    let mut good = Vec::new();
    let all = desk.rate(&line, &Stop::new(), &mut |rating| {
        if rating.value.value == 1 {
            good.push(rating.text);
        }
    });
    assert_eq!(all, Ok(true));
    assert!(
        good.contains(&"C9".to_owned()) && !good.contains(&"pass".to_owned()),
        "{good:?}"
    );
    // The defender passes, and the attacker refutes it at the vital point.
    let passed = Line::read("", EXAMPLE, "pass");
    let reply = desk.reply(&passed, "perfect", &Stop::new());
    assert_eq!(reply, Ok(Some(vec!["C9".to_owned()])));
    let over = desk.look(
        &Line::read("", EXAMPLE, "pass C9"),
        &Show::default(),
        &Stop::new(),
    );
    let over = over.expect("legal").over.expect("decided");
    assert_eq!(over.winner, Some(Side::Second), "{over:?}");
}

#[test]
fn numbers_make_problems_in_which_it_matters_who_is_first() {
    let desk = desk();
    for number in 0..3 {
        let line = Line::read("small", &format!("#{number}"), "");
        let view = desk
            .look(&line, &Show::default(), &Stop::new())
            .expect("a problem");
        let mut costs = None;
        let all = desk.study(&line, &Stop::new(), &mut |study| {
            if study.table.title == "Answers" {
                let results: Vec<&str> = study.table.rows.iter().map(|row| &row[1][..]).collect();
                assert_eq!(results, ["eye", "no eye"], "#{number}");
            }
            costs = Some(study.table.rows);
        });
        assert_eq!(all, Ok(true));
        assert_eq!(costs.expect("a table").len(), 3, "a row for each method");
        assert_eq!(
            desk.read("small", &view.position, &Stop::new())
                .expect("SGF")
                .start,
            view.position
        );
    }
}

#[test]
fn right_and_wrong_are_told_apart() {
    let desk = desk();
    let judged = |rules: &str, moves: &str| {
        let line = Line::read(rules, EXAMPLE, moves);
        desk.judge(&line, &Stop::new())
    };
    for (rules, moves, right) in [
        ("", "C9", true),
        ("", "pass", false),
        ("small-attack", "C9", true),
        ("small-attack", "pass", false),
    ] {
        let judgement = judged(rules, moves).expect("legal").expect("not stopped");
        assert_eq!(judgement.right, right, "{rules} {moves}: {judgement:?}");
    }
    assert!(judged("", "").is_err(), "nothing to judge");
}

#[test]
fn proofs_are_walked_from_where_a_line_stands() {
    let desk = desk();
    let line = Line::read("", EXAMPLE, "");
    let step = desk.proof(&line, &[0], &Stop::new());
    let step = step.expect("a proof").expect("not stopped");
    assert_eq!(step.branches.len(), 1, "{step:?}");
    assert!(desk.proof(&line, &[0, 5], &Stop::new()).is_err());
    let gone = Stop::new();
    gone.request();
    let other = Line::read("", "#5", "");
    assert_eq!(desk.proof(&other, &[], &gone), Ok(None));
}

#[test]
fn bad_problems_and_moves_are_named() {
    let desk = desk();
    for (rules, start, moves, named) in [
        ("huge", "", "", "`huge`"),
        ("", "#x", "", "`#x`"),
        ("", "hello", "", "`hello`"),
        ("", EXAMPLE, "Z9", "move 1, `Z9`"),
        ("", EXAMPLE, "J1", "outside of the region"),
    ] {
        let refused = desk.look(
            &Line::read(rules, start, moves),
            &Show::default(),
            &Stop::new(),
        );
        let words = refused.expect_err("refused").to_string();
        assert!(words.contains(named), "{words}");
    }
}

/// Six rows of the largest board, nearly empty: nobody can search that through.
const LARGE: &str = "(;SZ[19]AB[ag:sg]AW[ah:sh]TR[ag:sg]MA[aa:sf])";

/// Moves in it that capture nothing, one for each side in turn.
fn moves(count: usize) -> String {
    let columns = "CDEFGHJKLMNOPQRST".chars();
    let points = columns.flat_map(|x| [18, 16, 14].map(|y| format!("{x}{y}")));
    points.take(count).collect::<Vec<String>>().join(" ")
}

#[test]
fn a_long_line_of_a_large_problem_is_shown_soon() {
    let desk = desk();
    let begun = std::time::Instant::now();
    let line = Line::read("", LARGE, &moves(30));
    let view = desk.look(&line, &Show::default(), &Stop::new());
    assert_eq!(view.expect("legal").history.len(), 30);
    println!("{:?}", begun.elapsed());
    assert!(begun.elapsed().as_secs() < 10, "{:?}", begun.elapsed());
    // Somebody who has gone away is not waited for.
    let gone = Stop::new();
    gone.request();
    for line in [
        Line::read("", LARGE, &moves(31)),
        Line::read("medium", "#77", ""),
    ] {
        assert_eq!(
            desk.look(&line, &Show::default(), &gone),
            Err(DeskError::Stopped)
        );
    }
}
