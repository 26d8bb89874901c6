//! Players judged by games among themselves.

use rayon::prelude::*;

use super::{Evidence, Round, Trial};
use crate::random::Seeded;

/// A game between two players.
pub trait Duel<W>: Sync {
    /// What the game is worth to `first`, who begins: 1, ½ or 0. Pure in its
    /// arguments; `seed` chooses the opening and everything else left open.
    fn play(&self, first: &W, second: &W, seed: u64) -> f64;
}

impl<W, F> Duel<W> for F
where
    F: Fn(&W, &W, u64) -> f64 + Sync,
{
    fn play(&self, first: &W, second: &W, seed: u64) -> f64 {
        self(first, second, seed)
    }
}

/// Two players who play a pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Who begins the first game, by the place in the field.
    pub first: usize,
    /// Who begins the second.
    pub second: usize,
    /// The seed of both games.
    pub seed: u64,
}

impl Meeting {
    /// What meetings show of a field, from what each was worth to its first
    /// player: 0 to 2.
    #[must_use]
    pub fn evidence(players: usize, meetings: &[Meeting], points: &[f64]) -> Vec<Evidence> {
        let mut evidence = vec![Evidence::default(); players];
        for (meeting, &points) in meetings.iter().zip(points) {
            evidence[meeting.first] += Evidence { points, tasks: 2 };
            let points = 2.0 - points;
            evidence[meeting.second] += Evidence { points, tasks: 2 };
        }
        evidence
    }
}

/// A tournament: the trial of unsupervised tuning.
///
/// Games come in pairs with one seed, so that both players have both sides of
/// the opening.
pub struct Tournament<D> {
    duel: D,
    opponents: Option<usize>,
    pairs: u32,
}

impl<D> Tournament<D> {
    /// Everybody plays everybody, one pair of games.
    pub fn round_robin(duel: D) -> Tournament<D> {
        Tournament {
            duel,
            opponents: None,
            pairs: 1,
        }
    }

    /// Each player meets at most so many others: its neighbours on a circle
    /// drawn anew each round. Odd numbers are rounded up to even.
    #[must_use]
    pub fn opponents(self, opponents: usize) -> Tournament<D> {
        Tournament {
            opponents: Some(opponents),
            ..self
        }
    }

    /// Two players who meet play so many pairs of games.
    #[must_use]
    pub fn pairs(self, pairs: u32) -> Tournament<D> {
        Tournament { pairs, ..self }
    }

    /// The game that is played.
    pub fn duel(&self) -> &D {
        &self.duel
    }

    /// The pairs of games of a round among so many players.
    pub fn schedule(&self, players: usize, round: Round) -> Vec<Meeting> {
        let meetings = self.meetings(players, round).into_iter();
        let pairs = meetings.flat_map(|pair| (0..self.pairs).map(move |_| pair));
        let meeting = |(number, (first, second))| Meeting {
            first,
            second,
            seed: Seeded::of_part(round.random().bits(), number).bits(),
        };
        (0..).zip(pairs).map(meeting).collect()
    }

    /// Who meets whom in a field of `players`.
    fn meetings(&self, players: usize, round: Round) -> Vec<(usize, usize)> {
        let all = || (0..players).flat_map(move |i| (i + 1..players).map(move |j| (i, j)));
        match self.opponents {
            Some(opponents) if opponents.div_ceil(2) * 2 < players.saturating_sub(1) => {
                let mut circle: Vec<usize> = (0..players).collect();
                round.random().shuffle(&mut circle);
                let steps = 1..=opponents.div_ceil(2);
                let neighbours = |step: usize| {
                    let circle = &circle;
                    (0..players).map(move |i| (circle[i], circle[(i + step) % players]))
                };
                steps.flat_map(neighbours).collect()
            }
            _ => all().collect(),
        }
    }
}

impl<W: Sync, D: Duel<W>> Trial<W> for Tournament<D> {
    fn run(&self, field: &[W], round: Round) -> Vec<Evidence> {
        let meetings = self.schedule(field.len(), round);
        let points: Vec<f64> = meetings
            .par_iter()
            .with_max_len(1)
            .map(|meeting| {
                let [first, second] = [meeting.first, meeting.second].map(|i| &field[i]);
                self.duel.play(first, second, meeting.seed)
                    + (1.0 - self.duel.play(second, first, meeting.seed))
            })
            .collect();
        Meeting::evidence(field.len(), &meetings, &points)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROUND: Round = Round { number: 4, seed: 1 };

    fn stronger(a: &f64, b: &f64, _: u64) -> f64 {
        match a.total_cmp(b) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }

    #[test]
    fn everybody_meets_everybody_with_both_colours() {
        let field = [3.0, 1.0, 2.0, 2.0];
        let evidence = Tournament::round_robin(stronger).run(&field, ROUND);
        let points: Vec<f64> = evidence.iter().map(|e| e.points).collect();
        assert_eq!(points, [6.0, 0.0, 3.0, 3.0]);
        assert!(evidence.iter().all(|e| e.tasks == 6));
    }

    #[test]
    fn a_circle_gives_everybody_as_many_games() {
        let field: Vec<f64> = (0..11).map(f64::from).collect();
        let trial = Tournament::round_robin(stronger).opponents(3).pairs(2);
        let evidence = trial.run(&field, ROUND);
        assert!(evidence.iter().all(|e| e.tasks == 4 * 4), "{evidence:?}");
        let points: f64 = evidence.iter().map(|e| e.points).sum();
        assert_eq!(points, 11.0 * 4.0 * 2.0);
        // Nobody meets anybody twice.
        let mut met = trial.meetings(11, ROUND);
        met.iter_mut()
            .for_each(|m| *m = (m.0.min(m.1), m.0.max(m.1)));
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 22);
    }

    #[test]
    fn the_result_does_not_depend_on_threads() {
        let by_seed = |a: &f64, b: &f64, seed: u64| {
            Seeded::new(seed ^ a.to_bits() ^ b.to_bits().rotate_left(1))
                .unit()
                .round()
        };
        let field: Vec<f64> = (0..9).map(f64::from).collect();
        let on = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap()
                .install(|| Tournament::round_robin(by_seed).pairs(3).run(&field, ROUND))
        };
        assert_eq!(on(1), on(4));
    }
}
