//! Eigenvalues of small symmetric matrices.

/// Eigenvalues and eigenvectors of the symmetric matrix `a` (n × n, by rows):
/// the cyclic method of Jacobi. Vector k is column k of the second result.
///
/// Cost: about 6 n³ for each of some eight sweeps; meant for n up to a few
/// hundred.
pub(super) fn symmetric(mut a: Vec<f64>, n: usize) -> (Vec<f64>, Vec<f64>) {
    debug_assert_eq!(a.len(), n * n);
    let mut v = vec![0.0; n * n];
    (0..n).for_each(|i| v[i * n + i] = 1.0);
    let total: f64 = a.iter().map(|x| x * x).sum();
    for _ in 0..64 {
        let off: f64 = (0..n)
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| a[i * n + j].powi(2))
            .sum();
        if off <= 1e-28 * total {
            break;
        }
        for p in 0..n {
            for q in p + 1..n {
                rotate(&mut a, &mut v, n, p, q);
            }
        }
    }
    ((0..n).map(|i| a[i * n + i]).collect(), v)
}

/// Makes `a[p][q]` zero.
fn rotate(a: &mut [f64], v: &mut [f64], n: usize, p: usize, q: usize) {
    let apq = a[p * n + q];
    if apq == 0.0 {
        return;
    }
    let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * apq);
    let t = theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt());
    // At equal diagonals signum(0) is 1 and the angle 45°.
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    for k in 0..n {
        let (x, y) = (a[k * n + p], a[k * n + q]);
        a[k * n + p] = c * x - s * y;
        a[k * n + q] = s * x + c * y;
    }
    for k in 0..n {
        let (x, y) = (a[p * n + k], a[q * n + k]);
        a[p * n + k] = c * x - s * y;
        a[q * n + k] = s * x + c * y;
        let (x, y) = (v[k * n + p], v[k * n + q]);
        v[k * n + p] = c * x - s * y;
        v[k * n + q] = s * x + c * y;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Seeded;

    #[test]
    fn vectors_are_orthonormal_and_give_the_matrix_back() {
        let seed = 11;
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        for n in [1, 2, 3, 7, 20] {
            let mut a = vec![0.0; n * n];
            for i in 0..n {
                for j in 0..=i {
                    let x = random.normal();
                    a[i * n + j] = x;
                    a[j * n + i] = x;
                }
            }
            let (values, v) = symmetric(a.clone(), n);
            for i in 0..n {
                for j in 0..n {
                    let sum = |f: &dyn Fn(usize) -> f64| (0..n).map(f).sum::<f64>();
                    let back = sum(&|k| v[i * n + k] * values[k] * v[j * n + k]);
                    assert!((back - a[i * n + j]).abs() < 1e-10);
                    let unit = sum(&|k| v[k * n + i] * v[k * n + j]);
                    assert!((unit - f64::from(i == j)).abs() < 1e-10);
                }
            }
        }
    }

    #[test]
    fn a_known_matrix_has_its_values() {
        let (mut values, _) = symmetric(vec![2.0, 1.0, 1.0, 2.0], 2);
        values.sort_by(f64::total_cmp);
        assert!((values[0] - 1.0).abs() < 1e-12 && (values[1] - 3.0).abs() < 1e-12);
    }
}
