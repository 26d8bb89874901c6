//! The solver agrees with plain minimax that shares nothing with it.

use std::collections::HashMap;

use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;
use tabia_quarto::solver::{Solver, SolverOptions};
use tabia_quarto::{Move, Position, Rules, Shape};

/// A position as a player sees it: sixteen cells and the piece in hand.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Plain {
    cells: [Option<u8>; 16],
    hand: Option<u8>,
}

/// How a game ends for the side to move: sign, and placements until then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct End {
    value: i16,
    distance: u8,
}

impl End {
    /// Whether this is better than `other` for the side to move.
    fn beats(self, other: End) -> bool {
        if self.value != other.value {
            return self.value > other.value;
        }
        match self.value {
            1 => self.distance < other.distance,
            -1 => self.distance > other.distance,
            _ => false,
        }
    }
}

struct Brute {
    lines: Vec<[usize; 4]>,
    properties: u8,
    misere: bool,
    seen: HashMap<Plain, End>,
}

impl Brute {
    fn new(shape: Shape, properties: u8, misere: bool) -> Brute {
        let mut lines: Vec<[usize; 4]> = Vec::new();
        for i in 0..4 {
            lines.push([4 * i, 4 * i + 1, 4 * i + 2, 4 * i + 3]);
            lines.push([i, i + 4, i + 8, i + 12]);
        }
        if shape == Shape::Torus {
            for start in 0..4 {
                lines.push([0, 1, 2, 3].map(|row| 4 * row + (start + row) % 4));
                lines.push([0, 1, 2, 3].map(|row| 4 * row + (start + 3 * row) % 4));
            }
        } else {
            lines.push([0, 5, 10, 15]);
            lines.push([3, 6, 9, 12]);
        }
        if shape == Shape::Squares {
            for corner in [0, 1, 2, 4, 5, 6, 8, 9, 10] {
                lines.push([corner, corner + 1, corner + 4, corner + 5]);
            }
        }
        Brute {
            lines,
            properties,
            misere,
            seen: HashMap::new(),
        }
    }

    fn complete(&self, cells: &[Option<u8>; 16]) -> bool {
        self.lines.iter().any(|line| {
            let pieces: Option<Vec<u8>> = line.iter().map(|&cell| cells[cell]).collect();
            pieces.is_some_and(|pieces| {
                (0..self.properties).any(|bit| {
                    let with = pieces
                        .iter()
                        .filter(|&&piece| piece >> bit & 1 == 1)
                        .count();
                    with == 0 || with == 4
                })
            })
        })
    }

    /// The end of the game after each move, for the side that moves.
    fn moves(&mut self, at: &Plain) -> Vec<(String, End)> {
        let mut rated = Vec::new();
        if let Some(piece) = at.hand {
            for cell in (0..16).filter(|&cell| at.cells[cell].is_none()) {
                let mut next = at.clone();
                next.cells[cell] = Some(piece);
                next.hand = None;
                let name = format!("{}{}", ['a', 'b', 'c', 'd'][cell % 4], cell / 4 + 1);
                let value = if self.complete(&next.cells) {
                    let value = if self.misere { -1 } else { 1 };
                    End { value, distance: 1 }
                } else {
                    let end = self.end(&next);
                    End {
                        distance: end.distance + 1,
                        ..end
                    }
                };
                rated.push((name, value));
            }
        } else {
            for piece in (0..16).filter(|piece| !at.cells.contains(&Some(*piece))) {
                let mut next = at.clone();
                next.hand = Some(piece);
                let end = self.end(&next);
                let value = -end.value;
                rated.push((format!("{piece:x}"), End { value, ..end }));
            }
        }
        rated
    }

    fn end(&mut self, at: &Plain) -> End {
        if let Some(&end) = self.seen.get(at) {
            return end;
        }
        let mut best: Option<End> = None;
        for (_, end) in self.moves(at) {
            if best.is_none_or(|best| end.beats(best)) {
                best = Some(end);
            }
        }
        // No piece left to give: the board is full.
        let end = best.unwrap_or(End {
            value: 0,
            distance: 0,
        });
        self.seen.insert(at.clone(), end);
        end
    }
}

