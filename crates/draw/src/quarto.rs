//! Quarto boards and pieces.
//!
//! A piece is drawn by its properties: large or small, light or dark, round
//! or square, solid or with a hole. The hex digit that names it stands beside
//! it.

use tabia_quarto::{Move, Piece, Position, Square};

pub use crate::Worth;
use crate::palette::{
    CELL, CELL_EDGE, DARK, DARK_EDGE, FAINT_INK, INK, LIGHT, LIGHT_EDGE, TRAY_CELL, WOOD, WOOD_EDGE,
};
use crate::svg::{Anchor, Letters, N, Svg};

/// A picture of a position: the board, the piece in hand, the pieces left.
///
/// ```
/// use tabia_draw::quarto::{Picture, Worth};
/// use tabia_quarto::{Position, Rules, Square};
/// let position = Position::read("0d4.15....96..87/b", &Rules::lines())?;
/// let picture = Picture::new(&position).cell(Square::new(3), Worth::Win).svg();
/// assert!(picture.contains("wins"));
/// # Ok::<(), tabia_quarto::ReadPositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    position: Position,
    cells: [Option<Worth>; 16],
    pieces: [Option<Worth>; 16],
    line: u16,
    around: Around,
    turned: bool,
    last: Option<Move>,
}

/// What stands around the board, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Around {
    Beside,
    Below,
    Nothing,
}

/// Half the distance between neighbouring cells.
const HALF: f64 = 46.0;
/// Where the board begins.
const BOARD: (f64, f64) = (34.0, 34.0);
const SIDE: f64 = 4.0 * 2.0 * HALF;

/// Where things stand around the board.
struct Layout {
    width: f64,
    height: f64,
    /// The piece in hand.
    hand: (f64, f64),
    /// The pieces left.
    tray: (f64, f64),
    /// How many of them in a row.
    columns: u8,
    /// Half the distance between neighbours.
    half: f64,
}

/// Pieces beside the board: for reports.
const WIDE: Layout = Layout {
    width: BOARD.0 + SIDE + 40.0 + 8.0 * 29.0 + 24.0,
    height: BOARD.1 + SIDE + 24.0,
    hand: (BOARD.0 + SIDE + 40.0, BOARD.1),
    tray: (BOARD.0 + SIDE + 40.0, 190.0),
    columns: 4,
    half: 29.0,
};

/// The board alone.
const ALONE: Layout = Layout {
    width: BOARD.0 + SIDE + 8.0,
    height: BOARD.1 + SIDE + 8.0,
    ..WIDE
};

/// Pieces below the board, as wide as it: for screens, where a finger has to
/// find them.
const TALL: Layout = Layout {
    width: BOARD.0 + SIDE + 8.0,
    height: BOARD.1 + SIDE + 10.0 + 80.0 + 92.0 + 34.0,
    hand: (BOARD.0, BOARD.1 + SIDE + 10.0),
    tray: (BOARD.0, BOARD.1 + SIDE + 10.0 + 80.0 + 26.0),
    columns: 8,
    half: 23.0,
};

impl Picture {
    /// The position, nothing coloured.
    pub fn new(position: &Position) -> Picture {
        Picture {
            position: *position,
            cells: [None; 16],
            pieces: [None; 16],
            line: 0,
            around: Around::Beside,
            turned: false,
            last: None,
        }
    }

    /// Puts the pieces below the board instead of beside it.
    pub fn tall(mut self) -> Picture {
        self.around = Around::Below;
        self
    }

    /// Leaves out the pieces that are not on the board.
    pub fn board_only(mut self) -> Picture {
        self.around = Around::Nothing;
        self
    }

    /// Shows the board from the other side.
    pub fn turned(mut self, turned: bool) -> Picture {
        self.turned = turned;
        self
    }

    /// Marks the last move.
    pub fn last(mut self, turn: Option<Move>) -> Picture {
        self.last = turn;
        self
    }

