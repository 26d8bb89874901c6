//! Keeps what was found out about pawns and kings.

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::pawns::Structure;
use super::sink::Pair;

/// The number of entries, a power of two.
const SIZE: usize = 1 << 12;

/// A table of pawn structures. The key is the whole of what it depends on:
/// pawns and kings of both sides.
#[derive(Clone)]
pub(crate) struct PawnCache {
    entries: Box<[Entry]>,
}

#[derive(Clone, Copy, Default)]
struct Entry {
    key: [BitBoard; 3],
    structure: Structure,
    score: Pair,
}

impl PawnCache {
    pub(crate) fn new() -> PawnCache {
        PawnCache {
            entries: vec![Entry::default(); SIZE].into_boxed_slice(),
        }
    }

    #[inline(always)]
    pub(crate) fn get_or_insert_with(
        &mut self,
        board: &Board,
        make: impl FnOnce() -> (Structure, Pair),
    ) -> (Structure, Pair) {
        let key = key(board);
        let entry = &mut self.entries[slot(&key)];
        if entry.key != key {
            let (structure, score) = make();
            *entry = Entry {
                key,
                structure,
                score,
            };
        }
        (entry.structure, entry.score)
    }
}

/// White pawns with the white king and black pawns with the black one, and
/// which of these are pawns: an empty entry equals no position, as kings
/// are always there.
#[inline(always)]
fn key(board: &Board) -> [BitBoard; 3] {
    let pawns = board.pieces(Piece::Pawn);
    let both = pawns | board.pieces(Piece::King);
    [
        board.colors(Color::White) & both,
        board.colors(Color::Black) & both,
        pawns,
    ]
}

#[inline(always)]
fn slot(key: &[BitBoard; 3]) -> usize {
    let mut hash = key[0].0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash = (hash.rotate_left(29) ^ key[1].0).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash.rotate_left(29) ^ key[2].0).wrapping_mul(0x94d0_49bb_1331_11eb);
    (hash >> (64 - SIZE.trailing_zeros())) as usize
}
