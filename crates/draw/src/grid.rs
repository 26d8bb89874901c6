//! Boards of squares with stones of two colours, for games without pictures
//! of their own.

use tabia_kernel::rules::Side;

use crate::palette::{
    CELL, CELL_EDGE, DARK, DARK_EDGE, FAINT_INK, LIGHT, LIGHT_EDGE, WOOD, WOOD_EDGE,
};
use crate::svg::{Anchor, Letters, N, Svg};

/// A board of squares; `a1` is at the bottom on the left.
///
/// ```
/// use tabia_draw::grid::Grid;
/// use tabia_kernel::rules::Side;
///
/// let board = Grid::new(3, 3).stone((1, 1), Side::First).choice((0, 2), "a3");
/// assert!(board.svg().contains("data-click=\"a3\""));
/// assert_eq!(board.rows_of_text(), ["...", ".x.", "..."]);
/// ```
#[derive(Clone, Debug)]
pub struct Grid {
    columns: usize,
    rows: usize,
    /// Row by row from the bottom.
    stones: Vec<Option<Side>>,
    choices: Vec<(Cell, String)>,
    marked: Vec<Cell>,
    falling: bool,
    turned: bool,
}

/// A column and a row, both from 0.
pub type Cell = (usize, usize);

const SIZE: f64 = 54.0;
const LEFT: f64 = 28.0;
const TOP: f64 = 10.0;

impl Grid {
    /// An empty board.
    ///
    /// # Panics
    ///
    /// If there are more than 26 columns: they are named by letters.
    #[must_use]
    pub fn new(columns: usize, rows: usize) -> Grid {
        assert!(columns <= 26, "{columns} columns");
        Grid {
            columns,
            rows,
            stones: vec![None; columns * rows],
            choices: Vec::new(),
            marked: Vec::new(),
            falling: false,
            turned: false,
        }
    }

