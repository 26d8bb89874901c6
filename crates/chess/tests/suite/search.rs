//! What the search must find, and what it must keep.

use std::time::{Duration, Instant};

use cozy_chess::{Board, Move};
use tabia_chess::eval::{Profile, Weights};
use tabia_chess::search::{ClockLimits, Engine, Limits, Margins, Outcome};
use tabia_chess::text::{read_move, write_uci};
use tabia_chess::{End, Position, Value, legal_moves};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

fn engine(profile: Profile) -> Engine {
    Engine::new(&Weights::shipped(profile))
}

fn position(fen: &str) -> Position {
    Position::new(fen.parse().unwrap())
}

fn search(engine: &mut Engine, position: &Position, limits: &Limits) -> Outcome {
    engine.search(position, limits, &Stop::new(), &mut |_| {})
}

fn nodes(nodes: u64) -> Limits {
    Limits {
        nodes: Some(nodes),
        ..Limits::default()
    }
}

/// Position, moves to mate, first move.
const MATES: &[(&str, i32, &str)] = &[
    ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1, "a1a8"),
    ("7k/5Q2/5K2/8/8/8/8/8 w - - 0 1", 1, "f7g7"),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
    (
        "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
        2,
        "d2h6",
    ),
    (
        "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1",
        2,
        "d5f6",
    ),
    (
        "1r2k1r1/pbppnp1p/1b3P2/8/Q7/B1PB1q2/P4PPP/3R2K1 w - - 0 1",
        4,
        "a4d7",
    ),
];

#[test]
fn mates_are_found_by_every_profile() {
    for profile in Profile::ALL {
        let mut engine = engine(profile);
        for &(fen, moves, first) in MATES {
            engine.new_game();
            let position = position(fen);
            let outcome = search(&mut engine, &position, &nodes(200_000));
            assert_eq!(outcome.value, Value::Mate(moves), "{profile}: {fen}");
            let best = write_uci(position.board(), outcome.best.unwrap());
            assert_eq!(best, first, "{profile}: {fen}");
        }
    }
}

#[test]
fn a_mate_limit_ends_the_search() {
    let mut engine = engine(Profile::Full);
    let limits = Limits {
        mate: Some(2),
        depth: Some(60),
        ..Limits::default()
    };
    let outcome = search(
        &mut engine,
        &position("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"),
        &limits,
    );
    assert_eq!(outcome.value, Value::Mate(2));
    assert!(outcome.depth < 20);
}

#[test]
fn finished_games_have_no_move() {
    let mut engine = engine(Profile::Full);
    let mated = search(
        &mut engine,
        &position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"),
        &nodes(100),
    );
    assert_eq!((mated.best, mated.value), (None, Value::Mate(0)));
    let stale = search(
        &mut engine,
        &position("k7/8/1Q6/2K5/8/8/8/8 b - - 0 1"),
        &nodes(100),
    );
    assert_eq!((stale.best, stale.value), (None, Value::Centipawns(0)));
}

#[test]
fn a_lost_side_repeats_the_position() {
    // White is a rook down and about to be mated, but checks for ever.
    let mut engine = engine(Profile::Full);
    let perpetual = position("6k1/6p1/5p2/7Q/8/8/q1r3PP/7K w - - 0 1");
    let outcome = search(&mut engine, &perpetual, &nodes(100_000));
    assert_eq!(outcome.value, Value::Centipawns(0), "{outcome:?}");
}

#[test]
fn the_same_search_visits_the_same_nodes() {
    for profile in Profile::ALL {
        let mut engine = engine(profile);
        let mut run = || {
            engine.new_game();
            let mut position = Position::default();
            let mut trail = Vec::new();
            for _ in 0..6 {
                let outcome = search(&mut engine, &position, &nodes(20_000));
                position.play(outcome.best.unwrap());
                trail.push((outcome.best, outcome.value, outcome.nodes, outcome.lines));
            }
            trail
        };
        assert_eq!(run(), run(), "{profile}");
    }
}

