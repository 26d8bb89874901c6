//! Tuning other engines: their options are the weights, matches the trial.

use tabia_kernel::search::Stop;
use tabia_kernel::tune::{Evidence, Round, Space, Trial};

use crate::contest::{Adjudication, Control, Opening, Task, run};
use crate::engines::EngineSpec;

/// Matches between copies of one UCI engine with different values of its
/// options.
///
/// As pure as the engine: with fixed nodes and one thread the same round gives
/// the same evidence; with clocks it does not.
pub struct EngineTrial<'s> {
    /// The engine; the tuned options are set after its own.
    pub engine: EngineSpec,
    /// Names and ranges of the options.
    pub space: Space,
    /// How long it thinks.
    pub control: Control,
    /// Where games begin; not empty.
    pub openings: Vec<Opening>,
    /// Pairs of games for each two players in a round.
    pub pairs: usize,
    /// Games at a time.
    pub concurrency: usize,
    /// Ends a round early; its evidence is then worthless.
    pub stop: &'s Stop,
}

impl EngineTrial<'_> {
    /// How many random openings tunings have that name none.
    pub const OPENINGS: usize = 200;

    /// The engine with the options of each player.
    #[must_use]
    pub fn specs(&self, field: &[Vec<f64>]) -> Vec<EngineSpec> {
        let each = field.iter().enumerate();
        each.map(|(number, player)| self.spec(number, player))
            .collect()
    }

    /// The games of a round among so many players, both of a pair one after the
    /// other.
    #[must_use]
    pub fn games(&self, players: usize, round: Round) -> Vec<Task> {
        let mut random = round.random();
        let mut tasks = Vec::new();
        for _ in 0..self.pairs {
            for i in 0..players {
                for j in i + 1..players {
                    let opening = &self.openings[random.below(self.openings.len())];
                    for players in [[i, j], [j, i]] {
                        tasks.push(Task {
                            number: tasks.len(),
                            players,
                            opening: opening.clone(),
                        });
                    }
                }
            }
        }
        tasks
    }

    fn spec(&self, number: usize, player: &[f64]) -> EngineSpec {
        let mut spec = self.engine.clone();
        spec.name = format!("{number}");
        let values = self.space.parameters().iter().zip(player);
        spec.options
            .extend(values.map(|(p, value)| (p.name.clone(), value.to_string())));
        spec
    }
}

impl Trial<Vec<f64>> for EngineTrial<'_> {
    fn run(&self, field: &[Vec<f64>], round: Round) -> Vec<Evidence> {
        let specs = self.specs(field);
        let tasks = self.games(field.len(), round);
        let mut evidence = vec![Evidence::default(); field.len()];
        run(
            &specs,
            tasks,
            self.control,
            &Adjudication::default(),
            self.concurrency,
            self.stop,
            |finished| {
                let [white, black] = finished.task.players;
                let points = finished.played.result.points();
                evidence[white] += Evidence { points, tasks: 1 };
                evidence[black] += Evidence {
                    points: 1.0 - points,
                    tasks: 1,
                };
                true
            },
        );
        evidence
    }
}
