//! Methods that compare players, and runs of them.

use serde::{Deserialize, Serialize};

use super::{Cma, Differential, Evidence, Evolution, Round, Space, Spsa, Trial};

/// A method that proposes players and learns from what they show.
pub trait Method {
    /// What is tuned.
    fn space(&self) -> &Space;
    /// The players to be put to the next trial.
    fn field(&self) -> &[Vec<f64>];
    /// Takes the evidence of the field, in its order, and makes the next
    /// field.
    ///
    /// # Panics
    ///
    /// When there is not one piece of evidence for each player.
    fn learn(&mut self, evidence: &[Evidence]);
    /// The player it would choose now.
    fn best(&self) -> &[f64];
}

/// One of the methods, for whoever lets people choose.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "method", rename_all = "lowercase")]
pub enum AnyMethod {
    /// The evolutionary algorithm, with a history or without.
    Evolution(Evolution),
    /// Differential evolution.
    Differential(Differential),
    /// CMA-ES.
    Cma(Cma),
    /// SPSA.
    Spsa(Spsa),
}

impl AnyMethod {
    fn inner(&self) -> &dyn Method {
        match self {
            AnyMethod::Evolution(method) => method,
            AnyMethod::Differential(method) => method,
            AnyMethod::Cma(method) => method,
            AnyMethod::Spsa(method) => method,
        }
    }
}

impl Run<AnyMethod> {
    /// Whether all parts belong together and to `space`, after it has been read:
    /// what is on disk may have been changed by others.
    #[must_use]
    pub fn fits(&self, space: &Space) -> bool {
        let sound = match &self.method {
            AnyMethod::Evolution(method) => method.fits(),
            AnyMethod::Differential(method) => method.fits(),
            AnyMethod::Cma(method) => method.fits(),
            AnyMethod::Spsa(method) => method.fits(),
        };
        sound && self.method.space() == space && Entry::fit(&self.log, space)
    }
}

impl Method for AnyMethod {
    fn space(&self) -> &Space {
        self.inner().space()
    }

    fn field(&self) -> &[Vec<f64>] {
        self.inner().field()
    }

    fn learn(&mut self, evidence: &[Evidence]) {
        match self {
            AnyMethod::Evolution(method) => method.learn(evidence),
            AnyMethod::Differential(method) => method.learn(evidence),
            AnyMethod::Cma(method) => method.learn(evidence),
            AnyMethod::Spsa(method) => method.learn(evidence),
        }
    }

    fn best(&self) -> &[f64] {
        self.inner().best()
    }
}

/// What a round showed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    /// 0 is the first.
    pub round: u64,
    /// The highest score of the field.
    pub best: f64,
    /// The mean score of the field.
    pub mean: f64,
    /// Tasks spent so far, over all players.
    pub tasks: u64,
    /// The player the method would choose.
    pub weights: Vec<f64>,
}

impl Entry {
    /// Whether these are entries of a run in `space`, after they have been read.
    #[must_use]
    pub fn fit(log: &[Entry], space: &Space) -> bool {
        let rounds = (0..).zip(log);
        let in_order = rounds
            .into_iter()
            .all(|(round, entry)| entry.round == round);
        // Sums of tasks go on.
        let spent = log.iter().all(|entry| entry.tasks < u64::MAX / 2);
        in_order && spent && space.holds(log.iter().map(|entry| &entry.weights))
    }
}

/// A run: a method, the rounds it has been through, and what they showed.
///
/// It can be written to a file between rounds and read back; the rest of the
/// run is then the same to the last bit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run<M> {
    method: M,
    seed: u64,
    log: Vec<Entry>,
}

impl<M: Method> Run<M> {
    /// A run before its first round. The trials draw from `seed`.
    pub fn new(method: M, seed: u64) -> Run<M> {
        Run {
            method,
            seed,
            log: Vec::new(),
        }
    }

    /// Puts the field to the trial and lets the method learn.
    ///
    /// # Panics
    ///
    /// When the trial does not give evidence for each player.
    pub fn step(&mut self, trial: &(impl Trial<Vec<f64>> + ?Sized)) -> &Entry {
        let round = self.round();
        let evidence = trial.run(self.method.field(), round);
        self.method.learn(&evidence);
        let scores = evidence.iter().map(|e| e.mean());
        let spent: u64 = evidence.iter().map(|e| e.tasks).sum();
        self.log.push(Entry {
            round: round.number,
            best: scores.clone().fold(f64::NEG_INFINITY, f64::max),
            mean: scores.sum::<f64>() / evidence.len() as f64,
            tasks: self.log.last().map_or(0, |entry| entry.tasks) + spent,
            weights: self.method.best().to_vec(),
        });
        &self.log[self.log.len() - 1]
    }

