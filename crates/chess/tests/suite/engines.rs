//! Real engines, and engines that misbehave.

use std::time::{Duration, Instant};

use crate::skipped::skipped;
use cozy_chess::{Board, Color};
use tabia_chess::contest::{Adjudication, Opening, Played, Task, random_openings, run};
use tabia_chess::engines::{EngineError, EngineSpec, start};
use tabia_kernel::search::Stop;

/// Plays games between two engines, each twice, and returns them in order.
fn games(a: &EngineSpec, b: &EngineSpec, control: &str, opening: &Opening) -> Vec<Played> {
    let tasks = [[0, 1], [1, 0]]
        .into_iter()
        .enumerate()
        .map(|(number, players)| Task {
            number,
            players,
            opening: opening.clone(),
        })
        .collect();
    let mut played = Vec::new();
    run(
        &[a.clone(), b.clone()],
        tasks,
        control.parse().expect("a control"),
        &Adjudication {
            longest: 60,
            // Other tests load the machine.
            margin: Duration::from_secs(2),
            ..Adjudication::default()
        },
        1,
        &Stop::new(),
        |finished| {
            played.push(finished.played);
            true
        },
    );
    played
}

fn spec(text: &str) -> EngineSpec {
    EngineSpec::read(text).expect("an engine")
}

/// A UCI engine written in shell: it gets ready, and does `then` when told to
/// go.
fn shell(then: &str) -> EngineSpec {
    let script = format!(
        "while read line; do case $line in \
         uci) echo id name shell; echo uciok;; \
         isready) echo readyok;; \
         go*) {then};; \
         quit) exit;; esac; done"
    );
    EngineSpec {
        arguments: vec!["-c".to_owned(), script],
        ..spec("sh;name=shell")
    }
}

fn from_the_start() -> Opening {
    Opening {
        start: Board::default(),
        moves: Vec::new(),
    }
}

#[test]
fn engines_of_both_protocols_play_legal_games() {
    let partner = shell("echo bestmove 0000");
    let opening = &random_openings(1, 5)[0];
    for name in [
        "stockfish;Skill Level=0",
        "toga2",
        "glaurung",
        "gnuchess --uci",
        "phalanx",
        "sjeng",
        "hoichess",
        "fairymax",
    ] {
        let engine = spec(name);
        if !engine.is_installed() {
            skipped(&format!("{name} is not installed"));
            continue;
        }
        // Against itself: a game of some length with moves of both sides.
        let control = match name {
            "toga2" | "sjeng" | "phalanx" | "hoichess" | "fairymax" => "0.6+0",
            _ => "depth:3",
        };
        for played in games(&engine, &engine, control, opening) {
            let word = played.termination.word();
            assert!(played.moves.len() > 20, "{name}: {}", played.termination);
            assert!(
                !["crash", "illegal"].contains(&word),
                "{name}: {}",
                played.termination
            );
        }
        // Told nonsense by the other side, it wins.
        let played = games(&engine, &partner, control, opening);
        assert_eq!(
            played[0].termination.at_fault(),
            Some(Color::Black),
            "{name}"
        );
        assert_eq!(
            played[1].termination.at_fault(),
            Some(Color::White),
            "{name}"
        );
    }
}

#[test]
fn hanging_crashing_and_lying_engines_lose_and_never_hang_the_run() {
    let begun = Instant::now();
    let opening = from_the_start();
    let liar = shell("echo bestmove e2e5");
    let crasher = shell("exit 3");
    let played = games(&crasher, &liar, "nodes:1", &opening);
    assert_eq!(played[0].termination.word(), "crash");
    assert_eq!(played[0].result.points(), 0.0);
    assert_eq!(played[1].termination.word(), "illegal");
    assert_eq!(played[1].result.points(), 0.0);

    let sleeper = shell("sleep 60");
    let played = games(&sleeper, &liar, "0.1+0", &opening);
    assert_eq!(played[0].termination.word(), "time");
    assert_eq!(played[1].termination.word(), "illegal");
    assert!(begun.elapsed() < Duration::from_secs(30));
}

#[test]
fn what_cannot_be_started_is_an_error_that_names_it() {
    let error = start(&spec("/no/such/engine")).err().expect("an error");
    assert!(error.to_string().contains("/no/such/engine"), "{error}");
    let silent = EngineSpec {
        arguments: vec!["-c".to_owned(), "exit 0".to_owned()],
        ..spec("sh")
    };
    let error = start(&silent).err().expect("an error");
    assert!(matches!(error, EngineError::Died { .. }), "{error}");
}

#[test]
fn a_flood_of_output_is_no_reason_to_hang() {
    let flood = shell(
        "i=0; while [ $i -lt 20000 ]; do echo info string $i; i=$((i+1)); done; echo bestmove e2e4",
    );
    let liar = shell("echo bestmove e2e5");
    let played = games(&flood, &liar, "nodes:1", &from_the_start());
    assert_eq!(played[0].termination.at_fault(), Some(Color::Black));
    assert_eq!(played[0].moves.len(), 1);
}
