//! Boards of Chinese Dark Chess.
//!
//! White's pieces are light discs with capitals, Black's dark discs with small
//! letters, as in position texts; a disc without a letter lies face down.

use tabia_darkchess::{FullPosition, Kind, Material, Move, Square};
use tabia_kernel::rules::Side;

use crate::Worth;
use crate::palette::{
    CELL, CELL_EDGE, DARK, DARK_EDGE, FAINT_INK, INK, LIGHT, LIGHT_EDGE, TRAY_CELL, WOOD, WOOD_EDGE,
};
use crate::svg::{Anchor, Letters, N, Svg};

/// A picture of a position: the board, and the pieces face down and captured.
///
/// ```
/// use tabia_darkchess::FullPosition;
/// use tabia_draw::darkchess::Picture;
///
/// let position: FullPosition = "8/1b6/2K5/8 b 0".parse()?;
/// let picture = Picture::new(&position).svg();
/// assert!(picture.contains("c3: white king"));
/// # Ok::<(), tabia_darkchess::ReadFullError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    squares: [Option<Stands>; 32],
    to_move: Option<Side>,
    quiet: u16,
    face_down: Material,
    captured: Material,
    title: String,
    arrows: Vec<(Move, Worth)>,
    flips: Vec<(Square, Worth)>,
    last: Vec<Square>,
    turned: bool,
    steady: bool,
}

/// What stands on a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stands {
    /// A piece that all can see.
    Up(Side, Kind),
    /// A piece face down.
    Down,
}

/// Half the distance between neighbouring squares.
const HALF: f64 = 36.0;
/// Where the board begins.
const BOARD: (f64, f64) = (34.0, 34.0);
const BOARD_WIDTH: f64 = 16.0 * HALF;
const BOARD_HEIGHT: f64 = 8.0 * HALF;
/// Half the distance between neighbouring pieces below the board.
const SMALL_HALF: f64 = 17.0;
/// Where the trays below the board begin, and how far apart they are.
const TRAY_TOP: f64 = BOARD.1 + BOARD_HEIGHT + 50.0;
const TRAY_STEP: f64 = 64.0;
const WIDTH: f64 = BOARD.0 + BOARD_WIDTH + 24.0;

/// The back of a piece, and the mark on it.
const BACK: &str = "#c98f58";
const BACK_EDGE: &str = "#6b4423";
const BACK_MARK: &str = "#a9713f";

impl Picture {
    /// The position, nothing coloured.
    #[must_use]
    pub fn new(position: &FullPosition) -> Picture {
        let on = |number: u8| {
            let square = Square::new(number);
            let down = position.is_face_down(square).then_some(Stands::Down);
            let up = position.piece(square);
            up.map(|(side, kind)| Stands::Up(side, kind)).or(down)
        };
        Picture {
            quiet: position.quiet(),
            face_down: position.face_down(),
            captured: position.captured(),
            title: format!("Dark chess position {position}"),
            ..Picture::sketch(std::array::from_fn(|n| on(n as u8)), position.to_move())
        }
    }

    /// Pieces on a board, whether they are a position or not.
    #[must_use]
    pub fn sketch(squares: [Option<Stands>; 32], to_move: Option<Side>) -> Picture {
        Picture {
            squares,
            to_move,
            quiet: 0,
            face_down: Material::NONE,
            captured: Material::NONE,
            title: "Dark chess board".to_owned(),
            arrows: Vec::new(),
            flips: Vec::new(),
            last: Vec::new(),
            turned: false,
            steady: false,
        }
    }

    /// Marks the squares of the last turn.
    #[must_use]
    pub fn last(mut self, squares: Vec<Square>) -> Picture {
        self.last = squares;
        self
    }

