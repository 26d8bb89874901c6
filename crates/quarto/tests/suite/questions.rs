//! df-pn proves what the solver says.

use tabia_kernel::random::Seeded;
use tabia_kernel::rules::{Game, Payoff, Side};
use tabia_kernel::search::{AtLeast, Dfpn, Limits, Stop, Verdict};
use tabia_kernel::symmetry::Folded;
use tabia_quarto::solver::{Solver, SolverOptions};
use tabia_quarto::{Position, Quarto, Rules, Shape};

#[test]
fn df_pn_agrees_with_the_solver_on_late_positions() {
    let seed = 21;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for (shape, misere) in [
        (Shape::Lines, false),
        (Shape::Squares, false),
        (Shape::Lines, true),
    ] {
        let rules = Rules::new(shape, 4, misere).expect("rules");
        let game = Folded(Quarto::new(rules));
        let solver = Solver::new(rules, SolverOptions::default()).expect("memory");
        let dfpn = Dfpn::with_mebibytes(64);
        for _ in 0..12 {
            let mut at = Position::EMPTY;
            while game.payoff(&at).is_none() && at.placed() < 10 {
                let mut moves = Vec::new();
                game.moves(&at, &mut moves);
                game.play(&mut at, moves[random.below(moves.len())]);
            }
            if game.payoff(&at).is_some() {
                continue;
            }
            let solution = solver.solve(&at, &Stop::new()).expect("nobody stops it");
            let worth = solution
                .value
                .across(game.to_move(&at), Side::First)
                .points();
            for wanted in [0, 1] {
                let question = AtLeast {
                    game: &game,
                    state: at,
                    payoff: Payoff::new(wanted),
                };
                let report = dfpn.solve(question, Limits::NONE, &Stop::new());
                let outcome = report.outcome.expect("no limit");
                assert_eq!(outcome.verdict, Verdict::from(worth >= wanted), "{at:?}");
            }
        }
    }
}
