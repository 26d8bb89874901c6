//! Graphs: who acts on whom.

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
    let mut svg = Svg::new(width, height, title);
    svg.add(format_args!(
        "rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"",
        N(width),
        N(height)
    ));
    let heading = Letters::new(15.0, INK).bold().anchored(Anchor::Middle);
    svg.text(width / 2.0, 28.0, heading, title);
    for &(from, to) in edges {
        arrow(&mut svg, centres[from], centres[to], nodes[from].right);
    }
    for (node, &(x, y)) in nodes.iter().zip(&centres) {
        let (fill, letters) = if node.right {
            (INK, PAPER)
        } else {
            (PAPER, INK)
        };
        svg.add(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{fill}\" stroke=\"{FAINT_INK}\"",
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
    let mut svg = Svg::new(width, height, title);
    svg.add(format_args!(
        "rect width=\"{}\" height=\"{}\" fill=\"{PAPER}\"",
        N(width),
        N(height)
    ));
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
            "circle cx=\"{}\" cy=\"{}\" r=\"{}\" fill=\"{PAPER}\" stroke=\"{FAINT_INK}\"",
            N(x),
            N(y),
            N(RADIUS)
        ));
        let letters = Letters::new(14.0, INK).bold().anchored(Anchor::Middle);
        svg.text(x, y + 5.0, letters, text);
    }
    svg.to_string()
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
