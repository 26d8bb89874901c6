//! Threats, passed pawns among pieces, and space.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, get_bishop_moves, get_knight_moves, get_rook_moves,
};

use super::layout as f;
use super::pawns::{Structure, distance, rank_of};
use super::pieces::Attacks;
use super::sink::Sink;
use crate::eval::attacks::{ahead, pawn_attacks, span_ahead, squares};

const VICTIMS: [Piece; 5] = [
    Piece::Pawn,
    Piece::Knight,
    Piece::Bishop,
    Piece::Rook,
    Piece::Queen,
];

/// Adds one feature for each victim by its kind.
#[inline(always)]
fn victims<S: Sink>(
    board: &Board,
    color: Color,
    attacked: BitBoard,
    block: f::Block,
    sink: &mut S,
) {
    if attacked.is_empty() {
        return;
    }
    for piece in VICTIMS {
        let count = (attacked & board.pieces(piece)).len() as i32;
        if count > 0 {
            sink.add(color, block.at(piece as usize), count);
        }
    }
}

/// Finds what `color` threatens.
#[inline(always)]
pub(crate) fn evaluate<S: Sink>(board: &Board, color: Color, attacks: &Attacks, sink: &mut S) {
    let us = color as usize;
    let them = !color as usize;
    let enemy = board.colors(!color);
    let pawns = board.colored_pieces(color, Piece::Pawn);
    let officers = enemy & !board.pieces(Piece::Pawn);
    let by = &attacks.by[us];
    let enemy_by_pawn = attacks.by[them][Piece::Pawn as usize];

    victims(
        board,
        color,
        officers & by[Piece::Pawn as usize],
        f::THREAT_BY_PAWN,
        sink,
    );

    // Pawn moves that are not simply lost, and what they would attack.
    let third = Rank::Third.relative_to(color).bitboard();
    let step = ahead(pawns, color) & !attacks.occupied;
    let pushes = step | (ahead(step & third, color) & !attacks.occupied);
    let safe_pushes = pushes & !enemy_by_pawn & (attacks.all[us] | !attacks.all[them]);
    let pushed = pawn_attacks(safe_pushes, color) & officers & !by[Piece::Pawn as usize];
    victims(board, color, pushed, f::THREAT_BY_PUSH, sink);

    let strongly_defended = enemy_by_pawn | (attacks.twice[them] & !attacks.twice[us]);
    let weak = enemy & !strongly_defended & attacks.all[us];
    let by_minor = by[Piece::Knight as usize] | by[Piece::Bishop as usize];
    let worth_more = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    victims(
        board,
        color,
        by_minor & enemy & (weak | worth_more),
        f::THREAT_BY_MINOR,
        sink,
    );
    let by_rook = by[Piece::Rook as usize];
    let queens = board.pieces(Piece::Queen);
    victims(
        board,
        color,
        by_rook & enemy & (weak | queens),
        f::THREAT_BY_ROOK,
        sink,
    );
    victims(
        board,
        color,
        weak & !attacks.all[them],
        f::THREAT_HANGING,
        sink,
    );
    if !(weak & by[Piece::King as usize]).is_empty() {
        sink.add(color, f::THREAT_BY_KING.only(), 1);
    }

    let restricted = attacks.all[them] & !strongly_defended & attacks.all[us];
    sink.add(color, f::RESTRICTED.only(), restricted.len() as i32);

    let centre_files =
        File::C.bitboard() | File::D.bitboard() | File::E.bitboard() | File::F.bitboard();
    let home = match color {
        Color::White => BitBoard(0x0000_0000_ffff_ff00),
        Color::Black => BitBoard(0x00ff_ffff_0000_0000),
    };
    let safe = centre_files & home & !pawns & !enemy_by_pawn;
    let behind = span_ahead(pawns, !color);
    let space = safe.len() + (safe & behind & !attacks.all[them]).len();
    sink.add(color, f::SPACE.only(), space as i32);
    let housed = board.colors(color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    let officers_space = space * housed.len() / 8;
    sink.add(color, f::SPACE_FOR_OFFICERS.only(), officers_space as i32);
    on_queen(board, color, attacks, sink);
}

/// Finds how the enemy's queen can be attacked.
#[inline(always)]
fn on_queen<S: Sink>(board: &Board, color: Color, attacks: &Attacks, sink: &mut S) {
    let queens = board.colored_pieces(!color, Piece::Queen);
    let (us, them) = (color as usize, !color as usize);
    if queens.0 == 0 || queens.0 & (queens.0 - 1) != 0 {
        return;
    }
    let queen = squares(queens).next().expect("there is one");
    let by = &attacks.by[us];
    let defended =
        attacks.by[them][Piece::Pawn as usize] | (attacks.twice[them] & !attacks.twice[us]);
    let safe = !defended & !board.colors(color);
    let lines = safe & attacks.twice[us];
    for (piece, from) in [
        (Piece::Knight, get_knight_moves(queen) & safe),
        (
            Piece::Bishop,
            get_bishop_moves(queen, attacks.occupied) & lines,
        ),
        (Piece::Rook, get_rook_moves(queen, attacks.occupied) & lines),
    ] {
        let count = (from & by[piece as usize]).len() as i32;
        sink.add(color, f::THREAT_ON_QUEEN.at(piece as usize), count);
    }
}

/// Finds how the passed pawns of `color` fare among the pieces.
#[inline(always)]
pub(crate) fn passed<S: Sink>(
    board: &Board,
    color: Color,
    structure: &Structure,
    attacks: &Attacks,
    sink: &mut S,
) {
    let us = color as usize;
    let them = !color as usize;
    let lone_enemy = board.colors(!color) & !board.pieces(Piece::Pawn) & !board.pieces(Piece::King);
    for pawn in squares(structure.passed & board.colors(color)) {
        let rank = rank_of(pawn, color);
        let path = span_ahead(pawn.bitboard(), color);
        let stop = ahead(pawn.bitboard(), color);
        if stop.is_disjoint(attacks.occupied) {
            sink.add(color, f::PASSED_FREE.at(rank), 1);
            let unsafe_squares = attacks.all[them] & !attacks.by[us][Piece::Pawn as usize];
            if stop.is_disjoint(unsafe_squares) {
                sink.add(color, f::PASSED_SAFE.at(rank), 1);
            }
            if path.is_disjoint(attacks.occupied | attacks.all[them]) {
                sink.add(color, f::PASSED_CLEAR.at(rank), 1);
            }
        }
        if !stop.is_disjoint(board.colors(!color)) {
            sink.add(color, f::PASSED_STOPPED.at(rank), 1);
        }
        let rooks = board.pieces(Piece::Rook) & span_ahead(pawn.bitboard(), !color);
        if !rooks.is_disjoint(board.colors(color)) {
            sink.add(color, f::PASSED_ROOK_BEHIND.only(), 1);
        }
        if !rooks.is_disjoint(board.colors(!color)) {
            sink.add(color, f::PASSED_ENEMY_ROOK_BEHIND.only(), 1);
        }
        if lone_enemy.is_empty() && path.is_disjoint(attacks.occupied) {
            let goal = cozy_chess::Square::new(pawn.file(), Rank::Eighth.relative_to(color));
            // A pawn on the second rank may jump.
            let steps = (7 - rank).min(5);
            let to_move = usize::from(board.side_to_move() != color);
            if distance(board.king(!color), goal) > steps + to_move {
                sink.add(color, f::PASSED_OUT_OF_REACH.only(), 1);
            }
        }
    }
}
