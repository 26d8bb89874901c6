//! The rules and their options: which cells form a line, which properties
//! count, and whether completing a line wins or loses.

use std::fmt;
use std::str::FromStr;

/// Which sets of four cells are lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Shape {
    /// Four rows, four columns, two diagonals.
    #[default]
    Lines,
    /// The ten lines and the nine 2×2 squares: the official advanced game.
    Squares,
    /// Four rows, four columns and eight diagonals that wrap around the edge.
    Torus,
}

/// A rule option that does not exist.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// The name is none of the three shapes.
    #[error("unknown rules `{0}`: expected lines, squares or torus")]
    Shape(String),
    /// Only 1 to 4 properties can count.
    #[error("{0} properties cannot count: expected 1 to 4")]
    Properties(u8),
}

/// One Quarto variant.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    shape: Shape,
    properties: u8,
    misere: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            shape: Shape::Lines,
            properties: 4,
            misere: false,
        }
    }
}

impl Rules {
    /// The variant in which the first `properties` properties count and, if
    /// `misere`, whoever completes a line loses.
    pub fn new(shape: Shape, properties: u8, misere: bool) -> Result<Rules, RulesError> {
        if !(1..=4).contains(&properties) {
            return Err(RulesError::Properties(properties));
        }
        Ok(Rules {
            shape,
            properties,
            misere,
        })
    }

    /// The standard game: ten lines, four properties, a line wins.
    pub fn lines() -> Rules {
        Rules::default()
    }

    /// The advanced game: 2×2 squares win as well.
    pub fn squares() -> Rules {
        Rules {
            shape: Shape::Squares,
            ..Rules::default()
        }
    }

    /// Which sets of cells are lines.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many properties count, from bit 0 up.
    pub fn properties(&self) -> u8 {
        self.properties
    }

    /// Whether completing a line loses.
    pub fn misere(&self) -> bool {
        self.misere
    }

    /// The property bits that count.
    pub(crate) fn counted(&self) -> u8 {
        (1 << self.properties) - 1
    }

    /// The lines as sets of cells: bit `i` is cell `i`, row by row.
    ///
    /// ```
    /// use tabia_quarto::{Rules, Shape};
    /// assert_eq!(Rules::lines().line_masks().len(), 10);
    /// assert_eq!(Rules::squares().line_masks().len(), 19);
    /// let torus = Rules::new(Shape::Torus, 4, false).unwrap();
    /// assert_eq!(torus.line_masks().len(), 16);
    /// ```
    pub fn line_masks(&self) -> Vec<u16> {
        let cell = |row: usize, column: usize| 1u16 << (row % 4 * 4 + column % 4);
        let along = |f: &dyn Fn(usize) -> u16| (0..4).map(f).fold(0, |mask, cell| mask | cell);
        let mut masks = Vec::new();
        for i in 0..4 {
            masks.push(along(&|j| cell(i, j)));
        }
        for i in 0..4 {
            masks.push(along(&|j| cell(j, i)));
        }
        match self.shape {
            Shape::Torus => {
                for i in 0..4 {
                    masks.push(along(&|j| cell(j, i + j)));
                    masks.push(along(&|j| cell(j, i + 4 - j)));
                }
            }
            Shape::Lines | Shape::Squares => {
                masks.push(along(&|j| cell(j, j)));
                masks.push(along(&|j| cell(j, 3 - j)));
            }
        }
        if self.shape == Shape::Squares {
            for row in 0..3 {
                for column in 0..3 {
                    masks.push(
                        cell(row, column)
                            | cell(row, column + 1)
                            | cell(row + 1, column)
                            | cell(row + 1, column + 1),
                    );
                }
            }
        }
        masks
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Lines => "lines",
            Shape::Squares => "squares",
            Shape::Torus => "torus",
        })
    }
}

impl FromStr for Shape {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Shape, RulesError> {
        match text {
            "lines" => Ok(Shape::Lines),
            "squares" => Ok(Shape::Squares),
            "torus" => Ok(Shape::Torus),
            _ => Err(RulesError::Shape(text.to_owned())),
        }
    }
}

impl fmt::Display for Rules {
    /// `lines`, or `squares, 3 properties, misère`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.shape)?;
        match self.properties {
            4 => {}
            1 => f.write_str(", 1 property")?,
            n => write!(f, ", {n} properties")?,
        }
        if self.misere {
            f.write_str(", misère")?;
        }
        Ok(())
    }
}
