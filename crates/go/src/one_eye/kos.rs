//! Kos in a position that falls apart.
//!
//! Where the defender may not retake a ko at once, pieces are not independent:
//! a move elsewhere lets him retake. So a ko in one piece is asked about with
//! the help that it gets from the others, the paper's Fig. 3.
//!
//! Crucial stones are one block that cannot be captured; the defender is to
//! move. What other pieces have to offer him is of two kinds:
//!
//! - **Threats**: moves where an eye may still come to be. If the attacker
//!   answers each of them there and wins there, whatever kos, before the
//!   defender has made more than n moves, then there are n threats.
//! - **Waiting moves**, where no eye can come to be any more. The attacker
//!   need not answer there and has a move for free.
//!
//! If the attacker wins in a piece against a defender who may retake at once as
//! often as there are threats in all the others, and who may wait as often as
//! he likes, then he wins: he answers each move in the piece where it was made,
//! a waiting move during the ko in the piece with the ko, and other waiting
//! moves by a pass. Whenever the defender is to move, every piece is one where
//! he is to move and lost, with as many retakes left as there are threats; and
//! local wins are reached in finitely many moves.
//!
//! If the attacker does not win the ko in some piece, without any help for the
//! defender, then he does not win: the defender plays there only. The attacker's
//! moves elsewhere are passes there.
//!
//! What neither settles is asked of the whole, for instance where there are two
//! kos.

use tabia_kernel::search::{Step, Verdict};

use super::question::{Goal, Question, Threats, View};
use super::split::{pieces, restrict};
use crate::mask::Mask;

/// More threats in a piece are not counted.
const MOST_THREATS: u8 = 3;

/// Whether pieces where no eye can come to be may be forgotten.
pub(crate) fn may_trim(goal: Goal) -> bool {
    match goal {
        Goal::WinByKo(threats) => threats.waits,
        Goal::Eye | Goal::Win | Goal::WinWithin(_) => true,
    }
}

/// The pieces where an eye may come to be.
fn live_pieces<M: Mask>(question: &Question<'_, M>) -> Vec<M> {
    let at = &question.at;
    let shape = &question.scene.shape;
    let (safe, attached) = (at.safe(shape), at.attached(shape));
    let eye_space = at.eye_space(safe, attached, shape);
    let mut pieces = pieces(shape, at.work & !(safe | attached));
    pieces.retain(|piece| piece.meets(eye_space));
    pieces
}

/// Asks about the pieces of a position in which a ko may decide.
pub(crate) fn parts<'s, M: Mask>(
    question: &Question<'s, M>,
    threats: Threats,
    parts: &mut Vec<Question<'s, M>>,
) -> Option<Step> {
    let scene = question.scene;
    if !scene.sums_kos {
        return None;
    }
    let pieces = live_pieces(question);
    if pieces.is_empty() {
        return Some(Step::Solved(Verdict::Yes));
    }
    // Nothing to forget, nothing to take apart.
    if threats.waits && pieces.len() < 2 {
        return None;
    }
    scene.count_split();
    let first = parts.len();
    let most = if pieces.len() > 1 { MOST_THREATS } else { 1 };
    for piece in 0..pieces.len() as u8 {
        parts.extend((1..=most).map(|threats| Question {
            view: View::KoIn { piece, threats },
            ..*question
        }));
    }
    let sufficient = parts.len() - first;
    for piece in pieces {
        let mut part = question.at;
        restrict(&mut part, &scene.shape, piece);
        parts.push(question.about(part));
    }
    parts.push(question.as_a_whole());
    Some(Step::Between { sufficient })
}

/// The parts of the question whether the attacker wins by a ko in one piece,
/// where each other piece has so many threats. All are needed.
pub(crate) fn fight_in<'s, M: Mask>(
    question: &Question<'s, M>,
    with_ko: u8,
    threats: u8,
    parts: &mut Vec<Question<'s, M>>,
) {
    let Goal::WinByKo(help) = question.goal else {
        unreachable!("no ko to look at");
    };
    let pieces = live_pieces(question);
    let others = pieces.len() as u8 - 1;
    let ko = Goal::WinByKo(Threats {
        retakes: help.retakes + threats * others,
        waits: true,
    });
    for (number, &piece) in pieces.iter().enumerate() {
        let goal = match number == usize::from(with_ko) {
            true => ko,
            false => Goal::WinWithin(threats),
        };
        let mut part = question.at;
        restrict(&mut part, &question.scene.shape, piece);
        parts.push(Question { goal, ..*question }.about(part));
    }
}
