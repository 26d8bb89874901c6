//! Certificates of Quarto positions, a unit for each share of each stage.

use std::path::Path;
use std::sync::{Arc, Mutex};

use tabia_kernel::search::Stop;
use tabia_kernel::whole;
use tabia_quarto::certificate::{
    Fragment, ProofStep, ProveError, Proved, Prover, assemble, stages,
};
use tabia_quarto::{Position, Rules, Shape, Solver, SolverOptions};

use crate::description::Description;
use crate::plan::{Inputs, Job, Plan, Problem, Pulse};
use crate::while_asked::while_asked;

/// Shares of each stage: enough for some dozens of workers.
const SHARES: usize = 32;

/// What the trunk of a proof from the empty board costs, and what a stage after
/// it: nearly all of the time goes into the value and the first moves.
const COSTS: [f64; 2] = [10.0, 5.0];

/// The file that [`Job::finish`] writes.
const FILE: &str = "quarto.cert";

/// A proof of the value of a position.
///
/// The unit `trunk` finds the value and the first moves; units such as
/// `stage1-07` need everything of the stage before, and find the moves at their
/// share of the positions that it leads to. All units in one place share a
/// solver: what it remembers saves time and changes nothing.
pub struct ProofJob {
    rules: Rules,
    root: Position,
    options: SolverOptions,
    solver: Mutex<Option<Arc<Solver>>>,
}

impl ProofJob {
    /// The job of a [`Description::Proof`].
    ///
    /// # Errors
    ///
    /// If it is another one, there is no such position, or the game is over.
    pub fn new(description: &Description) -> Result<ProofJob, Problem> {
        let Description::Proof {
            shape,
            properties,
            misere,
            position,
        } = description
        else {
            return Err(Problem("this is no proof".to_owned()));
        };
        let problem = |error: &dyn std::fmt::Display| Problem(error.to_string());
        let shape: Shape = shape.parse().map_err(|error| problem(&error))?;
        let rules = Rules::new(shape, *properties, *misere).map_err(|error| problem(&error))?;
        let root = Position::read(position, &rules).map_err(|error| problem(&error))?;
        let tiny = SolverOptions {
            threads: 1,
            memory_mib: 1,
            book: false,
        };
        // Says whether there is anything to prove.
        let solver = Solver::new(rules, tiny).map_err(|error| problem(&error))?;
        Prover::new(&solver, &root, &Stop::new()).map_err(|error| problem(&error))?;
        Ok(ProofJob {
            rules,
            root,
            options: SolverOptions {
                book: false,
                ..SolverOptions::default()
            },
            solver: Mutex::new(None),
        })
    }

    /// With other threads for the trunk and another size of table; what is made
    /// does not depend on either.
    #[must_use]
    pub fn with_options(self, options: SolverOptions) -> ProofJob {
        let options = SolverOptions {
            book: false,
            ..options
        };
        ProofJob { options, ..self }
    }

    /// The certificate, from all results.
    ///
    /// # Errors
    ///
    /// If one is missing or damaged.
    pub fn certificate(&self, results: &dyn Inputs) -> Result<(Proved, Vec<u8>), Problem> {
        let plan = self.plan();
        let fragments = plan.units().iter().map(|unit| read(results, &unit.name));
        let fragments: Vec<Fragment> = fragments.collect::<Result<_, _>>()?;
        let mut file = Vec::new();
        let proved = assemble(&self.rules, &self.root, &fragments, &mut file);
        let proved = proved.map_err(|error| Problem(error.to_string()))?;
        Ok((proved, file))
    }

    /// What all units in this place have found out so far, for
    /// [`recall`](ProofJob::recall): it makes a unit that was stopped in its middle
    /// go on there. `None` before the first.
    #[must_use]
    pub fn remembered(&self) -> Option<Vec<u8>> {
        let solver = self.solver.lock().ok()?.clone();
        Some(solver?.remembered())
    }

    /// Takes over what was [`remembered`](ProofJob::remembered), and says about how
    /// many positions that is.
    ///
    /// # Errors
    ///
    /// If these are not such bytes, or there is no memory for a solver.
    pub fn recall(&self, bytes: &[u8]) -> Result<usize, Problem> {
        let recalled = self.solver()?.recall(bytes);
        recalled.map_err(|error| Problem(error.to_string()))
    }

    /// The solver that all units in this place share.
    fn solver(&self) -> Result<Arc<Solver>, Problem> {
        let mut solver = self
            .solver
            .lock()
            .map_err(|_| Problem("the solver is not to be had".to_owned()))?;
        if let Some(solver) = &*solver {
            return Ok(solver.clone());
        }
        let made = Solver::new(self.rules, self.options).map_err(|error| {
            let mib = self.options.memory_mib;
            Problem(format!("cannot get {mib} MiB for the table: {error}"))
        })?;
        Ok(solver.insert(Arc::new(made)).clone())
    }
}

