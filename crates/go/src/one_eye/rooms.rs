//! What a search is about to do, to be shown.

use tabia_kernel::search::{Dfpn, Limits, Problem as _, Step, Stop, Verdict};

use super::Method;
use super::position::{Mover, Position};
use super::question::{By, Goal, Question, Scene};
use super::shape::{self, Shape};
use crate::mask::{Mask, Wide};
use crate::{EyeProblem, Point};

/// A piece of a region, and what the defender's moves in it still take.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// Its points.
    pub points: Vec<Point>,
    /// The proof number of each move: how many positions have to be seen
    /// through, at least, before it is known to make an eye. `None` if it makes
    /// none.
    pub moves: Vec<(Point, Option<u32>)>,
}

impl Room {
    /// The least of them: the search goes on where it is least.
    #[must_use]
    pub fn least(&self) -> Option<u32> {
        self.moves.iter().filter_map(|&(_, proof)| proof).min()
    }
}

/// The rooms of a problem that falls apart at once, with the defender to move,
/// as a search sees them after `nodes` positions. `None` if it does not fall apart
/// into independent pieces, or is solved by then.
#[must_use]
pub fn rooms_after(problem: &EyeProblem, nodes: u64) -> Option<Vec<Room>> {
    match shape::places(problem) {
        0..=64 => rooms::<u64>(problem, nodes),
        65..=128 => rooms::<u128>(problem, nodes),
        _ => rooms::<Wide>(problem, nodes),
    }
}

fn rooms<M: Mask>(problem: &EyeProblem, nodes: u64) -> Option<Vec<Room>> {
    let scene: Scene<M> = Scene {
        shape: Shape::new(problem),
        method: Method::Dds,
        knowledge: true,
        sums_kos: true,
        splits: 0.into(),
    };
    let at = Position::root(problem, &scene.shape, Mover::Defender);
    let root = Question::new(&scene, Goal::Eye, at);
    let dfpn = Dfpn::with_mebibytes(16);
    let report = dfpn.solve(root, Limits::nodes(nodes), &Stop::new());
    if report.outcome.is_some() {
        return None;
    }
    let mut pieces = Vec::new();
    // By moves, it did not fall apart.
    if root.expand(&mut pieces) != Step::Any || pieces.iter().any(|piece| piece.by != By::Part) {
        return None;
    }
    let point = |place: usize| scene.shape.point(place);
    let room = |piece: &Question<'_, M>| {
        let mut after = Vec::new();
        piece.expand(&mut after);
        let moves = after.iter().filter_map(|next| match next.by {
            By::Stone(place) => Some((point(usize::from(place)), proof(&dfpn, next))),
            By::Pass | By::Part => None,
        });
        Room {
            points: piece.at.work.places().map(point).collect(),
            moves: moves.collect(),
        }
    };
    Some(pieces.iter().map(room).collect())
}

fn proof<M: Mask>(dfpn: &Dfpn<super::Key<M>>, next: &Question<'_, M>) -> Option<u32> {
    let (proof, disproof) = match next.at_sight() {
        Some(Verdict::Yes) => (0, u32::MAX),
        Some(Verdict::No) => (u32::MAX, 0),
        None => dfpn.numbers(&next.key()).unwrap_or(next.estimate()),
    };
    (disproof > 0).then_some(proof)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Recipe, generate, read_problem, solve_eye};

    #[test]
    fn numbers_lead_the_search_to_an_answer() {
        let problem = generate(Recipe::Rooms { rooms: 2 }, 11);
        let begun = rooms_after(&problem, 1).expect("two rooms");
        assert_eq!(begun.len(), 2);
        // Rooms have no point in common, and moves are in their rooms.
        for (i, room) in begun.iter().enumerate() {
            assert!(room.least().is_some());
            let inside = |&(point, _): &(Point, Option<u32>)| room.points.contains(&point);
            assert!(room.moves.iter().all(inside));
            let other = &begun[1 - i].points;
            assert!(room.points.iter().all(|point| !other.contains(point)));
        }
        let options = crate::EyeOptions {
            first: Some(Mover::Defender),
            moves: false,
            ..crate::EyeOptions::default()
        };
        let nodes = solve_eye(&problem, &options, &Stop::new()).nodes;
        assert_eq!(rooms_after(&problem, nodes), None);
        // The room that looked better does no longer.
        let leads = |rooms: &[Room]| rooms[0].least() < rooms[1].least();
        let turned = (2..nodes)
            .filter_map(|nodes| rooms_after(&problem, nodes))
            .filter(|rooms| rooms.iter().all(|room| room.least().is_some()))
            .any(|rooms| leads(&rooms) != leads(&begun));
        assert!(turned, "{nodes} nodes");
    }

    #[test]
    fn one_room_is_none() {
        let sgf = b"(;SZ[9]AB[ad:dd][ea:ed]AW[ae:fe][fa:fd]TR[ad:dd][ea:ed]MA[aa:dc])";
        let problem = read_problem(sgf).expect("a problem");
        assert_eq!(rooms_after(&problem, 1), None);
    }
}
