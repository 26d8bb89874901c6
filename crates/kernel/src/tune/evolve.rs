//! The evolutionary algorithm with a history mechanism.

use serde::{Deserialize, Serialize};

use super::{Evidence, History, HistoryOptions, Method, Space};
use crate::random::Seeded;

/// Who goes first among players of equal score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Precedence {
    /// Whoever has been there longer.
    #[default]
    Older,
    /// Whoever came last: the population drifts over plateaus.
    Younger,
    /// By lot.
    Random,
}

/// How a player is changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mutation {
    /// The probability of each weight to change; at least one does.
    /// Default 0.1.
    pub rate: f64,
    /// The standard deviation of a change, as a share of the weight's range.
    /// Changes are normal, and values beyond the range are set to its end.
    /// Default 0.1.
    pub width: f64,
}

impl Default for Mutation {
    fn default() -> Mutation {
        Mutation {
            rate: 0.1,
            width: 0.1,
        }
    }
}

/// How often a mutation is tried until something changes.
const TRIES: usize = 10_000;

impl Mutation {
    /// A changed copy.
    fn apply(&self, space: &Space, player: &[f64], random: &mut Seeded) -> Vec<f64> {
        let free = space.free();
        let mut mutant = player.to_vec();
        if free.is_empty() {
            return mutant;
        }
        // Something has to change, or the mutant is a clone: the rounding of
        // whole weights can undo small changes, so try again. A width at which
        // nothing ever changes is not tried for ever.
        for _ in 0..TRIES {
            if mutant != player {
                break;
            }
            let certain = free[random.below(free.len())];
            for &i in &free {
                if random.unit() < self.rate || i == certain {
                    let parameter = &space.parameters()[i];
                    let step = self.width * parameter.width() * random.normal();
                    mutant[i] = parameter.nearest(player[i] + step);
                }
            }
        }
        mutant
    }
}

/// Options of the evolutionary algorithm.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvolutionOptions {
    /// N: the number of players, at least two; odd numbers are rounded up.
    /// Default 20.
    pub players: usize,
    /// The history mechanism; `None` leaves it out.
    pub history: Option<HistoryOptions>,
    /// How players are changed.
    pub mutation: Mutation,
    /// Equal scores.
    pub precedence: Precedence,
    /// Survivors add up evidence over rounds instead of starting at zero.
    /// Default false, as in the paper.
    pub accumulate: bool,
}

impl Default for EvolutionOptions {
    fn default() -> EvolutionOptions {
        EvolutionOptions {
            players: 20,
            history: Some(HistoryOptions::default()),
            mutation: Mutation::default(),
            precedence: Precedence::default(),
            accumulate: false,
        }
    }
}

/// The evolutionary algorithm of Vázquez-Fernández, Coello Coello and Sagols
/// (2013), Algorithm 1 of the paper Tabia follows.
///
/// N random players; in each generation all are scored, the better half
/// survives, the history is updated with those who leave, and place i of the
/// second half is filled from the history with probability Pr %, else with a
/// mutant of the player at i − N/2. While the history is empty, always with a
/// mutant.
///
/// ```
/// use tabia_kernel::tune::{Evidence, Evolution, EvolutionOptions, Parameter, Round, Run, Space};
/// let space = Space::new((0..4).map(|i| Parameter::whole(format!("w{i}"), -50, 50)).collect())?;
/// let near_seven = |field: &[Vec<f64>], _: Round| {
///     let distance = |player: &Vec<f64>| player.iter().map(|w| (w - 7.0).abs()).sum::<f64>();
///     let evidence = |player| Evidence { points: -distance(player), tasks: 1 };
///     field.iter().map(evidence).collect()
/// };
/// let mut run = Run::new(Evolution::new(space, EvolutionOptions::default(), 1), 1);
/// for _ in 0..300 {
///     run.step(&near_seven);
/// }
/// assert_eq!(run.best(), [7.0; 4]);
/// # Ok::<(), tabia_kernel::tune::SpaceError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evolution {
    space: Space,
    options: EvolutionOptions,
    random: Seeded,
    /// VP.
    players: Vec<Vec<f64>>,
    /// How many selections each has passed, and what it has shown.
    past: Vec<(u32, Evidence)>,
    history: Option<History>,
    /// The best of the last generation that was scored.
    best: Vec<f64>,
}

impl Evolution {
    /// The first generation.
    #[must_use]
    pub fn new(space: Space, options: EvolutionOptions, seed: u64) -> Evolution {
        let mut random = Seeded::new(seed);
        let count = options.players.max(2).next_multiple_of(2);
        let players: Vec<_> = (0..count).map(|_| space.random(&mut random)).collect();
        Evolution {
            best: players[0].clone(),
            past: vec![(0, Evidence::default()); count],
            history: options.history.clone().map(History::new),
            space,
            options,
            random,
            players,
        }
    }

    /// The same with some players of the first generation given.
    #[must_use]
    pub fn starting_from(mut self, given: &[Vec<f64>]) -> Evolution {
        for (player, given) in self.players.iter_mut().zip(given) {
            *player = self.space.nearest(given);
        }
        self.best = self.players[0].clone();
        self
    }

