//! The search itself: an explicit stack for each thread.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use super::crowd::Crowd;
use super::table::{Known, Table, hash_of};
use super::{Outcome, Problem, Step, Verdict};
use crate::search::ghi::{Path, Rest, Standing, Verified, verify};
use crate::search::{Limits, Stop};

/// Stands for what cannot be had: the number of a question answered otherwise.
const NEVER: u32 = u32::MAX;
/// Larger numbers are not told apart.
const MOST: u32 = 1 << 30;
/// A part is searched until its number exceeds the next best by a quarter
/// (Pawlewicz and Lew 2007), which saves coming back all the time.
const SLACK: u32 = 4;
/// How many expansions between two looks at clock and stop handle.
const PATIENCE: u64 = 512;
/// A part counts as harder by this share of its number, and one, for each other
/// thread at work there. A choice between 2, 8 and 1000 by a few runs on two
/// threads, which differ from run to run by as much as these do.
const CROWDED: u32 = 8;
/// How many between two looks at what other threads have found out about the
/// questions on the path.
const ATTENTION: u64 = 32;

/// A question on the stack or next to it.
struct Slot<P> {
    problem: P,
    hash: u64,
    /// Proof number: 0 is Yes.
    proof: u32,
    /// Disproof number: 0 is No.
    disproof: u32,
    /// How the answer rests on repetition, if there is one.
    rest: Rest,
}

impl<P> Slot<P> {
    fn answer(&self) -> Option<Verdict> {
        match (self.proof, self.disproof) {
            (0, _) => Some(Verdict::Yes),
            (_, 0) => Some(Verdict::No),
            _ => None,
        }
    }

    fn set(&mut self, verdict: Verdict, rest: Rest) {
        (self.proof, self.disproof) = match verdict {
            Verdict::Yes => (0, NEVER),
            Verdict::No => (NEVER, 0),
        };
        self.rest = rest;
    }

    fn numbers(&self) -> (u32, u32) {
        (self.proof, self.disproof)
    }

    /// Fills in what the table says.
    fn read(&mut self, known: Known, repeated: Verdict) {
        match known {
            Known::Fact(verdict, false) => self.set(verdict, Rest::Nowhere),
            Known::Fact(verdict, true) => self.set(verdict, Rest::Verified),
            Known::Supposed => self.set(repeated, Rest::Supposed),
            Known::Numbers(proof, disproof) => (self.proof, self.disproof) = (proof, disproof),
        }
    }
}

/// A question whose parts are being searched. Its depth is its index.
struct Frame {
    /// The slot of the question; its parts begin at `first`.
    slot: usize,
    hash: u64,
    first: usize,
    step: Step,
    limit: (u32, u32),
    /// Expansions before it.
    since: u64,
    /// The part searched last.
    last: usize,
}

/// What the parts say.
struct Summary {
    proof: u32,
    disproof: u32,
    rest: Rest,
    /// The part to search and its limits, unless solved.
    next: usize,
    limit: (u32, u32),
}

/// The state of one thread.
pub(super) struct Tree<'t, P: Problem> {
    table: &'t Table<P::Key>,
    path: Path,
    slots: Vec<Slot<P>>,
    frames: Vec<Frame>,
    buffer: Vec<P>,
    repeated: Verdict,
    /// Where the other threads are, if there are any.
    crowd: Option<&'t Crowd>,
    nodes: u64,
    parts: u64,
}

/// What a thread spent and found.
pub(super) struct Found {
    pub(super) outcome: Option<Outcome>,
    pub(super) nodes: u64,
    pub(super) parts: u64,
}

/// What all threads have in common.
pub(super) struct Common<'t> {
    pub(super) limits: Limits,
    pub(super) stop: &'t Stop,
    pub(super) began: Instant,
    pub(super) nodes: &'t AtomicU64,
}

impl<'t, P: Problem + Clone> Tree<'t, P> {
    pub(super) fn new(table: &'t Table<P::Key>, root: P, crowd: Option<&'t Crowd>) -> Self {
        let repeated = root.if_repeated();
        let mut tree = Tree {
            table,
            path: Path::new(),
            slots: Vec::new(),
            frames: Vec::new(),
            buffer: Vec::new(),
            repeated,
            crowd,
            nodes: 0,
            parts: 0,
        };
        let root = tree.slot(root);
        tree.slots.push(root);
        tree
    }

