//! Life by regions: eyes of the pieces, added up.
//!
//! Once the crucial stones are one block they are one for ever, as long as
//! there is something to play for. The block and the safe stones cut the region
//! into [pieces](Piece) that touch each other nowhere, and a position lives if
//! its pieces have two eyes together. For each piece four numbers are found by
//! search of the piece alone: the eyes, from 0 to 2, that the defender can
//! force there when he moves first, *d*, and when the attacker does, *a*, both
//! by the [pessimistic view](View) and, as *D* and *A*, by the optimistic one.
//! In all of them the attacker may pass and the defender may not, there is no
//! ko rule, and endless play is good for the attacker, as in the game U of the
//! whole. Since the attacker may pass, *a* ≤ *d* and *A* ≤ *D*.
//!
//! # What the defender has for sure
//!
//! **With the attacker to move he can get Σ *a*.** He answers in the piece the
//! attacker played in, by that piece's strategy. If that piece has its eyes
//! already, or none are wanted there, or the attacker passed or filled a liberty
//! outside, he takes any piece that still lacks eyes, treats it as if the
//! attacker had passed there, and plays its answer.
//! - *Legal.* A stone that is legal when the block has no liberty elsewhere is
//!   legal when it may have some.
//! - *The block is not captured.* In a piece that still lacks eyes the strategy
//!   keeps a liberty of the block, since by the pessimistic view it would be
//!   captured without one.
//! - *Eyes stay.* While the block is not captured, an area that is vital to it
//!   and bordered by living blocks cannot be filled, by Benson's theorem; and
//!   the defender does not play there again.
//! - *It ends.* A strategy that forces something without endless play has a
//!   bound on how long it takes. Each answer makes one piece's bound smaller
//!   and leaves the others.
//!
//! **With the move he can get *d* in a piece of his choice**, and what he has
//! for sure in the others.
//!
//! **Miai.** With the attacker to move, two pieces P and Q may be worth more
//! together. If the attacker plays in P, the defender takes Q first and has *d*
//! there, and in P what is left when the attacker moves twice in a row, *a₂*:
//! the least of *a* and of the values that *a* takes after one of his moves. So
//! the pair is worth min(*d*(P) + *a₂*(Q), *d*(Q) + *a₂*(P)). (A piece of one
//! eye that would have two may well have none when ignored; then nothing is
//! gained by pairing it with its like.) If the attacker passes, the defender
//! takes P and has *d*(P) + *a*(Q), which is no less. Until then no one has
//! played in either, and the block breathes in both, because *d* and *a* are
//! taken as 0 where it does not. Pairs that have no piece in common do not
//! disturb each other.
//!
//! # What he can have at most
//!
//! The same from the attacker's side. **With the defender to move: Σ *D*.** The
//! attacker answers where the defender played, or passes where the strategy says
//! so; if the defender passes, so does he, and play is over. His stones are as
//! legal in the whole as in the piece, and if one captures the block, all the
//! better; the defender's stones are legal in the piece, by the optimistic
//! view, if they are in the whole. No piece ever has more than its *D*. **With
//! the move** he has *A* in a piece of his choice. **Miai:** a pair is worth at
//! most max(*D₂*(P) + *A*(Q), *A*(P) + *D₂*(Q)), where *D₂* is the most of *D*
//! and of the values that *D* takes after a move of the defender's.
//!
//! # Room
//!
//! A group with no more than one point where an eye may come to be is dead
//! (see [`Question`](super::question::Question)), and such points never come
//! back: safe stones and stones of the block stay. The points that the attacker
//! can leave in a piece at most, 0, 1 or more, with the defender or himself to
//! move first, add up as *D* and *A* do, and for the same reasons; here endless
//! play is good for the defender, who alone may pass, so that the attacker gets
//! it done in the end. He does not need to pass: where the defender's move
//! needs no answer he treats it as a pass in a piece that is not finished.
//!
//! If the defender has two eyes for sure, the answer is `alive`. If no more
//! than one point is left, it is `dead`. If two eyes are more than he can have,
//! only the other classes are searched, in the whole. Otherwise the whole is
//! searched for everything.

use std::cell::Cell;
use std::time::Instant;

use tabia_kernel::search::{Dfpn, Limits, Stop, Verdict};

use super::Spent;
use super::eye_region::{EyeCount, EyeRegion, Turn};
use super::piece::{Inquiry, Piece, View, Want};
use super::position::Position;
use super::scene::Scene;
use crate::mask::Mask;
use crate::one_eye::Mover;

/// Pieces that are paired with each other at most; the rest are only added.
const MOST_PAIRED: usize = 8;

/// Moves that may be tried to decide by the pieces; what takes longer is better
/// searched as a whole, which may be easier than its parts.
const FOR_DECISION: u64 = 5_000_000;
/// Those for the description of a piece, which nobody waits for.
const FOR_DESCRIPTION: u64 = 300_000;

