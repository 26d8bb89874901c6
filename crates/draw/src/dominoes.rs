//! Domino tiles: two hands and the chain between them.

use tabia_dominoes::{Position, Tile, Tiles};
use tabia_kernel::rules::Side;

use crate::palette::{FAINT_INK, INK, TRAY_CELL};
use crate::svg::{Anchor, Letters, N, Svg};

/// A picture of a position: both hands, the chain and its ends.
///
/// ```
/// use tabia_dominoes::Position;
/// use tabia_draw::dominoes::Picture;
///
/// let position = Position::read("01 12 | 33 45 | 0-5 first")?;
/// let picture = Picture::new(&position).svg();
/// assert!(picture.contains("tile 4 5"));
/// # Ok::<(), tabia_dominoes::ReadPositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picture {
    position: Position,
    /// The tiles laid, from left to right, each as it lies.
    chain: Vec<(u8, u8)>,
    last: Option<Tile>,
    turned: bool,
    rows: usize,
    viewer: Option<Side>,
    stock: Option<usize>,
}

/// Size of a half of a tile in a hand.
const HALF: f64 = 44.0;
/// Distance of neighbours.
const STEP: f64 = HALF + 8.0;
/// Tiles in a row of a hand.
const ROW: usize = 7;
/// Size of a half in the chain, and how many tiles are in a row of it.
const SMALL: f64 = 23.0;
const CHAIN_ROW: usize = 7;
const LEFT: f64 = 16.0;
const WIDTH: f64 = 2.0 * LEFT + STEP * ROW as f64 - 8.0;
const LABEL: f64 = 24.0;
const ROW_HEIGHT: f64 = 2.0 * HALF + 10.0;
/// Two rows of chain and the ends.
const MIDDLE: f64 = 2.0 * (SMALL + 8.0) + 74.0;

const IVORY: &str = "#faf3e3";
const IVORY_EDGE: &str = "#8f7f63";
const BACK: &str = "#4d4038";
const PIP: &str = "#2b2420";
const LAST_EDGE: &str = "#c98a1b";

impl Picture {
    /// The position, with nothing known of the chain but its ends.
    #[must_use]
    pub fn new(position: &Position) -> Picture {
        let most = Side::BOTH.map(|side| position.hand(side).len());
        Picture {
            position: *position,
            chain: Vec::new(),
            last: None,
            turned: false,
            rows: rows(most[0].max(most[1])),
            viewer: None,
            stock: None,
        }
    }

    /// Shows the hand of this side only, and the other one from behind.
    #[must_use]
    pub fn seen_by(mut self, viewer: Option<Side>) -> Picture {
        self.viewer = viewer;
        self
    }

    /// Tells how many tiles are left to draw. Nobody passes by choice then.
    #[must_use]
    pub fn stock(mut self, tiles: usize) -> Picture {
        self.stock = Some(tiles);
        self
    }

    /// Shows the tiles laid, from left to right, each as it lies.
    #[must_use]
    pub fn chain(mut self, tiles: Vec<(u8, u8)>) -> Picture {
        self.chain = tiles;
        self
    }

    /// Marks the tile laid last.
    #[must_use]
    pub fn last(mut self, tile: Option<Tile>) -> Picture {
        self.last = tile;
        self
    }

    /// Puts the second hand below and the first above.
    #[must_use]
    pub fn turned(mut self, turned: bool) -> Picture {
        self.turned = turned;
        self
    }

    /// Leaves room for hands of this many tiles, so that the picture keeps
    /// its size through a game.
    #[must_use]
    pub fn room_for(mut self, tiles: usize) -> Picture {
        self.rows = self.rows.max(rows(tiles));
        self
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let hand = LABEL + ROW_HEIGHT * self.rows as f64;
        let height = 2.0 * hand + MIDDLE + 12.0;
        let title = match self.viewer {
            None => format!("Dominoes {}", self.position),
            Some(_) => "Dominoes".to_owned(),
        };
        let mut svg = Svg::on_paper(WIDTH, height, &title);
        let (upper, lower) = match self.turned {
            false => (Side::Second, Side::First),
            true => (Side::First, Side::Second),
        };
        self.draw_hand(&mut svg, 4.0, upper);
        self.draw_middle(&mut svg, hand + 4.0);
        self.draw_hand(&mut svg, hand + MIDDLE + 4.0, lower);
        svg.to_string()
    }

