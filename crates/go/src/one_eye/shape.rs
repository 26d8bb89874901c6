//! The region as a graph of places.

use crate::mask::Mask;
use crate::{EyeProblem, Point};

/// What never changes while a problem is searched: which places are next to
/// each other.
///
/// A place is a point of the region, a block of crucial stones, the safe
/// attacker stones all together, or the empty points outside all together.
/// The last three are never played on, so that one rule of capture fits all:
/// a block dies when no place next to it is empty.
#[derive(Clone, Debug)]
pub(crate) struct Shape<M> {
    /// Whether a crucial block has a liberty for ever, outside the region.
    pub(crate) breathes: bool,
    near: Vec<M>,
    points: Vec<Point>,
    /// The points of the region.
    pub(crate) region: M,
    /// The blocks of crucial stones.
    pub(crate) crucial: M,
    /// The one place that stands for all safe attacker stones.
    pub(crate) safe: M,
    /// The one place that stands for all empty points outside the region; in
    /// life and death, those beside crucial stones, each by itself.
    pub(crate) outside: M,
}

/// Places that the graph of a problem has, to choose a mask by.
pub(crate) fn places(problem: &EyeProblem) -> usize {
    problem.region().len() + crucial_blocks(problem).len() + 2
}

fn crucial_blocks(problem: &EyeProblem) -> Vec<Vec<Point>> {
    let mut blocks: Vec<Vec<Point>> = Vec::new();
    for &stone in problem.crucial() {
        if blocks.iter().any(|block| block.contains(&stone)) {
            continue;
        }
        // Joined by crucial stones alone: stones of the region are places of
        // their own.
        let mut block = vec![stone];
        let mut next = 0;
        while next < block.len() {
            for near in problem.board().neighbours(block[next]) {
                if problem.crucial().binary_search(&near).is_ok() && !block.contains(&near) {
                    block.push(near);
                }
            }
            next += 1;
        }
        blocks.push(block);
    }
    blocks
}

impl<M: Mask> Shape<M> {
    /// The graph of a problem. The mask has to be wide enough.
    pub(crate) fn new(problem: &EyeProblem) -> Shape<M> {
        Shape::build(problem, problem.region().to_vec(), None)
    }

    /// The graph of a problem in which the attacker may fill the points
    /// `outside` the region one by one. Other empty points there do not count.
    pub(crate) fn with_outside(
        problem: &EyeProblem,
        region: Vec<Point>,
        outside: &[Point],
    ) -> Shape<M> {
        Shape::build(problem, region, Some(outside))
    }

    fn build(problem: &EyeProblem, points: Vec<Point>, fillable: Option<&[Point]>) -> Shape<M> {
        let blocks = crucial_blocks(problem);
        let (safe, outside) = (points.len() + blocks.len(), points.len() + blocks.len() + 1);
        let last = outside + fillable.map_or(1, <[Point]>::len);
        assert!(last <= M::WIDTH, "the mask is too narrow");
        let place_of = |point: Point| {
            if let Ok(place) = points.binary_search(&point) {
                place
            } else if let Some(i) = blocks.iter().position(|block| block.contains(&point)) {
                points.len() + i
            } else if problem.board().stone(point).is_some() {
                safe
            } else {
                match fillable {
                    None => outside,
                    Some(fillable) => fillable
                        .iter()
                        .position(|&p| p == point)
                        .map_or(safe, |i| outside + i),
                }
            }
        };
        let mut near = vec![M::NONE; last];
        for place in outside..last {
            // The attacker is at home there.
            near[safe] |= M::bit(place);
            near[place] |= M::bit(safe);
        }
        for point in problem.board().points() {
            let place = place_of(point);
            for beside in problem.board().neighbours(point).map(place_of) {
                if beside != place {
                    near[place] |= M::bit(beside);
                }
            }
        }
        let span = |from: usize, to: usize| (from..to).fold(M::NONE, |set, i| set | M::bit(i));
        let crucial = span(points.len(), safe);
        let breathes = crucial.places().any(|place| near[place].has(outside));
        Shape {
            near,
            breathes,
            region: span(0, points.len()),
            crucial,
            safe: M::bit(safe),
            outside: span(outside, last),
            points,
        }
    }

    /// The places next to one.
    #[inline]
    pub(crate) fn near(&self, place: usize) -> M {
        self.near[place]
    }

    /// The places next to any of these.
    #[inline]
    pub(crate) fn around(&self, places: M) -> M {
        places
            .places()
            .fold(M::NONE, |set, place| set | self.near[place])
    }

    /// The places joined to `from` by places of `among`.
    #[inline]
    pub(crate) fn flood(&self, from: M, among: M) -> M {
        let mut found = from;
        let mut fresh = from;
        while !fresh.is_empty() {
            let next = self.near[fresh.least()] & among & !found;
            found |= next;
            fresh = fresh.without_least() | next;
        }
        found
    }

    /// The same, where `from` lies within `among` and is likely to reach all of
    /// it: stops as soon as it does.
    #[inline]
    pub(crate) fn fill(&self, from: M, among: M) -> M {
        let mut found = from;
        let mut fresh = from;
        while found != among && !fresh.is_empty() {
            let next = self.near[fresh.least()] & among & !found;
            found |= next;
            fresh = fresh.without_least() | next;
        }
        found
    }

    /// The point of a place in the region.
    pub(crate) fn point(&self, place: usize) -> Point {
        self.points[place]
    }

    /// The points of the region, by place.
    pub(crate) fn points(&self) -> &[Point] {
        &self.points
    }
}
