//! Setting up pieces: from the tray into the hand, from there to the board.

use tabia_draw::quarto::Picture;
use tabia_quarto::{Piece, Position, Rules, Square};

use crate::{DeskError, Edit, SetUp, Tool};

const TOOLS: [Tool; 2] = [
    Tool::click(
        "put",
        "A piece in hand, then a square; a piece that stands leaves",
    ),
    Tool::at_once("empty", "Empty board"),
];

/// The position of a text after a change. A change that completes a line is
/// refused, so that what is drawn can always be played.
pub(super) fn set_up(rules: &Rules, text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
    let mut position = match text.trim() {
        "" => Position::EMPTY,
        text => read(rules, text)?,
    };
    if let Some(edit) = edit {
        position = match SetUp::tool(&TOOLS, edit)?.name {
            "empty" => Position::EMPTY,
            _ => put(rules, &position, &edit.click)?,
        };
    }
    let full = position.remaining().is_empty() && position.hand().is_none();
    Ok(SetUp {
        text: position.to_string(),
        board: Picture::new(&position).tall().svg(),
        tools: TOOLS.to_vec(),
        fault: full.then(|| "the board is full".to_owned()),
    })
}

fn read(rules: &Rules, text: &str) -> Result<Position, DeskError> {
    Position::read(text, rules).map_err(|error| DeskError::Start {
        text: text.to_owned(),
        reason: error.to_string(),
    })
}

/// A click on a piece of the tray takes it into the hand, or back; one on an
/// empty square puts it there; one on a piece takes that off.
fn put(rules: &Rules, position: &Position, click: &str) -> Result<Position, DeskError> {
    let wrong = |reason: &str| SetUp::wrong("click", click, reason);
    let mut cells: Vec<String> = Square::all()
        .map(|cell| {
            position
                .piece_at(cell)
                .map_or(".".to_owned(), |p| p.to_string())
        })
        .collect();
    let mut hand = position.hand();
    if let Some(piece) = Piece::read(click) {
        if cells.contains(&piece.to_string()) {
            return Err(wrong("it stands on the board"));
        }
        hand = Some(piece).filter(|_| hand != Some(piece));
    } else {
        let square = Square::all().find(|square| square.to_string() == click);
        let square = square.ok_or_else(|| wrong("expected a piece or a square"))?;
        let cell = &mut cells[square.index()];
        match (cell.as_str(), hand) {
            (".", None) => return Err(wrong("take a piece from the tray first")),
            (".", Some(piece)) => {
                *cell = piece.to_string();
                hand = None;
            }
            _ => *cell = ".".to_owned(),
        }
    }
    let hand = hand.map_or("-".to_owned(), |piece| piece.to_string());
    read(rules, &format!("{}/{hand}", cells.concat()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clicks(clicks: &[&str]) -> Result<SetUp, DeskError> {
        let rules = Rules::lines();
        let mut now = set_up(&rules, "", None)?;
        for click in clicks {
            let edit = Edit {
                tool: "put".into(),
                click: (*click).to_owned(),
            };
            now = set_up(&rules, &now.text, Some(&edit))?;
        }
        Ok(now)
    }

    #[test]
    fn a_position_is_set_up_by_clicks() {
        let drawn = clicks(&["0", "a1", "d", "b1", "7", "c1", "c1", "b"]).expect("all legal");
        assert_eq!(drawn.text, "0d............../b");
        assert_eq!(drawn.fault, None);
        assert_eq!(
            clicks(&["b", "b"]).expect("and back").text,
            "................/-"
        );
    }

    #[test]
    fn a_line_is_not_completed_and_wrong_clicks_are_named() {
        for (path, named) in [
            (
                vec!["0", "a1", "1", "b1", "2", "c1", "3", "d1"],
                "share a property",
            ),
            (vec!["a1"], "from the tray"),
            (vec!["0", "a1", "0"], "on the board"),
            (vec!["z9"], "`z9`"),
        ] {
            let words = clicks(&path).expect_err("refused").to_string();
            assert!(words.contains(named), "{words}");
        }
    }
}
