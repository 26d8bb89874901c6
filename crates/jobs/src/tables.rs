//! Endgame tables of dark chess, a unit for each class.

use std::collections::BTreeMap;
use std::path::Path;
use std::thread;

use tabia_darkchess::{
    Class, DirectoryError, Endgames, Equivalence, Format, Limit, TableDirectory, TableFile,
};
use tabia_kernel::endgame::{Tabular as _, Trits};

use crate::plan::{Inputs, Job, Plan, Problem, Pulse};

/// The tables of all classes of up to some number of pieces.
///
/// A unit is called after the representative of its class, needs the classes
/// that captures lead to, and makes the files of the class.
#[derive(Debug)]
pub struct TablesJob {
    tables: TableDirectory,
    classes: BTreeMap<String, Class>,
    distances: bool,
}

impl TablesJob {
    /// Tables of up to `elements` pieces, with distances or without, under a
    /// rule.
    ///
    /// # Errors
    ///
    /// If there are no tables of so many pieces.
    pub fn new(elements: u32, distances: bool, limit: Limit) -> Result<TablesJob, Problem> {
        let endgames = Endgames::new(elements, Some(Equivalence::Swap));
        let endgames = endgames.map_err(|error| Problem(error.to_string()))?;
        let name = |class: Class| endgames.representative(class).to_string();
        let classes = endgames.classes().map(|class| (name(class), class));
        Ok(TablesJob {
            classes: classes.collect(),
            // Nothing is read or written there.
            tables: TableDirectory::new(Path::new(""), endgames).with_limit(limit),
            distances,
        })
    }

    fn name(&self, class: Class) -> String {
        self.tables.endgames().representative(class).to_string()
    }

    /// The values of a class from what its unit made.
    fn values(&self, class: Class, inputs: &dyn Inputs) -> Result<Trits, Problem> {
        self.values_in(class, &inputs.get(&self.name(class))?)
    }

    /// Reads what a unit made, as those do that need it.
    ///
    /// # Errors
    ///
    /// If there is no such unit, or these are not its files.
    pub fn read(&self, unit: &str, made: &[u8]) -> Result<Trits, Problem> {
        let class = self.classes.get(unit);
        let class = class.ok_or_else(|| Problem(format!("there is no unit {unit:?}")))?;
        self.values_in(*class, made)
    }

    fn values_in(&self, class: Class, made: &[u8]) -> Result<Trits, Problem> {
        let name = self.name(class);
        let files = unpack(made)?;
        let file = files.iter().find(|file| file.name.ends_with(".tbl"));
        let file = file.ok_or_else(|| Problem(format!("unit {name} has no file of values")))?;
        let values = self.tables.values_in(class, file);
        values.map_err(|error| Problem(error.to_string()))
    }
}

impl Job for TablesJob {
    fn plan(&self) -> Plan {
        let endgames = self.tables.endgames();
        let mut plan = Plan::default();
        for class in endgames.classes() {
            let needs: Vec<String> = endgames
                .exits(class)
                .iter()
                .map(|&c| self.name(c))
                .collect();
            let needs: Vec<&str> = needs.iter().map(String::as_str).collect();
            plan.add(&self.name(class), endgames.size(class) as f64, &needs);
        }
        plan
    }

    fn run(
        &self,
        unit: &str,
        inputs: &dyn Inputs,
        pulse: &Pulse<'_>,
    ) -> Result<Option<Vec<u8>>, Problem> {
        let class = self.classes.get(unit);
        let class = *class.ok_or_else(|| Problem(format!("there is no class {unit:?}")))?;
        let mut done = BTreeMap::new();
        for exit in self.tables.endgames().exits(class) {
            done.insert(exit, self.values(exit, inputs)?);
        }
        let solved = self
            .tables
            .solve(class, &done, self.distances, Format::Values, pulse);
        Ok(solved.map(|(_, files)| pack(&files)))
    }