/// The units of a stage, from 0; what it needs are those of the one before.
fn units(stage: usize) -> Vec<String> {
    match stage {
        0 => vec!["trunk".to_owned()],
        _ => (0..SHARES)
            .map(|share| format!("stage{stage}-{share:02}"))
            .collect(),
    }
}

/// Stage and share of a unit.
fn place(unit: &str) -> Option<(usize, usize)> {
    if unit == "trunk" {
        return Some((0, 0));
    }
    let (stage, share) = unit.strip_prefix("stage")?.split_once('-')?;
    Some((stage.parse().ok()?, share.parse().ok()?))
}

fn read(inputs: &dyn Inputs, unit: &str) -> Result<Fragment, Problem> {
    let read = Fragment::from_bytes(&inputs.get(unit)?);
    read.map_err(|error| Problem(format!("unit {unit}: {error}")))
}

impl Job for ProofJob {
    fn plan(&self) -> Plan {
        let mut plan = Plan::default();
        plan.add("trunk", COSTS[0], &[]);
        for stage in 1..=stages(&self.root) {
            let before = units(stage - 1);
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            for unit in units(stage) {
                plan.add(&unit, COSTS[1] / SHARES as f64, &before);
            }
        }
        plan
    }

    fn run(
        &self,
        unit: &str,
        inputs: &dyn Inputs,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        let no_unit = || Problem(format!("there is no unit {unit:?}"));
        let (stage, share) = place(unit).ok_or_else(no_unit)?;
        let before = match stage {
            0 => Vec::new(),
            _ => units(stage - 1),
        };
        let before = before.iter().map(|unit| read(inputs, unit));
        let before: Vec<Fragment> = before.collect::<Result<_, _>>()?;
        let solver = self.solver()?;
        let share_done = Mutex::new(0.0);
        let far = || share_done.lock().map_or(0.0, |share| *share);
        let progress = |step: ProofStep| {
            if let ProofStep::Strategy { done, of, .. } = step
                && let Ok(mut share) = share_done.lock()
            {
                *share = done as f64 / of.max(1) as f64;
            }
        };
        let made = while_asked(pulse, &far, |stop| {
            let prover = Prover::new(&solver, &self.root, stop)?;
            match stage {
                0 => prover.trunk(progress),
                // Other units of the stage are for the other threads.
                _ => prover
                    .with_threads(1)
                    .share(&before, share, SHARES, progress),
            }
        });
        match made {
            Ok(fragment) => Ok(Some(fragment.to_bytes())),
            Err(ProveError::Stopped) => Ok(None),
            Err(error) => Err(Problem(error.to_string())),
        }
    }

    fn finish(&self, results: &dyn Inputs, out: &Path) -> Result<(), Problem> {
        let (_, file) = self.certificate(results)?;
        std::fs::create_dir_all(out).map_err(|error| Problem(error.to_string()))?;
        whole::write(&out.join(FILE), &file).map_err(|error| Problem(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use tabia_quarto::certificate::prove;

    use super::*;
    use crate::{Shelf, do_here};

    #[test]
    fn units_make_the_certificate_of_one_piece() {
        let description = Description::Proof {
            shape: "squares".to_owned(),
            properties: 4,
            misere: false,
            position: "0..5............/a".to_owned(),
        };
        let small = SolverOptions {
            threads: 2,
            memory_mib: 64,
            book: false,
        };
        let job = ProofJob::new(&description).expect("a position");
        let job = job.with_options(small);
        let place = tempfile::tempdir().expect("a directory");
        let shelf = Shelf::open(place.path()).expect("a shelf");
        let done = do_here(&job, &shelf, 2, &|| true, &|_| {}).expect("no failure");
        assert_eq!(done, Some(1 + 2 * SHARES));
        let (proved, file) = job.certificate(&shelf).expect("a proof");
        let rules = Rules::squares();
        let solver = Solver::new(rules, small).expect("memory");
        let root = Position::read("0..5............/a", &rules).expect("a position");
        let mut whole = Vec::new();
        let same = prove(&solver, &root, &mut whole, &Stop::new(), |_| {}).expect("a proof");
        assert_eq!(proved, same);
        assert!(file == whole);
    }

    #[test]
    fn wrong_descriptions_are_refused() {
        let proof = |shape: &str, position: &str| Description::Proof {
            shape: shape.to_owned(),
            properties: 4,
            misere: false,
            position: position.to_owned(),
        };
        for (shape, position) in [
            ("circles", "................/-"),
            ("lines", "................"),
            ("lines", "14af7d0569e8c2b3/-"),
        ] {
            assert!(
                ProofJob::new(&proof(shape, position)).is_err(),
                "{position}"
            );
        }
    }
}
