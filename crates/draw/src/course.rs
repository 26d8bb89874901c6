//! The value through a game: one bar for each move.

use crate::palette::{DRAW, FAINT_INK, GRID, LOSS, WIN};
use crate::svg::{Anchor, Letters, N, Svg};

/// The value after a move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// From −1, the second side wins, to 1, the first side wins.
    pub value: f64,
    /// Whether the value is proved; a guess is drawn paler.
    pub exact: bool,
}

const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 96.0;
const LEFT: f64 = 8.0;
const MIDDLE: f64 = 48.0;
const REACH: f64 = 38.0;

/// Draws the values after the moves of a game; `None` where not known yet.
/// Above the line stands the first side, below the second.
///
/// ```
/// use tabia_draw::course::{Point, course};
/// let won = Point { value: 1.0, exact: true };
/// let svg = course(["First", "Second"], &[None, Some(won)]);
/// assert!(svg.contains("after move 2: 1"));
/// ```
pub fn course(sides: [&str; 2], points: &[Option<Point>]) -> String {
    let mut svg = Svg::new(WIDTH, HEIGHT, "The value through the game");
    let letters = Letters::new(11.0, FAINT_INK).anchored(Anchor::End);
    svg.text(WIDTH - 4.0, 14.0, letters, sides[0]);
    svg.text(WIDTH - 4.0, HEIGHT - 6.0, letters, sides[1]);
    // At least 16 places, so that the first bars do not fill the picture.
    let room = WIDTH - LEFT - 84.0;
    let step = (room / points.len().max(16) as f64).min(22.0);
    for (i, point) in points.iter().enumerate() {
        let x = LEFT + step * i as f64;
        let Some(point) = point else {
            continue;
        };
        let value = point.value.clamp(-1.0, 1.0);
        let colour = match value {
            v if v > 0.0 => WIN,
            v if v < 0.0 => LOSS,
            _ => DRAW,
        };
        // A draw is a thin bar on the line, so that it can be seen.
        let height = (REACH * value.abs()).max(3.0);
        let top = match value {
            v if v > 0.0 => MIDDLE - height,
            v if v < 0.0 => MIDDLE,
            _ => MIDDLE - height / 2.0,
        };
        svg.begin(format_args!("data-point=\"{}\"", i + 1));
        svg.hint(&format!("after move {}: {}", i + 1, N(value)));
        svg.add(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" opacity=\"{}\"",
            N(x),
            N(top),
            N((step - 1.5).max(0.75)),
            N(height),
            if point.exact { 1.0 } else { 0.6 },
        ));
        svg.end();
    }
    svg.add(format_args!(
        "line class=\"grid\" x1=\"{LEFT}\" y1=\"{MIDDLE}\" x2=\"{}\" y2=\"{MIDDLE}\" \
         stroke=\"{GRID}\"",
        WIDTH - 4.0
    ));
    svg.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(value: f64) -> Option<Point> {
        Some(Point { value, exact: true })
    }

    #[test]
    fn each_known_value_has_its_bar_on_its_side() {
        let svg = course(["White", "Black"], &[at(1.0), None, at(0.0), at(-0.5)]);
        assert_eq!(svg.matches("data-point").count(), 3);
        assert!(svg.contains(">White<") && svg.contains(">Black<"));
        assert_eq!(svg.matches(WIN).count(), 1);
        assert_eq!(svg.matches(DRAW).count(), 1);
        assert_eq!(svg.matches(LOSS).count(), 1);
    }

    #[test]
    fn long_games_stay_inside_the_picture() {
        let svg = course(["White", "Black"], &vec![at(0.3); 500]);
        let right = svg
            .split("rect x=\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next()?.parse::<f64>().ok())
            .fold(0.0, f64::max);
        assert!(right < WIDTH - 80.0, "{right}");
    }
}
