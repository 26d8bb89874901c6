//! Features of knights, bishops, rooks and queens.

use cozy_chess::{
    BitBoard, Board, Color, Piece, Rank, Square, get_bishop_moves, get_bishop_rays, get_king_moves,
    get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use super::{Feature, Side};
use crate::eval::attacks::{beside, files, officer_attacks, pawn_attacks, span_ahead};

/// Squares by their distance from the nearest edge.
const RINGS: [BitBoard; 4] = [
    BitBoard(0xff81_8181_8181_81ff),
    BitBoard(0x007e_4242_4242_7e00),
    BitBoard(0x0000_3c24_243c_0000),
    BitBoard(0x0000_0018_1800_0000),
];

/// Counts the features of the officers and returns every square that this
/// side attacks.
#[inline(always)]
pub(super) fn count(board: &Board, color: Color, side: &mut Side) -> BitBoard {
    let knights = board.colored_pieces(color, Piece::Knight);
    let bishops = board.colored_pieces(color, Piece::Bishop);
    let rooks = board.colored_pieces(color, Piece::Rook);
    let queens = board.colored_pieces(color, Piece::Queen);
    side.add_count(Feature::KnightValue, knights);
    side.add_count(Feature::BishopValue, bishops);
    side.add_count(Feature::RookValue, rooks);
    side.add_count(Feature::QueenValue, queens);
    if !knights.is_empty() {
        count_knights(board, color, knights, side);
    }
    if !bishops.is_empty() {
        count_bishops(board, color, bishops, side);
    }
    if !rooks.is_empty() {
        count_rooks(board, color, rooks, side);
    }
    side.add_if(
        Feature::QueenPinned,
        queens
            .into_iter()
            .any(|queen| is_pinned_to(board, color, queen)),
    );
    count_attacks(board, color, side)
}

#[inline(always)]
fn count_knights(board: &Board, color: Color, knights: BitBoard, side: &mut Side) {
    let own_pawns = board.colored_pieces(color, Piece::Pawn);
    let enemy_pawns = board.colored_pieces(!color, Piece::Pawn);
    side.add_count(
        Feature::KnightSupported,
        knights & pawn_attacks(own_pawns, color),
    );
    let reachable = beside(span_ahead(enemy_pawns, !color));
    side.add_count(Feature::KnightOperationsBase, knights & !reachable);
    side.add_count(Feature::KnightPeriphery0, knights & RINGS[0]);
    side.add_count(Feature::KnightPeriphery1, knights & RINGS[1]);
    side.add_count(Feature::KnightPeriphery2, knights & RINGS[2]);
    side.add_count(Feature::KnightPeriphery3, knights & RINGS[3]);
}

#[inline(always)]
fn count_bishops(board: &Board, color: Color, bishops: BitBoard, side: &mut Side) {
    side.add_if(
        Feature::BishopPair,
        !(bishops & BitBoard::DARK_SQUARES).is_empty()
            && !(bishops & BitBoard::LIGHT_SQUARES).is_empty(),
    );
    let occupied = board.occupied();
    let enemy = board.colors(!color);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    for bishop in bishops {
        let in_front = match color {
            Color::White => !0 << bishop as u32,
            Color::Black => !(!0 << bishop as u32),
        };
        let seen = get_bishop_moves(bishop, occupied) & BitBoard(in_front);
        for pawn in seen & pawns {
            side.add(Feature::BishopAhead, 1);
            let moves =
                get_pawn_quiets(pawn, color, occupied) | (get_pawn_attacks(pawn, color) & enemy);
            side.add_count(Feature::BishopPawnsMobility, moves);
        }
    }
}

#[inline(always)]
fn count_rooks(board: &Board, color: Color, rooks: BitBoard, side: &mut Side) {
    let own = board.colored_pieces(color, Piece::Pawn);
    let own_files = files(own);
    let enemy_files = files(board.colored_pieces(!color, Piece::Pawn));
    side.add_count(Feature::RookOpenColumn, rooks & !own_files & !enemy_files);
    side.add_count(
        Feature::RookSemiopenColumn,
        rooks & !own_files & enemy_files,
    );
    let closed = rooks & own_files & enemy_files;
    let behind = span_ahead(own, !color);
    side.add_count(Feature::RookClosedColumnBehind, closed & behind);
    side.add_count(Feature::RookClosedColumnAhead, closed & !behind);
    side.add_count(
        Feature::RookSevenRank,
        rooks & Rank::Seventh.relative_to(color).bitboard(),
    );
    side.add_if(
        Feature::RookDoubled,
        rooks.len() > (files(rooks).0 & 0xff).count_ones(),
    );
}

/// Mobility and what acts on the kings; returns every square attacked.
#[inline(always)]
fn count_attacks(board: &Board, color: Color, side: &mut Side) -> BitBoard {
    let occupied = board.occupied();
    let free = !board.colors(color);
    let own_king = board.king(color);
    let enemy_king = board.king(!color);
    let own_zone = get_king_moves(own_king) | own_king.bitboard();
    let enemy_zone = get_king_moves(enemy_king) | enemy_king.bitboard();
    let mut attacked =
        get_king_moves(own_king) | pawn_attacks(board.colored_pieces(color, Piece::Pawn), color);
    for (piece, mobility, material) in [
        (Piece::Knight, Feature::KnightMobility, 3),
        (Piece::Bishop, Feature::BishopMobility, 3),
        (Piece::Rook, Feature::RookMobility, 5),
        (Piece::Queen, Feature::QueenMobility, 9),
    ] {
        for square in board.colored_pieces(color, piece) {
            let attacks = officer_attacks(piece, square, occupied);
            attacked |= attacks;
            side.add_count(mobility, attacks & free);
            if !attacks.is_disjoint(enemy_zone) {
                side.add(Feature::KingAttackingMaterial, material);
            }
            if !attacks.is_disjoint(own_zone) {
                side.add(Feature::KingDefendingMaterial, material);
            }
        }
    }
    attacked
}

/// Whether an own piece stands between the queen and an enemy bishop or rook
/// that would attack it.
#[inline(always)]
fn is_pinned_to(board: &Board, color: Color, queen: Square) -> bool {
    let enemy = board.colors(!color);
    let bishops = board.pieces(Piece::Bishop) & enemy & get_bishop_rays(queen);
    let rooks = board.pieces(Piece::Rook) & enemy;
    seen_through_own(board, color, queen, bishops, rooks)
}

/// Whether, on some line from `square`, the first piece is own and the next
/// is one of `diagonal` or `straight` that moves along it.
#[inline(always)]
pub(super) fn seen_through_own(
    board: &Board,
    color: Color,
    square: Square,
    diagonal: BitBoard,
    straight: BitBoard,
) -> bool {
    let occupied = board.occupied();
    let own = board.colors(color);
    let through = |moves: fn(Square, BitBoard) -> BitBoard, sliders: BitBoard| {
        let near = moves(square, occupied);
        let far = moves(square, occupied ^ (near & own));
        !(far & !near & sliders).is_empty()
    };
    (!diagonal.is_empty() && through(get_bishop_moves, diagonal))
        || (!straight.is_empty() && through(get_rook_moves, straight))
}
