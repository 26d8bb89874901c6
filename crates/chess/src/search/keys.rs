//! The keys of positions a move ahead.

use std::sync::LazyLock;

use cozy_chess::{Board, BoardBuilder, Color, Move, Piece, Square};

/// What pieces add to the key of a board.
///
/// A search asks the table about the board after a move some hundred
/// instructions after it has picked the move. If the entry is on its way
/// meanwhile, a tenth of the time is not spent waiting; so the key is needed
/// before the move is made. It is a guess: rights to castle and en passant are
/// left out.
pub(crate) struct Keys {
    pieces: [[[u64; Square::NUM]; Piece::NUM]; Color::NUM],
    side: u64,
}

impl Keys {
    /// The keys, made by the first who asks.
    pub(crate) fn get() -> &'static Keys {
        static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);
        &KEYS
    }

    /// Found out by looking at boards that differ by a piece, as they keep their
    /// parts to themselves.
    fn new() -> Keys {
        let mut pieces = [[[0; Square::NUM]; Piece::NUM]; Color::NUM];
        for color in Color::ALL {
            for piece in Piece::ALL {
                for square in Square::ALL {
                    pieces[color as usize][piece as usize][square as usize] =
                        of_piece(color, piece, square).unwrap_or_default();
                }
            }
        }
        let kings = with_kings(Square::A1, Square::H8, Color::White);
        let other = with_kings(Square::A1, Square::H8, Color::Black);
        let side = match (kings.build(), other.build()) {
            (Ok(white), Ok(black)) => white.hash() ^ black.hash(),
            _ => 0,
        };
        Keys { pieces, side }
    }

    /// The key after a legal move of `piece` that takes `victim`: right unless it
    /// castles, takes en passant, or changes what of that is possible.
    #[inline]
    pub(crate) fn after(&self, board: &Board, m: Move, piece: Piece, victim: Option<Piece>) -> u64 {
        let color = board.side_to_move();
        let own = &self.pieces[color as usize];
        let mut key = board.hash_without_ep()
            ^ self.side
            ^ own[piece as usize][m.from as usize]
            ^ own[m.promotion.unwrap_or(piece) as usize][m.to as usize];
        if let Some(victim) = victim {
            key ^= self.pieces[!color as usize][victim as usize][m.to as usize];
        }
        key
    }
}

fn with_kings(white: Square, black: Square, side_to_move: Color) -> BoardBuilder {
    let mut builder = BoardBuilder::empty();
    *builder.square_mut(white) = Some((Piece::King, Color::White));
    *builder.square_mut(black) = Some((Piece::King, Color::Black));
    builder.side_to_move = side_to_move;
    builder
}

/// What a piece adds; a king, what it adds beyond a king on e4. Nothing for pawns
/// where none can be.
fn of_piece(color: Color, piece: Piece, square: Square) -> Option<u64> {
    // Whoever is attacked is to move.
    let side = !color;
    if piece == Piece::King {
        let enemy = [Square::A1, Square::H8]
            .into_iter()
            .find(|&enemy| square != enemy && !cozy_chess::get_king_moves(enemy).has(square))?;
        let hash = |king| {
            let builder = match color {
                Color::White => with_kings(king, enemy, side),
                Color::Black => with_kings(enemy, king, side),
            };
            builder.build().ok().map(|board| board.hash())
        };
        return Some(hash(square)? ^ hash(Square::E4)?);
    }
    let (white, black) = [(Square::A1, Square::H8), (Square::H1, Square::A8)]
        .into_iter()
        .find(|&(white, black)| square != white && square != black)?;
    let mut builder = with_kings(white, black, side);
    let without = builder.build().ok()?.hash();
    *builder.square_mut(square) = Some((piece, color));
    Some(builder.build().ok()?.hash() ^ without)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange;
    use crate::position::{key, legal_moves};
    use tabia_kernel::random::Seeded;

    #[test]
    fn keys_after_moves_are_foreseen() {
        let seed = 5;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let (mut foreseen, mut moves) = (0, 0);
        for _ in 0..100 {
            let mut board = Board::startpos();
            for _ in 0..150 {
                let legal = legal_moves(&board);
                if legal.is_empty() {
                    break;
                }
                let m = legal[random.below(legal.len())];
                let piece = board.piece_on(m.from).unwrap();
                let victim = exchange::victim(&board, m);
                let mut child = board.clone();
                child.play(m);
                let right = Keys::get().after(&board, m, piece, victim) == key(&child);
                let rights = |board: &Board| Color::ALL.map(|color| *board.castle_rights(color));
                let special = rights(&board) != rights(&child)
                    || board.colors(board.side_to_move()).has(m.to)
                    || (piece == Piece::Pawn && board.en_passant().is_some())
                    || child.en_passant().is_some();
                assert!(right || special, "{m} in {board}");
                foreseen += u32::from(right);
                moves += 1;
                board = child;
            }
        }
        assert!(foreseen > moves * 9 / 10, "{foreseen} of {moves}");
    }
}