    /// Whether all parts belong together, after it has been read.
    pub(super) fn fits(&self) -> bool {
        let count = self.players.len();
        let veterans = self.history.iter().flat_map(History::players);
        count >= 2
            && count.is_multiple_of(2)
            && self.past.len() == count
            && self.space.holds(&self.players)
            && self.space.holds([&self.best])
            && self.space.holds(veterans.map(|veteran| &veteran.weights))
    }

    /// Those who left and may come back.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }
}

impl Method for Evolution {
    fn space(&self) -> &Space {
        &self.space
    }

    fn field(&self) -> &[Vec<f64>] {
        &self.players
    }

    fn learn(&mut self, evidence: &[Evidence]) {
        let count = self.players.len();
        assert_eq!(evidence.len(), count, "evidence of each player");
        for ((_, sum), &new) in self.past.iter_mut().zip(evidence) {
            match self.options.accumulate {
                true => *sum += new,
                false => *sum = new,
            }
        }

        // Selection: the better half comes first, in the order of scores.
        let lots: Vec<u64> = (0..count).map(|_| self.random.bits()).collect();
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&a, &b| {
            let by_score = self.past[b].1.mean().total_cmp(&self.past[a].1.mean());
            by_score.then_with(|| match self.options.precedence {
                Precedence::Older => a.cmp(&b),
                Precedence::Younger => b.cmp(&a),
                Precedence::Random => lots[a].cmp(&lots[b]),
            })
        });
        let take = |i: &usize| (self.players[*i].clone(), self.past[*i]);
        let ranked: Vec<(Vec<f64>, (u32, Evidence))> = order.iter().map(take).collect();
        self.best.clone_from(&ranked[0].0);

        // Those who leave enter the history, the best of them first.
        if let Some(history) = &mut self.history {
            for (weights, (selections, sum)) in &ranked[count / 2..] {
                history.leave(weights, sum.mean(), *selections);
            }
        }

        for (i, (weights, (selections, sum))) in ranked.into_iter().enumerate() {
            self.players[i] = weights;
            self.past[i] = (selections.saturating_add(1), sum);
        }
        for i in count / 2..count {
            let back = match &mut self.history {
                Some(history) if 100.0 * self.random.unit() < history.options().percent => {
                    history.come_back(&mut self.random)
                }
                _ => None,
            };
            self.players[i] = back.unwrap_or_else(|| {
                let parent = &self.players[i - count / 2];
                let mutation = &self.options.mutation;
                mutation.apply(&self.space, parent, &mut self.random)
            });
            self.past[i] = (0, Evidence::default());
        }
    }

    fn best(&self) -> &[f64] {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{bowl, space};
    use super::super::{Round, Run, Trial};
    use super::*;

    fn options(players: usize, percent: f64) -> EvolutionOptions {
        EvolutionOptions {
            players,
            history: Some(HistoryOptions {
                percent,
                ..HistoryOptions::default()
            }),
            ..EvolutionOptions::default()
        }
    }

    #[test]
    fn the_better_half_survives_and_its_mutants_follow() {
        let space = space(6, -50, 50);
        let mut evolution = Evolution::new(space.clone(), options(8, 0.0), 3);
        let before = evolution.field().to_vec();
        let evidence = bowl.run(&before, Round { number: 0, seed: 0 });
        evolution.learn(&evidence);
        let mut ranked: Vec<usize> = (0..8).collect();
        ranked.sort_by(|&a, &b| evidence[b].points.total_cmp(&evidence[a].points));
        let after = evolution.field();
        for i in 0..4 {
            assert_eq!(after[i], before[ranked[i]]);
            assert_ne!(after[i + 4], after[i], "a mutant differs from its parent");
            let changed = after[i].iter().zip(&after[i + 4]).filter(|(a, b)| a != b);
            assert!(changed.count() < 6);
        }
        assert_eq!(evolution.best(), after[0]);
        // With room for twenty, all who left are in the history.
        assert_eq!(evolution.history().unwrap().players().len(), 4);
    }

    #[test]
    fn a_percentage_of_hundred_refills_from_the_history_alone() {
        let mut evolution = Evolution::new(space(6, -50, 50), options(8, 100.0), 3);
        for number in 0..5 {
            let evidence = bowl.run(evolution.field(), Round { number, seed: 0 });
            evolution.learn(&evidence);
            let veterans = evolution.history().unwrap().players();
            for player in &evolution.field()[4..] {
                assert!(veterans.iter().any(|v| v.weights == *player));
            }
        }
    }

    #[test]
    fn fixed_weights_never_change_and_ranges_hold() {
        let mut parameters = space(5, -3, 3).parameters().to_vec();
        parameters[2].lo = 2.0;
        parameters[2].hi = 2.0;
        let space = Space::new(parameters).unwrap();
        let mut run = Run::new(Evolution::new(space, options(6, 20.0), 1), 1);
        for _ in 0..50 {
            run.step(&bowl);
            for player in run.method().field() {
                assert_eq!(player[2], 2.0);
                assert!(player.iter().all(|w| w.abs() <= 3.0 && w.fract() == 0.0));
            }
        }
    }

    #[test]
    fn a_space_without_freedom_does_not_hang() {
        let space = space(2, 4, 4);
        let mut run = Run::new(Evolution::new(space, options(4, 0.0), 1), 1);
        run.step(&bowl);
        assert_eq!(run.best(), [4.0, 4.0]);
    }
}
