//! Solving a class in words.

use std::collections::BTreeMap;

use tabia_kernel::endgame::{Index, Lanes as _, Mismatch, Trits, WaveOptions, by_waves};
use tabia_kernel::rules::Side;

use crate::after_capture::{AfterCapture, Remnant};
use crate::endgames::{Class, Endgames, Shelf};
use crate::equivalence::Group;
use crate::lanes::{ClassLanes, GroupRules};
use crate::piece::Kind;
use crate::scenes::Scenes;

/// How many positions are checked between two questions whether to go on.
const PATIENCE: u64 = 1 << 20;

/// A class solved by [`Endgames::solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The values, by index.
    pub values: Trits,
    /// The distances, by index, if they were asked for; of draws 0.
    pub distances: Option<Vec<u16>>,
}

impl Endgames {
    /// Solves a class, 32 positions at a time. `done` has the classes that
    /// captures lead to, each as this function or a file has it.
    ///
    /// Returns `None` if `go_on` said no, which is asked now and then and told
    /// about which share of the work is done.
    ///
    /// # Panics
    ///
    /// If `done` does not have what is needed.
    #[must_use]
    pub fn solve(
        &self,
        class: Class,
        done: &BTreeMap<Class, Trits>,
        options: WaveOptions,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Option<Solved> {
        let scenes = Scenes::new(&self.shelf(class).layout);
        let lanes = self.lanes(class, &scenes, done);
        let planes = by_waves(&lanes, options, go_on)?;
        drop(lanes);
        let distances = planes.distances.as_ref();
        Some(Solved {
            distances: distances.map(|planes| scenes.distances(planes)),
            values: scenes.pack(&planes),
        })
    }

    /// Checks every value of a class against the positions that its moves lead
    /// to, 32 at a time, and returns how many there are; `None` if `go_on` said
    /// no. Distances are not looked at.
    ///
    /// [`check_forward`](tabia_kernel::endgame::check_forward) does the same with
    /// the rules of the game, one position at a time; this moves words, as
    /// [`solve`](Endgames::solve) does, and is some thirty times faster.
    ///
    /// # Errors
    ///
    /// The first mismatch.
    ///
    /// # Panics
    ///
    /// If `done` does not have what is needed.
    pub fn check(
        &self,
        class: Class,
        values: &Trits,
        done: &BTreeMap<Class, Trits>,
        go_on: &dyn Fn(f64) -> bool,
    ) -> Result<Option<u64>, Mismatch> {
        let scenes = Scenes::new(&self.shelf(class).layout);
        let lanes = self.lanes(class, &scenes, done);
        let planes = Side::BOTH.map(|side| scenes.unpack(values, side));
        let mut index = 0;
        let mut stopped = false;
        let mut found = None;
        for side in Side::BOTH {
            let [won, lost] = &planes[side as usize];
            let [their_won, their_lost] = &planes[side.other() as usize];
            let not_lost: Vec<u32> = their_lost.iter().map(|lanes| !lanes).collect();
            scenes.each_run(&mut |word, _, run| {
                let before = index;
                index += u64::from(run.count_ones());
                if before / PATIENCE != index / PATIENCE {
                    stopped = stopped || !go_on(index as f64 / values.len() as f64);
                }
                if stopped || found.is_some() {
                    return;
                }
                let opening = lanes.opening(side, word);
                let steps_win = !lanes.all_lead_into(side, word, run, &not_lost);
                let wins = run & (opening.won | steps_win);
                let may_lose = run & !opening.saved & !wins;
                let loses = lanes.all_lead_into(side, word, may_lose, their_won);
                let wrong = run & ((wins ^ won[word]) | (loses ^ lost[word]));
                if wrong != 0 {
                    let lane = wrong & wrong.wrapping_neg();
                    let points = |won: u32, lost: u32| {
                        (
                            i16::from(won & lane != 0) - i16::from(lost & lane != 0),
                            None,
                        )
                    };
                    found = Some(Mismatch {
                        index: Index(before + u64::from((run & (lane - 1)).count_ones())),
                        stored: points(won[word], lost[word]),
                        expected: points(wins, loses),
                    });
                }
            });
        }
        match found {
            Some(mismatch) => Err(mismatch),
            None => Ok((!stopped).then_some(index)),
        }
    }

    /// A class with all that its captures lead to.
    fn lanes<'a>(
        &self,
        class: Class,
        scenes: &'a Scenes,
        done: &BTreeMap<Class, Trits>,
    ) -> ClassLanes<'a> {
        let shelf = self.shelf(class);
        let kind = |group: &Group| group.kinds[0].0;
        let groups = shelf.groups.iter().enumerate().map(|(nth, group)| {
            let enemies = shelf.groups.iter().enumerate();
            let takes = enemies
                .filter(|(_, enemy)| enemy.side != group.side && kind(group).takes(kind(enemy)));
            let takers = shelf.groups.iter();
            let is_taken = takers
                .filter(|enemy| enemy.side != group.side)
                .any(|enemy| kind(enemy).takes(kind(group)));
            GroupRules {
                side: group.side,
                is_cannon: kind(group) == Kind::Cannon,
                takes: takes.fold(0, |set, (enemy, _)| set | 1 << enemy),
                after: if is_taken {
                    self.after_capture(shelf, nth, scenes.runner(), done)
                } else {
                    None
                },
            }
        });
        ClassLanes::new(scenes, groups.collect())
    }

    /// What comes after the loss of a piece of a group; `None` if its side has
    /// no other.
    fn after_capture(
        &self,
        shelf: &Shelf,
        victim: usize,
        runner: usize,
        done: &BTreeMap<Class, Trits>,
    ) -> Option<AfterCapture> {
        let Group { side, ref kinds } = shelf.groups[victim];
        // Twins leave equivalent materials.
        let left = shelf.material.minus(side, kinds[0].0);
        let link = self.link(left)?;
        let remnants: Vec<Option<Remnant>> = shelf
            .groups
            .iter()
            .map(|group| {
                let mut kinds = group.kinds.iter().map(|&(kind, _)| kind);
                let kind = kinds.find(|&kind| left.count(group.side, kind) > 0)?;
                let set = 7 * group.side as u8 + kind.number() as u8;
                let parts = &link.parts[..usize::from(link.len)];
                let part = parts.iter().find(|part| part.0 == set);
                Some(Remnant {
                    pieces: group
                        .kinds
                        .iter()
                        .map(|&(kind, _)| left.count(group.side, kind) as usize)
                        .sum(),
                    group: usize::from(part.expect("every kind has a part").1),
                })
            })
            .collect();
        let lane_group = match remnants[runner] {
            Some(_) => runner,
            None => remnants.iter().position(Option::is_some).expect("a piece"),
        };
        let there = self.shelf(Class::new(link.class));
        let side = if link.swapped { side.other() } else { side };
        let values = done
            .get(&Class::new(link.class))
            .expect("smaller classes come first");
        let after = AfterCapture::new(
            &Scenes::new(&there.layout),
            values,
            side,
            &remnants,
            lane_group,
        );
        Some(after)
    }
}

