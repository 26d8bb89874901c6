//! Where an axis begins and ends, and where its marks are.

use super::{Axis, Scale};

/// The marks of an axis. The first and the last major one are its ends.
pub(super) struct Ticks {
    scale: Scale,
    lo: f64,
    hi: f64,
    /// Marks with a label.
    pub(super) major: Vec<f64>,
    /// Marks without.
    pub(super) minor: Vec<f64>,
}

/// About so many marks fit.
const WANTED: f64 = 6.0;

impl Ticks {
    /// Marks for an axis that shows these values.
    pub(super) fn new(axis: &Axis, values: impl Iterator<Item = f64>) -> Ticks {
        let (mut lo, mut hi) = values.fold((f64::INFINITY, f64::NEG_INFINITY), |(lo, hi), v| {
            (lo.min(v), hi.max(v))
        });
        if lo > hi {
            // Nothing to show.
            (lo, hi) = (1.0, 1.0);
        }
        match axis.scale {
            Scale::Log => Ticks::decades(lo, hi),
            Scale::Linear => Ticks::steps(lo, hi, axis.whole),
        }
    }

    fn decades(lo: f64, hi: f64) -> Ticks {
        let first = lo.log10().floor() as i32;
        let last = (hi.log10().ceil() as i32).max(first + 1);
        // Labels every so many decades, so that there are not too many.
        let stride = ((f64::from(last - first) / (WANTED + 3.0)).ceil() as i32).max(1);
        let last = first + (last - first + stride - 1) / stride * stride;
        let power = |exponent: i32| 10f64.powi(exponent);
        // Between few decades their multiples help to read values; between
        // many they are only grey.
        let minor = match last - first {
            ..=4 => (first..last)
                .flat_map(|e| (2..10).map(move |m| f64::from(m) * power(e)))
                .collect(),
            _ => (first..=last).map(power).collect(),
        };
        Ticks {
            scale: Scale::Log,
            lo: power(first),
            hi: power(last),
            major: (first..=last).step_by(stride as usize).map(power).collect(),
            minor,
        }
    }

    fn steps(mut lo: f64, mut hi: f64, whole: bool) -> Ticks {
        // Counts begin where they begin; amounts are seen against zero.
        if !whole {
            (lo, hi) = (lo.min(0.0), hi.max(0.0));
        }
        if lo == hi {
            hi = lo + 1.0;
        }
        let step = match whole && hi - lo <= 3.0 * WANTED {
            true => 1.0,
            false => nice_step((hi - lo) / WANTED),
        };
        let (first, last) = ((lo / step).floor(), (hi / step).ceil());
        let count = (last - first) as usize;
        let major: Vec<f64> = (0..=count).map(|i| (first + i as f64) * step).collect();
        Ticks {
            scale: Scale::Linear,
            lo: first * step,
            hi: last * step,
            major,
            minor: Vec::new(),
        }
    }

    /// Where a value lies between the ends, 0 to 1.
    pub(super) fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.lo) / (self.hi - self.lo),
            Scale::Log => (value / self.lo).ln() / (self.hi / self.lo).ln(),
        }
    }

    /// What is written at a mark. Numbers that would be too long for their
    /// place are powers of ten, and then all of the axis are.
    pub(super) fn label(&self, mark: f64) -> String {
        let is_long = self.hi >= 1e6 || self.lo <= 1e-5;
        match self.scale {
            Scale::Log if is_long => power_of_ten(mark.log10().round() as i32),
            _ => label(mark),
        }
    }
}

/// `10⁻³` and the like.
fn power_of_ten(exponent: i32) -> String {
    const RAISED: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = exponent
        .to_string()
        .chars()
        .map(|c| match c.to_digit(10) {
            Some(digit) => RAISED[digit as usize],
            None => '⁻',
        })
        .collect::<String>();
    format!("10{raised}")
}

/// The least of 1, 2 and 5 times a power of ten that is no less than `rough`.
fn nice_step(rough: f64) -> f64 {
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .find(|factor| factor * power >= rough * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// A number as people write it, with three digits that count.
pub(super) fn label(value: f64) -> String {
    if value == 0.0 {
        return "0".to_owned();
    }
    let magnitude = value.abs().log10().floor() as i32;
    let decimals = (2 - magnitude).clamp(0, 12) as usize;
    let mut text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
    }
    // Thousands in groups of three.
    let whole = text.find('.').unwrap_or(text.len());
    let digits = usize::from(text.starts_with('-'));
    let mut place = whole;
    while place > digits + 3 {
        place -= 3;
        text.insert(place, ',');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_cover_the_values_in_round_steps() {
        let ticks = Ticks::new(&Axis::linear(""), [0.3, 1.7].into_iter());
        let expected = [0.0, 0.5, 1.0, 1.5, 2.0];
        assert_eq!(ticks.major, expected);
        let counted = Ticks::new(&Axis::counted(""), [2.0, 10.0].into_iter());
        assert_eq!(counted.major.len(), 9);
        assert_eq!((counted.place(2.0), counted.place(10.0)), (0.0, 1.0));
    }

    #[test]
    fn decades_cover_the_values() {
        let ticks = Ticks::new(&Axis::log(""), [0.02, 1507.6].into_iter());
        let labels: Vec<String> = ticks.major.iter().map(|&v| label(v)).collect();
        let expected = ["0.01", "0.1", "1", "10", "100", "1,000", "10,000"];
        assert_eq!(labels, expected);
        assert_eq!(ticks.minor.len(), 7);
        let few = Ticks::new(&Axis::log(""), [2.0, 300.0].into_iter());
        assert_eq!((few.major.len(), few.minor.len()), (4, 3 * 8));
        assert!((ticks.place(10.0) - 0.5).abs() < 1e-9);
    }

    #[test]
    fn long_axes_are_marked_in_powers_of_ten() {
        let marks = |lo: f64, hi: f64| {
            let ticks = Ticks::new(&Axis::log(""), [lo, hi].into_iter());
            let marks = ticks.major.iter().map(|&mark| ticks.label(mark));
            marks.collect::<Vec<_>>()
        };
        assert_eq!(
            marks(1.0, 9e4),
            ["1", "10", "100", "1,000", "10,000", "100,000"]
        );
        assert_eq!(marks(1e4, 2e6), ["10⁴", "10⁵", "10⁶", "10⁷"]);
        assert_eq!(marks(1e-5, 1e-3), ["10⁻⁵", "10⁻⁴", "10⁻³"]);
    }

    #[test]
    fn numbers_are_written_briefly() {
        for (value, text) in [
            (0.0, "0"),
            (1507.6, "1,508"),
            (12.5, "12.5"),
            (0.1, "0.1"),
            (0.000_123_4, "0.000123"),
            (1e-6, "0.000001"),
            (-1234567.0, "-1,234,567"),
            (100.0, "100"),
        ] {
            assert_eq!(label(value), text);
        }
    }
}
