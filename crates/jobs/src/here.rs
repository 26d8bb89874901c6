//! Doing a job on this machine.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;

use crate::plan::{Job, Plan, Problem};
use crate::shelf::{Shelf, ShelfError};

/// How far a job has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// Units done, now and before.
    pub units: usize,
    /// All units.
    pub of: usize,
    /// What the units done cost, and the share of those under way.
    pub cost: f64,
    /// What all cost.
    pub all: f64,
}

/// What ends a job before its time.
#[derive(Debug, thiserror::Error)]
pub enum Failed {
    /// A unit cannot be done.
    #[error("unit {unit}: {problem}")]
    Unit {
        /// Its name.
        unit: String,
        /// Why.
        problem: Problem,
    },
    /// Results cannot be kept.
    #[error(transparent)]
    Shelf(#[from] ShelfError),
}

/// Does the units of a job that the shelf does not have yet, several at once,
/// dear ones first, and returns how many that were; `None` if `go_on` said no.
/// What is done stays on the shelf.
///
/// # Errors
///
/// The first unit that cannot be done, or if the shelf fails.
pub fn do_here(
    job: &dyn Job,
    shelf: &Shelf,
    threads: usize,
    go_on: &(dyn Fn() -> bool + Sync),
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Option<usize>, Failed> {
    let plan = job.plan();
    let crew = Crew::new(&plan, |name| shelf.has(name));
    let missing = plan.units().len() - crew.lock().done;
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                while let Some(place) = crew.take(go_on) {
                    let unit = &plan.units()[place];
                    let pulse = |share: f64| {
                        progress(crew.under_way(place, share));
                        go_on() && !crew.lock().over
                    };
                    let result = job.run(&unit.name, shelf, &pulse);
                    let end = match result {
                        Ok(Some(bytes)) => match shelf.put(&unit.name, &bytes) {
                            Ok(()) => Ok(true),
                            Err(error) => Err(error.into()),
                        },
                        Ok(None) => Ok(false),
                        Err(problem) => Err(Failed::Unit {
                            unit: unit.name.clone(),
                            problem,
                        }),
                    };
                    progress(crew.finish(place, end));
                }
            });
        }
    });
    let state = crew.state.into_inner();
    let state = state.unwrap_or_else(PoisonError::into_inner);
    match state.failed {
        Some(failed) => Err(failed),
        None => Ok((state.done == plan.units().len()).then_some(missing)),
    }
}

/// Who does what.
struct Crew<'p> {
    plan: &'p Plan,
    needed_by: Vec<Vec<usize>>,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// How many needs of each unit are not done.
    open: Vec<usize>,
    /// Units that can be done now, the dearest last.
    ready: BTreeSet<(u64, Reverse<usize>)>,
    /// Units that are done: a shelf may have some whose needs it lacks.
    is_done: Vec<bool>,
    /// Shares of the units under way.
    shares: Vec<f64>,
    running: usize,
    done: usize,
    cost: f64,
    over: bool,
    failed: Option<Failed>,
}

