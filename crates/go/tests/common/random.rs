//! Random problems with a small region.

use tabia_go::{Board, Colour, EyeProblem, Point};
use tabia_kernel::random::Seeded;

/// A problem whose region has at most `most` points, on a small board. Tries
/// until one is legal.
pub(crate) fn problem(random: &mut Seeded, most: usize) -> EyeProblem {
    loop {
        if let Some(problem) = attempt(random, most) {
            return problem;
        }
    }
}

fn attempt(random: &mut Seeded, most: usize) -> Option<EyeProblem> {
    let (width, height) = (4 + random.below(4) as u8, 4 + random.below(4) as u8);
    let mut board = Board::new(width, height)?;
    let points: Vec<Point> = board.points().collect();
    // One to three seeds that grow into the region.
    let wanted = 3 + random.below(most - 2);
    let mut region: Vec<Point> = Vec::new();
    for _ in 0..1 + random.below(3) {
        region.push(points[random.below(points.len())]);
    }
    region.sort_unstable();
    region.dedup();
    while region.len() < wanted {
        let from = region[random.below(region.len())];
        let near: Vec<Point> = board.neighbours(from).collect();
        let next = near[random.below(near.len())];
        if !region.contains(&next) {
            region.push(next);
        }
    }
    region.truncate(most);
    let defender = [Colour::Black, Colour::White][random.below(2)];
    // The wall: mostly crucial stones, some safe attackers.
    let share = 55 + random.below(40);
    let mut crucial = Vec::new();
    for &inside in &region {
        for near in board.neighbours(inside).collect::<Vec<_>>() {
            if region.contains(&near) || board.stone(near).is_some() {
                continue;
            }
            if random.below(100) < share {
                board.set(near, Some(defender));
                crucial.push(near);
            } else {
                board.set(near, Some(defender.other()));
            }
        }
    }
    // What surrounds the wall: attackers, with or without room for liberties.
    let room = random.below(3);
    for &point in &points {
        if board.stone(point).is_none() && !region.contains(&point) {
            let open = match room {
                0 => false,
                1 => random.below(100) < 15,
                _ => random.below(100) < 60,
            };
            if !open {
                board.set(point, Some(defender.other()));
            }
        }
    }
    // Stones inside.
    let inside = random.below(60);
    for &point in &region {
        if random.below(100) < inside {
            let colour = [defender, defender.other()][random.below(2)];
            board.set(point, Some(colour));
            if colour == defender && random.below(8) == 0 {
                crucial.push(point);
            }
        }
    }
    EyeProblem::new(board, &crucial, &region, None).ok()
}
