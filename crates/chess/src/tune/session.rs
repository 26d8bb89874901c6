//! A tuning from its data to its weights, which can be stopped and resumed.

use serde::{Deserialize, Serialize};
use tabia_kernel::tune::{
    Anchored, AnyMethod, Choices, Entry, Lbfgs, Logistic, Matching, Method as _, MoveMatch,
    Objective, Round, Run, Space, Ties, Trial,
};

use super::joint::Joint;
use super::{MethodKind, Plan};

/// What there is to learn from.
pub enum Lessons<'d> {
    /// Moves that were chosen: for all methods but Texel's.
    Moves(&'d Choices),
    /// Results of quiet positions: Texel's method.
    Results(&'d Logistic),
    /// Both.
    Both(&'d Logistic, &'d Choices),
    /// Whatever a trial shows, such as games among the players.
    Trial(&'d dyn Trial<Vec<f64>>),
}

/// A tuning under way. Written down and read back, it goes on to the same
/// bits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Session {
    plan: Plan,
    space: Space,
    state: State,
}

/// A session as it is read, before it is known whether its parts belong
/// together.
#[derive(Deserialize)]
struct Unchecked {
    plan: Plan,
    space: Space,
    state: State,
}

impl TryFrom<Unchecked> for Session {
    type Error = &'static str;

    fn try_from(read: Unchecked) -> Result<Session, &'static str> {
        let Unchecked { plan, space, state } = read;
        let sound = match &state {
            State::Population(run) => !plan.method.is_gradient() && run.fits(&space),
            State::Descent(descent) => {
                plan.method.is_gradient() && descent.fits(&space, plan.method)
            }
        };
        match sound {
            true => Ok(Session { plan, space, state }),
            false => Err("the parts of this session do not belong together"),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
enum State {
    Population(Box<Run<AnyMethod>>),
    Descent(Box<Descent>),
}

/// A gradient method: descent, and what it has shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Descent {
    /// Made when the data are first seen.
    lbfgs: Option<Lbfgs>,
    start: Vec<f64>,
    log: Vec<Entry>,
    at_the_bottom: bool,
}

/// The scale of scores when nothing is known: a pawn of 50 or 100 is worth
/// about half a unit in the exponent.
const FIRST_SCALE: f64 = 0.01;

impl Session {
    /// A tuning before its first round. Without a start, population methods
    /// begin with random players and gradient methods in the middle of the
    /// ranges. `relative`: scores of different rounds cannot be compared.
    #[must_use]
    pub fn new(plan: Plan, space: Space, start: Option<&[f64]>, relative: bool) -> Session {
        let state = match plan.population(&space, start, relative) {
            Some(method) => State::Population(Box::new(Run::new(method, plan.seed))),
            None => State::Descent(Box::new(Descent {
                lbfgs: None,
                start: start.map_or_else(|| space.middle(), <[f64]>::to_vec),
                log: Vec::new(),
                at_the_bottom: false,
            })),
        };
        Session { plan, space, state }
    }

    /// What it is to do.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// What is tuned.
    #[must_use]
    pub fn space(&self) -> &Space {
        &self.space
    }

    /// What the rounds showed. Gradient methods log the value of their
    /// objective: less is better.
    #[must_use]
    pub fn log(&self) -> &[Entry] {
        match &self.state {
            State::Population(run) => run.log(),
            State::Descent(descent) => &descent.log,
        }
    }

    /// Whether all rounds are done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        let bottom = matches!(&self.state, State::Descent(descent) if descent.at_the_bottom);
        bottom || self.log().len() as u64 >= self.plan.rounds
    }

    /// Who is put to the next trial, and in which round; `None` for gradient
    /// methods.
    #[must_use]
    pub fn field(&self) -> Option<(&[Vec<f64>], Round)> {
        match &self.state {
            State::Population(run) => Some((run.method().field(), run.round())),
            State::Descent(_) => None,
        }
    }

    /// The weights it would choose now, allowed ones.
    #[must_use]
    pub fn best(&self) -> Vec<f64> {
        match &self.state {
            State::Population(run) => run.best().to_vec(),
            State::Descent(descent) => {
                let found = descent.lbfgs.as_ref().map(Lbfgs::weights);
                let weights = found.unwrap_or(&descent.start);
                self.space.nearest(&weights[..self.space.len()])
            }
        }
    }

    /// One round.
    ///
    /// # Panics
    ///
    /// When the lessons are not of the kind that the method learns from.
    pub fn step(&mut self, lessons: &Lessons<'_>) {
        match (&mut self.state, lessons) {
            (State::Population(run), Lessons::Moves(choices) | Lessons::Both(_, choices)) => {
                let ties = match self.plan.first_of_equals {
                    true => Ties::First,
                    false => Ties::Share,
                };
                let mut trial = MoveMatch::new(choices, ties);
                if let Some(positions) = self.plan.resample {
                    trial = trial.sampled(positions);
                }
                run.step(&trial);
            }
            (State::Population(run), Lessons::Trial(trial)) => {
                run.step(*trial);
            }
            (State::Descent(descent), lessons) => {
                let (space, anchor) = (&self.space, self.plan.anchor);
                match (self.plan.method, lessons) {
                    (MethodKind::Texel, Lessons::Results(error) | Lessons::Both(error, _)) => {
                        descent.step(*error, space, anchor, error.rows().len(), &[error.scale()]);
                    }
                    (MethodKind::Softmax, Lessons::Moves(choices) | Lessons::Both(_, choices)) => {
                        let matching = Matching::new(choices, FIRST_SCALE).free_scale();
                        descent.step(&matching, space, anchor, choices.len(), &[FIRST_SCALE]);
                    }
                    (MethodKind::Joint, Lessons::Both(error, choices)) => {
                        let matching = Matching::new(choices, FIRST_SCALE).free_scale();
                        let joint = Joint::new(error, &matching);
                        let tasks = error.rows().len() + choices.len();
                        descent.step(&joint, space, anchor, tasks, &[error.scale(), FIRST_SCALE]);
                    }
                    (method, _) => panic!("{method} cannot learn from these lessons"),
                }
            }
            (State::Population(_), Lessons::Results(_)) => {
                panic!("{} cannot learn from results", self.plan.method)
            }
        }
    }
}

impl Descent {
    /// Whether all parts belong together, after it has been read.
    fn fits(&self, space: &Space, method: MethodKind) -> bool {
        // The logarithms of scales are found too: one for each lesson.
        let scales = if method == MethodKind::Joint { 2 } else { 1 };
        self.start.len() == space.len()
            && Entry::fit(&self.log, space)
            && (self.lbfgs.iter()).all(|lbfgs| lbfgs.fits(space.len() + scales))
    }

    /// One step of an objective whose numbers are the weights and then
    /// logarithms of `scales`, as far as it has them.
    fn step(
        &mut self,
        objective: &impl Objective,
        space: &Space,
        anchor: f64,
        tasks: usize,
        scales: &[f64],
    ) {
        let start = self.start.clone();
        let objective = &Anchored::new(objective, &start, anchor);
        let lbfgs = self.lbfgs.get_or_insert_with(|| {
            let extra = objective.dimensions() - space.len();
            let mut start = self.start.clone();
            let parameters = space.parameters().iter();
            let mut bounds: Vec<(f64, f64)> = parameters.map(|p| (p.lo, p.hi)).collect();
            for scale in &scales[..extra] {
                start.push(scale.ln());
                bounds.push((-14.0, 3.0));
            }
            Lbfgs::new(objective, start, bounds)
        });
        self.at_the_bottom = !lbfgs.step(objective);
        let value = lbfgs.value();
        self.log.push(Entry {
            round: self.log.len() as u64,
            best: value,
            mean: value,
            tasks: lbfgs.gradients() * tasks as u64,
            weights: space.nearest(&lbfgs.weights()[..space.len()]),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::measure::tests::samples;
    use super::super::{results, space, static_choices};
    use super::*;
    use crate::eval::Profile;
    use crate::eval::seed::Ranges;

    #[test]
    fn every_method_learns_and_resumes_to_the_same_bits() {
        let samples = samples();
        let profile = Profile::Seed38;
        let choices = static_choices(&samples, profile);
        let data = results(&samples, profile);
        // Both games were won by White; a draw keeps it honest.
        let mut outcomes = data.results;
        outcomes.iter_mut().step_by(3).for_each(|r| *r = 0.0);
        let error = Logistic::new(data.rows, outcomes, 0.01).free_scale();
        let lessons = Lessons::Both(&error, &choices);
        for method in MethodKind::ALL {
            let plan = Plan {
                method,
                rounds: 12,
                ..Plan::default()
            };
            let mut whole = Session::new(plan, space(profile, Ranges::Seed), None, false);
            for _ in 0..5 {
                whole.step(&lessons);
            }
            let text = serde_json::to_string(&whole).expect("plain data");
            let mut resumed: Session = serde_json::from_str(&text).expect("its own text");
            assert_eq!(resumed, whole, "{method}");
            while !whole.is_over() {
                whole.step(&lessons);
                resumed.step(&lessons);
            }
            assert_eq!(
                serde_json::to_string(&resumed).expect("plain data"),
                serde_json::to_string(&whole).expect("plain data"),
                "{method}"
            );
            let (first, last) = (&whole.log()[0], &whole.log()[whole.log().len() - 1]);
            match method.is_gradient() {
                true => assert!(last.best < first.best, "{method}"),
                false => assert!(
                    last.best >= first.best || method == MethodKind::Spsa,
                    "{method}"
                ),
            }
            let best = whole.best();
            assert_eq!(whole.space().nearest(&best), best, "{method}");
        }
    }
}