/// Positions to expand for so many moves. A position has as many as the largest
/// piece has points, about.
fn positions<M: Mask>(moves: u64, pieces: &[Piece<M>]) -> Cell<u64> {
    let largest = pieces.iter().map(|piece| piece.points.count()).max();
    Cell::new(moves / u64::from(largest.unwrap_or(1)))
}

/// Solves pieces, and remembers.
pub(crate) struct Regions<M> {
    dfpn: Dfpn<(Piece<M>, Want)>,
    limits: Limits,
    began: Instant,
    nodes: Cell<u64>,
    played: Cell<u64>,
}

/// What is counted in a piece.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    /// Eyes, in a view.
    Eyes(View),
    /// Points where an eye may come to be.
    Room,
}

impl Count {
    fn view(self) -> View {
        match self {
            Count::Eyes(view) => view,
            Count::Room => View::Optimistic,
        }
    }
}

/// What a piece is worth, counted one way.
#[derive(Clone, Copy)]
struct Worth<M> {
    piece: Piece<M>,
    /// With the defender to move first, and with the attacker.
    first: u8,
    second: u8,
}

impl<M: Mask> Regions<M> {
    /// With a table of so many mebibytes. Nodes are limited for each search, time
    /// for all of them.
    pub(crate) fn new(memory_mib: usize, limits: Limits) -> Regions<M> {
        Regions {
            dfpn: Dfpn::with_mebibytes(memory_mib),
            limits,
            began: Instant::now(),
            nodes: 0.into(),
            played: 0.into(),
        }
    }

    /// Positions expanded.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.get()
    }

    /// Moves played.
    pub(crate) fn played(&self) -> u64 {
        self.played.get()
    }

    /// Whether the defender forces life, where the pieces tell. There are at
    /// least two pieces with room for an eye, or nothing is tried.
    pub(crate) fn live(
        &self,
        scene: &Scene<M>,
        at: &Position<M>,
        stop: &Stop,
    ) -> Result<Option<bool>, Spent> {
        self.decide(scene, at, stop, |desk, pieces| {
            let most = desk.worths(pieces, Count::Eyes(View::Optimistic))?;
            if desk.most(&most, Count::Eyes(View::Optimistic), at.mover)? < 2 {
                return Ok(Some(false));
            }
            let least = desk.worths(pieces, Count::Eyes(View::Pessimistic))?;
            let least = desk.least(&least, at.mover)?;
            Ok((least >= 2).then_some(true))
        })
    }

    /// Whether the attacker forces their capture, where the pieces tell that he
    /// does.
    pub(crate) fn die(
        &self,
        scene: &Scene<M>,
        at: &Position<M>,
        stop: &Stop,
    ) -> Result<bool, Spent> {
        let dies = self.decide(scene, at, stop, |desk, pieces| {
            let room = desk.worths(pieces, Count::Room)?;
            let most = desk.most(&room, Count::Room, at.mover)?;
            Ok((most < 2).then_some(true))
        })?;
        Ok(dies.is_some())
    }

    fn decide<'s>(
        &'s self,
        scene: &'s Scene<M>,
        at: &Position<M>,
        stop: &'s Stop,
        by: impl FnOnce(&Desk<'s, M>, &[Piece<M>]) -> Result<Option<bool>, Spent>,
    ) -> Result<Option<bool>, Spent> {
        let Some(pieces) = Self::cut(scene, at) else {
            return Ok(None);
        };
        let desk = Desk {
            regions: self,
            scene,
            stop,
            left: positions(FOR_DECISION, &pieces),
        };
        match by(&desk, &pieces) {
            Ok(answer) => Ok(answer),
            // A piece too hard for its budget leaves the whole to be searched.
            Err(Spent) if !stop.is_requested() => Ok(None),
            Err(Spent) => Err(Spent),
        }
    }

    /// Pieces with room for an eye, if there are two or more.
    fn cut(scene: &Scene<M>, at: &Position<M>) -> Option<Vec<Piece<M>>> {
        let mut pieces = Piece::cut(scene, at)?;
        pieces.retain(|piece| !piece.eye_space(scene).is_empty());
        (pieces.len() >= 2).then_some(pieces)
    }

    /// The pieces of a position and what they are worth, for people.
    pub(crate) fn describe(
        &self,
        scene: &Scene<M>,
        at: &Position<M>,
        stop: &Stop,
    ) -> Vec<EyeRegion> {
        let describe = |piece: &Piece<M>| {
            let desk = Desk {
                regions: self,
                scene,
                stop,
                left: positions(FOR_DESCRIPTION, &[*piece]),
            };
            desk.describe(*piece)
        };
        let pieces = Self::cut(scene, at).unwrap_or_default();
        pieces.iter().map(describe).collect()
    }
}

