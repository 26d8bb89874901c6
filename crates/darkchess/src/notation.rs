//! Positions and moves as text.

use std::fmt;
use std::str::FromStr;

use tabia_kernel::rules::{Game, Notation, Side};
use thiserror::Error;

use crate::game::{DarkChess, Move};
use crate::piece::Kind;
use crate::position::Position;
use crate::square::Square;

/// Why a text is no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("position {text:?}: {problem}")]
pub struct ReadPositionError {
    text: String,
    problem: PositionProblem,
}

/// What is wrong with a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PositionProblem {
    #[error("expected board, side to move and plies since the last capture, as in 8/1b6/2K5/8 b 0")]
    NotThreeFields,
    #[error("the board has {0} rows instead of 4")]
    Rows(usize),
    #[error("row {row} has {squares} squares instead of 8")]
    Width { row: char, squares: u32 },
    #[error("row {row}, character {place}: {found:?} is no piece and no number of empty squares")]
    NoPiece {
        row: char,
        place: usize,
        found: char,
    },
    #[error("row {row}, character {place}: face-down pieces are not part of these rules")]
    FaceDown { row: char, place: usize },
    #[error("{piece} on {square} is one more than the {most} of the full game")]
    TooMany {
        piece: char,
        square: Square,
        most: u32,
    },
    #[error("there are no pieces")]
    NoPieces,
    #[error("side to move {0:?} is neither w nor b")]
    NoSide(String),
    #[error("{0:?} is no number of plies since the last capture")]
    NoPlies(String),
}

impl FromStr for Position {
    type Err = ReadPositionError;

    fn from_str(text: &str) -> Result<Position, ReadPositionError> {
        read(text).map_err(|problem| ReadPositionError {
            text: text.to_owned(),
            problem,
        })
    }
}

fn read(text: &str) -> Result<Position, PositionProblem> {
    let fields: Vec<&str> = text.split_whitespace().collect();
    let [board, side, plies] = fields[..] else {
        return Err(PositionProblem::NotThreeFields);
    };
    let to_move = match side {
        "w" => Side::First,
        "b" => Side::Second,
        _ => return Err(PositionProblem::NoSide(side.to_owned())),
    };
    let mut position = Position::empty(to_move).with_quiet(read_plies(plies)?);
    read_board(board, &mut position, None)?;
    if position.material().elements() == 0 {
        return Err(PositionProblem::NoPieces);
    }
    Ok(position)
}

/// Reads the number of plies since the last capture.
pub(crate) fn read_plies(plies: &str) -> Result<u16, PositionProblem> {
    let is_number = plies.bytes().all(|b| b.is_ascii_digit());
    let quiet = is_number.then(|| plies.parse::<u16>().ok()).flatten();
    quiet.ok_or_else(|| PositionProblem::NoPlies(plies.to_owned()))
}

/// Reads four rows onto an empty position. Squares with a face-down piece are
/// added to `face_down`; without such a set there may be none.
pub(crate) fn read_board(
    board: &str,
    position: &mut Position,
    mut face_down: Option<&mut u32>,
) -> Result<(), PositionProblem> {
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != 4 {
        return Err(PositionProblem::Rows(rows.len()));
    }
    for (first, (row, text)) in (0..).step_by(8).zip(('a'..).zip(rows)) {
        read_row(position, face_down.as_deref_mut(), row, first, text)?;
    }
    Ok(())
}

/// Reads one row onto the squares from `first` on.
fn read_row(
    position: &mut Position,
    mut face_down: Option<&mut u32>,
    row: char,
    first: u8,
    text: &str,
) -> Result<(), PositionProblem> {
    let mut column = 0u32;
    for (place, found) in (1..).zip(text.chars()) {
        if let Some(empty @ 1..=8) = found.to_digit(10) {
            column += empty;
            continue;
        }
        if found == '?' {
            let Some(set) = face_down.as_deref_mut() else {
                return Err(PositionProblem::FaceDown { row, place });
            };
            if column < 8 {
                *set |= Square::new(first + column as u8).bit();
            }
            column += 1;
            continue;
        }
        let Some((side, kind)) = Kind::of_letter(found) else {
            return Err(PositionProblem::NoPiece { row, place, found });
        };
        if column < 8 {
            let square = Square::new(first + column as u8);
            if position.material().count(side, kind) == kind.most() {
                return Err(PositionProblem::TooMany {
                    piece: found,
                    square,
                    most: kind.most(),
                });
            }
            position.put(square, side, kind);
        }
        column += 1;
    }
    if column != 8 {
        return Err(PositionProblem::Width {
            row,
            squares: column,
        });
    }
    Ok(())
}