impl<'p> Crew<'p> {
    fn new(plan: &'p Plan, has: impl Fn(&str) -> bool) -> Crew<'p> {
        let units = plan.units();
        let is_done: Vec<bool> = units.iter().map(|unit| has(&unit.name)).collect();
        let open = |unit: &crate::Unit| unit.needs.iter().filter(|&&need| !is_done[need]).count();
        let mut state = State {
            open: units.iter().map(open).collect(),
            ready: BTreeSet::new(),
            shares: vec![0.0; units.len()],
            running: 0,
            done: is_done.iter().filter(|&&done| done).count(),
            is_done: is_done.clone(),
            cost: 0.0,
            over: false,
            failed: None,
        };
        for (place, unit) in units.iter().enumerate() {
            if is_done[place] {
                state.cost += unit.cost;
            } else if state.open[place] == 0 {
                state.ready.insert(rank(unit.cost, place));
            }
        }
        Crew {
            plan,
            needed_by: plan.needed_by(),
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next unit to do; waits while others may make some ready.
    fn take(&self, go_on: &(dyn Fn() -> bool + Sync)) -> Option<usize> {
        let mut state = self.lock();
        loop {
            if state.over || !go_on() {
                state.over = true;
                self.changed.notify_all();
                return None;
            }
            if let Some((_, Reverse(place))) = state.ready.pop_last() {
                state.running += 1;
                return Some(place);
            }
            if state.running == 0 {
                return None;
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn under_way(&self, place: usize, share: f64) -> Progress {
        let mut state = self.lock();
        state.shares[place] = share.clamp(0.0, 1.0);
        self.progress(&state)
    }

    /// A unit has ended: done, stopped or failed.
    fn finish(&self, place: usize, end: Result<bool, Failed>) -> Progress {
        let mut state = self.lock();
        state.running -= 1;
        state.shares[place] = 0.0;
        match end {
            Ok(true) => {
                state.done += 1;
                state.is_done[place] = true;
                state.cost += self.plan.units()[place].cost;
                for &next in &self.needed_by[place] {
                    state.open[next] -= 1;
                    if state.open[next] == 0 && !state.is_done[next] {
                        let cost = self.plan.units()[next].cost;
                        state.ready.insert(rank(cost, next));
                    }
                }
            }
            Ok(false) => state.over = true,
            Err(failed) => {
                state.over = true;
                state.failed.get_or_insert(failed);
            }
        }
        self.changed.notify_all();
        self.progress(&state)
    }

    fn progress(&self, state: &State) -> Progress {
        let units = self.plan.units();
        let shares = units.iter().zip(&state.shares);
        let under_way: f64 = shares.map(|(unit, share)| unit.cost * share).sum();
        Progress {
            units: state.done,
            of: units.len(),
            cost: state.cost + under_way,
            all: units.iter().map(|unit| unit.cost).sum(),
        }
    }
}

/// Orders units by cost, and of equal ones those that come first in the plan last:
/// the last is taken first.
fn rank(cost: f64, place: usize) -> (u64, Reverse<usize>) {
    // Costs are not negative: their bits are ordered as they are.
    (cost.max(0.0).to_bits(), Reverse(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::{Inputs, Pulse};

    /// Each unit makes its name.
    struct Names;

    impl Job for Names {
        fn plan(&self) -> Plan {
            let mut plan = Plan::default();
            plan.add("a", 1.0, &[]);
            plan.add("b", 1.0, &["a"]);
            plan.add("c", 1.0, &["a", "b"]);
            plan
        }

        fn run(
            &self,
            unit: &str,
            _: &dyn Inputs,
            _: &Pulse<'_>,
        ) -> Result<Option<Vec<u8>>, Problem> {
            Ok(Some(unit.as_bytes().to_vec()))
        }

        fn finish(&self, _: &dyn Inputs, _: &std::path::Path) -> Result<(), Problem> {
            Ok(())
        }
    }

    #[test]
    fn the_dearest_is_taken_first_and_of_equals_the_first() {
        let costs = [1.0, 3.0, 2.0, 3.0, 1.0];
        let mut ready: BTreeSet<_> = (0..).zip(costs).map(|(i, cost)| rank(cost, i)).collect();
        let order: Vec<usize> =
            std::iter::from_fn(|| ready.pop_last().map(|(_, Reverse(place))| place)).collect();
        assert_eq!(order, [1, 3, 2, 0, 4]);
    }

    #[test]
    fn any_units_may_be_there_already() {
        for there in 0..8_u32 {
            let place = tempfile::tempdir().expect("a directory");
            let shelf = Shelf::open(place.path()).expect("a shelf");
            for (i, unit) in ["a", "b", "c"].into_iter().enumerate() {
                if there >> i & 1 == 1 {
                    shelf.put(unit, unit.as_bytes()).expect("room");
                }
            }
            let done = do_here(&Names, &shelf, 2, &|| true, &|_| {}).expect("no failure");
            assert_eq!(done, Some(3 - there.count_ones() as usize), "{there:03b}");
        }
    }
}
