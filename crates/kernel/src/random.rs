//! Random numbers that are the same on every machine.

use serde::{Deserialize, Serialize};

/// A small generator with a stated seed (SplitMix64, Steele, Lea and Flood
/// 2014), for tests, tie-breaks and openings; not for secrets.
///
/// ```
/// use tabia_kernel::random::Seeded;
/// let mut a = Seeded::new(7);
/// let mut b = Seeded::new(7);
/// assert_eq!(a.below(100), b.below(100));
/// ```
///
/// A generator can be written down and read back in the middle of its
/// sequence, so that stopped work continues as if it had never stopped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seeded(u64);

impl Seeded {
    /// The sequence that belongs to `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Seeded {
        Seeded(seed)
    }

    /// The sequence of the `number`-th of many pieces of work under one seed:
    /// they do not depend on each other, nor on the order in which they are
    /// done.
    #[must_use]
    pub fn of_part(seed: u64, number: u64) -> Seeded {
        // Two rounds of the mixer separate neighbouring seeds and numbers.
        let seed = Seeded(seed).bits();
        Seeded(Seeded(seed ^ number.rotate_left(32)).bits())
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from `0..n`. The bias is below `n / 2^64`.
    ///
    /// # Panics
    ///
    /// When `n` is zero.
    pub fn below(&mut self, n: usize) -> usize {
        assert!(n > 0, "no number is below zero");
        ((u128::from(self.bits()) * n as u128) >> 64) as usize
    }

    /// A number from 0 to 1, without 1: a multiple of 2⁻⁵³.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number from the normal distribution with mean 0 and variance 1
    /// (Box and Muller). The last bits follow the platform's logarithm and
    /// cosine.
    pub fn normal(&mut self) -> f64 {
        // 1 − unit is never zero.
        let length = (-2.0 * (1.0 - self.unit()).ln()).sqrt();
        length * (std::f64::consts::TAU * self.unit()).cos()
    }

    /// Puts the items in random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            let j = self.below(i + 1);
            items.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        // First outputs for seed 1234567 as listed with the reference code.
        let mut r = Seeded::new(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| r.bits()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn every_number_below_the_limit_comes_up() {
        let mut r = Seeded::new(1);
        let mut seen = [0; 6];
        for _ in 0..6_000 {
            seen[r.below(6)] += 1;
        }
        assert!(seen.iter().all(|&n| (850..1150).contains(&n)), "{seen:?}");
    }

    #[test]
    fn units_and_normals_have_their_moments() {
        let mut r = Seeded::new(5);
        let n = 100_000;
        let moments = |values: Vec<f64>| {
            let mean = values.iter().sum::<f64>() / n as f64;
            let variance = values.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n as f64;
            (mean, variance)
        };
        let (mean, variance) = moments((0..n).map(|_| r.unit()).collect());
        assert!((mean - 0.5).abs() < 0.005 && (variance - 1.0 / 12.0).abs() < 0.002);
        let (mean, variance) = moments((0..n).map(|_| r.normal()).collect());
        assert!(mean.abs() < 0.015 && (variance - 1.0).abs() < 0.02);
    }

    #[test]
    fn parts_of_one_seed_differ() {
        let mut first: Vec<u64> = (0..1_000)
            .map(|part| Seeded::of_part(9, part).bits())
            .collect();
        first.sort_unstable();
        first.dedup();
        assert_eq!(first.len(), 1_000);
        assert_ne!(Seeded::of_part(1, 2), Seeded::of_part(2, 1));
    }

    #[test]
    fn shuffling_keeps_the_items() {
        let mut items: Vec<u32> = (0..50).collect();
        Seeded::new(3).shuffle(&mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