    fn draw_hand(&self, svg: &mut Svg, top: f64, side: Side) {
        let name = match side {
            Side::First => "First",
            Side::Second => "Second",
        };
        let hand: Tiles = self.position.hand(side);
        let hidden = self.viewer.is_some_and(|viewer| viewer != side);
        let label = match hidden {
            false => format!("{name}: {} pips", hand.pips()),
            true => format!("{name}: {} tiles", hand.len()),
        };
        svg.text(LEFT, top + 14.0, Letters::new(14.0, FAINT_INK), &label);
        if hidden {
            for i in 0..hand.len() {
                let x = LEFT + STEP * (i % ROW) as f64;
                let y = top + LABEL + ROW_HEIGHT * (i / ROW) as f64;
                back(svg, x, y, HALF, 2.0 * HALF);
            }
            return;
        }
        for (i, tile) in hand.enumerate() {
            let x = LEFT + STEP * (i % ROW) as f64;
            let y = top + LABEL + ROW_HEIGHT * (i / ROW) as f64;
            let (a, b) = tile.halves();
            svg.begin(format_args!("data-click=\"{tile}\""));
            svg.hint(&format!("{name}: tile {a} {b}"));
            body(svg, x, y, HALF, 2.0 * HALF, IVORY_EDGE, "spot");
            pips(svg, x, y, HALF, a);
            pips(svg, x, y + HALF, HALF, b);
            bar(svg, (x + 6.0, y + HALF), (x + HALF - 6.0, y + HALF));
            svg.end();
        }
    }

    fn draw_middle(&self, svg: &mut Svg, top: f64) {
        let shown = 2 * CHAIN_ROW;
        let skipped = self.chain.len().saturating_sub(shown);
        if self.chain.is_empty() {
            let text = "The chain so far is not shown; its ends are";
            svg.text(LEFT, top + 24.0, Letters::new(14.0, FAINT_INK), text);
        }
        for (i, &(a, b)) in self.chain.iter().skip(skipped).enumerate() {
            let x = LEFT + (2.0 * SMALL + 5.0) * (i % CHAIN_ROW) as f64;
            let y = top + (SMALL + 8.0) * (i / CHAIN_ROW) as f64;
            let last = self.last == Some(Tile::new(a, b));
            let edge = if last { LAST_EDGE } else { IVORY_EDGE };
            svg.begin(format_args!("data-laid=\"{a}{b}\""));
            svg.hint(&format!("laid: {a} {b}"));
            body(svg, x, y, 2.0 * SMALL, SMALL, edge, "laid");
            pips(svg, x, y, SMALL, a);
            pips(svg, x + SMALL, y, SMALL, b);
            bar(svg, (x + SMALL, y + 3.0), (x + SMALL, y + SMALL - 3.0));
            svg.end();
        }
        let y = top + 2.0 * (SMALL + 8.0) + 8.0;
        svg.text(LEFT, y + 28.0, Letters::new(15.0, INK).bold(), "Ends");
        let (a, b) = self.position.ends().halves();
        button(
            svg,
            LEFT + 60.0,
            y,
            44.0,
            &format!("@{a}"),
            &a.to_string(),
            &format!("the end that shows {a}"),
        );
        if a != b {
            button(
                svg,
                LEFT + 112.0,
                y,
                44.0,
                &format!("@{b}"),
                &b.to_string(),
                &format!("the end that shows {b}"),
            );
        }
        if let Some(stock) = self.stock {
            let text = format!("{stock} in the stock");
            let right = Letters::new(14.0, FAINT_INK).anchored(Anchor::End);
            svg.text(WIDTH - LEFT, y + 28.0, right, &text);
            return;
        }
        button(
            svg,
            WIDTH - LEFT - 84.0,
            y,
            84.0,
            "pass",
            "Pass",
            "pass, for want of a tile that fits",
        );
    }
}

