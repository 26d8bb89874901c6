//! Pawns and kings alone: what can be kept while only pieces move.

use cozy_chess::{
    BitBoard, Board, Color, File, Piece, Rank, Square, get_king_moves, get_pawn_attacks,
};

use super::layout as f;
use super::sink::Sink;
use crate::eval::attacks::{ahead, beside, files, pawn_attacks, span_ahead, squares};

/// What other features want to know of the pawns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Structure {
    /// Passed pawns of both sides.
    pub(crate) passed: BitBoard,
    /// Squares that pawns attack or may attack by going on, by side.
    pub(crate) reach: [BitBoard; 2],
    /// Files with pawns, by side, a bit each.
    pub(crate) files: [u8; 2],
}

/// The number of a rank as the side sees it, 0 to 7.
#[inline(always)]
pub(crate) fn rank_of(square: Square, color: Color) -> usize {
    square.rank().relative_to(color) as usize
}

/// Finds the features of pawns and kings.
#[inline(always)]
pub(crate) fn evaluate(board: &Board, sink: &mut impl Sink) -> Structure {
    // Once for each side: a loop would ask in every step which one it is.
    king_alone(board, Color::White, sink);
    king_alone(board, Color::Black, sink);
    let white = pawns_of(board, Color::White, sink);
    let black = pawns_of(board, Color::Black, sink);
    let pawns = Color::ALL.map(|color| board.colored_pieces(color, Piece::Pawn));
    let reach = |color: Color| beside(span_ahead(pawns[color as usize], color));
    Structure {
        passed: white | black,
        reach: [reach(Color::White), reach(Color::Black)],
        files: pawns.map(|pawns| files(pawns).0 as u8),
    }
}

/// The features of one side's pawns; returns the passed ones.
#[inline(always)]
fn pawns_of(board: &Board, color: Color, sink: &mut impl Sink) -> BitBoard {
    let own = board.colored_pieces(color, Piece::Pawn);
    let enemy = board.colored_pieces(!color, Piece::Pawn);
    let wings = f::Wings::of(board, color);

    let enemy_attacks = pawn_attacks(enemy, !color);
    let own_attacks = pawn_attacks(own, color);
    let enemy_fronts = span_ahead(enemy, !color);
    let guarded = enemy_fronts | beside(enemy_fronts);
    let own_behind = span_ahead(own, !color);
    let isolated = own & !beside(files(own));
    // Squares from which a neighbouring own pawn is level or behind.
    let neighbours = beside(own);
    let supported = neighbours | span_ahead(neighbours, color);

    let mut passed = BitBoard::EMPTY;
    for pawn in squares(own) {
        let square = pawn.bitboard();
        let rank = rank_of(pawn, color);
        sink.add_piece(color, wings, Piece::Pawn, pawn);
        let open = !enemy_fronts.has(pawn);
        if isolated.has(pawn) {
            sink.add(color, f::PAWN_ISOLATED.at(usize::from(open)), 1);
        } else if !supported.has(pawn) && !(ahead(square, color) & enemy_attacks).is_empty() {
            sink.add(color, f::PAWN_BACKWARD.at(usize::from(open)), 1);
        }
        if own_behind.has(pawn) {
            let loose = !neighbours.has(pawn) && !own_attacks.has(pawn);
            sink.add(color, f::PAWN_DOUBLED.at(usize::from(loose)), 1);
        }
        if neighbours.has(pawn) {
            sink.add(color, f::PAWN_PHALANX.at(rank), 1);
        }
        if own_attacks.has(pawn) {
            sink.add(color, f::PAWN_DEFENDED.at(rank), 1);
        }
        if !(ahead(square, color) & enemy).is_empty() {
            sink.add(color, f::PAWN_RAMMED.at(rank), 1);
        }
        if !guarded.has(pawn) && !own_behind.has(pawn) {
            passed |= square;
            passed_alone(board, color, pawn, sink);
            if neighbours.has(pawn) || own_attacks.has(pawn) {
                sink.add(color, f::PASSED_CONNECTED.at(rank), 1);
            }
        } else if open && is_candidate(pawn, color, own, enemy) {
            sink.add(color, f::PAWN_CANDIDATE.at(rank), 1);
        }
    }
    passed
}

