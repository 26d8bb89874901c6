//! A board with stones on it.

use crate::Point;

/// Black or White.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Colour {
    /// Black.
    Black,
    /// White.
    White,
}

impl Colour {
    /// The opponent's colour.
    #[must_use]
    pub const fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }

    /// `B` or `W`.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Colour::Black => 'B',
            Colour::White => 'W',
        }
    }
}

/// A rectangular board, from 2×2 to 19×19, and what stands on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    width: u8,
    height: u8,
    stones: Vec<Option<Colour>>,
}

impl Board {
    /// The longest side there may be.
    pub const LONGEST: u8 = 19;
    /// The shortest one.
    pub const SHORTEST: u8 = 2;

    /// An empty board, if it has an admissible size.
    #[must_use]
    pub fn new(width: u8, height: u8) -> Option<Board> {
        let sides = Board::SHORTEST..=Board::LONGEST;
        (sides.contains(&width) && sides.contains(&height)).then(|| Board {
            width,
            height,
            stones: vec![None; usize::from(width) * usize::from(height)],
        })
    }

    /// Number of columns.
    #[must_use]
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Number of rows.
    #[must_use]
    pub fn height(&self) -> u8 {
        self.height
    }

    /// Whether the point is on the board.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        point.x < self.width && point.y < self.height
    }

    /// The stone on a point.
    ///
    /// # Panics
    ///
    /// When the point is off the board, as do the functions that follow.
    #[must_use]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        self.stones[self.index(point)]
    }

    /// Puts a stone on a point, or takes it away. Nothing is captured.
    pub fn set(&mut self, point: Point, stone: Option<Colour>) {
        let index = self.index(point);
        self.stones[index] = stone;
    }

    /// The point's number: row by row, from 0.
    #[must_use]
    pub fn index(&self, point: Point) -> usize {
        assert!(self.contains(point), "{point} is not on the board");
        usize::from(point.y) * usize::from(self.width) + usize::from(point.x)
    }

    /// All points, row by row.
    pub fn points(&self) -> impl Iterator<Item = Point> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| Point::new(x, y)))
    }

    /// The two to four points next to a point.
    pub fn neighbours(&self, point: Point) -> impl Iterator<Item = Point> + use<> {
        let (width, height) = (self.width, self.height);
        let steps = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        steps.into_iter().filter_map(move |(dx, dy)| {
            let x = point.x.checked_add_signed(dx)?;
            let y = point.y.checked_add_signed(dy)?;
            (x < width && y < height).then_some(Point::new(x, y))
        })
    }

    /// The stones joined to the one on a point, itself first; none if the
    /// point is empty.
    #[must_use]
    pub fn block(&self, point: Point) -> Vec<Point> {
        let Some(colour) = self.stone(point) else {
            return Vec::new();
        };
        let mut block = vec![point];
        let mut next = 0;
        while next < block.len() {
            for near in self.neighbours(block[next]) {
                if self.stone(near) == Some(colour) && !block.contains(&near) {
                    block.push(near);
                }
            }
            next += 1;
        }
        block
    }

    /// Whether a block has an empty point next to it.
    #[must_use]
    pub fn has_liberty(&self, block: &[Point]) -> bool {
        let mut near = block.iter().flat_map(|&point| self.neighbours(point));
        near.any(|point| self.stone(point).is_none())
    }

    /// Plays a stone and takes what it captures; the captured points. `None`,
    /// and the board as before, if the point is taken or it would be suicide.
    pub fn play(&mut self, point: Point, colour: Colour) -> Option<Vec<Point>> {
        if self.stone(point).is_some() {
            return None;
        }
        self.set(point, Some(colour));
        let mut captured = Vec::new();
        for near in self.neighbours(point) {
            if self.stone(near) == Some(colour.other()) && !captured.contains(&near) {
                let block = self.block(near);
                if !self.has_liberty(&block) {
                    captured.extend(block);
                }
            }
        }
        for &gone in &captured {
            self.set(gone, None);
        }
        if captured.is_empty() && !self.has_liberty(&self.block(point)) {
            self.set(point, None);
            return None;
        }
        Some(captured)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_stone_is_captured_and_suicide_is_illegal() {
        let mut board = Board::new(3, 3).expect("a size");
        let at = |text| Point::from_sgf(text).expect("a point");
        assert_eq!(board.play(at("aa"), Colour::White), Some(vec![]));
        assert_eq!(board.play(at("ba"), Colour::Black), Some(vec![]));
        assert_eq!(board.play(at("ab"), Colour::Black), Some(vec![at("aa")]));
        assert_eq!(board.play(at("aa"), Colour::White), None);
        assert_eq!(board.stone(at("aa")), None);
    }

    #[test]
    fn boards_of_other_sizes_do_not_exist() {
        assert!(Board::new(1, 9).is_none() && Board::new(9, 20).is_none());
        assert_eq!(Board::new(2, 3).expect("a size").points().count(), 6);
    }
}
