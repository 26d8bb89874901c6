//! Chess boards.

use cozy_chess::{Board, Color, File, Piece, Rank, Square};

use crate::palette::{DARK, DARK_EDGE, FAINT_INK, TRAY_CELL};
use crate::svg::{Anchor, Letters, N, Svg};

/// A picture of a position.
///
/// ```
/// use tabia_draw::chess::Picture;
///
/// let picture = Picture::new(&cozy_chess::Board::startpos()).svg();
/// assert!(picture.contains("e1: white king"));
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    pieces: [Option<(Color, Piece)>; 64],
    to_move: Color,
    title: String,
    last: Vec<Square>,
    turned: bool,
    promotions: bool,
}

const SIZE: f64 = 54.0;
const LEFT: f64 = 26.0;
const TOP: f64 = 8.0;
const SIDE: f64 = 8.0 * SIZE;
const WIDTH: f64 = LEFT + SIDE + 8.0;
const BELOW: f64 = TOP + SIDE + 22.0;

const LIGHT_SQUARE: &str = "#dcbd92";
const DARK_SQUARE: &str = "#a5754b";
const LIGHT_PIECE: &str = "#fff8e8";
const LIGHT_PIECE_EDGE: &str = "#4a3116";
const LAST: &str = "#e3c15c";

impl Picture {
    /// The position, seen by White.
    #[must_use]
    pub fn new(board: &Board) -> Picture {
        let on = |square| board.color_on(square).zip(board.piece_on(square));
        Picture {
            title: format!("Chess position {board}"),
            ..Picture::sketch(Square::ALL.map(on), board.side_to_move())
        }
    }

    /// Pieces on a board, whether they are a position or not.
    #[must_use]
    pub fn sketch(pieces: [Option<(Color, Piece)>; 64], to_move: Color) -> Picture {
        Picture {
            pieces,
            to_move,
            title: "Chess board".to_owned(),
            last: Vec::new(),
            turned: false,
            promotions: false,
        }
    }

    /// Marks the squares of the last move.
    #[must_use]
    pub fn last(mut self, squares: Vec<Square>) -> Picture {
        self.last = squares;
        self
    }

    /// Shows the board as Black sees it.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Picture {
        self.turned = turned;
        self
    }

    /// Draws the pieces that a pawn can become, to be clicked.
    #[must_use]
    pub fn promotions(mut self) -> Picture {
        self.promotions = true;
        self
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = BELOW + if self.promotions { 52.0 } else { 0.0 };
        let mut svg = Svg::on_paper(WIDTH, height, &self.title);
        let name = Letters::new(13.0, FAINT_INK).anchored(Anchor::Middle);
        for i in 0..8 {
            let shown = if self.turned { 7 - i } else { i };
            let along = SIZE * (i as f64 + 0.5);
            let file = File::index(shown).to_string();
            svg.text(LEFT + along, TOP + SIDE + 16.0, name, &file);
            let rank = Rank::index(7 - shown).to_string();
            svg.text(LEFT - 13.0, TOP + along + 5.0, name, &rank);
        }
        for square in Square::ALL {
            self.draw_square(&mut svg, square);
        }
        if self.promotions {
            self.draw_promotions(&mut svg);
        }
        svg.to_string()
    }

    fn draw_square(&self, svg: &mut Svg, square: Square) {
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let (column, row) = match self.turned {
            false => (file, 7 - rank),
            true => (7 - file, rank),
        };
        let (x, y) = (LEFT + SIZE * column as f64, TOP + SIZE * row as f64);
        let piece = self.pieces[square as usize];
        svg.begin(format_args!("data-click=\"{square}\""));
        svg.hint(&match piece {
            Some((color, piece)) => format!("{square}: {}", describe(color, piece)),
            None => square.to_string(),
        });
        let fill = match (self.last.contains(&square), (file + rank) % 2) {
            (true, _) => LAST,
            (false, 0) => DARK_SQUARE,
            (false, _) => LIGHT_SQUARE,
        };
        svg.add(format_args!(
            "rect class=\"spot\" x=\"{}\" y=\"{}\" width=\"{SIZE}\" height=\"{SIZE}\" fill=\"{fill}\"",
            N(x),
            N(y)
        ));
        if let Some((color, piece)) = piece {
            draw_piece(svg, color, piece, x, y, SIZE);
        }
        svg.end();
    }

    fn draw_promotions(&self, svg: &mut Svg) {
        let color = self.to_move;
        let letters = Letters::new(14.0, FAINT_INK);
        svg.text(LEFT, BELOW + 28.0, letters, "A pawn becomes");
        let pieces = [
            (Piece::Queen, 'q'),
            (Piece::Rook, 'r'),
            (Piece::Bishop, 'b'),
            (Piece::Knight, 'n'),
        ];
        for (i, (piece, letter)) in pieces.into_iter().enumerate() {
            let x = LEFT + 124.0 + 52.0 * i as f64;
            svg.begin(format_args!("data-click=\"={letter}\""));
            svg.hint(&format!("becomes a {}", name(piece)));
            svg.add(format_args!(
                "rect class=\"spot tray\" x=\"{}\" y=\"{}\" width=\"46\" height=\"46\" rx=\"8\" \
                 fill=\"{TRAY_CELL}\"",
                N(x),
                N(BELOW + 1.0)
            ));
            draw_piece(svg, color, piece, x + 3.0, BELOW + 4.0, 40.0);
            svg.end();
        }
    }
}

