//! Features of the pawns alone.

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::{Feature, Side};
use crate::eval::attacks::{ahead, beside, files, pawn_attacks, span_ahead};

/// c4 to f4 and c5 to f5.
const CENTRE: BitBoard = BitBoard(0x0000_003c_3c00_0000);

#[inline(always)]
pub(super) fn count(board: &Board, color: Color, side: &mut Side) {
    let own = board.colored_pieces(color, Piece::Pawn);
    let enemy = board.colored_pieces(!color, Piece::Pawn);
    side.add_count(Feature::PawnValue, own);
    let occupied_files = files(own);
    side.add(
        Feature::PawnDoubled,
        own.len() as i16 - (occupied_files.0 & 0xff).count_ones() as i16,
    );
    side.add_count(Feature::PawnCentral, own & CENTRE);

    let isolated = own & !beside(occupied_files);
    side.add_count(Feature::PawnIsolated, isolated);

    // Squares level with or ahead of an own pawn on a neighbouring file: a
    // pawn there has a neighbour that is not ahead of it.
    let neighbours = beside(own);
    let level_or_past = neighbours | span_ahead(neighbours, color);
    let last = own & !isolated & !level_or_past;
    let stopped = ahead(last, color) & pawn_attacks(enemy, !color);
    side.add_count(Feature::PawnBackward, stopped);

    // What enemy pawns stand in front of or attack on their way.
    let enemy_fronts = span_ahead(enemy, !color);
    let guarded = enemy_fronts | beside(enemy_fronts);
    let frontmost = own & !span_ahead(own, !color);
    side.add_count(Feature::PawnPassed, frontmost & !guarded);
}
