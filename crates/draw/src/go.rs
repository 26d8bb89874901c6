//! Go boards with a problem on them.

use tabia_go::{Board, Colour, Point};

use crate::palette::{DARK, DARK_EDGE, FAINT_INK, INK, LIGHT, LIGHT_EDGE, SERIES, TRAY_CELL};
use crate::svg::{Anchor, Letters, N, Svg};

/// A picture of a board: stones, marks and points to play on.
///
/// ```
/// use tabia_draw::go::Picture;
/// use tabia_go::{Board, Colour, Point};
///
/// let mut board = Board::new(9, 9).expect("a size");
/// board.set(Point::new(2, 2), Some(Colour::Black));
/// assert!(Picture::new(&board).svg().contains("C7: black"));
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    board: Board,
    crucial: Vec<Point>,
    region: Vec<Point>,
    last: Option<Point>,
    pieces: Vec<Vec<Point>>,
    labels: Vec<(Point, String)>,
    turned: bool,
    pass: bool,
    everywhere: bool,
    /// Columns and rows that are shown, from the upper left.
    shown: (u8, u8),
}

const STEP: f64 = 46.0;
const EDGE: f64 = 42.0;

const WOOD: &str = "#dcb579";
const LINE: &str = "#6b4a21";
const REGION: &str = "#e9cd9b";

impl Picture {
    /// The stones.
    #[must_use]
    pub fn new(board: &Board) -> Picture {
        Picture {
            board: board.clone(),
            crucial: Vec::new(),
            region: Vec::new(),
            last: None,
            pieces: Vec::new(),
            labels: Vec::new(),
            turned: false,
            pass: false,
            everywhere: false,
            shown: (board.width(), board.height()),
        }
    }

    /// Marks crucial stones with triangles and lightens the region, whose
    /// points can be clicked.
    #[must_use]
    pub fn problem(mut self, crucial: &[Point], region: &[Point]) -> Picture {
        self.crucial = crucial.to_vec();
        self.region = region.to_vec();
        self
    }

    /// Marks the last stone.
    #[must_use]
    pub fn last(mut self, point: Option<Point>) -> Picture {
        self.last = point;
        self
    }

