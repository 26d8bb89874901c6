//! The symmetries of boards, found by the constraint solver.

use crate::common;

use common::tictactoe::{LINES, TicTacToe};
use tabia_kernel::random::Seeded;
use tabia_kernel::symmetry::{Group, Permutation, Structure, Symmetric, automorphisms};

/// The rows and columns of a board of four by four.
fn rows_and_columns() -> Vec<Vec<usize>> {
    let rows = (0..4).map(|r| (0..4).map(|c| 4 * r + c).collect());
    let columns = (0..4).map(|c| (0..4).map(|r| 4 * r + c).collect());
    rows.chain(columns).collect()
}

fn lines() -> Vec<Vec<usize>> {
    let mut lines = rows_and_columns();
    lines.extend([vec![0, 5, 10, 15], vec![3, 6, 9, 12]]);
    lines
}

fn squares() -> Vec<Vec<usize>> {
    let corner = (0..3).flat_map(|r| (0..3).map(move |c| 4 * r + c));
    corner.map(|i| vec![i, i + 1, i + 4, i + 5]).collect()
}

/// With the diagonals that leave the board on one side and come back on the
/// other.
fn torus_lines() -> Vec<Vec<usize>> {
    let mut lines = rows_and_columns();
    for d in 0..4 {
        lines.push((0..4).map(|r| 4 * r + (r + d) % 4).collect());
        lines.push((0..4).map(|r| 4 * r + (d + 4 - r) % 4).collect());
    }
    lines
}

#[test]
fn ten_lines_on_four_by_four_have_32_symmetries() {
    let group = automorphisms(&Structure::new(16).sets(lines()));
    assert_eq!(group.order(), 32);
    assert_eq!(group.orbit(0), [0, 3, 5, 6, 9, 10, 12, 15]);
}

#[test]
fn lines_and_squares_have_8() {
    let lines_and_squares = Structure::new(16).sets(lines()).sets(squares());
    let group = automorphisms(&lines_and_squares);
    assert_eq!(group.order(), 8);
    // The same in one family: no symmetry takes a line to a square.
    let together = Structure::new(16).sets(lines().into_iter().chain(squares()));
    assert_eq!(automorphisms(&together), group);
}

#[test]
fn the_torus_has_128() {
    let group = automorphisms(&Structure::new(16).sets(torus_lines()));
    assert_eq!(group.order(), 128);
    assert_eq!(group.orbit(0).len(), 16);
}

#[test]
fn tic_tac_toe_carries_the_maps_of_its_lines() {
    let lines = LINES.iter().map(|line| line.map(usize::from));
    let found = automorphisms(&Structure::new(9).sets(lines));
    let carried = TicTacToe::new().maps().to_vec().into_iter();
    let carried = carried.map(|map| Permutation::try_new(map.map(usize::from)).unwrap());
    assert_eq!(Group::try_from_members(carried), Ok(found));
}

#[test]
fn solver_and_trial_of_all_permutations_agree() {
    fn permutations(n: usize) -> Vec<Vec<usize>> {
        if n == 0 {
            return vec![vec![]];
        }
        let shorter = permutations(n - 1);
        let insert = |p: &Vec<usize>, at: usize| {
            let mut p = p.clone();
            p.insert(at, n - 1);
            p
        };
        (shorter.iter())
            .flat_map(|p| (0..n).map(move |at| insert(p, at)))
            .collect()
    }
    let seed = 11;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let all = permutations(6);
    for round in 0..30 {
        let mut pick = |count: usize, len: usize| -> Vec<Vec<usize>> {
            let mut one = || (0..len).map(|_| random.below(6)).collect();
            (0..count).map(|_| one()).collect()
        };
        // Sets of different sizes, since elements may be drawn twice.
        let structure = match round % 3 {
            0 => Structure::new(6).sets(pick(3, 3)),
            1 => Structure::new(6).tuples(pick(2, 2)),
            _ => Structure::new(6).sets(pick(2, 2)).tuples(pick(1, 2)),
        };
        let kept = all.iter().filter(|p| structure.is_kept_by(p));
        let kept = kept.map(|p| Permutation::try_new(p.clone()).unwrap());
        let expected = Group::try_from_members(kept).unwrap();
        let found = automorphisms(&structure);
        assert_eq!(found, expected, "seed {seed}, round {round}: {structure:?}");
    }
}
