//! Quarto as a [`Game`]: what searches, laws and matches need.

use tabia_kernel::rules::{Game, Notation, Payoff, Side, Via};
use tabia_kernel::symmetry::Symmetric;

use crate::lines::Lines;
use crate::symmetries::{Map, Symmetries, number};
use crate::{Move, Piece, Position, ReadPositionError, Rules, Square};

/// The rules of one Quarto variant, ready to play.
///
/// [`Side::First`] gives the first piece. A turn is two moves: placing keeps
/// the side, giving hands it over. Whoever completes a line has won, or in
/// misère lost; a full board without one is a draw.
///
/// ```
/// use tabia_kernel::rules::{Game, Side};
/// use tabia_quarto::{Move, Piece, Position, Quarto, Rules, Square};
///
/// let quarto = Quarto::new(Rules::lines());
/// let mut position = Position::EMPTY;
/// quarto.play(&mut position, Move::Give(Piece::new(11)));
/// assert_eq!(quarto.to_move(&position), Side::Second);
/// quarto.play(&mut position, Move::Place(Square::new(0)));
/// assert_eq!(quarto.to_move(&position), Side::Second);
/// assert_eq!(position.to_string(), "b.............../-");
/// ```
#[derive(Clone)]
pub struct Quarto {
    rules: Rules,
    lines: Lines,
    symmetries: &'static Symmetries,
}

impl Quarto {
    /// The game under `rules`.
    pub fn new(rules: Rules) -> Quarto {
        Quarto {
            rules,
            lines: Lines::new(&rules),
            symmetries: Symmetries::of(&rules),
        }
    }

    /// The options.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The lines of this variant.
    pub fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Checks that `turn` is legal here.
    pub fn check(&self, position: &Position, turn: Move) -> Result<(), IllegalMove> {
        if self.payoff(position).is_some() {
            return Err(IllegalMove::Over);
        }
        match (turn, position.hand()) {
            (Move::Place(square), Some(_)) => match position.piece_at(square) {
                Some(holds) => Err(IllegalMove::Taken { square, holds }),
                None => Ok(()),
            },
            (Move::Place(square), None) => Err(IllegalMove::NothingInHand { square }),
            (Move::Give(piece), Some(holds)) => Err(IllegalMove::HandFull { piece, holds }),
            (Move::Give(piece), None) if position.remaining().contains(piece) => Ok(()),
            (Move::Give(piece), None) => Err(IllegalMove::Gone { piece }),
        }
    }
}

/// Whose turn it is.
///
/// With an even number of pieces placed First gives and Second places; after
/// the placement the number is odd and Second gives.
pub(crate) fn to_move(position: &Position) -> Side {
    let even = position.placed().is_multiple_of(2);
    match even == position.hand().is_none() {
        true => Side::First,
        false => Side::Second,
    }
}

