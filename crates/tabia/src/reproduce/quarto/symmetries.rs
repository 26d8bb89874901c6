//! Tables 1 and 2, and how long it takes to find all symmetries.

use std::hint::black_box;
use std::time::Instant;

use serde::Serialize;
use tabia_kernel::random::Seeded;
use tabia_kernel::rules::Game as _;
use tabia_kernel::symmetry::{SOLVER, automorphisms};
use tabia_quarto::canonical::Canonical;
use tabia_quarto::symmetries::{CellMap, Symmetries, cell_maps, structure};
use tabia_quarto::{Position, Quarto, Rules, Shape};

use super::super::report::Section;
use super::{paper, seconds};
use crate::output::grouped;

/// What was found out about symmetries.
#[derive(Serialize)]
pub(super) struct Symmetry {
    solver: &'static str,
    paper_choco_seconds: f64,
    paper_prolog_seconds: f64,
    found: Vec<Shaped>,
    /// The φ sums of Table 1.
    phi: Vec<u32>,
    /// The φ sums of Table 2, in the order of the same lines.
    phi_symmetric: Vec<u32>,
    /// Whether Table 2's board is one of the symmetries found.
    symmetric_is_found: bool,
    /// Seconds to find the paper's representative of a position.
    representative_seconds: f64,
    /// Seconds to find the fast canonical form of a position.
    canonical_seconds: f64,
}

/// The symmetries of one shape.
#[derive(Serialize)]
struct Shaped {
    rules: String,
    lines: usize,
    cells: usize,
    pieces: usize,
    /// By the constraint solver.
    seconds: f64,
    /// By plain backtracking.
    backtracking_seconds: f64,
    /// Whether both found the same ones.
    agree: bool,
}

/// How many positions representatives are measured on.
const POSITIONS: usize = 2_000;

impl Symmetry {
    /// Finds and measures.
    pub(super) fn measure(seed: u64) -> Symmetry {
        let rules = Rules::lines();
        let symmetric = CellMap::new(paper::SYMMETRIC);
        let carried = Symmetries::of(&rules);
        let positions = random_positions(seed);
        let each = |seconds: f64| seconds / positions.len() as f64;
        let canonical = Canonical::of(&rules);
        Symmetry {
            solver: SOLVER,
            paper_choco_seconds: paper::CHOCO,
            paper_prolog_seconds: paper::PROLOG,
            found: [Shape::Lines, Shape::Squares, Shape::Torus]
                .map(Shaped::measure)
                .into(),
            phi: phi(CellMap::IDENTITY.images()),
            phi_symmetric: phi(&paper::SYMMETRIC),
            symmetric_is_found: symmetric.is_some_and(|map| carried.cells().contains(&map)),
            representative_seconds: each(timed(|| {
                for position in &positions {
                    black_box(carried.representative(position));
                }
            })),
            canonical_seconds: each(timed(|| {
                for position in &positions {
                    black_box(canonical.class(position));
                }
            })),
        }
    }

    /// Whether the group is the known one and Table 2 belongs to it.
    pub(super) fn holds(&self) -> bool {
        let known = [32, 8, 128];
        let orders = self.found.iter().zip(known);
        orders
            .into_iter()
            .all(|(found, order)| found.agree && found.cells == order)
            && self.symmetric_is_found
            && same_set(&self.phi, &self.phi_symmetric)
    }

    /// Tables 1 and 2.
    pub(super) fn boards(&self) -> Section {
        let told = match self.symmetric_is_found && same_set(&self.phi, &self.phi_symmetric) {
            true => "It is one of the symmetries found, and both boards have the same sums.",
            false => "THIS FAILED: it is none of the symmetries found.",
        };
        Section::new("Boards and their sums (Tables 1 and 2)")
            .text(
                "Each piece is a power of two, and φ adds up the pieces on each of the ten lines; \
                 a board with the same set of sums is a symmetric one.",
            )
            .table(
                "Table 1: the full board with its φ sums",
                board(CellMap::IDENTITY.images(), &self.phi),
            )
            .table(
                "Table 2: another board with the same φ sums",
                board(&paper::SYMMETRIC, &self.phi_symmetric),
            )
            .text(told)
    }

    /// The constraint solver's time, theirs and ours.
    pub(super) fn timing(&self) -> Section {
        let heading = ["Lines", "number", "symmetries", "solver", "backtracking"];
        let mut rows = vec![heading.map(str::to_owned).to_vec()];
        for (solver, time) in [
            ("paper: Prolog, clpfd", self.paper_prolog_seconds),
            ("paper: Java, Choco", self.paper_choco_seconds),
        ] {
            let cells = [solver, "10", "32", &seconds(time), ""];
            rows.push(cells.map(str::to_owned).to_vec());
        }
        for shaped in &self.found {
            rows.push(vec![
                format!("{}: {}", self.solver, shaped.rules),
                shaped.lines.to_string(),
                shaped.cells.to_string(),
                seconds(shaped.seconds),
                seconds(shaped.backtracking_seconds),
            ]);
        }
        let lines = &self.found[0];
        Section::new("Finding the symmetries")
            .table(
                "Time to find all cell symmetries by a constraint solver",
                rows,
            )
            .text(format!(
                "With {} renamings of the pieces, 24 orders of properties times 16 complements, a \
                 position has up to {} images. The least of them as a number to the base 17, the \
                 paper's representative, takes {} to find; the fast canonical form with the same \
                 classes {:.0} ns.",
                lines.pieces,
                grouped((lines.cells * lines.pieces) as u64),
                seconds(self.representative_seconds),
                self.canonical_seconds * 1e9,
            ))
    }
}

