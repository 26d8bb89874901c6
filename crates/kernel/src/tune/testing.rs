//! What the tests of several methods share.

use super::{Evidence, Parameter, Round, Space};

/// `n` whole weights from `lo` to `hi`.
pub(super) fn space(n: usize, lo: i32, hi: i32) -> Space {
    let parameter = |i| Parameter::whole(format!("w{i}"), lo, hi);
    Space::new((0..n).map(parameter).collect()).expect("a range")
}

/// `n` real weights from `lo` to `hi`.
pub(super) fn real_space(n: usize, lo: f64, hi: f64) -> Space {
    let parameter = |i| Parameter::real(format!("w{i}"), lo, hi);
    Space::new((0..n).map(parameter).collect()).expect("a range")
}

/// A trial whose best player has weights 1, 2, 3 …, with axes that differ in
/// importance and hang together.
pub(super) fn bowl(field: &[Vec<f64>], _: Round) -> Vec<Evidence> {
    let distance = |player: &Vec<f64>| {
        let off: Vec<f64> = (1..).zip(player).map(|(i, w)| w - f64::from(i)).collect();
        let own: f64 = (1..).zip(&off).map(|(i, d)| f64::from(i) * d * d).sum();
        let together: f64 = off.windows(2).map(|d| (d[0] - d[1]).powi(2)).sum();
        own + 3.0 * together
    };
    let evidence = |player| Evidence {
        points: -distance(player),
        tasks: 1,
    };
    field.iter().map(evidence).collect()
}