/// All tiles and where they are, and the numbers that ends can show, each to
/// be clicked.
#[derive(Clone, Debug)]
pub struct Set {
    hands: [Tiles; 2],
    stock: Tiles,
    ends: (u8, u8),
    caption: String,
}

/// Size of a half of a tile there, and the distances of tiles.
const SET_HALF: f64 = 33.0;
const SET_STEP: f64 = 2.0 * SET_HALF + 32.0;

impl Set {
    /// Both hands, the stock, and the numbers at the ends; the caption says
    /// what else is decided.
    #[must_use]
    pub fn new(hands: [Tiles; 2], stock: Tiles, ends: (u8, u8), caption: &str) -> Set {
        Set {
            hands,
            stock,
            ends,
            caption: caption.to_owned(),
        }
    }

    /// The picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let height = 4.0 * SET_STEP + 108.0;
        let mut svg = Svg::on_paper(WIDTH, height, "Dominoes: where each tile is");
        for (i, tile) in Tile::all().enumerate() {
            let x = LEFT + STEP * (i % ROW) as f64;
            let y = 8.0 + SET_STEP * (i / ROW) as f64;
            let (a, b) = tile.halves();
            let place = match tile {
                _ if self.hands[0].contains(tile) => "First",
                _ if self.hands[1].contains(tile) => "Second",
                _ if self.stock.contains(tile) => "stock",
                _ => "–",
            };
            svg.begin(format_args!("data-click=\"{tile}\""));
            svg.hint(&format!("tile {a} {b}: {place}"));
            body(&mut svg, x, y, SET_HALF, 2.0 * SET_HALF, IVORY_EDGE, "spot");
            pips(&mut svg, x, y, SET_HALF, a);
            pips(&mut svg, x, y + SET_HALF, SET_HALF, b);
            let across = y + SET_HALF;
            bar(&mut svg, (x + 5.0, across), (x + SET_HALF - 5.0, across));
            svg.end();
            let letters = match place {
                "–" => Letters::new(12.0, FAINT_INK),
                _ => Letters::new(12.0, INK).bold(),
            };
            let letters = letters.anchored(Anchor::Middle);
            svg.text(
                x + SET_HALF / 2.0,
                y + 2.0 * SET_HALF + 16.0,
                letters,
                place,
            );
        }
        let y = 8.0 + 4.0 * SET_STEP;
        svg.text(LEFT, y + 27.0, Letters::new(15.0, INK).bold(), "Ends");
        for number in 0..7u8 {
            let x = LEFT + 56.0 + 44.0 * f64::from(number);
            let hint = format!("an end that shows {number}");
            let text = number.to_string();
            button(&mut svg, x, y, 38.0, &format!("@{number}"), &text, &hint);
        }
        let (left, right) = self.ends;
        let caption = format!("The ends show {left} and {right}. {}", self.caption);
        svg.text(LEFT, y + 68.0, Letters::new(14.0, INK), &caption);
        svg.to_string()
    }
}

fn rows(tiles: usize) -> usize {
    tiles.div_ceil(ROW).max(1)
}

fn body(svg: &mut Svg, x: f64, y: f64, width: f64, height: f64, edge: &str, class: &str) {
    svg.add(format_args!(
        "rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" \
         fill=\"{IVORY}\" stroke=\"{edge}\" stroke-width=\"1.5\"",
        N(x),
        N(y),
        N(width),
        N(height)
    ));
}

/// A tile from behind.
fn back(svg: &mut Svg, x: f64, y: f64, width: f64, height: f64) {
    svg.add(format_args!(
        "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{BACK}\" \
         stroke=\"{IVORY_EDGE}\" stroke-width=\"1.5\"",
        N(x),
        N(y),
        N(width),
        N(height)
    ));
}

