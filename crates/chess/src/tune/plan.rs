//! What a tuning is to do, in one value that can be written down.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tabia_kernel::tune::{
    AnyMethod, Cma, CmaOptions, Differential, DifferentialOptions, Evolution, EvolutionOptions,
    HistoryOptions, Mutation, Precedence, Space, Spsa, SpsaOptions, SpsaStep,
};
use thiserror::Error;

/// The methods.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MethodKind {
    /// The paper's evolutionary algorithm, with the history mechanism.
    Evolution,
    /// The same without a history.
    EvolutionPlain,
    /// Differential evolution.
    Differential,
    /// CMA-ES.
    Cma,
    /// SPSA.
    Spsa,
    /// Logistic regression on results.
    Texel,
    /// Softmax matching of moves.
    Softmax,
    /// Both at once: results and moves.
    Joint,
}

impl MethodKind {
    /// Every method.
    pub const ALL: [MethodKind; 8] = [
        MethodKind::Evolution,
        MethodKind::EvolutionPlain,
        MethodKind::Differential,
        MethodKind::Cma,
        MethodKind::Spsa,
        MethodKind::Texel,
        MethodKind::Softmax,
        MethodKind::Joint,
    ];

    /// The name in options and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            MethodKind::Evolution => "evolution",
            MethodKind::EvolutionPlain => "evolution-plain",
            MethodKind::Differential => "differential",
            MethodKind::Cma => "cma",
            MethodKind::Spsa => "spsa",
            MethodKind::Texel => "texel",
            MethodKind::Softmax => "softmax",
            MethodKind::Joint => "joint",
        }
    }

    /// Whether it needs a gradient, and so cannot learn from games it plays.
    #[must_use]
    pub fn is_gradient(self) -> bool {
        matches!(
            self,
            MethodKind::Texel | MethodKind::Softmax | MethodKind::Joint
        )
    }
}

impl fmt::Display for MethodKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A word that is no method.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "no method `{0}`: evolution, evolution-plain, differential, cma, spsa, texel, softmax, joint"
)]
pub struct UnknownMethod(pub String);

impl FromStr for MethodKind {
    type Err = UnknownMethod;

    fn from_str(text: &str) -> Result<MethodKind, UnknownMethod> {
        let mut all = MethodKind::ALL.into_iter();
        all.find(|method| method.name() == text)
            .ok_or_else(|| UnknownMethod(text.to_owned()))
    }
}

/// What a method is to do. Every parameter that the paper leaves open is here.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The method.
    pub method: MethodKind,
    /// Generations, or epochs of a gradient method: Gmax. Default 200.
    pub rounds: u64,
    /// How strongly gradient methods hold weights to where they start.
    /// Default 0.
    #[serde(default)]
    pub anchor: f64,
    /// SPSA's steps, one for each weight; none: a share of the range of each.
    #[serde(default)]
    pub steps: Vec<SpsaStep>,
    /// Games that two players play in a round of SPSA, so that its signal is
    /// wins less losses. Default 2.
    #[serde(default = "one_pair")]
    pub games: u32,
    /// N. Default 20.
    pub players: usize,
    /// Size, admission and Pr of the history.
    pub history: HistoryOptions,
    /// How players are changed.
    pub mutation: Mutation,
    /// Equal scores.
    pub precedence: Precedence,
    /// Draw so many positions anew in each round; `None`: always all of them.
    pub resample: Option<usize>,
    /// The first of several options with the same score is the choice, rather
    /// than one by lot.
    pub first_of_equals: bool,
    /// Where the method's random numbers come from.
    pub seed: u64,
}

fn one_pair() -> u32 {
    2
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            method: MethodKind::Evolution,
            rounds: 200,
            anchor: 0.0,
            steps: Vec::new(),
            games: one_pair(),
            players: 20,
            history: HistoryOptions::default(),
            mutation: Mutation::default(),
            precedence: Precedence::default(),
            resample: None,
            first_of_equals: false,
            seed: 1,
        }
    }
}

impl Plan {
    /// The method before its first round; `None` for gradient methods.
    /// `start` is in the first field, or where the search begins. `relative`
    /// says that scores of different rounds cannot be compared, as in
    /// tournaments.
    #[must_use]
    pub fn population(
        &self,
        space: &Space,
        start: Option<&[f64]>,
        relative: bool,
    ) -> Option<AnyMethod> {
        let (space, seed) = (space.clone(), self.seed);
        let given: Vec<Vec<f64>> = start.iter().map(|start| start.to_vec()).collect();
        let middle = start.map_or_else(|| space.middle(), <[f64]>::to_vec);
        let evolution = |history| EvolutionOptions {
            players: self.players,
            history,
            mutation: self.mutation.clone(),
            precedence: self.precedence,
            accumulate: false,
        };
        Some(match self.method {
            MethodKind::Evolution => {
                let options = evolution(Some(self.history.clone()));
                AnyMethod::Evolution(Evolution::new(space, options, seed).starting_from(&given))
            }
            MethodKind::EvolutionPlain => {
                let options = evolution(None);
                AnyMethod::Evolution(Evolution::new(space, options, seed).starting_from(&given))
            }
            MethodKind::Differential => {
                let options = DifferentialOptions {
                    players: self.players,
                    retry: relative || self.resample.is_some(),
                    ..DifferentialOptions::default()
                };
                AnyMethod::Differential(
                    Differential::new(space, options, seed).starting_from(&given),
                )
            }
            MethodKind::Cma => {
                let options = CmaOptions {
                    players: self.players,
                    separable: space.len() > 200,
                    ..CmaOptions::default()
                };
                AnyMethod::Cma(Cma::around(space, options, &middle, seed))
            }
            MethodKind::Spsa => {
                let options = SpsaOptions {
                    rounds: self.rounds,
                    // One per cent of moves counts as ten points: rates of
                    // moves differ by far less than results of games.
                    scale: match relative {
                        true => f64::from(self.games),
                        false => 1_000.0,
                    },
                    steps: self.steps.clone(),
                    ..SpsaOptions::default()
                };
                AnyMethod::Spsa(Spsa::around(space, options, &middle, seed))
            }
            MethodKind::Texel | MethodKind::Softmax | MethodKind::Joint => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Profile;
    use crate::eval::seed::Ranges;
    use tabia_kernel::tune::Method as _;

    #[test]
    fn names_are_read_back() {
        for method in MethodKind::ALL {
            assert_eq!(method.name().parse(), Ok(method));
        }
        assert!("magic".parse::<MethodKind>().is_err());
    }

    #[test]
    fn a_start_is_in_the_first_field() {
        let space = super::super::space(Profile::Seed38, Ranges::Seed);
        let start = space.middle();
        for method in [MethodKind::Evolution, MethodKind::Differential] {
            let plan = Plan {
                method,
                ..Plan::default()
            };
            let first = plan.population(&space, Some(&start), false).unwrap();
            assert_eq!(first.field()[0], start);
        }
        let texel = Plan {
            method: MethodKind::Texel,
            ..Plan::default()
        };
        assert!(texel.population(&space, None, false).is_none());
    }
}
