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
//!
//! Where the defender may not retake a ko, pieces share that: see
//! [`kos`](super::kos).

use tabia_kernel::search::Step;

use super::position::{Mover, Position};
use super::question::{Goal, Question};
use super::shape::Shape;
use super::{Method, kos};
use crate::mask::Mask;

/// Points for an eye that two pieces must have at least for a question to be
/// asked about them that may settle nothing. With smaller pieces such questions
/// cost more than they save: on the last 36 of the standard collection, both
/// sides first, relaxed decomposition takes 4.9 million nodes without this
/// bound, 3.4 million with 2 and 3.2 million with 4. It was chosen on these
/// problems, on which it is also measured, and larger bounds were not tried.
pub(crate) const WORTHWHILE: u32 = 4;

/// A few sets of points.
type Pieces<M> = Vec<M>;

/// Whether nothing is shared between pieces.
pub(crate) fn is_independent<M: Mask>(at: &Position<M>) -> bool {
    at.united && at.immortal
}

/// Sees whether crucial stones have become one block, and one that cannot be
/// captured. Once so, always so, since attached stones stay.
pub(crate) fn look_for_unity<M: Mask>(at: &mut Position<M>, shape: &Shape<M>) {
    if !at.united {
        let first = M::bit(shape.crucial.least());
        at.united = shape.crucial.is_within(shape.flood(first, at.def));
    }
    at.immortal |= at.united && shape.breathes;
}

/// Cuts off what can play no part, if nothing is shared between pieces.
pub(crate) fn trim<M: Mask>(
    at: &mut Position<M>,
    shape: &Shape<M>,
    safe: M,
    attached: M,
    eye_space: M,
) {
    if !is_independent(at) {
        return;
    }
    let open = at.work & !(safe | attached);
    let live = shape.fill(eye_space, open);
    // Nearly always nothing is cut off, and what lies outside is as it was.
    if live != at.work || !at.links.is_empty() {
        restrict(at, shape, live);
    }
}

/// Restricts a position to some pieces and forgets stones that do not touch
/// them. Nothing is shared between pieces.
pub(crate) fn restrict<M: Mask>(at: &mut Position<M>, shape: &Shape<M>, work: M) {
    let seen = work | shape.around(work) | shape.crucial | shape.safe;
    at.work = work;
    at.def &= seen;
    at.att &= seen;
    at.links &= seen;
    at.mended &= at.links.meets(work);
    forget_ko(at);
}

/// Restricts a position to a piece, where crucial blocks may have liberties in
/// others or be joined there.
fn restrict_shared<M: Mask>(
    at: &mut Position<M>,
    shape: &Shape<M>,
    piece: M,
    safe: M,
    attached: M,
) {
    let seen = shape.around(piece);
    at.work = piece;
    // As long as crucial blocks are to be joined, what they are joined by
    // matters everywhere.
    let walls = if at.united { attached & seen } else { attached };
    at.def = (at.def & piece) | walls | shape.crucial;
    at.att = (at.att & piece) | (safe & seen) | shape.safe;
    forget_ko(at);
}

fn forget_ko<M: Mask>(at: &mut Position<M>) {
    if at.ko > 0 && !at.work.has(usize::from(at.ko) - 1) {
        at.ko = 0;
    }
}

/// The pieces into which fixed stones cut a set of points.
pub(crate) fn pieces<M: Mask>(shape: &Shape<M>, mut open: M) -> Pieces<M> {
    let mut pieces = Pieces::default();
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
    let independent = is_independent(at);
    let (safe, attached) = (at.safe(shape), at.attached(shape));
    let open = at.work & !(safe | attached);
    // Nearly always there is one piece, and this shows it.
    if open.is_empty() || shape.fill(M::bit(open.least()), open) == open {
        return None;
    }
    if let Goal::WinByKo(threats) = question.goal
        && independent
    {
        return kos::parts(question, threats, parts);
    }
    if let Goal::WinWithin(_) = question.goal {
        return None;
    }
    let eye_space = at.eye_space(safe, attached, shape);
    let pieces = pieces(shape, open);
    let live = || pieces.iter().filter(|piece| piece.meets(eye_space));
    let least = match question.goal {
        // Kos are few, and searching the whole is dear.
        Goal::WinByKo(_) if at.united => 1,
        _ => WORTHWHILE,
    };
    let is_worthwhile = |piece: &&M| (**piece & eye_space).count() >= least;
    if !independent && live().filter(is_worthwhile).count() < 2 {
        return None;
    }
    scene.count_split();
    if independent {
        for &piece in live() {
            let mut part = *at;
            restrict(&mut part, shape, piece);
            parts.push(question.about(part));
        }
        return Some(match question.goal {
            Goal::Eye => Step::Any,
            Goal::Win | Goal::WinByKo(_) | Goal::WinWithin(_) => Step::All,
        });
    }
    // Without a liberty in the piece a crucial block would count as captured.
    let worst = live().filter_map(|&piece| {
        let mut part = *at;
        restrict_shared(&mut part, shape, piece, safe, attached);
        part.crucial_blocks_breathe(shape)
            .then(|| question.about(part))
    });
    let best = {
        let mut part = *at;
        (part.united, part.immortal) = (true, true);
        // Counting crucial stones as one block may make an eye.
        Question::new(scene, question.goal, part)
    };
    let first = parts.len();
    let sufficient = match question.goal {
        Goal::Eye => {
            parts.extend(worst);
            let sufficient = parts.len() - first;
            parts.push(best);
            sufficient
        }
        Goal::Win | Goal::WinByKo(_) | Goal::WinWithin(_) => {
            parts.push(best);
            parts.extend(worst);
            1
        }
    };
    parts.push(question.as_a_whole());
    Some(Step::Between { sufficient })
}