    /// Shows the board from the other side.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Picture {
        self.turned = turned;
        self
    }

    /// Colours the pieces into which a region falls apart.
    #[must_use]
    pub fn pieces(mut self, pieces: &[Vec<Point>]) -> Picture {
        self.pieces = pieces.to_vec();
        self
    }

    /// Writes something on an empty point of the region or its pieces.
    #[must_use]
    pub fn label(mut self, point: Point, text: &str) -> Picture {
        self.labels.push((point, text.to_owned()));
        self
    }

    /// Leaves out what lies to the right and below of all stones and marks, but
    /// for one line.
    #[must_use]
    pub fn cropped(mut self) -> Picture {
        let stones = self.board.points();
        let stones = stones.filter(|&point| self.board.stone(point).is_some());
        let marked = self.region.iter().chain(self.pieces.iter().flatten());
        let (width, height) = (self.board.width(), self.board.height());
        let shown = stones
            .chain(marked.copied())
            .fold((1, 1), |(x, y), point| (x.max(point.x), y.max(point.y)));
        self.shown = ((shown.0 + 2).min(width), (shown.1 + 2).min(height));
        self
    }

    /// Makes every point something to click.
    #[must_use]
    pub fn everywhere(mut self) -> Picture {
        self.everywhere = true;
        self
    }

    /// Adds something to click for those who pass.
    #[must_use]
    pub fn with_pass(mut self) -> Picture {
        self.pass = true;
        self
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let along = |lines: u8| 2.0 * EDGE + STEP * f64::from(lines - 1);
        let (width, below) = (along(self.shown.0), along(self.shown.1));
        let height = below + if self.pass { 54.0 } else { 0.0 };
        let mut svg = Svg::on_paper(width, height, "Go problem");
        svg.add(format_args!(
            "rect x=\"18\" y=\"18\" width=\"{}\" height=\"{}\" rx=\"8\" fill=\"{WOOD}\"",
            N(width - 36.0),
            N(below - 36.0)
        ));
        self.draw_lines(&mut svg);
        for point in self.board.points() {
            if point.x < self.shown.0 && point.y < self.shown.1 {
                self.draw_point(&mut svg, point);
            }
        }
        if self.pass {
            draw_pass(&mut svg, below);
        }
        svg.to_string()
    }

    fn centre(&self, point: Point) -> (f64, f64) {
        let (x, y) = match self.turned {
            false => (point.x, point.y),
            true => (
                self.board.width() - 1 - point.x,
                self.board.height() - 1 - point.y,
            ),
        };
        (EDGE + STEP * f64::from(x), EDGE + STEP * f64::from(y))
    }

    fn draw_lines(&self, svg: &mut Svg) {
        let ((columns, rows), height) = (self.shown, self.board.height());
        let mut corner = self.centre(Point::new(columns - 1, rows - 1));
        let origin = self.centre(Point::new(0, 0));
        // Lines that are cut go on a little.
        if columns < self.board.width() {
            corner.0 += 0.4 * STEP;
        }
        if rows < height {
            corner.1 += 0.4 * STEP;
        }
        let name = Letters::new(12.0, FAINT_INK).anchored(Anchor::Middle);
        let mut line = |from: (f64, f64), to: (f64, f64)| {
            svg.add(format_args!(
                "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{LINE}\"",
                N(from.0),
                N(from.1),
                N(to.0),
                N(to.1)
            ));
        };
        for x in 0..columns {
            let at = self.centre(Point::new(x, 0)).0;
            line((at, origin.1), (at, corner.1));
        }
        for y in 0..rows {
            let at = self.centre(Point::new(0, y)).1;
            line((origin.0, at), (corner.0, at));
        }
        for x in 0..columns {
            let text = Point::new(x, 0).on_board(height);
            let at = self.centre(Point::new(x, 0)).0;
            svg.text(at, 13.0, name, &text[..1]);
        }
        for y in 0..rows {
            let text = Point::new(0, y).on_board(height);
            let at = self.centre(Point::new(0, y)).1;
            svg.text(9.0, at + 4.0, name, &text[1..]);
        }
    }

    fn draw_point(&self, svg: &mut Svg, point: Point) {
        let name = point.on_board(self.board.height());
        let (x, y) = self.centre(point);
        let inside = self.region.contains(&point);
        let stone = self.board.stone(point);
        let piece = self.pieces.iter().position(|piece| piece.contains(&point));
        if stone.is_none() && !inside && piece.is_none() && !self.everywhere {
            return;
        }
        match inside || self.everywhere {
            true => svg.begin(format_args!("data-click=\"{name}\"")),
            false => svg.begin(format_args!("data-point=\"{name}\"")),
        }
        svg.hint(&match stone {
            Some(Colour::Black) => format!("{name}: black"),
            Some(Colour::White) => format!("{name}: white"),
            None => format!("{name}: empty"),
        });
        match (inside, piece) {
            (_, Some(piece)) => {
                let colour = SERIES[piece % SERIES.len()];
                disc(svg, (x, y), 0.45 * STEP, colour, "none", "spot piece");
            }
            (true, None) => disc(svg, (x, y), 0.45 * STEP, REGION, "none", "spot"),
            // Something to hit, and nothing to see.
            (false, None) if stone.is_none() => {
                svg.add(format_args!(
                    "circle class=\"spot\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{WOOD}\" \
                     fill-opacity=\"0\"",
                    N(x),
                    N(y),
                    N(0.45 * STEP)
                ));
            }
            (false, None) => {}
        }
        let label = self.labels.iter().find(|(at, _)| *at == point);
        if stone.is_none()
            && let Some((_, label)) = label
        {
            let ink = if piece.is_some() { "#ffffff" } else { INK };
            let letters = Letters::new(18.0, ink).bold().anchored(Anchor::Middle);
            svg.text(x, y + 6.5, letters, label);
        } else if stone.is_none() && (inside || piece.is_some()) {
            // The lines go on underneath.
            for (from, to) in self.strokes(point) {
                svg.add(format_args!(
                    "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{LINE}\" \
                     pointer-events=\"none\"",
                    N(from.0),
                    N(from.1),
                    N(to.0),
                    N(to.1)
                ));
            }
        }
        if let Some(colour) = stone {
            let (body, edge, mark) = match colour {
                Colour::Black => (DARK, DARK_EDGE, LIGHT),
                Colour::White => ("#fffaf0", LIGHT_EDGE, DARK),
            };
            disc(svg, (x, y), 0.45 * STEP, body, edge, "stone");
            if self.crucial.contains(&point) {
                svg.add(format_args!(
                    "path d=\"M{} {}l8 14h-16Z\" fill=\"none\" stroke=\"{mark}\" stroke-width=\"2\"",
                    N(x),
                    N(y - 9.0)
                ));
            }
            if self.last == Some(point) {
                disc(svg, (x, y), 5.0, "#d9822b", "none", "last");
            }
        }
        svg.end();
    }

    /// The pieces of lines that cross at a point: none beyond the edge.
    fn strokes(&self, point: Point) -> [((f64, f64), (f64, f64)); 2] {
        let (x, y) = self.centre(point);
        let reach = 0.5 * STEP;
        let edge = |count: u8| EDGE + STEP * f64::from(count - 1);
        let (right, bottom) = (edge(self.board.width()), edge(self.board.height()));
        [
            (((x - reach).max(EDGE), y), ((x + reach).min(right), y)),
            ((x, (y - reach).max(EDGE)), (x, (y + reach).min(bottom))),
        ]
    }
}

