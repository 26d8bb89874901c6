//! Solution trees are read back and played out on the reference board.

use crate::common;

use common::life_reference::{ATTACKER, Aim as Wanted, DEFENDER, Table};
use common::random;
use common::rooms::rooms;
use common::shapes::SHAPES;
use sgf_parse::go::{self, Move, Prop};
use sgf_parse::{SgfNode, SgfProp as _};
use tabia_go::{Aim, Colour, EyeProblem, Point, SolutionOptions, read_problem, write_solution};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

/// What was seen in solutions.
#[derive(Default, Debug)]
struct Seen {
    right: usize,
    refuted: usize,
    nodes: usize,
}

/// The fate that a comment claims.
fn claimed(comment: &str) -> &'static str {
    let says = |part: &str| comment.contains(part);
    match () {
        () if says("lives") || says("makes an eye") => "alive",
        () if says("is dead") || says("gets no eye") => "dead",
        () if says("Seki") => "seki",
        () if says("Ko;") => "ko",
        () if says("repetition") => "rep",
        () => panic!("{comment}"),
    }
}

fn comment(node: &SgfNode<Prop>) -> String {
    let texts = node.properties().filter_map(|property| match property {
        Prop::C(text) => Some(text.text.clone()),
        _ => None,
    });
    texts.collect()
}

/// Follows all lines from a node that was played to.
fn follow(table: &Table, mover: u8, node: &SgfNode<Prop>, defender: Colour, seen: &mut Seen) {
    seen.nodes += 1;
    let played = node.properties().find_map(|property| match property {
        Prop::B(to) => Some((Colour::Black, *to)),
        Prop::W(to) => Some((Colour::White, *to)),
        _ => None,
    });
    let (colour, to) = played.expect("a move");
    assert_eq!(colour == defender, mover == DEFENDER, "whose turn it is");
    let point = match to {
        Move::Move(at) => Some(Point::new(at.x, at.y)),
        Move::Pass => None,
    };
    let table = table.after(mover, point).expect("a legal move");
    let other = DEFENDER + ATTACKER - mover;
    for child in node.children() {
        follow(&table, other, child, defender, seen);
    }
    if node.children().next().is_some() {
        return;
    }
    let text = comment(node);
    let fate = match table.is_whole() {
        true => table.fates()[usize::from(other) - 1].0.clone(),
        false => "dead".to_owned(),
    };
    assert_eq!(fate, claimed(&text), "{text}");
    if fate == "alive" {
        assert!(table.is_won(), "not played to the end: {text}");
    }
    match text.starts_with("RIGHT\n") {
        true => seen.right += 1,
        false => seen.refuted += 1,
    }
}

fn check(aim: Aim, problem: &EyeProblem, seen: &mut Seen) {
    let text = write_solution(problem, aim, &SolutionOptions::default(), &Stop::new());
    let text = text.expect("no limit");
    let again = read_problem(text.as_bytes()).expect("a problem");
    assert_eq!(
        (again.board(), again.crucial(), again.region()),
        (problem.board(), problem.crucial(), problem.region())
    );
    let trees = go::parse(&text).expect("SGF");
    assert_eq!(trees.len(), 2);
    let table = Table::new(
        problem,
        match aim {
            Aim::OneEye => Wanted::OneEye,
            Aim::TwoEyes => Wanted::Life,
        },
    );
    let fates = table.fates();
    for (tree, mover) in trees.iter().zip([DEFENDER, ATTACKER]) {
        let answer = &fates[usize::from(mover) - 1].0;
        assert_eq!(answer, claimed(&comment(tree)), "{text}");
        for child in tree.children() {
            let has = |name: &str| child.properties().any(|p| p.identifier() == name);
            assert!(has("TE") != has("BM"), "{text}");
            let before = seen.right;
            follow(&table, mover, child, problem.defender(), seen);
            assert_eq!(has("TE"), seen.right > before, "{text}");
        }
        let rights = tree.children().filter(|child| {
            let mut properties = child.properties();
            properties.any(|property| property.identifier() == "TE")
        });
        let lost = if mover == DEFENDER { "dead" } else { "alive" };
        let is_over = fates[0].1.is_empty();
        assert_eq!(rights.count() == 0, is_over || answer == lost, "{text}");
    }
}

#[test]
fn right_lines_end_as_they_claim() {
    let mut seen = Seen::default();
    for shape in SHAPES {
        let problem = shape.problem();
        if problem.region().len() <= 7 {
            check(Aim::TwoEyes, &problem, &mut seen);
        }
    }
    let seed = 41;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for number in 0..240 {
        let problem = match number % 3 {
            0 => random::problem(&mut random, 7),
            1 => random::group(&mut random, 7),
            _ => rooms(&mut random, 7),
        };
        let table = Table::new(&problem, Wanted::Life);
        if table.region.len() > 7 || table.outside.len() > 2 {
            continue;
        }
        check(Aim::TwoEyes, &problem, &mut seen);
        check(Aim::OneEye, &problem, &mut seen);
    }
    println!("{seen:?}");
    assert!(seen.right >= 200 && seen.refuted >= 200, "{seen:?}");
}
