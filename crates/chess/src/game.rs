//! Chess as the kernel sees games: for boards on screen, matches and laws.
//!
//! The engine's search does not go through here: staged picking, null moves
//! and incremental knowledge do not fit a generic search.

use cozy_chess::{Board, Color, Move};
use tabia_kernel::rules::{Game, Notation, Payoff, Side};

use crate::position::{self, End, Position};
use crate::text::{ReadFenError, ReadMoveError, read_fen, read_move, write_san, write_uci};

/// The rules of chess, with draws by repetition, fifty moves and material
/// that cannot mate. White is [`Side::First`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chess;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadPositionError {
    /// The board is none.
    #[error(transparent)]
    Board(#[from] ReadFenError),
    /// A move of those that led here is none.
    #[error("move {number}: {error}")]
    Move {
        /// Counted from one.
        number: usize,
        /// What is wrong with it.
        error: ReadMoveError,
    },
}

fn side(color: Color) -> Side {
    match color {
        Color::White => Side::First,
        Color::Black => Side::Second,
    }
}

impl Game for Chess {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    /// A hash: for players, not for proofs.
    type Key = u64;

    fn to_move(&self, s: &Position) -> Side {
        side(s.board().side_to_move())
    }

    fn payoff(&self, s: &Position) -> Option<Payoff> {
        s.end().map(|end| match end {
            End::Checkmate => Payoff::win_for(side(!s.board().side_to_move())),
            End::Stalemate | End::FiftyMoves | End::Repetition | End::Material => Payoff::DRAW,
        })
    }

    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        s.board().generate_moves(|moves| {
            out.extend(moves);
            false
        });
    }

    fn play(&self, s: &mut Position, m: Move) -> Position {
        let before = s.clone();
        s.play(m);
        before
    }

    fn undo(&self, s: &mut Position, _: Move, u: Position) {
        *s = u;
    }

    fn key(&self, s: &Position) -> u64 {
        position::key(s.board())
    }
}

impl Notation for Chess {
    type ReadMoveError = ReadMoveError;
    type ReadStateError = ReadPositionError;

    /// Short algebraic notation.
    fn write_move(&self, s: &Position, m: Move) -> String {
        write_san(s.board(), m)
    }

    /// Algebraic, or as UCI writes it.
    fn read_move(&self, s: &Position, text: &str) -> Result<Move, ReadMoveError> {
        read_move(s.board(), text)
    }

    /// FEN of the position after the last capture, pawn move or loss of a
    /// right to castle, then `moves` and the moves since, as UCI has it: so
    /// that repetitions are not forgotten. Without such moves, just FEN.
    fn write_state(&self, s: &Position) -> String {
        let mut board: Board = s.start().clone();
        let mut text = board.to_string();
        if !s.moves().is_empty() {
            text += " moves";
        }
        for &m in s.moves() {
            text.push(' ');
            text += &write_uci(&board, m);
            board.play_unchecked(m);
        }
        text
    }

    fn read_state(&self, text: &str) -> Result<Position, ReadPositionError> {
        let (fen, moves) = text.split_once(" moves").unwrap_or((text, ""));
        let board = match fen.trim() {
            "startpos" => Board::startpos(),
            fen => read_fen(fen)?,
        };
        let mut position = Position::new(board);
        for (i, word) in moves.split_whitespace().enumerate() {
            match read_move(position.board(), word) {
                Ok(m) => position.play(m),
                Err(error) => {
                    return Err(ReadPositionError::Move {
                        number: i + 1,
                        error,
                    });
                }
            }
        }
        Ok(position)
    }
}