    fn layout(&self) -> &'static Layout {
        match self.around {
            Around::Beside => &WIDE,
            Around::Below => &TALL,
            Around::Nothing => &ALONE,
        }
    }

    /// Colours an empty cell by what placing there is worth.
    pub fn cell(mut self, square: Square, worth: Worth) -> Picture {
        self.cells[square.index()] = Some(worth);
        self
    }

    /// Colours a piece by what giving it is worth.
    pub fn piece(mut self, piece: Piece, worth: Worth) -> Picture {
        self.pieces[piece.index()] = Some(worth);
        self
    }

    /// Rings the cells of a line, one bit each.
    pub fn line(mut self, cells: u16) -> Picture {
        self.line |= cells;
        self
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let title = format!("Quarto position {}", self.position);
        let Layout { width, height, .. } = *self.layout();
        let mut svg = Svg::on_paper(width, height, &title);
        self.draw_board(&mut svg);
        if self.around != Around::Nothing {
            self.draw_hand(&mut svg);
            self.draw_tray(&mut svg);
        }
        svg.to_string()
    }

    fn draw_board(&self, svg: &mut Svg) {
        let (left, top) = BOARD;
        svg.add(format_args!(
            "rect x=\"{left}\" y=\"{top}\" width=\"{SIDE}\" height=\"{SIDE}\" rx=\"14\" \
             fill=\"{WOOD}\" stroke=\"{WOOD_EDGE}\" stroke-width=\"2\""
        ));
        let name = Letters::new(14.0, FAINT_INK).anchored(Anchor::Middle);
        for i in 0..4u8 {
            let along = f64::from(2 * i + 1) * HALF;
            let shown = if self.turned { 3 - i } else { i };
            let column = char::from(b'a' + shown).to_string();
            svg.text(left + along, top - 10.0, name, &column);
            svg.text(
                left - 16.0,
                top + along + 5.0,
                name,
                &(shown + 1).to_string(),
            );
        }
        for square in Square::all() {
            let place = match self.turned {
                false => square.index(),
                true => 15 - square.index(),
            };
            let (row, column) = (place / 4, place % 4);
            let x = left + (2 * column + 1) as f64 * HALF;
            let y = top + (2 * row + 1) as f64 * HALF;
            let worth = self.cells[square.index()];
            svg.begin(format_args!(
                "data-cell=\"{square}\" data-click=\"{square}\""
            ));
            let piece = self.position.piece_at(square);
            svg.hint(&match (piece, worth) {
                (Some(piece), _) => format!("{square}: {piece}, {}", piece.describe()),
                (None, Some(worth)) => format!("{square}: {}", worth.word()),
                (None, None) => square.to_string(),
            });
            let fill = worth.map_or(CELL, Worth::colour);
            let ringed = self.line >> square.index() & 1 != 0;
            let last = self.last == Some(Move::Place(square));
            let (edge, width) = match (ringed, last) {
                (true, _) => ("#ffd34d", 4.0),
                (false, true) => ("#f6e7d3", 3.0),
                (false, false) => (CELL_EDGE, 1.5),
            };
            svg.add(format_args!(
                "circle class=\"spot\" cx=\"{x}\" cy=\"{y}\" r=\"{}\" fill=\"{fill}\" stroke=\"{edge}\" \
                 stroke-width=\"{width}\"",
                N(HALF - 4.0)
            ));
            if let Some(piece) = piece {
                draw_piece(svg, piece, x, y, HALF - 8.0);
                let letters = Letters::new(12.0, "#f6e7d3").anchored(Anchor::Middle);
                svg.text(
                    x - HALF + 11.0,
                    y - HALF + 16.0,
                    letters,
                    &piece.to_string(),
                );
            }
            svg.end();
        }
    }

    fn draw_hand(&self, svg: &mut Svg) {
        let (x, top) = self.layout().hand;
        // Below the board there is room beside the heading, but not under it.
        let (piece_at, words_at) = match self.around == Around::Below {
            false => (
                (x + HALF - 4.0, top + 68.0),
                (x + 2.0 * HALF + 8.0, top + 48.0),
            ),
            true => ((x + 130.0, top + 40.0), (x + 184.0, top + 22.0)),
        };
        let heading_at = (
            x,
            top + if self.around == Around::Below {
                36.0
            } else {
                14.0
            },
        );
        let heading = Letters::new(15.0, INK).bold();
        let faint = Letters::new(14.0, FAINT_INK);
        let Some(piece) = self.position.hand() else {
            svg.text(heading_at.0, heading_at.1, heading, "Nothing in hand");
            if !self.position.remaining().is_empty() {
                let below = heading_at.1 + 22.0;
                svg.text(x, below, faint, "a piece has to be given");
            }
            return;
        };
        svg.text(heading_at.0, heading_at.1, heading, "In hand");
        svg.begin(format_args!("data-hand=\"{piece}\""));
        svg.hint(&format!("in hand: {piece}, {}", piece.describe()));
        draw_piece(svg, piece, piece_at.0, piece_at.1, HALF - 8.0);
        let words = piece.describe();
        let (upper, lower) = halves(&words);
        let (beside, line) = words_at;
        let name = Letters::new(14.0, INK).bold();
        svg.text(beside, line, name, &piece.to_string());
        svg.text(beside, line + 21.0, faint, upper);
        svg.text(beside, line + 41.0, faint, lower);
        svg.end();
    }

    fn draw_tray(&self, svg: &mut Svg) {
        let Layout {
            tray: (left, top),
            columns,
            half,
            ..
        } = *self.layout();
        svg.text(
            left,
            top - 14.0,
            Letters::new(15.0, INK).bold(),
            "Left to give",
        );
        for index in 0..16u8 {
            let piece = Piece::new(index);
            let x = left + f64::from(2 * (index % columns) + 1) * half;
            let y = top + f64::from(2 * (index / columns) + 1) * half;
            let size = 2.0 * half - 4.0;
            let there = self.position.remaining().contains(piece);
            let worth = self.pieces[piece.index()].filter(|_| there);
            let fill = worth.map_or(TRAY_CELL, Worth::colour);
            svg.begin(format_args!(
                "data-piece=\"{piece}\" data-click=\"{piece}\""
            ));
            svg.hint(&match (there, worth) {
                (true, None) => format!("{piece}, {}", piece.describe()),
                (true, Some(worth)) => format!("{piece}, {}: {}", piece.describe(), worth.word()),
                (false, _) => format!("{piece} is gone"),
            });
            svg.add(format_args!(
                "rect class=\"spot tray\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"8\" \
                 fill=\"{fill}\"",
                N(x - size / 2.0),
                N(y - size / 2.0)
            ));
            if there {
                draw_piece(svg, piece, x + 1.5, y + 2.5, half - 8.5);
                let letters = Letters::new(10.0, FAINT_INK);
                svg.text(
                    x - size / 2.0 + 4.0,
                    y - size / 2.0 + 11.0,
                    letters,
                    &piece.to_string(),
                );
            }
            svg.end();
        }
    }
}