fn disc(svg: &mut Svg, at: (f64, f64), radius: f64, body: &str, edge: &str, class: &str) {
    svg.add(format_args!(
        "circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{body}\" stroke=\"{edge}\"",
        N(at.0),
        N(at.1),
        N(radius)
    ));
}

fn draw_pass(svg: &mut Svg, below: f64) {
    svg.begin(format_args!("data-click=\"pass\""));
    svg.hint("pass");
    svg.add(format_args!(
        "rect class=\"spot tray\" x=\"18\" y=\"{}\" width=\"96\" height=\"42\" rx=\"8\" \
         fill=\"{TRAY_CELL}\"",
        N(below)
    ));
    let letters = Letters::new(16.0, INK).bold().anchored(Anchor::Middle);
    svg.text(66.0, below + 27.0, letters, "Pass");
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_region_and_the_pass_can_be_clicked() {
        let mut board = Board::new(5, 5).expect("a size");
        let crucial = Point::new(1, 1);
        board.set(crucial, Some(Colour::White));
        let region = [Point::new(0, 0), Point::new(1, 0)];
        let picture = Picture::new(&board)
            .problem(&[crucial], &region)
            .with_pass();
        for svg in [picture.clone().svg(), picture.clone().turned(true).svg()] {
            assert_eq!(svg.matches("data-click").count(), 3);
            assert!(svg.contains("data-click=\"A5\"") && svg.contains("B4: white"));
            assert_eq!(svg.matches("l8 14h-16Z").count(), 1);
        }
        let pieces = [vec![region[0]], vec![region[1]]];
        let apart = picture.clone().pieces(&pieces).svg();
        assert!(apart.contains(SERIES[0]) && apart.contains(SERIES[1]));
        assert!(
            picture
                .clone()
                .label(region[0], "17")
                .svg()
                .contains(">17</text>")
        );
        assert_eq!(picture.everywhere().svg().matches("data-click").count(), 26);
    }

    #[test]
    fn pieces_are_coloured_and_far_lines_left_out() {
        let mut board = Board::new(19, 19).expect("a size");
        board.set(Point::new(4, 2), Some(Colour::Black));
        let piece = vec![Point::new(5, 2), Point::new(6, 2)];
        let picture = Picture::new(&board).pieces(&[piece]);
        assert_eq!(picture.svg().matches("spot piece").count(), 2);
        let (whole, part) = (picture.svg(), picture.cropped().svg());
        // Columns A to H, rows 19 to 16.
        assert!(whole.contains(">K</text>") && !part.contains(">K</text>"));
        assert!(part.contains(">H</text>") && part.contains(">16</text>"));
        assert!(!part.contains(">15</text>"));
    }
}
