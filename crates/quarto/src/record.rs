//! Game records: one line of gives and places.

use std::fmt;

use tabia_kernel::rules::{Game, Score, Side};

use crate::game::IllegalMove;
use crate::{Move, Piece, Position, Quarto, Rules, Square};

/// A game from the empty board on.
///
/// The text is one line, a token for each piece given and placed, `b@a1`; a
/// piece that has been given but not placed yet stands alone at the end.
///
/// ```
/// use tabia_quarto::{Record, Rules};
/// let record = Record::read("b@a1 3@c2 7", Rules::lines())?;
/// assert_eq!(record.position().to_string(), "b.....3........./7");
/// assert_eq!(record.to_string(), "b@a1 3@c2 7");
/// # Ok::<(), tabia_quarto::ReadRecordError>(())
/// ```
#[derive(Clone)]
pub struct Record {
    quarto: Quarto,
    turns: Vec<Move>,
    position: Position,
}

/// How a game stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// It goes on.
    Open,
    /// The board is full and nobody has completed a line.
    Draw,
    /// This side has won.
    Won(Side),
}

/// Why a text is not a game record. Tokens are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReadRecordError {
    /// The piece of a token is none.
    #[error("token {at}, `{token}`: `{piece}` is not a piece, expected a hex digit, 0 to f")]
    Piece {
        /// Which token.
        at: usize,
        /// Its text.
        token: String,
        /// The part that should be a piece.
        piece: String,
    },
    /// The cell of a token is none.
    #[error("token {at}, `{token}`: `{cell}` is not a cell, expected a1 to d4")]
    Cell {
        /// Which token.
        at: usize,
        /// Its text.
        token: String,
        /// The part that should be a cell.
        cell: String,
    },
    /// A piece without a cell before the end.
    #[error(
        "token {at}, `{token}`: the piece is never placed; only the last token may lack a cell"
    )]
    Unplaced {
        /// Which token.
        at: usize,
        /// Its text.
        token: String,
    },
    /// A move against the rules.
    #[error("token {at}, `{token}`: {reason}")]
    Illegal {
        /// Which token.
        at: usize,
        /// Its text.
        token: String,
        /// What is wrong with it.
        reason: IllegalMove,
    },
}

impl Record {
    /// A game that has not begun.
    pub fn new(rules: Rules) -> Record {
        Record {
            quarto: Quarto::new(rules),
            turns: Vec::new(),
            position: Position::EMPTY,
        }
    }

    /// Reads one line and checks every move.
    pub fn read(text: &str, rules: Rules) -> Result<Record, ReadRecordError> {
        let mut record = Record::new(rules);
        let mut unplaced: Option<&str> = None;
        for (index, token) in text.split_whitespace().enumerate() {
            if let Some(token) = unplaced {
                return Err(ReadRecordError::Unplaced {
                    at: index,
                    token: token.to_owned(),
                });
            }
            let at = index + 1;
            let owned = || token.to_owned();
            let (piece, cell) = match token.split_once('@') {
                Some((piece, cell)) => (piece, Some(cell)),
                None => (token, None),
            };
            let give = Piece::read(piece).ok_or_else(|| ReadRecordError::Piece {
                at,
                token: owned(),
                piece: piece.to_owned(),
            })?;
            let place = cell
                .map(|cell| {
                    Square::read(cell).ok_or_else(|| ReadRecordError::Cell {
                        at,
                        token: owned(),
                        cell: cell.to_owned(),
                    })
                })
                .transpose()?;
            let moves = std::iter::once(Move::Give(give)).chain(place.map(Move::Place));
            for turn in moves {
                record
                    .push(turn)
                    .map_err(|reason| ReadRecordError::Illegal {
                        at,
                        token: owned(),
                        reason,
                    })?;
            }
            unplaced = cell.is_none().then_some(token);
        }
        Ok(record)
    }

    /// Adds a move, if it is legal.
    pub fn push(&mut self, turn: Move) -> Result<(), IllegalMove> {
        self.quarto.check(&self.position, turn)?;
        self.quarto.play(&mut self.position, turn);
        self.turns.push(turn);
        Ok(())
    }

    /// Takes back the last move and returns it.
    pub fn pop(&mut self) -> Option<Move> {
        let last = self.turns.pop()?;
        self.position = self.positions().last().expect("the start at least");
        Some(last)
    }

    /// The rules the game is played by.
    pub fn rules(&self) -> &Rules {
        self.quarto.rules()
    }

    /// The moves, gives and places in turn.
    pub fn turns(&self) -> &[Move] {
        &self.turns
    }