    /// Shows the board from the other side.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Picture {
        self.turned = turned;
        self
    }

    /// Keeps the same size through a game: room for both trays, whatever is
    /// in them.
    #[must_use]
    pub fn steady(mut self) -> Picture {
        self.steady = true;
        self
    }

    /// Draws a step or capture as an arrow, coloured by what it is worth.
    #[must_use]
    pub fn arrow(mut self, m: Move, worth: Worth) -> Picture {
        self.arrows.push((m, worth));
        self
    }

    /// Colours a face-down piece by what flipping it is worth.
    #[must_use]
    pub fn flip(mut self, square: Square, worth: Worth) -> Picture {
        self.flips.push((square, worth));
        self
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let trays = [("Face down", self.face_down), ("Captured", self.captured)];
        let trays: Vec<_> = trays
            .into_iter()
            .filter(|&(_, pieces)| self.steady || pieces != Material::NONE)
            .collect();
        let height = TRAY_TOP - 12.0 + TRAY_STEP * trays.len() as f64;
        let mut svg = Svg::on_paper(WIDTH, height, &self.title);
        self.draw_board(&mut svg);
        self.draw_caption(&mut svg);
        for (i, (name, pieces)) in trays.into_iter().enumerate() {
            draw_tray(&mut svg, TRAY_TOP + TRAY_STEP * i as f64, name, pieces);
        }
        svg.to_string()
    }

    fn draw_board(&self, svg: &mut Svg) {
        let (left, top) = BOARD;
        svg.add(format_args!(
            "rect x=\"{left}\" y=\"{top}\" width=\"{BOARD_WIDTH}\" height=\"{BOARD_HEIGHT}\" \
             rx=\"10\" fill=\"{WOOD}\" stroke=\"{WOOD_EDGE}\" stroke-width=\"2\""
        ));
        let name = Letters::new(14.0, FAINT_INK).anchored(Anchor::Middle);
        for i in 0..8u8 {
            let along = f64::from(2 * i + 1) * HALF;
            let column = if self.turned { 8 - i } else { i + 1 };
            svg.text(left + along, top - 10.0, name, &column.to_string());
            if i < 4 {
                let row = if self.turned { 3 - i } else { i };
                let row = char::from(b'a' + row).to_string();
                svg.text(left - 16.0, top + along + 5.0, name, &row);
            }
        }
        for number in 0..32 {
            self.draw_square(svg, Square::new(number));
        }
        for &(m, worth) in &self.arrows {
            self.draw_arrow(svg, m, worth);
        }
    }

    fn draw_square(&self, svg: &mut Svg, square: Square) {
        let (x, y) = self.centre(square);
        let stands = self.squares[square.number()];
        let worth = self.flips.iter().find(|flip| flip.0 == square);
        let worth = worth.map(|flip| flip.1);
        svg.begin(format_args!(
            "data-square=\"{square}\" data-click=\"{square}\""
        ));
        svg.hint(&match (stands, worth) {
            (Some(Stands::Up(side, kind)), _) => format!("{square}: {}", describe(side, kind)),
            (Some(Stands::Down), None) => format!("{square}: face down"),
            (Some(Stands::Down), Some(worth)) => format!("{square}: flipping it {}", worth.word()),
            (None, _) => square.to_string(),
        });
        let size = 2.0 * HALF - 4.0;
        let (edge, width) = match self.last.contains(&square) {
            true => ("#f6e7d3", 3.0),
            false => (CELL_EDGE, 1.2),
        };
        svg.add(format_args!(
            "rect class=\"spot\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"7\" \
             fill=\"{CELL}\" stroke=\"{edge}\" stroke-width=\"{width}\"",
            N(x - size / 2.0),
            N(y - size / 2.0)
        ));
        match stands {
            Some(Stands::Up(side, kind)) => draw_piece(svg, side, kind, x, y, HALF - 8.0),
            Some(Stands::Down) => {
                draw_back(svg, x, y, HALF - 8.0, worth.map_or(BACK, Worth::colour));
            }
            None => {}
        }
        svg.end();
    }

    /// An arrow from square to square, that leaves the letters readable.
    fn draw_arrow(&self, svg: &mut Svg, m: Move, worth: Worth) {
        let (from, to) = (self.centre(m.from), self.centre(m.to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let start = (from.0 + 22.0 * ux, from.1 + 22.0 * uy);
        let tip = (to.0 - 16.0 * ux, to.1 - 16.0 * uy);
        let neck = (tip.0 - 13.0 * ux, tip.1 - 13.0 * uy);
        let colour = worth.colour();
        svg.begin(format_args!("data-move=\"{}-{}\"", m.from, m.to));
        svg.hint(&format!("{}-{} {}", m.from, m.to, worth.word()));
        for (ink, wider) in [(INK, 2.0), (colour, 0.0)] {
            svg.add(format_args!(
                "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{ink}\" stroke-width=\"{}\"",
                N(start.0),
                N(start.1),
                N(neck.0),
                N(neck.1),
                N(5.0 + wider)
            ));
            svg.add(format_args!(
                "path d=\"M{} {}L{} {}L{} {}Z\" fill=\"{colour}\" stroke=\"{ink}\" \
             stroke-width=\"{}\" stroke-linejoin=\"round\"",
                N(tip.0),
                N(tip.1),
                N(neck.0 + 8.0 * uy),
                N(neck.1 - 8.0 * ux),
                N(neck.0 - 8.0 * uy),
                N(neck.1 + 8.0 * ux),
                N(wider)
            ));
        }
        svg.end();
    }

    /// The middle of a square.
    fn centre(&self, square: Square) -> (f64, f64) {
        let place = match self.turned {
            false => square.number(),
            true => 31 - square.number(),
        };
        let (row, column) = (place / 8, place % 8);
        (
            BOARD.0 + (2 * column + 1) as f64 * HALF,
            BOARD.1 + (2 * row + 1) as f64 * HALF,
        )
    }

    /// Who moves, and how long nothing has been taken.
    fn draw_caption(&self, svg: &mut Svg) {
        let mover = match self.to_move {
            None => "The first flip decides the colours",
            Some(Side::First) => "White to move",
            Some(Side::Second) => "Black to move",
        };
        let plies = match self.quiet {
            0 => String::new(),
            1 => "1 ply without a capture".to_owned(),
            n => format!("{n} plies without a capture"),
        };
        let y = BOARD.1 + BOARD_HEIGHT + 26.0;
        svg.text(BOARD.0, y, Letters::new(15.0, INK).bold(), mover);
        let right = Letters::new(14.0, FAINT_INK).anchored(Anchor::End);
        svg.text(BOARD.0 + BOARD_WIDTH, y, right, &plies);
    }
}

/// `white king`.
fn describe(side: Side, kind: Kind) -> String {
    let colour = match side {
        Side::First => "white",
        Side::Second => "black",
    };
    format!("{colour} {}", kind.name())
}

fn draw_piece(svg: &mut Svg, side: Side, kind: Kind, x: f64, y: f64, radius: f64) {
    let (body, edge, ink) = match side {
        Side::First => (LIGHT, LIGHT_EDGE, DARK),
        Side::Second => (DARK, DARK_EDGE, LIGHT),
    };
    disc(svg, x, y, radius, body, edge, 0.07 * radius);
    ring(svg, x, y, 0.84 * radius, ink, 0.035 * radius);
    let letters = Letters::new(1.1 * radius, ink).bold();
    svg.text(
        x,
        y + 0.38 * radius,
        letters.anchored(Anchor::Middle),
        &kind.letter(side).to_string(),
    );
}

/// A piece from behind.
fn draw_back(svg: &mut Svg, x: f64, y: f64, radius: f64, body: &str) {
    disc(svg, x, y, radius, body, BACK_EDGE, 0.07 * radius);
    ring(svg, x, y, 0.62 * radius, BACK_MARK, 0.1 * radius);
    ring(svg, x, y, 0.3 * radius, BACK_MARK, 0.1 * radius);
}

fn disc(svg: &mut Svg, x: f64, y: f64, radius: f64, body: &str, edge: &str, width: f64) {
    svg.add(format_args!(
        "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{body}\" stroke=\"{edge}\" \
         stroke-width=\"{}\"",
        N(x),
        N(y),
        N(radius),
        N(width)
    ));
}

fn ring(svg: &mut Svg, x: f64, y: f64, radius: f64, colour: &str, width: f64) {
    disc(svg, x, y, radius, "none", colour, width);
}

/// A row of small pieces with their numbers.
fn draw_tray(svg: &mut Svg, top: f64, name: &str, pieces: Material) {
    let left = BOARD.0;
    svg.text(left, top, Letters::new(14.0, FAINT_INK), name);
    let y = top + 8.0 + SMALL_HALF;
    for (i, (side, kind, count)) in pieces.groups().enumerate() {
        let x = left + SMALL_HALF + i as f64 * (BOARD_WIDTH - 2.0 * SMALL_HALF) / 13.0;
        svg.begin(format_args!("data-piece=\"{}\"", kind.letter(side)));
        svg.hint(&format!("{}: {count}", describe(side, kind)));
        let size = 2.0 * SMALL_HALF;
        svg.add(format_args!(
            "rect class=\"tray\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\" rx=\"6\" \
             fill=\"{TRAY_CELL}\"",
            N(x - SMALL_HALF),
            N(y - SMALL_HALF)
        ));
        draw_piece(svg, side, kind, x - 3.0, y, SMALL_HALF - 5.0);
        if count > 1 {
            let number = Letters::new(10.0, INK).bold().anchored(Anchor::End);
            svg.text(
                x + SMALL_HALF - 2.0,
                y + SMALL_HALF - 3.0,
                number,
                &count.to_string(),
            );
        }
        svg.end();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::palette::{LOSS, WIN};

    fn position(text: &str) -> FullPosition {
        text.parse().expect("a position")
    }

    #[test]
    fn pieces_face_down_pieces_and_trays_are_drawn() {
        let svg = Picture::new(&position("????????/??1?k1??/?Cg1pG1?/???B??RP b 4 Crcp")).svg();
        assert_eq!(svg.matches(": face down").count(), 20);
        assert!(svg.contains("b5: black king"), "{svg}");
        assert!(svg.contains("Black to move") && svg.contains("4 plies without a capture"));
        assert!(svg.contains("white cannon: 1"), "captured");
        assert!(svg.contains("black pawn: 3"), "face down");
        let start = Picture::new(&FullPosition::START).svg();
        assert!(!start.contains("Captured"));
        assert!(start.contains("decides the colours"));
    }

    #[test]
    fn every_square_can_be_clicked_and_a_steady_picture_keeps_its_size() {
        let size = |svg: &str| svg.split("role").next().map(str::to_owned);
        let start = Picture::new(&FullPosition::START).steady();
        let late = Picture::new(&position("8/1b6/2K5/8 b 0")).steady();
        assert_eq!(size(&start.svg()), size(&late.svg()));
        for svg in [start.svg(), start.turned(true).svg()] {
            for number in 0..32 {
                let click = format!("data-click=\"{}\"", Square::new(number));
                assert_eq!(svg.matches(&click).count(), 1);
            }
        }
    }

    #[test]
    fn worth_colours_moves_and_flips() {
        let at = |text: &str| Square::of_text(text).expect("a square");
        let m = Move {
            from: at("c2"),
            to: at("c5"),
        };
        let svg = Picture::new(&position("????????/??1?k1??/?Cg1pG1?/???B??RP w 4 Crcp"))
            .arrow(m, Worth::Win)
            .flip(at("a1"), Worth::Loss)
            .svg();
        assert!(svg.contains("c2-c5 wins") && svg.contains(WIN));
        assert_eq!(svg.matches(LOSS).count(), 1);
    }
}
