//! Random groups whose region is in pieces.

use tabia_go::{Board, Colour, EyeProblem, Point};
use tabia_kernel::random::Seeded;

/// A group with two or three rooms of at most `most` points together, which its
/// stones keep apart.
pub(crate) fn rooms(random: &mut Seeded, most: usize) -> EyeProblem {
    loop {
        if let Some(problem) = divide(random, most) {
            return problem;
        }
    }
}

fn divide(random: &mut Seeded, most: usize) -> Option<EyeProblem> {
    let count = 2 + usize::from(random.below(3) == 0);
    let deep = 1 + random.below(3) as u8;
    let wide = if count == 2 {
        3 + random.below(2) as u8
    } else {
        2
    };
    let width = (count as u8) * (wide + 1) + 1;
    // Rooms hang from the edge; below them the group, the attacker, his room.
    let mut board = Board::new(width, deep + 3)?;
    let defender = [Colour::Black, Colour::White][random.below(2)];
    let mut region: Vec<Point> = Vec::new();
    for room in 0..count as u8 {
        let left = 1 + room * (wide + 1);
        let wanted = 2 + random.below(most / count - 1);
        let mut points = vec![Point::new(left + random.below(wide.into()) as u8, 0)];
        for _ in 0..20 {
            let from = points[random.below(points.len())];
            let near: Vec<Point> = board.neighbours(from).collect();
            let next = near[random.below(near.len())];
            let fits = (left..left + wide).contains(&next.x) && next.y < deep;
            if points.len() < wanted && fits && !points.contains(&next) {
                points.push(next);
            }
        }
        region.extend(points);
    }
    let mut crucial = Vec::new();
    let share = 25 + random.below(75);
    let open = random.below(3) * 8;
    for point in board.points().collect::<Vec<_>>() {
        let divides = point.y == deep || (point.y < deep && point.x % (wide + 1) == 0);
        let colour = if region.contains(&point) || point.y > deep + 1 {
            continue;
        } else if divides || (point.y < deep && random.below(100) < share) {
            crucial.push(point);
            defender
        } else if point.y > deep && random.below(100) < open {
            continue;
        } else {
            defender.other()
        };
        board.set(point, Some(colour));
    }
    let (theirs, ours) = (random.below(60), random.below(30));
    for &point in &region {
        let roll = random.below(100);
        if roll < theirs {
            board.set(point, Some(defender.other()));
        } else if roll < theirs + ours {
            board.set(point, Some(defender));
        }
    }
    EyeProblem::new(board, &crucial, &region, None).ok()
}
