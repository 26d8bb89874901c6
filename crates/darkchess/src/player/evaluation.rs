//! What a position seems worth, without looking ahead.

use tabia_kernel::rules::Side;

use crate::full::{FullPosition, QUIET_LIMIT};
use crate::material::Material;
use crate::piece::Kind;
use crate::square::squares;

/// What a position is worth to the side to move, in hundredths of a pawn or
/// so. Ends are worth more than [`LIMIT`].
pub(super) type Value = i32;

/// No estimate is larger.
pub(super) const LIMIT: Value = 6_000;

/// What a piece is worth, by [`Kind::number`], while all enemies are there.
const BASE: [Value; 7] = [60, 180, 100, 140, 200, 320, 400];

/// Added for each enemy that the piece takes, and subtracted for each that
/// takes it.
const PREY: Value = 6;
const HUNTER: Value = 6;

/// Worth of each kind of each side in a material: a piece gains when those
/// that it fears are gone, and loses when those that it takes are.
#[derive(Clone, Copy)]
pub(super) struct Worths(pub(super) [[Value; 7]; 2]);

impl Worths {
    pub(super) fn of(alive: Material) -> Worths {
        let mut worths = [[0; 7]; 2];
        for side in Side::BOTH {
            for kind in Kind::ALL {
                let mut worth = BASE[kind.number()];
                for enemy in Kind::ALL {
                    let gone = (enemy.most() - alive.count(side.other(), enemy)) as Value;
                    worth += HUNTER * gone * Value::from(enemy.takes(kind));
                    worth -= PREY * gone * Value::from(kind.takes(enemy));
                }
                worths[side as usize][kind.number()] = worth.max(20);
            }
        }
        Worths(worths)
    }

    /// All pieces of a side together.
    fn total(&self, alive: Material, side: Side) -> Value {
        Kind::ALL
            .iter()
            .map(|&kind| alive.count(side, kind) as Value * self.0[side as usize][kind.number()])
            .sum()
    }
}

/// The estimate for the side to move: pieces still in the game, face down or
/// not, and revealed ones that are near what they take.
pub(super) fn estimate(position: &FullPosition, worths: &Worths) -> Value {
    let open = position.open();
    let us = open.to_move();
    let them = us.other();
    let alive = position.alive();
    let pieces = worths.total(alive, us) - worths.total(alive, them);
    let chase = chase(position, worths, us) - chase(position, worths, them);
    // An advantage is worth less the nearer the draw.
    let limit = Value::from(QUIET_LIMIT);
    let left = limit - Value::from(position.quiet()).min(limit);
    ((pieces + chase) * (limit + left) / (2 * limit)).clamp(-LIMIT, LIMIT)
}

/// How near a side's pieces are to those that they take.
fn chase(position: &FullPosition, worths: &Worths, side: Side) -> Value {
    let open = position.open();
    let enemy = side.other();
    let mut sum = 0;
    for hunter in Kind::ALL {
        let hunters = open.set(side, hunter);
        if hunters == 0 || hunter == Kind::Cannon {
            continue;
        }
        for prey in Kind::ALL {
            let preys = open.set(enemy, prey);
            if preys == 0 || !hunter.takes(prey) {
                continue;
            }
            let worth = worths.0[enemy as usize][prey.number()];
            for from in squares(hunters) {
                for to in squares(preys) {
                    let (f, t) = (from.number(), to.number());
                    let distance = (f / 8).abs_diff(t / 8) + (f % 8).abs_diff(t % 8);
                    sum += worth * NEAR[distance];
                }
            }
        }
    }
    sum / 256
}

/// How much of the prey's worth nearness is worth, in 256ths, by distance.
const NEAR: [Value; 11] = [0, 20, 16, 12, 9, 7, 5, 4, 3, 2, 1];
