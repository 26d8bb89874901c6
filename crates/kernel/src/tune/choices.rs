//! Choices that were made: which of several options, each a row of features.

use rayon::prelude::*;

use super::{Evidence, Round, Rows, Trial};

/// Choices of somebody worth imitating, such as a grandmaster's moves: for
/// each, the features of all options and which was taken.
///
/// Only differences between options of one choice matter, so features that
/// are the same for all of them may be left out.
#[derive(Clone, Debug, PartialEq)]
pub struct Choices {
    options: Rows,
    /// The first row of each choice, and one past the last.
    starts: Vec<usize>,
    /// The row that was taken.
    taken: Vec<usize>,
}

impl Choices {
    /// No choices, of options with so many features.
    #[must_use]
    pub fn new(features: usize) -> Choices {
        Choices {
            options: Rows::new(features),
            starts: vec![0],
            taken: Vec::new(),
        }
    }

    /// Adds a choice among `options`, of which number `taken` was taken.
    ///
    /// # Panics
    ///
    /// When that is not one of them, or a feature is out of range.
    pub fn push<R>(&mut self, options: impl IntoIterator<Item = R>, taken: usize)
    where
        R: IntoIterator<Item = (u16, f32)>,
    {
        let first = self.options.len();
        options.into_iter().for_each(|row| self.options.push(row));
        assert!(taken < self.options.len() - first, "option {taken}");
        self.starts.push(self.options.len());
        self.taken.push(first + taken);
    }

    /// Adds the choices of `other`.
    ///
    /// # Panics
    ///
    /// When the numbers of features differ.
    pub fn append(&mut self, other: &Choices) {
        let base = self.options.len();
        self.options.append(&other.options);
        self.starts
            .extend(other.starts[1..].iter().map(|start| base + start));
        self.taken.extend(other.taken.iter().map(|row| base + row));
    }

    /// How many choices there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.taken.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// The rows of all options.
    #[must_use]
    pub fn options(&self) -> &Rows {
        &self.options
    }

    /// Rows of a choice's options, and the one that was taken.
    #[must_use]
    pub fn choice(&self, i: usize) -> (std::ops::Range<usize>, usize) {
        (self.starts[i]..self.starts[i + 1], self.taken[i])
    }
}

/// What counts when several options share the highest score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The first of them is chosen.
    First,
    /// One of them is chosen by lot: one of k equals is worth 1/k.
    #[default]
    Share,
}

/// Algorithm 2 of the paper: a player's score is the number of positions where
/// its choice is the master's.
///
/// Cost: a multiplication for each player and each feature that is not zero;
/// eight players at a time.
pub struct MoveMatch<'c> {
    choices: &'c Choices,
    ties: Ties,
    sample: Option<usize>,
}

/// Players that are scored together: their weights fill a vector register or
/// two.
const LANES: usize = 8;

impl<'c> MoveMatch<'c> {
    /// All choices, in every round.
    #[must_use]
    pub fn new(choices: &'c Choices, ties: Ties) -> MoveMatch<'c> {
        MoveMatch {
            choices,
            ties,
            sample: None,
        }
    }

    /// Only so many, drawn anew each round.
    #[must_use]
    pub fn sampled(self, positions: usize) -> MoveMatch<'c> {
        MoveMatch {
            sample: Some(positions),
            ..self
        }
    }

    /// The choices of a round.
    fn drawn(&self, round: Round) -> Vec<u32> {
        let all = self.choices.len() as u32;
        let mut numbers: Vec<u32> = (0..all).collect();
        if let Some(sample) = self.sample
            && sample < numbers.len()
        {
            // The beginning of a shuffle.
            let mut random = round.random();
            for i in 0..sample {
                let j = i + random.below(numbers.len() - i);
                numbers.swap(i, j);
            }
            numbers.truncate(sample);
            numbers.sort_unstable();
        }
        numbers
    }

    /// Points of eight players on some choices.
    fn points(&self, weights: &[[f32; LANES]], numbers: &[u32]) -> [f64; LANES] {
        let mut points = [0.0; LANES];
        for &number in numbers {
            let (options, taken) = self.choices.choice(number as usize);
            let own = score(&self.choices.options, taken, weights);
            let (mut better, mut before, mut equal) = ([0_u32; LANES], [0_u32; LANES], [0; LANES]);
            for row in options {
                let other = score(&self.choices.options, row, weights);
                let earlier = u32::from(row < taken);
                for lane in 0..LANES {
                    let same = u32::from(other[lane] == own[lane]);
                    better[lane] += u32::from(other[lane] > own[lane]);
                    before[lane] += same & earlier;
                    equal[lane] += same;
                }
            }
            for lane in 0..LANES {
                if better[lane] == 0 {
                    points[lane] += match self.ties {
                        Ties::First => f64::from(u8::from(before[lane] == 0)),
                        Ties::Share => 1.0 / f64::from(equal[lane]),
                    };
                }
            }
        }
        points
    }
}

/// Scores of one option by eight players.
#[inline]
fn score(rows: &Rows, row: usize, weights: &[[f32; LANES]]) -> [f32; LANES] {
    let (columns, values) = rows.row(row);
    let mut sum = [0.0; LANES];
    for (&column, &value) in columns.iter().zip(values) {
        let weights = &weights[usize::from(column)];
        for lane in 0..LANES {
            sum[lane] += value * weights[lane];
        }
    }
    sum
}

