//! The full game: the paper's own, and what must hold along random ones.

use std::collections::HashSet;

use tabia_darkchess::{
    Action, DarkChess, Deal, End, FullPosition, Kind, Material, QUIET_LIMIT, Record, Turn,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game as _, Side};

/// Figure 1, with `b7-b6` read as `c7-c6`: nothing stands on b7, and the
/// guard that the figure shows on c6 was flipped on c7.
const FIGURE_1: &str = "b5(k) d8(P); d7(R) d4(p); c7(G) c6(c); c4(C) c4-c6; c5(p) c3(B); \
                        b6(r) c3-c4; b6-c6 c7-c6; c2(C) c4-d4; b3(g) d4-c4; b3-c3 c4-d4;";

fn read(text: &str) -> FullPosition {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Steps and captures as text, sorted.
fn moves(position: &FullPosition) -> Vec<String> {
    let mut actions = Vec::new();
    position.actions(&mut actions);
    let moves = actions
        .into_iter()
        .filter(|action| matches!(action, Action::Move(_)));
    let mut texts: Vec<String> = moves.map(|m| position.write_action(m)).collect();
    texts.sort();
    texts
}

#[test]
fn the_papers_game_comes_out_as_its_figure() {
    let record: Record = FIGURE_1.parse().unwrap_or_else(|error| panic!("{error}"));
    let last = *record.position();
    assert_eq!(
        last.to_string(),
        "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp"
    );
    // The first player flipped the lower-case king and moves next.
    assert_eq!(record.first(), Some(Side::Second));
    assert!(record.is_firsts_turn());
    // Its list has c3-d3, where a piece is face down, for c3-c4.
    assert_eq!(moves(&last), ["b5-b6", "c3-b3", "c3-c4", "c3xc2", "c5-c4"]);
    let other = read("????????/??1?k1??/?Cg1pG1?/???B??RP w 4 Crcp");
    assert_eq!(
        moves(&other),
        ["c2xc5", "c6-b6", "c6-c7", "c6xc5", "d4-c4", "d7-c7"]
    );
    // What is printed reads back, with captures marked.
    let text = record.to_string();
    assert!(text.contains("c4(C) c4xc6; c5(p) c3(B); b6(r) c3-c4; b6xc6 c7xc6;"));
    assert_eq!(text.parse(), Ok(record));
}

#[test]
fn as_printed_the_papers_game_is_not_legal() {
    let printed = FIGURE_1.replace("c7-c6", "b7-b6");
    let error = printed.parse::<Record>().expect_err("b7 is face down");
    assert!(error.to_string().starts_with("turn 14"), "{error}");
}

#[test]
fn the_first_flip_fixes_the_colours() {
    let start = FullPosition::START;
    assert_eq!(start.to_string(), "????????/????????/????????/???????? - 0");
    assert_eq!(read(&start.to_string()), start);
    for (text, next) in [("a1(k)", Side::First), ("a1(K)", Side::Second)] {
        let turn = start.read_turn(text).expect("a flip");
        assert_eq!(start.after(turn).to_move(), Some(next), "{text}");
    }
    let mut actions = Vec::new();
    start.actions(&mut actions);
    assert_eq!(actions.len(), 32);
}

#[test]
fn face_down_pieces_are_screens_and_obstacles_and_cannot_be_taken() {
    // Only ? and one captured piece of each kind that is missing.
    let covered = "C?k?????/????????/????????/???????? w 0";
    assert_eq!(moves(&read(covered)), ["a1xa3"]);
    let two = "C??k????/????????/????????/???????? w 0";
    assert!(moves(&read(two)).is_empty());
    let beside = "K?g?????/????????/????????/???????? w 0";
    assert!(moves(&read(beside)).is_empty());
}

#[test]
fn who_cannot_move_loses_even_at_the_limit() {
    assert_eq!(read("Kp6/p7/8/8 w 40").end(), Some(End::Won(Side::Second)));
    assert_eq!(read("K6p/8/8/8 w 40").end(), Some(End::Draw));
    assert_eq!(read("K6p/8/8/8 w 39").end(), None);
    // A side without revealed pieces still has pieces to flip.
    let none = "k???????/????????/????????/???????? w 7";
    assert_eq!(read(none).end(), None);
    assert!(moves(&read(none)).is_empty());
}

#[test]
fn impossible_positions_are_refused_by_name() {
    let start = "????????/????????/????????/????????";
    for (text, part) in [
        (format!("{start} w 0"), "no colours before the first flip"),
        (format!("{start} x 0"), "\"x\""),
        (format!("{start} -"), "expected board"),
        (format!("{start} - 0 K"), "but 31 are neither"),
        (
            "k???????/????????/????????/???????? - 1".into(),
            "k on a1 is revealed",
        ),
        (
            "1???????/????????/????????/???????? - 0 K".into(),
            "but a1 is not",
        ),
        (
            "k1??????/????????/????????/???????? w 1".into(),
            "30 pieces are face down, but 31",
        ),
        (
            "k1??????/????????/????????/???????? w 1 Z".into(),
            "'Z' is no piece",
        ),
        (
            "k1??????/????????/????????/???????? w 1 k".into(),
            "k is one more than the 0",
        ),
        (
            "k1??????/????????/????????/???????? w 1 PP".into(),
            "but 29",
        ),
        ("kk??????/????????/????????/???????? w 1".into(), "k on a2"),
        (
            "k???????/????????/???????/???????? w 1".into(),
            "row c has 7",
        ),
        (
            "k???????/????????/????????/????????? w 1".into(),
            "row d has 9",
        ),
        ("k???????/????????/????????/???????? w -1".into(), "\"-1\""),
        ("8/8/8/8 w 0".into(), "no piece is revealed"),
        ("8/1b6/2K5/8 b 0 P".into(), "0 pieces are face down, but 29"),
    ] {
        let error = text.parse::<FullPosition>().expect_err(&text).to_string();
        assert!(error.contains(part), "{error}");
        assert!(error.contains(&format!("{text:?}")), "{error}");
    }
    // What follows from the rest may be said.
    assert!(
        "k1??????/????????/????????/???????? w 1 P"
            .parse::<FullPosition>()
            .is_ok()
    );
}

#[test]
fn turns_are_refused_by_name() {
    let position = read("Ck??????/????????/????????/???????? w 2");
    for (text, part) in [
        ("a1", "no piece is face down on a1"),
        ("b1", "does not say what it reveals"),
        ("b1(k)", "every k has been revealed"),
        ("b1(z)", "not written like"),
        ("b1(kk)", "not written like"),
        ("b1(k", "not written like"),
        ("a1xa2", "not legal"),
        ("e1-a1", "not written like"),
        ("", "not written like"),
    ] {
        let error = position.read_turn(text).expect_err(text).to_string();
        assert!(error.contains(part), "{error}");
    }
    let step = read("K7/8/8/7k w 0")
        .read_turn("a1xa2")
        .expect_err("a step");
    assert!(step.to_string().contains("written a1-a2"), "{step}");
}

#[test]
fn random_games_keep_the_laws() {
    for seed in 0..60 {
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let deal = Deal::of(&FullPosition::START, seed);
        let mut record = Record::new(FullPosition::START);
        let mut actions = Vec::new();
        while record.end().is_none() {
            let position = *record.position();
            let text = position.to_string();
            assert_eq!(read(&text), position, "{text}");
            actions.clear();
            position.actions(&mut actions);
            assert!(!actions.is_empty(), "{text}");
            let distinct: HashSet<&Action> = actions.iter().collect();
            assert_eq!(distinct.len(), actions.len(), "{text}");
            for &action in &actions {
                let name = position.write_action(action);
                assert_eq!(position.read_action(&name), Ok(action), "{text}");
                let turn = deal.turn(action);
                let name = position.write_turn(turn);
                assert_eq!(position.read_turn(&name), Ok(turn), "{text}");
            }
            agrees_with_the_endgame_rules(&position, &actions);
            let turn = deal.turn(actions[random.below(actions.len())]);
            record.push(turn);
            conserves(&position, turn, record.position());
        }
        assert!(record.position().quiet() <= QUIET_LIMIT);
        assert_eq!(record.to_string().parse(), Ok(record));
    }
}

/// With nothing face down, the rules are those that tables are made for.
fn agrees_with_the_endgame_rules(position: &FullPosition, actions: &[Action]) {
    let Some(revealed) = position.revealed() else {
        return;
    };
    let mut moves = Vec::new();
    DarkChess.moves(revealed, &mut moves);
    let moves: HashSet<Action> = moves.into_iter().map(Action::Move).collect();
    assert_eq!(moves, actions.iter().copied().collect(), "{position}");
    assert_eq!(position.to_string(), revealed.to_string());
    assert_eq!(FullPosition::from(*revealed), *position);
}

/// Pieces are revealed and captured one at a time, and none is lost.
fn conserves(before: &FullPosition, turn: Turn, after: &FullPosition) {
    let sum = |p: &FullPosition| p.alive().elements() + p.captured().elements();
    assert_eq!((sum(before), sum(after)), (32, 32));
    let captured = after.captured().elements() - before.captured().elements();
    match turn {
        Turn::Flip(square, side, kind) => {
            assert_eq!(captured, 0);
            assert_eq!(after.piece(square), Some((side, kind)));
            assert_eq!(after.quiet(), before.quiet() + 1);
        }
        Turn::Move(m) => {
            let takes = before.piece(m.to).is_some();
            assert_eq!(captured, u32::from(takes));
            assert_eq!(after.quiet(), if takes { 0 } else { before.quiet() + 1 });
        }
    }
    if let Some(mover) = before.to_move() {
        assert_eq!(after.to_move(), Some(mover.other()));
    }
}

#[test]
fn damaged_texts_never_panic() {
    let seed = 11;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let texts = [FIGURE_1, "????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp"];
    let letters: Vec<char> = "?Kkpx-/1890 ()[];wbé".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = texts[random.below(2)].chars().collect();
        for _ in 0..=random.below(3) {
            let at = random.below(text.len());
            match random.below(3) {
                0 => text[at] = letters[random.below(letters.len())],
                1 => text.insert(at, letters[random.below(letters.len())]),
                _ => text.truncate(at.max(1)),
            }
        }
        let text: String = text.into_iter().collect();
        if let Ok(position) = text.parse::<FullPosition>() {
            assert_eq!(position.to_string().parse(), Ok(position));
        }
        if let Ok(record) = text.parse::<Record>() {
            assert_eq!(record.to_string().parse(), Ok(record));
        }
    }
}

#[test]
fn a_deal_is_the_whole_set_and_depends_on_the_seed() {
    let deal = Deal::of(&FullPosition::START, 3);
    let mut counts = Material::FULL.groups().collect::<Vec<_>>();
    for number in 0..32 {
        let piece = deal.piece(tabia_darkchess::Square::new(number));
        let (side, kind) = piece.expect("every square has one");
        let count = counts
            .iter_mut()
            .find(|group| (group.0, group.1) == (side, kind));
        count.expect("a kind of the game").2 -= 1;
    }
    assert!(counts.iter().all(|&(_, _, left)| left == 0));
    assert_eq!(deal, Deal::of(&FullPosition::START, 3));
    assert_ne!(deal, Deal::of(&FullPosition::START, 4));
    assert_eq!(Kind::ALL.len(), 7);
}
