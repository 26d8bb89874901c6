//! Exchanges on one square, played out without a search.

use cozy_chess::{
    BitBoard, Board, Color, Move, Piece, Rank, Square, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_rook_moves,
};

/// What pieces are worth in exchanges.
pub(crate) const VALUES: [i32; Piece::NUM] = [100, 320, 330, 500, 950, 0];

/// The piece on an occupied square.
#[inline(always)]
pub(crate) fn occupant(board: &Board, square: Square) -> Piece {
    debug_assert!(board.occupied().has(square), "{square} is empty");
    occupant_or_pawn(board, square)
}

/// The piece on a square, a pawn where there is none.
///
/// Asking one kind after the other is a guess for the processor at each; this is
/// arithmetic alone.
#[inline(always)]
pub(crate) fn occupant_or_pawn(board: &Board, square: Square) -> Piece {
    let here = |piece: Piece| (board.pieces(piece).0 >> square as u32 & 1) as usize;
    let index = here(Piece::Knight)
        + 2 * here(Piece::Bishop)
        + 3 * here(Piece::Rook)
        + 4 * here(Piece::Queen)
        + 5 * here(Piece::King);
    Piece::ALL[index % Piece::NUM]
}

/// Whether a move takes a piece, en passant too.
#[inline]
pub(crate) fn victim(board: &Board, m: Move) -> Option<Piece> {
    let enemy = board.colors(!board.side_to_move());
    if enemy.has(m.to) {
        Some(occupant(board, m.to))
    } else if is_en_passant(board, m) {
        Some(Piece::Pawn)
    } else {
        None
    }
}

#[inline]
fn is_en_passant(board: &Board, m: Move) -> bool {
    board.en_passant().is_some_and(|file| {
        let rank = Rank::Sixth.relative_to(board.side_to_move());
        m.to == Square::new(file, rank) && board.pieces(Piece::Pawn).has(m.from)
    })
}

/// Whether the exchange that `m` begins wins at least `threshold`, when both
/// sides take with their least piece first and may stop at any time.
///
/// Pins are ignored.
#[must_use]
pub(crate) fn wins_at_least(board: &Board, m: Move, threshold: i32) -> bool {
    let moved = occupant(board, m.from);
    wins_at_least_with(board, m, moved, victim(board, m), threshold)
}

/// As [`wins_at_least`], by whoever knows what moves and what it takes.
#[must_use]
pub(crate) fn wins_at_least_with(
    board: &Board,
    m: Move,
    moved: Piece,
    victim: Option<Piece>,
    threshold: i32,
) -> bool {
    let us = board.side_to_move();
    if board.colors(us).has(m.to) {
        // Castling takes nothing and loses nothing.
        return threshold <= 0;
    }
    let mut gain = victim.map_or(0, |piece| VALUES[piece as usize]) - threshold;
    let mut at_risk = VALUES[moved as usize];
    if let Some(promotion) = m.promotion {
        at_risk = VALUES[promotion as usize];
        gain += at_risk - VALUES[Piece::Pawn as usize];
    }
    if gain < 0 {
        return false;
    }
    gain -= at_risk;
    if gain >= 0 {
        return true;
    }

    let mut occupied = (board.occupied() ^ m.from.bitboard()) | m.to.bitboard();
    if moved == Piece::Pawn && victim.is_some() && !board.occupied().has(m.to) {
        let taken = Square::new(m.to.file(), Rank::Fifth.relative_to(us));
        occupied ^= taken.bitboard();
    }
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let mut attackers = attackers_of(board, m.to, occupied);
    let mut side = !us;
    loop {
        attackers &= occupied;
        let own = attackers & board.colors(side);
        if own.is_empty() {
            break;
        }
        let piece = Piece::ALL
            .into_iter()
            .find(|&piece| !own.is_disjoint(board.pieces(piece)))
            .expect("an attacker is some piece");
        if piece == Piece::King && !(attackers & board.colors(!side)).is_empty() {
            // The king may not take what is defended.
            break;
        }
        let from = (own & board.pieces(piece))
            .next_square()
            .expect("an attacker stands somewhere");
        occupied ^= from.bitboard();
        if matches!(piece, Piece::Pawn | Piece::Bishop | Piece::Queen) {
            attackers |= get_bishop_moves(m.to, occupied) & diagonal;
        }
        if matches!(piece, Piece::Rook | Piece::Queen) {
            attackers |= get_rook_moves(m.to, occupied) & straight;
        }
        side = !side;
        gain = -gain - 1 - VALUES[piece as usize];
        if gain >= 0 {
            break;
        }
    }
    // Whoever would have to go on has lost the argument.
    side != us
}

/// Pieces of both sides that attack a square.
pub(crate) fn attackers_of(board: &Board, square: Square, occupied: BitBoard) -> BitBoard {
    let diagonal = board.pieces(Piece::Bishop) | board.pieces(Piece::Queen);
    let straight = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    let pawns = (get_pawn_attacks(square, Color::Black) & board.colors(Color::White))
        | (get_pawn_attacks(square, Color::White) & board.colors(Color::Black));
    (pawns & board.pieces(Piece::Pawn))
        | (get_knight_moves(square) & board.pieces(Piece::Knight))
        | (get_king_moves(square) & board.pieces(Piece::King))
        | (get_bishop_moves(square, occupied) & diagonal)
        | (get_rook_moves(square, occupied) & straight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_finds_the_piece_on_every_square() {
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let board: Board = kiwipete.parse().unwrap();
        for square in Square::ALL {
            let expected = board.piece_on(square).unwrap_or(Piece::Pawn);
            assert_eq!(occupant_or_pawn(&board, square), expected, "{square}");
        }
    }

    /// The exact gain of an exchange, by search over the threshold.
    fn gain(fen: &str, m: &str) -> i32 {
        let board: Board = fen.parse().unwrap();
        let m = cozy_chess::util::parse_uci_move(&board, m).unwrap();
        assert!(board.is_legal(m), "{m} in {fen}");
        (-2000..=2000)
            .rev()
            .find(|&threshold| wins_at_least(&board, m, threshold))
            .unwrap()
    }

    #[test]
    fn exchanges_are_played_out() {
        let p = VALUES[Piece::Pawn as usize];
        let n = VALUES[Piece::Knight as usize];
        let r = VALUES[Piece::Rook as usize];
        let q = VALUES[Piece::Queen as usize];
        // An undefended pawn; a defended one.
        assert_eq!(
            gain("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            p
        );
        assert_eq!(
            gain(
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5"
            ),
            p - n
        );
        // The second rook attacks through the first.
        assert_eq!(gain("3r2k1/8/8/3p4/8/3R4/3R4/3K4 w - - 0 1", "d3d5"), p);
        assert_eq!(
            gain("3r2k1/3r4/8/3p4/8/3R4/3R4/3K4 w - - 0 1", "d3d5"),
            p - r
        );
        // En passant, promotion, castling, a quiet move into a pawn's attack.
        assert_eq!(gain("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6"), p);
        assert_eq!(gain("7k/3P4/8/8/8/8/8/4K3 w - - 0 1", "d7d8q"), q - p);
        assert_eq!(gain("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"), 0);
        assert_eq!(gain("4k3/8/2p5/8/8/2N5/8/4K3 w - - 0 1", "c3d5"), -n);
        // The king takes only what is not defended.
        assert_eq!(gain("8/8/6k1/8/4r3/3K4/8/8 w - - 0 1", "d3e4"), r);
        assert_eq!(gain("8/8/4k3/3p4/8/3Q4/8/3R2K1 w - - 0 1", "d3d5"), p);
    }
}
