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

/// A group around a room of at most `most` points, most of it its own: where
/// life is at stake.
pub(crate) fn group(random: &mut Seeded, most: usize) -> EyeProblem {
    loop {
        if let Some(problem) = surround(random, most) {
            return problem;
        }
    }
}

fn surround(random: &mut Seeded, most: usize) -> Option<EyeProblem> {
    let (width, height) = (5 + random.below(3) as u8, 4 + random.below(3) as u8);
    let mut board = Board::new(width, height)?;
    let points: Vec<Point> = board.points().collect();
    let wanted = 4 + random.below(most - 3);
    let mut region = vec![match random.below(2) {
        0 => Point::new(0, 0),
        _ => points[random.below(points.len())],
    }];
    while region.len() < wanted {
        let from = region[random.below(region.len())];
        let near: Vec<Point> = board.neighbours(from).collect();
        let next = near[random.below(near.len())];
        if !region.contains(&next) {
            region.push(next);
        }
    }
    let defender = [Colour::Black, Colour::White][random.below(2)];
    // Now and then a room full of attackers, where sekis come from.
    let full = random.below(3) == 0;
    let share = if full { 100 } else { 80 + random.below(25) };
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
    let mut left = if full { 0 } else { random.below(3) };
    for &point in &points {
        if board.stone(point).is_none() && !region.contains(&point) {
            let beside = board.neighbours(point).any(|p| crucial.contains(&p));
            if beside && left > 0 && random.below(4) == 0 {
                left -= 1;
            } else {
                board.set(point, Some(defender.other()));
            }
        }
    }
    let (theirs, ours) = match full {
        true => (100, 0),
        false => (random.below(50), random.below(35)),
    };
    let free = [random.below(region.len()), random.below(region.len())];
    for (i, &point) in region.iter().enumerate() {
        let roll = random.below(100);
        if full && free.contains(&i) {
            continue;
        }
        if roll < theirs {
            board.set(point, Some(defender.other()));
        } else if roll < theirs + ours {
            board.set(point, Some(defender));
        }
    }
    EyeProblem::new(board, &crucial, &region, None).ok()
}
