//! Positions and turns of the full game as text.
//!
//! A position is that of the revealed game with `?` for a face-down piece:
//! four rows, the side to move, the plies since the last capture. The side is
//! `-` as long as there are no colours. A fourth field lists the captured
//! pieces; it is left out where it follows from the rest, that is, when no
//! piece has been captured or none is face down. So
//! `????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp` has 20 squares face down and
//! four pieces captured, and which twenty lie there is what remains of 32.

use std::fmt;
use std::str::FromStr;

use tabia_kernel::rules::Side;
use thiserror::Error;

use super::position::FullPosition;
use super::turn::{Action, Turn};
use crate::game::Move;
use crate::material::Material;
use crate::notation::{PositionProblem, read_board, read_plies, write_board};
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// Why a text is no position of the full game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position {text:?}: {problem}")]
pub struct ReadFullError {
    text: String,
    problem: Problem,
}

/// What is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
enum Problem {
    #[error(
        "expected board, side to move, plies since the last capture and perhaps the captured \
         pieces, as in ????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp"
    )]
    Fields,
    #[error(transparent)]
    Board(#[from] PositionProblem),
    #[error("side to move {0:?} is none of w, b and, before the first flip, -")]
    NoSide(String),
    #[error("there are no colours before the first flip, so the side to move is -, not {0}")]
    TooEarly(String),
    #[error("{piece} on {square} is revealed, so there are colours and the side to move is w or b")]
    TooLate { piece: char, square: Square },
    #[error(
        "no piece is revealed, which happens only at the start, but {0} is not face down either"
    )]
    NothingRevealed(Square),
    #[error("captured pieces {field:?}, character {place}: {found:?} is no piece")]
    NoPiece {
        field: String,
        place: usize,
        found: char,
    },
    #[error(
        "captured pieces {field:?}, character {place}: {piece} is one more than the {most} of the \
         full game that are not on the board"
    )]
    TooManyCaptured {
        field: String,
        place: usize,
        piece: char,
        most: u32,
    },
    #[error(
        "{face_down} pieces are face down, but {left} are neither revealed nor captured{without}"
    )]
    Count {
        face_down: u32,
        left: u32,
        without: &'static str,
    },
}

impl FromStr for FullPosition {
    type Err = ReadFullError;

    fn from_str(text: &str) -> Result<FullPosition, ReadFullError> {
        read(text).map_err(|problem| ReadFullError {
            text: text.to_owned(),
            problem,
        })
    }
}

fn read(text: &str) -> Result<FullPosition, Problem> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let (board, side, plies, captured) = match fields[..] {
        [board, side, plies] => (board, side, plies, None),
        [board, side, plies, captured] => (board, side, plies, Some(captured)),
        _ => return Err(Problem::Fields),
    };
    let to_move = match side {
        "w" => Some(Side::First),
        "b" => Some(Side::Second),
        "-" => None,
        _ => return Err(Problem::NoSide(side.to_owned())),
    };
    let open = Position::empty(to_move.unwrap_or(Side::First));
    let mut open = open.with_quiet(read_plies(plies)?);
    let mut covered = 0;
    read_board(board, &mut open, Some(&mut covered))?;
    let missing = Material::FULL.without(open.material());

    match (open.pieces().next(), to_move) {
        (Some((square, side, kind)), None) => {
            let piece = kind.letter(side);
            return Err(Problem::TooLate { piece, square });
        }
        (None, _) if covered != u32::MAX => {
            let square = Square::new((!covered).trailing_zeros() as u8);
            return Err(Problem::NothingRevealed(square));
        }
        (None, Some(_)) => return Err(Problem::TooEarly(side.to_owned())),
        (Some(_), Some(_)) | (None, None) => {}
    }
    let face_down = match captured {
        Some(field) => read_captured(field, missing)?,
        None if covered == 0 => Material::NONE,
        None => missing,
    };
    if covered.count_ones() != face_down.elements() {
        return Err(Problem::Count {
            face_down: covered.count_ones(),
            left: face_down.elements(),
            without: match captured {
                Some(_) => "",
                None => "; the captured pieces would follow the plies",
            },
        });
    }
    Ok(FullPosition::from_parts(open, covered, face_down))
}

/// What is left of the missing pieces without the captured ones.
fn read_captured(field: &str, missing: Material) -> Result<Material, Problem> {
    let mut left = missing;
    for (place, found) in (1..).zip(field.chars()) {
        let Some((side, kind)) = Kind::of_letter(found) else {
            return Err(Problem::NoPiece {
                field: field.to_owned(),
                place,
                found,
            });
        };
        if left.count(side, kind) == 0 {
            return Err(Problem::TooManyCaptured {
                field: field.to_owned(),
                place,
                piece: found,
                most: missing.count(side, kind),
            });
        }
        left = left.minus(side, kind);
    }
    Ok(left)
}

