//! From a problem to SGF.

use std::fmt::Write as _;

use crate::{Board, Colour, EyeProblem, Point};

/// Writes SGF, property by property. Game trees, nodes and variations are
/// opened and closed by the caller in the order of the format.
#[derive(Clone, Debug, Default)]
pub struct Writer(String);

impl Writer {
    /// An empty text.
    #[must_use]
    pub fn new() -> Writer {
        Writer::default()
    }

    /// Begins a game tree or a variation.
    pub fn open(&mut self) -> &mut Writer {
        self.0.push('(');
        self
    }

    /// Ends it.
    pub fn close(&mut self) -> &mut Writer {
        self.0.push_str(")\n");
        self
    }

    /// Begins a node.
    pub fn node(&mut self) -> &mut Writer {
        self.0.push(';');
        self
    }

    /// A property with a text for its value.
    pub fn text(&mut self, property: &str, value: &str) -> &mut Writer {
        self.0.push_str(property);
        self.0.push('[');
        for letter in value.chars() {
            if matches!(letter, ']' | '\\') {
                self.0.push('\\');
            }
            self.0.push(letter);
        }
        self.0.push(']');
        self
    }

    /// A property with a list of points; nothing if there are none.
    pub fn points<'p>(
        &mut self,
        property: &str,
        points: impl IntoIterator<Item = &'p Point>,
    ) -> &mut Writer {
        for (i, point) in points.into_iter().enumerate() {
            if i == 0 {
                self.0.push_str(property);
            }
            // Writing to a string does not fail.
            let _ = write!(self.0, "[{point}]");
        }
        self
    }

    /// A move; `None` is a pass.
    pub fn play(&mut self, colour: Colour, point: Option<Point>) -> &mut Writer {
        let name = match colour {
            Colour::Black => "B",
            Colour::White => "W",
        };
        let at = point.map(Point::sgf).unwrap_or_default();
        self.text(name, &at)
    }

    /// The root of a game tree with a board: format, size and stones.
    pub fn root(&mut self, board: &Board) -> &mut Writer {
        let size = match (board.width(), board.height()) {
            (width, height) if width == height => width.to_string(),
            (width, height) => format!("{width}:{height}"),
        };
        self.node()
            .text("FF", "4")
            .text("GM", "1")
            .text("CA", "UTF-8");
        self.text("SZ", &size);
        for (property, colour) in [("AB", Colour::Black), ("AW", Colour::White)] {
            let stones: Vec<Point> = board
                .points()
                .filter(|point| board.stone(*point) == Some(colour))
                .collect();
            self.points(property, &stones);
        }
        self
    }

    /// The root of a game tree with a problem, marks included.
    pub fn problem(&mut self, problem: &EyeProblem) -> &mut Writer {
        self.problem_without_player(problem);
        if let Some(colour) = problem.to_play() {
            self.text("PL", &colour.letter().to_string());
        }
        self
    }

    /// The same, whoever is to play.
    pub(crate) fn problem_without_player(&mut self, problem: &EyeProblem) -> &mut Writer {
        self.root(problem.board())
            .points("TR", problem.crucial())
            .points("MA", problem.region())
    }

    /// The text so far.
    #[must_use]
    pub fn finish(self) -> String {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read_problem;

    #[test]
    fn what_is_written_can_be_read() {
        let sgf = b"(;SZ[9:7]AB[ab:bb][ca:cb]AW[ac:cc][da:dc][ea:eb]\
                    TR[ab:bb][ca:cb]MA[aa:ba]PL[W])";
        let problem = read_problem(sgf).expect("a problem");
        let mut writer = Writer::new();
        writer
            .open()
            .problem(&problem)
            .text("C", "a [bracket] \\")
            .close();
        let text = writer.finish();
        assert_eq!(read_problem(text.as_bytes()), Ok(problem));
        assert!(text.contains("C[a [bracket\\] \\\\]"), "{text}");
    }
}
