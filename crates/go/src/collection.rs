//! The collections that the paper's experiments are repeated on.
//!
//! The paper's own are lost. Ours come from the generator, with the seeds and
//! sizes below, whatever a solver makes of them; the files in `problems` are
//! the same, with answers.

use crate::{EyeProblem, Recipe, generate};

/// A collection of one-eye problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Collection {
    /// Rooms that are separate from the beginning: two, three or four.
    Toy,
    /// Single areas, growing from problem to problem.
    Standard,
}

/// A problem of a collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// `toy-01`, `standard-01` and so on.
    pub name: String,
    /// How it was made.
    pub recipe: Recipe,
    /// From which seed.
    pub seed: u64,
    /// The problem.
    pub problem: EyeProblem,
}

impl Collection {
    /// Both.
    pub const ALL: [Collection; 2] = [Collection::Toy, Collection::Standard];

    /// Its name, as in file names.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Collection::Toy => "toy",
            Collection::Standard => "standard",
        }
    }

    /// How many problems it has.
    #[must_use]
    pub const fn len(self) -> usize {
        match self {
            Collection::Toy => 15,
            Collection::Standard => 84,
        }
    }

    /// Whether it has none; never so.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// All its problems, in order.
    #[must_use]
    pub fn problems(self) -> Vec<Numbered> {
        (0..self.len()).map(|i| self.problem(i)).collect()
    }

    /// The problem with this number, from 0.
    fn problem(self, number: usize) -> Numbered {
        let (recipe, first) = match self {
            Collection::Toy => (
                Recipe::Rooms {
                    rooms: 2 + number % 3,
                },
                1_000,
            ),
            Collection::Standard => (
                Recipe::Area {
                    points: 8 + number / 6,
                },
                2_000,
            ),
        };
        let seed = first + number as u64;
        Numbered {
            name: format!("{}-{:02}", self.name(), number + 1),
            recipe,
            seed,
            problem: generate(recipe, seed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn collections_are_as_large_as_the_papers() {
        assert!(Collection::Toy.problems().len() >= 13);
        assert!(Collection::Standard.problems().len() >= 81);
        for collection in Collection::ALL {
            assert!(!collection.is_empty());
        }
    }
}