/// What one inquiry needs.
struct Desk<'s, M> {
    regions: &'s Regions<M>,
    scene: &'s Scene<M>,
    stop: &'s Stop,
    /// Positions that may still be expanded.
    left: Cell<u64>,
}

impl<M: Mask> Desk<'_, M> {
    fn worths(&self, pieces: &[Piece<M>], count: Count) -> Result<Vec<Worth<M>>, Spent> {
        let worth = |&piece: &Piece<M>| {
            Ok(Worth {
                piece,
                first: self.value(piece.with(Mover::Defender), count)?,
                second: self.value(piece.with(Mover::Attacker), count)?,
            })
        };
        pieces.iter().map(worth).collect()
    }

    /// What the defender can force in a piece: 0, 1, or 2 for more.
    fn value(&self, piece: Piece<M>, count: Count) -> Result<u8, Spent> {
        match count {
            Count::Eyes(View::Pessimistic) if !piece.breathes(self.scene) => Ok(0),
            Count::Eyes(view) => match self.ask(piece, Want::Eyes(view, 1))? {
                true => Ok(1 + u8::from(self.ask(piece, Want::Eyes(view, 2))?)),
                false => Ok(0),
            },
            Count::Room => {
                // An eye that can be had leaves a point.
                let eyes = self.value(piece, Count::Eyes(View::Optimistic))?;
                for most in eyes..2 {
                    if self.ask(piece, Want::Room(most))? {
                        return Ok(most);
                    }
                }
                Ok(2)
            }
        }
    }

    fn ask(&self, piece: Piece<M>, want: Want) -> Result<bool, Spent> {
        let question = Inquiry::new(self.scene, piece, want);
        let regions = self.regions;
        let nodes = regions
            .limits
            .nodes
            .unwrap_or(u64::MAX)
            .min(self.left.get());
        let limits = regions.limits.or_nodes(nodes);
        let limits = limits.after(regions.began.elapsed());
        let report = regions.dfpn.solve(question, limits, self.stop);
        self.left.set(self.left.get().saturating_sub(report.nodes));
        regions.nodes.set(regions.nodes.get() + report.nodes);
        regions.played.set(regions.played.get() + report.parts);
        Ok(report.outcome.ok_or(Spent)?.verdict == Verdict::Yes)
    }

    /// What a piece is worth after each move of a side: with the defender to
    /// move next, and with the attacker.
    fn after(&self, piece: Piece<M>, side: Mover, count: Count) -> Result<Vec<(u8, u8)>, Spent> {
        let piece = piece.with(side);
        let mut values = Vec::new();
        for place in piece.empties().places() {
            values.extend(match piece.play(self.scene, place, count.view()) {
                None => None,
                Some(Err(())) => Some((0, 0)),
                Some(Ok(next)) => Some((
                    self.value(next.with(Mover::Defender), count)?,
                    self.value(next.with(Mover::Attacker), count)?,
                )),
            });
        }
        Ok(values)
    }

    /// What is left of a piece when a side moves twice in a row.
    fn twice(&self, worth: &Worth<M>, side: Mover, count: Count) -> Result<u8, Spent> {
        let after = self.after(worth.piece, side, count)?.into_iter();
        Ok(match side {
            Mover::Defender => after.map(|(first, _)| first).fold(worth.first, u8::max),
            Mover::Attacker => after.map(|(_, second)| second).fold(worth.second, u8::min),
        })
    }

    /// The eyes that the defender has for sure.
    fn least(&self, worths: &[Worth<M>], mover: Mover) -> Result<u8, Spent> {
        let count = Count::Eyes(View::Pessimistic);
        let answered = |worths: &[Worth<M>]| {
            let sum: u8 = worths.iter().map(|worth| worth.second).sum();
            if sum >= 2 {
                return Ok(sum);
            }
            let hot = Hot::new(worths, |worth| self.twice(worth, Mover::Attacker, count))?;
            let gain = hot.best(&|one, other| {
                let (p, q) = (&hot.worths[one], &hot.worths[other]);
                let together = (p.first + hot.twice[other]).min(q.first + hot.twice[one]);
                together.saturating_sub(p.second + q.second)
            });
            Ok(sum + gain)
        };
        match mover {
            Mover::Attacker => answered(worths),
            Mover::Defender => {
                let mut best = 0;
                for_each_left_out(worths, |one, others| {
                    best = best.max(one.first + answered(others)?);
                    Ok(best >= 2)
                })?;
                Ok(best)
            }
        }
    }

    /// The eyes that he can have at most, or the points for them.
    fn most(&self, worths: &[Worth<M>], count: Count, mover: Mover) -> Result<u8, Spent> {
        let answered = |worths: &[Worth<M>]| {
            let sum: u8 = worths.iter().map(|worth| worth.first).sum();
            if sum < 2 {
                return Ok(sum);
            }
            let hot = Hot::new(worths, |worth| self.twice(worth, Mover::Defender, count))?;
            let loss = hot.best(&|one, other| {
                let (p, q) = (&hot.worths[one], &hot.worths[other]);
                let together = (hot.twice[one] + q.second).max(p.second + hot.twice[other]);
                (p.first + q.first).saturating_sub(together)
            });
            Ok(sum - loss)
        };
        match mover {
            Mover::Defender => answered(worths),
            Mover::Attacker => {
                let mut best = u8::MAX;
                for_each_left_out(worths, |one, others| {
                    best = best.min(one.second + answered(others)?);
                    Ok(best < 2)
                })?;
                Ok(best)
            }
        }
    }

    fn describe(&self, piece: Piece<M>) -> EyeRegion {
        let value = |mover, view| self.value(piece.with(mover), Count::Eyes(view));
        let count = |mover| EyeCount {
            least: value(mover, View::Pessimistic).unwrap_or(0),
            most: value(mover, View::Optimistic).unwrap_or(2),
        };
        let (defender_first, attacker_first) = (count(Mover::Defender), count(Mover::Attacker));
        let turn = match (defender_first.known(), attacker_first.known()) {
            (Some(first), Some(second)) if first == second => Some(Turn::Settled),
            (Some(first), Some(second)) => self.turn(piece, first, second),
            _ => None,
        };
        EyeRegion {
            points: piece.points.places().map(|p| self.scene.point(p)).collect(),
            defender_first,
            attacker_first,
            turn,
        }
    }

    /// Who keeps the turn in a piece that is worth more to who moves first;
    /// `None` if the two views do not agree on it.
    fn turn(&self, piece: Piece<M>, first: u8, second: u8) -> Option<Turn> {
        let in_view = |view| {
            let defends = self.after(piece, Mover::Defender, Count::Eyes(view))?;
            let attacks = self.after(piece, Mover::Attacker, Count::Eyes(view))?;
            // A move that does what a first move can, and threatens more.
            let keeps = |&(next, answered): &(u8, u8)| answered == first && next > first;
            let takes = |&(answered, next): &(u8, u8)| answered == second && next < second;
            Ok::<_, Spent>((defends.iter().any(keeps), attacks.iter().any(takes)))
        };
        let views = [View::Pessimistic, View::Optimistic].map(in_view);
        let [Ok(one), Ok(other)] = views else {
            return None;
        };
        (one == other).then_some(match one {
            (false, false) => Turn::Gote,
            (true, false) => Turn::DefendersSente,
            (false, true) => Turn::AttackersSente,
            (true, true) => Turn::DoubleSente,
        })
    }
}

