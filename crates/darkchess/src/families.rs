//! All sets of a number of squares: their numbers, their images, and the sets
//! one step away.

use std::sync::{Arc, OnceLock};

use crate::layout::{Lead, MOST_ELEMENTS, choose, rank};
use crate::square::{STEPS, SYMMETRIES, image, squares};

/// The sets of so many squares in order, as numbers.
#[derive(Debug)]
pub(crate) struct Family {
    /// The sets, by rank.
    pub(crate) sets: Vec<u32>,
    /// For each symmetry, the rank of each set's image.
    images: [Vec<u32>; SYMMETRIES],
    /// The steps of each set begin here; those of the next one end them.
    starts: Vec<u32>,
    steps: Vec<Step>,
}

/// A piece of a set steps somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// The square it steps to, as a set.
    pub(crate) to: u32,
    /// The rank of what the set becomes; of a lead, the orbit.
    pub(crate) rank: u32,
    /// The symmetry that carries what a lead becomes to the representative.
    pub(crate) symmetry: u8,
}

impl Family {
    pub(crate) fn of(size: usize) -> Arc<Family> {
        static FAMILIES: [OnceLock<Arc<Family>>; MOST_ELEMENTS] =
            [const { OnceLock::new() }; MOST_ELEMENTS];
        Arc::clone(FAMILIES[size].get_or_init(|| Arc::new(Family::new(size))))
    }

    fn new(size: usize) -> Family {
        let mut sets = Vec::with_capacity(choose(32, size) as usize);
        // The next larger number with as many bits: sets in order of rank.
        let mut set = (1u64 << size) - 1;
        while set >> 32 == 0 {
            sets.push(set as u32);
            let lowest = set & set.wrapping_neg();
            let ripple = set + lowest;
            set = ripple | (((set ^ ripple) >> 2) / lowest);
        }
        let images = std::array::from_fn(|symmetry| {
            let images = sets.iter().map(|&set| rank(image(set, symmetry), 0) as u32);
            images.collect()
        });
        let mut family = Family {
            sets,
            images,
            starts: vec![0],
            steps: Vec::new(),
        };
        for &set in &family.sets {
            each_step(set, |to, after| {
                family.steps.push(Step {
                    to,
                    rank: rank(after, 0) as u32,
                    symmetry: 0,
                });
            });
            family.starts.push(family.steps.len() as u32);
        }
        family
    }

    /// The rank of the image of a set.
    #[inline]
    pub(crate) fn image(&self, rank: usize, symmetry: usize) -> usize {
        self.images[symmetry][rank] as usize
    }

    /// The steps of a set, whatever else stands there.
    #[inline]
    pub(crate) fn steps(&self, rank: usize) -> &[Step] {
        &self.steps[self.starts[rank] as usize..self.starts[rank + 1] as usize]
    }
}

/// The steps of the representatives of orbits.
#[derive(Debug)]
pub(crate) struct LeadSteps {
    starts: Vec<u32>,
    steps: Vec<Step>,
}

impl LeadSteps {
    pub(crate) fn of(size: usize, lead: &Lead) -> Arc<LeadSteps> {
        static LEADS: [OnceLock<Arc<LeadSteps>>; MOST_ELEMENTS] =
            [const { OnceLock::new() }; MOST_ELEMENTS];
        Arc::clone(LEADS[size].get_or_init(|| Arc::new(LeadSteps::new(lead))))
    }

    fn new(lead: &Lead) -> LeadSteps {
        let mut all = LeadSteps {
            starts: vec![0],
            steps: Vec::new(),
        };
        for &set in &lead.orbits {
            each_step(set, |to, after| {
                let (orbit, ways) = lead.locate(after);
                // A representative that is its own image has several ways,
                // and each of them leads to a lane of the same position.
                for symmetry in (0..SYMMETRIES as u8).filter(|f| ways >> f & 1 == 1) {
                    all.steps.push(Step {
                        to,
                        rank: orbit,
                        symmetry,
                    });
                }
            });
            all.starts.push(all.steps.len() as u32);
        }
        all
    }

    #[inline]
    pub(crate) fn steps(&self, orbit: usize) -> &[Step] {
        &self.steps[self.starts[orbit] as usize..self.starts[orbit + 1] as usize]
    }
}

/// Calls `step` with each square that a piece of the set can step to and what
/// the set becomes.
fn each_step(set: u32, mut step: impl FnMut(u32, u32)) {
    for from in squares(set) {
        for to in squares(STEPS[from.number()] & !set) {
            step(to.bit(), set ^ from.bit() ^ to.bit());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_are_in_the_order_of_their_ranks() {
        for size in 1..MOST_ELEMENTS {
            let family = Family::of(size);
            assert_eq!(family.sets.len() as u64, choose(32, size));
            for (nth, &set) in family.sets.iter().enumerate() {
                assert_eq!(rank(set, 0), nth as u64);
                for symmetry in 0..SYMMETRIES {
                    let there = family.image(nth, symmetry);
                    assert_eq!(family.sets[there], image(set, symmetry));
                    assert_eq!(family.image(there, symmetry), nth);
                }
            }
        }
    }

    #[test]
    fn steps_lead_back() {
        for size in 1..=3 {
            let family = Family::of(size);
            for rank in 0..family.sets.len() {
                for step in family.steps(rank) {
                    let back = family.steps(step.rank as usize);
                    assert!(back.iter().any(|back| back.rank as usize == rank));
                    assert_eq!(family.sets[rank] & step.to, 0);
                }
            }
        }
    }
}