    /// Searches until the root is answered or the budget is spent.
    pub(super) fn run(mut self, common: &Common<'_>) -> Found {
        let (mut told, mut looked, mut struck) = (0, 0, 0);
        // A small budget wants more attention.
        let patience = common.limits.nodes.unwrap_or(PATIENCE).clamp(1, PATIENCE);
        if self.is_spent(common, 0) {
            return self.found(None);
        }
        loop {
            if self.slots[0].answer().is_none() {
                self.enter(0, (NEVER, NEVER));
            }
            while !self.frames.is_empty() {
                if self.nodes >= told + patience {
                    let all = common.nodes.fetch_add(self.nodes - told, Ordering::Relaxed);
                    told = self.nodes;
                    if self.is_spent(common, all) {
                        self.note_path();
                        return self.found(None);
                    }
                }
                if let Some(crowd) = self.crowd
                    && self.nodes >= looked + ATTENTION
                {
                    looked = self.nodes;
                    if crowd.is_finished() {
                        return self.found(None);
                    }
                    // What was supposed may be on the stack and no longer hold.
                    let now = crowd.struck();
                    self.catch_up(now != struck);
                    struck = now;
                    continue;
                }
                self.advance();
            }
            if self.slots[0].answer().is_none() {
                continue;
            }
            if self.slots[0].rest != Rest::Supposed || self.verify_root() {
                break;
            }
            if let Some(crowd) = self.crowd {
                crowd.strike();
            }
        }
        if let Some(crowd) = self.crowd {
            crowd.finish();
        }
        let root = &self.slots[0];
        let outcome = root.answer().map(|verdict| Outcome {
            verdict,
            by_repetition: root.rest != Rest::Nowhere,
        });
        self.found(outcome)
    }

    /// Leaves all questions on the path, so that what was found out about them is
    /// in the table.
    fn note_path(&mut self) {
        while self.crowd.is_none()
            && let Some(frame) = self.frames.last()
        {
            let summary = self.summary(frame);
            self.leave(&summary);
        }
    }

    /// Leaves the questions on the path that another thread has answered; all
    /// of them if told to begin anew.
    fn catch_up(&mut self, anew: bool) {
        let mut keep = 0;
        while keep < self.frames.len() && !anew {
            let slot = self.frames[keep].slot;
            self.look_again(slot);
            if self.slots[slot].answer().is_some() {
                break;
            }
            keep += 1;
        }
        if keep == self.frames.len() {
            return;
        }
        self.slots.truncate(self.frames[keep].first);
        for frame in self.frames.drain(keep..).rev() {
            self.path.pop();
            if let Some(crowd) = self.crowd {
                crowd.leave(frame.hash);
            }
        }
        if anew {
            self.look_again(0);
        }
    }

    fn found(&self, outcome: Option<Outcome>) -> Found {
        Found {
            outcome,
            nodes: self.nodes,
            parts: self.parts,
        }
    }

    /// Whether the root's answer, which is supposed, stands. If so it is a fact
    /// from now on, and all that it rests on; otherwise what does not stand is
    /// forgotten.
    fn verify_root(&mut self) -> bool {
        let root = self.slots.pop().expect("the root");
        let table = self.table;
        let repeated = self.repeated;
        let standing = |problem: &P| match problem.at_sight() {
            Some(verdict) if verdict == repeated => Standing::Sure,
            Some(_) => Standing::Not,
            None => {
                let key = problem.key();
                match table.get(&key, hash_of(&key)) {
                    Some(Known::Fact(verdict, _)) if verdict == repeated => Standing::Sure,
                    Some(Known::Supposed) => Standing::Supposed,
                    _ => Standing::Not,
                }
            }
        };
        let root = root.problem;
        let again = P::clone(&root);
        let Verified { holds, claims } = verify(root, repeated, standing);
        for (key, stands) in claims {
            let known = match stands {
                true => Known::Fact(repeated, true),
                false => Known::Numbers(1, 1),
            };
            self.table.put(&key, hash_of(&key), known, 1);
        }
        let slot = self.slot(again);
        self.slots.push(slot);
        holds
    }

    fn is_spent(&self, common: &Common<'_>, nodes: u64) -> bool {
        common.stop.is_requested()
            || common.limits.nodes.is_some_and(|limit| nodes >= limit)
            || common
                .limits
                .time
                .is_some_and(|limit| common.began.elapsed() >= limit)
    }

    /// One step: down into the most promising part, or back up.
    fn advance(&mut self) {
        let frame = self.frames.last().expect("not finished");
        let (limit, last) = (frame.limit, frame.last);
        let summary = self.summary(frame);
        let exceeded = summary.proof >= limit.0 || summary.disproof >= limit.1;
        let answered = summary.proof == 0 || summary.disproof == 0;
        if answered || exceeded {
            self.leave(&summary);
            return;
        }
        // Another branch, or thread, may have got to know the part since it was
        // looked at.
        if (last != usize::MAX || self.crowd.is_some()) && last != summary.next {
            let before = self.slots[summary.next].numbers();
            self.look_again(summary.next);
            if self.slots[summary.next].numbers() != before {
                return;
            }
        }
        self.frames.last_mut().expect("not finished").last = summary.next;
        self.enter(summary.next, summary.limit);
    }