fn name(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Knight => "knight",
        Piece::Bishop => "bishop",
        Piece::Rook => "rook",
        Piece::Queen => "queen",
        Piece::King => "king",
    }
}

fn describe(color: Color, piece: Piece) -> String {
    let color = match color {
        Color::White => "white",
        Color::Black => "black",
    };
    format!("{color} {}", name(piece))
}

/// Outlines in a square of 45 by 45, and discs (x, y, radius) on them.
fn outline(piece: Piece) -> (&'static str, &'static [(f64, f64, f64)]) {
    match piece {
        Piece::Pawn => ("M19 18H26L30 33H15Z", &[(22.5, 13.5, 6.0)]),
        Piece::Knight => (
            "M14 33C14 25 19 23 20 18L14 21.5L10.5 17L18.5 9.5L20 5.5L23.5 9C31 11 34 21 31.5 33Z",
            &[],
        ),
        Piece::Bishop => (
            "M22.5 9.5C30 15 31.5 22 27.5 28L29 33H16L17.5 28C13.5 22 15 15 22.5 9.5Z",
            &[(22.5, 7.5, 2.4)],
        ),
        Piece::Rook => (
            "M12 9.5H17V13.5H20.5V9.5H24.5V13.5H28V9.5H33V18H30L31 33H14L15 18H12Z",
            &[],
        ),
        Piece::Queen => (
            "M13 33L9 15L16.5 22.5L18 11L22.5 21L27 11L28.5 22.5L36 15L32 33Z",
            &[
                (9.0, 13.0, 2.4),
                (18.0, 9.0, 2.4),
                (27.0, 9.0, 2.4),
                (36.0, 13.0, 2.4),
            ],
        ),
        Piece::King => (
            "M13 33C6 23 13 15.5 20.5 20V15H17.5V11.5H20.8V8H24.2V11.5H27.5V15H24.5V20\
             C32 15.5 39 23 32 33Z",
            &[],
        ),
    }
}

fn draw_piece(svg: &mut Svg, color: Color, piece: Piece, x: f64, y: f64, size: f64) {
    let (body, edge) = match color {
        Color::White => (LIGHT_PIECE, LIGHT_PIECE_EDGE),
        Color::Black => (DARK, DARK_EDGE),
    };
    let (path, discs) = outline(piece);
    svg.begin(format_args!(
        "transform=\"translate({} {}) scale({})\" fill=\"{body}\" stroke=\"{edge}\" \
         stroke-width=\"1.6\" stroke-linejoin=\"round\" pointer-events=\"none\"",
        N(x),
        N(y),
        N(size / 45.0)
    ));
    svg.add(format_args!("path d=\"{path}\""));
    svg.add(format_args!("path d=\"M11 39H34L31.5 33H13.5Z\""));
    for (x, y, radius) in discs {
        svg.add(format_args!("circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\""));
    }
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_there_from_both_sides_and_pieces_are_told() {
        let picture = Picture::new(&Board::startpos()).promotions();
        for svg in [picture.clone().svg(), picture.clone().turned(true).svg()] {
            for square in Square::ALL {
                let click = format!("data-click=\"{square}\"");
                assert_eq!(svg.matches(&click).count(), 1);
            }
            assert_eq!(svg.matches(": white pawn").count(), 8);
            assert!(svg.contains("data-click=\"=q\""));
        }
        let place = |svg: &str| svg.find("e1: white king").expect("it stands there");
        assert_ne!(place(&picture.clone().svg()), 0);
        assert_ne!(picture.clone().svg(), picture.turned(true).svg());
    }

    #[test]
    fn no_two_kinds_look_alike() {
        let outlines: std::collections::HashSet<_> = Piece::ALL
            .into_iter()
            .map(|piece| outline(piece).0)
            .collect();
        assert_eq!(outlines.len(), 6);
    }
}
