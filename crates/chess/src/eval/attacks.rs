//! Attack sets that several features share.

use cozy_chess::{
    BitBoard, Color, File, Piece, Square, get_bishop_moves, get_knight_moves, get_rook_moves,
};

const NOT_A: u64 = !File::A.bitboard().0;
const NOT_H: u64 = !File::H.bitboard().0;

/// The squares of a set one by one, as it iterates itself, in half the
/// instructions.
#[derive(Clone)]
pub(crate) struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = Square::index(self.0.trailing_zeros() as usize & 63);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The squares of a set, a1 first.
#[inline(always)]
pub(crate) fn squares(set: BitBoard) -> Squares {
    Squares(set.0)
}

/// The squares that pawns of `color` attack.
#[inline(always)]
pub(crate) fn pawn_attacks(pawns: BitBoard, color: Color) -> BitBoard {
    let sides = |shifted: u64| (shifted << 1 & NOT_A) | (shifted >> 1 & NOT_H);
    BitBoard(match color {
        Color::White => sides(pawns.0 << 8),
        Color::Black => sides(pawns.0 >> 8),
    })
}

/// One step ahead.
#[inline(always)]
pub(crate) fn ahead(squares: BitBoard, color: Color) -> BitBoard {
    BitBoard(match color {
        Color::White => squares.0 << 8,
        Color::Black => squares.0 >> 8,
    })
}

/// Every square ahead of one of these on its file, these not included unless
/// another is behind them.
#[inline(always)]
pub(crate) fn span_ahead(squares: BitBoard, color: Color) -> BitBoard {
    let mut span = squares.0;
    match color {
        Color::White => {
            span <<= 8;
            span |= span << 8;
            span |= span << 16;
            span |= span << 32;
        }
        Color::Black => {
            span >>= 8;
            span |= span >> 8;
            span |= span >> 16;
            span |= span >> 32;
        }
    }
    BitBoard(span)
}

/// The squares on the files next to these, on the same ranks.
#[inline(always)]
pub(crate) fn beside(squares: BitBoard) -> BitBoard {
    BitBoard((squares.0 << 1 & NOT_A) | (squares.0 >> 1 & NOT_H))
}

/// Whole files that hold one of these.
#[inline(always)]
pub(crate) fn files(squares: BitBoard) -> BitBoard {
    let mut fill = squares.0;
    fill |= fill >> 8;
    fill |= fill >> 16;
    fill |= fill >> 32;
    // The first rank now says which files there are.
    BitBoard((fill & 0xff) * 0x0101_0101_0101_0101)
}

/// The squares that a knight, bishop, rook or queen attacks.
#[inline(always)]
pub(crate) fn officer_attacks(piece: Piece, square: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Knight => get_knight_moves(square),
        Piece::Bishop => get_bishop_moves(square, occupied),
        Piece::Rook => get_rook_moves(square, occupied),
        Piece::Queen => get_bishop_moves(square, occupied) | get_rook_moves(square, occupied),
        Piece::Pawn | Piece::King => unreachable!("pawns and kings are no officers"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_order() {
        for set in [BitBoard::EMPTY, BitBoard::DARK_SQUARES, BitBoard::FULL] {
            assert!(squares(set).eq(set));
        }
    }

    #[test]
    fn spans_leave_their_squares_out() {
        let e2 = Square::E2.bitboard();
        let span = span_ahead(e2, Color::White);
        assert_eq!(span.len(), 6);
        assert!(!span.has(Square::E2) && span.has(Square::E8));
        assert_eq!(span_ahead(e2, Color::Black), Square::E1.bitboard());
        let both = e2 | Square::E4.bitboard();
        assert!(span_ahead(both, Color::White).has(Square::E4));
    }

    #[test]
    fn nothing_wraps_around_the_edge() {
        let a4 = Square::A4.bitboard();
        assert_eq!(pawn_attacks(a4, Color::White), Square::B5.bitboard());
        assert_eq!(pawn_attacks(a4, Color::Black), Square::B3.bitboard());
        assert_eq!(beside(Square::H4.bitboard()), Square::G4.bitboard());
        assert_eq!(files(a4), File::A.bitboard());
    }
}
