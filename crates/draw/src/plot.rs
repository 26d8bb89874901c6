//! Plots: several series of points over two axes.

mod ticks;

use crate::palette::{FAINT_GRID, FAINT_INK, GRID, INK, PAPER, SERIES};
use crate::svg::{Anchor, Letters, N, Svg};
use ticks::{Ticks, label};

/// How values are spread along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scale {
    /// Equal differences are equal lengths.
    Linear,
    /// Equal ratios are equal lengths. Values that are not positive have no
    /// place on it and are left out.
    Log,
}

/// One of the two axes.
#[derive(Clone, Debug)]
pub struct Axis {
    label: String,
    scale: Scale,
    whole: bool,
}

impl Axis {
    /// An axis on which equal differences are equal lengths.
    pub fn linear(label: &str) -> Axis {
        Axis {
            label: label.to_owned(),
            scale: Scale::Linear,
            whole: false,
        }
    }

    /// An axis on which equal ratios are equal lengths.
    pub fn log(label: &str) -> Axis {
        Axis {
            scale: Scale::Log,
            ..Axis::linear(label)
        }
    }

    /// A linear axis for numbers that are counted: every whole number has its
    /// mark.
    pub fn counted(label: &str) -> Axis {
        Axis {
            whole: true,
            ..Axis::linear(label)
        }
    }
}

/// A line with a point at each value.
#[derive(Clone, Debug)]
pub struct Series {
    name: String,
    points: Vec<(f64, f64)>,
    line: Line,
}

/// How the points of a series are joined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Line {
    Solid,
    Dashed,
    None,
}

impl Series {
    /// Points joined in the order given.
    pub fn new(name: &str, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        Series {
            name: name.to_owned(),
            points: points.into_iter().collect(),
            line: Line::Solid,
        }
    }

    /// The same with a broken line, for what is less important.
    pub fn dashed(self) -> Series {
        Series {
            line: Line::Dashed,
            ..self
        }
    }

    /// The same without a line: a cloud of points.
    pub fn scattered(self) -> Series {
        Series {
            line: Line::None,
            ..self
        }
    }
}

/// A plot, drawn by [`svg`](Plot::svg).
///
/// Series differ in colour and in the form of their points, so that they can
/// be told apart in print. The legend follows the order in which they were
/// added.
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 24.0;
const BOTTOM: f64 = 58.0;
const TITLE_BASELINE: f64 = 30.0;
const LEGEND_BASELINE: f64 = 54.0;
const LEGEND_LINE: f64 = 20.0;

impl Plot {
    /// A plot without series.
    pub fn new(title: &str, x: Axis, y: Axis) -> Plot {
        Plot {
            title: title.to_owned(),
            x,
            y,
            series: Vec::new(),
        }
    }

    /// Adds a series.
    pub fn with(mut self, series: Series) -> Plot {
        self.series.push(series);
        self
    }

    /// The picture.
    pub fn svg(&self) -> String {
        let mut svg = Svg::on_paper(WIDTH, HEIGHT, &self.title);
        svg.text(
            LEFT,
            TITLE_BASELINE,
            Letters::new(17.0, INK).bold(),
            &self.title,
        );
        let top = self.draw_legend(&mut svg) + 14.0;

        let shown = |point: &(f64, f64)| self.x.shows(point.0) && self.y.shows(point.1);
        let points = || self.series.iter().flat_map(|s| &s.points).copied();
        let x = Ticks::new(&self.x, points().filter(shown).map(|p| p.0));
        let y = Ticks::new(&self.y, points().filter(shown).map(|p| p.1));
        let across = |value: f64| LEFT + x.place(value) * (WIDTH - LEFT - RIGHT);
        let up = |value: f64| HEIGHT - BOTTOM - y.place(value) * (HEIGHT - BOTTOM - top);

        if points().next().is_none() {
            let middle = Letters::new(15.0, FAINT_INK).anchored(Anchor::Middle);
            svg.text(
                WIDTH / 2.0,
                (top + HEIGHT - BOTTOM) / 2.0,
                middle,
                "Nothing yet",
            );
            return svg.to_string();
        }

        // The grid, faint lines first so that others lie over them.
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        for (values, colour) in [(&y.minor, FAINT_GRID), (&y.major, GRID)] {
            for &value in values {
                let y = N(up(value));
                svg.add(format_args!(
                    "path class=\"grid\" d=\"M{LEFT} {y}H{right}\" stroke=\"{colour}\" fill=\"none\""
                ));
            }
        }
        for &value in &x.major {
            let x = N(across(value));
            let (top, end) = (N(top), N(bottom + 5.0));
            svg.add(format_args!(
                "path class=\"grid\" d=\"M{x} {top}V{end}\" stroke=\"{GRID}\" fill=\"none\""
            ));
        }
        svg.add(format_args!(
            "path d=\"M{LEFT} {}V{bottom}H{right}\" stroke=\"{FAINT_INK}\" fill=\"none\"",
            N(top)
        ));

        // Marks and names of the axes.
        let small = Letters::new(13.0, FAINT_INK);
        for &value in &y.major {
            let letters = small.anchored(Anchor::End);
            svg.text(LEFT - 9.0, up(value) + 4.5, letters, &y.label(value));
        }
        for &value in &x.major {
            let letters = small.anchored(Anchor::Middle);
            svg.text(across(value), bottom + 21.0, letters, &x.label(value));
        }
        let name = Letters::new(14.0, INK).anchored(Anchor::Middle);
        svg.text((LEFT + right) / 2.0, HEIGHT - 14.0, name, &self.x.label);
        svg.text_upwards(20.0, (top + bottom) / 2.0, name, &self.y.label);

        // The series.
        for (i, series) in self.series.iter().enumerate() {
            let colour = SERIES[i % SERIES.len()];
            let places: Vec<(f64, f64)> = series
                .points
                .iter()
                .filter(|point| shown(point))
                .map(|&(x, y)| (across(x), up(y)))
                .collect();
            draw_line(&mut svg, &places, colour, series.line);
            let values = series.points.iter().filter(|point| shown(point));
            for (&(x, y), value) in places.iter().zip(values) {
                svg.begin(format_args!("fill=\"{colour}\" stroke=\"{PAPER}\""));
                svg.hint(&format!(
                    "{}: {} at {}",
                    series.name,
                    label(value.1),
                    label(value.0)
                ));
                draw_point(&mut svg, i, x, y);
                svg.end();
            }
        }
        svg.to_string()
    }