    /// A board with the stones that `owner` tells of.
    #[must_use]
    pub fn of(columns: usize, rows: usize, owner: impl Fn(Cell) -> Option<Side>) -> Grid {
        let mut board = Grid::new(columns, rows);
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row)));
        board.stones = cells.map(owner).collect();
        board
    }

    /// Puts a stone on a square.
    #[must_use]
    pub fn stone(mut self, (column, row): Cell, side: Side) -> Grid {
        self.stones[row * self.columns + column] = Some(side);
        self
    }

    /// Lets a square be clicked under this name.
    #[must_use]
    pub fn choice(mut self, cell: Cell, name: &str) -> Grid {
        self.choices.push((cell, name.to_owned()));
        self
    }

    /// Marks a square, as that of the last move.
    #[must_use]
    pub fn marked(mut self, cell: Option<Cell>) -> Grid {
        self.marked.extend(cell);
        self
    }

    /// Stones fall: a click anywhere in a column is one on its choice.
    #[must_use]
    pub fn falling(mut self) -> Grid {
        self.falling = true;
        self
    }

    /// Seen from the other side.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Grid {
        self.turned = turned;
        self
    }

    /// How many columns there are.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The board in characters, from the top: `x` for the first side, `o` for
    /// the second.
    #[must_use]
    pub fn rows_of_text(&self) -> Vec<String> {
        let letter = |stone: &Option<Side>| match stone {
            None => '.',
            Some(Side::First) => 'x',
            Some(Side::Second) => 'o',
        };
        let rows = self.stones.chunks(self.columns).rev();
        rows.map(|row| row.iter().map(letter).collect()).collect()
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let (width, height) = (SIZE * self.columns as f64, SIZE * self.rows as f64);
        let (whole, tall) = (LEFT + width + 10.0, TOP + height + 26.0);
        let title = format!("Board of {} by {} squares", self.columns, self.rows);
        let mut svg = Svg::on_paper(whole, tall, &title);
        svg.add(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{WOOD}\" \
             stroke=\"{WOOD_EDGE}\" stroke-width=\"2\"",
            N(LEFT - 4.0),
            N(TOP - 4.0),
            N(width + 8.0),
            N(height + 8.0)
        ));
        let name = Letters::new(13.0, FAINT_INK).anchored(Anchor::Middle);
        for column in 0..self.columns {
            let (x, _) = self.corner((column, 0));
            let text = letter(column).to_string();
            svg.text(x + SIZE / 2.0, TOP + height + 20.0, name, &text);
        }
        for row in 0..self.rows {
            let (_, y) = self.corner((0, row));
            let text = (row + 1).to_string();
            svg.text(LEFT - 15.0, y + SIZE / 2.0 + 5.0, name, &text);
        }
        for column in 0..self.columns {
            let cells = (0..self.rows).map(|row| (column, row));
            if self.falling {
                let of_column = |(cell, _): &&(Cell, String)| cell.0 == column;
                let choice = self.choices.iter().find(of_column);
                self.draw_group(&mut svg, choice, cells);
            } else {
                for cell in cells {
                    let choice = self.choices.iter().find(|(at, _)| *at == cell);
                    self.draw_group(&mut svg, choice, [cell]);
                }
            }
        }
        svg.to_string()
    }

    /// Squares that are clicked as one.
    fn draw_group(
        &self,
        svg: &mut Svg,
        choice: Option<&(Cell, String)>,
        cells: impl IntoIterator<Item = Cell>,
    ) {
        match choice {
            Some((_, name)) => {
                svg.begin(format_args!("data-click=\"{name}\""));
                svg.hint(name);
            }
            None => svg.begin(format_args!("class=\"still\"")),
        }
        for cell in cells {
            let spot = choice.is_some_and(|(at, _)| *at == cell);
            self.draw_cell(svg, cell, spot);
        }
        svg.end();
    }

    /// A square; `spot` if that is where a click leads.
    fn draw_cell(&self, svg: &mut Svg, cell: Cell, spot: bool) {
        let (x, y) = self.corner(cell);
        let class = if spot { " class=\"spot\"" } else { "" };
        svg.add(format_args!(
            "rect{class} x=\"{}\" y=\"{}\" width=\"{SIZE}\" height=\"{SIZE}\" fill=\"{CELL}\" \
             stroke=\"{CELL_EDGE}\"",
            N(x),
            N(y)
        ));
        let (x, y) = (x + SIZE / 2.0, y + SIZE / 2.0);
        let stone = self.stones[cell.1 * self.columns + cell.0];
        if let Some(side) = stone {
            let (fill, edge) = match side {
                Side::First => (LIGHT, LIGHT_EDGE),
                Side::Second => (DARK, DARK_EDGE),
            };
            svg.add(format_args!(
                "circle cx=\"{}\" cy=\"{}\" r=\"22\" fill=\"{fill}\" stroke=\"{edge}\" \
                 stroke-width=\"1.5\"",
                N(x),
                N(y)
            ));
        }
        if self.marked.contains(&cell) {
            let ink = match stone {
                Some(Side::Second) => LIGHT,
                _ => DARK,
            };
            svg.add(format_args!(
                "circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"{ink}\"",
                N(x),
                N(y)
            ));
        }
    }

    /// Where a square begins, from the top left.
    fn corner(&self, (column, row): Cell) -> (f64, f64) {
        let (across, down) = match self.turned {
            false => (column, self.rows - 1 - row),
            true => (self.columns - 1 - column, row),
        };
        (LEFT + SIZE * across as f64, TOP + SIZE * down as f64)
    }
}

/// The name of a column.
fn letter(column: usize) -> char {
    char::from(b'a' + column as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_falling_column_is_clicked_as_one_and_lights_up_where_the_stone_lands() {
        let grid = Grid::new(2, 3)
            .stone((0, 0), Side::First)
            .choice((0, 1), "a")
            .choice((1, 0), "b")
            .falling();
        let svg = grid.svg();
        assert_eq!(svg.matches("data-click").count(), 2, "{svg}");
        assert_eq!(svg.matches("class=\"spot\"").count(), 2, "{svg}");
        assert_eq!(svg.matches("<rect").count(), 2 + 6, "{svg}");
    }

    #[test]
    fn a_full_column_cannot_be_clicked() {
        let grid = Grid::new(1, 1).stone((0, 0), Side::Second).falling();
        assert!(!grid.svg().contains("data-click"));
    }

    #[test]
    fn turned_boards_have_the_first_row_on_top() {
        let grid = |turned| Grid::new(4, 2).turned(turned);
        assert_eq!(grid(false).corner((0, 0)), (LEFT, TOP + SIZE));
        assert_eq!(grid(true).corner((0, 0)), (LEFT + 3.0 * SIZE, TOP));
    }
}
