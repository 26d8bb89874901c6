//! The perfect player keeps the value, and the book agrees with the solver.

use std::time::Duration;

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Score;
use tabia_kernel::search::Stop;
use tabia_quarto::{Book, Move, Perfect, Position, Rules, Solver, SolverOptions};

const OPTIONS: SolverOptions = SolverOptions {
    threads: 1,
    memory_mib: 64,
    book: true,
};

#[test]
fn never_gives_away_the_value() {
    let rules = Rules::lines();
    let player = Perfect::new(rules, OPTIONS).expect("memory for the table");
    let judge = Solver::new(rules, OPTIONS).expect("memory for the table");
    let stop = Stop::new();
    let seed = 3;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut met = [0; 3];
    for _ in 0..60 {
        // Random play to six placed, then the player for both sides.
        let mut position = Position::EMPTY;
        while position.complete_line(&rules).is_none() && position.placed() < 16 {
            let moves: Vec<Move> = match position.hand() {
                Some(_) => position.empty_squares().map(Move::Place).collect(),
                None => position.remaining().map(Move::Give).collect(),
            };
            if position.placed() < 6 {
                let turn = moves[random.below(moves.len())];
                position = position.after(turn).expect("legal");
                continue;
            }
            let value = judge.value(&position, &stop).expect("not stopped");
            met[(value.points() + 1) as usize] += 1;
            let chosen = player
                .choose(&position, Duration::from_millis(2), &stop)
                .expect("the game goes on");
            assert_eq!(chosen.value, Some(value), "value of {position}");
            let next = position.after(chosen.turn).expect("a legal move");
            let left = judge.value(&next, &stop).expect("not stopped");
            let left = if next.hand().is_some() { -left } else { left };
            assert_eq!(left, value, "{} in {position}", chosen.turn);
            position = next;
        }
    }
    println!("losses, draws, wins met: {met:?}");
    assert!(met.iter().all(|&count| count > 10), "{met:?}");
}

#[test]
fn wins_in_the_fewest_placements() {
    let rules = Rules::lines();
    let player = Perfect::new(rules, OPTIONS).expect("memory for the table");
    let stop = Stop::new();
    // The piece in hand loses in four, so giving it wins in four.
    let position = Position::read("0d4.15....96..87/-", &rules).expect("a position");
    let chosen = player
        .choose(&position, Duration::from_secs(5), &stop)
        .expect("the game goes on");
    let solution = player
        .solver()
        .solve(&position, &stop)
        .expect("not stopped");
    assert_eq!(solution.value, Score::WIN);
    assert!(solution.best.contains(&chosen.turn));
}

#[test]
fn the_first_moves_come_from_the_book() {
    // Without the book any of these takes seconds.
    let rules = Rules::lines();
    let player = Perfect::new(rules, OPTIONS).expect("memory for the table");
    let stop = Stop::new();
    let mut position = Position::EMPTY;
    for _ in 0..7 {
        let before = player.solver().nodes();
        let chosen = player
            .choose(&position, Duration::ZERO, &stop)
            .expect("the game goes on");
        assert_eq!(chosen.value, Some(Score::DRAW));
        assert_eq!(player.solver().nodes(), before, "searched at {position}");
        position = position.after(chosen.turn).expect("a legal move");
    }
    assert_eq!(position.placed(), 3);
}

#[test]
fn the_book_agrees_with_the_solver() {
    let stop = Stop::new();
    let seed = 11;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for (rules, placed, samples) in [(Rules::lines(), 3, 4), (Rules::squares(), 2, 2)] {
        assert!(!Book::shipped(&rules).expect("a shipped book").is_empty());
        let player = Perfect::new(rules, OPTIONS).expect("memory for the table");
        let alone = SolverOptions {
            book: false,
            ..OPTIONS
        };
        let judge = Solver::new(rules, alone).expect("memory for the table");
        for _ in 0..samples {
            let mut position = Position::EMPTY;
            while position.placed() < placed || position.hand().is_none() {
                let moves: Vec<Move> = match position.hand() {
                    Some(_) => position.empty_squares().map(Move::Place).collect(),
                    None => position.remaining().map(Move::Give).collect(),
                };
                position = position
                    .after(moves[random.below(moves.len())])
                    .expect("legal");
            }
            let chosen = player
                .choose(&position, Duration::ZERO, &stop)
                .expect("the game goes on");
            let value = judge.value(&position, &stop).expect("not stopped");
            assert_eq!(chosen.value, Some(value), "{position} under {rules}");
            let next = position.after(chosen.turn).expect("a legal move");
            assert_eq!(judge.value(&next, &stop), Some(value), "{position}");
        }
    }
}
