//! Making one-eye problems.
//!
//! Problems are made from a seed and a few sizes and kept if they are legal
//! and not over before they begin. Nothing here solves them, so that no
//! collection can favour a way of solving.

use tabia_kernel::random::Seeded;

use crate::{Board, Colour, EyeProblem, Point};

/// What kind of problem to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recipe {
    /// Rooms side by side that crucial stones keep apart from the beginning.
    Rooms {
        /// How many, at most [`Recipe::MOST_ROOMS`].
        rooms: usize,
    },
    /// One area of about so many points, half of it walled in by crucial
    /// stones and half by the attacker's.
    Area {
        /// Points of the region.
        points: usize,
    },
}

impl Recipe {
    /// More rooms do not fit on a board.
    pub const MOST_ROOMS: usize = 4;
    /// Larger areas do not fit either.
    pub const MOST_POINTS: usize = 100;
}

/// Makes a problem. The same recipe and seed make the same problem.
///
/// # Panics
///
/// When the recipe asks for nothing, or for more than fits on a board.
///
/// ```
/// use tabia_go::{Recipe, generate};
/// let problem = generate(Recipe::Area { points: 12 }, 7);
/// assert_eq!(problem.region().len(), 12);
/// assert_eq!(problem, generate(Recipe::Area { points: 12 }, 7));
/// ```
#[must_use]
pub fn generate(recipe: Recipe, seed: u64) -> EyeProblem {
    let mut random = Seeded::new(seed);
    loop {
        let made = match recipe {
            Recipe::Rooms { rooms } => {
                assert!((1..=Recipe::MOST_ROOMS).contains(&rooms), "{rooms} rooms");
                build_rooms(&mut random, rooms)
            }
            Recipe::Area { points } => {
                assert!(
                    (2..=Recipe::MOST_POINTS).contains(&points),
                    "{points} points"
                );
                grow_area(&mut random, points)
            }
        };
        if let Some(problem) = made.filter(|problem| !has_eye(problem)) {
            return problem;
        }
    }
}

/// Whether an empty point of the region has only one of the defender's blocks
/// beside it.
fn has_eye(problem: &EyeProblem) -> bool {
    let board = problem.board();
    problem.region().iter().any(|&point| {
        let mut near = board.neighbours(point);
        board.stone(point).is_none()
            && near.all(|near| board.stone(near) == Some(problem.defender()))
    })
}

fn chance(random: &mut Seeded, percent: usize) -> bool {
    random.below(100) < percent
}

/// Rooms that hang from a row of crucial stones, whose back has liberties for
/// ever. Crucial stones come down between the rooms, the attacker is below.
fn build_rooms(random: &mut Seeded, rooms: usize) -> Option<EyeProblem> {
    const WIDTH: u8 = 5;
    const TOP: u8 = 2;
    const DEEP: u8 = 4;
    let mut board = Board::new(Board::LONGEST, Board::LONGEST)?;
    let defender = [Colour::Black, Colour::White][random.below(2)];
    let mut region: Vec<Point> = Vec::new();
    // Rooms keep a column free on either side.
    for room in 0..rooms as u8 {
        let left = 1 + room * (WIDTH - 1);
        let columns = left..left + WIDTH - 2;
        let wanted = 5 + random.below(4);
        let start = Point::new(left + random.below(3) as u8, TOP);
        let mut points = vec![start];
        while points.len() < wanted {
            let from = points[random.below(points.len())];
            let near: Vec<Point> = board.neighbours(from).collect();
            let next = near[random.below(near.len())];
            let fits = columns.contains(&next.x) && (TOP..TOP + DEEP).contains(&next.y);
            if fits && !points.contains(&next) {
                points.push(next);
            }
        }
        region.extend(points);
    }
    let width = 2 + rooms as u8 * (WIDTH - 1);
    let mut crucial = Vec::new();
    for x in 0..width {
        let mut hangs = true;
        for y in TOP - 1..TOP + DEEP + 1 {
            let point = Point::new(x, y);
            if region.contains(&point) {
                hangs = false;
                continue;
            }
            // Below the first row crucial stones come down here and there.
            let beside = board.neighbours(point).any(|near| region.contains(&near));
            hangs &= y < TOP || (beside && chance(random, if y == TOP { 80 } else { 35 }));
            if hangs {
                board.set(point, Some(defender));
                crucial.push(point);
            } else {
                board.set(point, Some(defender.other()));
            }
        }
    }
    scatter(random, &mut board, &region, defender, 25);
    EyeProblem::new(board, &crucial, &region, None).ok()
}

