//! Checking all files of a directory.

use std::collections::BTreeMap;

use tabia_kernel::endgame::{Finished, Index, Mismatch, Trits, check_forward};
use tabia_kernel::rules::Score;

use super::levels::{Progress, in_order};
use super::{DirectoryError, Kind, Limit, TableDirectory};
use crate::endgames::Class;

impl TableDirectory {
    /// Checks the map of materials, every checksum and every value against the
    /// moves, and where there are distances these too: all classes, or some
    /// with those that captures lead to. Returns the number of positions, up to
    /// symmetry, or `None` if `go_on` said no.
    ///
    /// Values are worked out anew from the rules, one position after the other:
    /// nothing is shared with how they were built.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify(
        &self,
        only: Option<&[Class]>,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<u64>, DirectoryError> {
        self.check_map()?;
        let check = |class: Class, done: &BTreeMap<Class, Trits>, go_on: &dyn Fn(f64) -> bool| {
            let values = self.values(class)?;
            let has_distances = self.file(class, Kind::Distances).exists();
            let distances = if has_distances || self.limit != Limit::None {
                Some(self.open_table(class, Kind::Distances)?.distances()?)
            } else {
                None
            };
            let with_this = With {
                done,
                class,
                values: &values,
            };
            let distances = distances.as_deref();
            let limit = self.limit.plies();
            let checked = check_forward(&self.endgames, class, &with_this, distances, limit, go_on);
            self.checked(class, values, checked)
        };
        let wanted = self.with_exits(only);
        let checked = in_order(&self.endgames, &wanted, threads, go_on, progress, &check)?;
        Ok(checked.map(|checked| checked.into_iter().sum()))
    }

    /// Like [`verify`](TableDirectory::verify), but 32 positions at a time, by
    /// the moves of words that the tables were built with, and distances by
    /// their checksums only. Some thirty times faster.
    ///
    /// Under the rule of forty plies values alone do not follow from each
    /// other: there, it is the same as `verify`.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn verify_in_words(
        &self,
        only: Option<&[Class]>,
        threads: usize,
        go_on: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(Progress) + Sync),
    ) -> Result<Option<u64>, DirectoryError> {
        if self.limit != Limit::None {
            return self.verify(only, threads, go_on, progress);
        }
        self.check_map()?;
        let check = |class: Class, done: &BTreeMap<Class, Trits>, go_on: &dyn Fn(f64) -> bool| {
            let values = self.values(class)?;
            if self.file(class, Kind::Distances).exists() {
                self.open_table(class, Kind::Distances)?.distances()?;
            }
            let checked = self.endgames.check(class, &values, done, go_on);
            self.checked(class, values, checked)
        };
        let wanted = self.with_exits(only);
        let checked = in_order(&self.endgames, &wanted, threads, go_on, progress, &check)?;
        Ok(checked.map(|checked| checked.into_iter().sum()))
    }

    /// The values of a class, to be used for larger ones, and the number of
    /// positions they were right for.
    fn checked(
        &self,
        class: Class,
        values: Trits,
        checked: Result<Option<u64>, Mismatch>,
    ) -> Result<Option<(Option<Trits>, u64)>, DirectoryError> {
        match checked {
            Ok(checked) => Ok(checked.map(|checked| (Some(values), checked))),
            Err(mismatch) => Err(DirectoryError::Wrong {
                material: self.endgames.representative(class),
                mismatch,
            }),
        }
    }

    /// Checks that the map of materials in the directory agrees with ours on
    /// every material that we know.
    fn check_map(&self) -> Result<(), DirectoryError> {
        let there = self.map_there()?;
        let mut ours = self.endgames.map().members();
        if ours.any(|(code, member)| there.map().member(code) != Some(member)) {
            return Err(self.foreign_map("it is about other classes, or fewer"));
        }
        Ok(())
    }
}

/// Finished classes and one more.
struct With<'a> {
    done: &'a BTreeMap<Class, Trits>,
    class: Class,
    values: &'a Trits,
}

impl Finished<Class> for With<'_> {
    fn value(&self, c: Class, i: Index) -> Score {
        if c == self.class {
            self.values.value(i)
        } else {
            self.done.value(c, i)
        }
    }
}
