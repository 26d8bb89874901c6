//! A class in words of 32 lanes.
//!
//! One piece of the last group is the *runner*: the lanes of a word are its
//! squares. Where all others stand is the *scene*, and a word's number is made
//! of the ranks of their sets, each among all sets of its size, in bit fields of
//! their own; scenes in which two stand on one square exist and are dead. A step
//! of the runner is then a shift of its word, and a step of any other piece
//! leads from one word to another, for 32 positions at once.
//!
//! The lead has only representatives of its orbits. If a step carries it
//! elsewhere, a symmetry of the board brings it back, along with all others.

use std::sync::Arc;

use tabia_kernel::endgame::{Planes, Trits, TritsPacker, TritsUnpacker};
use tabia_kernel::rules::Side;

use crate::families::{Family, LeadSteps, Step};
use crate::layout::{Layout, Lead, MOST_ELEMENTS, rank};
use crate::square::{STEPS, image};

/// The numbers of scenes.
#[derive(Clone, Debug)]
pub(crate) struct Scenes {
    /// The lead first; the groups in the order of the layout.
    axes: Vec<Axis>,
    /// The group of the runner.
    runner: usize,
    placements: u64,
    lead: Arc<Lead>,
    lead_steps: Arc<LeadSteps>,
    words: usize,
}

/// A set of pieces in a scene: a group, or what is left of one without the
/// runner.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    pub(crate) group: usize,
    pub(crate) size: usize,
    family: Arc<Family>,
    shift: u32,
    mask: usize,
}

/// A scene taken apart: the set of each axis.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene {
    pub(crate) sets: [u32; MOST_ELEMENTS],
    /// All squares of the sets.
    pub(crate) occupied: u32,
}

impl Scenes {
    pub(crate) fn new(layout: &Layout) -> Scenes {
        let runner = layout.order().next_back().expect("there are groups");
        let lead_group = layout.order().next().expect("there are groups");
        assert_ne!(runner, lead_group, "each side has a group");
        let mut axes: Vec<Axis> = layout
            .order()
            .map(|group| {
                let rest = usize::from(group == runner);
                (group, layout.group_size(group) - rest)
            })
            .filter(|&(_, size)| size > 0)
            .map(|(group, size)| Axis {
                group,
                size,
                family: Family::of(size),
                shift: 0,
                mask: 0,
            })
            .collect();
        let lead = Arc::clone(layout.lead());
        let mut shift = 0;
        for (place, axis) in axes.iter_mut().enumerate().rev() {
            let ranks = match place {
                0 => lead.orbits.len(),
                _ => axis.family.sets.len(),
            };
            axis.shift = shift;
            axis.mask = ranks.next_power_of_two() - 1;
            shift += axis.mask.count_ones();
        }
        let words = lead.orbits.len() << axes[0].shift;
        Scenes {
            runner,
            placements: layout.placements(),
            lead_steps: LeadSteps::of(axes[0].size, &lead),
            lead,
            words,
            axes,
        }
    }

    pub(crate) fn words(&self) -> usize {
        self.words
    }

    pub(crate) fn axes(&self) -> &[Axis] {
        &self.axes
    }

    pub(crate) fn runner(&self) -> usize {
        self.runner
    }

    /// The scene of a word; `None` if pieces stand on each other or the number
    /// is one of those that fill up a bit field.
    #[inline]
    pub(crate) fn scene(&self, word: usize) -> Option<Scene> {
        let mut scene = Scene {
            sets: [0; MOST_ELEMENTS],
            occupied: 0,
        };
        for (place, axis) in self.axes.iter().enumerate() {
            let rank = word >> axis.shift & axis.mask;
            let set = match place {
                0 => self.lead.orbits[rank],
                _ => *axis.family.sets.get(rank)?,
            };
            if scene.occupied & set != 0 {
                return None;
            }
            scene.sets[place] = set;
            scene.occupied |= set;
        }
        Some(scene)
    }

    /// The ranks of a live scene and its occupied squares, without looking
    /// whether it is one.
    #[inline]
    pub(crate) fn ranks(&self, word: usize) -> ([u32; MOST_ELEMENTS], u32) {
        let mut ranks = [0; MOST_ELEMENTS];
        let mut occupied = 0;
        for (place, axis) in self.axes.iter().enumerate() {
            let rank = word >> axis.shift & axis.mask;
            ranks[place] = rank as u32;
            occupied |= match place {
                0 => self.lead.orbits[rank],
                _ if axis.size == 1 => 1 << rank,
                _ => axis.family.sets[rank],
            };
        }
        (ranks, occupied)
    }

