//! The evaluation compiled twice: for any processor, and for those that count
//! bits in one instruction.
//!
//! Evaluating is counting bits. All of it is inlined into one function, and
//! that function exists in two forms; the second made the whole search a tenth
//! faster.
#![expect(unsafe_code, reason = "instructions that not every processor has")]

use cozy_chess::Board;

use super::Kind;

/// What the processor can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Processor {
    Any,
    /// Made only by [`detect`](Processor::detect), if it is so.
    #[cfg(target_arch = "x86_64")]
    CountsBits,
}

impl Processor {
    pub(super) fn detect() -> Processor {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("popcnt")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
        {
            return Processor::CountsBits;
        }
        Processor::Any
    }

    #[inline]
    pub(super) fn score(self, kind: &mut Kind, board: &Board) -> i32 {
        match self {
            Processor::Any => on_any(kind, board),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `detect` has found all of these features.
            Processor::CountsBits => unsafe { counting_bits(kind, board) },
        }
    }
}

fn on_any(kind: &mut Kind, board: &Board) -> i32 {
    kind.score(board)
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn counting_bits(kind: &mut Kind, board: &Board) -> i32 {
    kind.score(board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Evaluator, Profile, Weights};

    #[test]
    fn both_forms_agree() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let board: Board = kiwipete.parse().unwrap();
        for profile in Profile::ALL {
            let mut detected = Evaluator::new(&Weights::shipped(profile));
            let mut plain = detected.clone();
            plain.processor = Processor::Any;
            assert_eq!(detected.score(&board), plain.score(&board));
        }
    }
}
