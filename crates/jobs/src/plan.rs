//! Units, what they need, and who does them.

use std::collections::HashMap;
use std::path::Path;

/// What a unit tells while it works, from 0 to 1; no means stop.
pub type Pulse<'a> = dyn Fn(f64) -> bool + 'a;

/// Work that falls into units.
///
/// Everything a unit does follows from the job, the unit's name and its inputs:
/// the same bytes come out wherever it is done.
pub trait Job: Send + Sync {
    /// All units.
    fn plan(&self) -> Plan;

    /// Does a unit; `None` if `pulse` said no.
    ///
    /// # Errors
    ///
    /// If it cannot be done, by anybody.
    fn run(
        &self,
        unit: &str,
        inputs: &dyn Inputs,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<u8>>, Problem>;

    /// Makes of all results what was asked for, in a directory. What is there
    /// already, from an earlier try, is left.
    ///
    /// # Errors
    ///
    /// If a result is missing, or something cannot be written.
    fn finish(&self, results: &dyn Inputs, out: &Path) -> Result<(), Problem>;
}

/// Where a unit finds what it needs.
pub trait Inputs {
    /// What a unit made.
    ///
    /// # Errors
    ///
    /// If it is not there or damaged.
    fn get(&self, unit: &str) -> Result<Vec<u8>, Problem>;
}

/// Why a unit cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Problem(pub String);

/// A unit.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Its name: letters, digits, `-` and `_`, so that files and subjects can
    /// be called so.
    pub name: String,
    /// What it costs, on a scale of the job's own.
    pub cost: f64,
    /// The units whose bytes it reads, as places in the plan; all come before.
    pub needs: Vec<usize>,
}

/// The units of a job, each after those that it needs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    units: Vec<Unit>,
    places: HashMap<String, usize>,
}

impl Plan {
    /// Adds a unit.
    ///
    /// # Panics
    ///
    /// If its name is taken or has other characters than it may have, or if
    /// something that it needs is not there yet.
    pub fn add(&mut self, name: &str, cost: f64, needs: &[&str]) {
        let fits = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        assert!(!name.is_empty() && name.chars().all(fits), "{name:?}");
        let place = |need: &&str| *self.places.get(*need).expect("needs come first");
        let unit = Unit {
            name: name.to_owned(),
            cost,
            needs: needs.iter().map(place).collect(),
        };
        let taken = self.places.insert(name.to_owned(), self.units.len());
        assert!(taken.is_none(), "two units are called {name:?}");
        self.units.push(unit);
    }

    /// All units.
    #[must_use]
    pub fn units(&self) -> &[Unit] {
        &self.units
    }

    /// Where a unit stands.
    #[must_use]
    pub fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// For each unit those that need it.
    #[must_use]
    pub fn needed_by(&self) -> Vec<Vec<usize>> {
        let mut needed_by = vec![Vec::new(); self.units.len()];
        for (place, unit) in self.units.iter().enumerate() {
            for &need in &unit.needs {
                needed_by[need].push(place);
            }
        }
        needed_by
    }
}