    /// Calls `step` with each step of an axis to an unoccupied square: the
    /// square, the word that it leads to, and the symmetry that carries lanes
    /// there. Ends when `step` says no.
    #[inline]
    pub(crate) fn each_step(
        &self,
        word: usize,
        ranks: &[u32; MOST_ELEMENTS],
        occupied: u32,
        place: usize,
        mut step: impl FnMut(u32, usize, usize) -> bool,
    ) {
        let axis = &self.axes[place];
        if place > 0 && axis.size == 1 {
            // A single piece: its rank is its square.
            let mut targets = STEPS[ranks[place] as usize] & !occupied;
            while targets != 0 {
                let square = targets.trailing_zeros();
                targets &= targets - 1;
                let after = word ^ (((square ^ ranks[place]) as usize) << axis.shift);
                if !step(1 << square, after, 0) {
                    return;
                }
            }
            return;
        }
        for &found in self.steps(place, ranks[place]) {
            if found.to & occupied == 0 {
                let after = self.after(word, ranks, place, found);
                if !step(found.to, after, usize::from(found.symmetry)) {
                    return;
                }
            }
        }
    }

    /// The steps of an axis, whatever else stands there.
    #[inline]
    fn steps(&self, place: usize, rank: u32) -> &[Step] {
        match place {
            0 => self.lead_steps.steps(rank as usize),
            _ => self.axes[place].family.steps(rank as usize),
        }
    }

    /// The word after a step of an axis, before any symmetry that the step asks
    /// for has been applied to its lanes.
    #[inline]
    fn after(&self, word: usize, ranks: &[u32; MOST_ELEMENTS], place: usize, step: Step) -> usize {
        let axis = &self.axes[place];
        if step.symmetry == 0 {
            return word ^ (((step.rank ^ ranks[place]) as usize) << axis.shift);
        }
        let mut after = (step.rank as usize) << axis.shift;
        for (axis, &rank) in self.axes.iter().zip(ranks).skip(1) {
            after |= axis.family.image(rank as usize, usize::from(step.symmetry)) << axis.shift;
        }
        after
    }

    /// The word of the scene with these sets, by axis, and the symmetry that
    /// carries its lanes there.
    #[inline]
    pub(crate) fn find(&self, sets: &[u32; MOST_ELEMENTS]) -> (usize, usize) {
        let (orbit, ways) = self.lead.locate(sets[0]);
        let symmetry = ways.trailing_zeros() as usize;
        let mut word = (orbit as usize) << self.axes[0].shift;
        for (axis, &set) in self.axes.iter().zip(sets).skip(1) {
            let rank = match axis.size {
                1 => image(set, symmetry).trailing_zeros() as usize,
                _ => rank(image(set, symmetry), 0) as usize,
            };
            word |= rank << axis.shift;
        }
        (word, symmetry)
    }

    /// Calls `run` with each word's lanes that have numbers of their own, in
    /// the order of the layout's numbers: the word, its occupied squares, the
    /// lanes.
    pub(crate) fn each_run(&self, run: &mut impl FnMut(usize, u32, u32)) {
        self.descend(0, 0, 0, u32::MAX, run);
    }

    fn descend(
        &self,
        place: usize,
        word: usize,
        used: u32,
        below: u32,
        run: &mut impl FnMut(usize, u32, u32),
    ) {
        let Some(axis) = self.axes.get(place) else {
            return run(word, used, !used & below);
        };
        let sets = match place {
            0 => &self.lead.orbits,
            _ => &axis.family.sets,
        };
        for (rank, &set) in sets.iter().enumerate() {
            if set & used != 0 {
                continue;
            }
            // In a group with the runner, the runner is the lowest: a set has
            // many lanes, but one number.
            let below = match axis.group == self.runner {
                true => (set & set.wrapping_neg()) - 1,
                false => u32::MAX,
            };
            let word = word | rank << axis.shift;
            self.descend(place + 1, word, used | set, below, run);
        }
    }

    /// The values of solved words, by the layout's numbers: the first side's,
    /// then the second's.
    pub(crate) fn pack(&self, planes: &Planes) -> Trits {
        let mut packer = TritsPacker::new(2 * self.placements);
        for (won, lost) in planes.won.iter().zip(&planes.lost) {
            self.each_run(&mut |word, used, lanes| {
                let won = squeeze(won[word] & lanes, used);
                let lost = squeeze(lost[word] & lanes, used);
                packer.push(won, lost, lanes.count_ones());
            });
        }
        packer.finish()
    }

