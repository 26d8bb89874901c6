//! Features that say the same: weights no data can tell apart.

use super::Rows;

/// A feature that others determine: on all rows it is the sum of them times
/// their factors, to rounding.
#[derive(Clone, Debug, PartialEq)]
pub struct Dependence {
    /// The feature.
    pub feature: usize,
    /// Features it follows from, and the factors. None: it is always zero.
    pub from: Vec<(usize, f64)>,
}

/// All features that follow from others; the rank of the rows is the number of
/// features less the number of dependences.
///
/// The Gram matrix is reduced one feature at a time, each time the one that
/// has the largest part of its size unexplained (Cholesky with pivots).
/// Weights of dependent features are arbitrary up to the dependence: a tuner
/// may shift them against each other without changing any score.
///
/// Cost: (values in a row)² for each row, and n³ for n features.
#[must_use]
pub fn dependences(rows: &Rows) -> Vec<Dependence> {
    let n = rows.features();
    // Products of features over all rows, in units of their sizes, so that
    // small features count as much as large ones.
    let mut gram = vec![0.0; n * n];
    let sizes = rows.sizes();
    for row in 0..rows.len() {
        let (columns, values) = rows.row(row);
        for (&i, &x) in columns.iter().zip(values) {
            let (i, x) = (usize::from(i), f64::from(x) / sizes[usize::from(i)]);
            for (&j, &y) in columns.iter().zip(values) {
                let j = usize::from(j);
                gram[i * n + j] += x * f64::from(y) / sizes[j];
            }
        }
    }
    let count = rows.len().max(1) as f64;
    gram.iter_mut().for_each(|g| *g /= count);

    // Gauss–Jordan with the largest remainder on the diagonal as pivot. After
    // a pivot, row i holds the factors that explain feature i by the pivots.
    let mut a = gram;
    let mut pivots: Vec<usize> = Vec::new();
    loop {
        let rest = (0..n).filter(|i| !pivots.contains(i));
        let largest = rest.max_by(|&i, &j| a[i * n + i].total_cmp(&a[j * n + j]).then(j.cmp(&i)));
        let Some(pivot) = largest.filter(|&p| a[p * n + p] > 1e-7) else {
            break;
        };
        let d = a[pivot * n + pivot];
        let pivot_row: Vec<f64> = a[pivot * n..(pivot + 1) * n].to_vec();
        for i in (0..n).filter(|&i| i != pivot) {
            let factor = a[i * n + pivot] / d;
            if factor != 0.0 {
                for (j, p) in pivot_row.iter().enumerate() {
                    a[i * n + j] -= factor * p;
                }
                a[i * n + pivot] = factor;
            }
        }
        for j in 0..n {
            a[pivot * n + j] = -pivot_row[j] / d;
        }
        a[pivot * n + pivot] = 1.0 / d;
        pivots.push(pivot);
    }
    let dependent = (0..n).filter(|i| !pivots.contains(i));
    dependent
        .map(|feature| {
            // Column `feature` of a pivot's row is minus its factor.
            let factor = |&p: &usize| -a[p * n + feature] * sizes[feature] / sizes[p];
            let mut from: Vec<(usize, f64)> = pivots
                .iter()
                .map(|p| (*p, factor(p)))
                .filter(|(_, factor)| factor.abs() > 1e-4)
                .collect();
            from.sort_by_key(|(p, _)| *p);
            Dependence { feature, from }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    #[test]
    fn sums_and_zeros_are_found_with_their_factors() {
        let seed = 2;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let mut rows = Rows::new(6);
        for _ in 0..500 {
            let [a, b, c] = [0; 3].map(|_| random.below(9) as f32 - 4.0);
            // 3 = 2·(0) − (1); 4 is always zero; 5 is nearly, but not, (2).
            let nearly = c + if random.below(20) == 0 { 1.0 } else { 0.0 };
            rows.push([(0, a), (1, b), (2, c), (3, 2.0 * a - b), (5, nearly)]);
        }
        let found = dependences(&rows);
        assert_eq!(found.len(), 2, "{found:?}");
        let zero = found.iter().find(|d| d.feature == 4).expect("4");
        assert!(zero.from.is_empty());
        let sum = found.iter().find(|d| d.feature != 4).expect("a sum");
        assert!([0, 1, 3].contains(&sum.feature), "{sum:?}");
        // Whichever of the three was left over, the relation is the same.
        let mut relation = [0.0; 6];
        relation[sum.feature] = -1.0;
        sum.from
            .iter()
            .for_each(|&(i, factor)| relation[i] = factor);
        let unit = relation[3];
        let expected = [-2.0, 1.0, 0.0, 1.0, 0.0, 0.0];
        for (r, e) in relation.iter().zip(expected) {
            assert!((r / unit - e).abs() < 1e-6, "{relation:?}");
        }
    }

    #[test]
    fn independent_features_raise_no_alarm() {
        let mut rows = Rows::new(3);
        for row in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1e-2]] {
            rows.push((0..).zip(row));
        }
        assert_eq!(dependences(&rows), []);
    }
}
