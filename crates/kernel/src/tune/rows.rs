//! Rows of features, most of them zero.

/// Sparse rows: for each, the features that are not zero and their values.
///
/// Six bytes for each value that is not zero, and eight for each row.
#[derive(Clone, Debug, PartialEq)]
pub struct Rows {
    features: usize,
    starts: Vec<u64>,
    columns: Vec<u16>,
    values: Vec<f32>,
}

impl Rows {
    /// No rows of `features` numbers.
    ///
    /// # Panics
    ///
    /// When there are more than 65,536 features.
    #[must_use]
    pub fn new(features: usize) -> Rows {
        assert!(features <= 1 << 16, "{features} features are too many");
        Rows {
            features,
            starts: vec![0],
            columns: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Adds a row. Features that are named twice count twice.
    ///
    /// # Panics
    ///
    /// When a feature is out of range.
    pub fn push(&mut self, row: impl IntoIterator<Item = (u16, f32)>) {
        for (column, value) in row {
            assert!(usize::from(column) < self.features, "feature {column}");
            if value != 0.0 {
                self.columns.push(column);
                self.values.push(value);
            }
        }
        self.starts.push(self.columns.len() as u64);
    }

    /// Adds the rows of `other`.
    ///
    /// # Panics
    ///
    /// When the numbers of features differ.
    pub fn append(&mut self, other: &Rows) {
        assert_eq!(self.features, other.features, "as many features");
        let base = self.columns.len() as u64;
        self.starts
            .extend(other.starts[1..].iter().map(|start| base + start));
        self.columns.extend_from_slice(&other.columns);
        self.values.extend_from_slice(&other.values);
    }

    /// How many rows there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many features a row has.
    #[must_use]
    pub fn features(&self) -> usize {
        self.features
    }

    /// How many values are not zero.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.columns.len()
    }

    /// Features and values of a row that are not zero.
    ///
    /// # Panics
    ///
    /// When there is no such row.
    #[inline]
    #[must_use]
    pub fn row(&self, row: usize) -> (&[u16], &[f32]) {
        let range = self.starts[row] as usize..self.starts[row + 1] as usize;
        (&self.columns[range.clone()], &self.values[range])
    }

    /// The sum of a row's values times `weights`.
    #[inline]
    #[must_use]
    pub fn dot(&self, row: usize, weights: &[f64]) -> f64 {
        let (columns, values) = self.row(row);
        let term = |column: u16, value: f32| f64::from(value) * weights[usize::from(column)];
        // Four sums at once: one would wait for every addition.
        let (four_columns, last_columns) = columns.as_chunks::<4>();
        let (four_values, last_values) = values.as_chunks::<4>();
        let mut sums = [0.0; 4];
        for (columns, values) in four_columns.iter().zip(four_values) {
            for (sum, (&column, &value)) in sums.iter_mut().zip(columns.iter().zip(values)) {
                *sum += term(column, value);
            }
        }
        let last = last_columns.iter().zip(last_values);
        let last: f64 = last.map(|(&column, &value)| term(column, value)).sum();
        (sums[0] + sums[1]) + (sums[2] + sums[3]) + last
    }

    /// Adds `factor` times a row to `sum`.
    #[inline]
    pub(super) fn add_to(&self, row: usize, factor: f64, sum: &mut [f64]) {
        let (columns, values) = self.row(row);
        for (&column, &value) in columns.iter().zip(values) {
            sum[usize::from(column)] += factor * f64::from(value);
        }
    }

    /// The root of the mean square of each feature; 1 for those that are
    /// always zero.
    #[must_use]
    pub fn sizes(&self) -> Vec<f64> {
        let mut squares = vec![0.0; self.features];
        for (&column, &value) in self.columns.iter().zip(&self.values) {
            squares[usize::from(column)] += f64::from(value) * f64::from(value);
        }
        let size = |square: f64| match square > 0.0 {
            true => (square / self.len() as f64).sqrt(),
            false => 1.0,
        };
        squares.into_iter().map(size).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_multiply_and_add_up() {
        let mut rows = Rows::new(3);
        rows.push([(0, 2.0), (2, -1.0), (1, 0.0)]);
        rows.push([]);
        let mut more = Rows::new(3);
        more.push([(1, 4.0), (1, 1.0)]);
        rows.append(&more);
        assert_eq!((rows.len(), rows.filled()), (3, 4));
        let weights = [1.0, 10.0, 100.0];
        let dots: Vec<f64> = (0..3).map(|row| rows.dot(row, &weights)).collect();
        assert_eq!(dots, [-98.0, 0.0, 50.0]);
        let mut sum = [0.0; 3];
        rows.add_to(0, 2.0, &mut sum);
        assert_eq!(sum, [4.0, 0.0, -2.0]);
    }

    #[test]
    #[should_panic(expected = "feature 3")]
    fn a_feature_out_of_range_is_a_bug() {
        Rows::new(3).push([(3, 1.0)]);
    }
}