    fn finish(&self, results: &dyn Inputs, out: &Path) -> Result<(), Problem> {
        let problem = |error: DirectoryError| Problem(error.to_string());
        let tables = TableDirectory::new(out, self.tables.endgames().clone());
        let tables = tables.with_limit(self.tables.limit());
        tables.begin().map_err(problem)?;
        let classes: Vec<Class> = tables.endgames().classes().collect();
        for some in classes.chunks(AT_ONCE) {
            let mut files = Vec::new();
            for &class in some {
                files.extend(unpack(&results.get(&self.name(class))?)?);
            }
            thread::scope(|scope| {
                let tables = &tables;
                let adopt = |file| scope.spawn(move || tables.adopt(file));
                let under_way: Vec<_> = files.iter().map(adopt).collect();
                under_way.into_iter().try_for_each(|adopted| {
                    let adopted = adopted.join().expect("writing does not panic");
                    adopted.map_err(problem)
                })
            })?;
        }
        Ok(())
    }
}

/// Classes whose files are written at the same time: each waits for the disk.
const AT_ONCE: usize = 16;

/// The version of how files are put together.
pub(crate) const PACKING: u32 = 1;

/// Files one after the other, each with its name and sizes before it.
pub(crate) fn pack(files: &[TableFile]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for file in files {
        bytes.extend((file.name.len() as u32).to_le_bytes());
        bytes.extend((file.bytes.len() as u64).to_le_bytes());
        bytes.extend(file.name.as_bytes());
        bytes.extend(&file.bytes);
    }
    bytes
}

/// What [`pack`] packed.
pub(crate) fn unpack(mut bytes: &[u8]) -> Result<Vec<TableFile>, Problem> {
    let mut files = Vec::new();
    while !bytes.is_empty() {
        files.push(first(&mut bytes).ok_or_else(|| Problem("files end too early".into()))?);
    }
    Ok(files)
}

fn first(bytes: &mut &[u8]) -> Option<TableFile> {
    let name = u32::from_le_bytes(*bytes.split_off(..4)?.first_chunk()?);
    let len = u64::from_le_bytes(*bytes.split_off(..8)?.first_chunk()?);
    let name = bytes.split_off(..usize::try_from(name).ok()?)?;
    Some(TableFile {
        name: String::from_utf8(name.to_vec()).ok()?,
        bytes: bytes.split_off(..usize::try_from(len).ok()?)?.to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use tabia_darkchess::BuildOptions;

    use super::*;
    use crate::{Shelf, do_here};

    #[test]
    fn units_make_the_files_of_a_build() {
        for limit in [Limit::None, Limit::Forty] {
            check_files(limit);
        }
    }

    fn check_files(limit: Limit) {
        let place = tempfile::tempdir().expect("a directory");
        let job = TablesJob::new(3, true, limit).expect("a possible number");
        let shelf = Shelf::open(&place.path().join("units")).expect("a shelf");
        let done = do_here(&job, &shelf, 2, &|| true, &|_| {}).expect("no failure");
        assert_eq!(done, Some(25));
        let path = place.path().join("tables");
        let finished = place.path().join("finished");
        job.finish(&shelf, &finished).expect("all is there");
        let endgames = Endgames::new(3, Some(Equivalence::Swap)).expect("a possible number");
        let options = BuildOptions {
            distances: true,
            threads: 2,
            ..BuildOptions::default()
        };
        let tables = TableDirectory::new(&path, endgames).with_limit(limit);
        tables.build(options, &|| true, &|_| {}).expect("tables");
        for unit in job.plan().units() {
            let bytes = shelf.get(&unit.name).expect("whole").expect("done");
            for file in unpack(&bytes).expect("files") {
                let built = std::fs::read(path.join(&file.name)).expect("a file");
                assert!(built == file.bytes, "{}", file.name);
                let written = std::fs::read(finished.join(&file.name)).expect("a file");
                assert!(built == written, "{}", file.name);
            }
        }
    }

    #[test]
    fn cut_results_are_refused() {
        let file = TableFile {
            name: "K-g.tbl".into(),
            bytes: vec![1, 2, 3],
        };
        let packed = pack(&[file.clone(), file.clone()]);
        assert_eq!(unpack(&packed), Ok(vec![file.clone(), file]));
        let one = packed.len() / 2;
        for len in (1..packed.len()).filter(|&len| len != one) {
            assert!(unpack(&packed[..len]).is_err(), "{len}");
        }
    }
}
