//! Random rooms with kos, and groups of two of them.

use std::slice;

use tabia_go::{Answer, Board, Class, Colour, EyeOptions, EyeProblem, Method, solve_eye};
use tabia_kernel::random::Seeded;
use tabia_kernel::search::Stop;

/// What is at a point of a [`Room`].
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spot {
    /// A crucial stone.
    Wall,
    /// A safe stone of the attacker.
    Safe,
    /// A point of the region.
    Free(Option<Side>),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Defender,
    Attacker,
}

/// A room four points wide and three high, in a corner.
#[derive(Clone)]
pub(crate) struct Room([[Spot; 4]; 3]);

impl Room {
    fn new(random: &mut Seeded, most: usize) -> Room {
        let size = 2 + random.below(most - 1);
        let mut spots = [[None; 4]; 3];
        let mut free = vec![(random.below(3), random.below(4))];
        while free.len() < size {
            let (y, x) = free[random.below(free.len())];
            let near = [(y, x + 1), (y + 1, x), (y.max(1) - 1, x), (y, x.max(1) - 1)];
            let next = near[random.below(4)];
            if next.0 < 3 && next.1 < 4 && !free.contains(&next) {
                free.push(next);
            }
        }
        let (ours, theirs) = (random.below(50), random.below(50));
        for (y, x) in free {
            spots[y][x] = Some(Spot::Free(match random.below(100) {
                roll if roll < ours => Some(Side::Defender),
                roll if roll < ours + theirs => Some(Side::Attacker),
                _ => None,
            }));
        }
        let share = 30 + random.below(70);
        Room(spots.map(|row| {
            row.map(|spot| {
                spot.unwrap_or(match random.below(100) < share {
                    true => Spot::Wall,
                    false => Spot::Safe,
                })
            })
        }))
    }

    /// A room for which a ko decides if the attacker moves first, or else one
    /// where he has to answer every move.
    pub(crate) fn of_interest(random: &mut Seeded, most: usize, with_ko: bool) -> Room {
        loop {
            let room = Room::new(random, most);
            let Some(problem) = together(slice::from_ref(&room), Colour::Black, true) else {
                continue;
            };
            let options = EyeOptions {
                method: Method::Plain,
                memory_mib: 1,
                moves: false,
                ..EyeOptions::default()
            };
            let report = solve_eye(&problem, &options, &Stop::new());
            let class = |answer: Option<Answer>| answer.expect("no limit").class;
            let [ours, theirs] = [report.defender_first, report.attacker_first].map(class);
            if match with_ko {
                true => ours == Class::Ko || theirs == Class::Ko || theirs == Class::Rep,
                false => theirs == Class::None && problem.region().len() > 1,
            } {
                return room;
            }
        }
    }
}

/// A group with a room from the first list and one from either.
pub(crate) fn two_rooms(random: &mut Seeded, kos: &[Room], others: &[Room]) -> EyeProblem {
    loop {
        let one = kos[random.below(kos.len())].clone();
        let two = if random.below(3) == 0 { kos } else { others };
        let two = two[random.below(two.len())].clone();
        let defender = [Colour::Black, Colour::White][random.below(2)];
        if let Some(problem) = together(&[one, two], defender, random.below(3) > 0) {
            return problem;
        }
    }
}

/// A group with these rooms, one or two, with or without a liberty outside.
pub(crate) fn together(rooms: &[Room], defender: Colour, breathes: bool) -> Option<EyeProblem> {
    const FLOOR: u8 = 3;
    let width = if rooms.len() == 1 { 5 } else { 9 };
    let mut board = Board::new(width, FLOOR + 2)?;
    let (mut crucial, mut region) = (Vec::new(), Vec::new());
    for point in board.points().collect::<Vec<_>>() {
        // The second room is turned round.
        let (room, x) = match point.x {
            0..4 => (0, point.x),
            x => (1, 8 - x),
        };
        let spot = match (rooms.get(room), x) {
            _ if point.y > FLOOR && point.x == 0 && breathes => continue,
            _ if point.y > FLOOR => Spot::Safe,
            (Some(room), 0..4) if point.y < FLOOR => room.0[usize::from(point.y)][usize::from(x)],
            _ => Spot::Wall,
        };
        let colour = match spot {
            Spot::Wall => Some(defender),
            Spot::Safe => Some(defender.other()),
            Spot::Free(side) => side.map(|side| match side {
                Side::Defender => defender,
                Side::Attacker => defender.other(),
            }),
        };
        board.set(point, colour);
        match spot {
            Spot::Wall => crucial.push(point),
            Spot::Free(_) => region.push(point),
            Spot::Safe => {}
        }
    }
    EyeProblem::new(board, &crucial, &region, None).ok()
}
