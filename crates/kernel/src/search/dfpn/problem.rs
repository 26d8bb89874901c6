//! Yes/no questions.

use std::hash::Hash;

/// The answer to a yes/no question.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Verdict {
    /// It is so.
    Yes,
    /// It is not.
    No,
}

impl Verdict {
    /// The other answer.
    #[must_use]
    pub const fn other(self) -> Verdict {
        match self {
            Verdict::Yes => Verdict::No,
            Verdict::No => Verdict::Yes,
        }
    }
}

impl From<bool> for Verdict {
    fn from(is_so: bool) -> Verdict {
        if is_so { Verdict::Yes } else { Verdict::No }
    }
}

/// How the answer to a question follows from its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It needs no parts.
    Solved(Verdict),
    /// Yes if and only if any part is.
    Any,
    /// Yes if and only if all parts are.
    All,
    /// The last part has the same answer. The first `sufficient` parts are
    /// stronger: Yes to one of them settles the question. Those between are
    /// weaker: No to one of them settles it.
    ///
    /// Restricted and relaxed versions of a question, easier than itself, go
    /// here. No effort is lost on proving what cannot settle anything.
    Between {
        /// How many of the parts, from the first, are stronger.
        sufficient: usize,
    },
}

/// A yes/no question that can be taken apart.
///
/// Parts are moves, or independent regions, or anything else whose answers
/// give the answer. A repetition is a question that is a part of itself; the
/// rules give its answer, [`if_repeated`](Problem::if_repeated).
///
/// All parts of a question, at any depth, have to agree on what a repetition
/// means. Then one answer never rests on repetition ("the eye is made"), and
/// the other may ("it never is").
pub trait Problem: Sized {
    /// All that the answer depends on. It never includes the path: positions
    /// with equal keys are the same question.
    type Key: Copy + Eq + Hash;

    /// The key.
    fn key(&self) -> Self::Key;

    /// Appends the parts and says how the answer follows from them.
    fn expand(&self, parts: &mut Vec<Self>) -> Step;

    /// The answer if this question comes up again below itself.
    fn if_repeated(&self) -> Verdict;

    /// The answer where it can be seen without parts.
    fn at_sight(&self) -> Option<Verdict> {
        None
    }

    /// How much work to expect for Yes and for No, in positions; at least 1
    /// each. Better estimates make the search faster, no estimate makes it
    /// wrong.
    fn estimate(&self) -> (u32, u32) {
        (1, 1)
    }
}