/// Calls with each piece and all the others, until it has seen enough.
fn for_each_left_out<M: Mask>(
    worths: &[Worth<M>],
    mut visit: impl FnMut(&Worth<M>, &[Worth<M>]) -> Result<bool, Spent>,
) -> Result<(), Spent> {
    for i in 0..worths.len() {
        let mut others = worths.to_vec();
        let one = others.swap_remove(i);
        if visit(&one, &others)? {
            break;
        }
    }
    Ok(())
}

/// Pieces worth more to who moves first, which alone can gain by pairing, and
/// what they are worth when a side moves twice.
struct Hot<M> {
    worths: Vec<Worth<M>>,
    twice: Vec<u8>,
}

impl<M: Mask> Hot<M> {
    fn new(
        worths: &[Worth<M>],
        twice: impl Fn(&Worth<M>) -> Result<u8, Spent>,
    ) -> Result<Hot<M>, Spent> {
        let is_hot = |worth: &&Worth<M>| worth.first > worth.second;
        let worths: Vec<Worth<M>> = worths.iter().filter(is_hot).copied().collect();
        let paired = match worths.len() {
            0 | 1 => &[],
            count => &worths[..count.min(MOST_PAIRED)],
        };
        Ok(Hot {
            twice: paired.iter().map(twice).collect::<Result<_, _>>()?,
            worths: paired.to_vec(),
        })
    }

    /// The best way to pair.
    fn best(&self, gain: &dyn Fn(usize, usize) -> u8) -> u8 {
        fn among(left: &[usize], gain: &dyn Fn(usize, usize) -> u8) -> u8 {
            let Some((&one, rest)) = left.split_first() else {
                return 0;
            };
            let mut best = among(rest, gain);
            for (i, &other) in rest.iter().enumerate() {
                let mut without = rest.to_vec();
                without.remove(i);
                best = best.max(gain(one, other) + among(&without, gain));
            }
            best
        }
        let all: Vec<usize> = (0..self.worths.len()).collect();
        among(&all, gain)
    }
}
