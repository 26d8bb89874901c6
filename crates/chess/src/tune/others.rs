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
        let specs: Vec<EngineSpec> = field
            .iter()
            .enumerate()
            .map(|(number, player)| self.spec(number, player))
            .collect();
        let mut random = round.random();
        let mut tasks = Vec::new();
        for _ in 0..self.pairs {
            for i in 0..field.len() {
                for j in i + 1..field.len() {
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
