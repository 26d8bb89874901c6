//! Drawing a problem: stones, crucial stones, region.

use tabia_draw::go::Picture;
use tabia_go::{Board, Colour, Diagram, EyeProblem, Point, Writer, propose_frame, read_diagram};

use crate::desk::DeskError;
use crate::{Edit, SetUp, Tool};

const TOOLS: [Tool; 12] = [
    Tool::click("black", "Black stone"),
    Tool::click("white", "White stone"),
    Tool::click("crucial", "Crucial stone"),
    Tool::click("region", "Region"),
    Tool::click("erase", "Erase"),
    Tool::at_once("frame", "Propose region and crucial stones"),
    Tool::at_once("black-first", "Black plays first"),
    Tool::at_once("white-first", "White plays first"),
    Tool::at_once("size-7", "Empty 7×7"),
    Tool::at_once("size-9", "Empty 9×9"),
    Tool::at_once("size-13", "Empty 13×13"),
    Tool::at_once("size-19", "Empty 19×19"),
];

/// The diagram of a text after a change.
pub(super) fn set_up(text: &str, edit: Option<&Edit>) -> Result<SetUp, DeskError> {
    let mut diagram = match text.trim() {
        "" => empty(9),
        text => read_diagram(text.as_bytes()).map_err(|error| DeskError::Start {
            text: text.to_owned(),
            reason: error.to_string(),
        })?,
    };
    if let Some(edit) = edit {
        apply(&mut diagram, edit)?;
    }
    let Diagram {
        board,
        crucial,
        region,
        to_play,
        ..
    } = &diagram;
    let problem = EyeProblem::new(board.clone(), crucial, region, *to_play);
    Ok(SetUp {
        text: write(&diagram),
        board: Picture::new(board)
            .problem(crucial, region)
            .everywhere()
            .svg(),
        tools: TOOLS.to_vec(),
        fault: problem.err().map(|error| error.to_string()),
    })
}

fn empty(size: u8) -> Diagram {
    Diagram {
        board: Board::new(size, size).expect("a usual size"),
        crucial: Vec::new(),
        region: Vec::new(),
        to_play: None,
        name: None,
    }
}

fn apply(diagram: &mut Diagram, edit: &Edit) -> Result<(), DeskError> {
    let wrong = SetUp::wrong;
    let tool = SetUp::tool(&TOOLS, edit)?;
    if tool.at_once {
        match tool.name {
            "black-first" => diagram.to_play = Some(Colour::Black),
            "white-first" => diagram.to_play = Some(Colour::White),
            "frame" => {
                let proposed = propose_frame(diagram)
                    .map_err(|error| wrong("tool", "frame", &error.to_string()))?;
                diagram.crucial = proposed.crucial().to_vec();
                diagram.region = proposed.region().to_vec();
            }
            "size-7" => *diagram = empty(7),
            "size-9" => *diagram = empty(9),
            "size-13" => *diagram = empty(13),
            _ => *diagram = empty(19),
        }
        return Ok(());
    }
    let height = diagram.board.height();
    let point = Point::from_board(&edit.click, height)
        .filter(|&point| diagram.board.contains(point))
        .ok_or_else(|| wrong("click", &edit.click, "expected a point of the board"))?;
    // The same again takes back what a tool did.
    match tool.name {
        "black" | "white" => {
            let colour = match tool.name {
                "black" => Colour::Black,
                _ => Colour::White,
            };
            let again = diagram.board.stone(point) == Some(colour);
            diagram.board.set(point, (!again).then_some(colour));
            diagram.crucial.retain(|&p| p != point);
        }
        "crucial" if diagram.board.stone(point).is_none() => {
            return Err(wrong("click", &edit.click, "there is no stone to mark"));
        }
        "crucial" => toggle(&mut diagram.crucial, point),
        "region" => toggle(&mut diagram.region, point),
        _ => {
            diagram.board.set(point, None);
            diagram.crucial.retain(|&p| p != point);
            diagram.region.retain(|&p| p != point);
        }
    }
    Ok(())
}

fn toggle(points: &mut Vec<Point>, point: Point) {
    match points.iter().position(|&p| p == point) {
        Some(at) => drop(points.remove(at)),
        None => points.push(point),
    }
}

fn write(diagram: &Diagram) -> String {
    let sorted = |points: &[Point]| {
        let mut points = points.to_vec();
        points.sort_unstable();
        points
    };
    let mut writer = Writer::new();
    writer
        .open()
        .root(&diagram.board)
        .points("TR", &sorted(&diagram.crucial))
        .points("MA", &sorted(&diagram.region));
    if let Some(colour) = diagram.to_play {
        writer.text("PL", &colour.letter().to_string());
    }
    writer.close();
    writer.finish().split_whitespace().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clicks(edits: &[(&str, &str)]) -> Result<SetUp, DeskError> {
        crate::extra::clicked(set_up, edits)
    }

    #[test]
    fn a_problem_is_drawn_by_clicks_and_what_it_lacks_is_said() {
        let mut edits = vec![("size-7", "")];
        edits.extend(["A6", "B6", "C7", "C6"].map(|point| ("black", point)));
        edits.extend(["A5", "B5", "C5", "D5", "D6", "D7"].map(|point| ("white", point)));
        let bare = clicks(&edits).expect("all on the board");
        assert!(bare.fault.is_some_and(|fault| fault.contains("TR")));
        edits.extend(["A6", "B6", "C7", "C6"].map(|point| ("crucial", point)));
        edits.extend(["A7", "B7"].map(|point| ("region", point)));
        edits.push(("white-first", ""));
        let drawn = clicks(&edits).expect("all on the board");
        assert_eq!(drawn.fault, None, "{}", drawn.text);
        assert!(drawn.text.contains("PL[W]") && drawn.text.contains("MA[aa][ba]"));
        // A second click takes back.
        edits.push(("region", "B7"));
        let open = clicks(&edits).expect("all on the board");
        assert!(open.fault.is_some_and(|fault| fault.contains("enclosed")));
        edits.push(("erase", "A6"));
        let erased = clicks(&edits).expect("all on the board");
        assert!(!erased.text.contains("[ab]"), "{}", erased.text);
    }

    #[test]
    fn stones_alone_are_framed() {
        let mut edits = vec![("size-9", "")];
        edits.extend(["A8", "B8", "C9", "C8"].map(|point| ("black", point)));
        edits.extend(["A7", "B7", "C7", "D7", "D8", "D9"].map(|point| ("white", point)));
        edits.push(("frame", ""));
        let framed = clicks(&edits).expect("enclosed");
        assert_eq!(framed.fault, None, "{}", framed.text);
        assert!(framed.text.contains("MA[aa][ba]"), "{}", framed.text);
        let words = clicks(&[("black", "A1"), ("frame", "")]).expect_err("one colour");
        assert!(words.to_string().contains("both colours"), "{words}");
    }

    #[test]
    fn wrong_clicks_are_named() {
        for (tool, click, named) in [
            ("hammer", "A1", "`hammer`"),
            ("black", "Z99", "`Z99`"),
            ("black", "", "click ``"),
            ("crucial", "A1", "no stone"),
        ] {
            let words = clicks(&[(tool, click)]).expect_err("wrong").to_string();
            assert!(words.contains(named), "{words}");
        }
        assert!(set_up("hello", None).is_err());
    }
}
