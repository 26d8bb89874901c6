//! Moves of 32 positions at once: how dark chess is solved in words.

use tabia_kernel::endgame::{Lanes, Opening};
use tabia_kernel::rules::Side;

use crate::after_capture::AfterCapture;
use crate::layout::MOST_ELEMENTS;
use crate::scenes::{Scene, Scenes};
use crate::square::{BETWEEN, STEPS, Square, beside, image, lines, squares};

/// A class with all that its captures lead to at hand.
#[derive(Debug)]
pub(crate) struct ClassLanes<'a> {
    scenes: &'a Scenes,
    /// What each group is.
    groups: Vec<GroupRules>,
    /// The axes of each side.
    axes: [Vec<usize>; 2],
}

/// What the rules say of a group of a class.
#[derive(Debug)]
pub(crate) struct GroupRules {
    pub(crate) side: Side,
    pub(crate) is_cannon: bool,
    /// Bit `h`: it takes group `h`.
    pub(crate) takes: u32,
    /// What comes after the loss of a piece of this group; `None` if nothing
    /// is left of its side.
    pub(crate) after: Option<AfterCapture>,
}

impl GroupRules {
    fn takes(&self, group: usize) -> bool {
        self.takes >> group & 1 == 1
    }

    /// The lanes lost and those won for the side that has lost a piece of this
    /// group and is to move.
    #[inline]
    fn lanes_after(&self, sets: &[u32; MOST_ELEMENTS]) -> (u32, u32) {
        match &self.after {
            Some(after) => after.lanes(sets),
            None => (u32::MAX, 0),
        }
    }

    /// The same for one position.
    #[inline]
    fn value_after(&self, sets: &[u32; MOST_ELEMENTS]) -> (bool, bool) {
        match &self.after {
            Some(after) => after.value(sets),
            None => (true, false),
        }
    }
}

/// What the captures of a word come to.
#[derive(Default)]
struct Captures {
    any: u32,
    won: u32,
    saved: u32,
}

impl Captures {
    /// Lanes have a capture, after which the other side loses in `lost` and
    /// wins in `won`.
    #[inline]
    fn add(&mut self, lanes: u32, (lost, won): (u32, u32)) {
        self.any |= lanes;
        self.won |= lanes & lost;
        self.saved |= lanes & !won;
    }

    #[inline]
    fn add_one(&mut self, lanes: u32, (lost, won): (bool, bool)) {
        let all = |yes: bool| if yes { u32::MAX } else { 0 };
        self.add(lanes, (all(lost), all(won)));
    }
}

