//! Several threads give the answers that one gives.

use crate::common;

use common::spelled;
use tabia_go::{Collection, EyeOptions, Method, solve_eye};
use tabia_kernel::search::Stop;

#[test]
fn answers_and_moves_do_not_depend_on_threads() {
    let mut together = 0;
    for numbered in Collection::Standard
        .problems()
        .iter()
        .skip(20)
        .step_by(4)
        .take(10)
    {
        for method in [Method::Plain, Method::Rds] {
            let solved = |threads: usize| {
                let options = EyeOptions {
                    method,
                    threads,
                    memory_mib: 64,
                    ..EyeOptions::default()
                };
                let report = solve_eye(&numbered.problem, &options, &Stop::new());
                assert!(report.complete);
                let answers = [report.defender_first, report.attacker_first];
                (
                    report.nodes,
                    answers.map(|answer| spelled(&answer.expect("no limit"))),
                )
            };
            let (nodes, alone) = solved(1);
            for threads in [2, 3] {
                let (_, answers) = solved(threads);
                assert_eq!(answers, alone, "{} on {threads} threads", numbered.name);
            }
            together += usize::from(nodes > 20_000);
        }
    }
    assert!(together >= 3, "the problems are too easy: {together}");
}