    /// Expands the question in a slot and puts it on the stack.
    fn enter(&mut self, slot: usize, limit: (u32, u32)) {
        let since = self.nodes;
        self.nodes += 1;
        let mut buffer = std::mem::take(&mut self.buffer);
        let step = self.slots[slot].problem.expand(&mut buffer);
        self.parts += buffer.len() as u64;
        if let Step::Solved(verdict) = step {
            self.buffer = buffer;
            self.slots[slot].set(verdict, Rest::Nowhere);
            self.remember(slot, verdict, Rest::Nowhere, 1);
            return;
        }
        let first = self.slots.len();
        let hash = self.slots[slot].hash;
        self.path.push(hash);
        if let Some(crowd) = self.crowd {
            crowd.enter(hash);
        }
        self.frames.push(Frame {
            slot,
            hash,
            first,
            step,
            limit,
            since,
            last: usize::MAX,
        });
        for problem in buffer.drain(..) {
            let part = self.slot(problem);
            self.slots.push(part);
        }
        self.buffer = buffer;
    }

    /// Takes a question off the stack and remembers what is known of it.
    fn leave(&mut self, summary: &Summary) {
        let frame = self.frames.pop().expect("not finished");
        self.path.pop();
        if let Some(crowd) = self.crowd {
            crowd.leave(frame.hash);
        }
        self.slots.truncate(frame.first);
        let work = u32::try_from(self.nodes - frame.since).unwrap_or(u32::MAX);
        let slot = &mut self.slots[frame.slot];
        (slot.proof, slot.disproof) = (summary.proof, summary.disproof);
        match slot.answer() {
            Some(verdict) => {
                slot.set(verdict, summary.rest);
                self.remember(frame.slot, verdict, summary.rest, work);
            }
            None => {
                let known = Known::Numbers(summary.proof, summary.disproof);
                let key = slot.problem.key();
                self.table.put(&key, slot.hash, known, work);
            }
        }
    }

    fn remember(&self, slot: usize, verdict: Verdict, rest: Rest, work: u32) {
        let slot = &self.slots[slot];
        let known = match rest {
            Rest::Nowhere => Known::Fact(verdict, false),
            Rest::Verified => Known::Fact(verdict, true),
            Rest::Supposed => Known::Supposed,
        };
        self.table.put(&slot.problem.key(), slot.hash, known, work);
    }

    fn look_again(&mut self, slot: usize) {
        let key = self.slots[slot].problem.key();
        if let Some(known) = self.table.get(&key, self.slots[slot].hash) {
            self.slots[slot].read(known, self.repeated);
        }
    }

    /// A question with what is known of it.
    fn slot(&self, problem: P) -> Slot<P> {
        let mut slot = Slot {
            problem,
            hash: 0,
            proof: 1,
            disproof: 1,
            rest: Rest::Nowhere,
        };
        match slot.problem.at_sight() {
            Some(verdict) => slot.set(verdict, Rest::Nowhere),
            None => {
                slot.hash = hash_of(&slot.problem.key());
                self.look(&mut slot);
            }
        }
        slot
    }

    /// Fills in what is known of a question that has not been looked at.
    fn look(&self, slot: &mut Slot<P>) {
        let key = slot.problem.key();
        let is_it = |depth: usize| self.slots[self.frames[depth].slot].problem.key() == key;
        if self.path.has(slot.hash, is_it) {
            slot.set(self.repeated, Rest::Supposed);
            return;
        }
        (slot.proof, slot.disproof) = slot.problem.estimate();
        debug_assert!(
            slot.proof > 0 && slot.disproof > 0,
            "estimates are positive"
        );
        if let Some(known) = self.table.get(&key, slot.hash) {
            slot.read(known, self.repeated);
        }
    }

    fn summary(&self, frame: &Frame) -> Summary {
        let parts = &self.slots[frame.first..];
        let mut summary = match frame.step {
            Step::Any => self.one_of(parts, Verdict::Yes, frame.limit),
            Step::All => self.one_of(parts, Verdict::No, frame.limit),
            Step::Between { sufficient } => between(parts, sufficient, self.repeated, frame.limit),
            Step::Solved(_) => unreachable!("solved questions have no frame"),
        };
        summary.next += frame.first;
        summary
    }