#[test]
fn limits_of_nodes_are_kept() {
    let mut engine = engine(Profile::Full);
    for limit in [1, 2, 100, 1_000, 12_345] {
        engine.new_game();
        let outcome = search(&mut engine, &Position::default(), &nodes(limit));
        assert!(outcome.nodes <= limit, "{} of {limit}", outcome.nodes);
        assert!(outcome.best.is_some());
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let mut engine = engine(Profile::Full);
    let start = Position::default();
    let wanted: Vec<Move> = ["a2a3", "h2h3"]
        .iter()
        .map(|text| read_move(start.board(), text).unwrap())
        .collect();
    let limits = Limits {
        moves: wanted.clone(),
        ..nodes(5_000)
    };
    engine.set_multi_pv(5);
    let outcome = search(&mut engine, &start, &limits);
    assert_eq!(outcome.lines.len(), 2);
    for (_, line) in &outcome.lines {
        assert!(wanted.contains(&line[0]));
    }
}

#[test]
fn several_lines_are_different_and_in_order() {
    let mut engine = engine(Profile::Full);
    engine.set_multi_pv(4);
    let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    let outcome = search(&mut engine, &position(kiwipete), &nodes(60_000));
    let first: Vec<Move> = outcome.lines.iter().map(|(_, line)| line[0]).collect();
    assert_eq!(first.len(), 4);
    for (i, m) in first.iter().enumerate() {
        assert!(!first[..i].contains(m), "{first:?}");
    }
    let scores: Vec<i32> = outcome
        .lines
        .iter()
        .map(|(value, _)| match value {
            Value::Centipawns(score) => *score,
            Value::Mate(moves) => panic!("mate in {moves}"),
        })
        .collect();
    assert!(
        scores.windows(2).all(|pair| pair[0] >= pair[1]),
        "{scores:?}"
    );
}

#[test]
fn lines_are_legal_play() {
    let seed = 5;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut engine = engine(Profile::Full);
    for _ in 0..40 {
        let mut position = Position::default();
        for _ in 0..random.below(80) {
            let legal = legal_moves(position.board());
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.below(legal.len())]);
        }
        let check = |line: &[Move]| {
            let mut board: Board = position.board().clone();
            for &m in line {
                assert!(board.is_legal(m), "{m} of {line:?} in {}", position.board());
                board.play(m);
            }
        };
        let stop = Stop::new();
        engine.search(&position, &nodes(3_000), &stop, &mut |info| {
            check(&info.line)
        });
    }
}

#[test]
fn several_threads_find_a_mate_and_stop_in_time() {
    let mut engine = engine(Profile::Full);
    engine.set_threads(3);
    let limits = Limits {
        move_time: Some(Duration::from_millis(300)),
        ..Limits::default()
    };
    let start = Instant::now();
    let outcome = search(&mut engine, &position(MATES[3].0), &limits);
    assert!(start.elapsed() < Duration::from_secs(5));
    assert_eq!(outcome.value, Value::Mate(2));
}

#[test]
fn a_clock_that_has_nearly_run_out_is_kept() {
    let mut engine = engine(Profile::Full);
    let limits = Limits {
        clock: Some(ClockLimits {
            time: Duration::from_millis(5),
            ..ClockLimits::default()
        }),
        overhead: Duration::from_millis(10),
        ..Limits::default()
    };
    let start = Instant::now();
    let outcome = search(&mut engine, &Position::default(), &limits);
    assert!(outcome.best.is_some());
    assert!(start.elapsed() < Duration::from_secs(1));
}

#[test]
fn every_margin_counts_and_at_either_end_moves_stay_legal() {
    // Some count only where one side is far ahead, and deep.
    let searches = [
        (
            "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 1 9",
            9,
        ),
        (
            "r4rk1/pp1n1p1p/1nqP2p1/2b1P1B1/4NQ2/1B3P2/PP2K2P/2R5 w - - 0 24",
            13,
        ),
    ];
    let nodes = |margins: &Margins, (fen, depth): (&str, u32)| {
        let mut engine = engine(Profile::Full);
        engine.set_margins(margins);
        let position = position(fen);
        let limits = Limits {
            depth: Some(depth),
            ..Limits::default()
        };
        let outcome = search(&mut engine, &position, &limits);
        assert!(position.board().is_legal(outcome.best.expect("a move")));
        outcome.nodes
    };
    let usual = searches.map(|what| nodes(&Margins::default(), what));
    for margin in Margins::ALL {
        let ends = [margin.lo, margin.hi].map(|value| {
            let mut margins = Margins::default();
            assert!(margins.set(margin.name, value));
            margins
        });
        let counts = searches.iter().zip(usual).any(|(&what, usual)| {
            let nodes = ends.each_ref().map(|margins| nodes(margins, what));
            nodes.iter().any(|&nodes| nodes != usual)
        });
        assert!(counts, "{margin:?}");
    }
}

#[test]
fn kings_left_alone_are_mated_within_fifty_moves() {
    for fen in [
        "8/8/4k3/8/8/8/8/R3K3 w - - 0 1",
        "8/8/4k3/8/8/8/8/2B1KB2 w - - 0 1",
        "8/8/4k3/8/8/8/8/1NB1K3 w - - 0 1",
        "8/8/4K3/8/8/8/8/k4bn1 b - - 0 1",
    ] {
        let mut engine = engine(Profile::Full);
        let mut position = position(fen);
        while position.end().is_none() {
            let outcome = search(&mut engine, &position, &nodes(20_000));
            position.play(outcome.best.expect("a move"));
        }
        assert_eq!(position.end(), Some(End::Checkmate), "{fen}");
    }
}
