//! Budgets that run out: what is known by then is told, and time is the time of
//! everything together.

use crate::common::random::group;

use std::time::{Duration, Instant};

use tabia_go::{
    Collection, EyeOptions, EyeProblem, LifeOptions, LifeReport, Method, solve_eye, solve_life,
};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::{Limits, Stop};

fn life(problem: &EyeProblem, limits: Limits) -> LifeReport {
    let options = LifeOptions {
        memory_mib: 16,
        limits,
        ..LifeOptions::default()
    };
    solve_life(problem, &options, &Stop::new())
}

#[test]
fn a_fate_that_is_known_is_told_though_moves_are_not() {
    let seed = 51;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let problems: Vec<EyeProblem> = (0..60).map(|_| group(&mut random, 8)).collect();
    let budgets = (0..25).map(|n| 1.5_f64.powi(n) as u64);
    let mut halves = 0;
    for (problem, nodes) in (problems.iter()).flat_map(|p| budgets.clone().map(move |n| (p, n))) {
        let whole = life(problem, Limits::NONE);
        assert!(whole.complete);
        let report = life(problem, Limits::nodes(nodes));
        let pairs = [
            (&report.defender_first, &whole.defender_first),
            (&report.attacker_first, &whole.attacker_first),
        ];
        let mut complete = true;
        for (found, truth) in pairs {
            let truth = truth.as_ref().expect("no limit");
            let Some(found) = found else {
                complete = false;
                continue;
            };
            assert_eq!(found.fate, truth.fate, "{nodes} nodes");
            let is_right = |place: &_| truth.moves.contains(place);
            assert!(found.moves.iter().all(is_right), "{nodes} nodes");
            assert!(!found.all_moves || found.moves == truth.moves);
            complete &= found.all_moves;
            halves += usize::from(!found.all_moves);
        }
        assert_eq!(report.complete, complete, "{nodes} nodes");
    }
    assert!(halves > 0, "no budget ends between fate and moves");
}

/// Each of the hardest problems has a score of questions.
#[test]
fn time_is_that_of_all_questions_together() {
    let time = Duration::from_millis(400);
    let limits = Limits::time(time);
    let mut cut_short = 0;
    for numbered in Collection::Standard.problems().iter().rev().take(6) {
        let options = EyeOptions {
            method: Method::Plain,
            memory_mib: 64,
            limits,
            ..EyeOptions::default()
        };
        let begun = Instant::now();
        let report = solve_eye(&numbered.problem, &options, &Stop::new());
        let by_eye = begun.elapsed();
        let fates = life(&numbered.problem, limits);
        let by_life = begun.elapsed() - by_eye;
        for (complete, took) in [(report.complete, by_eye), (fates.complete, by_life)] {
            // A machine may be busy, but not so busy that a second question fits.
            if !complete {
                assert!(took < 4 * time, "{}: {took:?}", numbered.name);
                cut_short += 1;
            }
        }
    }
    assert!(cut_short > 0, "all were solved in time");
}
