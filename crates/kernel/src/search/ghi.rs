//! Answers that hold only on the path where they were found.
//!
//! Where play can repeat, an answer may rest on the fact that an earlier
//! position of the path would come up again, which decides the question by
//! rule. Such an answer says nothing about the same position reached by
//! another path; taking it for more is the graph-history interaction problem
//! (Campbell 1985; Kishimoto and Müller 2004 for df-pn).
//!
//! The care taken here: an answer carries its [`Ties`], the stretch of the
//! path it rests on. It is used again only while that very stretch is still
//! being visited, and it becomes a fact as soon as it is tied to nothing above
//! its own position. Then every repetition it rests on happens below that
//! position, so the positions visited there are closed: the side that profits
//! from repetition can stay among them for ever, or end the play in its
//! favour, wherever the play came from.

/// The stretch of the path that an answer rests on, as depths counted from the
/// root, and whether repetition had a part in it at all.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ties {
    /// The shallowest position it may rest on; none if [`FREE`](Ties::FREE).
    pub(crate) low: u32,
    /// The deepest one.
    pub(crate) high: u32,
    /// Whether a repetition, here or below, had a part in it.
    pub(crate) cyclic: bool,
}

impl Ties {
    /// Rests on no repetition.
    pub(crate) const FREE: Ties = Ties {
        low: u32::MAX,
        high: 0,
        cyclic: false,
    };

    /// Rests on a repetition of the position at this depth.
    pub(crate) const fn to(depth: u32) -> Ties {
        Ties {
            low: depth,
            high: depth,
            cyclic: true,
        }
    }

    /// Whether the answer is a fact.
    pub(crate) const fn is_free(self) -> bool {
        self.low == u32::MAX
    }

    /// Rests on both.
    pub(crate) fn and(self, other: Ties) -> Ties {
        Ties {
            low: self.low.min(other.low),
            high: self.high.max(other.high),
            cyclic: self.cyclic || other.cyclic,
        }
    }

    /// Of two sufficient grounds, the one that is tied less.
    pub(crate) fn or(self, other: Ties) -> Ties {
        let rank = |ties: Ties| (ties.low, !ties.cyclic);
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }

    /// The ties of the position at `depth` itself. What rests on it alone, or
    /// on something below, rests on nothing above. Otherwise ties to it may
    /// hide ties to any position above, so its parent has to stand for them.
    pub(crate) fn seen_from(self, depth: u32) -> Ties {
        if self.low >= depth {
            return Ties {
                cyclic: self.cyclic,
                ..Ties::FREE
            };
        }
        Ties {
            high: self.high.min(depth - 1),
            ..self
        }
    }
}

/// The questions from the root to where the search is.
#[derive(Debug)]
pub(crate) struct Path {
    steps: Vec<PathStep>,
    /// How many steps have a hash with these low bits: mostly zero, so most
    /// questions are known not to be on the path without looking.
    counts: Vec<u16>,
    visits: u64,
}

#[derive(Clone, Copy, Debug)]
struct PathStep {
    hash: u64,
    visit: u64,
}

const COUNTS: usize = 4096;

impl Path {
    /// An empty path. Its number has to differ from that of any other path
    /// that shares its table: no two visits, ever, may be taken for one.
    pub(crate) fn new(number: u64) -> Path {
        Path {
            steps: Vec::new(),
            counts: vec![0; COUNTS],
            visits: number << 40,
        }
    }

    /// How many questions there are.
    pub(crate) fn len(&self) -> u32 {
        self.steps.len() as u32
    }

    /// Goes on to a question.
    pub(crate) fn push(&mut self, hash: u64) {
        self.visits += 1;
        self.steps.push(PathStep {
            hash,
            visit: self.visits,
        });
        self.counts[hash as usize % COUNTS] += 1;
    }

    /// Goes back.
    pub(crate) fn pop(&mut self) {
        let step = self.steps.pop().expect("a path to go back on");
        self.counts[step.hash as usize % COUNTS] -= 1;
    }

    /// The visit under way at this depth, if there is one.
    pub(crate) fn visit(&self, depth: u32) -> Option<u64> {
        self.steps.get(depth as usize).map(|step| step.visit)
    }

    /// The depth of the question with this hash that `is_it` recognises.
    #[inline]
    pub(crate) fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        if self.counts[hash as usize % COUNTS] == 0 {
            return None;
        }
        let mut depths = (0..self.len()).rev();
        depths.find(|&depth| self.steps[depth as usize].hash == hash && is_it(depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_back_to_the_position_itself_binds_nothing_above() {
        let ties = Ties::to(5).seen_from(5);
        assert!(ties.is_free() && ties.cyclic);
    }

    #[test]
    fn hidden_ties_are_those_of_the_parent() {
        let ties = Ties::to(2).and(Ties::to(5)).seen_from(5);
        assert_eq!((ties.low, ties.high), (2, 4));
    }

    #[test]
    fn the_better_ground_is_the_one_without_repetition() {
        assert_eq!(Ties::to(3).or(Ties::FREE), Ties::FREE);
        let closed = Ties::to(3).seen_from(3);
        assert_eq!(closed.or(Ties::FREE), Ties::FREE);
        assert_eq!(Ties::to(3).or(Ties::to(4)), Ties::to(4));
    }

    #[test]
    fn visits_tell_a_second_stay_from_the_first() {
        let mut path = Path::new(0);
        path.push(7);
        let first = path.visit(0);
        path.pop();
        path.push(7);
        assert_ne!(path.visit(0), first);
        assert_eq!(path.find(7, |_| true), Some(0));
        assert_eq!(path.find(7, |_| false), None);
        assert_eq!(path.find(8, |_| true), None);
        let mut other = Path::new(1);
        other.push(7);
        other.push(7);
        assert_ne!(other.visit(1), path.visit(0));
    }
}
