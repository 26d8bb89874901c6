//! What a tabulated game owes, checked at positions of a class.
//!
//! A game calls these in its tests. They panic on the first breach with the
//! class and the index.

use std::collections::BTreeMap;
use std::fmt::Debug;

use super::{Index, Lanes, Retract, Tabular};
use crate::rules::Side;

/// Checks the laws of [`Tabular`] and [`Retract`] at every `stride`-th index
/// of a class, from `first` on:
///
/// - the position of an index has this index, or the index is a hole;
/// - exits come before the class, and every conversion leads to one of them or
///   ends the game;
/// - moves that do not convert stay in the class, and the position they come
///   from is among the predecessors of the one they lead to;
/// - from every predecessor a move leads here, and
///   [`predecessors_at`](Retract::predecessors_at) lists the same ones;
/// - where [`is_balanced`](Retract::is_balanced) says so, as many predecessors
///   lead back as moves lead there.
///
/// # Panics
///
/// On a breach, naming the class and the index.
pub fn in_a_class<G>(g: &G, c: G::Class, first: u64, stride: usize)
where
    G: Retract,
    G::State: Debug,
{
    let exits = g.exits(c);
    assert!(
        exits.iter().all(|&exit| exit < c),
        "{c:?} comes after exits"
    );
    assert!(exits.is_sorted(), "exits of {c:?} are in order");
    let (mut moves, mut before) = (Vec::new(), Vec::new());
    for index in (first..g.size(c)).step_by(stride) {
        let index = Index(index);
        let Some(s) = g.state(c, index) else {
            continue;
        };
        let law = |holds: bool, law: &str| {
            assert!(holds, "broken: {law}; {c:?}, {index:?}, {s:?}");
        };
        law(g.locate(&s) == Some((c, index)), "index and state invert");
        let (mut to, mut backs) = (Vec::new(), Vec::new());
        if g.payoff(&s).is_none() {
            moves.clear();
            g.moves(&s, &mut moves);
            for &m in &moves {
                let mut after = s.clone();
                g.play(&mut after, m);
                let place = g.locate(&after);
                if g.converts(&s, m) {
                    let fine = match place {
                        Some((class, _)) => exits.contains(&class),
                        None => g.payoff(&after).is_some(),
                    };
                    law(fine, "exits cover every conversion");
                    continue;
                }
                let stays = place.filter(|&(class, _)| class == c);
                law(stays.is_some(), "other moves stay in the class");
                to.extend(stays.map(|(_, i)| i));
                before.clear();
                g.predecessors(&after, &mut before);
                let back = before
                    .iter()
                    .filter(|p| g.locate(p) == Some((c, index)))
                    .count();
                law(back > 0, "a move can be taken back");
                backs.push(back);
            }
            let balanced = to
                .iter()
                .zip(&backs)
                .all(|(i, &back)| to.iter().filter(|&j| j == i).count() == back);
            law(
                balanced || !g.is_balanced(c),
                "as many lead back as lead there",
            );
        }
        before.clear();
        g.predecessors(&s, &mut before);
        let mut expected = Vec::new();
        for p in &before {
            law(
                leads_to(g, p, (c, index)),
                "a predecessor's move leads here",
            );
            expected.extend(g.locate(p).map(|(_, i)| (i, g.to_move(p))));
        }
        let mut listed = Vec::new();
        let side = g.predecessors_at(c, index, &mut listed);
        listed.sort_unstable();
        expected.sort_unstable();
        law(
            side == g.to_move(&s) && listed == expected,
            "indices of predecessors are theirs",
        );
    }
}

/// Checks the laws of [`Lanes`] at lanes of every `stride`-th word, from `first`
/// on: what is before a lane are lanes from which some move leads there, and
/// none but those told are.
///
/// # Panics
///
/// On a breach, naming the word and the lane.
pub fn in_lanes<L: Lanes>(lanes: &L, first: usize, stride: usize) {
    let mut inside = vec![u32::MAX; lanes.words()];
    for mover in Side::BOTH {
        let live = |word: usize, side: Side| lanes.opening(side, word).live;
        for word in (first..lanes.words()).step_by(stride) {
            // Another lane of each word, among those that have a position.
            let here = live(word, mover.other());
            let nth = word / stride % here.count_ones().max(1) as usize;
            let rest = (0..nth).fold(here, |rest, _| rest & (rest - 1));
            let lane = rest & rest.wrapping_neg();
            if lane == 0 {
                continue;
            }
            let mut told: BTreeMap<usize, u32> = BTreeMap::new();
            lanes.before(mover, word, lane, |word, set| {
                *told.entry(word).or_default() |= set;
            });
            // Everything but this lane is inside: whoever can leave comes here.
            inside[word] &= !lane;
            for (&before, &set) in &told {
                let there = live(before, mover);
                assert_eq!(
                    set & !there,
                    0,
                    "broken: what is before has a position; word {before}, from {word}"
                );
                let stay = lanes.all_lead_into(mover, before, there, &inside);
                assert_eq!(
                    there & !stay,
                    set,
                    "broken: who is told leads here; word {before}, to {word} lane {lane:#x}"
                );
            }
            for other in (first + 1..lanes.words()).step_by(stride) {
                let there = live(other, mover);
                if there != 0 && !told.contains_key(&other) {
                    let stay = lanes.all_lead_into(mover, other, there, &inside);
                    assert_eq!(
                        stay, there,
                        "broken: who leads here is told; word {other}, to {word} lane {lane:#x}"
                    );
                }
            }
            inside[word] |= lane;
        }
    }
}

fn leads_to<G: Tabular>(g: &G, p: &G::State, place: (G::Class, Index)) -> bool {
    let mut moves = Vec::new();
    g.moves(p, &mut moves);
    moves.into_iter().any(|m| {
        let mut after = p.clone();
        g.play(&mut after, m);
        !g.converts(p, m) && g.locate(&after) == Some(place)
    })
}