/// Draws one piece around a point; large ones reach `reach` far.
fn draw_piece(svg: &mut Svg, piece: Piece, x: f64, y: f64, reach: f64) {
    let has = |property: u8| piece.bits() >> property & 1 != 0;
    let radius = if has(0) { reach } else { 0.64 * reach };
    // The body, its edge, and what is seen through the hole.
    let (body, edge, hole, rim) = match has(1) {
        false => (LIGHT, LIGHT_EDGE, "#6b4717", LIGHT_EDGE),
        true => (DARK, DARK_EDGE, "#f1e3cf", DARK_EDGE),
    };
    let width = N(0.06 * reach);
    if has(2) {
        // About as large to the eye as a disc of that radius.
        let half = 0.82 * radius;
        svg.add(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"{}\" \
             fill=\"{body}\" stroke=\"{edge}\" stroke-width=\"{width}\"",
            N(x - half),
            N(y - half),
            N(0.1 * radius),
            size = N(2.0 * half),
        ));
    } else {
        svg.add(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{body}\" stroke=\"{edge}\" \
             stroke-width=\"{width}\"",
            N(x),
            N(y),
            N(radius)
        ));
    }
    if has(3) {
        svg.add(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{hole}\" stroke=\"{rim}\" \
             stroke-width=\"{width}\"",
            N(x),
            N(y),
            N(0.45 * radius)
        ));
    }
}

/// The first two words and the rest.
fn halves(words: &str) -> (&str, &str) {
    let second = words.match_indices(' ').nth(1);
    match second {
        Some((at, _)) => (&words[..at], &words[at + 1..]),
        None => (words, ""),
    }
}

#[cfg(test)]
mod tests {
    use tabia_quarto::Rules;

    use super::*;
    use crate::palette::{DRAW, LOSS, WIN};

    fn position(text: &str) -> Position {
        Position::read(text, &Rules::lines()).unwrap()
    }

    #[test]
    fn every_piece_is_shown_once() {
        let svg = Picture::new(&position("0d4.15....96..87/b")).svg();
        for index in 0..16 {
            let piece = Piece::new(index);
            let shown = format!("{piece}, {}", piece.describe());
            assert_eq!(svg.matches(&shown).count(), 1, "{shown}");
        }
        assert!(svg.contains("in hand: b, large dark round hollow"));
    }

    #[test]
    fn worth_colours_empty_cells_and_pieces_left_only() {
        let picture = Picture::new(&position("0d4.15....96..87/-"))
            .cell(Square::new(3), Worth::Win)
            .piece(Piece::new(2), Worth::Loss)
            .piece(Piece::new(0), Worth::Draw);
        let svg = picture.svg();
        assert_eq!(svg.matches(WIN).count(), 1);
        assert_eq!(svg.matches(LOSS).count(), 1);
        assert_eq!(svg.matches(DRAW).count(), 0, "piece 0 is on the board");
        assert!(svg.contains("d1: wins"));
    }

    #[test]
    fn a_turned_board_has_the_same_cells_elsewhere() {
        let picture = Picture::new(&position("0d4.15....96..87/b")).tall();
        let (plain, turned) = (picture.clone().svg(), picture.turned(true).svg());
        assert_ne!(plain, turned);
        for square in Square::all() {
            let click = format!("data-click=\"{square}\"");
            assert_eq!(plain.matches(&click).count(), 1);
            assert_eq!(turned.matches(&click).count(), 1);
        }
    }

    #[test]
    fn no_two_pieces_look_alike() {
        let pictures: std::collections::HashSet<String> = (0..16)
            .map(|index| {
                let mut svg = Svg::new(1.0, 1.0, "");
                draw_piece(&mut svg, Piece::new(index), 0.0, 0.0, 10.0);
                svg.to_string()
            })
            .collect();
        assert_eq!(pictures.len(), 16);
    }
}
