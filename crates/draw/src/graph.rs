//! Graphs: who acts on whom, in two columns, on a circle or wherever the nodes
//! are put.

use crate::palette::{FAINT_INK, INK, PAPER, SERIES};
use crate::svg::{Anchor, Letters, N, Svg};

/// A node: what stands in it, and on which side.
#[derive(Clone, Debug)]
pub struct Node {
    /// A letter or two.
    pub text: String,
    /// Whether it is in the right column.
    pub right: bool,
}

/// What is filled like paper, with ink on it: both change on a dark page.
const SHEET: &str = " class=\"sheet\"";
const RADIUS: f64 = 18.0;
const STEP: f64 = 64.0;
const COLUMNS: [f64; 2] = [60.0, 300.0];

/// Draws nodes in two columns and arrows between them, those from the left
/// and those from the right in a colour each. Where there are both, they lie
/// side by side.
///
/// # Panics
///
/// If an edge names a node that is not there.
#[must_use]
pub fn two_columns(title: &str, nodes: &[Node], edges: &[(usize, usize)]) -> String {
    let mut filled = [0; 2];
    let centres: Vec<(f64, f64)> = nodes
        .iter()
        .map(|node| {
            let column = usize::from(node.right);
            filled[column] += 1;
            let y = 76.0 + STEP * f64::from(filled[column] - 1);
            (COLUMNS[column], y)
        })
        .collect();
    let rows = f64::from(filled[0].max(filled[1]).max(1));
    let (width, height) = (COLUMNS[0] + COLUMNS[1], 76.0 + STEP * rows - 20.0);
    let mut svg = Svg::on_paper(width, height, title);
    let heading = Letters::new(15.0, INK).bold().anchored(Anchor::Middle);
    svg.text(width / 2.0, 28.0, heading, title);
    for &(from, to) in edges {
        arrow(&mut svg, centres[from], centres[to], nodes[from].right);
    }
    for (node, &(x, y)) in nodes.iter().zip(&centres) {
        let (class, fill, letters) = if node.right {
            ("", INK, PAPER)
        } else {
            (SHEET, PAPER, INK)
        };
        svg.add(format_args!(
            "circle{class} cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{FAINT_INK}\"",
            N(x),
            N(y),
            N(RADIUS)
        ));
        let letters = Letters::new(16.0, letters).bold().anchored(Anchor::Middle);
        svg.text(x, y + 5.5, letters, &node.text);
    }
    svg.to_string()
}

/// Draws nodes on a circle, clockwise from the top, and edges between them:
/// arrows if `directed`, else plain lines, one for each pair.
///
/// # Panics
///
/// If an edge names a node that is not there.
#[must_use]
pub fn circle(title: &str, nodes: &[String], edges: &[(usize, usize)], directed: bool) -> String {
    let around = (nodes.len() as f64 * STEP * 0.8 / std::f64::consts::TAU).max(70.0);
    let (width, height) = (2.0 * (around + 50.0), 2.0 * (around + 50.0) + 30.0);
    let centres: Vec<(f64, f64)> = (0..nodes.len())
        .map(|at| {
            let turn = std::f64::consts::TAU * at as f64 / nodes.len() as f64;
            let (x, y) = (width / 2.0, 80.0 + around);
            (x + around * turn.sin(), y - around * turn.cos())
        })
        .collect();
    // A long title needs room of its own.
    let width = width.max(9.0 * title.chars().count() as f64 + 30.0);
    let shift = width / 2.0 - (around + 50.0);
    let centres: Vec<(f64, f64)> = centres.iter().map(|&(x, y)| (x + shift, y)).collect();
    let mut svg = Svg::on_paper(width, height, title);
    let heading = Letters::new(15.0, INK).bold().anchored(Anchor::Middle);
    svg.text(width / 2.0, 28.0, heading, title);
    for &(from, to) in edges {
        let (a, b) = (centres[from], centres[to]);
        if directed {
            arrow(&mut svg, a, b, false);
        } else if from < to {
            svg.add(format_args!(
                "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"",
                N(a.0),
                N(a.1),
                N(b.0),
                N(b.1),
                SERIES[0]
            ));
        }
    }
    for (text, &(x, y)) in nodes.iter().zip(&centres) {
        svg.add(format_args!(
            "circle{SHEET} cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{PAPER}\" stroke=\"{FAINT_INK}\"",
            N(x),
            N(y),
            N(RADIUS)
        ));
        let letters = Letters::new(14.0, INK).bold().anchored(Anchor::Middle);
        svg.text(x, y + 5.0, letters, text);
    }
    svg.to_string()
}

/// How a node looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Dark letters on paper.
    Light,
    /// Red letters on paper.
    Red,
    /// Light letters on ink.
    Dark,
}

/// A node with a place of its own.
#[derive(Clone, Debug)]
pub struct Spot {
    /// A letter or two.
    pub text: String,
    /// Column, in steps from the left.
    pub x: f64,
    /// Row, in steps from the top.
    pub y: f64,
    /// How it looks.
    pub look: Look,
}

/// How nodes are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edges {
    /// By arrows.
    Arrows,
    /// By lines.
    Lines,
}

/// Distance of neighbouring places.
const GRID: f64 = 58.0;