impl Trial<Vec<f64>> for MoveMatch<'_> {
    fn run(&self, field: &[Vec<f64>], round: Round) -> Vec<Evidence> {
        let numbers = self.drawn(round);
        let features = self.choices.options.features();
        let groups: Vec<Vec<[f32; LANES]>> = field
            .chunks(LANES)
            .map(|players| {
                // Whole weights and features below 2²⁴ are exact in an f32.
                let weight = |feature: usize| {
                    let mut lanes = [0.0; LANES];
                    for (lane, player) in lanes.iter_mut().zip(players) {
                        *lane = player[feature] as f32;
                    }
                    lanes
                };
                (0..features).map(weight).collect()
            })
            .collect();
        // Pieces of fixed size, added in order: no result depends on threads.
        let parts: Vec<Vec<[f64; LANES]>> = numbers
            .par_chunks(256)
            .map(|numbers| groups.iter().map(|g| self.points(g, numbers)).collect())
            .collect();
        let mut evidence = vec![
            Evidence {
                points: 0.0,
                tasks: numbers.len() as u64,
            };
            field.len()
        ];
        for part in parts {
            let lanes = part.iter().flatten();
            for (evidence, points) in evidence.iter_mut().zip(lanes) {
                evidence.points += points;
            }
        }
        evidence
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::random::Seeded;

    const ROUND: Round = Round { number: 3, seed: 2 };

    /// Choices of a player with these weights among random options, with a
    /// share of mistakes.
    pub(in super::super) fn made_by(
        truth: &[f64],
        count: usize,
        mistakes: f64,
        seed: u64,
    ) -> Choices {
        println!("seed {seed}");
        let mut random = Seeded::new(seed);
        let mut choices = Choices::new(truth.len());
        for _ in 0..count {
            let options: Vec<Vec<(u16, f32)>> = (0..2 + random.below(9))
                .map(|_| {
                    let value = |i| (i, random.below(7) as f32 - 3.0);
                    (0..truth.len() as u16).map(value).collect()
                })
                .collect();
            let score = |option: &Vec<(u16, f32)>| -> f64 {
                let each = option.iter();
                each.map(|&(i, x)| truth[usize::from(i)] * f64::from(x))
                    .sum()
            };
            let best = (0..options.len())
                .max_by(|&a, &b| score(&options[a]).total_cmp(&score(&options[b])))
                .expect("two options");
            let taken = match random.unit() < mistakes {
                true => random.below(options.len()),
                false => best,
            };
            choices.push(options, taken);
        }
        choices
    }

    /// The definition, one player at a time.
    fn slowly(choices: &Choices, player: &[f64], ties: Ties) -> f64 {
        let mut points = 0.0;
        for i in 0..choices.len() {
            let (options, taken) = choices.choice(i);
            let scores: Vec<f64> = options
                .clone()
                .map(|row| choices.options().dot(row, player))
                .collect();
            let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let best: Vec<usize> = options
                .filter(|r| scores[r - choices.choice(i).0.start] == highest)
                .collect();
            points += match ties {
                Ties::First => f64::from(u8::from(best[0] == taken)),
                Ties::Share if best.contains(&taken) => 1.0 / best.len() as f64,
                Ties::Share => 0.0,
            };
        }
        points
    }

    #[test]
    fn scores_are_those_of_the_definition() {
        let choices = made_by(&[3.0, -2.0, 1.0], 700, 0.3, 4);
        let mut random = Seeded::new(5);
        let field: Vec<Vec<f64>> = (0..11)
            .map(|_| (0..3).map(|_| random.below(5) as f64 - 2.0).collect())
            .collect();
        for ties in [Ties::First, Ties::Share] {
            let evidence = MoveMatch::new(&choices, ties).run(&field, ROUND);
            for (player, evidence) in field.iter().zip(evidence) {
                assert!((evidence.points - slowly(&choices, player, ties)).abs() < 1e-9);
                assert_eq!(evidence.tasks, 700);
            }
        }
    }

    #[test]
    fn a_sample_is_drawn_anew_each_round_and_the_same_for_all() {
        let choices = made_by(&[3.0, -2.0, 1.0], 500, 0.3, 4);
        let trial = MoveMatch::new(&choices, Ties::Share).sampled(100);
        let next = Round { number: 4, ..ROUND };
        assert_eq!(trial.drawn(ROUND), trial.drawn(ROUND));
        assert_ne!(trial.drawn(ROUND), trial.drawn(next));
        assert_eq!(trial.drawn(ROUND).len(), 100);
        let field = vec![vec![1.0, 2.0, 3.0]; 2];
        let evidence = trial.run(&field, ROUND);
        assert_eq!(evidence[0], evidence[1]);
        assert_eq!(evidence[0].tasks, 100);
    }

    #[test]
    fn choices_can_be_joined() {
        let (a, b) = (
            made_by(&[1.0, 2.0], 5, 0.0, 1),
            made_by(&[1.0, 2.0], 7, 0.0, 2),
        );
        let mut both = a.clone();
        both.append(&b);
        assert_eq!(both.len(), 12);
        let points = |c: &Choices| MoveMatch::new(c, Ties::First).run(&[vec![1.0, 2.0]], ROUND);
        assert_eq!(points(&both)[0], points(&a)[0] + points(&b)[0]);
    }
}
