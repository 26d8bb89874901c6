//! Relaxed decomposition: attacker stones that are as good as safe.
//!
//! A block of the attacker that can be joined to safe stones at two points, A
//! and B, is as good as safe: whenever the defender takes one, the attacker
//! takes the other. If it cuts the region into pieces, with A in one and B in
//! another, each piece can be asked about by itself, in two ways.
//!
//! **A sufficient question for the defender** (the paper's section 6). He plays
//! in one piece, where A is. The block counts as safe. If he takes A, play goes
//! on in the whole region. If the attacker takes A, the block is safe indeed.
//! All the attacker's moves in other pieces are covered by his taking A: after
//! such a move the defender goes on as if A were taken. Then A is empty or the
//! attacker's, and the defender never plays there; so the block keeps a liberty
//! or a connection, and stones in the piece stand alike in both cases, as long
//! as no block of the defender beside A is captured, which A might have saved.
//! Such a capture counts as a loss here. (The paper's Lemma 6.1 overlooks it.)
//!
//! An eye that can be forced, can be forced within a finite number of moves
//! whatever the attacker does; so its proof, written out as a tree, has no
//! cycles, and the paper's restriction to proofs without cycles is none.
//!
//! **A necessary question.** The attacker follows the rule and otherwise
//! answers in the piece where the defender played. Taking A gives the defender
//! a second move in A's piece, and the attacker's stone at B appears in B's
//! piece, with the defender to move there, at a time of his choice. If he makes
//! no eye in any piece even so, he makes none.
//!
//! Where neither question settles it, the whole is searched, so that the method
//! is as complete as the plain one.
//!
//! Before any of this, [`miai`](super::miai) sees by connections alone where no
//! eye can come to be. That takes nothing apart. What relaxed decomposition
//! saves against the dynamic one is owed to both.

use tabia_kernel::search::Step;

use super::Method;
use super::position::{Attack, Mover, Position};
use super::question::{Goal, Question};
use super::split::{WORTHWHILE, pieces, restrict};
use crate::mask::Mask;

/// Asks about pieces behind a connection, if there is one.
pub(crate) fn parts<'s, M: Mask>(
    question: &Question<'s, M>,
    parts: &mut Vec<Question<'s, M>>,
) -> Option<Step> {
    let at = &question.at;
    let applies = question.scene.method == Method::Rds
        && question.goal == Goal::Eye
        && at.mover == Mover::Defender
        && at.united
        && at.immortal
        && at.wide.is_empty()
        && !at.mended;
    if !applies {
        return None;
    }
    let shape = &question.scene.shape;
    let connection = find(question)?;
    question.scene.count_split();
    let first = parts.len();
    for piece in connection.pieces {
        let link = connection.links & piece;
        if link.is_empty() {
            continue;
        }
        let part = Position {
            work: piece,
            wide: at.work,
            links: at.links | link,
            ..*at
        };
        parts.push(question.about(part));
    }
    let sufficient = parts.len() - first;
    let mut part = Position {
        links: connection.links | at.links,
        mended: true,
        ..*at
    };
    restrict(&mut part, shape, at.work & !connection.block);
    parts.push(question.about(part));
    parts.push(question.as_a_whole());
    Some(Step::Between { sufficient })
}

/// A block that is as good as safe.
struct Connection<M> {
    block: M,
    /// Two points, in different pieces.
    links: M,
    pieces: Vec<M>,
}

fn find<M: Mask>(question: &Question<'_, M>) -> Option<Connection<M>> {
    let at = &question.at;
    let shape = &question.scene.shape;
    let safe = at.safe(shape);
    let empties = at.empties() & !at.links;
    let joints = empties & shape.around(safe);
    let mut blocks = at.att & at.work & !safe;
    while !blocks.is_empty() {
        let block = shape.flood(M::bit(blocks.least()), at.att);
        blocks &= !block;
        let links = joints & shape.around(block);
        if links.count() < 2 {
            continue;
        }
        let rest = at.work & !block;
        if shape.flood(M::bit(rest.least()), rest) == rest {
            continue;
        }
        let pieces = pieces(shape, rest);
        let room = at.work & !(safe | shape.around(safe | block));
        let is_end = |piece: &&M| piece.meets(links) && (**piece & room).count() >= WORTHWHILE;
        let mut ends = pieces.iter().filter(is_end);
        let (Some(&one), Some(&two)) = (ends.next(), ends.next()) else {
            continue;
        };
        let end = |piece: M| M::bit((links & piece).least());
        return Some(Connection {
            block,
            links: end(one) | end(two),
            pieces,
        });
    }
    None
}

/// What the defender can make happen in this piece by taking the other end of
/// a connection: the attacker's stone at this one.
pub(crate) fn answers_elsewhere<'s, M: Mask>(
    question: &Question<'s, M>,
    parts: &mut Vec<Question<'s, M>>,
) {
    let at = &question.at;
    for link in (at.links & at.work).places() {
        if let Attack::On(next) = at.attack(&question.scene.shape, link, false) {
            parts.push(question.about(next));
        }
    }
}