    /// A question with this answer if one part has it, and the other if all
    /// parts have the other.
    fn one_of(&self, parts: &[Slot<P>], verdict: Verdict, limit: (u32, u32)) -> Summary {
        // Seen as an `Any`: `cheap` is the number that one part suffices for.
        let turned = |(a, b): (u32, u32)| match verdict {
            Verdict::Yes => (a, b),
            Verdict::No => (b, a),
        };
        let (mut best, mut second, mut next) = (NEVER, NEVER, 0);
        let mut best_other = 0;
        let mut least = NEVER;
        let mut sum = 0u64;
        let mut all = Rest::Nowhere;
        let mut one: Option<Rest> = None;
        for (i, part) in parts.iter().enumerate() {
            let (cheap, dear) = turned(part.numbers());
            if cheap == 0 {
                one = Some(one.map_or(part.rest, |rest| rest.min(part.rest)));
                continue;
            }
            if dear == 0 {
                all = all.max(part.rest);
                continue;
            }
            sum += u64::from(dear);
            least = least.min(cheap);
            // Where others are at work, more is missing than it seems.
            let cheap = match self.crowd {
                Some(crowd) => {
                    let more = crowd.at(part.hash).saturating_mul(1 + cheap / CROWDED);
                    cheap.saturating_add(more).min(NEVER - 1)
                }
                None => cheap,
            };
            if cheap < best || cheap == best && dear < best_other {
                second = best;
                (best, best_other, next) = (cheap, dear, i);
            } else if cheap < second {
                second = cheap;
            }
        }
        let sum = sum.min(u64::from(MOST)) as u32;
        let (cheap, dear, rest) = match one {
            Some(rest) => (0, NEVER, rest),
            None if least == NEVER => (NEVER, 0, all),
            None => (least.min(MOST), sum, Rest::Nowhere),
        };
        let (proof, disproof) = turned((cheap, dear));
        let (cheap_limit, dear_limit) = turned(limit);
        let next_limit = (
            cheap_limit
                .min(with_slack(second))
                .max(best.saturating_add(1)),
            // What the others need is not this part's to spend.
            dear_limit
                .saturating_sub(sum.saturating_sub(best_other))
                .max(best_other.saturating_add(1)),
        );
        Summary {
            proof,
            disproof,
            rest,
            next,
            limit: turned(next_limit),
        }
    }
}

/// A question with the answer of its last part. See [`Step::Between`].
fn between<P>(
    parts: &[Slot<P>],
    sufficient: usize,
    repeated: Verdict,
    limit: (u32, u32),
) -> Summary {
    let whole = parts.len() - 1;
    let mut proof = (NEVER, NEVER, whole);
    let mut disproof = (NEVER, NEVER, whole);
    let mut settled: Option<(Verdict, Rest)> = None;
    for (i, part) in parts.iter().enumerate() {
        let counts_for = (i < sufficient || i == whole, i >= sufficient);
        if part.proof == 0 && counts_for.0 || part.disproof == 0 && counts_for.1 {
            let verdict = Verdict::from(part.proof == 0);
            // An answer that never rests on repetition overrules one that is
            // only supposed.
            settled = match settled {
                Some((before, rest)) if before == verdict => Some((verdict, rest.min(part.rest))),
                Some(kept) if verdict == repeated => Some(kept),
                _ => Some((verdict, part.rest)),
            };
        }
        if counts_for.0 {
            proof = lower(proof, part.proof, i);
        }
        if counts_for.1 {
            disproof = lower(disproof, part.disproof, i);
        }
    }
    if let Some((verdict, rest)) = settled {
        let (proof, disproof) = match verdict {
            Verdict::Yes => (0, NEVER),
            Verdict::No => (NEVER, 0),
        };
        return Summary {
            proof,
            disproof,
            rest,
            next: 0,
            limit,
        };
    }
    let next = if proof.0 <= disproof.0 {
        proof.2
    } else {
        disproof.2
    };
    // A number that settles nothing is no reason to leave a part.
    let part = &parts[next];
    let proof_limit = match next {
        _ if next == proof.2 => limit.0.min(with_slack(proof.1)),
        _ if next == whole => limit.0,
        _ => NEVER,
    };
    let disproof_limit = match next {
        _ if next == disproof.2 => limit.1.min(with_slack(disproof.1)),
        _ if next == whole => limit.1,
        _ => NEVER,
    };
    Summary {
        proof: proof.0.min(MOST),
        disproof: disproof.0.min(MOST),
        rest: Rest::Nowhere,
        next,
        limit: (
            proof_limit.max(part.proof.saturating_add(1)),
            disproof_limit.max(part.disproof.saturating_add(1)),
        ),
    }
}

/// Keeps the least two numbers and the part that has the least.
fn lower((best, second, at): (u32, u32, usize), number: u32, i: usize) -> (u32, u32, usize) {
    if number < best {
        (number, best, i)
    } else {
        (best, second.min(number), at)
    }
}

fn with_slack(number: u32) -> u32 {
    number.saturating_add(number / SLACK).saturating_add(1)
}