/// A passed pawn and the kings.
#[inline(always)]
fn passed_alone(board: &Board, color: Color, pawn: Square, sink: &mut impl Sink) {
    let rank = rank_of(pawn, color);
    sink.add(color, f::PASSED.at(rank), 1);
    if rank >= Rank::Fourth as usize {
        let stop = pawn.offset(0, if color == Color::White { 1 } else { -1 });
        let own = distance(board.king(color), stop);
        let enemy = distance(board.king(!color), stop);
        sink.add(color, f::PASSED_KING_NEAR.at(own), 1);
        sink.add(color, f::PASSED_ENEMY_KING_NEAR.at(enemy), 1);
    }
}

/// Whether the pawn would be passed if pawns were exchanged on its way:
/// those that can support it are at least as many as those that guard it.
#[inline(always)]
fn is_candidate(pawn: Square, color: Color, own: BitBoard, enemy: BitBoard) -> bool {
    let levers = get_pawn_attacks(pawn, color) & enemy;
    let stop = ahead(pawn.bitboard(), color);
    let guards = beside(span_ahead(stop, color)) & enemy;
    let support = beside(pawn.bitboard() | span_ahead(pawn.bitboard(), !color)) & own;
    let defenders = get_pawn_attacks(pawn, !color) & own;
    levers.len() <= defenders.len() && guards.len() <= support.len()
}

/// The king's own square and the pawns around it.
#[inline(always)]
fn king_alone(board: &Board, color: Color, sink: &mut impl Sink) {
    let king = board.king(color);
    sink.add(color, f::KING_ON.at(king.relative_to(color) as usize), 1);
    let own = board.colored_pieces(color, Piece::Pawn);
    let enemy = board.colored_pieces(!color, Piece::Pawn);
    // Level with the king or ahead of it.
    let front = match color {
        Color::White => BitBoard(!0 << (8 * king.rank() as u32)),
        Color::Black => BitBoard(!0 >> (8 * (7 - king.rank() as u32))),
    };
    let centre = (king.file() as usize).clamp(1, 6);
    for file in centre - 1..=centre + 1 {
        let column = File::index(file).bitboard() & front;
        let kind = file.min(7 - file);
        let shelter = nearest(own & column, color);
        let storm = nearest(enemy & column, color);
        if file == king.file() as usize {
            sink.add(color, f::KING_FILE_SHELTER.at(8 * kind + shelter), 1);
        } else {
            sink.add(color, f::KING_SHELTER.at(8 * kind + shelter), 1);
        }
        if shelter > 0 && shelter + 1 == storm {
            sink.add(color, f::KING_STORM_STOPPED.at(storm), 1);
        } else {
            sink.add(color, f::KING_STORM.at(8 * kind + storm), 1);
        }
    }
    let pawns = own | enemy;
    if !pawns.is_empty() {
        let (mut nearest, mut near) = (1, get_king_moves(king));
        while pawns.is_disjoint(near) {
            near |= ahead(near, color) | ahead(near, !color);
            near |= beside(near);
            nearest += 1;
        }
        sink.add(color, f::KING_FROM_PAWNS.at(nearest), 1);
    }
    let column = king.file().bitboard();
    if (own & column).is_empty() {
        let open = usize::from((enemy & column).is_empty());
        sink.add(color, f::KING_FILE_OPEN.at(open), 1);
    }
}

/// The rank of the pawn nearest to the side's own edge, 0 without one.
#[inline(always)]
fn nearest(pawns: BitBoard, color: Color) -> usize {
    if pawns.is_empty() {
        return 0;
    }
    match color {
        Color::White => pawns.0.trailing_zeros() as usize / 8,
        Color::Black => pawns.0.leading_zeros() as usize / 8,
    }
}

/// King moves from one square to another.
#[inline(always)]
pub(crate) fn distance(a: Square, b: Square) -> usize {
    usize::from(DISTANCES[a as usize][b as usize])
}

const DISTANCES: [[u8; Square::NUM]; Square::NUM] = {
    let mut distances = [[0; Square::NUM]; Square::NUM];
    let mut a = 0;
    while a < Square::NUM {
        let mut b = 0;
        while b < Square::NUM {
            let files = (a % 8).abs_diff(b % 8);
            let ranks = (a / 8).abs_diff(b / 8);
            distances[a][b] = if files > ranks { files } else { ranks } as u8;
            b += 1;
        }
        a += 1;
    }
    distances
};
