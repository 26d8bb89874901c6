//! Answers that rest on repetition.
//!
//! Where play can repeat, an answer may rest on the fact that an earlier
//! position of the path would come up again, which decides the question by
//! rule. Found on one path, it need not hold on another; taking it for more is
//! the graph-history interaction problem (Campbell 1985; Kishimoto and Müller
//! 2004 for df-pn).
//!
//! One answer never rests on repetition: what is forced, is forced in finitely
//! many steps from anywhere. The other, the one that repetition gives, holds
//! exactly if its side can stay for ever among questions that have it: if there
//! is a *closed* set of such questions, each of which has the answer by itself
//! or by the answers of parts that are in the set.
//!
//! So the search may suppose. A part that is on the path has the answer that
//! repetition gives, for the time being, and so has what follows from it; on
//! any path. Nothing is proved that way but suspicion. In the end, when the
//! root has such an answer, [`verify`] looks for the closed set among the
//! suppositions. If it finds one, they are facts. If not, the suppositions that
//! do not stand are struck, and the search goes on. A false supposition never
//! stands, since the questions in a closed set have the answer indeed.

use std::collections::HashMap;

use super::dfpn::{Problem, Step, Verdict};

/// How an answer rests on repetition, from the best ground to the worst.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Rest {
    /// Not at all.
    Nowhere,
    /// On repetition, verified.
    Verified,
    /// On repetition, supposed.
    Supposed,
}

/// The questions from the root to where the search is.
#[derive(Debug)]
pub(crate) struct Path {
    hashes: Vec<u64>,
    /// How many questions have a hash with these low bits: mostly zero, so
    /// most questions are known not to be on the path without looking.
    counts: Vec<u16>,
}

const COUNTS: usize = 4096;

impl Path {
    /// An empty path.
    pub(crate) fn new() -> Path {
        Path {
            hashes: Vec::new(),
            counts: vec![0; COUNTS],
        }
    }

    /// Goes on to a question.
    pub(crate) fn push(&mut self, hash: u64) {
        self.hashes.push(hash);
        self.counts[hash as usize % COUNTS] += 1;
    }

    /// Goes back.
    pub(crate) fn pop(&mut self) {
        let hash = self.hashes.pop().expect("a path to go back on");
        self.counts[hash as usize % COUNTS] -= 1;
    }

    /// Whether a question with this hash is there that `is_it` recognises by
    /// its depth.
    #[inline]
    pub(crate) fn has(&self, hash: u64, is_it: impl Fn(usize) -> bool) -> bool {
        if self.counts[hash as usize % COUNTS] == 0 {
            return false;
        }
        let mut depths = (0..self.hashes.len()).rev();
        depths.any(|depth| self.hashes[depth] == hash && is_it(depth))
    }
}

/// What is known of a part while suppositions are verified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    /// It has the answer that repetition gives, for sure.
    Sure,
    /// It is supposed to have it.
    Supposed,
    /// It has the other, or nothing is known.
    Not,
}

/// Suppositions that were looked at, by key, and whether they stand.
pub(crate) struct Verified<K> {
    /// Whether the root's does.
    pub(crate) holds: bool,
    /// Each one that the root's rests on, directly or not.
    pub(crate) claims: Vec<(K, bool)>,
}

struct Claim<K> {
    key: K,
    /// Whether it needs all of its grounds, or one.
    needs_all: bool,
    /// Grounds that stand, as far as is known.
    grounds: usize,
    stands: bool,
    /// The claims that this one is a ground of.
    bears: Vec<usize>,
}

/// Looks for a closed set among the suppositions that the root's rests on.
///
/// Cost: one expansion for each of them.
pub(crate) fn verify<P: Problem>(
    root: P,
    repeated: Verdict,
    standing: impl Fn(&P) -> Standing,
) -> Verified<P::Key> {
    let mut claims: Vec<Claim<P::Key>> = Vec::new();
    let mut numbers: HashMap<P::Key, usize> = HashMap::new();
    let mut todo = Vec::new();
    let mut number_of =
        |problem: P, claims: &mut Vec<Claim<P::Key>>, todo: &mut Vec<(usize, P)>| {
            let key = problem.key();
            *numbers.entry(key).or_insert_with(|| {
                claims.push(Claim {
                    key,
                    needs_all: false,
                    grounds: 0,
                    stands: true,
                    bears: Vec::new(),
                });
                todo.push((claims.len() - 1, problem));
                claims.len() - 1
            })
        };
    number_of(root, &mut claims, &mut todo);
    let mut fallen = Vec::new();
    let mut parts = Vec::new();
    while let Some((number, problem)) = todo.pop() {
        let step = problem.expand(&mut parts);
        let last = parts.len().saturating_sub(1);
        let (needs_all, counts): (bool, &dyn Fn(usize) -> bool) = match (step, repeated) {
            (Step::Any, Verdict::No) | (Step::All, Verdict::Yes) => (true, &|_| true),
            (Step::Any, Verdict::Yes) | (Step::All, Verdict::No) => (false, &|_| true),
            (Step::Between { sufficient }, Verdict::No) => (false, &move |i| i >= sufficient),
            (Step::Between { sufficient }, Verdict::Yes) => {
                (false, &move |i| i < sufficient || i == last)
            }
            (Step::Solved(verdict), _) => (verdict == repeated, &|_| false),
        };
        let mut sure = matches!(step, Step::Solved(_)) && needs_all;
        let mut lacks = false;
        let mut grounds = Vec::new();
        for (_, part) in parts.drain(..).enumerate().filter(|(i, _)| counts(*i)) {
            match standing(&part) {
                Standing::Sure => sure |= !needs_all,
                Standing::Supposed => grounds.push(number_of(part, &mut claims, &mut todo)),
                Standing::Not => lacks = true,
            }
        }
        if sure {
            continue;
        }
        if lacks && needs_all || grounds.is_empty() && !needs_all {
            claims[number].stands = false;
            fallen.push(number);
            continue;
        }
        if grounds.is_empty() {
            // All parts have the answer for sure.
            continue;
        }
        claims[number].needs_all = needs_all;
        claims[number].grounds = grounds.len();
        for ground in grounds {
            claims[ground].bears.push(number);
        }
    }
    while let Some(number) = fallen.pop() {
        for borne in std::mem::take(&mut claims[number].bears) {
            let claim = &mut claims[borne];
            claim.grounds -= 1;
            if claim.stands && (claim.needs_all || claim.grounds == 0) {
                claim.stands = false;
                fallen.push(borne);
            }
        }
    }
    Verified {
        holds: claims[0].stands,
        claims: claims
            .into_iter()
            .map(|claim| (claim.key, claim.stands))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_found_on_the_path_until_it_is_left() {
        let mut path = Path::new();
        path.push(7);
        assert!(path.has(7, |_| true));
        assert!(!path.has(7, |_| false));
        assert!(!path.has(8, |_| true));
        path.pop();
        assert!(!path.has(7, |_| true));
    }
}
