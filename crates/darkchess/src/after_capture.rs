//! What is left after a capture, looked up a word at a time.
//!
//! The table of a class is folded and packed. Before a larger class is solved,
//! each class that a capture leads to is unfolded: every piece has an axis of 32
//! squares, one of them the lanes of words. Which piece has the lanes is up to
//! the larger class, whose runner, if it survives, should have them.

use tabia_kernel::endgame::Trits;
use tabia_kernel::rules::Side;

use crate::layout::MOST_ELEMENTS;
use crate::scenes::Scenes;
use crate::square::{image, squares};

/// The values after the loss of a piece, for the side that lost it and is to
/// move.
#[derive(Debug)]
pub(crate) struct AfterCapture {
    /// The group of the larger class that one piece with lanes is from.
    lane_group: usize,
    /// For each group of the larger class, where the squares of its other
    /// pieces go in the number of a word.
    shifts: Vec<Vec<u32>>,
    lost: Vec<u32>,
    won: Vec<u32>,
}

/// A group of the larger class as what is left of it: how many pieces, and
/// the group of the smaller class that they are in.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Remnant {
    pub(crate) pieces: usize,
    pub(crate) group: usize,
}

impl AfterCapture {
    /// Unfolds a class where `side` is to move. `remnants` are all groups of
    /// the larger class, those of `lane_group` not empty.
    pub(crate) fn new(
        scenes: &Scenes,
        values: &Trits,
        side: Side,
        remnants: &[Option<Remnant>],
        lane_group: usize,
    ) -> AfterCapture {
        let [won, lost] = scenes.unpack(values, side);
        // Axis by axis, each piece gets five bits of the number; the runner
        // has the lanes for now.
        let mut free: Vec<(usize, u32)> = Vec::new();
        for axis in scenes.axes() {
            for _ in 0..axis.size {
                free.push((axis.group, 5 * free.len() as u32));
            }
        }
        let [mut won, mut lost] = unfold(scenes, free.len(), [&won, &lost]);
        let with_lanes = remnants[lane_group].expect("somebody has the lanes").group;
        if with_lanes == scenes.runner() {
            // One piece of the group needs no bits.
        } else {
            let place = free.iter().position(|&(group, _)| group == with_lanes);
            let place = place.expect("a group of the class");
            exchange(&mut won, free[place].1);
            exchange(&mut lost, free[place].1);
            free[place].0 = scenes.runner();
        }
        let shifts = remnants
            .iter()
            .enumerate()
            .map(|(nth, remnant)| {
                let Some(remnant) = remnant else {
                    return Vec::new();
                };
                let pieces = remnant.pieces - usize::from(nth == lane_group);
                let take = |_| {
                    let place = free.iter().position(|&(group, _)| group == remnant.group);
                    free.remove(place.expect("as many pieces as in the class"))
                        .1
                };
                (0..pieces).map(take).collect()
            })
            .collect();
        AfterCapture {
            lane_group,
            shifts,
            lost,
            won,
        }
    }

    /// The lanes lost and won for the side to move; one piece of the group with
    /// the lanes is not in its set.
    #[inline]
    pub(crate) fn lanes(&self, sets: &[u32; MOST_ELEMENTS]) -> (u32, u32) {
        let mut word = 0;
        for (shifts, &set) in self.shifts.iter().zip(sets) {
            for (square, shift) in squares(set).zip(shifts) {
                word |= square.number() << shift;
            }
        }
        (self.lost[word], self.won[word])
    }

    /// Whether a position is lost and whether it is won for the side to move.
    #[inline]
    pub(crate) fn value(&self, sets: &[u32; MOST_ELEMENTS]) -> (bool, bool) {
        let mut rest = *sets;
        let group = &mut rest[self.lane_group];
        let lane = *group & group.wrapping_neg();
        *group ^= lane;
        let (lost, won) = self.lanes(&rest);
        (lost & lane != 0, won & lane != 0)
    }
}

/// From words by scene to words by squares, piece by piece.
fn unfold(scenes: &Scenes, pieces: usize, planes: [&[u32]; 2]) -> [Vec<u32>; 2] {
    let words = 1 << (5 * pieces);
    let mut unfolded = [vec![0; words], vec![0; words]];
    for word in 0..words {
        let mut sets = [0; MOST_ELEMENTS];
        let mut rest = word;
        let mut used = 0u32;
        for (axis, set) in scenes.axes().iter().zip(&mut sets) {
            for _ in 0..axis.size {
                *set |= 1 << (rest & 31);
                rest >>= 5;
            }
            used |= *set;
        }
        if used.count_ones() as usize == pieces {
            let (from, symmetry) = scenes.find(&sets);
            for (plane, unfolded) in planes.iter().zip(&mut unfolded) {
                unfolded[word] = image(plane[from], symmetry);
            }
        }
    }
    unfolded
}

/// Exchanges the lanes with the five bits of a word's number at `shift`.
fn exchange(plane: &mut [u32], shift: u32) {
    let stride = 1 << shift;
    for block in plane.chunks_exact_mut(32 * stride) {
        for offset in 0..stride {
            let mut square: [u32; 32] = std::array::from_fn(|row| block[offset + row * stride]);
            transpose(&mut square);
            for (row, &lanes) in square.iter().enumerate() {
                block[offset + row * stride] = lanes;
            }
        }
    }
}

/// Bit `b` of row `a` becomes bit `a` of row `b`: exchanges halves of rows,
/// then quarters, and so on.
fn transpose(rows: &mut [u32; 32]) {
    let mut width = 16;
    let mut mask = 0xffff;
    while width > 0 {
        for row in (0..32).filter(|row| row & width == 0) {
            let other = row + width;
            let differ = (rows[row] >> width ^ rows[other]) & mask;
            rows[other] ^= differ;
            rows[row] ^= differ << width;
        }
        width /= 2;
        mask ^= mask << width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_columns() {
        let rows: [u32; 32] = std::array::from_fn(|row| 0x9e37_79b9u32.rotate_left(7 * row as u32));
        let mut turned = rows;
        transpose(&mut turned);
        for (a, row) in rows.iter().enumerate() {
            for (b, column) in turned.iter().enumerate() {
                assert_eq!(row >> b & 1, column >> a & 1);
            }
        }
    }
}