/// Writes four rows of letters, runs of empty squares as numbers.
pub(crate) fn write_board(
    f: &mut fmt::Formatter<'_>,
    letter: impl Fn(Square) -> Option<char>,
) -> fmt::Result {
    for row in 0..4 {
        if row > 0 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for column in 0..8 {
            let Some(letter) = letter(Square::new(8 * row + column)) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                write!(f, "{empty}")?;
            }
            empty = 0;
            write!(f, "{letter}")?;
        }
        if empty > 0 {
            write!(f, "{empty}")?;
        }
    }
    Ok(())
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_board(f, |square| {
            self.piece(square).map(|(side, kind)| kind.letter(side))
        })?;
        let side = match self.to_move() {
            Side::First => 'w',
            Side::Second => 'b',
        };
        write!(f, " {side} {}", self.quiet())
    }
}

/// Why a text is no legal move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadMoveError {
    /// It does not look like one.
    #[error("move {0:?} is not written like b2-b1 or b2xc2")]
    Unreadable(String),
    /// It is written as a step and takes something, or the reverse.
    #[error("move {text:?} is written {right}")]
    Mark {
        /// The whole text.
        text: String,
        /// How it is written.
        right: String,
    },
    /// The rules do not allow it.
    #[error("move {text:?} is not legal in {position}")]
    Illegal {
        /// The whole text.
        text: String,
        /// Where.
        position: Position,
    },
}

impl Notation for DarkChess {
    type ReadMoveError = ReadMoveError;
    type ReadStateError = ReadPositionError;

    fn write_move(&self, s: &Position, m: Move) -> String {
        let mark = match s.piece(m.to) {
            None => '-',
            Some(_) => 'x',
        };
        format!("{}{mark}{}", m.from, m.to)
    }

    fn read_move(&self, s: &Position, text: &str) -> Result<Move, ReadMoveError> {
        let squares = text.split_once(['-', 'x']).and_then(|(from, to)| {
            let from = Square::of_text(from)?;
            Some(Move {
                from,
                to: Square::of_text(to)?,
            })
        });
        let m = squares.ok_or_else(|| ReadMoveError::Unreadable(text.to_owned()))?;
        let mut legal = Vec::new();
        self.moves(s, &mut legal);
        if !legal.contains(&m) {
            return Err(ReadMoveError::Illegal {
                text: text.to_owned(),
                position: *s,
            });
        }
        let right = self.write_move(s, m);
        if right != text {
            return Err(ReadMoveError::Mark {
                text: text.to_owned(),
                right,
            });
        }
        Ok(m)
    }

    fn write_state(&self, s: &Position) -> String {
        s.to_string()
    }

    fn read_state(&self, text: &str) -> Result<Position, ReadPositionError> {
        text.parse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Position>().expect_err(text).to_string();
        assert!(error("8/1b6/2K5/8 b").contains("as in"));
        assert!(error("8/1b6/2K5 b 0").contains("3 rows"));
        assert!(error("8/1b7/2K5/8 b 0").contains("row b has 9 squares"));
        assert!(error("8/1b6/2K4/8 b 0").contains("row c has 7 squares"));
        assert!(error("8/1z6/2K5/8 b 0").contains("row b, character 2: 'z'"));
        assert!(error("8/1?6/2K5/8 b 0").contains("face-down"));
        assert!(error("8/1b6/2KK4/8 b 0").contains("K on c4"));
        assert!(error("8/8/8/8 b 0").contains("no pieces"));
        assert!(error("8/1b6/2K5/8 x 0").contains("neither w nor b"));
        assert!(error("8/1b6/2K5/8 b +1").contains("\"+1\""));
        assert!(error("8/1b6/2K5/8 b 70000").contains("70000"));
    }

    #[test]
    fn moves_are_read_with_their_mark() {
        let s: Position = "8/1bK5/8/8 w 0".parse().expect("a position");
        let error = |text: &str| {
            let error = DarkChess.read_move(&s, text).expect_err(text);
            error.to_string()
        };
        assert!(DarkChess.read_move(&s, "b3xb2").is_ok());
        assert!(error("b3-b2").contains("is written b3xb2"));
        assert!(error("b3-c4").contains("not legal"));
        assert!(error("b2-b1").contains("not legal"));
        assert!(error("b3b4").contains("not written like"));
    }
}
