//! What the prover writes, the independent checker accepts.

use std::io::Cursor;

use tabia_check::quarto::{Options, check};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_quarto::certificate::{Fragment, Prover, assemble, prove, stages};
use tabia_quarto::{Move, Position, Rules, Shape, Solver, SolverOptions};

fn solver(rules: Rules, threads: usize, memory_mib: usize) -> Solver {
    let options = SolverOptions {
        threads,
        memory_mib,
        book: false,
    };
    Solver::new(rules, options).expect("memory for the table")
}

fn certificate(solver: &Solver, root: &Position) -> Vec<u8> {
    let mut file = Vec::new();
    prove(solver, root, &mut file, &Stop::new(), |_| {}).expect("a proof");
    file
}

/// A random open position with `placed` pieces, or none was met.
fn random_root(rules: &Rules, placed: usize, random: &mut Seeded) -> Option<Position> {
    let mut position = Position::EMPTY;
    while position.placed() < placed || position.hand().is_none() && random.below(2) == 0 {
        let gifts: Vec<_> = position.remaining().collect();
        position = position.after(Move::Give(gifts[random.below(gifts.len())]))?;
        if position.placed() == placed {
            break;
        }
        let fitting: Vec<Position> = position
            .empty_squares()
            .filter_map(|square| position.after(Move::Place(square)))
            .filter(|next| next.complete_line(rules).is_none())
            .collect();
        if fitting.is_empty() {
            return None;
        }
        position = fitting[random.below(fitting.len())];
    }
    Some(position)
}

#[test]
fn the_checker_accepts_proofs_under_every_rule() {
    let seed = 7;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut proved = [0; 3];
    for shape in [Shape::Lines, Shape::Squares, Shape::Torus] {
        for properties in 1..=4 {
            for misere in [false, true] {
                let rules = Rules::new(shape, properties, misere).expect("1 to 4 properties");
                let solver = solver(rules, 1, 1);
                for placed in [9, 8, 7] {
                    let Some(root) =
                        (0..200).find_map(|_| random_root(&rules, placed, &mut random))
                    else {
                        continue;
                    };
                    let value = solver.value(&root, &Stop::new()).expect("not stopped");
                    let file = certificate(&solver, &root);
                    let report = check(Cursor::new(&file), Options::default())
                        .unwrap_or_else(|error| panic!("{root} under {rules}: {error}"));
                    assert_eq!(report.root, root.to_string());
                    assert_eq!(
                        i16::from(report.value),
                        value.points(),
                        "{root} under {rules}"
                    );
                    let told = report.rules;
                    assert_eq!((told.properties, told.misere), (properties, misere));
                    assert_eq!(format!("{:?}", told.family), format!("{shape:?}"));
                    proved[(value.points() + 1) as usize] += 1;
                }
            }
        }
    }
    println!("losses, draws, wins: {proved:?}");
    assert!(proved.iter().all(|&count| count > 0), "{proved:?}");
}

#[test]
fn threads_and_earlier_work_leave_the_bytes_alone() {
    let rules = Rules::lines();
    let root = Position::read("0d.4.5....9...8./b", &rules).expect("a position");
    let fresh = certificate(&solver(rules, 1, 1), &root);
    let shared = solver(rules, 2, 8);
    let first = certificate(&shared, &root);
    let again = certificate(&shared, &root);
    assert!(fresh == first && first == again, "certificates differ");
}

/// Beginners' games are drawn; on the torus who places first wins.
#[test]
fn whole_games_are_proved_and_checked() {
    for (shape, properties, value) in [
        (Shape::Lines, 1, 0),
        (Shape::Lines, 2, 0),
        (Shape::Torus, 4, -1),
    ] {
        let rules = Rules::new(shape, properties, false).expect("1 to 4 properties");
        let file = certificate(&solver(rules, 2, 128), &Position::EMPTY);
        let report = check(Cursor::new(&file), Options::default()).expect("accepted");
        assert_eq!(report.value, value, "{rules}");
        assert_eq!(report.root, "................/-");
    }
}

#[test]
#[ignore = "3 min: proves the empty board for lines and for squares and checks both"]
fn the_empty_board_is_a_draw() {
    for rules in [Rules::lines(), Rules::squares()] {
        let file = certificate(&solver(rules, 2, 512), &Position::EMPTY);
        let report = check(Cursor::new(&file), Options::default()).expect("accepted");
        assert_eq!(
            (report.value, report.root.as_str()),
            (0, "................/-")
        );
        println!("{rules}: {} bytes", file.len());
    }
}

/// Fragments made one by one, each by a solver that knows nothing, and sent as
/// bytes.
#[test]
fn a_proof_in_shares_is_the_same_file() {
    let seed = 5;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    for (shape, placed) in [(Shape::Lines, 3), (Shape::Squares, 4), (Shape::Torus, 5)] {
        let rules = Rules::new(shape, 4, false).expect("four properties");
        let root = (0..200).find_map(|_| random_root(&rules, placed, &mut random));
        let root = root.expect("an open position");
        let whole = certificate(&solver(rules, 2, 16), &root);
        let stop = Stop::new();
        let sent = |fragment: Fragment| {
            let bytes = fragment.to_bytes();
            for len in [0, 1, bytes.len().saturating_sub(1)] {
                let cut = Fragment::from_bytes(&bytes[..len]);
                assert!(
                    cut.is_err() || cut.is_ok_and(|cut| cut != fragment),
                    "{len}"
                );
            }
            Fragment::from_bytes(&bytes).expect("as it was written")
        };
        let fresh = solver(rules, 1, 16);
        let prover = Prover::new(&fresh, &root, &stop).expect("an open position");
        let mut all = vec![sent(prover.trunk(|_| {}).expect("not stopped"))];
        let mut before = all.clone();
        for _ in 0..stages(&root) {
            let shares = (0..3).map(|part| {
                let fresh = solver(rules, 1, 1);
                let prover = Prover::new(&fresh, &root, &stop).expect("an open position");
                let share = prover.with_threads(1).share(&before, part, 3, |_| {});
                sent(share.expect("not stopped"))
            });
            before = shares.collect();
            all.extend(before.clone());
        }
        let mut file = Vec::new();
        assemble(&rules, &root, &all, &mut file).expect("a proof");
        assert!(file == whole, "{root} under {rules}");
        // Without one of them it is no proof.
        all.pop();
        let mut less = Vec::new();
        let accepted = assemble(&rules, &root, &all, &mut less).is_ok()
            && check(Cursor::new(&less), Options::default()).is_ok();
        assert!(!accepted || less == whole);
    }
}
