//! Points of the board.

use std::fmt;

/// A point of a board of at most 19×19, counted from the upper left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    /// The column, from the left.
    pub x: u8,
    /// The row, from the top.
    pub y: u8,
}

/// Columns as printed around a board: there is no I.
const COLUMNS: &[u8; 19] = b"ABCDEFGHJKLMNOPQRST";

impl Point {
    /// The point in column `x` and row `y`, from the upper left corner.
    #[must_use]
    pub const fn new(x: u8, y: u8) -> Point {
        Point { x, y }
    }

    /// The point as SGF writes it: `aa` is the upper left corner.
    ///
    /// ```
    /// use tabia_go::Point;
    /// assert_eq!(Point::from_sgf("hc"), Some(Point::new(7, 2)));
    /// assert_eq!(Point::from_sgf("h"), None);
    /// ```
    #[must_use]
    pub fn from_sgf(text: &str) -> Option<Point> {
        let &[x, y] = text.as_bytes() else {
            return None;
        };
        let number = |letter: u8| (b'a'..=b's').contains(&letter).then(|| letter - b'a');
        Some(Point::new(number(x)?, number(y)?))
    }

    /// What SGF calls it.
    #[must_use]
    pub fn sgf(self) -> String {
        let letter = |number: u8| char::from(b'a' + number);
        String::from_iter([letter(self.x), letter(self.y)])
    }

    /// The point as written beside a board of this height: `H7`, rows from
    /// below.
    ///
    /// ```
    /// use tabia_go::Point;
    /// assert_eq!(Point::from_board("h7", 9), Some(Point::new(7, 2)));
    /// assert_eq!(Point::from_board("j1", 9), Some(Point::new(8, 8)));
    /// assert_eq!(Point::from_board("i1", 9), None);
    /// ```
    #[must_use]
    pub fn from_board(text: &str, height: u8) -> Option<Point> {
        let column = text.bytes().next()?.to_ascii_uppercase();
        let x = COLUMNS.iter().position(|&letter| letter == column)?;
        let row: u8 = text.get(1..)?.parse().ok()?;
        let y = height.checked_sub(row).filter(|&y| y < height)?;
        Some(Point::new(x as u8, y))
    }

    /// What people call it on a board of this height.
    #[must_use]
    pub fn on_board(self, height: u8) -> String {
        let column = COLUMNS
            .get(usize::from(self.x))
            .map_or('?', |&c| char::from(c));
        format!("{column}{}", height.saturating_sub(self.y))
    }
}

/// A point as people call it on its board, for messages: `B19`.
///
/// ```
/// use tabia_go::{Point, Vertex};
/// assert_eq!(Vertex::new(Point::new(1, 0), 19).to_string(), "B19");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vertex {
    point: Point,
    height: u8,
}

impl Vertex {
    /// The point on a board of this height.
    #[must_use]
    pub const fn new(point: Point, height: u8) -> Vertex {
        Vertex { point, height }
    }
}

impl fmt::Display for Vertex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.point.on_board(self.height))
    }
}

impl fmt::Display for Point {
    /// As in SGF.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sgf())
    }
}
