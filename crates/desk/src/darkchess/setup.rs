//! Setting up pieces, face up or face down.

use tabia_darkchess::{FullPosition, Kind, Square};
use tabia_draw::darkchess::{Picture, Stands};
use tabia_kernel::rules::Side;

use crate::{DeskError, Edit, SetUp, Tool, rows};

const TOOLS: [Tool; 20] = [
    Tool::click("K", "White king"),
    Tool::click("G", "White guard"),
    Tool::click("B", "White bishop"),
    Tool::click("N", "White knight"),
    Tool::click("R", "White rook"),
    Tool::click("C", "White cannon"),
    Tool::click("P", "White pawn"),
    Tool::click("k", "Black king"),
    Tool::click("g", "Black guard"),
    Tool::click("b", "Black bishop"),
    Tool::click("n", "Black knight"),
    Tool::click("r", "Black rook"),
    Tool::click("c", "Black cannon"),
    Tool::click("p", "Black pawn"),
    Tool::click("face-down", "Face down"),
    Tool::click("erase", "Erase"),
    Tool::at_once("white-moves", "White moves"),
    Tool::at_once("black-moves", "Black moves"),
    Tool::at_once("empty", "Empty board"),
    Tool::at_once("start", "All face down"),
];

/// A board that need not be a position yet.
struct Sketch {
    squares: [Option<Stands>; 32],
    to_move: Side,
    /// Plies since the last capture, and the captured pieces if written.
    rest: String,
}

/// The board of a text after a change.
pub(super) fn set_up(text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
    let mut sketch = Sketch::read(text)?;
    if let Some(edit) = edit {
        sketch.apply(edit)?;
    }
    let text = sketch.write();
    let position: Result<FullPosition, _> = text.parse();
    Ok(SetUp {
        board: match &position {
            Ok(position) => Picture::new(position).steady().svg(),
            Err(_) => Picture::sketch(sketch.squares, Some(sketch.to_move))
                .steady()
                .svg(),
        },
        tools: TOOLS.to_vec(),
        fault: match position {
            Ok(position) if sketch.stuck(&position) => {
                Some("the side to move has no piece that can move".to_owned())
            }
            Ok(_) => None,
            Err(error) => Some(error.to_string()),
        },
        text,
    })
}

fn of_letter(letter: char) -> Option<Stands> {
    match letter {
        '?' => Some(Stands::Down),
        letter => Kind::of_letter(letter).map(|(side, kind)| Stands::Up(side, kind)),
    }
}

impl Sketch {
    fn empty() -> Sketch {
        Sketch {
            squares: [None; 32],
            to_move: Side::First,
            rest: "0".into(),
        }
    }

    fn read(text: &str) -> Result<Sketch, DeskError> {
        let text = text.trim();
        let mut sketch = Sketch::empty();
        if text.is_empty() {
            return Ok(sketch);
        }
        let wrong = |reason: String| DeskError::Start {
            text: text.to_owned(),
            reason,
        };
        let (board, rest) = text.split_once(' ').unwrap_or((text, "w 0"));
        let (side, rest) = rest.split_once(' ').unwrap_or((rest, "0"));
        sketch.to_move = match side {
            "b" => Side::Second,
            _ => Side::First,
        };
        sketch.rest = rest.to_owned();
        let squares = rows::read(board, 4, of_letter).map_err(wrong)?;
        sketch.squares.copy_from_slice(&squares);
        Ok(sketch)
    }

    fn write(&self) -> String {
        let text = rows::write(&self.squares, |stands| match stands {
            Stands::Down => '?',
            Stands::Up(side, kind) => kind.letter(side),
        });
        let is_up = |stands: &Option<Stands>| matches!(stands, Some(Stands::Up(..)));
        let side = match (self.squares.iter().any(is_up), self.to_move) {
            (false, _) => "-",
            (true, Side::First) => "w",
            (true, Side::Second) => "b",
        };
        format!("{text} {side} {}", self.rest)
    }

    /// Whether the game would be over before it begins.
    fn stuck(&self, position: &FullPosition) -> bool {
        let mut actions = Vec::new();
        position.actions(&mut actions);
        actions.is_empty()
    }

    fn apply(&mut self, edit: &Edit) -> Result<(), DeskError> {
        let tool = SetUp::tool(&TOOLS, edit)?;
        let stands = match tool.name {
            "white-moves" => {
                self.to_move = Side::First;
                return Ok(());
            }
            "black-moves" => {
                self.to_move = Side::Second;
                return Ok(());
            }
            "empty" => {
                *self = Sketch::empty();
                return Ok(());
            }
            "start" => {
                *self = Sketch::empty();
                self.squares = [Some(Stands::Down); 32];
                return Ok(());
            }
            "face-down" => Some(Stands::Down),
            "erase" => None,
            letter => letter.chars().next().and_then(of_letter),
        };
        let square = Square::of_text(&edit.click)
            .ok_or_else(|| SetUp::wrong("click", &edit.click, "expected a square, such as b5"))?;
        let place = &mut self.squares[square.number()];
        // The same again takes it back.
        *place = stands.filter(|_| *place != stands);
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
    fn an_endgame_is_set_up_by_clicks() {
        let edits = [
            ("K", "c3"),
            ("b", "b2"),
            ("p", "a1"),
            ("p", "a1"),
            ("black-moves", ""),
        ];
        let drawn = clicks(&edits).expect("all on the board");
        assert_eq!(drawn.text, "8/1b6/2K5/8 b 0");
        assert_eq!(drawn.fault, None);
        let start = clicks(&[("start", "")]).expect("a button");
        assert_eq!(
            (start.text.as_str(), start.fault),
            ("????????/????????/????????/???????? - 0", None)
        );
        // One king too many, and pieces that lie where they cannot.
        assert!(
            clicks(&[("K", "c3"), ("K", "c4")])
                .expect("drawn")
                .fault
                .is_some()
        );
        assert!(
            clicks(&[("K", "c3"), ("face-down", "c4")])
                .expect("drawn")
                .fault
                .is_some()
        );
    }

    #[test]
    fn wrong_clicks_and_texts_are_named() {
        for (tool, click, named) in [("hammer", "a1", "`hammer`"), ("K", "z9", "`z9`")] {
            let words = clicks(&[(tool, click)]).expect_err("wrong").to_string();
            assert!(words.contains(named), "{words}");
        }
        for text in ["8/8/8 w 0", "9/8/8/8 w 0", "7/8/8/8 w 0", "x7/8/8/8 w 0"] {
            assert!(set_up(text, None).is_err(), "{text}");
        }
    }
}
