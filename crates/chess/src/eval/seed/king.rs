//! Features of the king.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, get_bishop_rays, get_king_moves, get_rook_rays,
};

use super::pieces::seen_through_own;
use super::{Feature, Side};

/// Counts the features of the king; `attacked` is what the enemy attacks.
#[inline(always)]
pub(super) fn count(board: &Board, color: Color, attacked: BitBoard, side: &mut Side) {
    let king = board.king(color);
    let around = get_king_moves(king);
    side.add_count(
        Feature::KingMobility,
        around & !board.colors(color) & !attacked,
    );
    let pawns = board.colored_pieces(color, Piece::Pawn);
    side.add_count(Feature::KingPawns, around & pawns);

    if king.rank() == Rank::First.relative_to(color) {
        let home = king.rank().bitboard();
        let rooks = board.colored_pieces(color, Piece::Rook) & home;
        let below = BitBoard(king.bitboard().0 - 1) & home;
        let above = home & !below & !king.bitboard();
        let long = king.file() <= File::C && rooks.is_disjoint(below);
        let short = king.file() >= File::G && rooks.is_disjoint(above);
        side.add_if(Feature::KingLongCastling, long);
        side.add_if(Feature::KingShortCastling, short);
        side.add_if(Feature::KingCastling, long || short);
    }

    let enemy = board.colors(!color);
    let queens = board.pieces(Piece::Queen);
    let diagonal = (board.pieces(Piece::Bishop) | queens) & enemy & get_bishop_rays(king);
    let straight = (board.pieces(Piece::Rook) | queens) & enemy & get_rook_rays(king);
    side.add_if(
        Feature::KingOpenCheck,
        seen_through_own(board, color, king, diagonal, straight),
    );
}
