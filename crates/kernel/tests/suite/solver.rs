//! The solver agrees with brute force in value and distance.

use crate::common;

use common::tictactoe::{Position, TicTacToe};
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Score};
use tabia_kernel::search::{Limits, Solver, Stop, brute_force};
use tabia_kernel::symmetry::Folded;

#[test]
fn values_and_distances_are_those_of_brute_force() {
    let game = TicTacToe::new();
    let folded = Solver::new(Folded(TicTacToe::new()), 1);
    let plain = Solver::new(TicTacToe::new(), 1).threads(2);
    for seed in 0..60 {
        let mut random = Seeded::new(seed);
        let mut s = Position::EMPTY;
        while game.payoff(&s).is_none() {
            let expected = brute_force(&game, &s);
            let stop = Stop::new();
            assert_eq!(
                folded.solve(&s, Limits::NONE, &stop),
                expected,
                "seed {seed}: {s:?}"
            );
            assert_eq!(
                plain.solve(&s, Limits::NONE, &stop),
                expected,
                "seed {seed}: {s:?}"
            );
            let rated = folded.moves(&s, Limits::NONE, &stop);
            let best = rated.iter().map(|(_, solution)| solution.rank()).max();
            assert_eq!(best, Some(expected.rank()), "seed {seed}: {s:?}");
            let choice = random.below(rated.len());
            game.play(&mut s, rated[choice].0);
        }
    }
    assert!(folded.nodes() > 0);
}

#[test]
fn spent_limits_prove_nothing_false() {
    let solver = Solver::new(TicTacToe::new(), 1);
    let solved = solver.solve(&Position::EMPTY, Limits::depth(3), &Stop::new());
    assert!(!solved.proven && solved.value == Score::DRAW);
    let stopped = Stop::new();
    stopped.request();
    let solver = Solver::new(TicTacToe::new(), 1);
    assert!(
        !solver
            .solve(&Position::EMPTY, Limits::NONE, &stopped)
            .proven
    );
}