    /// The distances of solved words, by the layout's numbers.
    pub(crate) fn distances(&self, planes: &[Vec<u16>; 2]) -> Vec<u16> {
        let mut all = Vec::with_capacity(2 * self.placements as usize);
        for plane in planes {
            self.each_run(&mut |word, _, lanes| {
                let here = &plane[32 * word..][..32];
                all.extend(crate::square::squares(lanes).map(|square| here[square.number()]));
            });
        }
        all
    }

    /// The lanes that are won and those that are lost where a side is to move,
    /// by word.
    pub(crate) fn unpack(&self, values: &Trits, side: Side) -> [Vec<u32>; 2] {
        let mut won = vec![0; self.words];
        let mut lost = vec![0; self.words];
        let mut unpacker = TritsUnpacker::new(values, side as u64 * self.placements);
        let split = self
            .axes
            .last()
            .is_some_and(|axis| axis.group == self.runner);
        self.each_run(&mut |word, used, lanes| {
            let (some_won, some_lost) = unpacker.take(lanes.count_ones());
            won[word] |= spread(some_won, used);
            lost[word] |= spread(some_lost, used);
        });
        if split {
            self.complete(&mut won);
            self.complete(&mut lost);
        }
        [won, lost]
    }

    /// Where the runner has companions, gives every lane of a set the value of
    /// the one in which the runner is the lowest.
    fn complete(&self, plane: &mut [u32]) {
        let place = self.axes.len() - 1;
        let axis = &self.axes[place];
        debug_assert_eq!(axis.shift, 0);
        let scenes = axis.mask + 1;
        for scene in plane.chunks_exact_mut(scenes) {
            for (rank_here, &set) in axis.family.sets.iter().enumerate() {
                let lowest = set & set.wrapping_neg();
                let mut higher = !(lowest - 1) & !set;
                while higher != 0 {
                    let runner = higher & higher.wrapping_neg();
                    higher ^= runner;
                    // The same set with its lowest piece as the runner.
                    let other = rank(set ^ lowest ^ runner, 0) as usize;
                    if scene[other] & lowest != 0 {
                        scene[rank_here] |= runner;
                    }
                }
            }
        }
    }
}

/// Closes up lanes over the occupied squares, as the layout numbers them.
#[inline]
fn squeeze(mut lanes: u32, mut used: u32) -> u32 {
    while used != 0 {
        let top = 31 - used.leading_zeros();
        let below = (1 << top) - 1;
        lanes = lanes & below | lanes >> 1 & !below;
        used ^= 1 << top;
    }
    lanes
}

/// The inverse of [`squeeze`].
#[inline]
fn spread(mut lanes: u32, mut used: u32) -> u32 {
    while used != 0 {
        let lowest = used & used.wrapping_neg();
        let below = lowest - 1;
        lanes = lanes & below | (lanes & !below) << 1;
        used ^= lowest;
    }
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squeezing_closes_gaps() {
        assert_eq!(squeeze(0b1101_0110, 0b0010_1000), 0b11_1110);
        for used in [0, 1, 1 << 31, 0b1010_0001, 0x8000_0101] {
            for lanes in [0, 0b1011_0010, 0xdead_beef, u32::MAX] {
                let lanes = lanes & !used;
                assert_eq!(spread(squeeze(lanes, used), used), lanes);
            }
        }
    }

    #[test]
    fn runs_follow_the_numbers_of_the_layout() {
        for sizes in [
            &[1, 1][..],
            &[2, 1],
            &[2, 2],
            &[1, 3],
            &[1, 2, 1],
            &[2, 2, 1],
        ] {
            let layout = Layout::new(sizes);
            let scenes = Scenes::new(&layout);
            let mut number = 0;
            scenes.each_run(&mut |word, used, lanes| {
                let scene = scenes.scene(word).expect("a live scene");
                assert_eq!(scene.occupied, used);
                for square in crate::square::squares(lanes) {
                    let mut sets = [0; MOST_ELEMENTS];
                    sets[scenes.runner] |= square.bit();
                    for (axis, set) in scenes.axes.iter().zip(scene.sets) {
                        sets[axis.group] |= set;
                    }
                    match layout.placement(number) {
                        Some(expected) => assert_eq!(sets, expected),
                        None => assert!(layout.has_holes()),
                    }
                    number += 1;
                }
            });
            assert_eq!(number, layout.placements());
        }
    }
}