/// A random open position with `placed` pieces, one in hand half of the time.
fn random_position(brute: &Brute, placed: usize, random: &mut Seeded) -> Option<Plain> {
    let mut at = Plain {
        cells: [None; 16],
        hand: None,
    };
    let mut pieces: Vec<u8> = (0..16).collect();
    for _ in 0..placed {
        let piece = pieces.swap_remove(random.below(pieces.len()));
        let fitting: Vec<usize> = (0..16)
            .filter(|&cell| {
                let mut cells = at.cells;
                cells[cell].is_none() && {
                    cells[cell] = Some(piece);
                    !brute.complete(&cells)
                }
            })
            .collect();
        if fitting.is_empty() {
            return None;
        }
        at.cells[fitting[random.below(fitting.len())]] = Some(piece);
    }
    if random.below(4) > 0 {
        at.hand = Some(pieces[random.below(pieces.len())]);
    }
    Some(at)
}

fn text(at: &Plain) -> String {
    let cells: String = at
        .cells
        .iter()
        .map(|cell| cell.map_or(".".to_owned(), |piece| format!("{piece:x}")))
        .collect();
    let hand = at.hand.map_or("-".to_owned(), |piece| format!("{piece:x}"));
    format!("{cells}/{hand}")
}

fn name(turn: Move) -> String {
    turn.to_string()
}

#[test]
fn agrees_with_plain_minimax_under_every_rule() {
    let seed = 20_130_911;
    println!("seed {seed}");
    let mut random = Seeded::new(seed);
    let mut compared = 0;
    for shape in [Shape::Lines, Shape::Squares, Shape::Torus] {
        for properties in 1..=4 {
            for misere in [false, true] {
                let rules = Rules::new(shape, properties, misere).expect("1 to 4 properties");
                let options = SolverOptions {
                    threads: 1,
                    memory_mib: 1,
                    book: false,
                };
                let solver = Solver::new(rules, options).expect("a small table");
                let mut brute = Brute::new(shape, properties, misere);
                for (placed, wanted) in [(13, 45), (12, 35), (11, 20), (10, 6)] {
                    let mut found = 0;
                    for _ in 0..wanted * 200 {
                        if found == wanted {
                            break;
                        }
                        let Some(at) = random_position(&brute, placed, &mut random) else {
                            continue;
                        };
                        found += 1;
                        compare(&solver, &mut brute, &at);
                    }
                    compared += found;
                    brute.seen.clear();
                }
            }
        }
    }
    println!("{compared} positions");
    assert!(compared >= 2000, "only {compared} positions compared");
}

fn compare(solver: &Solver, brute: &mut Brute, at: &Plain) {
    let rules = *solver.rules();
    let what = format!("{} under {rules}", text(at));
    let position = Position::read(&text(at), &rules).expect("an open position");
    let stop = Stop::new();
    let expected = brute.end(at);
    let mut moves = brute.moves(at);

    let value = solver.value(&position, &stop).expect("not stopped");
    assert_eq!(value.points(), expected.value, "value of {what}");

    let solution = solver.solve(&position, &stop).expect("not stopped");
    assert_eq!(solution.value.points(), expected.value, "value of {what}");
    assert_eq!(solution.distance, expected.distance, "distance of {what}");
    let mut best: Vec<String> = solution.best.into_iter().map(name).collect();
    best.sort();
    let mut expected_best: Vec<String> = moves
        .iter()
        .filter(|(_, end)| *end == expected)
        .map(|(name, _)| name.clone())
        .collect();
    expected_best.sort();
    assert_eq!(best, expected_best, "best moves of {what}");

    let mut rated: Vec<(String, End)> = solver
        .moves(&position, &stop)
        .expect("not stopped")
        .into_iter()
        .map(|rated| {
            let value = rated.value.points();
            let distance = rated.distance;
            (name(rated.turn), End { value, distance })
        })
        .collect();
    rated.sort_by(|a, b| a.0.cmp(&b.0));
    moves.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(rated, moves, "moves of {what}");
}
