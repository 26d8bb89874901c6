//! Domino tiles: two hands and the chain between them.

use tabia_dominoes::{Position, Tile, Tiles};
use tabia_kernel::rules::Side;

use crate::palette::{FAINT_INK, INK, PAPER, TRAY_CELL};
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
        }
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
        let mut svg = Svg::new(WIDTH, height, &format!("Dominoes {}", self.position));
        svg.add(format_args!(
            "rect class=\"paper\" width=\"{WIDTH}\" height=\"{}\" fill=\"{PAPER}\"",
            N(height)
        ));
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
        let label = format!("{name}: {} pips", hand.pips());
        svg.text(LEFT, top + 14.0, Letters::new(14.0, FAINT_INK), &label);
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
