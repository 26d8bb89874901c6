//! What never changes while a problem is searched.

use crate::mask::Mask;
use crate::one_eye::Mover;
use crate::one_eye::shape::{self, Shape};
use crate::{Colour, EyeProblem, Point};

use super::position::Position;

/// What the defender wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Aim {
    /// An eye. Two passes mean that there is none.
    OneEye,
    /// Life. Two passes mean that the stones stay as they are.
    TwoEyes,
}

/// The graph and what is aimed for.
pub(crate) struct Scene<M> {
    pub(crate) shape: Shape<M>,
    pub(crate) aim: Aim,
    /// Points outside the region that the attacker may fill, in groups that
    /// have the same neighbours.
    fills: Vec<M>,
    /// Points outside, by place from the first of `shape.outside`.
    outside: Vec<Point>,
}

/// Where life and death is played: the region, and the points outside that
/// the attacker may fill.
pub(crate) struct Ground {
    pub(crate) region: Vec<Point>,
    pub(crate) outside: Vec<Point>,
}

impl Ground {
    pub(crate) fn of(problem: &EyeProblem) -> Ground {
        let board = problem.board();
        let mut region = problem.region().to_vec();
        let mut outside = Vec::new();
        let mut seen = vec![false; board.points().count()];
        for start in board.points() {
            let is_outside =
                |p: Point| board.stone(p).is_none() && problem.region().binary_search(&p).is_err();
            if seen[board.index(start)] || !is_outside(start) {
                continue;
            }
            // A connected set of empty points.
            let mut area = vec![start];
            seen[board.index(start)] = true;
            let mut is_open = false;
            let mut next = 0;
            while next < area.len() {
                for near in board.neighbours(area[next]) {
                    is_open |= board.stone(near) == Some(problem.defender().other());
                    if is_outside(near) && !std::mem::replace(&mut seen[board.index(near)], true) {
                        area.push(near);
                    }
                }
                next += 1;
            }
            if !is_open {
                region.extend(area);
                continue;
            }
            outside.extend(area.into_iter().filter(|&point| {
                let mut near = board.neighbours(point);
                near.any(|p| problem.crucial().binary_search(&p).is_ok())
            }));
        }
        region.sort_unstable();
        outside.sort_unstable();
        Ground { region, outside }
    }
}

impl Aim {
    /// Places that the graph of a problem has, to choose a mask by.
    pub(crate) fn places(self, problem: &EyeProblem) -> usize {
        match self {
            Aim::OneEye => shape::places(problem),
            Aim::TwoEyes => {
                let ground = Ground::of(problem);
                shape::places(problem) - problem.region().len() - 1
                    + ground.region.len()
                    + ground.outside.len()
            }
        }
    }
}

impl<M: Mask> Scene<M> {
    pub(crate) fn new(problem: &EyeProblem, aim: Aim) -> Scene<M> {
        match aim {
            Aim::OneEye => Scene {
                shape: Shape::new(problem),
                aim,
                fills: Vec::new(),
                outside: Vec::new(),
            },
            Aim::TwoEyes => {
                let Ground { region, outside } = Ground::of(problem);
                let shape = Shape::<M>::with_outside(problem, region, &outside);
                let mut fills: Vec<M> = Vec::new();
                for place in shape.outside.places() {
                    let near = shape.near(place) & shape.crucial;
                    let alike = |fill: &&mut M| {
                        let other = shape.near(fill.least());
                        (other & shape.crucial) == near
                    };
                    match fills.iter_mut().find(alike) {
                        Some(fill) => *fill |= M::bit(place),
                        None => fills.push(M::bit(place)),
                    }
                }
                Scene {
                    shape,
                    aim,
                    fills,
                    outside,
                }
            }
        }
    }

    /// The first empty point of each group outside.
    #[inline]
    pub(crate) fn first_fills(&self, att: M) -> M {
        let mut first = M::NONE;
        for &fill in &self.fills {
            let left = fill & !att;
            if !left.is_empty() {
                first |= M::bit(left.least());
            }
        }
        first
    }

    /// The points that are as good as this one: itself, or those of its group
    /// outside.
    pub(crate) fn alike(&self, place: usize, att: M) -> M {
        let group = self.fills.iter().find(|fill| fill.has(place));
        group.map_or(M::bit(place), |&fill| fill & !att)
    }

    /// The point of a place where a stone can be.
    pub(crate) fn point(&self, place: usize) -> Point {
        match self.shape.points().get(place) {
            Some(&point) => point,
            None => self.outside[place - self.shape.outside.least()],
        }
    }

    /// The position of the problem.
    pub(crate) fn root(&self, problem: &EyeProblem, mover: Mover) -> Position<M> {
        let stones = |colour: Colour| {
            let points = self.shape.points().iter().enumerate();
            points
                .filter(|(_, point)| problem.board().stone(**point) == Some(colour))
                .fold(M::NONE, |set, (place, _)| set | M::bit(place))
        };
        Position {
            def: stones(problem.defender()) | self.shape.crucial,
            att: stones(problem.defender().other()) | self.shape.safe,
            mover,
            ko: 0,
            store: 0,
        }
    }

    /// The connected pieces of a set.
    pub(crate) fn pieces(&self, mut set: M) -> Vec<M> {
        let mut pieces = Vec::new();
        while !set.is_empty() {
            let piece = self.shape.flood(M::bit(set.least()), set);
            set &= !piece;
            pieces.push(piece);
        }
        pieces
    }
}