fn bar(svg: &mut Svg, from: (f64, f64), to: (f64, f64)) {
    svg.add(format_args!(
        "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{IVORY_EDGE}\"",
        N(from.0),
        N(from.1),
        N(to.0),
        N(to.1)
    ));
}

/// Which of nine places bear a pip, row by row from the top.
const PLACES: [[u8; 9]; 7] = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 1, 0, 0, 0, 0],
    [1, 0, 0, 0, 0, 0, 0, 0, 1],
    [1, 0, 0, 0, 1, 0, 0, 0, 1],
    [1, 0, 1, 0, 0, 0, 1, 0, 1],
    [1, 0, 1, 0, 1, 0, 1, 0, 1],
    [1, 0, 1, 1, 0, 1, 1, 0, 1],
];

fn pips(svg: &mut Svg, x: f64, y: f64, size: f64, number: u8) {
    for (i, _) in PLACES[usize::from(number)]
        .iter()
        .enumerate()
        .filter(|(_, there)| **there != 0)
    {
        let at = |place: usize| size * (0.25 + 0.25 * place as f64);
        svg.add(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{PIP}\"",
            N(x + at(i % 3)),
            N(y + at(i / 3)),
            N(0.085 * size)
        ));
    }
}

/// Something to click that is no tile.
fn button(svg: &mut Svg, x: f64, y: f64, width: f64, click: &str, text: &str, hint: &str) {
    svg.begin(format_args!("data-click=\"{click}\""));
    svg.hint(hint);
    svg.add(format_args!(
        "rect class=\"spot tray\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"42\" rx=\"8\" \
         fill=\"{TRAY_CELL}\"",
        N(x),
        N(y),
        N(width)
    ));
    let letters = Letters::new(16.0, INK).bold().anchored(Anchor::Middle);
    svg.text(x + width / 2.0, y + 27.0, letters, text);
    svg.end();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_ends_and_pass_can_be_clicked_and_pips_are_right() {
        let position = Position::read("01 12 | 33 45 | 0-5 first").expect("a position");
        let svg = Picture::new(&position).chain(vec![(0, 6), (6, 5)]).svg();
        for click in ["01", "12", "33", "45", "@0", "@5", "pass"] {
            let click = format!("data-click=\"{click}\"");
            assert_eq!(svg.matches(&click).count(), 1, "{click}");
        }
        let pips = 1 + 3 + 6 + 9 + 6 + 11;
        assert_eq!(svg.matches("<circle").count(), pips);
    }

    #[test]
    fn a_hidden_hand_is_neither_drawn_nor_told() {
        let position = Position::read("01 12 | 33 45 | 0-5 first").expect("a position");
        let picture = Picture::new(&position).stock(9);
        let svg = picture.seen_by(Some(Side::First)).svg();
        for hidden in ["33", "45", "tile 3 3", "pass"] {
            assert!(!svg.contains(&format!("\"{hidden}\"")), "{hidden}");
        }
        assert!(svg.contains("Second: 2 tiles") && svg.contains("9 in the stock"));
        assert!(svg.contains("data-click=\"01\""));
    }

    #[test]
    fn every_tile_of_the_set_can_be_clicked_and_its_place_is_told() {
        let tiles = |text: &str| text.split(' ').filter_map(Tile::read).collect();
        let svg = Set::new([tiles("01 12"), tiles("33")], tiles("66"), (0, 5), "").svg();
        assert_eq!(svg.matches("data-click").count(), 28 + 7);
        assert_eq!(svg.matches(">First</text>").count(), 2);
        assert!(svg.contains("tile 6 6: stock") && svg.contains("show 0 and 5"));
    }

    #[test]
    fn a_picture_with_room_keeps_its_size() {
        let size = |text: &str| {
            let position = Position::read(text).expect("a position");
            let svg = Picture::new(&position).room_for(9).svg();
            svg.split("role").next().map(str::to_owned)
        };
        let many = "00 01 02 03 04 05 06 11 12 | 33 45 | 0-5 first";
        assert_eq!(size(many), size("00 | 33 | 0-5 first"));
    }
}