/// An area that grows at random, often from an edge.
fn grow_area(random: &mut Seeded, points: usize) -> Option<EyeProblem> {
    let side = if points <= 12 { 9 } else { 13 };
    let side = if points <= 30 { side } else { Board::LONGEST };
    let mut board = Board::new(side, side)?;
    let defender = [Colour::Black, Colour::White][random.below(2)];
    let middle = |random: &mut Seeded| 2 + random.below(usize::from(side) - 4) as u8;
    let start = match random.below(3) {
        0 => Point::new(random.below(3) as u8, random.below(3) as u8),
        1 => Point::new(middle(random), random.below(2) as u8),
        _ => Point::new(middle(random), middle(random)),
    };
    // Points next to more of the area come first, which keeps it compact.
    let mut region = vec![start];
    while region.len() < points {
        let from = region[random.below(region.len())];
        let near: Vec<Point> = board.neighbours(from).collect();
        let next = near[random.below(near.len())];
        let beside = board
            .neighbours(next)
            .filter(|p| region.contains(p))
            .count();
        if !region.contains(&next) && (beside > 1 || chance(random, 40)) {
            region.push(next);
        }
    }
    // A line through the area: crucial stones on one side of it.
    let centre = |pick: fn(&Point) -> u8| {
        region.iter().map(|p| f64::from(pick(p))).sum::<f64>() / region.len() as f64
    };
    let (cx, cy) = (centre(|p| p.x), centre(|p| p.y));
    let angle = random.below(360) as f64;
    let (dx, dy) = (angle.to_radians().cos(), angle.to_radians().sin());
    let shift = random.below(200) as f64 / 100.0 - 0.6;
    let is_ring = |point: Point| {
        let near = |p: &Point| p.x.abs_diff(point.x) <= 1 && p.y.abs_diff(point.y) <= 1;
        !region.contains(&point) && region.iter().any(near)
    };
    let mut crucial = Vec::new();
    for point in board.points().filter(|point| is_ring(*point)) {
        let across = (f64::from(point.x) - cx) * dx + (f64::from(point.y) - cy) * dy;
        if across + shift > 0.0 {
            board.set(point, Some(defender));
            crucial.push(point);
        } else {
            board.set(point, Some(defender.other()));
        }
    }
    // The attacker behind the crucial stones, but for an empty point as a rule.
    let behind: Vec<Point> = board
        .points()
        .filter(|&point| {
            let mut near = board.neighbours(point);
            board.stone(point).is_none()
                && !region.contains(&point)
                && near.any(|p| board.stone(p) == Some(defender))
        })
        .collect();
    let hole = (!behind.is_empty() && chance(random, 85)).then(|| random.below(behind.len()));
    for (i, &point) in behind.iter().enumerate() {
        if Some(i) != hole {
            board.set(point, Some(defender.other()));
        }
    }
    let density = random.below(35);
    scatter(random, &mut board, &region, defender, density);
    EyeProblem::new(board, &crucial, &region, None).ok()
}

/// Puts stones of both colours on some points of the region.
fn scatter(
    random: &mut Seeded,
    board: &mut Board,
    region: &[Point],
    defender: Colour,
    percent: usize,
) {
    for &point in region {
        if chance(random, percent) {
            let colour = [defender, defender.other()][random.below(2)];
            board.set(point, Some(colour));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_are_followed() {
        for seed in 0..50 {
            for points in [6, 15, 40] {
                let problem = generate(Recipe::Area { points }, seed);
                assert_eq!(problem.region().len(), points, "seed {seed}");
            }
            for rooms in 1..=Recipe::MOST_ROOMS {
                let problem = generate(Recipe::Rooms { rooms }, seed);
                assert!(problem.region().len() >= 4 * rooms, "seed {seed}");
            }
        }
    }
}
