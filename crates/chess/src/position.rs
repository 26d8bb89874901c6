//! A position with what led to it, as far as repetition goes.

use cozy_chess::{BitBoard, Board, Color, GameStatus, Move, Piece, Rank, Square, get_pawn_attacks};

/// A board and the positions before it that may still come again.
///
/// Two positions are equal when their boards are and the same positions led
/// there since the last capture or pawn move.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    /// Where the reversible moves began, and these.
    start: Board,
    moves: Vec<Move>,
    /// The keys of the positions from `start` on, this one not included.
    keys: Vec<u64>,
}

/// How a game can have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move is mated.
    Checkmate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Fifty moves of both sides without capture or pawn move.
    FiftyMoves,
    /// The position stands for the third time.
    Repetition,
    /// Nobody can give mate.
    Material,
}

impl Default for Position {
    fn default() -> Position {
        Position::new(Board::startpos())
    }
}

impl Position {
    /// A position without a past.
    #[must_use]
    pub fn new(board: Board) -> Position {
        Position {
            start: board.clone(),
            board,
            moves: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board on which the reversible moves began.
    #[must_use]
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The moves since [`start`](Position::start).
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Keys of the positions that led here, oldest first.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Makes a legal move.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.board.is_legal(m), "{m} in {}", self.board);
        let key = key(&self.board);
        let castling = |board: &Board| Color::ALL.map(|color| *board.castle_rights(color));
        let rights = castling(&self.board);
        self.board.play_unchecked(m);
        // A lost right to castle cannot be regained either.
        if self.board.halfmove_clock() == 0 || castling(&self.board) != rights {
            self.start = self.board.clone();
            self.moves.clear();
            self.keys.clear();
        } else {
            self.moves.push(m);
            self.keys.push(key);
        }
    }

    /// Whether and how the game is over.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self.board.status() {
            GameStatus::Won => return Some(End::Checkmate),
            GameStatus::Drawn if self.board.halfmove_clock() < 100 => return Some(End::Stalemate),
            GameStatus::Drawn if !self.board.generate_moves(|_| true) => {
                return Some(End::Stalemate);
            }
            GameStatus::Drawn => return Some(End::FiftyMoves),
            GameStatus::Ongoing => {}
        }
        if is_dead(&self.board) {
            return Some(End::Material);
        }
        let key = key(&self.board);
        let before = self.keys.iter().filter(|&&other| other == key).count();
        (before >= 2).then_some(End::Repetition)
    }
}

/// All legal moves.
#[must_use]
pub fn legal_moves(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.generate_moves(|of_one| {
        moves.extend(of_one);
        false
    });
    moves
}

/// A key under which equal positions repeat: the hash of the board, with en
/// passant only where an enemy pawn stands ready to take.
#[inline]
pub(crate) fn key(board: &Board) -> u64 {
    let Some(file) = board.en_passant() else {
        return board.hash();
    };
    let color = board.side_to_move();
    let target = Square::new(file, Rank::Sixth.relative_to(color));
    let takers = get_pawn_attacks(target, !color) & board.colored_pieces(color, Piece::Pawn);
    if takers.is_empty() {
        board.hash_without_ep()
    } else {
        board.hash()
    }
}

/// Whether nobody can give mate, whatever the moves: kings with at most one
/// knight, or bishops that all stand on one colour.
#[must_use]
#[inline]
pub(crate) fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let knights = board.pieces(Piece::Knight);
    let bishops = board.pieces(Piece::Bishop);
    if (knights | bishops).len() <= 1 {
        return true;
    }
    knights.is_empty()
        && (bishops.is_disjoint(BitBoard::DARK_SQUARES)
            || bishops.is_disjoint(BitBoard::LIGHT_SQUARES))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(fen: &str, moves: &str) -> Position {
        let mut position = Position::new(fen.parse().unwrap());
        for m in moves.split_whitespace() {
            let m = cozy_chess::util::parse_uci_move(position.board(), m).unwrap();
            position.play(m);
        }
        position
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn the_third_time_is_a_draw() {
        let twice = "g1f3 g8f6 f3g1 f6g8 ";
        assert_eq!(after(START, twice).end(), None);
        assert_eq!(after(START, &twice.repeat(2)).end(), Some(End::Repetition));
        // After e2e4 the first time, en passant could not be taken anyway.
        let advance = format!("e2e4 {}", "g8f6 g1f3 f6g8 f3g1 ".repeat(2));
        assert_eq!(after(START, &advance).end(), Some(End::Repetition));
    }

    #[test]
    fn mate_comes_before_the_fifty_moves() {
        assert_eq!(
            after(START, "f2f3 e7e5 g2g4 d8h4").end(),
            Some(End::Checkmate)
        );
        let mate = after("k7/8/1K6/8/8/8/8/7R w - - 99 90", "h1h8");
        assert_eq!(mate.end(), Some(End::Checkmate));
        let drawn = after("k7/8/1K6/8/8/8/8/7R w - - 99 90", "h1h7");
        assert_eq!(drawn.end(), Some(End::FiftyMoves));
        let stale = after("k7/8/2K5/8/8/8/8/1Q6 w - - 0 1", "b1b6");
        assert_eq!(stale.end(), Some(End::Stalemate));
    }

    #[test]
    fn positions_without_mating_material_are_over() {
        let end = |fen: &str| Position::new(fen.parse().unwrap()).end();
        assert_eq!(end("8/8/4k3/8/8/3K4/8/8 w - - 0 1"), Some(End::Material));
        assert_eq!(end("8/8/4k3/8/8/3KN3/8/8 w - - 0 1"), Some(End::Material));
        assert_eq!(end("8/2b5/4k3/8/8/3KB3/8/8 w - - 0 1"), Some(End::Material));
        assert_eq!(end("8/3b4/4k3/8/8/3KB3/8/8 w - - 0 1"), None);
        assert_eq!(end("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1"), None);
    }
}
