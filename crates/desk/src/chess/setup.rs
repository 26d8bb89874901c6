//! Setting up pieces, who moves and who may castle.

use cozy_chess::{Color, Piece, Square};
use tabia_chess::text::read_fen;
use tabia_draw::chess::Picture;

use crate::{DeskError, Edit, SetUp, Tool, rows};

const TOOLS: [Tool; 21] = [
    Tool::click("K", "White king"),
    Tool::click("Q", "White queen"),
    Tool::click("R", "White rook"),
    Tool::click("B", "White bishop"),
    Tool::click("N", "White knight"),
    Tool::click("P", "White pawn"),
    Tool::click("k", "Black king"),
    Tool::click("q", "Black queen"),
    Tool::click("r", "Black rook"),
    Tool::click("b", "Black bishop"),
    Tool::click("n", "Black knight"),
    Tool::click("p", "Black pawn"),
    Tool::click("erase", "Erase"),
    Tool::at_once("white-moves", "White moves"),
    Tool::at_once("black-moves", "Black moves"),
    Tool::at_once("castle-K", "White may castle short"),
    Tool::at_once("castle-Q", "White may castle long"),
    Tool::at_once("castle-k", "Black may castle short"),
    Tool::at_once("castle-q", "Black may castle long"),
    Tool::at_once("empty", "Empty board"),
    Tool::at_once("start", "All pieces"),
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// A board that need not be a position yet.
struct Sketch {
    pieces: [Option<(Color, Piece)>; 64],
    to_move: Color,
    castling: String,
}

/// The board of a text after a change.
pub(super) fn set_up(text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
    let mut sketch = Sketch::read(text)?;
    if let Some(edit) = edit {
        sketch.apply(edit)?;
    }
    let text = sketch.write();
    Ok(SetUp {
        board: Picture::sketch(sketch.pieces, sketch.to_move).svg(),
        tools: TOOLS.to_vec(),
        fault: read_fen(&text).err().map(|error| error.to_string()),
        text,
    })
}

fn piece(letter: char) -> Option<(Color, Piece)> {
    let piece = match letter.to_ascii_lowercase() {
        'k' => Piece::King,
        'q' => Piece::Queen,
        'r' => Piece::Rook,
        'b' => Piece::Bishop,
        'n' => Piece::Knight,
        'p' => Piece::Pawn,
        _ => return None,
    };
    let color = match letter.is_ascii_uppercase() {
        true => Color::White,
        false => Color::Black,
    };
    Some((color, piece))
}

fn letter((color, piece): (Color, Piece)) -> char {
    let letter = match piece {
        Piece::King => 'k',
        Piece::Queen => 'q',
        Piece::Rook => 'r',
        Piece::Bishop => 'b',
        Piece::Knight => 'n',
        Piece::Pawn => 'p',
    };
    match color {
        Color::White => letter.to_ascii_uppercase(),
        Color::Black => letter,
    }
}

impl Sketch {
    fn empty() -> Sketch {
        Sketch {
            pieces: [None; 64],
            to_move: Color::White,
            castling: String::new(),
        }
    }

    /// A FEN of which only the board has to be there.
    fn read(text: &str) -> Result<Sketch, DeskError> {
        let mut sketch = Sketch::empty();
        let mut fields = text.split_whitespace();
        let Some(board) = fields.next() else {
            return Ok(sketch);
        };
        let wrong = |reason: String| DeskError::Start {
            text: text.to_owned(),
            reason,
        };
        let squares = rows::read(board, 8, piece).map_err(wrong)?;
        // The first row is the eighth rank.
        for (square, on) in squares.into_iter().enumerate() {
            sketch.pieces[square ^ 56] = on;
        }
        if fields.next() == Some("b") {
            sketch.to_move = Color::Black;
        }
        let castling = fields.next().unwrap_or("-");
        for right in castling.chars().filter(|c| "KQkq".contains(*c)) {
            sketch.toggle(right);
        }
        Ok(sketch)
    }

    fn write(&self) -> String {
        let squares: Vec<_> = (0..64).map(|square| self.pieces[square ^ 56]).collect();
        let text = rows::write(&squares, letter);
        let side = match self.to_move {
            Color::White => 'w',
            Color::Black => 'b',
        };
        let castling = match self.castling.as_str() {
            "" => "-",
            castling => castling,
        };
        format!("{text} {side} {castling} - 0 1")
    }

    /// Grants a right to castle, or takes it.
    fn toggle(&mut self, right: char) {
        let has = |other: &char| (*other == right) != self.castling.contains(*other);
        self.castling = "KQkq".chars().filter(has).collect();
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), DeskError> {
        let tool = SetUp::tool(&TOOLS, edit)?;
        match tool.name {
            "white-moves" => self.to_move = Color::White,
            "black-moves" => self.to_move = Color::Black,
            "empty" => *self = Sketch::empty(),
            "start" => *self = Sketch::read(START)?,
            name if tool.at_once => {
                let right = name.chars().last().expect("names are not empty");
                self.toggle(right);
            }
            name => {
                let square: Square = edit.click.parse().map_err(|_| {
                    SetUp::wrong("click", &edit.click, "expected a square, such as e4")
                })?;
                let put = name
                    .chars()
                    .next()
                    .filter(|_| name.len() == 1)
                    .and_then(piece);
                let place = &mut self.pieces[square as usize];
                // The same again takes it back.
                *place = put.filter(|_| *place != put);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clicks(edits: &[(&str, &str)]) -> Result<SetUp, DeskError> {
        crate::extra::clicked(set_up, edits)
    }

    #[test]
    fn a_position_is_set_up_by_clicks() {
        let edits = [
            ("K", "g6"),
            ("k", "h8"),
            ("P", "a7"),
            ("Q", "a7"),
            ("P", "a7"),
            ("r", "b1"),
            ("erase", "b1"),
        ];
        let drawn = clicks(&edits).expect("all on the board");
        assert_eq!(drawn.text, "7k/P7/6K1/8/8/8/8/8 w - - 0 1");
        assert_eq!(drawn.fault, None);
        let start = clicks(&[("start", ""), ("castle-Q", ""), ("black-moves", "")]);
        let start = start.expect("buttons");
        assert!(start.text.ends_with(" b Kkq - 0 1"), "{}", start.text);
        assert_eq!(start.fault, None);
        let no_kings = clicks(&[("P", "a2")]).expect("drawn");
        assert!(no_kings.fault.is_some());
        let castle = clicks(&[("K", "g6"), ("k", "h8"), ("castle-K", "")]).expect("drawn");
        assert!(castle.fault.is_some());
    }

    #[test]
    fn wrong_clicks_and_texts_are_named() {
        for (tool, click, named) in [("hammer", "a1", "`hammer`"), ("K", "i9", "`i9`")] {
            let words = clicks(&[(tool, click)]).expect_err("wrong").to_string();
            assert!(words.contains(named), "{words}");
        }
        for text in [
            "8/8 w",
            "9/8/8/8/8/8/8/8 w",
            "x7/8/8/8/8/8/8/8 w",
            "7/8/8/8/8/8/8/8",
        ] {
            assert!(set_up(text, None).is_err(), "{text}");
        }
    }
}