impl<'a> ClassLanes<'a> {
    pub(crate) fn new(scenes: &'a Scenes, groups: Vec<GroupRules>) -> ClassLanes<'a> {
        let axes = Side::BOTH.map(|side| {
            let axes = scenes.axes().iter().enumerate();
            let own = axes.filter(|(_, axis)| groups[axis.group].side == side);
            own.map(|(place, _)| place).collect()
        });
        ClassLanes {
            scenes,
            groups,
            axes,
        }
    }

    fn captures(&self, side: Side, scene: &Scene) -> Captures {
        let axes = self.scenes.axes();
        let runner = self.scenes.runner();
        let live = !scene.occupied;
        let mut captures = Captures::default();
        // The sets by group, without the runner.
        let mut sets = [0; MOST_ELEMENTS];
        for (axis, &set) in axes.iter().zip(&scene.sets) {
            sets[axis.group] = set;
        }
        for (taker, rules) in self.groups.iter().enumerate() {
            if rules.side != side {
                continue;
            }
            for (victim, theirs) in self.groups.iter().enumerate() {
                if theirs.side == side || !rules.takes(victim) {
                    continue;
                }
                // 1. The taker and its victim are both in the scene.
                for from in squares(sets[taker]) {
                    let targets = match rules.is_cannon {
                        true => lines(from),
                        false => STEPS[from.number()],
                    };
                    for to in squares(targets & sets[victim]) {
                        let mut lanes = live;
                        if rules.is_cannon {
                            let between = BETWEEN[from.number()][to.number()];
                            // The one piece to jump over may be the runner.
                            lanes &= match (scene.occupied & between).count_ones() {
                                0 => between,
                                1 => !between,
                                _ => 0,
                            };
                        }
                        if lanes != 0 {
                            let after = taken(sets, taker, victim, from, to);
                            captures.add(lanes, theirs.lanes_after(&after));
                        }
                    }
                }
                // 2. The runner takes.
                if taker == runner {
                    for to in squares(sets[victim]) {
                        let lanes = live & reaching(to, rules.is_cannon, scene.occupied);
                        if lanes != 0 {
                            let mut after = sets;
                            after[victim] ^= to.bit();
                            after[taker] |= to.bit();
                            captures.add_one(lanes, theirs.value_after(&after));
                        }
                    }
                }
                // 3. The runner is taken.
                if victim == runner {
                    for from in squares(sets[taker]) {
                        let lanes = live & reaching(from, rules.is_cannon, scene.occupied);
                        for to in squares(lanes) {
                            let mut after = sets;
                            after[taker] ^= from.bit() | to.bit();
                            captures.add_one(to.bit(), theirs.value_after(&after));
                        }
                    }
                }
            }
        }
        captures
    }

    /// The lanes in which the side can make a step.
    fn mobile(&self, side: Side, scene: &Scene) -> u32 {
        let mut targets = 0;
        for (axis, &set) in self.scenes.axes().iter().zip(&scene.sets) {
            if self.groups[axis.group].side == side {
                targets |= beside(set);
            }
        }
        targets &= !scene.occupied;
        // Only the runner can stand on the one square to go to.
        let mut mobile = match targets.count_ones() {
            0 => 0,
            1 => !targets,
            _ => u32::MAX,
        };
        if self.groups[self.scenes.runner()].side == side {
            mobile |= beside(!scene.occupied);
        }
        mobile
    }
}

/// The sets after a capture.
#[inline]
fn taken(
    mut sets: [u32; MOST_ELEMENTS],
    taker: usize,
    victim: usize,
    from: Square,
    to: Square,
) -> [u32; MOST_ELEMENTS] {
    sets[victim] ^= to.bit();
    sets[taker] ^= from.bit() | to.bit();
    sets
}

/// The squares from which a piece takes on `square`, and which it takes on from
/// there: that is the same, since the squares between are.
#[inline]
fn reaching(square: Square, by_jump: bool, occupied: u32) -> u32 {
    if !by_jump {
        return STEPS[square.number()];
    }
    squares(lines(square))
        .filter(|from| {
            let between = BETWEEN[from.number()][square.number()];
            (between & occupied).count_ones() == 1
        })
        .fold(0, |set, from| set | from.bit())
}

impl Lanes for ClassLanes<'_> {
    fn words(&self) -> usize {
        self.scenes.words()
    }

    #[inline]
    fn opening(&self, side: Side, word: usize) -> Opening {
        let Some(scene) = self.scenes.scene(word) else {
            return Opening::default();
        };
        let live = !scene.occupied;
        let captures = self.captures(side, &scene);
        let mobile = self.mobile(side, &scene);
        let steady = live & !mobile;
        Opening {
            live,
            stuck: steady & !captures.any,
            won: captures.won,
            lost: steady & captures.any & !captures.saved,
            saved: captures.saved,
        }
    }

    #[inline]
    fn before(&self, mover: Side, word: usize, set: u32, mut tell: impl FnMut(usize, u32)) {
        let (ranks, occupied) = self.scenes.ranks(word);
        // A step can be reversed: where a piece could step to, it could have
        // come from.
        for &place in &self.axes[mover as usize] {
            let step = |to: u32, before, symmetry| {
                let set = set & !to;
                if set != 0 {
                    tell(before, image(set, symmetry));
                }
                true
            };
            self.scenes.each_step(word, &ranks, occupied, place, step);
        }
        if self.groups[self.scenes.runner()].side == mover {
            tell(word, beside(set) & !occupied);
        }
    }

    #[inline]
    fn all_lead_into(&self, mover: Side, word: usize, mut lanes: u32, inside: &[u32]) -> u32 {
        let (ranks, occupied) = self.scenes.ranks(word);
        if self.groups[self.scenes.runner()].side == mover {
            lanes &= !beside(!inside[word] & !occupied);
        }
        for &place in &self.axes[mover as usize] {
            if lanes == 0 {
                return 0;
            }
            let step = |to: u32, after: usize, symmetry| {
                // Where the runner is in the way, the step cannot be made.
                lanes &= image(inside[after], symmetry) | to;
                lanes != 0
            };
            self.scenes.each_step(word, &ranks, occupied, place, step);
        }
        lanes
    }
}
