//! The board that a session is about.

use crate::{Board, Colour, Point, read_diagram, read_position};

use super::Response;

/// Nobody's SGF file is larger.
const LARGEST: u64 = 64 << 20;
/// Moves that can be taken back.
const MOST_MOVES: usize = 10_000;

/// Board, marks, and what came before.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) board: Board,
    /// Crucial stones and region, as a file marked them.
    pub(super) marks: Option<(Vec<Point>, Vec<Point>)>,
    /// Where the next move may not be: a ko.
    ko: Option<Point>,
    past: Vec<(Board, Option<Point>)>,
}

/// A colour as the protocol writes it.
pub(super) fn colour(word: Option<&str>) -> Result<Colour, String> {
    match word.map(str::to_ascii_lowercase).as_deref() {
        Some("b" | "black") => Ok(Colour::Black),
        Some("w" | "white") => Ok(Colour::White),
        _ => Err("invalid color or coordinate".to_owned()),
    }
}

impl Table {
    pub(super) fn new() -> Table {
        let side = Board::LONGEST;
        Table::of(Board::new(side, side).expect("a size"))
    }

    fn of(board: Board) -> Table {
        Table {
            board,
            marks: None,
            ko: None,
            past: Vec::new(),
        }
    }

    pub(super) fn resize(&mut self, size: Option<&str>) -> Response {
        let size = size.and_then(|word| word.parse::<u32>().ok());
        let size = size.ok_or("boardsize not an integer")?;
        let side = u8::try_from(size).ok();
        let board = side.and_then(|side| Board::new(side, side));
        *self = Table::of(board.ok_or("unacceptable size")?);
        Ok(String::new())
    }

    pub(super) fn clear(&mut self) -> Response {
        let board = Board::new(self.board.width(), self.board.height());
        *self = Table::of(board.expect("the size it has"));
        Ok(String::new())
    }

    /// Komi has no part in what is asked here, but must be a number.
    pub(super) fn set_komi(&mut self, komi: Option<&str>) -> Response {
        match komi.map(str::parse::<f64>) {
            Some(Ok(komi)) if komi.is_finite() => Ok(String::new()),
            _ => Err("syntax error".to_owned()),
        }
    }

    /// A point by its name; `None` for a pass.
    pub(super) fn point(&self, word: Option<&str>) -> Result<Option<Point>, String> {
        let word = word.ok_or("invalid color or coordinate")?;
        if word.eq_ignore_ascii_case("pass") {
            return Ok(None);
        }
        let point = Point::from_board(word, self.board.height());
        match point.filter(|&point| self.board.contains(point)) {
            Some(point) => Ok(Some(point)),
            None => Err("invalid color or coordinate".to_owned()),
        }
    }

    pub(super) fn vertex(&self, point: Option<Point>) -> String {
        point.map_or("PASS".to_owned(), |p| p.on_board(self.board.height()))
    }

    pub(super) fn play(&mut self, mover: Option<&str>, vertex: Option<&str>) -> Response {
        let mover = colour(mover)?;
        let point = self.point(vertex)?;
        self.put(mover, point)
    }

    pub(super) fn put(&mut self, mover: Colour, point: Option<Point>) -> Response {
        if self.past.len() >= MOST_MOVES {
            return Err("too many moves".to_owned());
        }
        let before = self.board.clone();
        let mut ko = None;
        if let Some(point) = point {
            let captured = match self.ko == Some(point) {
                true => None,
                false => self.board.play(point, mover),
            };
            let captured = captured.ok_or("illegal move")?;
            if let [one] = captured[..] {
                // Taking back at once would repeat the board.
                let mut again = self.board.clone();
                let retakes = again.play(one, mover.other()).is_some();
                ko = (retakes && again == before).then_some(one);
            }
        }
        self.past.push((before, self.ko));
        self.ko = ko;
        Ok(String::new())
    }

    pub(super) fn undo(&mut self) -> Response {
        let (board, ko) = self.past.pop().ok_or("cannot undo")?;
        (self.board, self.ko) = (board, ko);
        Ok(String::new())
    }

    /// Loads a file: the diagram with marks if there is one, otherwise the main
    /// line, up to the position before the given move. Answers who is to play.
    pub(super) fn load(&mut self, file: Option<&str>, before: Option<&str>) -> Response {
        let file = file.ok_or("missing filename")?;
        let cannot = |error: &dyn std::fmt::Display| format!("cannot load file: {error}");
        let length = std::fs::metadata(file).map_err(|e| cannot(&e))?.len();
        if length > LARGEST {
            return Err("cannot load file: it is too large".to_owned());
        }
        let bytes = std::fs::read(file).map_err(|e| cannot(&e))?;
        let moves = match before {
            None => None,
            Some(word) => {
                let number: usize = word.parse().map_err(|_| "syntax error")?;
                Some(number.saturating_sub(1))
            }
        };
        let marked = read_diagram(&bytes).map_err(|e| cannot(&e))?;
        let has_marks = !marked.crucial.is_empty() && !marked.region.is_empty();
        let diagram = match has_marks && moves.is_none() {
            true => marked,
            false => read_position(&bytes, moves).map_err(|e| cannot(&e))?,
        };
        *self = Table::of(diagram.board);
        if !diagram.crucial.is_empty() && !diagram.region.is_empty() {
            self.marks = Some((diagram.crucial, diagram.region));
        }
        Ok(match diagram.to_play {
            Some(Colour::White) => "white".to_owned(),
            _ => "black".to_owned(),
        })
    }

    /// The board as text, X for Black.
    pub(super) fn picture(&self) -> String {
        let (width, height) = (self.board.width(), self.board.height());
        let mut letters = String::from("  ");
        for x in 0..width {
            let name = Point::new(x, 0).on_board(height);
            letters.push(' ');
            letters.extend(name.chars().next());
        }
        let mut text = format!("\n{letters}");
        for y in 0..height {
            text += &format!("\n{:2}", height - y);
            for x in 0..width {
                text += match self.board.stone(Point::new(x, y)) {
                    None => " .",
                    Some(Colour::Black) => " X",
                    Some(Colour::White) => " O",
                };
            }
            text += &format!(" {}", height - y);
        }
        text + "\n" + &letters
    }
}