    /// The position reached.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// All positions from the empty board to the one reached.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let mut position = Position::EMPTY;
        let after = self.turns.iter().map(move |&turn| {
            self.quarto.play(&mut position, turn);
            position
        });
        std::iter::once(Position::EMPTY).chain(after)
    }

    /// Whose turn it is; when the game is over, who made the last move.
    pub fn to_move(&self) -> Side {
        self.quarto.to_move(&self.position)
    }

    /// Who won, if it is over.
    pub fn outcome(&self) -> Outcome {
        match self.quarto.payoff(&self.position) {
            None => Outcome::Open,
            Some(payoff) => match payoff.seen_by(Side::First) {
                Score::WIN => Outcome::Won(Side::First),
                Score::LOSS => Outcome::Won(Side::Second),
                _ => Outcome::Draw,
            },
        }
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Record) -> bool {
        self.rules() == other.rules() && self.turns == other.turns
    }
}

impl Eq for Record {}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, turn) in self.turns.iter().enumerate() {
            match turn {
                Move::Give(piece) if i == 0 => write!(f, "{piece}")?,
                Move::Give(piece) => write!(f, " {piece}")?,
                Move::Place(square) => write!(f, "@{square}")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Record({}: {self})", self.rules())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Shape, testing};

    fn read(text: &str) -> Result<Record, ReadRecordError> {
        Record::read(text, Rules::lines())
    }

    /// The game in which each choice selects one of the legal moves, cut at
    /// the end of the choices or of the game.
    fn game(rules: Rules, choices: &[prop::sample::Index]) -> Record {
        let mut record = Record::new(rules);
        for choice in choices {
            if record.outcome() != Outcome::Open {
                break;
            }
            let moves = testing::moves(record.position());
            record.push(moves[choice.index(moves.len())]).unwrap();
        }
        record
    }

    fn any_rules() -> impl Strategy<Value = Rules> {
        prop::sample::select(testing::all_rules())
    }

    proptest! {
        #[test]
        fn records_round_trip(
            rules in any_rules(),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 0..=32),
        ) {
            let record = game(rules, &choices);
            let read = Record::read(&record.to_string(), rules).unwrap();
            prop_assert_eq!(read.position(), record.position());
            prop_assert_eq!(read.outcome(), record.outcome());
            prop_assert_eq!(read, record);
        }

        #[test]
        fn taking_back_restores_the_position_before(
            rules in any_rules(),
            choices in prop::collection::vec(any::<prop::sample::Index>(), 1..=32),
        ) {
            let mut record = game(rules, &choices);
            let positions: Vec<Position> = record.positions().collect();
            for expected in positions.iter().rev().skip(1) {
                prop_assert!(record.pop().is_some());
                prop_assert_eq!(record.position(), expected);
            }
            prop_assert_eq!(record.pop(), None);
        }

        #[test]
        fn no_text_makes_the_reader_panic(text in "[0-9a-g@. ]{0,60}|.{0,20}") {
            let _ = read(&text);
        }
    }

    #[test]
    fn the_result_is_known() {
        assert_eq!(read("").unwrap().outcome(), Outcome::Open);
        assert_eq!(read("b@a1 3").unwrap().outcome(), Outcome::Open);
        let won = "0@a1 1@b1 2@c1 3@d1";
        let first = Outcome::Won(Side::First);
        assert_eq!(read(won).unwrap().outcome(), first);
        let misere = Rules::new(Shape::Lines, 4, true).unwrap();
        let lost = Record::read(won, misere).unwrap();
        assert_eq!(lost.outcome(), Outcome::Won(Side::Second));
        let drawn = "1@a1 4@b1 a@c1 f@d1 7@a2 d@b2 0@c2 5@d2 \
                     6@a3 9@b3 e@c3 8@d3 c@a4 2@b4 b@c4 3@d4";
        assert_eq!(read(drawn).unwrap().outcome(), Outcome::Draw);
    }

    #[test]
    fn errors_name_the_token_and_what_is_wrong_with_it() {
        let complaint = |text| read(text).unwrap_err().to_string();
        assert_eq!(
            complaint("b@a1 g@c2"),
            "token 2, `g@c2`: `g` is not a piece, expected a hex digit, 0 to f"
        );
        assert_eq!(
            complaint("b@e1"),
            "token 1, `b@e1`: `e1` is not a cell, expected a1 to d4"
        );
        assert_eq!(
            complaint("b@a1 3@a1"),
            "token 2, `3@a1`: cell a1 is taken by piece b"
        );
        assert_eq!(
            complaint("b@a1 b@a2"),
            "token 2, `b@a2`: piece b is gone: it is on the board"
        );
        assert_eq!(
            complaint("0@a1 1@b1 2@c1 3@d1 4@a2"),
            "token 5, `4@a2`: the game is over"
        );
        assert_eq!(
            complaint("b@a1 3 4@a2"),
            "token 2, `3`: the piece is never placed; only the last token may lack a cell"
        );
    }
}
