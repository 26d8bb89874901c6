//! How a problem falls apart as it stands, to be shown.

use super::position::{Mover, Position};
use super::shape::{self, Shape};
use super::split;
use crate::mask::{Mask, Wide};
use crate::{EyeProblem, Point};

/// The pieces into which fixed stones cut a region: safe attacker stones, and
/// stones of the defender that are joined to crucial ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decomposition {
    /// The pieces, in the order of their first points.
    pub pieces: Vec<Piece>,
    /// Whether nothing is shared between them: crucial stones are one block
    /// with a liberty for ever.
    pub independent: bool,
}

/// A piece of a region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its points, in order.
    pub points: Vec<Point>,
    /// Whether an eye may still come to be in it.
    pub has_room: bool,
}

/// Takes a problem apart as [`Method::Dds`](crate::Method::Dds) does before
/// the first move.
///
/// ```
/// use tabia_go::{decompose, read_problem};
///
/// // Two rooms of two points, parted by a crucial stone.
/// let sgf = b"(;SZ[7]AB[ab:bb][ca:cb][db:eb][fa:fb]AW[ac:gc][ga:gb]\
///             TR[ab:bb][ca:cb][db:eb][fa:fb]MA[aa:ba][da:ea])";
/// let apart = decompose(&read_problem(sgf)?);
/// assert_eq!(apart.pieces.len(), 2);
/// # Ok::<(), tabia_go::SgfError>(())
/// ```
#[must_use]
pub fn decompose(problem: &EyeProblem) -> Decomposition {
    match shape::places(problem) {
        0..=64 => pieces::<u64>(problem),
        65..=128 => pieces::<u128>(problem),
        _ => pieces::<Wide>(problem),
    }
}

fn pieces<M: Mask>(problem: &EyeProblem) -> Decomposition {
    let shape: Shape<M> = Shape::new(problem);
    let at = Position::root(problem, &shape, Mover::Defender);
    let (safe, attached) = (at.safe(&shape), at.attached(&shape));
    let room = at.eye_space(safe, attached, &shape);
    let mut trimmed = at;
    split::trim(&mut trimmed, &shape, safe, attached, room);
    let pieces = split::pieces(&shape, at.work & !(safe | attached));
    Decomposition {
        pieces: pieces
            .into_iter()
            .map(|piece| Piece {
                points: piece.places().map(|place| shape.point(place)).collect(),
                has_room: piece.meets(room),
            })
            .collect(),
        independent: split::is_independent(&trimmed),
    }
}
