//! What material alone says about how a game ends, and kings left alone.

use cozy_chess::{BitBoard, Board, Color, Piece};

use super::layout as f;
use super::pawns::distance;
use super::sink::Sink;

/// The scale of an endgame without reasons to be careful or bold.
pub(super) const WHOLE: i32 = 16;

/// How much of the endgame's score to believe, in sixteenths, by how much the
/// officers of the stronger side are worth more, in pawns, and by its pawns.
///
/// Read off 15,000 games of the engine against itself: what scores of endings
/// without queens on either side came to, by material.
const BELIEF: [[i32; 7]; 5] = [
    [2, 6, 11, 14, 15, 16, 16],
    [2, 7, 13, 16, 16, 16, 16],
    [2, 11, 16, 18, 19, 22, 22],
    [2, 11, 17, 20, 24, 24, 24],
    [16, 16, 20, 20, 24, 24, 24],
];

/// How much of the endgame's score to believe, in sixteenths. The stronger side is
/// the one with more officers, then more pawns: the score has no say in it, which
/// would no longer be linear.
#[inline(always)]
pub(super) fn scale(board: &Board) -> i32 {
    let pawns = board.pieces(Piece::Pawn);
    let force = |color| {
        let own = board.colors(color) & pawns;
        (officers(board, color), own.len() as usize)
    };
    let (white, black) = (force(Color::White), force(Color::Black));
    let (strong, weak) = if white >= black {
        (white, black)
    } else {
        (black, white)
    };
    let more = ((strong.0 - weak.0) as usize).min(BELIEF.len() - 1);
    let belief = BELIEF[more][strong.1.min(6)];
    if strong.1 == 0 {
        return without_pawns(board, more, weak.1, belief);
    }
    match opposite_bishops(board) {
        None => belief,
        Some(true) => (strong.1 as i32).min(8),
        Some(false) => belief.min(14),
    }
}

/// The stronger side has no pawns.
#[inline(always)]
fn without_pawns(board: &Board, more: usize, enemy_pawns: usize, belief: i32) -> i32 {
    let knights = board.pieces(Piece::Knight);
    let minor = board.pieces(Piece::Bishop) | knights;
    let all = minor | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if more == BELIEF.len() - 1 {
        // Two knights cannot force mate.
        let two_knights = knights.len() == 2 && all == knights;
        return if two_knights { 0 } else { belief };
    }
    match enemy_pawns {
        0 => belief,
        1 => 4,
        _ => 10,
    }
}

/// Whether each side has one bishop, on squares of different colours, and if so
/// whether there are no other officers.
#[inline(always)]
fn opposite_bishops(board: &Board) -> Option<bool> {
    let bishops = board.pieces(Piece::Bishop);
    let of_white = bishops & board.colors(Color::White);
    let on_dark = bishops & BitBoard::DARK_SQUARES;
    let opposite = bishops.len() == 2 && of_white.len() == 1 && on_dark.len() == 1;
    opposite.then(|| {
        let others =
            board.pieces(Piece::Knight) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        others.is_empty()
    })
}

/// The worth of a side's officers in pawns.
#[inline(always)]
fn officers(board: &Board, color: Color) -> u32 {
    let count = |piece| board.colored_pieces(color, piece).len();
    3 * (count(Piece::Knight) + count(Piece::Bishop))
        + 5 * count(Piece::Rook)
        + 9 * count(Piece::Queen)
}

/// Finds how near `color` is to mating a king that has nobody left.
#[inline(always)]
pub(super) fn lone_king<S: Sink>(board: &Board, color: Color, sink: &mut S) {
    if board.colors(!color).len() == 1 && officers(board, color) >= 5 {
        drive(board, color, sink);
    }
}

#[cold]
fn drive<S: Sink>(board: &Board, color: Color, sink: &mut S) {
    let lone = board.king(!color);
    let near = distance(board.king(color), lone);
    sink.add(color, f::LONE_KING_NEAR.at(near), 1);
    // Bishop and knight mate only in a corner that the bishop can see.
    let own = board.colors(color) ^ board.king(color).bitboard();
    let bishop = own & board.pieces(Piece::Bishop);
    let knight = own & board.pieces(Piece::Knight);
    if own == bishop | knight && bishop.len() == 1 && knight.len() == 1 {
        // A long diagonal joins the other two corners. The way from it to the right
        // ones falls everywhere.
        let (file, rank) = (lone.file() as i32, lone.rank() as i32);
        let off_diagonal = match bishop.is_disjoint(BitBoard::DARK_SQUARES) {
            true => file - rank,
            false => file + rank - 7,
        };
        let steps = 7 - off_diagonal.unsigned_abs() as usize;
        // The other corners are refuges: the edge as such is worth nothing here.
        sink.add(color, f::LONE_KING_CORNER.at(steps), 1);
        return;
    }
    let off = |x: usize| if x < 4 { 3 - x } else { x - 4 };
    let off_centre = off(lone.file() as usize) + off(lone.rank() as usize);
    sink.add(color, f::LONE_KING_OFF_CENTRE.at(off_centre), 1);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale_of(fen: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        scale(&board)
    }

    /// The same with the colours exchanged.
    fn turned(fen: &str) -> String {
        let placement = fen.split(' ').next().unwrap();
        let ranks: Vec<&str> = placement.rsplit('/').collect();
        let exchange = |c: char| match c.is_ascii_uppercase() {
            true => c.to_ascii_lowercase(),
            false => c.to_ascii_uppercase(),
        };
        let text: String = ranks.join("/").chars().map(exchange).collect();
        format!("{text} b - - 0 1")
    }

    #[test]
    fn drawn_material_is_not_believed_and_won_material_is() {
        for (fen, expected) in [
            // A pawn each with rooks; five each.
            ("4k3/r7/3p4/8/8/3P4/R7/4K3 w - - 0 1", 6),
            ("4k3/r3pppp/3p4/8/8/3P4/R3PPPP/4K3 w - - 0 1", 16),
            // Rook against knight, alone and against pawns.
            ("4k3/n7/8/8/8/8/R7/4K3 w - - 0 1", 2),
            ("4k3/n2p4/8/8/8/8/R7/4K3 w - - 0 1", 4),
            ("4k3/n2ppp2/8/8/8/8/R7/4K3 w - - 0 1", 10),
            // Rook alone; two knights; bishop and knight.
            ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", 16),
            ("4k3/8/8/8/8/8/NN6/4K3 w - - 0 1", 0),
            ("4k3/8/8/8/8/8/NB6/4K3 w - - 0 1", 16),
            // Bishops of different colours, and of one.
            ("4k3/b7/8/8/8/8/B1PPP3/4K3 w - - 0 1", 3),
            ("4k1n1/b7/8/8/8/8/B1PPP3/4K1N1 w - - 0 1", 14),
            ("4k3/b7/8/8/8/8/1BPPP3/4K3 w - - 0 1", 14),
        ] {
            assert_eq!(scale_of(fen), expected, "{fen}");
            assert_eq!(scale_of(&turned(fen)), expected, "{fen} turned");
        }
    }
}
