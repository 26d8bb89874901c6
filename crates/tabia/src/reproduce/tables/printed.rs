//! Numbers in the form in which the paper prints its own.

use serde::Serialize;

use crate::output::grouped;

/// A cell of the paper and ours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Compared {
    pub(super) column: &'static str,
    pub(super) paper: &'static str,
    pub(super) ours: String,
    pub(super) agrees: bool,
}

impl Compared {
    /// Our number, written like the paper's.
    pub(super) fn new(column: &'static str, paper: &'static str, ours: f64) -> Compared {
        let ours = like(paper, ours);
        Compared {
            column,
            paper,
            agrees: ours == paper,
            ours,
        }
    }
}

/// Powers of 1,024, as the paper counts memory.
const UNITS: [(&str, f64); 5] = [
    ("TB", 1_099_511_627_776.0),
    ("GB", 1_073_741_824.0),
    ("MB", 1_048_576.0),
    ("KB", 1_024.0),
    ("B", 1.0),
];

/// A number with the decimals, the unit and the powers of ten of a printed
/// one.
fn like(printed: &str, value: f64) -> String {
    let decimals = |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len());
    if let Some((mantissa, _)) = printed.split_once('e') {
        return format!("{:.*e}", decimals(mantissa), value);
    }
    if let Some((number, unit)) = printed.split_once(' ') {
        let size = UNITS.iter().find(|(name, _)| *name == unit);
        let size = size.map_or(1.0, |(_, size)| *size);
        return format!("{} {unit}", rounded(value / size, decimals(number)));
    }
    match decimals(printed) {
        0 => grouped(value.round() as u64),
        decimals => rounded(value, decimals),
    }
}

/// Halves go up, as in the paper; formatting would make them even.
fn rounded(value: f64, decimals: usize) -> String {
    let scale = 10f64.powi(decimals as i32);
    format!("{:.decimals$}", (value * scale).round() / scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_like_printed_ones() {
        assert_eq!(like("4.961e4", 48_608.0), "4.861e4");
        assert_eq!(like("2.97 KB", 3_038.0), "2.97 KB");
        assert_eq!(like("11.50 B", 11.5), "11.50 B");
        assert_eq!(like("496 B", 496.0), "496 B");
        assert_eq!(like("80,551", 80_551.0), "80,551");
        assert_eq!(like("201.6", 4_032.0 / 20.0), "201.6");
        assert_eq!(like("6.13", 49.0 / 8.0), "6.13");
        assert!(!Compared::new("factor", "8.92", 5_946.0 / 672.0).agrees);
        assert!(Compared::new("factor", "8.22", 378.0 / 46.0).agrees);
    }
}
