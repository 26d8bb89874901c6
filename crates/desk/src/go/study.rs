//! What there is to know about a problem: answers, pieces, what they cost.

use std::time::Instant;

use tabia_draw::go::Picture;
use tabia_go::{
    Answer, Class, EyeOptions, EyeProblem, Fate, LifeOptions, Method, Mover, Point, decompose,
    solve_eye, solve_life,
};
use tabia_kernel::search::{Limits, Stop};

use crate::{Details, Study};

/// Tells `sink` all of it; false if stopped.
pub(super) fn study(
    problem: &EyeProblem,
    memory_mib: usize,
    stop: &Stop,
    sink: &mut dyn FnMut(Study),
) -> bool {
    sink(pieces(problem));
    let options = EyeOptions {
        method: Method::Rds,
        memory_mib,
        ..EyeOptions::default()
    };
    let report = solve_eye(problem, &options, stop);
    if !report.complete {
        return false;
    }
    let rows = [
        ("defender", &report.defender_first),
        ("attacker", &report.attacker_first),
    ];
    sink(table(
        "Answers",
        &["First to play", "Result", "Moves that keep it"],
        rows.map(|(name, answer)| {
            let answer = answer.as_ref().expect("it is complete");
            vec![
                name.to_owned(),
                words(answer.class).to_owned(),
                moves(problem, answer),
            ]
        })
        .to_vec(),
    ));
    if !life(problem, memory_mib, stop, sink) {
        return false;
    }
    costs(problem, memory_mib, stop, sink)
}

/// What the question of life and death may cost beside that of an eye.
const LIFE: u64 = 200_000;

/// What becomes of the stones if one eye is not enough; false if stopped.
fn life(problem: &EyeProblem, memory_mib: usize, stop: &Stop, sink: &mut dyn FnMut(Study)) -> bool {
    let options = LifeOptions {
        memory_mib,
        limits: Limits::nodes(LIFE),
        ..LifeOptions::default()
    };
    let report = solve_life(problem, &options, stop);
    if stop.is_requested() {
        return false;
    }
    let rows = [
        ("defender", &report.defender_first),
        ("attacker", &report.attacker_first),
    ];
    let rows = rows.map(|(name, answer)| match answer {
        None => vec![
            name.to_owned(),
            format!("not found in {LIFE} nodes"),
            String::new(),
        ],
        Some(answer) => {
            let mut moves = match answer.moves.is_empty() {
                true if answer.fate == Fate::Alive => "it lives already".to_owned(),
                _ => points(problem, &answer.moves),
            };
            if !answer.all_moves {
                moves += &format!(" (not all moves were tried in {LIFE} nodes)");
            }
            vec![name.to_owned(), answer.fate.name().to_owned(), moves]
        }
    });
    sink(table(
        "Life and death: two eyes",
        &["First to play", "The stones are", "Moves that keep it"],
        rows.to_vec(),
    ));
    true
}

/// What a class means.
fn words(class: Class) -> &'static str {
    match class {
        Class::Eye => "eye",
        Class::Rep => "no eye, saved by repetition",
        Class::Ko => "ko",
        Class::None => "no eye",
    }
}

fn moves(problem: &EyeProblem, answer: &Answer) -> String {
    match answer.moves.is_empty() {
        true => "there is an eye already".into(),
        false => points(problem, &answer.moves),
    }
}

fn points(problem: &EyeProblem, turns: &[Option<Point>]) -> String {
    let height = problem.board().height();
    let text = |turn: &Option<Point>| turn.map_or("pass".into(), |point| point.on_board(height));
    turns.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn table(title: &str, heading: &[&str], rows: Vec<Vec<String>>) -> Study {
    Study {
        table: Details {
            title: title.to_owned(),
            heading: heading.iter().map(|&name| name.to_owned()).collect(),
            rows,
        },
        picture: None,
    }
}

/// The pieces into which fixed stones cut the region, coloured.
fn pieces(problem: &EyeProblem) -> Study {
    let apart = decompose(problem);
    let count = apart.pieces.len();
    let title = match (count, apart.independent) {
        (0 | 1, _) => "One region: nothing to take apart yet".to_owned(),
        (_, true) => format!("{count} regions, nothing shared: each is searched by itself"),
        (_, false) => format!("{count} regions that share liberties or connections"),
    };
    let height = problem.board().height();
    let rows = apart.pieces.iter().enumerate().map(|(i, piece)| {
        let points = piece.points.iter().map(|point| point.on_board(height));
        let room = if piece.has_room { "yes" } else { "no" };
        vec![
            (i + 1).to_string(),
            room.to_owned(),
            points.collect::<Vec<_>>().join(" "),
        ]
    });
    let points: Vec<Vec<Point>> = apart.pieces.iter().map(|p| p.points.clone()).collect();
    let picture = Picture::new(problem.board())
        .problem(problem.crucial(), &[])
        .pieces(&points);
    Study {
        picture: Some(picture.svg()),
        ..table(
            &title,
            &["Region", "Room for an eye", "Points"],
            rows.collect(),
        )
    }
}

/// Nodes with and without decomposition, row by row as they are known.
fn costs(
    problem: &EyeProblem,
    memory_mib: usize,
    stop: &Stop,
    sink: &mut dyn FnMut(Study),
) -> bool {
    let methods = [
        ("relaxed decomposition", Method::Rds),
        ("dynamic decomposition", Method::Dds),
        ("none: every move is tried", Method::Plain),
    ];
    let heading = [
        "Decomposition",
        "Nodes, defender first",
        "Attacker first",
        "Splits",
        "Seconds",
    ];
    let mut rows = Vec::new();
    for (name, method) in methods {
        let begun = Instant::now();
        let mut row = vec![name.to_owned()];
        let mut splits = 0;
        for first in [Mover::Defender, Mover::Attacker] {
            let options = EyeOptions {
                method,
                memory_mib,
                first: Some(first),
                moves: false,
                ..EyeOptions::default()
            };
            let report = solve_eye(problem, &options, stop);
            if !report.complete {
                return false;
            }
            row.push(report.nodes.to_string());
            splits += report.splits;
        }
        row.push(splits.to_string());
        row.push(format!("{:.3}", begun.elapsed().as_secs_f64()));
        rows.push(row);
        sink(table("What it costs", &heading, rows.clone()));
    }
    true
}
