//! Elo's scale: 400 points are a factor of ten in the odds.

/// The expected score of a player who is `elo` points stronger.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// How many points stronger a player is who is expected to score `score`;
/// infinite at 0 and 1.
///
/// ```
/// use tabia_kernel::arena::{elo_of_score, score_of_elo};
/// assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
/// assert!((elo_of_score(score_of_elo(-33.0)) + 33.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}
