//! Taking a position apart.
//!
//! Safe attacker stones and the defender's stones that are joined to crucial
//! ones are there for good. Where they cut the region into pieces, a move in
//! one piece changes nothing in another, except through liberties that crucial
//! blocks have in several pieces, and through crucial blocks that are still to
//! be joined.
//!
//! If all crucial stones are one block with a liberty for ever, nothing is
//! shared. Then, with the defender to move:
//!
//! - he makes an eye if and only if he makes one in some piece, moving first:
//!   otherwise the attacker answers each move in the piece where it was made;
//! - the attacker forces his win if and only if he does in every piece:
//!   local wins are reached in finitely many moves, so their sum is.
//!
//! A piece where no eye can come to be may be forgotten: the attacker passes
//! whenever the defender plays there.
//!
//! If something is shared, a piece is asked about twice. Counting only the
//! liberties in the piece is the worst case for the defender; taking crucial
//! stones as one block that cannot be captured is the best. What is left open
//! is asked of the whole position.

use tabia_kernel::search::Step;

use super::Method;
use super::position::{Mover, Position};
use super::question::{Goal, Question};
use super::shape::Shape;
use crate::mask::Mask;

/// Whether nothing is shared between pieces.
fn is_independent<M: Mask>(at: &Position<M>) -> bool {
    at.united && at.immortal
}

/// Cuts off what can play no part, if nothing is shared between pieces.
pub(crate) fn trim<M: Mask>(
    at: &mut Position<M>,
    shape: &Shape<M>,
    safe: M,
    attached: M,
    eye_space: M,
) {
    if !at.wide.is_empty() {
        return;
    }
    // Once united, always united, since attached stones stay. So these hold
    // for the rest of the game.
    if !at.united {
        let first = M::bit(shape.crucial.least());
        at.united = shape.crucial.is_within(shape.flood(first, at.def));
    }
    if at.united && !at.immortal {
        at.immortal = shape.around(attached & shape.crucial).meets(shape.outside);
    }
    if !is_independent(at) {
        return;
    }
    let open = at.work & !(safe | attached);
    let live = shape.flood(eye_space, open);
    restrict(at, shape, live);
}

/// Restricts a position to some of its points and forgets stones that do not
/// touch them.
fn restrict<M: Mask>(at: &mut Position<M>, shape: &Shape<M>, work: M) {
    let seen = work | shape.around(work) | shape.crucial | shape.safe;
    at.work = work;
    at.def &= seen;
    at.att &= seen;
    at.links &= seen;
}

/// The pieces into which fixed stones cut a set of points.
fn pieces<M: Mask>(shape: &Shape<M>, mut open: M) -> Vec<M> {
    let mut pieces = Vec::new();
    while !open.is_empty() {
        let piece = shape.flood(M::bit(open.least()), open);
        open &= !piece;
        pieces.push(piece);
    }
    pieces
}

/// Takes the position of a question apart, if it falls apart.
pub(crate) fn parts<'s, M: Mask>(
    question: &Question<'s, M>,
    parts: &mut Vec<Question<'s, M>>,
) -> Option<Step> {
    let scene = question.scene;
    let at = &question.at;
    if scene.method == Method::Plain || at.mover == Mover::Attacker || !at.wide.is_empty() {
        return None;
    }
    let shape = &scene.shape;
    if is_independent(at) {
        if question.goal == Goal::WinByKo {
            return None;
        }
        let pieces = pieces(shape, at.work);
        if pieces.len() < 2 {
            return None;
        }
        scene.splits.set(scene.splits.get() + 1);
        for piece in pieces {
            let mut part = *at;
            restrict(&mut part, shape, piece);
            parts.push(question.about(part));
        }
        return Some(match question.goal {
            Goal::Eye => Step::Any,
            Goal::Win | Goal::WinByKo => Step::All,
        });
    }
    None
}