/// Draws nodes where they are put, and edges between them.
///
/// # Panics
///
/// If an edge names a node that is not there.
#[must_use]
pub fn placed(title: &str, spots: &[Spot], edges: &[(usize, usize)], kind: Edges) -> String {
    let furthest = |place: fn(&Spot) -> f64| spots.iter().map(place).fold(0.0, f64::max);
    let width = GRID * (furthest(|spot| spot.x) + 1.0) + 24.0;
    let height = GRID * (furthest(|spot| spot.y) + 1.0) + 56.0;
    let centre = |spot: &Spot| (12.0 + GRID * (spot.x + 0.5), 44.0 + GRID * (spot.y + 0.5));
    let mut svg = Svg::on_paper(width, height, title);
    let heading = Letters::new(15.0, INK).bold().anchored(Anchor::Middle);
    svg.text(width / 2.0, 28.0, heading, title);
    for &(a, b) in edges {
        let (from, to) = (centre(&spots[a]), centre(&spots[b]));
        match kind {
            Edges::Arrows => straight_arrow(&mut svg, from, to),
            Edges::Lines => svg.add(format_args!(
                "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{}\" \
                 stroke-width=\"1.8\"",
                N(from.0),
                N(from.1),
                N(to.0),
                N(to.1),
                SERIES[0]
            )),
        }
    }
    for spot in spots {
        let (x, y) = centre(spot);
        let (class, fill, ink) = match spot.look {
            Look::Light => (SHEET, PAPER, INK),
            Look::Red => ("", PAPER, "#b3261e"),
            Look::Dark => ("", INK, PAPER),
        };
        svg.add(format_args!(
            "rect{class} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"{fill}\" \
             stroke=\"{FAINT_INK}\"",
            N(x - RADIUS),
            N(y - RADIUS),
            N(2.0 * RADIUS),
            N(2.0 * RADIUS)
        ));
        let letters = Letters::new(14.0, ink).bold().anchored(Anchor::Middle);
        svg.text(x, y + 5.0, letters, &spot.text);
    }
    svg.to_string()
}

/// An arrow between the rims of two square nodes.
fn straight_arrow(svg: &mut Svg, from: (f64, f64), to: (f64, f64)) {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    // Where the line leaves a square of this half-width.
    let rim = (RADIUS + 1.0) / ux.abs().max(uy.abs());
    shaft_and_tip(
        svg,
        (from.0 + rim * ux, from.1 + rim * uy),
        (to.0 - rim * ux, to.1 - rim * uy),
        SERIES[0],
    );
}

/// An arrow from the rim of one node to that of another, a little to its own
/// left so that the way back does not cover it.
fn arrow(svg: &mut Svg, from: (f64, f64), to: (f64, f64), right: bool) {
    let colour = SERIES[usize::from(right)];
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let (sx, sy) = (4.0 * uy, -4.0 * ux);
    let start = (from.0 + RADIUS * ux + sx, from.1 + RADIUS * uy + sy);
    let end = (to.0 - RADIUS * ux + sx, to.1 - RADIUS * uy + sy);
    shaft_and_tip(svg, start, end, colour);
}

fn shaft_and_tip(svg: &mut Svg, start: (f64, f64), end: (f64, f64), colour: &str) {
    let (dx, dy) = (end.0 - start.0, end.1 - start.1);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    svg.add(format_args!(
        "line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\" stroke=\"{colour}\" stroke-width=\"1.5\"",
        N(start.0),
        N(start.1),
        N(end.0),
        N(end.1)
    ));
    let (bx, by) = (end.0 - 9.0 * ux, end.1 - 9.0 * uy);
    svg.add(format_args!(
        "path d=\"M{} {}L{} {}L{} {}Z\" fill=\"{colour}\"",
        N(end.0),
        N(end.1),
        N(bx + 4.0 * uy),
        N(by - 4.0 * ux),
        N(bx - 4.0 * uy),
        N(by + 4.0 * ux)
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_and_edge_is_drawn() {
        let node = |text: &str, right| Node {
            text: text.to_owned(),
            right,
        };
        let nodes = [node("K", false), node("P", false), node("k", true)];
        let svg = two_columns("KP-k", &nodes, &[(0, 2), (2, 0), (1, 2)]);
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches("<line").count(), 3);
        assert!(svg.contains(">P</text>"), "{svg}");
    }

    #[test]
    fn nodes_stand_where_they_are_put() {
        let spot = |text: &str, x, y, look| Spot {
            text: text.to_owned(),
            x,
            y,
            look,
        };
        let spots = [
            spot("♣J", 0.0, 0.0, Look::Dark),
            spot("♥A", 2.0, 1.0, Look::Red),
            spot("♠A", 2.0, 0.0, Look::Light),
        ];
        let arrows = placed("Tricks", &spots, &[(0, 1), (0, 2)], Edges::Arrows);
        assert_eq!(arrows.matches("<path").count(), 2);
        assert!(arrows.contains("viewBox=\"0 0 198 172\""), "{arrows}");
        let lines = placed("Tricks", &spots, &[(0, 1), (0, 2)], Edges::Lines);
        assert_eq!(lines.matches("<line").count(), 2);
        assert_eq!(lines.matches("<path").count(), 0);
    }

    #[test]
    fn lines_without_direction_are_drawn_once() {
        let nodes = ["01", "12", "02"].map(str::to_owned);
        let both = [(0, 1), (1, 0), (1, 2), (2, 1)];
        let plain = circle("tiles", &nodes, &both, false);
        assert_eq!(plain.matches("<line").count(), 2);
        let directed = circle("cards", &nodes, &both, true);
        assert_eq!(directed.matches("<line").count(), 4);
        assert_eq!(directed.matches("<circle").count(), 3);
    }
}