impl Shaped {
    fn measure(shape: Shape) -> Shaped {
        let rules = Rules::new(shape, 4, false).expect("four properties can count");
        let begun = Instant::now();
        let group = automorphisms(&structure(&rules));
        let seconds = begun.elapsed().as_secs_f64();
        let begun = Instant::now();
        let maps = cell_maps(&rules);
        let backtracking_seconds = begun.elapsed().as_secs_f64();
        let mut found: Vec<Vec<usize>> = group
            .members()
            .iter()
            .map(|map| map.images().to_vec())
            .collect();
        found.sort_unstable();
        let maps: Vec<Vec<usize>> = maps
            .iter()
            .map(|map| map.map(usize::from).to_vec())
            .collect();
        Shaped {
            rules: rules.to_string(),
            lines: rules.line_masks().len(),
            cells: group.order(),
            pieces: Symmetries::of(&rules).pieces().len(),
            seconds,
            backtracking_seconds,
            agree: found == maps,
        }
    }
}

/// Equation 3 for each of the ten lines: rows, columns, diagonals.
fn phi(pieces: &[u8; 16]) -> Vec<u32> {
    let on = |line: u16| (0..16).filter(move |cell| line >> cell & 1 != 0);
    let lines = Rules::lines().line_masks();
    lines
        .into_iter()
        .map(|line| on(line).map(|cell| 1 << pieces[cell]).sum())
        .collect()
}

fn same_set(a: &[u32], b: &[u32]) -> bool {
    let sorted = |sums: &[u32]| {
        let mut sums = sums.to_vec();
        sums.sort_unstable();
        sums
    };
    sorted(a) == sorted(b)
}

/// A board with the sums of its rows on the right, of its columns below, and
/// of its diagonals in the two corners, as the paper prints it.
fn board(pieces: &[u8; 16], sums: &[u32]) -> Vec<Vec<String>> {
    let (rows, columns, diagonals) = (&sums[..4], &sums[4..8], &sums[8..]);
    let text = |sum: &u32| sum.to_string();
    let mut table = vec![vec![
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        // From bottom left to top right.
        text(&diagonals[1]),
    ]];
    for (row, sum) in pieces.chunks(4).zip(rows) {
        let mut cells: Vec<String> = row.iter().map(|&piece| power_of_two(piece)).collect();
        cells.push(text(sum));
        table.push(cells);
    }
    let mut last: Vec<String> = columns.iter().map(text).collect();
    last.push(text(&diagonals[0]));
    table.push(last);
    table
}

/// `2¹²`.
fn power_of_two(exponent: u8) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = exponent.to_string();
    let raised = digits
        .bytes()
        .map(|digit| RAISED[usize::from(digit - b'0')]);
    std::iter::once('2').chain(raised).collect()
}

/// Positions of random games.
fn random_positions(seed: u64) -> Vec<Position> {
    let quarto = Quarto::new(Rules::lines());
    let mut random = Seeded::new(seed);
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let mut position = Position::EMPTY;
        while quarto.payoff(&position).is_none() {
            positions.push(position);
            let mut moves = Vec::new();
            quarto.moves(&position, &mut moves);
            quarto.play(&mut position, moves[random.below(moves.len())]);
        }
    }
    positions
}

/// Seconds of the second run; the first warms the caches.
fn timed(work: impl Fn()) -> f64 {
    work();
    let begun = Instant::now();
    work();
    begun.elapsed().as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_the_paper_prints() {
        let table_1 = phi(CellMap::IDENTITY.images());
        assert_eq!(
            table_1,
            [15, 240, 3840, 61440, 4369, 8738, 17476, 34952, 33825, 4680]
        );
        let table_2 = phi(&paper::SYMMETRIC);
        assert_eq!(
            table_2,
            [3840, 61440, 15, 240, 8738, 4369, 34952, 17476, 4680, 33825]
        );
        assert!(same_set(&table_1, &table_2));
        let printed = board(&paper::SYMMETRIC, &table_2);
        assert_eq!(printed[0][4], "33825");
        assert_eq!(printed[1], ["2⁹", "2⁸", "2¹¹", "2¹⁰", "3840"]);
        assert_eq!(printed[5], ["8738", "4369", "34952", "17476", "4680"]);
    }
}
