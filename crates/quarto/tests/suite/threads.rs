//! Threads share a search; what it finds does not depend on them.

use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_quarto::{Rules, Solver, SolverOptions, random_position};

#[test]
fn two_threads_find_what_one_finds() {
    let seed = 5;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let stop = Stop::new();
    for rules in [Rules::lines(), Rules::squares()] {
        let solver = |threads| {
            let options = SolverOptions {
                threads,
                memory_mib: 16,
                book: false,
            };
            Solver::new(rules, options).expect("memory for the table")
        };
        let (mut one, mut two) = (solver(1), solver(2));
        for _ in 0..12 {
            let position = random_position(&rules, 5, &mut random).expect("an open position");
            one.clear();
            two.clear();
            let expected = one.solve(&position, &stop);
            assert!(expected.is_some(), "nobody stopped it");
            assert_eq!(
                two.solve(&position, &stop),
                expected,
                "{position} under {rules}"
            );
        }
    }
}

#[test]
fn a_stopped_solver_gives_no_answer() {
    let options = SolverOptions {
        threads: 2,
        memory_mib: 16,
        book: false,
    };
    let rules = Rules::lines();
    let solver = Solver::new(rules, options).expect("memory for the table");
    let position = random_position(&rules, 2, &mut Seeded::new(1)).expect("an open position");
    let stop = Stop::new();
    let asked = stop.clone();
    let answer = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(std::time::Duration::from_millis(30));
            asked.request();
        });
        solver.value(&position, &stop)
    });
    assert_eq!(answer, None);
    // What was found before the stop is sound: a smaller position agrees.
    let fresh = Solver::new(rules, options).expect("memory for the table");
    let later = random_position(&rules, 6, &mut Seeded::new(2)).expect("an open position");
    let go_on = Stop::new();
    assert_eq!(solver.solve(&later, &go_on), fresh.solve(&later, &go_on));
}

#[test]
fn nodes_are_told_while_a_long_search_goes_on() {
    let options = SolverOptions {
        threads: 1,
        memory_mib: 16,
        book: false,
    };
    let rules = Rules::lines();
    let solver = Solver::new(rules, options).expect("memory for the table");
    let position = random_position(&rules, 1, &mut Seeded::new(1)).expect("an open position");
    let stop = Stop::new();
    let told = std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            // A slow machine needs long; this one, a few milliseconds.
            for _ in 0..6_000 {
                if solver.nodes() > 0 {
                    break;
                }
                std::thread::sleep(std::time::Duration::from_millis(10));
            }
            let told = solver.nodes();
            stop.request();
            told
        });
        assert_eq!(solver.value(&position, &stop), None);
        watcher.join().expect("it only watches")
    });
    assert!(told > 0, "no node was told of before the end");
    assert!(solver.nodes() > told, "the rest is counted too");
}
