//! The one-eye problem: who defends what, and where play may go.

use thiserror::Error;

use crate::{Board, Colour, Point, Vertex};

/// A one-eye problem, checked: the defender wants an eye that belongs to one
/// block with all crucial stones.
///
/// Play goes on in the region alone. Attacker stones outside are safe for ever,
/// as is any stone joined to them. Empty points outside are never played and
/// always count as liberties.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EyeProblem {
    board: Board,
    defender: Colour,
    crucial: Vec<Point>,
    region: Vec<Point>,
    to_play: Option<Colour>,
}

/// Why a diagram is no one-eye problem.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ProblemError {
    /// Nothing is marked as crucial.
    #[error("no crucial stone is marked (TR): put a triangle on a stone that has to live")]
    NoCrucial,
    /// Nothing is marked as region.
    #[error(
        "no point of the region is marked (MA): put a cross on each point where the eye may come to be"
    )]
    NoRegion,
    /// A mark is off the board.
    #[error("a mark at `{0}` is not on the board")]
    OffBoard(Point),
    /// An empty point is marked as a crucial stone.
    #[error("{0} is marked as crucial (TR) but empty: a triangle belongs on a stone")]
    CrucialEmpty(Vertex),
    /// Crucial stones of both colours.
    #[error("crucial stones (TR) of both colours, at {0} and {1}")]
    CrucialColours(Vertex, Vertex),
    /// A stone of the defender that has no part in the problem.
    #[error(
        "the defender's stone at {0} is neither crucial (TR) nor in the region (MA): mark it as one of them"
    )]
    Stray(Vertex),
    /// The region has a hole.
    #[error(
        "not enclosed: {inside} in the region (MA) is next to {outside}, which is empty: mark it too, or put a stone there"
    )]
    NotEnclosed {
        /// A point of the region.
        inside: Vertex,
        /// The empty point beside it.
        outside: Vertex,
    },
    /// A block that ought to have been captured.
    #[error("illegal set-up: the block at {0} has no liberty")]
    NoLiberty(Vertex),
}

impl EyeProblem {
    /// Checks a diagram.
    ///
    /// # Errors
    ///
    /// When it is no one-eye problem; the error names the point.
    pub fn new(
        board: Board,
        crucial: &[Point],
        region: &[Point],
        to_play: Option<Colour>,
    ) -> Result<EyeProblem, ProblemError> {
        let sorted = |points: &[Point]| {
            let mut points = points.to_vec();
            points.sort_unstable();
            points.dedup();
            points
        };
        let (crucial, region) = (sorted(crucial), sorted(region));
        let at = |point| Vertex::new(point, board.height());
        let marks = crucial.iter().chain(&region);
        if let Some(&point) = marks.clone().find(|point| !board.contains(**point)) {
            return Err(ProblemError::OffBoard(point));
        }
        let Some(&first) = crucial.first() else {
            return Err(ProblemError::NoCrucial);
        };
        let Some(defender) = board.stone(first) else {
            return Err(ProblemError::CrucialEmpty(at(first)));
        };
        for &point in &crucial {
            match board.stone(point) {
                None => return Err(ProblemError::CrucialEmpty(at(point))),
                Some(colour) if colour != defender => {
                    return Err(ProblemError::CrucialColours(at(first), at(point)));
                }
                Some(_) => {}
            }
        }
        // A crucial stone never leaves the board while there is something to
        // play for, so it is no point to play on even if it is marked as one.
        let region: Vec<Point> = region
            .into_iter()
            .filter(|point| crucial.binary_search(point).is_err())
            .collect();
        if region.is_empty() {
            return Err(ProblemError::NoRegion);
        }
        let is_inside = |point: &Point| region.binary_search(point).is_ok();
        for point in board.points() {
            let marked = is_inside(&point) || crucial.binary_search(&point).is_ok();
            if board.stone(point) == Some(defender) && !marked {
                return Err(ProblemError::Stray(at(point)));
            }
            if board.stone(point).is_some() && !board.has_liberty(&board.block(point)) {
                return Err(ProblemError::NoLiberty(at(point)));
            }
        }
        for &inside in &region {
            let mut near = board.neighbours(inside);
            if let Some(outside) = near.find(|p| board.stone(*p).is_none() && !is_inside(p)) {
                let (inside, outside) = (at(inside), at(outside));
                return Err(ProblemError::NotEnclosed { inside, outside });
            }
        }
        Ok(EyeProblem {
            board,
            defender,
            crucial,
            region,
            to_play,
        })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose eye it is.
    #[must_use]
    pub fn defender(&self) -> Colour {
        self.defender
    }

    /// The stones that the eye has to be joined to, in order.
    #[must_use]
    pub fn crucial(&self) -> &[Point] {
        &self.crucial
    }

    /// The points where play goes on, in order. No crucial stone is on them.
    #[must_use]
    pub fn region(&self) -> &[Point] {
        &self.region
    }

    /// Who plays first according to the diagram. Answers do not depend on it.
    #[must_use]
    pub fn to_play(&self) -> Option<Colour> {
        self.to_play
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(texts: &[&str]) -> Vec<Point> {
        let point = |text: &&str| Point::from_sgf(text).expect("a point");
        texts.iter().map(point).collect()
    }

    /// Two points in the corner of a 5×5 board.
    fn corner() -> (Board, Vec<Point>, Vec<Point>) {
        let mut board = Board::new(5, 5).expect("a size");
        let crucial = points(&["ab", "bb", "ca", "cb"]);
        for &point in &crucial {
            board.set(point, Some(Colour::Black));
        }
        for point in points(&["ac", "bc", "cc", "da", "db", "dc"]) {
            board.set(point, Some(Colour::White));
        }
        (board, crucial, points(&["aa", "ba"]))
    }

    #[test]
    fn what_is_wrong_is_named_with_its_point() {
        let (board, crucial, region) = corner();
        let check = |board: &Board, crucial: &[Point], region: &[Point]| {
            EyeProblem::new(board.clone(), crucial, region, None).map_err(|e| e.to_string())
        };
        assert!(check(&board, &crucial, &region).is_ok());
        let expect = |result: Result<EyeProblem, String>, part: &str| {
            let message = result.expect_err(part);
            assert!(message.contains(part), "{message}");
        };
        expect(check(&board, &[], &region), "TR");
        expect(check(&board, &crucial, &[]), "MA");
        expect(check(&board, &crucial[..3], &region), "stone at C4");
        expect(check(&board, &crucial, &region[..1]), "A5 in the region");
        expect(check(&board, &points(&["ee"]), &region), "E1 is marked");
        expect(check(&board, &points(&["ab", "ac"]), &region), "A4 and A3");
        let mut full = board;
        full.set(region[0], Some(Colour::White));
        full.set(region[1], Some(Colour::White));
        expect(check(&full, &crucial, &region), "no liberty");
    }
}
