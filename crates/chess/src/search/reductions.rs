//! How much less deep late moves are searched.

use super::margins::Margins;

/// Reductions in units of [`ONE`] by depth and number of the move.
pub(crate) struct Reductions(Box<[[i32; 64]; 64]>);

/// One ply.
pub(crate) const ONE: i32 = 1024;

impl Reductions {
    pub(crate) fn new(margins: &Margins) -> Reductions {
        let base = f64::from(margins.late_base) / 100.0;
        let divisor = f64::from(margins.late_divisor) / 100.0;
        let mut table = Box::new([[0; 64]; 64]);
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (number, reduction) in row.iter_mut().enumerate().skip(1) {
                let logs = (depth as f64).ln() * (number as f64).ln();
                *reduction = (f64::from(ONE) * (base + logs / divisor)) as i32;
            }
        }
        Reductions(table)
    }

    /// The reduction of the `number`th move at `depth`.
    #[inline]
    pub(crate) fn of(&self, depth: i32, number: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][number.min(63)]
    }
}