#[cfg(test)]
mod tests {
    use tabia_kernel::endgame::{Tabular as _, TritsPacker, laws};

    use super::*;
    use crate::equivalence::Equivalence;
    use crate::material::Material;

    #[test]
    fn words_keep_the_laws() {
        let endgames = Endgames::new(5, Some(Equivalence::Swap)).expect("a possible number");
        // What captures lead to does not matter to steps.
        let draws = |class: Class| {
            let mut packer = TritsPacker::new(endgames.size(class));
            for _ in 0..endgames.size(class) {
                packer.push(0, 0, 1);
            }
            packer.finish()
        };
        // All kinds of shapes: single pieces, groups with the runner, leads that
        // are their own images.
        for text in [
            "K-g", "KC-kp", "GG-pp", "G-ppp", "KP-kpp", "GGB-pp", "GB-ppp",
        ] {
            let material: Material = text.parse().expect(text);
            let (class, _) = endgames.class_of(material).expect("few pieces");
            let exits = endgames.exits(class).into_iter();
            let done = exits.map(|exit| (exit, draws(exit))).collect();
            let scenes = Scenes::new(&endgames.shelf(class).layout);
            let lanes = endgames.lanes(class, &scenes, &done);
            let stride = (scenes.words() / 150).max(1) | 1;
            laws::in_lanes(&lanes, 0, stride);
        }
    }
}