    /// The round to come.
    pub fn round(&self) -> Round {
        Round {
            number: self.log.len() as u64,
            seed: self.seed,
        }
    }

    /// The player the method would choose now.
    pub fn best(&self) -> &[f64] {
        self.method.best()
    }

    /// Rounds gone through.
    pub fn rounds(&self) -> u64 {
        self.log.len() as u64
    }

    /// What they showed.
    pub fn log(&self) -> &[Entry] {
        &self.log
    }

    /// The method.
    pub fn method(&self) -> &M {
        &self.method
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{bowl, real_space, space};
    use super::super::*;

    fn methods(seed: u64) -> Vec<AnyMethod> {
        let without = EvolutionOptions {
            history: None,
            ..EvolutionOptions::default()
        };
        vec![
            AnyMethod::Evolution(Evolution::new(
                space(5, -50, 50),
                EvolutionOptions::default(),
                seed,
            )),
            AnyMethod::Evolution(Evolution::new(space(5, -50, 50), without, seed)),
            AnyMethod::Differential(Differential::new(
                real_space(5, -50.0, 50.0),
                DifferentialOptions::default(),
                seed,
            )),
            AnyMethod::Cma(Cma::new(
                real_space(5, -50.0, 50.0),
                CmaOptions::default(),
                seed,
            )),
            AnyMethod::Spsa(Spsa::new(
                real_space(5, -50.0, 50.0),
                SpsaOptions {
                    scale: 0.002,
                    ..SpsaOptions::default()
                },
                seed,
            )),
        ]
    }

    /// Some noise from the round, so that a wrong round number shows.
    fn noisy(field: &[Vec<f64>], round: Round) -> Vec<Evidence> {
        let mut random = round.random();
        let mut evidence = bowl(field, round);
        for e in &mut evidence {
            e.points += random.unit();
        }
        evidence
    }

    #[test]
    fn a_run_read_back_from_a_checkpoint_is_the_same_run() {
        let directory = tempfile::tempdir().expect("a scratch directory");
        let path = directory.path().join("run.json");
        for method in methods(4) {
            let mut whole = Run::new(method, 9);
            for _ in 0..10 {
                whole.step(&noisy);
            }
            checkpoint::save(&path, &whole).expect("it can be written");
            let mut resumed: Run<AnyMethod> = checkpoint::load(&path).expect("it can be read");
            assert_eq!(resumed, whole);
            for _ in 0..10 {
                whole.step(&noisy);
                resumed.step(&noisy);
            }
            assert_eq!(resumed, whole);
            let text = |run| serde_json::to_string(run).expect("JSON");
            assert_eq!(text(&resumed), text(&whole));
        }
    }

    #[test]
    fn every_method_comes_near_the_best_player() {
        for method in methods(2) {
            let name = format!("{method:?}");
            let name = &name[..name.find('(').expect("a variant")];
            let mut run = Run::new(method, 1);
            let tasks = 20_000;
            while run.log().last().is_none_or(|entry| entry.tasks < tasks) {
                run.step(&bowl);
            }
            let round = Round { number: 0, seed: 0 };
            let left = -bowl(&[run.best().to_vec()], round)[0].points;
            println!("{name}: {left}");
            assert!(left < 5.0, "{name}: {:?}", run.best());
        }
    }

    #[test]
    fn the_log_counts_tasks_and_keeps_scores() {
        let options = EvolutionOptions {
            players: 6,
            ..EvolutionOptions::default()
        };
        let mut run = Run::new(Evolution::new(space(3, -5, 5), options, 1), 1);
        for round in 0..4 {
            let entry = run.step(&bowl);
            assert_eq!((entry.round, entry.tasks), (round, 6 * (round + 1)));
            assert!(entry.best >= entry.mean);
        }
        // The best survive and the trial is always the same.
        assert!(run.log().windows(2).all(|e| e[1].best >= e[0].best));
    }
}