    /// Draws names and samples of the series and returns where they end.
    fn draw_legend(&self, svg: &mut Svg) -> f64 {
        let (mut x, mut y) = (LEFT, LEGEND_BASELINE);
        for (i, series) in self.series.iter().enumerate() {
            let colour = SERIES[i % SERIES.len()];
            // Letters are about half as wide as high.
            let width = 40.0 + 7.2 * series.name.chars().count() as f64 + 22.0;
            if x > LEFT && x + width > WIDTH - RIGHT {
                (x, y) = (LEFT, y + LEGEND_LINE);
            }
            let middle = y - 4.5;
            draw_line(svg, &[(x, middle), (x + 30.0, middle)], colour, series.line);
            svg.begin(format_args!("fill=\"{colour}\" stroke=\"{PAPER}\""));
            draw_point(svg, i, x + 15.0, middle);
            svg.end();
            svg.text(x + 38.0, y, Letters::new(13.0, INK), &series.name);
            x += width;
        }
        y
    }
}

impl Axis {
    /// Whether a value has a place on the axis.
    fn shows(&self, value: f64) -> bool {
        value.is_finite() && (self.scale == Scale::Linear || value > 0.0)
    }
}

fn draw_line(svg: &mut Svg, places: &[(f64, f64)], colour: &str, line: Line) {
    if places.len() < 2 || line == Line::None {
        return;
    }
    let points: Vec<String> = places
        .iter()
        .map(|&(x, y)| format!("{},{}", N(x), N(y)))
        .collect();
    let dash = match line {
        Line::Dashed => " stroke-dasharray=\"7 5\"",
        Line::Solid | Line::None => "",
    };
    svg.add(format_args!(
        "polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2.25\" \
         stroke-linejoin=\"round\"{dash}",
        points.join(" ")
    ));
}

/// Draws the point of the `i`-th series: a disc, a square, a diamond or a
/// triangle.
fn draw_point(svg: &mut Svg, i: usize, x: f64, y: f64) {
    match i % 4 {
        0 => svg.add(format_args!(
            "circle cx=\"{}\" cy=\"{}\" r=\"4.5\"",
            N(x),
            N(y)
        )),
        1 => svg.add(format_args!(
            "rect x=\"{}\" y=\"{}\" width=\"8.5\" height=\"8.5\"",
            N(x - 4.25),
            N(y - 4.25)
        )),
        2 => svg.add(format_args!(
            "path d=\"M{} {}l5.5 5.5l-5.5 5.5l-5.5 -5.5z\"",
            N(x),
            N(y - 5.5)
        )),
        _ => svg.add(format_args!(
            "path d=\"M{} {}l5.5 9.5h-11z\"",
            N(x),
            N(y - 6.0)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_series_has_its_line_and_all_of_its_points() {
        let plot = Plot::new("t", Axis::counted("x"), Axis::log("y"))
            .with(Series::new("a", [(1.0, 1.0), (2.0, 10.0), (3.0, 1000.0)]))
            .with(Series::new("b", [(1.0, 0.5), (3.0, 2.0)]).dashed())
            .with(Series::new("c", [(2.0, 0.5), (3.0, 3.0)]).scattered());
        let svg = plot.svg();
        // One line each in the plot and in the legend; none for a cloud.
        assert_eq!(svg.matches("<polyline").count(), 4);
        assert_eq!(svg.matches("stroke-dasharray").count(), 2);
        assert_eq!(svg.matches("<title>a: ").count(), 3);
        assert_eq!(svg.matches("<title>b: ").count(), 2);
        assert_eq!(svg.matches("<title>c: ").count(), 2);
        assert!(svg.contains("<title>a: 1,000 at 3</title>"), "{svg}");
    }

    #[test]
    fn values_without_a_place_are_left_out() {
        let points = [(1.0, 0.0), (2.0, -1.0), (f64::NAN, 1.0), (4.0, 1.0)];
        let log = Plot::new("t", Axis::linear("x"), Axis::log("y"));
        let svg = log.with(Series::new("a", points)).svg();
        assert_eq!(svg.matches("<title>a: ").count(), 1);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn a_plot_of_nothing_is_still_a_picture() {
        for y in [Axis::linear("y"), Axis::log("y")] {
            let svg = Plot::new("t", Axis::linear("x"), y).svg();
            assert!(svg.ends_with("</svg>\n"));
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