/// Why a move cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum IllegalMove {
    /// The cell is occupied.
    #[error("cell {square} is taken by piece {holds}")]
    Taken {
        /// The cell.
        square: Square,
        /// What stands there.
        holds: Piece,
    },
    /// The piece is on the board.
    #[error("piece {piece} is gone: it is on the board")]
    Gone {
        /// The piece.
        piece: Piece,
    },
    /// A placement where a piece has to be given.
    #[error("nothing can be placed on {square}: there is no piece in hand, one must be given")]
    NothingInHand {
        /// The cell asked for.
        square: Square,
    },
    /// A gift where a piece has to be placed.
    #[error("piece {piece} cannot be given: piece {holds} must be placed first")]
    HandFull {
        /// The piece asked for.
        piece: Piece,
        /// The piece in hand.
        holds: Piece,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadMoveError {
    /// With a piece in hand a cell has to be named.
    #[error("`{0}` is not a cell: expected a1 to d4")]
    Cell(String),
    /// With nothing in hand a piece has to be named.
    #[error("`{0}` is not a piece: expected a hex digit, 0 to f")]
    Piece(String),
    /// A move that is not legal here.
    #[error("`{text}`: {reason}")]
    Illegal {
        /// The text.
        text: String,
        /// What is wrong with it.
        reason: IllegalMove,
    },
}

impl Game for Quarto {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    /// The paper's [`number`]: exact, and least for the representative.
    type Key = u128;

    #[inline]
    fn to_move(&self, s: &Position) -> Side {
        to_move(s)
    }

    #[inline]
    fn payoff(&self, s: &Position) -> Option<Payoff> {
        if s.hand().is_some() {
            // A piece is only given while the game goes on.
            return None;
        }
        if self.lines.is_complete(s) {
            let placer = to_move(s);
            let winner = match self.rules.misere() {
                false => placer,
                true => placer.other(),
            };
            return Some(Payoff::win_for(winner));
        }
        (s.placed() == 16).then_some(Payoff::DRAW)
    }

    #[inline]
    fn moves(&self, s: &Position, out: &mut Vec<Move>) {
        match s.hand() {
            Some(_) => out.extend(s.empty_squares().map(Move::Place)),
            None => out.extend(s.remaining().map(Move::Give)),
        }
    }

    #[inline]
    fn play(&self, s: &mut Position, m: Move) -> Position {
        let before = *s;
        match m {
            Move::Place(square) => s.place(square),
            Move::Give(piece) => s.give(piece),
        }
        before
    }

    #[inline]
    fn undo(&self, s: &mut Position, _: Move, u: Position) {
        *s = u;
    }

    fn key(&self, s: &Position) -> u128 {
        number(s)
    }
}

impl Notation for Quarto {
    type ReadMoveError = ReadMoveError;
    type ReadStateError = ReadPositionError;

    /// A cell such as `d1`, or a piece as a hex digit.
    fn write_move(&self, _: &Position, m: Move) -> String {
        m.to_string()
    }

    fn read_move(&self, s: &Position, text: &str) -> Result<Move, ReadMoveError> {
        let turn = match s.hand() {
            Some(_) => Square::read(text)
                .map(Move::Place)
                .ok_or_else(|| ReadMoveError::Cell(text.to_owned()))?,
            None => Piece::read(text)
                .map(Move::Give)
                .ok_or_else(|| ReadMoveError::Piece(text.to_owned()))?,
        };
        match self.check(s, turn) {
            Ok(()) => Ok(turn),
            Err(reason) => Err(ReadMoveError::Illegal {
                text: text.to_owned(),
                reason,
            }),
        }
    }

    fn write_state(&self, s: &Position) -> String {
        s.to_string()
    }

    fn read_state(&self, text: &str) -> Result<Position, ReadPositionError> {
        Position::read(text, &self.rules)
    }
}

impl Symmetric for Quarto {
    type Map = Map;

    fn maps(&self) -> &[Map] {
        self.symmetries.maps()
    }

    fn image(&self, s: &Position, f: &Map) -> Position {
        f.image(s)
    }

    fn image_of_move(&self, m: Move, f: &Map) -> Move {
        f.image_of_move(m)
    }

    fn preimage_of_move(&self, m: Move, f: &Map) -> Move {
        f.inverse().image_of_move(m)
    }

    fn representative(&self, s: &Position) -> Position {
        self.symmetries.representative(s).0
    }

    fn folded_key(&self, s: &Position) -> (u128, Via) {
        let (representative, map) = self.symmetries.representative(s);
        (number(&representative), Via(map as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shape;

    fn quarto() -> Quarto {
        Quarto::new(Rules::lines())
    }

    fn position(text: &str) -> Position {
        Position::read(text, &Rules::lines()).unwrap()
    }

    #[test]
    fn placing_keeps_the_side_and_giving_hands_it_over() {
        let quarto = quarto();
        let mut s = Position::EMPTY;
        let sides: Vec<Side> = ["0", "a1", "f", "b1", "3", "c1"]
            .into_iter()
            .map(|text| {
                let side = quarto.to_move(&s);
                let turn = quarto.read_move(&s, text).unwrap();
                quarto.play(&mut s, turn);
                side
            })
            .collect();
        use Side::{First, Second};
        assert_eq!(sides, [First, Second, Second, First, First, Second]);
    }

    #[test]
    fn whoever_completes_a_line_wins_or_in_misere_loses() {
        let before = position("012............./3");
        let after = before.after(Move::Place(Square::new(3))).unwrap();
        let misere = Quarto::new(Rules::new(Shape::Lines, 4, true).unwrap());
        // Three placed: First places the fourth.
        assert_eq!(quarto().to_move(&before), Side::First);
        assert_eq!(quarto().payoff(&before), None);
        assert_eq!(quarto().payoff(&after), Some(Payoff::win_for(Side::First)));
        assert_eq!(misere.payoff(&after), Some(Payoff::win_for(Side::Second)));
    }

    #[test]
    fn a_full_board_without_a_line_is_a_draw() {
        let board = position("14af7d0569e8c2b3/-");
        assert_eq!(quarto().payoff(&board), Some(Payoff::DRAW));
    }

    #[test]
    fn illegal_moves_say_what_is_wrong() {
        let quarto = quarto();
        let complaint = |s: &str, text: &str| {
            let error = quarto.read_move(&position(s), text).unwrap_err();
            error.to_string()
        };
        let placing = "0d4.15....96..87/b";
        let giving = "0d4.15....96..87/-";
        assert_eq!(
            complaint(placing, "a1"),
            "`a1`: cell a1 is taken by piece 0"
        );
        assert_eq!(
            complaint(placing, "e1"),
            "`e1` is not a cell: expected a1 to d4"
        );
        assert_eq!(
            complaint(giving, "7"),
            "`7`: piece 7 is gone: it is on the board"
        );
        assert_eq!(
            complaint(giving, "g"),
            "`g` is not a piece: expected a hex digit, 0 to f"
        );
        let s = position(giving);
        let illegal = quarto.check(&s, Move::Place(Square::new(3))).unwrap_err();
        assert_eq!(
            illegal.to_string(),
            "nothing can be placed on d1: there is no piece in hand, one must be given"
        );
        let s = position(placing);
        let illegal = quarto.check(&s, Move::Give(Piece::new(3))).unwrap_err();
        assert_eq!(
            illegal.to_string(),
            "piece 3 cannot be given: piece b must be placed first"
        );
    }
}