impl fmt::Display for FullPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, |square| match self.piece(square) {
            Some((side, kind)) => Some(kind.letter(side)),
            None => self.is_face_down(square).then_some('?'),
        })?;
        let side = match self.to_move() {
            Some(Side::First) => 'w',
            Some(Side::Second) => 'b',
            None => '-',
        };
        write!(f, " {side} {}", self.quiet())?;
        let captured = self.captured();
        if self.covered() != 0 && captured != Material::NONE {
            f.write_str(" ")?;
            for (side, kind, count) in captured.groups() {
                for _ in 0..count {
                    write!(f, "{}", kind.letter(side))?;
                }
            }
        }
        Ok(())
    }
}

/// Why a text is no legal turn or action.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadTurnError {
    /// It does not look like one.
    #[error("{0:?} is not written like b5(k), b5, b2-b1 or b2xc2")]
    Unreadable(String),
    /// A flip without what it reveals, where that is needed.
    #[error("flip {0:?} does not say what it reveals, as b5(k) does")]
    NoOutcome(String),
    /// There is nothing face down on the square.
    #[error("{text:?}: no piece is face down on {square} in {position}")]
    NotFaceDown {
        /// The whole text.
        text: String,
        /// The square.
        square: Square,
        /// Where.
        position: Box<FullPosition>,
    },
    /// No such piece is face down.
    #[error("{text:?}: every {piece} has been revealed or captured in {position}")]
    NoSuchPiece {
        /// The whole text.
        text: String,
        /// Its letter.
        piece: char,
        /// Where.
        position: Box<FullPosition>,
    },
    /// It is written as a capture and takes nothing.
    #[error("{text:?} takes nothing; the step is written {right}")]
    TakesNothing {
        /// The whole text.
        text: String,
        /// How it is written.
        right: String,
    },
    /// The rules do not allow it.
    #[error("{text:?} is not legal in {position}")]
    Illegal {
        /// The whole text.
        text: String,
        /// Where.
        position: Box<FullPosition>,
    },
}

impl FullPosition {
    /// The text of a turn: `b5(k)`, `b2-b1`, `b2xc2`.
    #[must_use]
    pub fn write_turn(&self, turn: Turn) -> String {
        match turn {
            Turn::Flip(square, side, kind) => format!("{square}({})", kind.letter(side)),
            Turn::Move(m) => self.write_action(Action::Move(m)),
        }
    }

    /// The text of an action: `b5`, `b2-b1`, `b2xc2`.
    #[must_use]
    pub fn write_action(&self, action: Action) -> String {
        match action {
            Action::Flip(square) => square.to_string(),
            Action::Move(m) if self.piece(m.to).is_some() => format!("{}x{}", m.from, m.to),
            Action::Move(m) => format!("{}-{}", m.from, m.to),
        }
    }

    /// The legal turn that a text names. A capture may also be written with a
    /// hyphen, as the paper does.
    ///
    /// # Errors
    ///
    /// If there is none, or if a flip does not say what it reveals.
    pub fn read_turn(&self, text: &str) -> Result<Turn, ReadTurnError> {
        let unreadable = || ReadTurnError::Unreadable(text.to_owned());
        let Some((flip, rest)) = text.split_once('(') else {
            return match self.read_action(text)? {
                Action::Flip(_) => Err(ReadTurnError::NoOutcome(text.to_owned())),
                Action::Move(m) => Ok(Turn::Move(m)),
            };
        };
        let mut letters = rest.strip_suffix(')').ok_or_else(unreadable)?.chars();
        let (Some(piece), None) = (letters.next(), letters.next()) else {
            return Err(unreadable());
        };
        let (side, kind) = Kind::of_letter(piece).ok_or_else(unreadable)?;
        let square = Square::of_text(flip).ok_or_else(unreadable)?;
        self.read_action(flip)?;
        if self.face_down().count(side, kind) == 0 {
            return Err(ReadTurnError::NoSuchPiece {
                text: text.to_owned(),
                piece,
                position: Box::new(*self),
            });
        }
        Ok(Turn::Flip(square, side, kind))
    }

    /// The legal action that a text names. A capture may also be written with
    /// a hyphen.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn read_action(&self, text: &str) -> Result<Action, ReadTurnError> {
        if let Some(square) = Square::of_text(text) {
            if !self.is_face_down(square) {
                return Err(ReadTurnError::NotFaceDown {
                    text: text.to_owned(),
                    square,
                    position: Box::new(*self),
                });
            }
            return Ok(Action::Flip(square));
        }
        let squares = text
            .split_once(['-', 'x'])
            .and_then(|(from, to)| Some((Square::of_text(from)?, Square::of_text(to)?)));
        let (from, to) = squares.ok_or_else(|| ReadTurnError::Unreadable(text.to_owned()))?;
        let action = Action::Move(Move { from, to });
        let mut legal = Vec::new();
        self.actions(&mut legal);
        if !legal.contains(&action) {
            return Err(ReadTurnError::Illegal {
                text: text.to_owned(),
                position: Box::new(*self),
            });
        }
        if text.contains('x') && self.piece(to).is_none() {
            return Err(ReadTurnError::TakesNothing {
                text: text.to_owned(),
                right: self.write_action(action),
            });
        }
        Ok(action)
    }
}
